#include "widgets/panels/overview/overviewpanel.h"

#include "core/base/format.h"
#include "core/report/replayreport.h"
#include "widgets/panels/overview/overviewpage.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/scopetext.h"
#include "widgets/toolkit/theme.h"

#include <QMenu>

namespace ws {

OverviewPanel::OverviewPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_page(new OverviewPage(this))
{
    setContent(m_page);
    connect(pane, &Pane::runChanged, this, [this] {
        cancelWanted();
        m_page->clear();
    });
    connect(pane, &Pane::runChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::classesChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::coloursChanged, this, [this] {
        if (m_page->shown())
            refreshLater();
    });
    connect(pane, &Pane::runChanged, this, &OverviewPanel::showScope);
    connect(pane, &Pane::rangeChanged, this, &OverviewPanel::showScope);
    connect(pane, &Pane::focusChanged, this, [this] {
        showScope();
        if (chosenSteps(m_pane->context().focus()) != m_chosen)
            refreshLater();
    });
    showScope();
    connect(m_page, &OverviewPage::scopeActivated, this, [this] {
        m_pane->context().setRange(std::nullopt);
        if (!followsFocus())
            m_pane->context().setFocus({});
    });
    connect(m_page, &OverviewPage::placeActivated, this, &OverviewPanel::go);
    connect(m_page, &OverviewPage::whatIfActivated, this, [this](const QString &edit) {
        if (m_page->shown() && m_page->shown()->run == m_pane->run())
            m_pane->context().askWhatIf(edit);
    });
    connect(m_page, &OverviewPage::kernelMenuRequested, this, &OverviewPanel::showKernelMenu);
    connect(m_page, &OverviewPage::phasesActivated, this, &OverviewPanel::phasesRequested);
    refresh();
}

void OverviewPanel::cancelWanted()
{
    m_wanted.cancel();
    m_wantedSteps.cancel();
    m_wantedWins.cancel();
}

void OverviewPanel::refresh()
{
    cancelWanted();
    if (!m_pane->run())
        return showEmpty(tr("Open a trace or a table to see what it says first."));
    if (!m_page->shown())
        showEmpty(tr("Looking where the time goes …"));
    m_chosen = chosenSteps(m_pane->context().focus());
    m_wanted.ask(
        m_pane->context(),
        [this](const auto &overview) { overview ? present(*overview) : showError(overview.error()); }, m_chosen);
}

/// A step or phase that is the unit of the page; one without GPU work cannot be.
bool OverviewPanel::followsFocus() const
{
    const ChosenSteps chosen = chosenSteps(m_pane->context().focus());
    if (!m_pane->context().focus() || (chosen && chosen != m_shownOf)) // what is shown soon
        return true;
    return chosen && m_page->shown() && m_page->shown()->isOfChosen;
}

/// What is in force and the page is not of.
void OverviewPanel::showScope()
{
    const RunContext &context = m_pane->context();
    const auto range = context.run() ? context.range() : std::nullopt;
    if (!range && followsFocus())
        return m_page->setScope({}, {});
    if (followsFocus())
        return m_page->setScope((context.focus()
                                     ? tr("This page is of the chosen steps, not of the range of %1 that is "
                                          "in force: a unit of work is judged as a whole.")
                                     : tr("This page is of the whole recording, not of the range of %1 that "
                                          "is in force: a unit of work is judged as a whole."))
                                    .arg(formatDuration(range->length())),
                                tr("Clear the range"));
    const QString title = shortTitle(context.focus());
    m_page->setScope(
        chosenSteps(context.focus())
            ? tr("This page is of the whole recording, not limited to “%1”: no GPU work belongs to it.").arg(title)
            : tr("This page is of the whole recording, not limited to “%1”: a unit of work is judged with "
                 "all of its work.")
                  .arg(title),
        tr("Show everything"));
}

void OverviewPanel::present(std::shared_ptr<const Overview> overview)
{
    m_shownOf = m_chosen;
    m_page->setOverview(std::move(overview), m_pane->context().colourOfName(), m_wanted.problem());
    showScope();
    showContent();
    askReplayed();
}

/// Empty: nothing is known. `bound`: of the finding, a share of its unit.
QString OverviewPanel::replayedText(const QString &edit, const ReplayedWins &wins, size_t at, double bound)
{
    if (!wins.ns[at] || wins.recordedNs <= 0)
        return {};
    const QString text = replayedWinText(*parseReplayEdit(edit), *wins.ns[at], wins.recordedNs, wins.steps);
    const bool isMore = double(*wins.ns[at]) / double(wins.recordedNs) > bound + 0.001;
    return isMore ? text + u' ' + tr("More than above, since it is of all of that, not of what this finding counts.")
                  : text;
}

/// After all that is in sight, and of recordings only whose graph is made in a moment.
void OverviewPanel::askReplayed()
{
    constexpr size_t mostActivities = 300'000;
    RunContext &context = m_pane->context();
    const QStringList edits = m_page->replayEdits();
    if (edits.isEmpty() || m_page->shown()->run != context.run() || context.run()->gpu.size() > mostActivities ||
        !mayReplay(*context.run()))
        return;
    m_wantedSteps.ask(context.cache(), StepsKey{{}, context.stepSource()}, [this, edits](const auto &steps) {
        const FindingWinsKey key{{}, steps ? *steps : std::make_shared<const Steps>(), edits};
        m_wantedWins.ask(
            m_pane->context().cache(), key,
            [this, edits](const auto &wins) {
                if (!wins || m_page->replayEdits() != edits)
                    return;
                QStringList texts;
                for (qsizetype e = 0; e < edits.size(); ++e)
                    texts << replayedText(edits[e], **wins, size_t(e), m_page->replayBounds()[size_t(e)]);
                m_page->setReplayed(texts);
            },
            JobPlace::Hidden);
    });
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
