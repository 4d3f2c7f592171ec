#pragma once
// Asks for the overview of a run: for what other views need as well (steps, gaps, trust, modules), each once, then for
// the overview of it.

#include "core/report/overviewreport.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/runcontext.h"

#include <QCoreApplication>

namespace ws {

/// Of what the cache has already.
struct OverviewKey : DerivedKey
{
    using Value = Overview;
    OverviewSources sources;
    bool isKept() const { return !sources.chosen; }
    bool operator==(const OverviewKey &other) const;
    auto make(const RunPtr &, const Progress &progress) const { return makeOverview(sources, &progress); }
};

/// The steps that a focus from the step box stands for; none for any other one.
ChosenSteps chosenSteps(const Focus &focus);

class OverviewRequest
{
    Q_DECLARE_TR_FUNCTIONS(OverviewRequest)
public:
    using Answer = Result<std::shared_ptr<const Overview>>;
    using Done = std::function<void(const Answer &)>;

    /// Calls `done` once, perhaps at once. Without a mapping in force nothing happens (false): ask again when the
    /// classes of the context change.
    /// `chosen`: of the context's steps.
    bool ask(RunContext &context, Done done, const ChosenSteps &chosen = {});
    void cancel();
    /// Why steps or communication are not as the user chose them; empty: they are.
    const QString &problem() const { return m_problem; }

private:
    void askSteps(const StepSource &source);
    void askRest();
    void take();
    void fail(const Error &error);
    template <class Key, class Take> void ask(CacheRequest<Key> &request, const Key &key, Take take);

    QPointer<RunContext> m_context;
    Done m_done; ///< null: nothing is awaited
    QString m_problem;
    OverviewSources m_sources; ///< complete: all but the unit and the layers
    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<RepeatedWorkKey> m_wantedWork;
    CacheRequest<GapsKey> m_wantedGaps;
    CacheRequest<TrustKey> m_wantedTrust;
    CacheRequest<AttributionKey> m_wantedAttribution;
    CacheRequest<OverviewKey> m_wanted;
};

} // namespace ws
