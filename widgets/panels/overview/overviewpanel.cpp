#include "widgets/panels/overview/overviewpanel.h"

#include "widgets/panels/overview/overviewpage.h"
#include "widgets/session/kernelactions.h"
#include "widgets/toolkit/theme.h"

#include <QMenu>

namespace ws {

OverviewPanel::OverviewPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_page(new OverviewPage(this))
{
    setContent(m_page);
    connect(pane, &Pane::runChanged, this, [this] {
        m_wanted.cancel();
        m_page->clear();
    });
    connect(pane, &Pane::runChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::classesChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::coloursChanged, this, [this] {
        if (m_page->shown())
            refreshLater();
    });
    const auto showRange = [this] {
        const auto range = m_pane->run() ? m_pane->context().range() : std::nullopt;
        m_page->setRange(range ? range->length() : 0);
    };
    connect(pane, &Pane::runChanged, this, showRange);
    connect(pane, &Pane::rangeChanged, this, showRange);
    showRange();
    connect(m_page, &OverviewPage::wholeRunActivated, this, [this] { m_pane->context().setRange(std::nullopt); });
    connect(m_page, &OverviewPage::placeActivated, this, &OverviewPanel::go);
    connect(m_page, &OverviewPage::kernelMenuRequested, this, &OverviewPanel::showKernelMenu);
    connect(m_page, &OverviewPage::phasesActivated, this, &OverviewPanel::phasesRequested);
    refresh();
}

void OverviewPanel::refresh()
{
    m_wanted.cancel();
    if (!m_pane->run())
        return showEmpty(tr("Open a trace or a table to see what it says first."));
    if (!m_page->shown())
        showEmpty(tr("Looking where the time goes …"));
    m_wanted.ask(m_pane->context(),
                 [this](const auto &overview) { overview ? present(*overview) : showError(overview.error()); });
}

void OverviewPanel::present(std::shared_ptr<const Overview> overview)
{
    m_page->setOverview(std::move(overview), m_pane->context().colourOfName(), m_wanted.problem());
    showContent();
}

void OverviewPanel::showKernelMenu(EventRef instance, const QPoint &at)
{
    RunContext &context = m_pane->context();
    if (!m_page->shown() || m_page->shown()->run != context.run())
        return;
    auto *menu = new QMenu(this); // not modal: another file may open while it is shown
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_pane, &Pane::runChanged, menu, &QWidget::close);
    addKernelActions(*menu, {&context, context.run()->timeline.name(instance)});
    menu->popup(at);
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
