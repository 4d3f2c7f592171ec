#include "widgets/panels/kernels/kernelspanel.h"

#include "core/analysis/stages/tablework.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/kernelreport.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/scopetext.h"
#include "widgets/session/userpeaks.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QAction>
#include <QComboBox>
#include <QTableView>

namespace ws {

KernelsPanel::KernelsPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_model(new ReportModel(kernelReport(nullptr, nullptr))),
      m_table(new TablePane(m_model, QStringLiteral("kernels"), this))
{
    build();
    connect(pane, &Pane::runChanged, this, &KernelsPanel::dropOldRun);
    connect(pane, &Pane::runChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::rangeChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::focusChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::captureChanged, this, &PanelBase::refreshLater);
    connect(m_split, &QComboBox::currentIndexChanged, this, &KernelsPanel::refresh);
    connect(m_table, &TablePane::optionalColumnShown, this, &KernelsPanel::refresh);
    connect(m_table, &TablePane::activated, this, &KernelsPanel::findInstances);
    connect(m_table->view(), &QAbstractItemView::clicked, this, &KernelsPanel::highlightRows);
    connect(this, &PanelBase::emptyActionTriggered, this, [this] { m_pane->context().showEverything(); });
    refresh();
}

void KernelsPanel::build()
{
    m_split = new QComboBox(this);
    m_split->addItem(tr("One row per kernel"));
    m_split->addItem(tr("Split by grid"));
    m_split->addItem(tr("Split by input shape"));
    m_split->setAccessibleName(tr("Rows"));
    m_table->bar()->insertWidget(0, m_split);
    m_table->view()->setAccessibleName(tr("Kernels"));
    m_table->sortBy("total_ns", Qt::DescendingOrder);
    m_table->setColumnShown("split", false);
    addInstanceActions();
    setContent(m_table);
}

/// Shortcuts and entries of the table's menu.
void KernelsPanel::addInstanceActions()
{
    const auto add = [this](const QString &text, QKeySequence key, int direction) {
        auto *action = new QAction(text, m_table);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, direction] { step(direction); });
        m_table->addAction(action);
    };
    addKernelActions(
        m_table,
        [this] {
            const KernelRow *row = rowAt(m_table->currentRow());
            return row ? KernelPlace{&m_pane->context(), row->name} : KernelPlace();
        },
        false); // a row may be only those of one shape
    add(tr("Next instance in timeline"), Qt::Key_N, 1);
    add(tr("Previous instance in timeline"), Qt::SHIFT | Qt::Key_N, -1);
}

/// Why there is no table, and where to find the kernels of a file without a timeline.
QString KernelsPanel::withoutTimelineText(const Run *run)
{
    if (!run)
        return tr("Open a trace to see what each kernel costs.");
    if (const QString none = noKnownGpu(*run); !none.isEmpty())
        return none;
    if (workWithoutTimeline(*run).empty())
        return tr("This file holds no GPU work, so there are no kernels to list.");
    return run->layerwise.empty()
               ? tr("This file has sums per kernel and no timeline: its tables list the kernels, the Stages tab groups "
                    "them.")
               : tr("This file has sums per kernel and no timeline: the Modules tab lists the kernels below their "
                    "modules, the Stages tab groups them.");
}

/// Removes the rows of another run at once: their ids mean nothing in this run.
void KernelsPanel::dropOldRun()
{
    m_wantedNames.cancel();
    m_wanted.cancel();
    m_wantedLimits.cancel();
    if (m_shown && m_shown->run != m_pane->run())
        dropRows();
}

void KernelsPanel::dropRows()
{
    m_wantedNames.cancel();
    m_wanted.cancel();
    m_wantedLimits.cancel();
    m_shown.reset();
    m_model->setTable(kernelReport(nullptr, nullptr));
}

void KernelsPanel::fail(const Error &error)
{
    dropRows();
    showError(error);
}

void KernelsPanel::refresh()
{
    m_table->setScope(focusedScopeText(m_pane->context()));
    const RunPtr run = m_pane->run();
    if (!run || run->gpu.size() == 0) {
        dropRows();
        showEmpty(withoutTimelineText(run.get()));
        return;
    }
    const KernelTableOptions options{m_pane->context().range(), static_cast<KernelSplit>(m_split->currentIndex()),
                                     m_table->isAnyShown("launch_delay_p50_ns", "blocks_per_sm"),
                                     m_pane->context().focus().activities};
    m_wantedNames.ask(m_pane->context().cache(), ShortNamesKey{}, [this, run, options](const auto &names) {
        if (!names)
            return fail(names.error());
        m_wanted.ask(m_pane->context().cache(), KernelsKey{{}, options},
                     [this, run, options, names = *names](const auto &kernels) {
                         if (!kernels)
                             return fail(kernels.error());
                         present(std::make_shared<const Shown>(Shown{run, options, *kernels, names}));
                         askLimits();
                     });
    });
}

/// What is reached of the device's limit comes behind the kernels, where somebody looks at it.
void KernelsPanel::askLimits()
{
    m_wantedLimits.cancel();
    if (!m_table->isAnyShown("tflops", "bound_by") || m_shown->options.split != KernelSplit::None)
        return;
    LimitsKey key = limitsKeyOf(m_pane->context());
    key.range = m_shown->options.range;
    key.only = m_shown->options.only;
    m_wantedLimits.ask(m_pane->context().cache(), key, [this](const auto &limits) {
        if (!limits || !m_shown) // the Limits tab says why
            return;
        Shown shown = *m_shown;
        shown.limits = *limits;
        present(std::make_shared<const Shown>(std::move(shown)));
    });
}

void KernelsPanel::present(std::shared_ptr<const Shown> shown)
{
    m_shown = std::move(shown);
    const KernelTable &kernels = *m_shown->kernels;
    ReportTable table = kernelReport(m_shown->run, m_shown->kernels, m_shown->options, m_shown->limits);
    table.shortName = [shown = m_shown](size_t row) {
        return shown->shortNames->value(shown->kernels->rows[row].name);
    };
    table.narrowNames = [shown = m_shown](size_t row) {
        return shown->shortNames->narrower(shown->kernels->rows[row].name);
    };
    m_model->setTable(std::move(table));
    m_table->setColumnShown("split", m_shown->options.split != KernelSplit::None);
    const Run &run = *m_shown->run;
    const QString busy = run.gpu.devices.size() > 1
                             ? tr("%1 rows  ·  %2 activities  ·  sum of durations %3  ·  any GPU busy %4")
                             : tr("%1 rows  ·  %2 activities  ·  sum of durations %3  ·  GPU busy %4");
    m_table->setNote(forDevice(busy, run).arg(
        formatCount(static_cast<int64_t>(kernels.rows.size())), formatCount(static_cast<int64_t>(kernels.activities)),
        formatDuration(kernels.totalNs), formatDurationIn(kernels.busyNs, unitOf(kernels.totalNs))));
    if (!kernels.rows.empty())
        return showContent();
    showEmpty(m_pane->context().focus()
                  ? forDevice(tr("No GPU work of %1 in this range."), run).arg(m_pane->context().focus().title)
                  : forDevice(tr("No GPU work in this range."), run),
              tr("Show the whole run"));
}

/// Null when the row is gone, or of another run.
const KernelRow *KernelsPanel::rowAt(int row) const
{
    const bool isThere = m_shown && m_shown->run == m_pane->run() && row >= 0 && row < m_model->rowCount();
    return isThere ? &m_shown->kernels->rows[static_cast<size_t>(row)] : nullptr;
}

void KernelsPanel::highlightRows()
{
    if (!m_shown || m_shown->run != m_pane->run())
        return;
    const std::vector<int> rows = m_table->selectedRows();
    if (rows.empty())
        return;
    const auto name = [this](int row) { return m_shown->kernels->rows[static_cast<size_t>(row)].name; };
    Highlight highlight = Highlight::ofName(*m_shown->run, name(rows.front()));
    for (const int row : rows)
        highlight.names[name(row)] = 1;
    if (rows.size() > 1)
        highlight.title = tr("%1 kernels").arg(formatCount(static_cast<int64_t>(rows.size())));
    m_pane->context().setHighlight(std::move(highlight));
}

void KernelsPanel::findInstances(int index)
{
    const KernelRow *row = rowAt(index);
    if (!row)
        return;
    const std::vector<uint32_t> instances = kernelInstances(*m_shown->run, *row, m_shown->options);
    m_pane->context().setHighlightedName(row->name);
    if (!instances.empty())
        m_pane->context().reveal(m_shown->run->gpu.slice[instances.front()]);
}

/// To the next instance of the selected row after the selected slice, around the ends.
void KernelsPanel::step(int direction)
{
    const KernelRow *row = rowAt(m_table->currentRow());
    if (!row)
        return;
    const std::vector<uint32_t> instances = kernelInstances(*m_shown->run, *row, m_shown->options);
    if (instances.empty())
        return;
    const auto &slices = m_shown->run->gpu.slice;
    const auto at = std::find_if(instances.begin(), instances.end(),
                                 [&](uint32_t i) { return slices[i] == m_pane->context().selection(); });
    const auto count = static_cast<int>(instances.size());
    int next = at == instances.end() ? 0 : static_cast<int>(at - instances.begin()) + direction;
    next = (next + count) % count;
    m_pane->context().setHighlightedName(row->name);
    m_pane->context().reveal(slices[instances[static_cast<size_t>(next)]]);
}

} // namespace ws
