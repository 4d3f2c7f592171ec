#include "widgets/panels/kernels/kernelspanel.h"

#include "core/analysis/stages/tablework.h"
#include "core/base/format.h"
#include "widgets/panels/kernels/kernelmodel.h"
#include "widgets/session/ruleaction.h"
#include "widgets/session/scopetext.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/whenvisible.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>

namespace ws {

KernelsPanel::KernelsPanel(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_model(new KernelModel),
      m_table(new TablePane(m_model, QStringLiteral("kernels"), this))
{
    build();
    connect(pane, &Pane::runChanged, this, &KernelsPanel::refresh);
    auto *later = new WhenVisible(this, [this] { refresh(); });
    connect(pane, &Pane::rangeChanged, later, &WhenVisible::request);
    connect(pane, &Pane::focusChanged, later, &WhenVisible::request);
    connect(m_split, &QComboBox::currentIndexChanged, this, &KernelsPanel::refresh);
    connect(m_table, &TablePane::optionalColumnShown, this, &KernelsPanel::refresh);
    connect(m_table, &TablePane::activated, this, &KernelsPanel::findInstances);
    connect(m_table->view(), &QAbstractItemView::clicked, this, &KernelsPanel::highlightRows);
    refresh();
}

void KernelsPanel::build()
{
    m_scope = new QLabel(this);
    m_scope->setForegroundRole(QPalette::PlaceholderText);
    m_split = new QComboBox(this);
    m_split->addItem(tr("One row per kernel"));
    m_split->addItem(tr("Split by grid"));
    m_split->addItem(tr("Split by input shape"));
    m_split->setAccessibleName(tr("Rows"));
    m_table->bar()->insertWidget(0, m_split);
    m_table->bar()->insertWidget(1, m_scope);
    m_table->view()->setToolTip(QString());
    m_table->view()->setAccessibleName(tr("Kernels"));
    m_table->sortBy("total_ns", Qt::DescendingOrder);
    m_table->view()->setColumnHidden(KernelModel::Split, true);
    addInstanceActions();
    m_table->addAction(makeRuleAction(m_pane, m_table, [this] {
        const int row = m_table->currentRow();
        return row < 0 ? QString() : m_model->index(row, KernelModel::Name).data().toString();
    }));
    m_empty = new EmptyState({}, this);
    connect(m_empty, &EmptyState::triggered, this, [this] { m_pane->context().showEverything(); });
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

/// Keys, and entries of the table's menu.
void KernelsPanel::addInstanceActions()
{
    const auto add = [this](const QString &text, QKeySequence key, int direction) {
        auto *action = new QAction(text, m_table);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, direction] { step(direction); });
        m_table->addAction(action);
    };
    add(tr("Next instance in timeline"), Qt::Key_N, 1);
    add(tr("Previous instance in timeline"), Qt::SHIFT | Qt::Key_N, -1);
}

bool KernelsPanel::wantsDetails() const
{
    for (int column = KernelModel::DelayP50; column <= KernelModel::BlocksPerSm; ++column)
        if (!m_table->view()->isColumnHidden(column))
            return true;
    return false;
}

/// Why there is no table; where the kernels of a file without a timeline are.
QString KernelsPanel::withoutTimelineText(const Run *run)
{
    if (!run)
        return tr("Open a trace to see what each kernel costs.");
    if (workWithoutTimeline(*run).empty())
        return tr("This file holds no GPU work, so there are no kernels to list.");
    return run->layerwise.empty()
               ? tr("This file has sums per kernel and no timeline: its tables list the kernels, the Stages tab groups "
                    "them.")
               : tr("This file has sums per kernel and no timeline: the Modules tab lists the kernels below their "
                    "modules, the Stages tab groups them.");
}

void KernelsPanel::refresh()
{
    m_scope->setText(focusedScopeText(m_pane->context()));
    const RunPtr run = m_pane->run();
    if (!run || run->gpu.size() == 0) {
        m_job.cancel();
        m_namedRun.reset();
        m_model->setTable(nullptr, nullptr, {});
        m_empty->setSentence(withoutTimelineText(run.get()));
        m_empty->setAction({});
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const KernelTableOptions options{m_pane->context().range(), static_cast<KernelSplit>(m_split->currentIndex()),
                                     wantsDetails(), m_pane->context().focus().activities};
    if (m_namedRun != run) { // what is listed are rows of another run
        m_shortNames.reset();
        m_model->setTable(nullptr, nullptr, {}, nullptr);
    }
    m_job.start(
        [run, options, names = m_shortNames](const Progress &progress) {
            return Result{kernelTable(*run, options, &progress), names ? names : shortNamesOfWork(*run)};
        },
        [this, run, options](const std::shared_ptr<const Result> &result) {
            m_namedRun = run;
            m_shortNames = result->shortNames;
            if (!result->table)
                return;
            m_model->setTable(run, {result, &*result->table}, options, m_shortNames);
            present(*result->table);
        });
}

void KernelsPanel::present(const KernelTable &table)
{
    m_table->view()->setColumnHidden(KernelModel::Split, m_split->currentIndex() == 0);
    m_table->setNote(tr("%1 rows  ·  %2 activities  ·  sum of durations %3  ·  GPU busy %4")
                         .arg(formatCount(static_cast<int64_t>(table.rows.size())),
                              formatCount(static_cast<int64_t>(table.activities)), formatDuration(table.totalNs),
                              formatDuration(table.busyNs)));
    m_empty->setSentence(m_pane->context().focus()
                             ? tr("No GPU work of %1 in this range.").arg(m_pane->context().focus().title)
                             : tr("No GPU work in this range."));
    m_empty->setAction(tr("Show the whole run"));
    m_stack->setCurrentWidget(table.rows.empty() ? static_cast<QWidget *>(m_empty) : m_table);
}

void KernelsPanel::highlightRows()
{
    const RunPtr run = m_pane->run();
    const std::vector<int> rows = m_table->selectedRows();
    if (!run || m_namedRun != run || rows.empty())
        return;
    Highlight highlight = Highlight::ofName(*run, m_model->row(rows.front()).name);
    for (const int row : rows)
        highlight.names[m_model->row(row).name] = 1;
    if (rows.size() > 1)
        highlight.title = tr("%1 kernels").arg(formatCount(static_cast<int64_t>(rows.size())));
    m_pane->context().setHighlight(std::move(highlight));
}

void KernelsPanel::findInstances(int row)
{
    const RunPtr run = m_pane->run();
    m_instances = kernelInstances(*run, m_model->row(row), m_model->options());
    m_pane->context().setHighlightedName(m_model->row(row).name);
    if (!m_instances.empty())
        m_pane->context().reveal(run->gpu.slice[m_instances.front()]);
}

/// To the next instance of the selected row after the selected slice, around the ends.
void KernelsPanel::step(int direction)
{
    const RunPtr run = m_pane->run();
    const int row = m_table->currentRow();
    if (!run || row < 0 || row >= m_model->rowCount())
        return;
    m_instances = kernelInstances(*run, m_model->row(row), m_model->options());
    if (m_instances.empty())
        return;
    const auto at = std::find_if(m_instances.begin(), m_instances.end(),
                                 [&](uint32_t i) { return run->gpu.slice[i] == m_pane->context().selection(); });
    const auto count = static_cast<int>(m_instances.size());
    int next = at == m_instances.end() ? 0 : static_cast<int>(at - m_instances.begin()) + direction;
    next = (next + count) % count;
    m_pane->context().setHighlightedName(m_model->row(row).name);
    m_pane->context().reveal(run->gpu.slice[m_instances[static_cast<size_t>(next)]]);
}

} // namespace ws
