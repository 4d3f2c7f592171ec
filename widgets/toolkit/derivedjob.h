#pragma once
// A background analysis whose newest request wins: starting again cancels the previous one and drops its result. The
// work takes its input by value (shared_ptr<const Run>, a range) and checks Progress::isCancelled(); the result arrives
// in the GUI thread, never after the job object is gone.

#include "core/base/attempt.h"
#include "core/base/progress.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QtConcurrentRun>

#include <functional>
#include <memory>

namespace ws {

/// The threads of all background analyses. Not the global pool: QPainter fills large areas with it and waits, so
/// painting would wait until an analysis is done.
QThreadPool *analysisPool();

/// Reports failed jobs: out of memory in a worker, or any other exception, becomes an error and reaches the user
/// through the window's message bar.
class JobErrors : public QObject
{
    Q_OBJECT
public:
    static JobErrors &instance();    ///< made in the GUI thread
    void report(const Error &error); ///< from any thread; failed() comes in the GUI thread

signals:
    void failed(const ws::Error &error);
};

template <class T> class DerivedJob
{
public:
    using Result = std::shared_ptr<const T>;

    DerivedJob() = default;
    DerivedJob(const DerivedJob &) = delete;
    DerivedJob &operator=(const DerivedJob &) = delete;
    ~DerivedJob() { cancel(); }

    /// `work(Progress &) -> T` runs in the thread pool, `done(shared_ptr<const T>)` here, unless superseded.
    template <class Work, class Done> void start(Work work, Done done)
    {
        cancel();
        const auto progress = std::make_shared<Progress>();
        const uint64_t generation = ++m_generation;
        m_progress = progress;
        m_watcher = std::make_unique<QFutureWatcher<Result>>();
        QObject::connect(m_watcher.get(), &QFutureWatcherBase::finished, m_watcher.get(),
                         [this, generation, done = std::move(done)] { finish(generation, done); });
        m_watcher->setFuture(QtConcurrent::run(
            analysisPool(), [work = std::move(work), progress, &errors = JobErrors::instance()]() -> Result {
                if (progress->isCancelled())
                    return nullptr;
                const auto outcome =
                    attempt([&] { return std::shared_ptr<const T>(std::make_shared<const T>(work(*progress))); });
                if (!outcome && !progress->isCancelled())
                    errors.report(outcome.error());
                return outcome ? *outcome : nullptr;
            }));
    }
    void cancel()
    {
        ++m_generation;
        if (m_progress)
            m_progress->cancel();
        m_progress.reset();
        if (m_watcher) {
            m_watcher->disconnect();
            m_watcher.release()->deleteLater(); // may be called from its own signal
        }
    }
    bool isRunning() const { return m_progress != nullptr; }

private:
    template <class Done> void finish(uint64_t generation, const Done &done)
    {
        if (generation != m_generation)
            return;
        const Result result = m_watcher->result();
        m_progress.reset();
        if (result) {
            const auto call = done; // `done` may start the next job, which drops the watcher that owns it
            call(result);
        }
    }

    std::shared_ptr<Progress> m_progress;
    std::unique_ptr<QFutureWatcher<Result>> m_watcher;
    uint64_t m_generation = 0;
};

} // namespace ws
