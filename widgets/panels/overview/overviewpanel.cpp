#include "widgets/panels/overview/overviewpanel.h"

#include "widgets/panels/overview/overviewpage.h"
#include "widgets/toolkit/theme.h"

namespace ws {

bool OverviewKey::operator==(const OverviewKey &other) const
{
    const OverviewSources &a = sources, &b = other.sources;
    return a.run == b.run && a.steps == b.steps && a.unit == b.unit && a.gaps == b.gaps && a.trust == b.trust &&
           a.communication == b.communication && a.attribution == b.attribution && a.layers == b.layers;
}

OverviewPanel::OverviewPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_page(new OverviewPage(this))
{
    setContent(m_page);
    connect(pane, &Pane::runChanged, this, [this] {
        cancel();
        m_page->clear();
    });
    connect(pane, &Pane::runChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::classesChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::coloursChanged, this, [this] {
        if (m_page->shown())
            refreshLater();
    });
    connect(m_page, &OverviewPage::placeActivated, this, &OverviewPanel::go);
    refresh();
}

void OverviewPanel::cancel()
{
    m_wantedSteps.cancel();
    m_wantedWork.cancel();
    m_wantedGaps.cancel();
    m_wantedTrust.cancel();
    m_wantedAttribution.cancel();
    m_wanted.cancel();
    m_sources = {};
}

template <class Key, class Take> void OverviewPanel::ask(CacheRequest<Key> &request, const Key &key, Take take)
{
    request.ask(m_pane->context().cache(), key, [this, take](const auto &value) {
        if (!value)
            return showError(value.error());
        take(*value);
        this->take();
    });
}

void OverviewPanel::refresh()
{
    const RunPtr run = m_pane->run();
    cancel();
    if (!run)
        return showEmpty(tr("Open a trace or a table to see what it says first."));
    m_sources.run = run;
    const RunContext &context = m_pane->context();
    if (run->gpu.size() == 0)
        return take();
    if (!context.communication()) // the mapping is being applied, and tells what is communication
        return m_page->shown() ? void() : showEmpty(tr("Looking where the time goes …"));
    if (!m_page->shown())
        showEmpty(tr("Looking where the time goes …"));
    m_sources.communication = context.communication();
    ask(m_wantedSteps, StepsKey{{}, context.stepSource()}, [this](const auto &steps) {
        m_sources.steps = steps;
        if (steps->steps.empty())
            ask(m_wantedWork, RepeatedWorkKey{},
                [this](const auto &work) { m_sources.unit = std::shared_ptr<const WorkUnit>(work, &work->unit); });
    });
    ask(m_wantedGaps, GapsKey{}, [this](const auto &gaps) { m_sources.gaps = gaps; });
    ask(m_wantedTrust, TrustKey{}, [this](const auto &trust) { m_sources.trust = trust; });
    ask(m_wantedAttribution, AttributionKey{},
        [this](const auto &attribution) { m_sources.attribution = attribution; });
}

/// The last part has come.
void OverviewPanel::take()
{
    const OverviewSources &s = m_sources;
    if (s.run && s.run->gpu.size() &&
        (!s.steps || (s.steps->steps.empty() && !s.unit) || !s.gaps || !s.trust || !s.attribution))
        return;
    m_wanted.ask(m_pane->context().cache(), OverviewKey{{}, s}, [this](const auto &overview) {
        if (overview)
            present(*overview);
        else
            showError(overview.error());
    });
}

void OverviewPanel::present(std::shared_ptr<const Overview> overview)
{
    m_page->setOverview(std::move(overview), m_pane->context().colourOfName());
    showContent();
}

void OverviewPanel::go(const FindingPlace &place)
{
    RunContext &context = m_pane->context();
    if (!m_page->shown() || m_page->shown()->run != context.run())
        return;
    if (place.slice.valid())
        context.reveal(place.slice);
    if (place.range.length() > 0)
        context.showSpan(place.range);
}

} // namespace ws
