#pragma once
// Names the window after what it shows: the run, both of a compared pair, else the job of ranks.

#include <QObject>

class QWidget;

namespace ws {

class JobDocument;
class Session;

class WindowTitle : public QObject
{
    Q_OBJECT
public:
    /// All belong to `window`.
    WindowTitle(Session *session, JobDocument *job, QWidget *window);
    void setJobInFront(bool inFront); ///< its page is shown in place of the runs

private:
    void follow();
    QString name() const;

    Session *m_session;
    JobDocument *m_job;
    QWidget *m_window;
    bool m_isJobInFront = false;
};

} // namespace ws
