#include "widgets/session/jobdocument.h"

#include <QFileInfo>

namespace ws {

JobDocument::JobDocument(QObject *parent) : QObject(parent)
{
    constexpr int pollMs = 200;
    m_poll.setInterval(pollMs);
    connect(&m_poll, &QTimer::timeout, this, &JobDocument::statusChanged);
}

JobDocument::~JobDocument()
{
    stop();
}

/// A load has to be told; dropping the job would leave it at work.
void JobDocument::stop()
{
    if (m_reading)
        m_reading->progress.cancel();
    m_load.cancel();
    m_poll.stop();
}

void JobDocument::open(const QStringList &named, const StageMapping &mapping)
{
    start(named, [named, mapping](Reading &reading) {
        const auto began = [&](const QString &file) {
            const std::lock_guard lock(reading.mutex);
            reading.file = file;
        };
        return loadJob(named, mapping, reading.progress, began);
    });
}

void JobDocument::open(const RunPtr &run, const StageMapping &mapping)
{
    start({run->info.stamp.path}, [run, mapping](Reading &reading) -> std::optional<JobSources> {
        auto ranks = digestsOf(*run, mapping, &reading.progress);
        return ranks ? std::optional(JobSources{std::move(*ranks), {}, {}}) : std::nullopt;
    });
}

void JobDocument::start(const QStringList &named, Load load)
{
    stop();
    m_named = named;
    m_reading = std::make_shared<Reading>();
    m_poll.start();
    m_load.start(
        [load = std::move(load), reading = m_reading](const Progress &) -> Result<Loaded> {
            auto sources = load(*reading);
            auto job =
                sources && !sources->ranks.empty() ? makeRankJob(sources->ranks, &reading->progress) : std::nullopt;
            if (reading->progress.isCancelled())
                return Error{ErrorKind::Cancelled, {}, {}, -1};
            return Loaded{job ? std::make_shared<const RankJob>(std::move(*job)) : nullptr,
                          std::move(sources->failures)};
        },
        [this](const auto &loaded) {
            m_poll.stop();
            if (!loaded) {
                emit statusChanged();
                emit failed(loaded.error());
                return;
            }
            const auto &failures = (*loaded)->failures;
            if ((*loaded)->job) {
                m_job = (*loaded)->job;
                m_failures = failures;
            } else { // the job before stays
                emit failed(failures.empty()
                                ? Error{ErrorKind::NotFound, tr("no rank of a job is in it"), m_named.value(0), -1}
                                : failures.front());
            }
            emit statusChanged();
            emit changed();
        },
        JobPlace::OwnThread);
    emit statusChanged();
}

void JobDocument::close()
{
    stop();
    m_job.reset();
    m_failures.clear();
    m_named.clear();
    emit statusChanged();
    emit changed();
}

QString JobDocument::status() const
{
    if (!isLoading() || !m_reading)
        return {};
    const std::lock_guard lock(m_reading->mutex);
    return m_reading->file.isEmpty() ? tr("Reading the job …")
                                     : tr("Reading %1 …").arg(QFileInfo(m_reading->file).fileName());
}

} // namespace ws
