#include "widgets/session/runloader.h"

#include "core/base/texts.h"
#include "core/readers/formats.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ws {
namespace {

/// More than enough for a reader that notices the cancellation; with any other reader the user waits this long.
constexpr std::chrono::milliseconds patience(1000);
std::atomic<int> leftAlone = 0;

} // namespace

struct RunLoader::Work
{
    QString path;
    Load load;
    Progress progress;
    std::mutex mutex;
    std::condition_variable ended;
    RunLoader *listener = nullptr; ///< null: gone
    bool isRunning = false;

    void run(const std::shared_ptr<Work> &self);
    Result<RunPtr> result();
    void end(const std::shared_ptr<Result<RunPtr>> &result);
};

/// Readers answer with an error; this is for what one has forgotten.
Result<RunPtr> RunLoader::Work::result()
{
    try {
        return load(path, progress);
    } catch (const std::bad_alloc &) {
        return Error{ErrorKind::OutOfMemory, Core::tr("there is not enough memory for this file"), path};
    } catch (const std::exception &e) {
        return Error{ErrorKind::Unreadable, QString::fromUtf8(e.what()), path};
    }
}

void RunLoader::Work::run(const std::shared_ptr<Work> &self)
{
    isRunning = true;
    std::thread([self] {
        auto answer = std::make_shared<Result<RunPtr>>(self->result());
        if (self->progress.isCancelled())
            answer.reset(); // frees a large run here, not in the GUI thread
        self->end(answer);
    }).detach();
}

void RunLoader::Work::end(const std::shared_ptr<Result<RunPtr>> &result)
{
    std::lock_guard lock(mutex);
    isRunning = false;
    load = nullptr;
    if (!listener)
        --leftAlone;
    else
        QMetaObject::invokeMethod(
            listener, [to = listener, result] { to->finish(result); }, Qt::QueuedConnection);
    ended.notify_all();
}

RunLoader::RunLoader(QString path, QObject *parent)
    : RunLoader(
          std::move(path), [](const QString &p, Progress &progress) { return loadRun(p, progress); }, parent)
{
}

RunLoader::RunLoader(QString path, Load load, QObject *parent)
    : QObject(parent), m_path(std::move(path)), m_work(std::make_shared<Work>())
{
    m_work->path = m_path;
    m_work->load = std::move(load);
    m_work->listener = this;
}

RunLoader::~RunLoader()
{
    m_work->progress.cancel();
    std::unique_lock lock(m_work->mutex);
    if (!m_work->ended.wait_for(lock, patience, [this] { return !m_work->isRunning; }))
        ++leftAlone;
    m_work->listener = nullptr;
}

const Progress &RunLoader::progress() const
{
    return m_work->progress;
}

bool RunLoader::anyLeftAlone()
{
    return leftAlone > 0;
}

void RunLoader::start()
{
    try {
        m_work->run(m_work);
    } catch (const std::system_error &e) {
        m_work->end(
            std::make_shared<Result<RunPtr>>(Error{ErrorKind::OutOfMemory, QString::fromUtf8(e.what()), m_path}));
    }
}

void RunLoader::cancel()
{
    m_work->progress.cancel();
    if (std::exchange(m_answered, true))
        return;
    emit cancelled();
}

void RunLoader::finish(const std::shared_ptr<Result<RunPtr>> &result)
{
    if (!std::exchange(m_answered, true)) {
        if (!result || (!result->ok() && result->error().kind == ErrorKind::Cancelled))
            emit cancelled();
        else if (result->ok())
            emit loaded(result->value());
        else
            emit failed(result->error());
    }
    emit stopped();
}

} // namespace ws
