#pragma once
// Asks for the replay of a run: for its steps, the graph of the recording and the replay of the step in focus, each
// once for all views that show it.

#include "core/analysis/replay/replayanswer.h"
#include "core/analysis/replay/replaylane.h"
#include "core/base/translation.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/runcontext.h"

#include <QCoreApplication>

namespace ws {

struct ReplayModelKey : DerivedKey
{
    using Value = ReplayModel;
    static constexpr size_t maxKept = 1;    ///< it is large
    std::shared_ptr<const Steps> steps;     ///< of the run
    std::string language = textsLanguage(); ///< of what it says is missing
    bool operator==(const ReplayModelKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const
    {
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
    /// Why the step in focus is not followed; empty: it is.
    const QString &problem() const { return m_problem; }

private:
    void askModel(std::shared_ptr<const Steps> steps);

    QPointer<RunContext> m_context;
    Done m_done;
    QString m_problem;
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<ReplayModelKey> m_wantedModel; ///< requested when the steps are known
    CacheRequest<ReplayedKey> m_wanted;         ///< requested when the model is known
};

} // namespace ws
