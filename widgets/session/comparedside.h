#pragma once
// What comparisons need of one open run, made from the analyses that its cache has or makes now. It is kept with the
// run, so comparing it with another one computes nothing of it again.

#include "core/analysis/compare/comparedrun.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/runcontext.h"

#include <QString>

#include <functional>
#include <memory>

namespace ws {

/// One side of a comparison, without a label.
struct ComparedRunKey : DerivedKey
{
    using Value = ComparedRun;
    int phase = -1;          ///< of the file; -1: the whole
    std::vector<int> tables; ///< empty: all
    std::shared_ptr<const Steps> steps;
    std::shared_ptr<const Gaps> gaps; ///< null without GPU work
    std::shared_ptr<const std::vector<TrustFinding>> trust;
    bool operator==(const ComparedRunKey &) const = default;
    std::optional<ComparedRun> make(const RunPtr &run, const Progress &progress) const
    {
        const auto made = comparedRun({run, phase, tables, {}}, {steps, gaps, nullptr, trust}, &progress);
        return made ? std::optional(*made) : std::nullopt;
    }
};

/// A request of a view, which lives in the view.
class ComparedSide
{
public:
    using Answer = Result<std::shared_ptr<const ComparedRun>>;
    using Done = std::function<void(const Answer &)>;

    /// The part that the context stands for (ShownPart). Calls `done` once, at once if everything is known.
    void ask(RunContext &context, const QString &label, Done done);
    void cancel();

private:
    template <class Key, class Value>
    void askFor(CacheRequest<Key> &request, std::shared_ptr<const Value> &result, RunCache &cache);
    void askRun(RunContext &context);

    CacheRequest<StepsKey> m_wantedSteps;
    CacheRequest<GapsKey> m_wantedGaps;
    CacheRequest<TrustKey> m_wantedTrust;
    CacheRequest<ComparedRunKey> m_wantedRun;
    std::shared_ptr<const Steps> m_steps;
    std::shared_ptr<const Gaps> m_gaps;
    std::shared_ptr<const std::vector<TrustFinding>> m_trust;
    QPointer<RunContext> m_context;
    QString m_label;
    Done m_done;
};

} // namespace ws
