#include "widgets/panels/operators/operatorspanel.h"

#include "core/model/devicewords.h"
#include "core/report/operatorreport.h"
#include "widgets/session/scopetext.h"
#include "widgets/session/slicetext.h"
#include "widgets/session/userpeaks.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QComboBox>
#include <QTableView>

namespace ws {

OperatorsPanel::OperatorsPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_model(new ReportModel(operatorReport(nullptr, nullptr))),
      m_table(new TablePane(m_model, QStringLiteral("operators"), this))
{
    build();
    connect(pane, &Pane::runChanged, this, &OperatorsPanel::dropOldRun);
    connect(pane, &Pane::runChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::rangeChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::focusChanged, this, &PanelBase::refreshLater);
    connect(pane, &Pane::captureChanged, this, &PanelBase::refreshLater);
    connect(m_split, &QComboBox::currentIndexChanged, this, &OperatorsPanel::refresh);
    connect(m_table, &TablePane::activated, this, &OperatorsPanel::showFirst);
    connect(m_table, &TablePane::optionalColumnShown, this, &OperatorsPanel::refresh);
    connect(this, &PanelBase::emptyActionTriggered, this, [this] { m_pane->context().showEverything(); });
    refresh();
}

void OperatorsPanel::build()
{
    m_split = new QComboBox(this);
    m_split->addItem(tr("One row per operator"));
    m_split->addItem(tr("Split by input shape"));
    m_split->setAccessibleName(tr("Rows"));
    m_table->bar()->insertWidget(0, m_split);
    m_table->view()->setAccessibleName(tr("Operators"));
    m_table->sortBy("self_device_ns", Qt::DescendingOrder);
    addWhatIf(m_table, [this]() -> WhatIfPlace {
        const int row = m_table->currentRow();
        if (!m_shown || m_shown->run != m_pane->run() || row < 0 || row >= m_model->rowCount())
            return {};
        return {&m_pane->context(), operatorEdit(m_shown->run->text(m_shown->operators->rows[size_t(row)].name))};
    });
    setContent(m_table);
}

/// Removes the rows of another run at once: their ids mean nothing in this run.
void OperatorsPanel::dropOldRun()
{
    m_wanted.cancel();
    m_wantedLimits.cancel();
    if (m_shown && m_shown->run != m_pane->run())
        dropRows();
}

void OperatorsPanel::dropRows()
{
    m_wanted.cancel();
    m_wantedLimits.cancel();
    m_shown.reset();
    m_model->setTable(operatorReport(nullptr, nullptr));
}

void OperatorsPanel::refresh()
{
    m_table->setScope(focusedScopeText(m_pane->context()));
    const RunPtr run = m_pane->run();
    if (!run || run->ops.size() == 0) {
        dropRows();
        showEmpty(run ? tr("This file holds no operators (cpu_op events).")
                      : tr("Open a trace to see what each operator costs."));
        return;
    }
    const OperatorOptions options{m_split->currentIndex() == 1, m_pane->context().range(),
                                  m_pane->context().focus().activities};
    m_wanted.ask(m_pane->context().cache(), OperatorsKey{{}, options},
                 [this, run, byShape = options.byShape](const auto &operators) {
                     if (operators) {
                         present({run, byShape, *operators});
                         return askLimits();
                     }
                     dropRows();
                     showError(operators.error());
                 });
}

/// What is reached of the device's limit comes behind the operators, where somebody looks at it.
void OperatorsPanel::askLimits()
{
    m_wantedLimits.cancel();
    if (!m_table->isAnyShown("tflops", "bound_by") || m_shown->byShape)
        return;
    LimitsKey key = limitsKeyOf(m_pane->context());
    key.range = m_pane->context().range();
    key.only = m_pane->context().focus().activities;
    m_wantedLimits.ask(m_pane->context().cache(), key, [this](const auto &limits) {
        if (!limits || !m_shown) // the Limits tab says why
            return;
        Shown shown = *m_shown;
        shown.limits = *limits;
        present(std::move(shown));
    });
}

void OperatorsPanel::present(Shown shown)
{
    m_shown = std::move(shown);
    const OperatorTable &operators = *m_shown->operators;
    m_model->setTable(operatorReport(m_shown->run, m_shown->operators, m_shown->byShape, m_shown->limits));
    m_table->setColumnShown("shape", m_shown->byShape);
    QString note =
        forDevice(tr("%1 rows  ·  GPU work %2"), *m_shown->run)
            .arg(formatCount(static_cast<int64_t>(operators.rows.size())), formatDuration(operators.deviceNs));
    if (operators.outsideNs)
        note +=
            QStringLiteral("  ·  ") + tr("%1 of it without a known operator").arg(formatDuration(operators.outsideNs));
    m_table->setNote(note);
    if (operators.rows.empty())
        showEmpty(tr("No operators in this range."), tr("Show the whole run"));
    else
        showContent();
}

void OperatorsPanel::showFirst(int row)
{
    if (!m_shown || m_shown->run != m_pane->run() || row < 0 || row >= m_model->rowCount())
        return;
    const Run &run = *m_shown->run;
    const OperatorRow &wanted = m_shown->operators->rows[static_cast<size_t>(row)];
    EventRef first;
    std::vector<EventRef> all;
    for (size_t i = 0; i < run.ops.size(); ++i) {
        const EventRef slice = run.ops.slice[i];
        if (run.timeline.name(slice) != wanted.name || (m_shown->byShape && run.ops.shape[i] != wanted.shape))
            continue;
        all.push_back(slice);
        if (!first.valid() || run.timeline.start(slice) < run.timeline.start(first))
            first = slice;
    }
    Highlight highlight = Highlight::ofName(run, wanted.name);
    if (m_shown->byShape) {
        highlight.title += u' ' + textOf(run, wanted.shape);
        highlight.names.clear();
        highlight.slices = std::make_shared<const ActivitySet>(ActivitySet::ofSlices(run, all));
    }
    m_pane->context().setHighlight(std::move(highlight));
    if (first.valid())
        m_pane->context().reveal(first);
}

} // namespace ws
