#include "widgets/session/jobdocument.h"

#include <QDir>

namespace ws {
namespace {

JobLoad::Read readerOf(const QStringList &named, const StageMapping &mapping)
{
    return [named, mapping](Progress &progress, const JobLoad::Began &began) {
        return loadJob(named, mapping, progress, began);
    };
}

RunPtr emptyRun(const QString &path)
{
    auto run = std::make_shared<Run>();
    run->info.stamp.path = path;
    return run;
}

} // namespace

JobContext::JobContext(const RankJobPtr &job, const QString &path, QObject *parent)
    : RunContext(emptyRun(path), parent), m_ranks(std::make_shared<const JobRanks>(job))
{
}

JobDocument::JobDocument(QObject *parent) : QObject(parent), m_load(new JobLoad(this)), m_loadBefore(new JobLoad(this))
{
    connect(m_load, &JobLoad::statusChanged, this, &JobDocument::statusChanged);
    connect(m_loadBefore, &JobLoad::statusChanged, this, &JobDocument::statusChanged);
}

void JobDocument::open(const QStringList &named, const StageMapping &mapping, Edits edits)
{
    start(named, readerOf(named, mapping), std::move(edits));
}

void JobDocument::open(const RunPtr &run, const StageMapping &mapping)
{
    start({run->info.stamp.path}, [run, mapping](Progress &progress, const JobLoad::Began &) {
        auto ranks = digestsOf(*run, mapping, &progress);
        return ranks ? std::optional(JobSources{std::move(*ranks), {}, {}, {}}) : std::nullopt;
    });
}

QString JobDocument::name() const
{
    return m_job && !m_named.isEmpty() ? QDir(m_named.front()).dirName() : QString();
}

void JobDocument::setRanks(std::vector<std::optional<int64_t>> numbers)
{
    if (!m_job || numbers.size() != m_job->ranks.size())
        return;
    JobSources sources = *m_sources;
    sources.ranks.clear();
    for (size_t rank = 0; rank < numbers.size(); ++rank) {
        auto digest = std::make_shared<RankDigest>(*m_job->ranks[rank]);
        digest->rank = numbers[rank];
        sources.ranks.push_back(std::move(digest));
    }
    start(m_named,
          [sources = std::move(sources)](Progress &, const JobLoad::Began &) { return std::optional(sources); });
}

void JobDocument::start(const QStringList &named, JobLoad::Read read, Edits edits)
{
    m_load->start(std::move(read), [this, named, edits](const Result<JobLoad::Loaded> &loaded) {
        if (hasFailed(named, loaded)) // the job before stays
            return;
        const QStringList before = std::exchange(m_named, named);
        m_job = loaded->job;
        m_sources = loaded->sources;
        m_compared = m_before ? compareJobs(m_before, m_job) : nullptr;
        renewContext(before, edits);
        emit changed();
    });
}

/// What shows the one before goes on to the new one when it hears of the change.
void JobDocument::renewContext(const QStringList &namedBefore, Edits edits)
{
    JobContext *before = m_context;
    m_context = m_job ? new JobContext(m_job, m_named.value(0), this) : nullptr;
    const bool isSame = before && m_context && namedBefore == m_named;
    if (isSame)
        m_context->takeOver(*before);
    else
        m_isReplayed = true;
    if (m_context && edits)
        m_context->setEdits(std::move(*edits));
    if (before) {
        before->cache().cancelAll();
        before->deleteLater();
    }
}

void JobDocument::setReplayed(bool replayed)
{
    if (std::exchange(m_isReplayed, replayed) != replayed)
        emit replayedChanged();
}

void JobDocument::compareWith(const QStringList &named, const StageMapping &mapping)
{
    m_loadBefore->start(readerOf(named, mapping), [this, named](const Result<JobLoad::Loaded> &loaded) {
        if (hasFailed(named, loaded))
            return;
        m_before = loaded->job;
        m_compared = m_job ? compareJobs(m_before, m_job) : nullptr;
        emit changed();
    });
}

void JobDocument::endComparison()
{
    m_loadBefore->stop();
    m_before.reset();
    m_compared.reset();
    emit statusChanged();
    emit changed();
}

bool JobDocument::hasFailed(const QStringList &named, const Result<JobLoad::Loaded> &loaded)
{
    if (!loaded)
        emit failed(loaded.error());
    else if (!loaded->job)
        emit failed(loaded->sources->failures.empty()
                        ? Error{ErrorKind::NotFound, tr("no rank of a job is in it"), named.value(0), -1}
                        : loaded->sources->failures.front());
    return !loaded || !loaded->job;
}

void JobDocument::close()
{
    m_load->stop();
    m_loadBefore->stop();
    m_job.reset();
    m_sources.reset();
    m_before.reset();
    m_compared.reset();
    renewContext(std::exchange(m_named, {}), {});
    emit statusChanged();
    emit changed();
}

QString JobDocument::status() const
{
    return m_load->isRunning() ? m_load->status() : m_loadBefore->status();
}

} // namespace ws
