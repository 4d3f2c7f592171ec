#include "widgets/stages/chartcontrols.h"

#include "core/base/format.h"
#include "widgets/session/comparepair.h"
#include "widgets/stages/treemenus.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/theme.h"

#include "widgets/toolkit/wraplayout.h"
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace ws {

ChartControls::ChartControls(StageController *controller, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_layout(new WrapLayout(this))
{
    m_layout->setContentsMargins(8, 4, 8, 4);
    m_layout->setSpacing(4); // all of them stand in one line of a window of 800 px
    buildParts();
    buildBars();
    buildDrawing();
    m_scope = plainLabel(this);
    m_scope->setTextFormat(Qt::PlainText);
    m_scope->setForegroundRole(QPalette::PlaceholderText);
    m_scope->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_scope->setContentsMargins(4, 0, 0, 0);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_up, m_runs, m_level, m_parts, m_trees->phases(), m_trees->folding(), m_bars,
                                          m_max, m_pick, m_unit, m_threshold, m_top, m_sweep, m_showAll})
        m_layout->addWidget(widget);
    m_layout->addWidget(m_scope, 1);
}

void ChartControls::addButton(QToolButton *button)
{
    m_layout->addWidget(button);
}

/// The meaning of a segment.
void ChartControls::buildParts()
{
    m_up = new QToolButton(this);
    m_up->setToolTip(tr("Back to what this is a part of (Backspace)"));
    m_up->setAutoRaise(true);
    m_runs = new QComboBox(this);
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_runs->setAccessibleName(tr("Whose stages"));
    m_runs->setToolTip(tr("This run: the one that the other tabs show.\nA and B: the two runs of the comparison.\nAll "
                          "open runs: beside each other; Runs and totals… switches some of them off."));
    connect(m_runs, &QComboBox::activated, this,
            [this] { m_controller->chooseRuns(static_cast<StageRuns>(m_runs->currentData().toInt())); });
    m_level = new QComboBox(this);
    m_level->addItems({tr("Stages"), tr("Substages"), tr("Kernels")});
    m_level->setCurrentIndex(static_cast<int>(m_options.level));
    m_level->setAccessibleName(tr("What a segment stands for"));
    m_level->setToolTip(tr("What a part of a bar stands for. The mapping in the tool bar sorts kernels into stages."));
    m_parts = new QComboBox(this);
    m_parts->addItems({tr("Parts: kernels"), tr("Parts: modules")});
    m_parts->setAccessibleName(tr("What the profile's parts are"));
    m_parts->setToolTip(tr("Kernels, sorted by the mapping, or the modules that launched them."));
    connect(m_parts, &QComboBox::activated, this, [this](int parts) {
        m_options.level = parts ? ChartLevel::Kernels : ChartLevel::Substages; // no mapping covers modules
        m_options.path = {};
        TreeChoice trees = m_controller->trees();
        trees.parts = static_cast<TreeParts>(parts);
        m_controller->setTrees(trees);
    });
    m_trees = new TreeMenus(m_controller, &m_options, this);
    connect(m_trees, &TreeMenus::changed, this, &ChartControls::changed);
    connect(m_up, &QToolButton::clicked, this, &ChartControls::goUp);
    connect(m_level, &QComboBox::activated, this, [this](int level) {
        m_options.level = static_cast<ChartLevel>(level);
        m_options.path = {};
        emit changed();
    });
}

/// The meaning of a bar, and the choice among too many steps.
void ChartControls::buildBars()
{
    m_bars = new QComboBox(this);
    m_bars->addItems({tr("Bars: runs"), tr("Bars: steps"), tr("Bars: phases"), tr("Bars: ranks")});
    m_bars->setAccessibleName(tr("What a bar stands for"));
    m_bars->setToolTip(
        tr("Steps: GPU work by the step that launched it.\nPhases: all prefill, decode, mixed … steps of a "
           "run together.\nRanks: ranks of a job in several files, or the devices of one file."));
    m_max = new QSpinBox(this);
    m_max->setRange(1, 500);
    m_max->setValue(static_cast<int>(m_controller->bars().max));
    m_max->setPrefix(tr("at most "));
    m_max->setKeyboardTracking(false);
    m_max->setAccessibleName(tr("Maximum number of bars per run"));
    m_pick = new QComboBox(this);
    m_pick->addItems({tr("costliest"), tr("first"), tr("evenly spread")});
    m_pick->setAccessibleName(tr("Which bars are shown"));
    m_pick->setToolTip(tr("Which steps are drawn if there are more."));
    connect(m_bars, &QComboBox::activated, this, &ChartControls::chooseBars);
    connect(m_pick, &QComboBox::activated, this, &ChartControls::chooseBars);
    connect(m_max, &QSpinBox::valueChanged, this, &ChartControls::chooseBars);
}

/// Counting and drawing.
void ChartControls::buildDrawing()
{
    m_unit = new QComboBox(this);
    m_unit->addItems({tr("Time"), tr("100 %")});
    m_unit->setAccessibleName(tr("Bars show"));
    m_unit->setToolTip(tr("Times, or each part's share of its bar."));
    m_threshold = new QDoubleSpinBox(this);
    m_threshold->setRange(0, 50);
    m_threshold->setDecimals(1);
    m_threshold->setSingleStep(0.5);
    m_threshold->setValue(m_options.threshold * 100);
    m_threshold->setPrefix(tr("merge below "));
    m_threshold->setSuffix(tr(" %"));
    m_threshold->setAccessibleName(tr("Merge parts below"));
    m_threshold->setToolTip(tr("Parts below this share in every bar are drawn as one; the table lists them all."));
    m_top = new QSpinBox(this);
    m_top->setRange(1, 500);
    m_top->setValue(static_cast<int>(m_options.max));
    m_top->setPrefix(tr("largest "));
    m_top->setKeyboardTracking(false);
    m_top->setAccessibleName(tr("Maximum number of parts"));
    m_top->setToolTip(tr("The parts beyond the largest so many are drawn as one; the table lists them all."));
    m_sweep = new QComboBox(this);
    m_sweep->addItems({tr("Elapsed: automatic"), tr("Elapsed per device"), tr("Elapsed over all")});
    m_sweep->setAccessibleName(tr("How elapsed time is counted"));
    m_sweep->setToolTip(tr(
        "Work that overlaps earlier work counts only where it goes on alone.\nPer device: each GPU by itself, the GPUs "
        "added up; the default with several GPUs.\nOver all: as gputrc2graph does it, GPUs that work at the same time "
        "count once."));
    m_showAll = new QToolButton(this);
    m_showAll->setText(tr("Show all"));
    m_showAll->setToolTip(tr("Some parts or phases are hidden"));
    connect(m_unit, &QComboBox::activated, this, [this](int percent) {
        m_options.percent = percent == 1;
        emit changed();
    });
    connect(m_threshold, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
        m_options.threshold = percent / 100;
        emit changed();
    });
    connect(m_top, &QSpinBox::valueChanged, this, [this](int most) {
        m_options.max = static_cast<size_t>(most);
        emit changed();
    });
    connect(m_sweep, &QComboBox::activated, this,
            [this](int choice) { m_controller->setSweep(static_cast<SweepChoice>(choice)); });
    connect(m_showAll, &QToolButton::clicked, this, [this] {
        m_options.hidden.clear();
        m_options.hiddenPhases.clear();
        emit changed();
    });
}

void ChartControls::chooseBars()
{
    m_controller->setBars({static_cast<BarsBy>(m_bars->currentIndex()), static_cast<BarPick>(m_pick->currentIndex()),
                           static_cast<size_t>(m_max->value())});
}

void ChartControls::setOptions(const ChartOptions &options)
{
    m_options = options;
    emit changed();
}

void ChartControls::drill(const ChartSegment &segment)
{
    if (segment.kind == ChartSegment::Other) { // the table and a lower threshold show its parts
        m_threshold->setValue(m_options.threshold > 0.001 ? m_options.threshold * 50 : 0);
        return;
    }
    if (segment.kind != ChartSegment::Part || !segment.key.name.empty())
        return;
    if (m_options.path.stage.empty())
        m_options.path.stage = segment.key.stage;
    else
        m_options.path.substage = segment.key.substage;
    emit changed();
}

void ChartControls::goUp()
{
    if (!m_options.path.substage.empty())
        m_options.path.substage.clear();
    else
        m_options.path = {};
    emit changed();
}

void ChartControls::toggleHidden(const ChartSegment &segment)
{
    if (!m_options.hidden.erase(segment.key))
        m_options.hidden.insert(segment.key);
    emit changed();
}

void ChartControls::hidePhase(const std::string &phase)
{
    m_options.hiddenPhases.insert(phase);
    emit changed();
}

/// A and B only where there is a comparison.
void ChartControls::showRuns()
{
    const size_t open = m_controller->runs().size();
    const bool hasPair = m_controller->session()->pair()->isSet();
    const QString all = tr("All open runs (%1)").arg(formatCount(int64_t(open)));
    if (m_runs->count() != (hasPair ? 3 : 2) || m_runs->itemText(m_runs->count() - 1) != all) { // else it may be open
        m_runs->clear();
        m_runs->addItem(tr("This run"), static_cast<int>(StageRuns::Active));
        if (hasPair)
            m_runs->addItem(tr("A and B"), static_cast<int>(StageRuns::Pair));
        m_runs->addItem(all, static_cast<int>(StageRuns::All));
    }
    m_runs->setCurrentIndex(m_runs->findData(static_cast<int>(m_controller->runsInForce())));
    m_runs->setVisible(open > 1);
}

bool ChartControls::hasTrees() const
{
    const std::vector<const StageRun *> runs = m_controller->shownRuns();
    return std::any_of(runs.begin(), runs.end(), [](const StageRun *run) { return !run->run->layerwise.empty(); });
}

bool ChartControls::showsModules() const
{
    return hasTrees() && m_controller->trees().parts == TreeParts::Modules;
}

void ChartControls::refresh()
{
    m_options.dark = Theme::instance().palette().isDark();
    m_options.bars = m_controller->bars().by;
    const StageKey &path = m_options.path;
    m_up->setVisible(!path.stage.empty());
    m_up->setText(path.substage.empty() ? tr("‹ All stages") : tr("‹ %1").arg(QString::fromStdString(path.stage)));
    m_level->setCurrentIndex(static_cast<int>(m_options.level));
    m_level->setVisible(path.stage.empty() && !showsModules());
    m_unit->setCurrentIndex(m_options.percent ? 1 : 0);
    m_parts->setVisible(hasTrees());
    m_parts->setCurrentIndex(static_cast<int>(m_controller->trees().parts));
    showRuns();
    const std::vector<const StageRun *> runs = m_controller->shownRuns();
    const bool hasTimes = runs.empty() || std::any_of(runs.begin(), runs.end(),
                                                      [](const StageRun *run) { return run->run->gpu.size() > 0; });
    const bool hasDevices =
        std::any_of(runs.begin(), runs.end(), [](const StageRun *run) { return run->run->gpu.devices.size() > 1; });
    m_sweep->setVisible(hasTimes && (hasDevices || m_controller->sweep() != SweepChoice::Automatic));
    m_bars->setVisible(hasTimes || m_options.bars != BarsBy::Run);
    m_bars->setCurrentIndex(static_cast<int>(m_options.bars));
    const bool tooMany = std::any_of(runs.begin(), runs.end(), [](const StageRun *run) {
        constexpr size_t few = 12; // fewer are not useful
        return run->state && ((run->state->bars && run->state->bars->all > few) || run->state->parts.size() > few);
    });
    const bool canPick = tooMany && m_options.bars == BarsBy::Step;
    m_max->setVisible(canPick);
    m_pick->setVisible(canPick);
    m_showAll->setVisible(!m_options.hidden.empty() || !m_options.hiddenPhases.empty());
    m_trees->refresh();
    const QSignalBlocker quiet(m_top);
    m_top->setValue(static_cast<int>(std::min<size_t>(m_options.max, 500)));
    m_top->setVisible(hasTrees() || m_options.level == ChartLevel::Kernels || !path.substage.empty());
}

void ChartControls::setScope(const QString &text)
{
    const std::vector<const StageRun *> runs = m_controller->shownRuns();
    const auto isLimited = [](const StageRun *run) { return run->context->range() || run->context->focus(); };
    const bool areSeveral = runs.size() != 1 || runs.front() != m_controller->current();
    const bool areWhole = std::ranges::none_of(runs, isLimited);
    const bool isOfAll = m_controller->isBusy() || !areSeveral;
    m_scopeText = isOfAll ? text : areWhole ? tr("Whole runs") : tr("Each run in its own range");
    m_scope->setToolTip(plainToolTip(m_scopeText));
    showScope();
}

/// Whole words, or nothing where the bar is crowded.
void ChartControls::showScope()
{
    constexpr int minWidth = 60;
    const int room = m_scope->contentsRect().width();
    m_scope->setText(room < minWidth ? QString()
                                     : m_scope->fontMetrics().elidedText(m_scopeText, Qt::ElideRight, room));
}

void ChartControls::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showScope();
}

} // namespace ws
