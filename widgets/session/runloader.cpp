#include "widgets/session/runloader.h"

#include "core/base/loadpreview.h"
#include "core/readers/formats.h"

namespace ws {
namespace {

/// More than enough for a reader that notices the cancellation; with any other reader the user waits this long.
constexpr std::chrono::milliseconds patience(1000);

} // namespace

RunLoader::RunLoader(QString path, QObject *parent)
    : RunLoader(
          std::move(path), [](const QString &p, Progress &progress) { return loadRun(p, progress); }, parent)
{
}

RunLoader::RunLoader(QString path, Load load, QObject *parent)
    : QObject(parent), m_path(std::move(path)), m_load(std::move(load))
{
    m_progress->preview = std::make_shared<LoadPreview>();
}

RunLoader::~RunLoader()
{
    m_progress->cancel();
    m_job.waitForEnd(patience);
}

void RunLoader::start()
{
    const auto load = [path = m_path, load = std::move(m_load), progress = m_progress](const Progress &) {
        Result<RunPtr> run = load(path, *progress);
        if (progress->isCancelled() || (!run && run.error().kind == ErrorKind::Cancelled))
            run = RunPtr(); // frees a large run here, not in the GUI thread
        return run;
    };
    m_job.start(
        load, [this](const Result<RunPtr> &run) { finish(run); }, JobPlace::OwnThread);
}

/// The job continues until the reader notices: then it emits stopped().
void RunLoader::cancel()
{
    m_progress->cancel();
    if (!std::exchange(m_answered, true))
        emit cancelled();
}

/// A null run: cancelled.
void RunLoader::finish(const Result<RunPtr> &run)
{
    if (!std::exchange(m_answered, true)) {
        if (!run)
            emit failed(run.error());
        else if (*run)
            emit loaded(*run);
        else
            emit cancelled();
    }
    emit stopped();
}

} // namespace ws
