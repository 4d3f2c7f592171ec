#pragma once
// Keeps the columns of large traces for the next time, in the background and some seconds after they were opened: what
// the window shows first must not wait for it. One at a time; a run that is closed before its turn is not kept.

#include "core/model/run.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QObject>
#include <QTimer>

#include <deque>

namespace ws {

class RunKeeper : public QObject
{
    Q_OBJECT
public:
    /// `pause`: from keep() to the beginning of the work.
    explicit RunKeeper(QObject *parent = nullptr, std::chrono::milliseconds pause = std::chrono::seconds(4));

    void keep(const RunPtr &run);
    bool isIdle() const { return m_waiting.empty() && !m_job.isRunning(); }

signals:
    void idled();

private:
    void next();

    QTimer m_pause;
    std::deque<std::weak_ptr<const Run>> m_waiting;
    BackgroundJob<bool> m_job;
    bool m_hasFailed = false; ///< said once
};

} // namespace ws
