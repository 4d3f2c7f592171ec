#include "widgets/session/overviewrequest.h"

namespace ws {

bool OverviewKey::operator==(const OverviewKey &other) const
{
    const OverviewSources &a = sources, &b = other.sources;
    return a.run == b.run && a.steps == b.steps && a.unit == b.unit && a.gaps == b.gaps && a.trust == b.trust &&
           a.communication == b.communication && a.classes == b.classes && a.attribution == b.attribution &&
           a.layers == b.layers && a.chosen == b.chosen;
}

ChosenSteps chosenSteps(const Focus &focus)
{
    return focus ? ChosenSteps{focus.step.value_or(noStep), focus.step ? std::string() : focus.phase} : ChosenSteps();
}

void OverviewRequest::cancel()
{
    m_done = nullptr;
    m_wantedSteps.cancel();
    m_wantedWork.cancel();
    m_wantedGaps.cancel();
    m_wantedTrust.cancel();
    m_wantedAttribution.cancel();
    m_wanted.cancel();
    m_sources = {};
    m_problem.clear();
}

bool OverviewRequest::ask(RunContext &context, Done done, const ChosenSteps &chosen)
{
    cancel();
    m_context = &context;
    m_sources.run = context.run();
    m_done = std::move(done);
    if (m_sources.run->gpu.size() == 0) {
        take();
        return true;
    }
    if (!context.communication() && !context.classesError()) { // the mapping is being applied
        m_done = nullptr;
        return false;
    }
    if (!context.communication()) // the default mapping decides
        m_problem = tr("The stage mapping could not be applied, so the default one says what "
                       "is communication: %1")
                        .arg(context.classesError()->text());
    m_sources.communication = context.communication();
    m_sources.classes = context.classes();
    m_sources.chosen = chosen;
    askSteps(context.stepSource());
    askRest();
    return true;
}

template <class Key, class Take> void OverviewRequest::ask(CacheRequest<Key> &request, const Key &key, Take take)
{
    if (!m_context)
        return;
    request.ask(m_context->cache(), key, [this, take](const auto &value) {
        if (!value)
            return fail(value.error());
        take(*value);
        this->take();
    });
}

/// Where the chosen steps cannot be found, the usual ones take their place.
void OverviewRequest::askSteps(const StepSource &source)
{
    m_wantedSteps.ask(m_context->cache(), StepsKey{{}, source}, [this, source](const auto &steps) {
        if (!steps && source == StepSource())
            return fail(steps.error());
        if (!steps) {
            m_sources.chosen = {}; // they are of the others
            m_problem += (m_problem.isEmpty() ? QString() : QStringLiteral(" ")) +
                         tr("The steps are not the chosen ones: %1").arg(steps.error().text());
            return askSteps({});
        }
        m_sources.steps = *steps;
        if ((*steps)->steps.empty())
            ask(m_wantedWork, RepeatedWorkKey{},
                [this](const auto &work) { m_sources.unit = std::shared_ptr<const WorkUnit>(work, &work->unit); });
        take();
    });
}

void OverviewRequest::askRest()
{
    ask(m_wantedGaps, GapsKey{}, [this](const auto &gaps) { m_sources.gaps = gaps; });
    ask(m_wantedTrust, TrustKey{}, [this](const auto &trust) { m_sources.trust = trust; });
    ask(m_wantedAttribution, AttributionKey{},
        [this](const auto &attribution) { m_sources.attribution = attribution; });
}

void OverviewRequest::fail(const Error &error)
{
    const Done done = std::exchange(m_done, nullptr);
    cancel();
    if (done)
        done(Answer(error));
}

/// The last part has come.
void OverviewRequest::take()
{
    const OverviewSources &s = m_sources;
    if (!m_done || !m_context)
        return;
    if (s.run->gpu.size() && (!s.steps || (s.steps->steps.empty() && !s.unit) || !s.gaps || !s.trust || !s.attribution))
        return;
    m_wanted.ask(m_context->cache(), OverviewKey{{}, s}, [this](const auto &overview) {
        if (!overview)
            return fail(overview.error());
        if (const Done done = std::exchange(m_done, nullptr))
            done(Answer(*overview));
    });
}

} // namespace ws
