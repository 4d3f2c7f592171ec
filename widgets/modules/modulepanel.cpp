#include "widgets/modules/modulepanel.h"

#include "core/analysis/slicecontext.h"
#include "core/base/format.h"
#include "core/model/devicewords.h"
#include "core/report/capturereport.h"
#include "widgets/modules/contextview.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/modules/moduletreeview.h"
#include "widgets/session/capturechooser.h"
#include "widgets/session/ruleaction.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/scopetext.h"
#include "widgets/session/userpeaks.h"
#include "widgets/toolkit/theme.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QSplitter>
#include <QToolButton>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

constexpr int byRepetition = 2; ///< entry of m_rule

/// The order of the tree is chosen for one run; others keep the tree's own.
struct TreeSort : ViewState
{
    int column = -1; ///< -1: none
    Qt::SortOrder order = Qt::DescendingOrder;
    std::unique_ptr<ViewState> carriedOver(const Run &, const Run &) const override
    {
        return std::make_unique<TreeSort>(*this);
    }
};

} // namespace

ModulePanel::ModulePanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_treePane(new ModuleTreePane(this))
{
    build();
    addActions();
    connect(pane, &Pane::runChanged, this, &ModulePanel::runChanged);
    connect(m_treePane->view()->header(), &QHeaderView::sortIndicatorChanged, this,
            [this](int column, Qt::SortOrder order) {
                auto &sort = m_pane->context().viewState<TreeSort>();
                sort.column = column;
                sort.order = order;
            });
    connect(pane, &Pane::stepSourceChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::rangeChanged, this, &PanelBase::refreshLater);
    connect(this, &PanelBase::emptyActionTriggered, this, [this] { m_pane->context().showEverything(); });
    connect(pane, &Pane::selectionChanged, this, &ModulePanel::selectionChanged);
    connect(pane, &Pane::coloursChanged, this, &ModulePanel::showColours);
    connect(pane, &Pane::focusChanged, this, [this] {
        m_focusJob.cancel();
        if (stepsInFocus() != m_only) // another row of this tree leaves it as it is
            refreshLater();
    });
    setHeader(new ScopeLine(pane, {{}, {}, {}, tr("its row is chosen here, among the others")}, this));
    connect(&Theme::instance(), &Theme::changed, this, &ModulePanel::showColours);
    for (QComboBox *chooser : {m_phase, m_view, m_merge, m_rule})
        connect(chooser, &QComboBox::currentIndexChanged, this, &ModulePanel::refresh);
    connect(m_treePane, &ModuleTreePane::selected, this, &ModulePanel::setFocus);
    connect(m_treePane, &ModuleTreePane::limitsShown, this, &ModulePanel::askLimits);
    connect(m_treePane, &ModuleTreePane::activated, this, &ModulePanel::showFirst);
    runChanged();
}

QComboBox *ModulePanel::addChooser(const QString &name, const QStringList &entries)
{
    auto *chooser = new QComboBox(this);
    chooser->addItems(entries);
    chooser->setAccessibleName(name);
    chooser->setToolTip(name);
    chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_treePane->bar()->insertWidget(m_treePane->bar()->count() - 5,
                                    chooser); // left of the stretch and the pane's own four widgets
    return chooser;
}

void ModulePanel::build()
{
    m_phase = addChooser(tr("Phase"), {});
    m_view = addChooser(tr("View"), {});
    m_merge = addChooser(tr("Rows"), {tr("One row per class"), tr("Each instance")});
    m_rule = addChooser(tr("Attribution"), {tr("All links"), tr("Own thread"), tr("By repetition")});
    m_rule->setItemData(0,
                        tr("GPU work belongs to the module around its launch; backward work to the forward module; "
                           "without a launch the operator decides"),
                        Qt::ToolTipRole);
    m_rule->setItemData(1, tr("Only what is launched inside a module's slice on the same thread"), Qt::ToolTipRole);
    m_rule->setItemData(byRepetition,
                        tr("Where modules are lost, in graphs and compiled code: layers inferred from names of "
                           "kernels that repeat"),
                        Qt::ToolTipRole);
    m_capture = new CaptureChooser(m_pane, this);
    m_treePane->bar()->insertWidget(m_treePane->bar()->count() - 5, m_capture);
    connect(m_pane, &Pane::captureChanged, this, &PanelBase::refreshLater);
    m_contextButton = new QToolButton(this);
    m_contextButton->setText(tr("Context"));
    m_contextButton->setCheckable(true);
    m_contextButton->setAutoRaise(true);
    m_contextButton->setToolTip(tr("Show the engine arguments of the profile"));
    m_treePane->bar()->insertWidget(m_treePane->bar()->count() - 5, m_contextButton);
    m_context = new ContextView(this);
    m_context->hide();
    connect(m_contextButton, &QToolButton::toggled, m_context, &QWidget::setVisible);
    auto *split = new QSplitter(this);
    split->addWidget(m_treePane);
    split->addWidget(m_context);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    setContent(split);
}

void ModulePanel::addActions()
{
    m_showSpan = new QAction(tr("Show its time in the timeline"), m_treePane);
    m_useSpan = new QAction(tr("Restrict the tables to its time"), m_treePane);
    const auto kernel = [this] {
        const ModuleTree *tree = m_treePane->model()->tree();
        const uint32_t node = m_treePane->currentNode();
        const bool isKernel = tree && node < tree->nodes.size() && tree->nodes[node].kind == ModuleNode::Kernel;
        return isKernel ? QString::fromStdString(tree->nodes[node].name) : QString();
    };
    QAction *rule = makeRuleAction(m_pane, m_treePane, kernel);
    auto *instances = new QAction(tr("All instances"), m_treePane);
    instances->setShortcut(Qt::Key_I);
    instances->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QAction *whatIf = whatIfAction(m_treePane, [this] { return whatIfOf(m_treePane->currentNode()); });
    m_treePane->addActions({m_showSpan, m_useSpan, instances, whatIf, rule});
    connect(m_treePane, &ModuleTreePane::selected, whatIf,
            [this, whatIf](uint32_t node) { whatIf->setEnabled(!whatIfOf(node).edit.isEmpty()); });
    connect(instances, &QAction::triggered, this, &ModulePanel::requestInstances);
    connect(m_treePane, &ModuleTreePane::selected, instances,
            [this, instances](uint32_t node) { instances->setEnabled(hasInstances(node)); });
    connect(m_treePane, &ModuleTreePane::selected, rule, [rule, kernel] { rule->setEnabled(!kernel().isEmpty()); });
    connect(m_showSpan, &QAction::triggered, this, [this] {
        if (const auto span = m_built ? spanOfRow(*m_run, *m_built, m_treePane->currentNode()) : std::nullopt)
            m_pane->context().showSpan(*span);
    });
    connect(m_useSpan, &QAction::triggered, this, [this] {
        if (const auto span = m_built ? spanOfRow(*m_run, *m_built, m_treePane->currentNode()) : std::nullopt)
            m_pane->context().setRange(span);
    });
}

/// A module's class or call, or a kernel below it: all of that name, wherever they are.
WhatIfPlace ModulePanel::whatIfOf(uint32_t node) const
{
    if (!m_built || !m_attribution || m_run != m_pane->run() || node >= m_built->tree.nodes.size())
        return {};
    const ModuleNode &row = m_built->tree.nodes[node];
    if (row.kind == ModuleNode::Unattributed)
        return {};
    if (row.kind == ModuleNode::Kernel) {
        const auto at = std::ranges::find(m_built->leaf, node); // the row's own name is made readable
        const auto activity = size_t(at - m_built->leaf.begin());
        if (at == m_built->leaf.end() || activity >= m_run->gpu.size())
            return {};
        return {&m_pane->context(), kernelEdit(m_run->text(m_run->gpu.name[activity]))};
    }
    return {&m_pane->context(), moduleEdit(row.detail.empty() ? row.name : row.detail)};
}

void ModulePanel::runChanged()
{
    const RunPtr run = m_pane->run();
    const bool layerwise = run && !run->layerwise.empty();
    for (QComboBox *chooser : {m_phase, m_view}) {
        const QSignalBlocker quiet(chooser);
        chooser->clear();
        chooser->setVisible(layerwise);
    }
    for (QWidget *chooser :
         {static_cast<QWidget *>(m_merge), static_cast<QWidget *>(m_rule), static_cast<QWidget *>(m_capture)})
        chooser->setVisible(run && !layerwise);
    m_contextButton->setVisible(layerwise);
    m_context->setVisible(layerwise && m_contextButton->isChecked());
    if (run != m_run) {
        cancelWanted();
        m_attribution.reset();
        m_built.reset();
        m_focusJob.cancel();
        m_treePane->setTree(nullptr, nullptr);
    }
    const TreeSort sort = m_pane->context().viewState<TreeSort>();
    m_treePane->view()->header()->setSortIndicator(sort.column, sort.order);
    if (layerwise) {
        const QSignalBlocker quietPhase(m_phase), quietView(m_view);
        for (const ModuleTree &tree : run->layerwise) {
            const QString phase = QString::fromStdString(tree.phase), view = QString::fromStdString(tree.view);
            if (m_phase->findText(phase) < 0)
                m_phase->addItem(phase);
            if (m_view->findText(view) < 0)
                m_view->addItem(view);
        }
        m_context->setContext(*run->info.header);
    }
    refreshLater();
}

void ModulePanel::cancelWanted()
{
    m_wantedAttribution.cancel();
    m_wanted.cancel();
    m_wantedCapture.cancel();
    m_wantedSteps.cancel();
    m_wantedLayers.cancel();
    m_wantedLimits.cancel();
}

void ModulePanel::showPhase(int tree)
{
    const RunPtr run = m_pane->run();
    if (!run || tree < 0 || static_cast<size_t>(tree) >= run->layerwise.size())
        return;
    m_phase->setCurrentText(QString::fromStdString(run->layerwise[static_cast<size_t>(tree)].phase));
}

void ModulePanel::refresh()
{
    const RunPtr run = m_pane->run();
    m_showSpan->setEnabled(run && run->layerwise.empty());
    m_useSpan->setEnabled(m_showSpan->isEnabled());
    if (!run || (run->layerwise.empty() && run->gpu.size() == 0)) {
        cancelWanted();
        m_treePane->setTree(nullptr, nullptr);
        showEmpty(run ? tr("This file holds neither GPU work nor a layerwise profile, so there are no "
                           "modules to list.")
                      : tr("Open a trace or a layerwise profile to see which layer costs what."));
    } else if (!run->layerwise.empty()) {
        showLayerwise(run);
    } else {
        startTrace();
    }
}

void ModulePanel::showLayerwise(const RunPtr &run)
{
    cancelWanted();
    m_run = run;
    m_built.reset();
    for (const ModuleTree &tree : run->layerwise) {
        if (QString::fromStdString(tree.phase) != m_phase->currentText() ||
            QString::fromStdString(tree.view) != m_view->currentText())
            continue;
        QString note = tr("%1 rows  ·  GPU time %2")
                           .arg(formatCount(static_cast<int64_t>(tree.nodes.size())), formatDuration(tree.totalNs));
        if (tree.runningSeqs >= 0)
            note += QStringLiteral("  ·  ") + tr("running sequences %1").arg(formatCount(tree.runningSeqs));
        m_treePane->setTree(std::shared_ptr<const ModuleTree>(run, &tree), std::make_shared<const NodeNames>(tree));
        m_treePane->setNote(note);
        showContent();
        return;
    }
    m_treePane->setTree(nullptr, nullptr);
    showEmpty(tr("This phase has no such view; choose another one."));
}

void ModulePanel::startTrace()
{
    m_only = stepsInFocus();
    const ModuleTreeOptions options{m_merge->currentIndex() == 1, m_pane->context().range(), m_only};
    m_wanted.cancel();
    m_wantedCapture.cancel();
    m_wantedLayers.cancel();
    RunCache &cache = m_pane->context().cache();
    if (m_rule->currentIndex() == byRepetition) {
        m_wantedAttribution.cancel();
        m_wantedSteps.ask(cache, StepsKey{{}, m_pane->context().stepSource()}, [this, options](const auto &steps) {
            if (!steps)
                return fail(steps.error());
            m_wantedLayers.ask(m_pane->context().cache(), LayerTreeKey{{}, *steps, options},
                               [this](const auto &tree) { tree ? showTrace(nullptr, *tree) : fail(tree.error()); });
        });
        return;
    }
    m_wantedSteps.cancel();
    const auto mode = m_rule->currentIndex() == 0 ? Attribution::Mode::All : Attribution::Mode::Stack;
    m_wantedAttribution.ask(cache, AttributionKey{{}, mode}, [this, options](const auto &attribution) {
        if (!attribution)
            return fail(attribution.error());
        const auto match = m_pane->context().capture().match;
        if (!match)
            return startTree(*attribution, options);
        m_wantedCapture.ask(m_pane->context().cache(), CapturedKey{{}, *attribution, match},
                            [this, options](const auto &captured) {
                                captured ? startTree(*captured, options) : fail(captured.error());
                            });
    });
}

/// The GPU work of the step or phase that the tree is limited to; null: it is not.
std::shared_ptr<const ActivitySet> ModulePanel::stepsInFocus() const
{
    const Focus &focus = m_pane->context().focus();
    return focus.step || !focus.phase.empty() ? focus.activities : nullptr;
}

void ModulePanel::startTree(const std::shared_ptr<const Attribution> &attribution, const ModuleTreeOptions &options)
{
    m_wanted.ask(m_pane->context().cache(), ModuleTreeKey{{}, attribution, options},
                 [this, attribution](const auto &tree) { tree ? showTrace(attribution, *tree) : fail(tree.error()); });
}

void ModulePanel::fail(const Error &error)
{
    m_built.reset();
    m_treePane->setTree(nullptr, nullptr);
    showError(error);
}

QString ModulePanel::traceNote(const ModuleTree &tree) const
{
    if (const CaptureMatch *match = m_attribution->capture())
        return captureText(*m_pane->run(), *match);
    if (!m_attribution->namesModules())
        return forDevice(tr("The trace holds no nn.Module calls: record it with with_stack=True. All GPU work, %1, "
                            "is listed under its reason."),
                         *m_pane->run())
            .arg(timeInScope(m_pane->context(), tree.totalNs));
    int64_t lost = 0;
    for (uint32_t row = 0; row < tree.rootCount; ++row)
        if (tree.nodes[row].kind == ModuleNode::Unattributed)
            lost += tree.nodes[row].totalNs;
    const double share =
        tree.totalNs ? static_cast<double>(tree.totalNs - lost) / static_cast<double>(tree.totalNs) : 0;
    return forDevice(tr("GPU work %1  ·  in modules %2  ·  %3 module calls in the trace"), *m_pane->run())
        .arg(timeInScope(m_pane->context(), tree.totalNs), formatPercent(share),
             formatCount(static_cast<int64_t>(m_attribution->modules().size())));
}

void ModulePanel::showTrace(std::shared_ptr<const Attribution> attribution, std::shared_ptr<const TraceTree> tree)
{
    m_run = m_pane->run();
    m_attribution = std::move(attribution);
    m_named = std::move(tree);
    m_built = {m_named, &m_named->built};
    m_treePane->setTree({m_named, &m_built->tree}, m_named->names);
    m_treePane->setNote((m_only ? focusedScopeText(m_pane->context()) : scopeText(m_pane->context())) +
                        QStringLiteral("  ·  ") + (m_attribution ? traceNote(m_built->tree) : m_named->note));
    showColours();
    askLimits();
    if (m_built->tree.nodes.empty())
        showEmpty(forDevice(m_only ? tr("No GPU work of %1 in this range.").arg(shortTitle(m_pane->context().focus()))
                                   : tr("No GPU work in this range."),
                            *m_pane->run()),
                  tr("Show the whole run"));
    else
        showContent();
    selectionChanged();
}

/// What the rows reach of the device's limit, each activity as a whole.
void ModulePanel::askLimits()
{
    m_wantedLimits.cancel();
    if (!m_built || m_run != m_pane->run() || !m_treePane->areLimitsShown())
        return;
    m_wantedLimits.ask(m_pane->context().cache(), limitsKeyOf(m_pane->context()), [this](const auto &limits) {
        if (limits && m_built) // else the Limits tab says why
            m_treePane->setLimits(limitsByNode(*m_run, **limits, m_built->tree, m_built->leaf));
    });
}

/// The row of GPU work or of an nn.Module call; UINT32_MAX: none.
uint32_t ModulePanel::rowOf(EventRef slice) const
{
    if (const auto activity = gpuIndexOf(*m_run, slice))
        return m_built->leaf[*activity];
    if (!m_attribution)
        return UINT32_MAX;
    const uint32_t call = m_attribution->modules().find(slice);
    return call == noSlice ? UINT32_MAX : m_built->call[call];
}

/// Shows the row of a selection made anywhere.
void ModulePanel::selectionChanged()
{
    const EventRef slice = m_pane->context().selection();
    if (!m_built || m_run != m_pane->run() || !slice.valid())
        return;
    if (const uint32_t row = rowOf(slice); row != UINT32_MAX)
        m_treePane->reveal(row);
}

/// Colours as in the timeline.
void ModulePanel::showColours()
{
    const ModuleTree *tree = m_treePane->model()->tree();
    if (!m_built || tree != &m_built->tree) // a layerwise profile's names are not names of the run
        return;
    const Palette &palette = Palette::current();
    const auto &mapped = m_pane->context().colourOfName();
    std::vector<QRgb> colours(tree->nodes.size());
    for (size_t row = 0; row < colours.size(); ++row) {
        if (m_named->sample[row] == UINT32_MAX)
            continue;
        const StringId name = m_run->gpu.name[m_named->sample[row]];
        colours[row] = name < mapped.size() && mapped[name]
                           ? mapped[name]
                           : palette.kernel(m_run->text(name), m_run->gpu.kind[m_named->sample[row]]);
    }
    m_treePane->model()->setColours(std::move(colours));
    m_treePane->update();
}

void ModulePanel::setFocus(uint32_t node)
{
    m_focusJob.cancel();
    if (!m_built || m_run != m_pane->run())
        return;
    if (node == UINT32_MAX) {
        m_pane->context().setFocus({});
        return;
    }
    const QString title = m_treePane->model()->indexOf(node).data(ReportModel::ShortRole).toString();
    m_focusJob.start(
        [run = m_run, built = m_built, attribution = m_attribution, node](const Progress &progress) {
            const std::vector<uint8_t> inside = subtree(built->tree, node);
            const auto calls = attribution ? callsOf(*attribution, *built, inside) : std::vector<EventRef>();
            return ActivitySet::ofRows(*run, built->leaf, inside, calls, &progress);
        },
        [this, run = m_run, title](const auto &set) {
            if (!set)
                JobErrors::instance().report(set.error());
            else if (run == m_pane->run())
                m_pane->context().setFocus({title, *set, run.get()});
        });
}

/// Of a kernel's row all of its name, of a module's all calls that the row counts.
void ModulePanel::requestInstances()
{
    const uint32_t node = m_treePane->currentNode();
    if (!hasInstances(node))
        return;
    if (m_built->tree.nodes[node].kind == ModuleNode::Kernel)
        return m_pane->context().requestInstances(m_run->gpu.name[m_named->sample[node]]);
    m_pane->context().requestModuleCalls(
        {m_attribution, callsOfRow(*m_built, node), QString::fromStdString(m_built->tree.nodes[node].name)});
}

bool ModulePanel::hasInstances(uint32_t node) const
{
    if (!m_built || m_run != m_pane->run() || node >= m_built->tree.nodes.size())
        return false;
    if (m_built->tree.nodes[node].kind == ModuleNode::Kernel)
        return m_named->sample[node] != UINT32_MAX;
    return m_attribution && std::find(m_built->call.begin(), m_built->call.end(), node) != m_built->call.end();
}

void ModulePanel::showFirst(uint32_t node)
{
    if (!m_built || node == UINT32_MAX)
        return;
    const std::vector<uint8_t> inside = subtree(m_built->tree, node);
    for (size_t i = 0; i < m_built->leaf.size(); ++i)
        if (m_built->leaf[i] != UINT32_MAX && inside[m_built->leaf[i]]) {
            const QSignalBlocker quiet(m_treePane); // the requested row stays current
            m_pane->context().reveal(m_run->gpu.slice[i]);
            m_treePane->reveal(node);
            return;
        }
}

} // namespace ws
