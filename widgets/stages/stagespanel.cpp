#include "widgets/stages/stagespanel.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/scopetext.h"
#include "widgets/stages/chartcontrols.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/pivotpane.h"
#include "widgets/stages/runsdialog.h"
#include "widgets/stages/stagechart.h"
#include "widgets/stages/stepnavigator.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/theme.h"

#include <QAction>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace ws {

StagesPanel::StagesPanel(StageController *controller, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_pane(controller->session()->pane()), m_exports(controller, this),
      m_steps(new StepNavigator(controller, this))
{
    m_refresh.setSingleShot(true);
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

TablePane *StagesPanel::table() const
{
    return m_table;
}

const ChartOptions &StagesPanel::options() const
{
    return m_controls->options();
}

void StagesPanel::setOptions(const ChartOptions &options)
{
    m_controls->setOptions(options);
}

void StagesPanel::build()
{
    m_controls = new ChartControls(m_controller, this);
    buildButtons();
    m_chart = new StageChart(this);
    m_table = new PivotPane(this);
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->addWidget(m_chart);
    m_splitter->addWidget(m_table);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 11);
    m_splitter->setStretchFactor(1, 9);
    buildStepAction();
    addKernelActions(m_table, [this] {
        const ChartSegment *segment = m_table->segment(m_table->currentRow());
        return segment ? kernelNamed(&m_pane->context(), segment->key.name) : KernelPlace();
    });
    m_empty = new EmptyState({}, this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(m_stack, 1);
    connect(m_controls, &ChartControls::changed, this, &StagesPanel::refresh);
    connect(new QShortcut(Qt::Key_Backspace, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
            &QShortcut::activated, m_controls, &ChartControls::goUp);
    connect(m_empty, &EmptyState::triggered, this, [this] { m_pane->context().showEverything(); });
    connectChart();
}

void StagesPanel::buildButtons()
{
    auto *runs = new QToolButton(this);
    runs->setText(tr("Runs and totals…"));
    runs->setToolTip(tr("Which runs are shown, their names and mappings, and their time without profiler"));
    connect(runs, &QToolButton::clicked, this, [this] { showRunsDialog(m_controller, this); });
    auto *exports = new QToolButton(this);
    exports->setText(tr("Export"));
    exports->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(exports);
    menu->addAction(tr("Chart as SVG, PDF or PNG…"), this,
                    [this] { m_exports.saveChart(m_chart->data(), m_chart->size()); });
    menu->addAction(tr("Kernels with substages (result.csv)…"), this, [this] { m_exports.saveResult(); });
    menu->addAction(tr("Pivot as CSV…"), this, [this] { m_exports.savePivot(); });
    menu->addAction(tr("Chart and tables as a page (result.html)…"), this, [this] { m_exports.savePage(); });
    menu->addAction(tr("Mapping with hits as CSV…"), this, [this] { m_exports.saveMapping(); });
    exports->setMenu(menu);
    addActions(menu->actions()); // for those who look for commands
    m_controls->addButton(runs);
    m_controls->addButton(exports);
}

void StagesPanel::connectChart()
{
    const auto segment = [this](size_t i) { return m_chart->data().segments[i]; };
    connect(m_chart, &StageChart::clicked, this,
            [this, segment](size_t i, size_t bar) { select(segment(i), m_chart->data().bars[bar].run); });
    connect(m_chart, &StageChart::doubleClicked, m_controls,
            [this, segment](size_t i) { m_controls->drill(segment(i)); });
    connect(m_chart, &StageChart::legendClicked, m_controls,
            [this, segment](size_t i) { m_controls->toggleHidden(segment(i)); });
    connect(m_chart, &StageChart::backgroundClicked, this, [this] { m_pane->context().clearHighlight(); });
    connect(m_chart, &StageChart::pressed, m_table->view(),
            [this] { m_table->view()->setFocus(Qt::MouseFocusReason); });
    connect(m_chart, &StageChart::barActivated, this,
            [this](size_t bar) { m_steps->activate(ChartBar(m_chart->data().bars[bar])); });
    connect(m_chart, &StageChart::menuRequested, this,
            [this](std::optional<size_t> segment, std::optional<size_t> bar, const QPoint &at) {
                QMenu menu(this);
                fillMenu(menu, segment, bar);
                if (!menu.isEmpty())
                    menu.exec(at);
            });
    connect(m_table, &TablePane::optionalColumnShown, &m_refresh, qOverload<>(&QTimer::start));
    connect(m_pane, &Pane::captureChanged, &m_refresh, qOverload<>(&QTimer::start));
    connect(m_table, &TablePane::activated, this, [this](int row) {
        if (const ChartSegment *segment = m_table->segment(row))
            m_controls->drill(ChartSegment(*segment));
    });
    connect(m_table->view(), &QAbstractItemView::clicked, this, [this] {
        if (const ChartSegment *segment = m_table->segment(m_table->currentRow()))
            select(ChartSegment(*segment), m_pane->run());
    });
}

/// The chart takes no focus, so the table's columns offer the actions of its bars by keyboard.
void StagesPanel::buildStepAction()
{
    m_showStep = new QAction(tr("Show in timeline"), m_table);
    m_showStep->setShortcut(Qt::CTRL | Qt::Key_Return);
    m_showStep->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(m_showStep);
    connect(m_showStep, &QAction::triggered, this, [this] {
        if (const ChartBar *bar = m_table->currentBar())
            m_steps->activate(ChartBar(*bar));
    });
    connect(m_table->view()->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &StagesPanel::updateStepAction);
    updateStepAction();
}

void StagesPanel::updateStepAction()
{
    const ChartBar *bar = m_table->currentBar();
    const bool isStep = bar && bar->step != noStep;
    m_showStep->setVisible(isStep || (bar && !bar->phase.empty()));
    m_showStep->setText(isStep ? tr("Show step %1 in timeline").arg(bar->shortLabel)
                               : tr("Show next step of this phase"));
}

void StagesPanel::refresh()
{
    m_refresh.stop();
    m_controls->refresh();
    const ChartOptions &options = m_controls->options();
    const std::vector<ChartSource> sources = shownPhases(chartSources(*m_controller), options);
    ChartData data = chartData(sources, options);
    ChartOptions everything = options;
    everything.threshold = 0;
    everything.max = SIZE_MAX;
    everything.hidden.clear();
    askLimits(sources);
    std::vector<ChartSource> ofTable = sources;
    if (ofTable.size() == 1)
        ofTable.front().limits = m_limits;
    m_table->setData(chartData(ofTable, everything));
    m_table->showStages(options.path.stage.empty() && !m_controls->showsModules() &&
                        options.level != ChartLevel::Stages);
    const bool isEmpty = data.segments.empty();
    m_chart->setData(std::move(data));
    m_controls->setScope(m_controller->isBusy() ? tr("Counting …") : focusedScopeText(m_pane->context()));
    showEmpty();
    m_stack->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_empty) : m_splitter);
    updateStepAction();
    m_steps->takeWantedStep();
    markWantedPart();
}

/// What the rows reach of the device's limit, where somebody looks at it and the only bar is of this tab's run.
void StagesPanel::askLimits(const std::vector<ChartSource> &sources)
{
    const RunContext &context = m_pane->context();
    const bool isWanted = sources.size() == 1 && context.run() && sources.front().run == context.run() &&
                          sources.front().part.empty() && sources.front().step == noStep &&
                          sources.front().phase.empty() && sources.front().treePhase.empty() &&
                          context.run()->gpu.size() > 0 && m_table->isAnyShown("tflops", "bound_by");
    LimitsKey key;
    if (isWanted) {
        key = limitsKeyOf(context);
        key.range = context.range();
        key.only = context.focus().activities;
    }
    if (isWanted && m_limitsRun == context.run() && m_limitsKey == key)
        return; // known, or on its way
    m_wantedLimits.cancel();
    m_limits.reset();
    m_limitsRun = isWanted ? context.run() : nullptr;
    m_limitsKey = key;
    if (isWanted)
        m_wantedLimits.ask(m_pane->context().cache(), key, [this](const auto &limits) {
            if (limits) { // else the Limits tab says why
                m_limits = *limits;
                m_refresh.start();
            }
        });
}

void StagesPanel::showPart(const StageKey &key)
{
    ChartOptions options = m_controls->options();
    options.level = key.substage.empty() ? ChartLevel::Stages : ChartLevel::Substages;
    options.path = {};
    options.hidden.erase(key);
    m_controls->setOptions(options);
    m_wantedPart = key;
    m_refresh.start(); // the panel may be shown only then
}

void StagesPanel::markWantedPart()
{
    if (!m_wantedPart)
        return;
    for (int row = 0; row < m_table->model()->rowCount(); ++row)
        if (const ChartSegment *segment = m_table->segment(row); segment && segment->key == *m_wantedPart) {
            const QModelIndex index = m_table->proxy()->mapFromSource(m_table->model()->index(row, PivotModel::Label));
            m_wantedPart.reset();
            m_table->view()->setCurrentIndex(index);
            m_table->view()->scrollTo(index);
            return;
        }
}

/// Why there is no chart.
void StagesPanel::showEmpty()
{
    const RunContext &context = m_pane->context();
    const StageRun *run = m_controller->current();
    const std::vector<const StageRun *> shown = m_controller->shownRuns();
    const bool isOfOthers = context.run() && std::ranges::count(shown, run) == 0;
    const bool inRange =
        !isOfOthers && (context.range() || context.focus()) && run && run->state && run->state->names->size() > 0;
    const bool isOfFocus = inRange && context.focus() && !run->error && !m_controller->isBusy();
    const QString sentence = !context.run() ? tr("Open a trace to see how its GPU time divides into stages.")
                             : isOfOthers && shown.empty()      ? tr("All runs are switched off in Runs and totals…")
                             : !isOfOthers && run && run->error ? JobErrors::text(*run->error)
                             : m_controller->isBusy()           ? tr("Counting the GPU work of each stage …")
                             : isOfOthers ? tr("The runs that are chosen hold no GPU work in their ranges.")
                             : isOfFocus  ? tr("No GPU work of %1 in this range.")
                             : inRange    ? tr("No GPU work in this range.")
                             : rowsWithoutGpu(*context.run())
                                 ? noKnownGpu(*context.run())
                                 : tr("This file holds no GPU work, so there are no stages to show.");
    const bool hasWork = context.run() && context.run()->gpu.size() > 0;
    const QString said = hasWork ? forDevice(sentence, *context.run()) : sentence;
    m_empty->setSentence(isOfFocus ? said.arg(context.focus().title) : said);
    m_empty->setAction(inRange ? tr("Show the whole run") : QString());
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

void StagesPanel::fillMenu(QMenu &menu, std::optional<size_t> segment, std::optional<size_t> bar)
{
    if (bar)
        addBarActions(menu, m_chart->data().bars[*bar]);
    menu.addSeparator();
    if (segment)
        addSegmentActions(menu, *segment, bar);
}

void StagesPanel::addBarActions(QMenu &menu, const ChartBar &bar)
{
    m_steps->addActions(menu, bar);
    if (!bar.treePhase.empty() && m_chart->data().bars.size() > 1)
        menu.addAction(tr("Hide %1").arg(toText(bar.treePhase).replace(u'&', QLatin1String("&&"))), this,
                       [this, phase = bar.treePhase] { m_controls->hidePhase(phase); });
}

void StagesPanel::addSegmentActions(QMenu &menu, size_t segment, std::optional<size_t> bar)
{
    const ChartSegment part = m_chart->data().segments[segment]; // the chart may change before an action is chosen
    const RunPtr run = bar ? m_chart->data().bars[*bar].run : m_pane->run();
    constexpr int longest = 240; // px
    const QString name = elidedOnce(part.label, fontMetrics(), longest).replace(u'&', QLatin1String("&&"));
    if (part.kind == ChartSegment::Part) {
        menu.addAction(tr("Highlight %1 in the timeline").arg(name), this, [this, part, run] { select(part, run); });
        if (part.key.name.empty())
            menu.addAction(tr("Go into %1").arg(name), this, [this, part] { m_controls->drill(part); });
        addWhatIf(menu, whatIfOf(part.key, run));
    }
    menu.addAction((part.hidden ? tr("Show %1") : tr("Hide %1")).arg(name), this,
                   [this, part] { m_controls->toggleHidden(part); });
    if (const KernelPlace kernel = kernelNamed(m_controller->session()->find(run), part.key.name)) {
        menu.addSeparator();
        addKernelActions(menu, kernel);
    }
}

/// Edits know the stages of the default mapping alone.
WhatIfPlace StagesPanel::whatIfOf(const StageKey &key, const RunPtr &run) const
{
    const StageRun *of = m_controller->find(run);
    if (!of || of->own || !key.name.empty() || key.stage.empty() ||
        !(m_controller->document()->draft() == defaultMapping()))
        return {};
    const std::string stage = key.substage.empty() ? key.stage : key.stage + '/' + key.substage;
    return {m_controller->session()->find(run), QStringLiteral("stage:%1*0.5").arg(toText(stage))};
}

void StagesPanel::showStepOf(EventRef annotation)
{
    m_steps->showStepOf(annotation);
}

/// Side by side in a wide panel, else the table below.
void StagesPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    QTimer::singleShot(0, m_table, &PivotPane::fitBars);
    m_splitter->setOrientation(width() > height() ? Qt::Horizontal : Qt::Vertical);
}

void StagesPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_refresh.start();
}

} // namespace ws
