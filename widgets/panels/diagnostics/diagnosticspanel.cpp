#include "widgets/panels/diagnostics/diagnosticspanel.h"

#include "widgets/panels/diagnostics/diagnosticsmodel.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/tablepane.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace ws {

DiagnosticsPanel::DiagnosticsPanel(Pane *pane, QWidget *parent)
    : QWidget(parent), m_pane(pane), m_model(new DiagnosticsModel),
      m_table(new TablePane(m_model, QStringLiteral("diagnostics"), this)), m_empty(new EmptyState({}, this)),
      m_stack(new QStackedWidget(this))
{
    m_table->view()->setAccessibleName(tr("Diagnostics"));
    m_table->view()->setColumnWidth(DiagnosticsModel::Kind, 160);
    m_table->view()->setColumnWidth(DiagnosticsModel::Message, 480);
    m_table->view()->horizontalHeader()->setStretchLastSection(true);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(pane, &Pane::runChanged, this, &DiagnosticsPanel::refresh);
    connect(m_table, &TablePane::activated, this, &DiagnosticsPanel::leadTo);
    refresh();
}

void DiagnosticsPanel::refresh()
{
    const RunPtr run = m_pane->run();
    m_model->setRun(run);
    m_empty->setSentence(run ? tr("Every event of this file was read; there is nothing to report.")
                             : tr("Open a file to see what could not be read from it."));
    m_stack->setCurrentWidget(m_model->rowCount() ? static_cast<QWidget *>(m_table) : m_empty);
}

void DiagnosticsPanel::leadTo(int row)
{
    const Diagnostic &line = m_model->row(row);
    const int64_t span = m_pane->run()->timeline.spanNs;
    if (line.beginNs < 0)
        return;
    const int64_t end = std::clamp<int64_t>(std::max(line.endNs, line.beginNs + 1), 1, std::max<int64_t>(span, 1));
    m_pane->context().showSpan({std::min(line.beginNs, end - 1), end});
}

} // namespace ws
