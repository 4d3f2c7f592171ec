#pragma once
// What was exported: dialogs of all panels tell it here, and the window says so in one place, with the offer to open
// the file. Rejected: a message bar as a parameter of every panel that can save something.

#include <QObject>
#include <QString>

namespace ws {

class Exports : public QObject
{
    Q_OBJECT
public:
    static Exports &instance(); ///< made in the GUI thread

signals:
    void written(const QString &path);
};

} // namespace ws
