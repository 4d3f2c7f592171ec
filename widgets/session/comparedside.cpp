#include "widgets/session/comparedside.h"

#include "widgets/session/comparepair.h"

namespace ws {

template <class Key, class Value>
void ComparedSide::askFor(CacheRequest<Key> &request, std::shared_ptr<const Value> &result, RunCache &cache)
{
    request.ask(cache, Key{}, [this, &result](const auto &answer) {
        if (!m_context)
            return;
        if (!answer) {
            const Done done = std::exchange(m_done, nullptr);
            cancel();
            return done(answer.error());
        }
        result = *answer;
        if (m_steps && m_gaps && m_trust)
            askRun(*m_context);
    });
}

void ComparedSide::ask(RunContext &context, const QString &label, Done done)
{
    cancel();
    m_context = &context;
    m_label = label;
    m_done = std::move(done);
    if (context.run()->gpu.size() == 0) {
        m_steps = std::make_shared<const Steps>();
        return askRun(context);
    }
    RunCache &cache = context.cache();
    askFor(m_wantedSteps, m_steps, cache);
    if (m_done)
        askFor(m_wantedGaps, m_gaps, cache);
    if (m_done)
        askFor(m_wantedTrust, m_trust, cache);
}

void ComparedSide::askRun(RunContext &context)
{
    const auto &part = context.viewState<ShownPart>();
    m_wantedRun.ask(context.cache(), ComparedRunKey{{}, part.phase, part.tables, m_steps, m_gaps, m_trust},
                    [this](const auto &answer) {
                        const Done done = std::exchange(m_done, nullptr);
                        if (!answer)
                            return done(answer.error());
                        auto named = std::make_shared<ComparedRun>(**answer);
                        named->part.label = m_label;
                        done(Answer(std::shared_ptr<const ComparedRun>(std::move(named))));
                    });
}

void ComparedSide::cancel()
{
    m_wantedSteps.cancel();
    m_wantedGaps.cancel();
    m_wantedTrust.cancel();
    m_wantedRun.cancel();
    m_steps.reset();
    m_gaps.reset();
    m_trust.reset();
    m_context = nullptr;
    m_done = nullptr;
}

} // namespace ws
