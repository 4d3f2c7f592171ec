#pragma once
// What was exported: dialogs of all panels tell it here, and the window says so in one place, with the offer to open
// the file. Rejected: a message bar as a parameter of every panel that can save something. The dialogs begin beside the
// trace in front, then where the last file was written.

#include <QObject>
#include <QString>

namespace ws {

class Exports : public QObject
{
    Q_OBJECT
public:
    static Exports &instance(); ///< made in the GUI thread

    void setTrace(const QString &path) { m_trace = path; } ///< the file in front; empty: none
    void noteWritten(const QString &path);                 ///< the next dialog begins there
    /// Where a dialog for a file of this name begins: its path; the name alone, where no folder can take it.
    QString proposed(const QString &name) const;

signals:
    void written(const QString &path);

private:
    QString m_trace;
    QString m_folder; ///< of the file written last; empty: none
};

} // namespace ws
