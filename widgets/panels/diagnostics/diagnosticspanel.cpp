#include "widgets/panels/diagnostics/diagnosticspanel.h"

#include "core/report/diagnosticreport.h"
#include "widgets/session/scopeline.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QHeaderView>
#include <QTableView>

namespace ws {

DiagnosticsPanel::DiagnosticsPanel(Pane *pane, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_model(new ReportModel(diagnosticReport(nullptr))),
      m_table(new TablePane(m_model, QStringLiteral("diagnostics"), this))
{
    QTableView *view = m_table->view();
    view->setAccessibleName(tr("Diagnostics"));
    view->setColumnWidth(m_model->columnOf("kind"), 160);
    view->setColumnWidth(m_model->columnOf("message"), 480);
    view->horizontalHeader()->setStretchLastSection(true);
    setContent(m_table);
    setHeader(
        new ScopeLine(pane, WhyNotFollowed::any(tr("what was skipped or repaired concerns the whole file")), this));
    connect(pane, &Pane::runChanged, this, &DiagnosticsPanel::refresh);
    connect(m_table, &TablePane::activated, this, &DiagnosticsPanel::leadTo);
    refresh();
}

void DiagnosticsPanel::refresh()
{
    const RunPtr run = m_pane->run();
    if (run != m_model->table().run || !run)
        m_model->setTable(diagnosticReport(run));
    if (m_model->rowCount())
        showContent();
    else
        showEmpty(run ? tr("Every event of this file was read; there is nothing to report.")
                      : tr("Open a file to see what could not be read from it."));
}

void DiagnosticsPanel::leadTo(int row)
{
    const RunPtr run = m_model->table().run;
    if (!run || run != m_pane->run() || row < 0 || row >= m_model->rowCount())
        return;
    const Diagnostic &line = run->diagnostics.all()[static_cast<size_t>(row)];
    const int64_t span = run->timeline.spanNs;
    if (line.beginNs < 0)
        return;
    const int64_t end = std::clamp<int64_t>(std::max(line.endNs, line.beginNs + 1), 1, std::max<int64_t>(span, 1));
    m_pane->context().showSpan({std::min(line.beginNs, end - 1), end});
}

} // namespace ws
