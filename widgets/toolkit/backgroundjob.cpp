#include "widgets/toolkit/backgroundjob.h"

#include "core/base/handover.h"
#include "core/base/platform.h"

#include <QBasicTimer>
#include <QCoreApplication>

#include <deque>
#include <thread>

namespace ws {
namespace {

/// Jobs in threads of their own that have not ended.
std::atomic<int> ownThreads = 0;

/// Results that wait for the GUI thread. It takes one in a turn of the event loop, so that a dozen of them that are
/// ready at once do not hold up the keyboard.
class JobResults : public QObject
{
public:
    static JobResults &instance()
    {
        static JobResults results;
        return results;
    }
    /// Of any thread.
    void post(std::shared_ptr<JobTask> task)
    {
        const std::lock_guard lock(m_mutex);
        m_posted.push_back(std::move(task));
        auto *event = new QEvent(QEvent::User);
        handOver(this);
        QCoreApplication::postEvent(this, event);
    }

protected:
    bool event(QEvent *event) override
    {
        takeOver(this);
        if (event->type() != QEvent::User)
            return QObject::event(event);
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(m_posted.front()));
        m_posted.pop_front();
        m_timer.start(0, this);
        return true;
    }
    void timerEvent(QTimerEvent *) override
    {
        const auto task = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_timer.stop();
        if (!m_waiting.empty())
            m_timer.start(0, this); // anew: `deliver` may run an event loop of its own
        if (const auto call = std::exchange(task->deliver, nullptr))
            call();
    }

private:
    std::mutex m_mutex;
    std::deque<std::shared_ptr<JobTask>> m_posted; ///< under the lock; an event is on its way for each
    std::deque<std::shared_ptr<JobTask>> m_waiting;
    QBasicTimer m_timer;
};

int priorityOf(JobPlace place)
{
    return place == JobPlace::Hidden ? 0 : 1;
}

/// The threads of the pool give way to the window's where cores are few.
void giveWayToTheWindow()
{
    thread_local const bool isDone = (platform::giveWay(), true);
    Q_UNUSED(isDone)
}

} // namespace

QThreadPool *analysisPool()
{
    JobResults::instance(); // results are sent to it: it has to outlive the threads
    static QThreadPool pool;
    // Before anything static is destroyed: a job may use what was made after the pool.
    static const bool waits = [] {
        qAddPostRoutine([] { pool.waitForDone(); });
        return true;
    }();
    Q_UNUSED(waits)
    return &pool;
}

void waitForPool()
{
    analysisPool()->waitForDone();
    takeOver(analysisPool());
}

bool anyOwnThreadWorks()
{
    return ownThreads > 0;
}

JobErrors &JobErrors::instance()
{
    static JobErrors errors;
    return errors;
}

QString JobErrors::text(const Error &error)
{
    return tr("This could not be computed: %1").arg(error.message);
}

std::optional<Error> JobTask::start(JobPlace place)
{
    m_place = place;
    if (place != JobPlace::OwnThread) {
        m_self = shared_from_this();
        handOver(this);
        analysisPool()->start(this, priorityOf(place));
        return {};
    }
    JobResults::instance();
    ++ownThreads;
    try {
        std::thread([self = shared_from_this()] { self->run(); }).detach();
        return {};
    } catch (const std::exception &) { // no room for a stack
        const Error error = caughtError();
        end();
        return error;
    }
}

void JobTask::raise()
{
    if (m_place != JobPlace::Hidden || !analysisPool()->tryTake(this))
        return;
    m_place = JobPlace::Shown;
    handOver(this);
    analysisPool()->start(this, priorityOf(m_place));
}

void JobTask::drop()
{
    progress.cancel();
    m_isDropped = true;
    deliver = nullptr; // here, so that its data is freed in the GUI thread
    if (m_place != JobPlace::OwnThread && analysisPool()->tryTake(this))
        m_self.reset();
}

bool JobTask::waitForEnd(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    return m_endCame.wait_for(lock, time, [this] { return m_ended; });
}

void JobTask::run()
{
    takeOver(this);
    if (m_place != JobPlace::OwnThread)
        giveWayToTheWindow();
    const auto self = shared_from_this();
    m_self.reset();
    if (!m_isDropped)
        work();
    work = nullptr; // frees its large data here
    end();
    if (m_place != JobPlace::OwnThread)
        handOver(analysisPool());
}

/// Sends the result to the GUI thread and wakes threads that wait for the end.
void JobTask::end()
{
    const std::lock_guard lock(m_mutex);
    if (!m_isDropped)
        JobResults::instance().post(shared_from_this());
    m_ended = true;
    m_endCame.notify_all();
    if (m_place == JobPlace::OwnThread)
        --ownThreads;
}

} // namespace ws
