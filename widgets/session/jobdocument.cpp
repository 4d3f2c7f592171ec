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

} // namespace

JobDocument::JobDocument(QObject *parent) : QObject(parent), m_load(new JobLoad(this)), m_loadBefore(new JobLoad(this))
{
    connect(m_load, &JobLoad::statusChanged, this, &JobDocument::statusChanged);
    connect(m_loadBefore, &JobLoad::statusChanged, this, &JobDocument::statusChanged);
}

void JobDocument::open(const QStringList &named, const StageMapping &mapping)
{
    start(named, readerOf(named, mapping));
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

void JobDocument::start(const QStringList &named, JobLoad::Read read)
{
    m_load->start(std::move(read), [this, named](const Result<JobLoad::Loaded> &loaded) {
        if (hasFailed(named, loaded)) // the job before stays
            return;
        m_named = named;
        m_job = loaded->job;
        m_sources = loaded->sources;
        m_compared = m_before ? compareJobs(m_before, m_job) : nullptr;
        emit changed();
    });
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
    m_named.clear();
    emit statusChanged();
    emit changed();
}

QString JobDocument::status() const
{
    return m_load->isRunning() ? m_load->status() : m_loadBefore->status();
}

} // namespace ws
