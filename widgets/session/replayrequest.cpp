#include "widgets/session/replayrequest.h"

#include <algorithm>

namespace ws {

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
    cancel();
    m_context = &context;
    m_done = std::move(done);
    m_wantedSteps.ask(context.cache(), StepsKey{{}, context.stepSource()},
                      [this](const auto &steps) { askModel(steps ? *steps : std::make_shared<const Steps>()); });
}

void ReplayRequest::askModel(std::shared_ptr<const Steps> steps)
{
    m_wantedModel.ask(m_context->cache(), ReplayModelKey{{}, std::move(steps)}, [this](const auto &model) {
        if (!model)
            return std::exchange(m_done, nullptr)(model.error());
        ReplayedKey key{{}, *model, {}};
        if (const auto step = m_context->focus().step) {
            const auto &numbers = (*model)->stepNumbers;
            const auto at = std::ranges::find(numbers, *step + 1);
            if (at == numbers.end() || (*model)->isWhole)
                m_problem = tr("Of the whole recording: of step %1 alone there is nothing to replay.").arg(*step + 1);
            else
                key.step = uint32_t(at - numbers.begin());
        }
        m_wanted.ask(m_context->cache(), key,
                     [this](const auto &replayed) { std::exchange(m_done, nullptr)(replayed); });
    });
}

void ReplayRequest::cancel()
{
    m_done = nullptr;
    m_problem.clear();
    m_wantedSteps.cancel();
    m_wantedModel.cancel();
    m_wanted.cancel();
}

} // namespace ws
