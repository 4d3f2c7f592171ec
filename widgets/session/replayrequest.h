#pragma once
// Asks for the replay of a run, or of all ranks of a job: for its steps or its ranks' traces, the graph of the
// recording and the replay of the step in focus, each once for all views that show it.

#include "core/analysis/replay/replayanswer.h"
#include "core/analysis/replay/replaylane.h"
#include "core/base/translation.h"
#include "core/session/jobsources.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/pane.h"

#include <QCoreApplication>

namespace ws {

class JobDocument;
class Session;
struct JobRanks;

/// Of a JobContext: the traces of its ranks, where they are.
struct RankTracesKey : DerivedKey
{
    using Value = RankTraces;
    static constexpr size_t maxKept = 1;
    std::shared_ptr<const JobRanks> of;
    bool operator==(const RankTracesKey &) const = default;
    std::optional<Value> make(const RunPtr &, Progress &progress) const;
};

struct ReplayModelKey : DerivedKey
{
    using Value = ReplayModel;
    static constexpr size_t maxKept = 1;      ///< it is large
    std::shared_ptr<const Steps> steps;       ///< of the run
    std::shared_ptr<const RankTraces> traces; ///< of a job; null: of the run
    std::string language = textsLanguage();   ///< of what it says is missing
    bool operator==(const ReplayModelKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const
    {
        if (traces)
            return tracesModel(*traces, &progress);
        return run->gpu.size() == 0 && hasNamedRanks(*run) ? jobModel(run, &progress)
                                                           : processModel(run, *steps, &progress);
    }
};

/// A replay with what the tab shows of the recording.
struct Replayed
{
    Replay replay;
    std::vector<RankExcess> excesses;
    PictureOf of;
    StepPicture before;
    std::shared_ptr<EditTargets> targets;
};
struct ReplayedKey : DerivedKey
{
    using Value = Replayed;
    static constexpr size_t maxKept = 2;      ///< of a step and of all
    std::shared_ptr<const ReplayModel> model; ///< of the run
    std::optional<uint32_t> step;
    bool operator==(const ReplayedKey &) const = default;
    std::optional<Value> make(const RunPtr &, const Progress &progress) const;
};

class ReplayRequest
{
    Q_DECLARE_TR_FUNCTIONS(ReplayRequest)
public:
    using Answer = Result<std::shared_ptr<const Replayed>>;
    using Done = std::function<void(const Answer &)>;

    /// Calls `done` once, perhaps at once; of the step in focus, else of all.
    void ask(RunContext &context, Done done);
    void cancel();
    /// What is not replayed as asked for: the step in focus, or some ranks; empty: all is.
    const QString &problem() const { return m_problem; }
    bool isWaiting() const { return m_done != nullptr; }
    /// How far the traces of a job are read; empty: none are being read.
    QString reading() const;

private:
    void askModel(const ReplayModelKey &key);
    void sayMissing(const JobRanks &of, const RankTraces &traces);

    QPointer<RunContext> m_context;
    Done m_done;
    QString m_problem;
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<RankTracesKey> m_wantedTraces; ///< of a job in place of steps
    CacheRequest<ReplayModelKey> m_wantedModel; ///< requested when these are known
    CacheRequest<ReplayedKey> m_wanted;         ///< requested when the model is known
};

/// What a replay of the job is kept in: its context, or that of the open run whose rows name the ranks. Null: no job.
RunContext *contextOfJob(const Session &session, const JobDocument &job);

/// The active run is of a file of the job's ranks.
bool isOfActiveRun(const JobDocument &job, const Session &session);

/// The place of a replay: the active run, or all ranks of the job, as the user chooses.
class ReplayPlace : public Pane
{
    Q_OBJECT
public:
    enum class Of : uint8_t { Chosen, Job };
    /// Both outlive it.
    ReplayPlace(Session *session, JobDocument *job, Of of, QObject *parent = nullptr);

    bool canChoose() const; ///< there are a run and a job
    bool isOfJob() const;
    void chooseJob(bool isOfJob);
    QString jobName() const;
    Pane *activeRun() const; ///< whose range and step a job does not follow

signals:
    void choiceChanged(); ///< or whether there is one

private:
    void follow();
    void followActive();

    Session *m_session;
    JobDocument *m_job;
    Of m_of;
};

} // namespace ws
