#include "widgets/session/runtablepanel.h"

#include "widgets/session/scopetext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QSplitter>
#include <QTableView>

namespace ws {

RunTablePanel::RunTablePanel(Pane *pane, ReportTable columns, QWidget *parent)
    : PanelBase(parent), m_pane(pane), m_columns(std::move(columns)), m_model(new ReportModel(m_columns)),
      m_table(new TablePane(m_model, m_columns.id, this)), m_split(new QSplitter(this))
{
    m_table->view()->setAccessibleName(m_columns.title);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_table);
    setContent(m_split);
    connect(pane, &Pane::runChanged, this, [this] {
        cancel();
        if (m_model->table().run != m_pane->run())
            dropRows();
    });
    connect(pane, &Pane::runChanged, this, &PanelBase::refreshLater);
    connect(m_table, &TablePane::activated, this, [this](int row) {
        if (shown().run && shown().run == m_pane->run() && row >= 0 && row < m_model->rowCount())
            activate(row);
    });
}

void RunTablePanel::followScope()
{
    m_followsScope = true;
    connect(m_pane, &Pane::rangeChanged, this, &PanelBase::refreshLater);
    connect(m_pane, &Pane::focusChanged, this, &PanelBase::refreshLater);
    connect(this, &PanelBase::emptyActionTriggered, this, [this] { m_pane->context().showEverything(); });
}

QString RunTablePanel::nothingInScope(const QString &nothing) const
{
    const QString limit = limitText(m_pane->context());
    return limit.isEmpty() ? nothing : tr("%1: nothing to list.").arg(limit);
}

void RunTablePanel::addBeside(QWidget *widget, int share)
{
    m_split->addWidget(widget);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(m_split->count() - 1, share);
}

const ReportTable &RunTablePanel::shown() const
{
    return m_model->table();
}

void RunTablePanel::dropRows()
{
    if (m_model->table().rowCount || m_model->table().run)
        m_model->setTable(m_columns);
}

void RunTablePanel::refresh()
{
    if (const QString why = whyEmpty(m_pane->run().get()); !why.isEmpty()) {
        cancel();
        dropRows();
        return showEmpty(why);
    }
    if (m_followsScope)
        m_table->setScope(limitText(m_pane->context()));
    ask(m_pane->context());
}

void RunTablePanel::present(ReportTable table, const QString &note, const QString &withoutRows)
{
    const bool isEmpty = table.rowCount == 0;
    m_model->setTable(std::move(table));
    m_table->setNote(note);
    if (isEmpty)
        showEmpty(withoutRows,
                  m_followsScope && !limitText(m_pane->context()).isEmpty() ? tr("Show the whole run") : QString());
    else
        showContent();
}

void RunTablePanel::fail(const Error &error)
{
    dropRows();
    showError(error);
}

} // namespace ws
