#include "widgets/stages/stagespanel.h"

#include "widgets/session/scopetext.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/runsdialog.h"
#include "widgets/stages/stagechart.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/theme.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace ws {
namespace {
constexpr int leastLabel = 130; ///< px of a part's name in the table
}

StagesPanel::StagesPanel(StageController *controller, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_pane(controller->session()->pane())
{
    m_refresh.setSingleShot(true);
    setMinimumWidth(360); // the bar's own minimum would hold the whole window wide
    m_refresh.setInterval(0);
    connect(&m_refresh, &QTimer::timeout, this, &StagesPanel::refresh);
    build();
    connect(controller, &StageController::changed, &m_refresh, qOverload<>(&QTimer::start));
    connect(controller, &StageController::jobsChanged, &m_refresh, qOverload<>(&QTimer::start));
    for (const auto change : {&Pane::runChanged, &Pane::rangeChanged, &Pane::focusChanged})
        connect(m_pane, change, &m_refresh, qOverload<>(&QTimer::start));
    connect(&Theme::instance(), &Theme::changed, &m_refresh, qOverload<>(&QTimer::start));
    refresh();
}

void StagesPanel::build()
{
    m_chart = new StageChart(this);
    m_pivot = new PivotModel;
    m_table = new TablePane(m_pivot, QStringLiteral("stages"), this);
    m_table->view()->setAccessibleName(tr("Stages"));
    m_table->view()->setSortingEnabled(false); // the chart's order; the total stays last
    m_table->proxy()->sort(-1);
    m_table->view()->horizontalHeader()->setSortIndicatorShown(false);
    m_table->view()->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    connect(m_table->view()->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column) { m_columnsAreTheUsers = m_columnsAreTheUsers || column >= PivotModel::FirstBar; });
    m_table->view()->setMinimumWidth(200);
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->addWidget(m_chart);
    m_splitter->addWidget(m_table);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 11);
    m_splitter->setStretchFactor(1, 9);
    buildStepAction();
    m_empty = new EmptyState({}, this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    buildBar(bar);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_stack, 1);

    connect(m_empty, &EmptyState::triggered, this, [this] { m_pane->context().showEverything(); });
    connect(m_chart, &StageChart::clicked, this, [this](size_t segment, size_t bar) {
        select(m_chart->data().segments[segment], m_chart->data().bars[bar].run);
    });
    connect(m_chart, &StageChart::doubleClicked, this,
            [this](size_t segment) { drill(m_chart->data().segments[segment]); });
    connect(m_chart, &StageChart::legendClicked, this,
            [this](size_t segment) { toggleHidden(m_chart->data().segments[segment]); });
    connect(m_chart, &StageChart::backgroundClicked, this, [this] { m_pane->context().clearHighlight(); });
    connect(m_chart, &StageChart::pressed, m_table->view(),
            [this] { m_table->view()->setFocus(Qt::MouseFocusReason); });
    connect(m_chart, &StageChart::barActivated, this,
            [this](size_t bar) { activateBar(ChartBar(m_chart->data().bars[bar])); });
    connect(m_chart, &StageChart::menuRequested, this,
            [this](std::optional<size_t> segment, std::optional<size_t> bar, const QPoint &at) {
                QMenu menu(this);
                fillMenu(menu, segment, bar);
                if (!menu.isEmpty())
                    menu.exec(at);
            });
    connect(m_table, &TablePane::activated, this, [this](int row) {
        if (const int segment = m_pivot->segmentOf(row); segment >= 0)
            drill(m_pivot->chart().segments[static_cast<size_t>(segment)]);
    });
    connect(m_table->view(), &QAbstractItemView::clicked, this, [this] {
        if (const int segment = m_pivot->segmentOf(m_table->currentRow()); segment >= 0)
            select(m_pivot->chart().segments[static_cast<size_t>(segment)], m_pane->run());
    });
}

/// The chart takes no focus, so what its bars lead to is reached by keys from the table's columns.
void StagesPanel::buildStepAction()
{
    m_showStep = new QAction(tr("Show in timeline"), m_table);
    m_showStep->setShortcut(Qt::CTRL | Qt::Key_Return);
    m_showStep->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(m_showStep);
    connect(m_showStep, &QAction::triggered, this, [this] {
        if (const ChartBar *bar = currentBar())
            activateBar(ChartBar(*bar));
    });
    connect(m_table->view()->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &StagesPanel::updateStepAction);
    updateStepAction();
}

void StagesPanel::buildBar(QHBoxLayout *bar)
{
    m_up = new QToolButton(this);
    m_up->setToolTip(tr("Back to what this is a part of (Backspace)"));
    m_up->setAutoRaise(true);
    m_level = new QComboBox(this);
    m_level->addItems({tr("Stages"), tr("Substages"), tr("Kernels")});
    m_level->setCurrentIndex(static_cast<int>(m_options.level));
    m_level->setAccessibleName(tr("What a segment stands for"));
    m_level->setToolTip(tr("What a part of a bar stands for. The mapping in the tool bar sorts kernels into stages."));
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
    buildBarChoice();
    m_sweep = new QComboBox(this);
    m_sweep->addItems({tr("Elapsed: automatic"), tr("Elapsed per device"), tr("Elapsed over all")});
    m_sweep->setAccessibleName(tr("How elapsed time is counted"));
    m_sweep->setToolTip(tr(
        "Work that overlaps earlier work counts only where it goes on alone.\nPer device: each GPU by itself, the GPUs "
        "added up; the default with several GPUs.\nOver all: as gputrc2graph does it, GPUs that work at the same time "
        "count once.\nWith one GPU both are the same."));
    m_showAll = new QToolButton(this);
    m_showAll->setText(tr("Show all"));
    m_showAll->setToolTip(tr("Some parts are hidden by clicks on the legend"));
    m_scope = plainLabel(this);
    m_scope->setForegroundRole(QPalette::PlaceholderText);
    m_scope->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *runs = new QToolButton(this);
    runs->setText(tr("Runs and totals …"));
    runs->setToolTip(tr("Which runs are shown, their names and mappings, and their time without profiler"));
    auto *exports = new QToolButton(this);
    exports->setText(tr("Export"));
    exports->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(exports);
    menu->addAction(tr("Chart as SVG, PDF or PNG …"), this, &StagesPanel::exportChartAs);
    menu->addAction(tr("Kernels with substages (result.csv) …"), this, &StagesPanel::exportResultCsv);
    menu->addAction(tr("Pivot as CSV …"), this, &StagesPanel::exportPivotCsv);
    menu->addAction(tr("Mapping with hits as CSV …"), this, &StagesPanel::exportMappingCsv);
    exports->setMenu(menu);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_up, m_level, m_parts, m_bars, m_most, m_pick, m_unit,
                                                            m_threshold, m_sweep, m_showAll})
        bar->addWidget(widget);
    bar->addWidget(m_scope, 1);
    bar->addWidget(runs);
    bar->addWidget(exports);

    connect(m_up, &QToolButton::clicked, this, &StagesPanel::goUp);
    connect(new QShortcut(Qt::Key_Backspace, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
            &QShortcut::activated, this, &StagesPanel::goUp);
    connect(m_level, &QComboBox::activated, this, [this](int level) {
        m_options.level = static_cast<ChartLevel>(level);
        m_options.path = {};
        refresh();
    });
    connect(m_unit, &QComboBox::activated, this, [this](int percent) {
        m_options.percent = percent == 1;
        refresh();
    });
    connect(m_threshold, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
        m_options.threshold = percent / 100;
        refresh();
    });
    connect(m_sweep, &QComboBox::activated, this,
            [this](int choice) { m_controller->setSweep(static_cast<SweepChoice>(choice)); });
    connect(m_showAll, &QToolButton::clicked, this, [this] {
        m_options.hidden.clear();
        refresh();
    });
    connect(runs, &QToolButton::clicked, this, [this] { showRunsDialog(m_controller, this); });
}

/// What a bar is, and which ones where there are too many steps.
void StagesPanel::buildBarChoice()
{
    m_bars = new QComboBox(this);
    m_bars->addItems({tr("Bars: runs"), tr("Bars: steps"), tr("Bars: phases"), tr("Bars: ranks")});
    m_bars->setAccessibleName(tr("What a bar stands for"));
    m_bars->setToolTip(
        tr("Steps: GPU work by the step that launched it.\nPhases: all prefill, decode, mixed … steps of a "
           "run together.\nRanks: ranks of a job in several files, or the devices of one file."));
    m_most = new QSpinBox(this);
    m_most->setRange(1, 500);
    m_most->setValue(static_cast<int>(m_controller->bars().most));
    m_most->setPrefix(tr("at most "));
    m_most->setKeyboardTracking(false);
    m_most->setAccessibleName(tr("Most bars of a run"));
    m_pick = new QComboBox(this);
    m_pick->addItems({tr("costliest"), tr("first"), tr("evenly spread")});
    m_pick->setAccessibleName(tr("Which bars are shown"));
    m_pick->setToolTip(tr("Which steps are drawn where there are more."));
    m_parts = new QComboBox(this);
    m_parts->addItems({tr("Parts: kernels"), tr("Parts: modules")});
    m_parts->setAccessibleName(tr("What the profile's parts are"));
    m_parts->setToolTip(tr("Kernels, sorted by the mapping, or the modules that launched them."));
    connect(m_parts, &QComboBox::activated, this, [this](int parts) {
        m_options.level = parts ? ChartLevel::Kernels : ChartLevel::Substages; // no mapping knows modules
        m_options.path = {};
        m_controller->setParts(static_cast<TreeParts>(parts));
    });
    connect(m_bars, &QComboBox::activated, this, &StagesPanel::chooseBars);
    connect(m_pick, &QComboBox::activated, this, &StagesPanel::chooseBars);
    connect(m_most, &QSpinBox::valueChanged, this, &StagesPanel::chooseBars);
}

void StagesPanel::chooseBars()
{
    m_controller->setBars({static_cast<BarsBy>(m_bars->currentIndex()), static_cast<BarPick>(m_pick->currentIndex()),
                           static_cast<size_t>(m_most->value())});
}

void StagesPanel::setOptions(const ChartOptions &options)
{
    m_options = options;
    refresh();
}

void StagesPanel::refresh()
{
    m_refresh.stop();
    m_options.dark = Theme::instance().palette().isDark();
    const std::vector<ChartSource> sources = chartSources(*m_controller);
    m_options.bars = m_controller->bars().by;
    ChartData data = chartData(sources, m_options);
    ChartOptions everything = m_options;
    everything.threshold = 0;
    everything.most = SIZE_MAX;
    everything.hidden.clear();
    fillTable(chartData(sources, everything));
    const bool isEmpty = data.segments.empty();
    m_chart->setData(std::move(data));
    m_stack->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_empty) : m_splitter);
    showControls();
    updateStepAction();
    takeWantedStep();
}

/// Columns come and go with runs and levels; their widths follow then, else they are the user's.
void StagesPanel::fillTable(ChartData data)
{
    const auto headings = [](const ChartData &chart) {
        QStringList labels;
        for (const ChartBar &bar : chart.bars)
            labels << bar.label;
        return labels;
    };
    const bool isOther = headings(data) != headings(m_pivot->chart());
    m_pivot->setData(std::move(data));
    if (!isOther)
        return;
    m_columnsAreTheUsers = false;
    fitColumns();
}

/// Names of bars are cut sooner than columns scroll out of sight.
void StagesPanel::fitColumns()
{
    if (m_columnsAreTheUsers)
        return;
    constexpr int least = 84, most = 220;
    QTableView *view = m_table->view();
    view->resizeColumnToContents(PivotModel::Stage);
    std::vector<int> wanted;
    const int names = view->columnWidth(PivotModel::Stage) + leastLabel;
    int all = names;
    for (int column = PivotModel::FirstBar; column < m_pivot->columnCount(); ++column) {
        wanted.push_back(std::clamp(view->horizontalHeader()->sectionSizeHint(column) + 4, least, most));
        all += wanted.back();
    }
    const bool hasRoom = all <= view->viewport()->width();
    const int share = (view->viewport()->width() - names) / std::max(1, static_cast<int>(wanted.size()));
    const int crowded = std::max(112, share);
    for (size_t i = 0; i < wanted.size(); ++i)
        view->setColumnWidth(PivotModel::FirstBar + static_cast<int>(i),
                             hasRoom ? wanted[i] : std::min(wanted[i], crowded));
    m_table->fitNames(leastLabel);
    m_columnsAreTheUsers = false; // that was not the user
}

void StagesPanel::showControls()
{
    const RunContext &context = m_pane->context();
    const StageKey &path = m_options.path;
    m_up->setVisible(!path.stage.empty());
    m_up->setText(tr("‹ All stages"));
    if (!path.substage.empty())
        m_up->setText(tr("‹ %1").arg(QString::fromStdString(path.stage)));
    m_level->setCurrentIndex(static_cast<int>(m_options.level));
    m_unit->setCurrentIndex(m_options.percent ? 1 : 0);
    m_bars->setCurrentIndex(static_cast<int>(m_controller->bars().by));
    const std::vector<const StageRun *> runs = m_controller->runs();
    const bool hasTrees =
        std::any_of(runs.begin(), runs.end(), [](const StageRun *shown) { return !shown->run->layerwise.empty(); });
    m_parts->setVisible(hasTrees);
    const bool hasTimes = runs.empty() || std::any_of(runs.begin(), runs.end(),
                                                      [](const StageRun *shown) { return shown->run->gpu.size() > 0; });
    m_sweep->setVisible(hasTimes); // nothing tells what overlaps
    m_bars->setVisible(hasTimes || m_controller->bars().by != BarsBy::Run);
    const bool modules = hasTrees && m_controller->parts() == TreeParts::Modules;
    m_level->setVisible(path.stage.empty() && !modules);
    m_parts->setCurrentIndex(static_cast<int>(m_controller->parts()));
    const bool tooMany = std::any_of(runs.begin(), runs.end(), [](const StageRun *shown) {
        constexpr size_t few = 12; // nobody asks for less
        return shown->state &&
               ((shown->state->bars && shown->state->bars->all > few) || shown->state->phases.size() > few);
    });
    const bool canPick = tooMany && m_controller->bars().by == BarsBy::Step;
    m_most->setVisible(canPick);
    m_pick->setVisible(canPick);
    m_showAll->setVisible(!m_options.hidden.empty());
    showScope();
    m_table->view()->setColumnHidden(PivotModel::Stage,
                                     !path.stage.empty() || modules || m_options.level == ChartLevel::Stages);
    m_table->fitNames(leastLabel);
    const StageRun *run = m_controller->current();
    const bool inRange = (context.range() || context.focus()) && run && run->state && run->state->names->size() > 0;
    m_empty->setSentence(!context.run()           ? tr("Open a trace to see how its GPU time divides into stages.")
                         : m_controller->isBusy() ? tr("Counting the GPU work of each stage …")
                         : inRange && context.focus()
                             ? tr("No GPU work of %1 in this range.").arg(context.focus().title)
                         : inRange ? tr("No GPU work in this range.")
                                   : tr("This file holds no GPU work, so there are no stages to show."));
    m_empty->setAction(inRange ? tr("Show the whole run") : QString());
}

/// Whole words or nothing where the bar is crowded.
void StagesPanel::showScope()
{
    const QString text = m_controller->isBusy() ? tr("Counting …") : focusedScopeText(m_pane->context());
    constexpr int leastWidth = 60;
    m_scope->setToolTip(plainToolTip(text));
    m_scope->setText(m_scope->width() < leastWidth
                         ? QString()
                         : m_scope->fontMetrics().elidedText(text, Qt::ElideRight, m_scope->width()));
}

void StagesPanel::select(const ChartSegment &segment, const RunPtr &run)
{
    if (segment.kind != ChartSegment::Part)
        return;
    if (RunContext *context = m_controller->session()->find(run)) {
        context->requestActivation();
        m_controller->highlight(segment.key, context);
    }
}

void StagesPanel::drill(const ChartSegment &segment)
{
    if (segment.kind == ChartSegment::Other) { // the table and a lower threshold tell what is in it
        m_threshold->setValue(m_options.threshold > 0.001 ? m_options.threshold * 50 : 0);
        return;
    }
    if (segment.kind != ChartSegment::Part || !segment.key.name.empty())
        return;
    if (m_options.path.stage.empty())
        m_options.path.stage = segment.key.stage;
    else
        m_options.path.substage = segment.key.substage;
    refresh();
}

void StagesPanel::goUp()
{
    if (!m_options.path.substage.empty())
        m_options.path.substage.clear();
    else
        m_options.path = {};
    refresh();
}

void StagesPanel::toggleHidden(const ChartSegment &segment)
{
    if (!m_options.hidden.erase(segment.key))
        m_options.hidden.insert(segment.key);
    refresh();
}

/// Beside each other in a wide panel, else the table below.
void StagesPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showScope();
    QTimer::singleShot(0, this, &StagesPanel::fitColumns);
    m_splitter->setOrientation(width() > height() ? Qt::Horizontal : Qt::Vertical);
}

void StagesPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_refresh.start();
}

} // namespace ws
