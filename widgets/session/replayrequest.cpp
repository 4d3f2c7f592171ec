#include "widgets/session/replayrequest.h"

#include "core/base/format.h"
#include "core/io/remote/remotecache.h"
#include "core/readers/formats.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/session.h"

#include <QFileInfo>

#include <algorithm>

namespace ws {
namespace {

/// Where the ranks' files are, each once.
QStringList filesOf(const RankJob &job)
{
    QStringList files;
    for (const RankDigestPtr &digest : job.ranks) {
        const QString path = QString::fromStdString(digest->file);
        const auto remote = remotePath(path);
        files << (remote ? spoolOf(*remote) : path);
    }
    files.removeDuplicates();
    return files;
}

/// As the job numbers and calls it; a file that has changed since keeps its own.
void nameAsInJob(RankRun &rank, const RankJob &job)
{
    for (size_t r = 0; r < job.ranks.size(); ++r) {
        const RankDigest &known = *job.ranks[r];
        if (known.file != rank.digest->file || known.originNs != rank.digest->originNs ||
            known.activities != rank.digest->activities)
            continue;
        auto digest = std::make_shared<RankDigest>(*rank.digest);
        digest->rank = known.rank;
        digest->stage = known.stage;
        digest->host = known.host;
        rank.digest = std::move(digest);
        rank.label = job.labels[qsizetype(r)];
    }
}

} // namespace

std::optional<RankTraces> RankTracesKey::make(const RunPtr &, Progress &progress) const
{
    RankTraces traces;
    of->begun = 0;
    for (const QString &file : filesOf(*of->job)) {
        ++of->begun;
        if (!QFileInfo::exists(file))
            continue;
        const Result<RunPtr> run = loadRun(file, progress);
        if (progress.isCancelled())
            return std::nullopt;
        if (!run)
            traces.failures.push_back(run.error());
        else if (!addRanks(
                     *run, [&](const Run &one) { return findSteps(one, &progress); }, traces, &progress))
            return std::nullopt;
    }
    for (RankRun &rank : traces.ranks)
        nameAsInJob(rank, *of->job);
    return traces;
}

std::optional<Replayed> ReplayedKey::make(const RunPtr &, const Progress &progress) const
{
    auto replay = replayOf(model, step, &progress);
    if (!replay)
        return std::nullopt;
    Replayed made;
    made.targets = std::make_shared<EditTargets>();
    if (!replay->weights.duration.empty()) {
        made.of = pictureOf(*replay);
        made.before = pictureOf(*replay, made.of, model->graph.starts(), model->graph.durations(), replay->recordedNs);
    }
    if (replay->holds())
        made.excesses = rankExcesses(*replay);
    made.replay = std::move(*replay);
    return made;
}

void ReplayRequest::ask(RunContext &context, Done done)
{
    if (m_context == &context && m_wantedTraces.isWaiting()) { // gigabytes are not read from the begin again
        m_done = std::move(done);
        return;
    }
    cancel();
    m_context = &context;
    m_done = std::move(done);
    if (const auto *job = qobject_cast<const JobContext *>(&context)) {
        const auto take = [this, of = job->ranks()](const auto &traces) {
            if (!traces)
                return std::exchange(m_done, nullptr)(traces.error());
            sayMissing(*of, **traces);
            askModel({{}, nullptr, *traces});
        };
        return m_wantedTraces.ask(context.cache(), RankTracesKey{{}, job->ranks()}, take, JobPlace::OwnThread);
    }
    m_wantedSteps.ask(context.cache(), StepsKey{{}, context.stepSource()}, [this](const auto &steps) {
        askModel({{}, steps ? *steps : std::make_shared<const Steps>(), nullptr});
    });
}

void ReplayRequest::sayMissing(const JobRanks &of, const RankTraces &traces)
{
    const size_t all = of.job->ranks.size() + of.job->missingRanks, there = traces.ranks.size();
    if (there > 0 && there < all)
        m_problem = tr("%1 of the job's %2 ranks are replayed: of the others no trace can be read here, and digests "
                       "hold no calls. What these waited for them stays as it was.")
                        .arg(formatCount(int64_t(there)), formatCount(int64_t(all)));
}

QString ReplayRequest::reading() const
{
    const auto *job = qobject_cast<const JobContext *>(m_context.data());
    if (!job || !m_wantedTraces.isWaiting())
        return {};
    return tr("Reading the traces of the ranks: %1 of %2 …")
        .arg(formatCount(std::max(1, job->ranks()->begun.load())),
             formatCount(int64_t(filesOf(*job->ranks()->job).size())));
}

void ReplayRequest::askModel(const ReplayModelKey &key)
{
    m_wantedModel.ask(m_context->cache(), key, [this](const auto &model) {
        if (!model)
            return std::exchange(m_done, nullptr)(model.error());
        ReplayedKey wanted{{}, *model, {}};
        if (const auto step = m_context->focus().step) {
            const auto &numbers = (*model)->stepNumbers;
            const auto at = std::ranges::find(numbers, *step + 1);
            if (at == numbers.end() || (*model)->isWhole)
                m_problem = tr("Of the whole recording: of step %1 alone there is nothing to replay.").arg(*step + 1);
            else
                wanted.step = uint32_t(at - numbers.begin());
        }
        m_wanted.ask(m_context->cache(), wanted,
                     [this](const auto &replayed) { std::exchange(m_done, nullptr)(replayed); });
    });
}

void ReplayRequest::cancel()
{
    m_done = nullptr;
    m_problem.clear();
    m_wantedSteps.cancel();
    m_wantedTraces.cancel();
    m_wantedModel.cancel();
    m_wanted.cancel();
}

RunContext *contextOfJob(const Session &session, const JobDocument &document)
{
    if (!document.context())
        return nullptr;
    const RankJob &job = *document.job();
    const std::string &file = job.ranks.front()->file;
    const bool isOneFile = std::ranges::all_of(
        job.ranks, [&](const RankDigestPtr &digest) { return !digest->part.empty() && digest->file == file; });
    if (isOneFile)
        for (RunContext *context : session.contexts())
            if (context->run()->info.stamp.path == QString::fromStdString(file) && hasNamedRanks(*context->run()))
                return context;
    return document.context();
}

bool isOfActiveRun(const JobDocument &document, const Session &session)
{
    return document.job() && session.active() &&
           filesOf(*document.job()).contains(session.active()->run()->info.stamp.path);
}

ReplayPlace::ReplayPlace(Session *session, JobDocument *job, Of of, QObject *parent)
    : Pane(parent), m_session(session), m_job(job), m_of(of)
{
    connect(session, &Session::activeChanged, this, &ReplayPlace::followActive);
    connect(session, &Session::contextsChanged, this, &ReplayPlace::follow);
    connect(job, &JobDocument::changed, this, &ReplayPlace::follow);
    connect(job, &JobDocument::replayedChanged, this, &ReplayPlace::follow);
    for (const QObject *of : {static_cast<QObject *>(session), static_cast<QObject *>(job)})
        connect(of, &QObject::destroyed, this, [this] { disconnect(); }); // its contexts go next, and views with them
    connect(session->pane(), &Pane::whatIfAsked, this, [this] { chooseJob(false); });
    follow();
}

bool ReplayPlace::canChoose() const
{
    const RunContext *job = contextOfJob(*m_session, *m_job);
    return m_of == Of::Chosen && job && m_session->active() && job != m_session->active();
}

bool ReplayPlace::isOfJob() const
{
    return m_job->context() && &context() == contextOfJob(*m_session, *m_job);
}

void ReplayPlace::chooseJob(bool isOfJob)
{
    m_job->setReplayed(isOfJob);
}

QString ReplayPlace::jobName() const
{
    return m_job->name();
}

Pane *ReplayPlace::activeRun() const
{
    return m_session->pane();
}

/// A run that is none of the job's is asked about for its own sake.
void ReplayPlace::followActive()
{
    if (m_of == Of::Chosen && m_session->active() && m_job->job() && !isOfActiveRun(*m_job, *m_session))
        m_job->setReplayed(false);
    follow();
}

void ReplayPlace::follow()
{
    RunContext *job = contextOfJob(*m_session, *m_job), *run = m_session->active();
    show(m_of == Of::Job || !run || (canChoose() && m_job->isReplayed()) ? job : run);
    emit choiceChanged();
}

} // namespace ws
