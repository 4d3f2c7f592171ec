#pragma once
// Hides the columns of texts in which no row of a table has anything, until rows come that have. A column that the user
// shows stays; one that is hidden here, or of which the panel decides, is none that the user has hidden.

#include <QObject>

#include <set>
#include <string>
#include <vector>

class QTableView;

namespace ws {

class ReportModel;

class EmptyColumns : public QObject
{
    Q_OBJECT
public:
    /// Of a view, which owns it and has a proxy of `model`.
    EmptyColumns(QTableView *view, const ReportModel *model);

    void rowsChanged(); ///< also when a saved choice of columns was taken over
    void setByUser(int column, bool shown);
    void setByPanel(int column, bool shown);
    bool isPanels(int column) const { return m_panels.contains(idOf(column)); }
    std::vector<std::string> hiddenByChoice() const; ///< ids

private:
    bool isEmpty(int column) const;
    const std::string &idOf(int column) const;

    QTableView *m_view;
    const ReportModel *m_model;
    // By id, because columns come and go.
    std::set<std::string> m_hidden; ///< here
    std::set<std::string> m_wanted; ///< by the user
    std::set<std::string> m_panels; ///< the panel decides
};

} // namespace ws
