#pragma once
// Where the views of a window are scrolled to and what is searched for in them, for a window that is built anew: each
// goes back there as soon as it has that many rows again.

#include <QPoint>
#include <QString>

#include <map>

class QWidget;

namespace ws {

class ScrollPlaces
{
public:
    explicit ScrollPlaces(const QWidget &window);
    void restoreIn(QWidget *window) const;

private:
    std::map<QString, QPoint> m_places;    ///< by the path of the view, those that are not at the beginning
    std::map<QString, QString> m_searches; ///< by the path of the field
    std::map<QString, bool> m_switches;    ///< those beside such fields, as for regular expressions
};

} // namespace ws
