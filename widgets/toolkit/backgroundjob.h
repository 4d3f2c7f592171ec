#pragma once
// Work that would block the window, and the only way to give it to another thread. The newest request wins: starting
// again, or cancelling, stops the previous one and drops its result. The work takes its input by value
// (shared_ptr<const Run>, a range), checks Progress::isCancelled() and returns a Result; an exception, including out of
// memory, is the error. The answer comes in the GUI thread, never after the job is gone; the receiver shows an error in
// place of the value. Rejected: QtConcurrent with QFutureWatcher (it cannot raise or withdraw waiting work, and has its
// own exceptions), signals of a worker object (a class for every analysis).

#include "core/base/attempt.h"
#include "core/base/progress.h"

#include <QObject>
#include <QRunnable>
#include <QThreadPool>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace ws {

/// The threads of all background work. Not the global pool: QPainter fills large areas with its help and waits for it,
/// so painting would wait until an analysis is done.
QThreadPool *analysisPool();
/// Until no job runs or waits in it.
void waitForPool();

enum class JobPlace : uint8_t {
    Shown,     ///< the place of the result is visible
    Hidden,    ///< after all visible work
    OwnThread, ///< it may wait for a pipe or a disk, and must not block computations
};

/// Errors of jobs without a place for their result are reported here, for the window's message bar.
class JobErrors : public QObject
{
    Q_OBJECT
public:
    static JobErrors &instance(); ///< made in the GUI thread
    void report(const Error &error) { emit failed(error); }
    /// One sentence for the place of the result.
    static QString text(const Error &error);

signals:
    void failed(const ws::Error &error);
};

/// One start of a job: the state shared with its thread.
class JobTask : public QRunnable, public std::enable_shared_from_this<JobTask>
{
public:
    JobTask() { setAutoDelete(false); }

    Progress progress;
    std::function<void()> work;    ///< in the other thread; throws nothing
    std::function<void()> deliver; ///< in the GUI thread; null: not needed any more

    /// In the GUI thread, once. An error: no thread could be started; deliver() still follows.
    std::optional<Error> start(JobPlace place);
    void raise(); ///< before hidden work, if it has not begun
    void drop();  ///< nothing is delivered from here on
    /// False: it is still at work after that time.
    bool waitForEnd(std::chrono::milliseconds time);
    void run() override;

private:
    void end();

    std::shared_ptr<JobTask> m_self; ///< while it is in the pool
    std::atomic<bool> m_isDropped{false};
    JobPlace m_place = JobPlace::Shown;
    std::mutex m_mutex;
    std::condition_variable m_endCame;
    bool m_ended = false;
};

/// True while a job in a thread of its own runs, even without its owner: its data must not be destroyed.
bool anyOwnThreadWorks();

template <class T> class BackgroundJob
{
public:
    using Answer = Result<std::shared_ptr<const T>>;

    BackgroundJob() = default;
    BackgroundJob(const BackgroundJob &) = delete;
    BackgroundJob &operator=(const BackgroundJob &) = delete;
    ~BackgroundJob() { cancel(); }

    /// `work(Progress &)` gives a T or a shared_ptr<const T>, mostly as a Result or an optional (none:
    /// cancelled); `done(const Answer &)` is called once, unless another start or cancel() comes first, or the work
    /// itself says that it was cancelled.
    template <class Work, class Done> void start(Work work, Done done, JobPlace place = JobPlace::Shown)
    {
        cancel();
        const auto task = std::make_shared<JobTask>();
        const auto answer = std::make_shared<Answer>(Error{ErrorKind::Cancelled, {}, {}});
        task->work = [work = std::move(work), answer, &progress = task->progress] {
            *answer = answerOf(work, progress);
        };
        task->deliver = [this, answer, done = std::move(done)] {
            m_task.reset(); // `done` may start the job again, or destroy it
            if (*answer || answer->error().kind != ErrorKind::Cancelled)
                done(*answer);
        };
        m_task = task;
        if (const auto error = task->start(place))
            *answer = *error;
    }
    void cancel()
    {
        if (const auto task = std::move(m_task))
            task->drop();
    }
    void raise()
    {
        if (m_task)
            m_task->raise();
    }
    bool isRunning() const { return m_task != nullptr; }
    /// False: it is still at work after that time.
    bool waitForEnd(std::chrono::milliseconds time) { return !m_task || m_task->waitForEnd(time); }

    /// The same, synchronously.
    template <class Work> static Answer answerOf(const Work &work, Progress &progress)
    {
        return attempt([&] { return shared(attempt([&] { return work(progress); })); });
    }

private:
    static Answer shared(Result<T> &&result)
    {
        return result ? Answer(std::make_shared<const T>(std::move(*result))) : Answer(result.error());
    }
    static Answer shared(Result<std::shared_ptr<T>> &&result)
    {
        return result ? Answer(std::move(*result)) : Answer(result.error());
    }
    static Answer shared(Answer &&result) { return std::move(result); }

    std::shared_ptr<JobTask> m_task; ///< null: nothing is awaited
};

} // namespace ws
