#include "widgets/panels/operators/operatorspanel.h"

#include "widgets/panels/operators/operatormodel.h"
#include "widgets/session/scopetext.h"
#include "widgets/session/slicetext.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/tablepane.h"
#include "widgets/toolkit/whenvisible.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>

namespace ws {

OperatorsPanel::OperatorsPanel(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_model(new OperatorModel),
      m_table(new TablePane(m_model, QStringLiteral("operators"), this))
{
    build();
    connect(pane, &Pane::runChanged, this, &OperatorsPanel::update);
    auto *later = new WhenVisible(this, [this] { update(); });
    connect(pane, &Pane::rangeChanged, later, &WhenVisible::request);
    connect(pane, &Pane::focusChanged, later, &WhenVisible::request);
    connect(m_split, &QComboBox::currentIndexChanged, this, &OperatorsPanel::update);
    connect(m_table, &TablePane::activated, this, &OperatorsPanel::showFirst);
    update();
}

void OperatorsPanel::build()
{
    m_scope = new QLabel(this);
    m_scope->setForegroundRole(QPalette::PlaceholderText);
    m_split = new QComboBox(this);
    m_split->addItem(tr("One row per operator"));
    m_split->addItem(tr("Split by input shape"));
    m_split->setAccessibleName(tr("Rows"));
    m_table->bar()->insertWidget(0, m_split);
    m_table->bar()->insertWidget(1, m_scope);
    m_table->view()->setAccessibleName(tr("Operators"));
    m_table->sortBy("self_device_ns", Qt::DescendingOrder);
    m_empty = new EmptyState({}, this);
    connect(m_empty, &EmptyState::triggered, this, [this] { m_pane->context().showEverything(); });
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

void OperatorsPanel::update()
{
    m_scope->setText(focusedScopeText(m_pane->context()));
    const RunPtr run = m_pane->run();
    if (!run || run->ops.size() == 0) {
        m_job.cancel();
        m_model->setTable(nullptr, nullptr);
        m_empty->setSentence(run ? tr("This file holds no operators (cpu_op events).")
                                 : tr("Open a trace to see what each operator costs."));
        m_empty->setAction({});
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    const OperatorOptions options{m_split->currentIndex() == 1, m_pane->context().range(),
                                  m_pane->context().focus().activities};
    m_job.start([run, options](const Progress &progress) { return operatorTable(*run, options, &progress); },
                [this, run](const std::shared_ptr<const std::optional<OperatorTable>> &result) {
                    if (*result)
                        fill(run, {result, &**result});
                });
}

void OperatorsPanel::fill(const RunPtr &run, const std::shared_ptr<const OperatorTable> &table)
{
    m_model->setTable(run, table);
    m_table->view()->setColumnHidden(OperatorModel::Shape, m_split->currentIndex() == 0);
    QString note = tr("%1 rows  ·  GPU work %2")
                       .arg(formatCount(static_cast<int64_t>(table->rows.size())), formatDuration(table->deviceNs));
    if (table->outsideNs)
        note += QStringLiteral("  ·  ") + tr("%1 of it without a known operator").arg(formatDuration(table->outsideNs));
    m_table->setNote(note);
    m_empty->setSentence(tr("No operators in this range."));
    m_empty->setAction(tr("Show the whole run"));
    m_stack->setCurrentWidget(table->rows.empty() ? static_cast<QWidget *>(m_empty) : m_table);
}

void OperatorsPanel::showFirst(int row)
{
    const RunPtr run = m_pane->run();
    const OperatorRow &wanted = m_model->row(row);
    const bool byShape = m_split->currentIndex() == 1;
    EventRef first;
    std::vector<EventRef> all;
    for (size_t i = 0; i < run->ops.size(); ++i) {
        const EventRef slice = run->ops.slice[i];
        if (run->timeline.name(slice) != wanted.name || (byShape && run->ops.shape[i] != wanted.shape))
            continue;
        all.push_back(slice);
        if (!first.valid() || run->timeline.start(slice) < run->timeline.start(first))
            first = slice;
    }
    Highlight highlight = Highlight::ofName(*run, wanted.name);
    if (byShape) {
        highlight.title += u' ' + textOf(*run, wanted.shape);
        highlight.names.clear();
        highlight.slices = std::make_shared<const ActivitySet>(ActivitySet::ofSlices(*run, all));
    }
    m_pane->context().setHighlight(std::move(highlight));
    if (first.valid())
        m_pane->context().reveal(first);
}

} // namespace ws
