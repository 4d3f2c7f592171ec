#pragma once
// The base of a tab that shows one table of the pane's run: it asks the run's cache while visible and drops the rows
// with their run, whose ids mean nothing in another one.

#include "core/report/reporttable.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/panelbase.h"

class QSplitter;

namespace ws {

class ReportModel;
class TablePane;

class RunTablePanel : public PanelBase
{
    Q_OBJECT
public:
    TablePane *table() const { return m_table; }

protected:
    /// `columns` is the table without rows; its id names the pane.
    RunTablePanel(Pane *pane, ReportTable columns, QWidget *parent = nullptr);

    /// One sentence for a run that cannot fill the table, or for none (null); empty: it can.
    virtual QString whyEmpty(const Run *run) const = 0;
    /// Asks the cache; the answer goes to present() or fail().
    virtual void ask(RunContext &context) = 0;
    virtual void cancel() = 0;
    virtual void activate(int row) = 0; ///< double click or Enter on a row of shown()

    Pane &pane() const { return *m_pane; }
    RunContext &context() const { return m_pane->context(); }
    const ReportTable &shown() const;
    void present(ReportTable table, const QString &note, const QString &withoutRows);
    void fail(const Error &error);
    /// The table follows the range and the focus: it is asked for again when they change, and says that it does.
    void followScope();
    /// In place of a table without rows: there is a range or a focus, and without it there may be rows.
    QString nothingInScope(const QString &nothing) const;
    void addBeside(QWidget *widget, int share = 1); ///< right of the table, which has 3 shares
    QSplitter *split() const { return m_split; }    ///< of the table and what stands beside it
    void refresh() override;

private:
    void dropRows();

    Pane *m_pane;
    ReportTable m_columns;
    ReportModel *m_model;
    TablePane *m_table;
    QSplitter *m_split;
    bool m_followsScope = false;
};

} // namespace ws
