#include "widgets/panels/comparison/comparisonpanel.h"

#include "core/model/job.h"
#include "core/model/runlabel.h"
#include "widgets/panels/comparison/comparisonfindings.h"
#include "widgets/panels/comparison/comparisonpage.h"
#include "widgets/panels/comparison/differencepane.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/userpeaks.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/theme.h"

#include <QAction>
#include <QSplitter>

namespace ws {
namespace {

constexpr int sideBySide = 1'000;             ///< px of width; in less the table stands below
constexpr int stacked = 340;                  ///< px of height; in less it has a tab beside the verdict
constexpr int ofVerdict = 400, ofTable = 600; ///< shares of the room

} // namespace

ComparisonPanel::ComparisonPanel(QWidget *parent)
    : PanelBase(parent), m_split(new QSplitter(this)), m_page(new ComparisonPage(this)),
      m_findings(new ComparisonFindings(this)), m_differences(new DifferencePane(this))
{
    m_split->addWidget(m_page);
    m_split->addWidget(m_differences);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 3);
    m_split->setSizes({ofVerdict, ofTable}); // stretch factors divide only what is left of the size hints
    m_split->setChildrenCollapsible(false);
    setContent(m_split);
    connect(m_page, &ComparisonPage::placesActivated, this, &ComparisonPanel::showPlaces);
    connect(m_differences, &DifferencePane::placesActivated, this, &ComparisonPanel::showPlaces);
    connect(m_differences, &DifferencePane::rowActivated, this, &ComparisonPanel::showRow);
    connect(m_differences, &DifferencePane::failed, this, &ComparisonPanel::showError);
    connect(m_differences, &DifferencePane::limitsWanted, this, &ComparisonPanel::askLimits);
    addKernelActions(m_differences->table(), [this] { return currentKernel(); });
    addUnitAction();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (m_pair)
            m_page->setComparison(std::shared_ptr<const Comparison>(m_pair, &m_pair->comparison));
        m_page->setFindings(m_findings);
        m_page->setForetold(m_foretold);
    });
    connect(m_findings, &ComparisonFindings::changed, m_page, [this] { m_page->setFindings(m_findings); });
    refresh();
}

/// Tables name no steps: somebody says which kernel runs once in each of them.
void ComparisonPanel::addUnitAction()
{
    auto *action = new QAction(tr("&Count as one token/step"), m_differences->table());
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this](bool on) {
        const DiffRow *row = m_differences->currentSum();
        m_unitKernel = on && row ? row->key : std::string();
        compare();
    });
    connect(m_differences->table(), &TablePane::menuRequested, action, [this, action] {
        const DiffRow *row = m_differences->currentSum();
        const bool areSums = m_pair && !m_pair->a->hasTimeline() && !m_pair->b->hasTimeline() &&
                             !m_pair->a->isLayerwise() && !m_pair->b->isLayerwise();
        action->setVisible(areSums);
        action->setEnabled(row != nullptr);
        action->setChecked(row && m_pair->comparison.counted.isKnown() &&
                           row->key == m_pair->comparison.counted.kernelA);
    });
    action->setVisible(false);
    m_differences->table()->addAction(action);
}

void ComparisonPanel::sayScopeOf(Pane *pane)
{
    setHeader(new ScopeLine(pane, WhyNotFollowed::any(tr("whole runs are compared")), this));
}

TablePane *ComparisonPanel::table() const
{
    return m_differences->table();
}

void ComparisonPanel::setRuns(RunContext *a, RunContext *b)
{
    if (m_sides[0].context == a && m_sides[1].context == b && (!a || m_pair || m_comparing.isRunning()))
        return;
    drop();
    m_sides[0].context = a;
    m_sides[1].context = b;
    for (RunContext *context : {a, b})
        if (context)
            connect(context, &QObject::destroyed, this, [this] { setRuns(nullptr, nullptr); });
    if (a)
        connect(a, &RunContext::editsChanged, this, &ComparisonPanel::foretell);
    refreshLater();
}

void ComparisonPanel::setOffer(const QString &text)
{
    if (text == m_offer)
        return;
    m_offer = text;
    if (!hasRuns())
        refreshLater();
}

void ComparisonPanel::drop()
{
    m_comparing.cancel();
    m_foretelling.cancel();
    m_replayOfA.reset();
    m_foretold.clear();
    m_findings->drop();
    for (Side &side : m_sides) {
        if (side.context)
            side.context->disconnect(this);
        side.wanted.cancel();
        side.wantedNames.cancel();
        side.wantedLimits.cancel();
        side.run.reset();
        side.limits.reset();
    }
    m_pair.reset();
    m_unitKernel.clear();
    m_page->clear();
    m_differences->clear();
}

void ComparisonPanel::refresh()
{
    if (m_pair)
        return;
    if (!m_sides[0].context || !m_sides[1].context)
        return showEmpty(
            tr("Drop a second file on the left or right half of the window, or choose File ▸ Compare With…, "
               "to see what changed from one run to the other."),
            m_offer);
    showEmpty(tr("Comparing …"));
    Job job;
    for (const Side &side : m_sides)
        job.add(side.context->run());
    const QStringList labels = labelsOf(job);
    const auto pathOf = [&](size_t i) { return m_sides[i].context->run()->info.stamp.path; };
    for (size_t i = 0; i < m_sides.size(); ++i) {
        const QString &part = m_sides[i].context->viewState<ShownPart>().name;
        const bool isHalf = !part.isEmpty() && pathOf(0) == pathOf(1); // the part tells them apart
        ask(m_sides[i], (isHalf ? runLabel(*m_sides[i].context->run()) : labels[static_cast<qsizetype>(i)]) +
                            (part.isEmpty() ? QString() : u'#' + part));
    }
}

void ComparisonPanel::ask(Side &side, const QString &label)
{
    if (side.context->run()->gpu.size())
        side.wantedNames.ask(side.context->cache(), ShortNamesKey{}, [this, &side](const auto &names) {
            m_differences->setNames(size_t(&side - m_sides.data()), names ? *names : nullptr); // or the full ones
        });
    side.wanted.ask(*side.context, label, [this, &side](const ComparedSide::Answer &run) {
        if (!run)
            return showError(run.error());
        side.run = *run;
        compare();
    });
}

void ComparisonPanel::compare()
{
    const auto &a = m_sides[0].run, &b = m_sides[1].run;
    if (!a || !b)
        return;
    m_comparing.start(
        [a, b, unit = m_unitKernel](const Progress &progress) { return compareRuns(a, b, &progress, unit); },
        [this](const auto &pair) { pair ? present(*pair) : showError(pair.error()); });
}

/// With the figures of each device as they are now; what fails stays unknown here, and the tab Limits says why.
void ComparisonPanel::askLimits()
{
    for (Side &side : m_sides)
        if (side.context)
            side.wantedLimits.ask(side.context->cache(), limitsKeyOf(*side.context), [this, &side](const auto &limits) {
                side.limits = limits ? *limits : nullptr;
                if (const auto &a = m_sides[0].limits, &b = m_sides[1].limits; a && b)
                    m_differences->setLimits({a, b});
            });
}

void ComparisonPanel::present(std::shared_ptr<const ComparedPair> pair)
{
    m_pair = std::move(pair);
    m_page->setComparison(std::shared_ptr<const Comparison>(m_pair, &m_pair->comparison));
    m_findings->ask({m_sides[0].context, m_sides[1].context}, m_pair);
    m_differences->setPair(m_pair);
    m_replayOfA.reset();
    m_foretold.clear();
    foretell();
    showContent();
}

/// Of the edits of A that are switched on; without any nothing is replayed.
void ComparisonPanel::foretell()
{
    m_foretelling.cancel();
    QStringList edits;
    if (m_pair && m_sides[0].context)
        for (const WhatIf &edit : m_sides[0].context->edits())
            if (edit.isOn)
                edits << edit.edit;
    if (edits.isEmpty()) {
        m_foretold.clear();
        return m_page->setForetold({});
    }
    m_foretelling.start(
        [pair = m_pair, known = m_replayOfA, edits](const Progress &progress) -> std::optional<ForetoldEdits> {
            ForetoldEdits made{known, {}};
            if (!made.replay) {
                auto replay = foretellingReplay(*pair, &progress);
                if (!replay)
                    return std::nullopt;
                made.replay = std::make_shared<const ForetellingReplay>(std::move(*replay));
            }
            made.lines = foretoldLines(foretold(*pair, *made.replay, edits));
            return made;
        },
        [this](const auto &made) {
            m_replayOfA = made ? (*made)->replay : nullptr;
            m_foretold = made ? (*made)->lines : QStringList(made.error().text());
            m_page->setForetold(m_foretold);
        });
}

void ComparisonPanel::showPlaces(EventRef a, EventRef b)
{
    const EventRef places[] = {a, b};
    for (size_t i = 0; i < m_sides.size(); ++i)
        if (RunContext *context = m_sides[i].context; context && places[i].valid())
            context->reveal(places[i]);
}

/// Both runs go to the row's first work or call and highlight what has its names.
void ComparisonPanel::showRow(const DiffRow &shown)
{
    showPlaces(shown.a.place, shown.b.place);
    const DiffSide *sides[] = {&shown.a, &shown.b};
    for (size_t i = 0; i < m_sides.size(); ++i) {
        RunContext *context = m_sides[i].context;
        if (!context || sides[i]->names.empty())
            continue;
        const RunPtr run = context->run();
        std::vector<uint8_t> names(run->strings.size());
        for (const StringId name : sides[i]->names)
            names[name] = 1;
        context->setHighlight({QString::fromStdString(shown.key), std::move(names), run.get()});
    }
}

/// In B, or in A where B has none of it.
KernelPlace ComparisonPanel::currentKernel() const
{
    const DiffRow *row = m_differences->currentKernel();
    const DiffSide *sides[] = {row ? &row->a : nullptr, row ? &row->b : nullptr};
    for (const size_t i : {1, 0})
        if (RunContext *context = m_sides[i].context; context && sides[i] && sides[i]->names.size() == 1)
            return {context, sides[i]->names.front()};
    return {};
}

void ComparisonPanel::resizeEvent(QResizeEvent *event)
{
    PanelBase::resizeEvent(event);
    const bool isWide = width() >= sideBySide, inTabs = !isWide && height() < stacked;
    const Qt::Orientation orientation = isWide ? Qt::Horizontal : Qt::Vertical;
    const bool wasInTabs = m_page->parentWidget() != m_split;
    if (inTabs == wasInTabs && orientation == m_split->orientation())
        return; // the sizes are those that somebody has chosen
    m_split->setOrientation(orientation);
    if (inTabs != wasInTabs)
        m_differences->setFront(inTabs ? m_page : nullptr, tr("Verdict"));
    if (inTabs)
        return;
    if (wasInTabs) {
        m_split->insertWidget(0, m_page);
        m_page->show();
    }
    m_split->setSizes({ofVerdict, ofTable});
}

} // namespace ws
