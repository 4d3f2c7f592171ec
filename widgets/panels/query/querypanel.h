#pragma once
// The Query tab: a question in SQL over the run, and its rows as a table or as a chart of two columns. A query runs in
// another thread and is cancelled at once; the result stays until the next one, or until another run is shown. A double
// click goes to the box in the timeline that a row leads to, else to the time that it names.

#include "core/report/sql/sqlresult.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/panelbase.h"

class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace ws {

class ActivitySet;
class EmptyState;
class QueryChart;
class QueryEditor;
class Session;
class TablePane;

class QueryPanel : public PanelBase
{
    Q_OBJECT
public:
    explicit QueryPanel(Session *session, QWidget *parent = nullptr);

    QueryEditor *editor() const { return m_editor; }
    TablePane *table() const { return m_table; } ///< null: there is no result
    QueryChart *chart() const { return m_chart; } ///< null: there is no result with a number
    QString status() const;
    bool isRunning() const { return m_job.isRunning(); }
    void run();
    void cancel();
    void highlightAll();
    void goTo(int row);
    void showChart(bool isChart);
    /// Keeps the query that was answered last under a name that other queries may use like a table's. False: it is no
    /// such name.
    bool saveView(const QString &name);

protected:
    void refresh() override;

private:
    void build();
    QWidget *makeQuestion();
    void fillExamples();
    void fillHistory();
    void fillViews();
    void askViewName();
    void keepViews() const;
    void note(const QString &query); ///< in the history
    void take(const RunPtr &run, const BackgroundJob<SqlResult>::Answer &answer);
    void showResult(const RunPtr &run, std::shared_ptr<const SqlResult> result);
    void dropResult(const QString &sentence);
    void updateButtons();

    Session *m_session;
    Pane *m_pane;
    QueryEditor *m_editor = nullptr;
    QToolButton *m_run = nullptr, *m_cancel = nullptr;
    QMenu *m_examples = nullptr, *m_views = nullptr, *m_history = nullptr;
    QString m_answered; ///< the query that had the last answer; empty: it had none
    QLabel *m_status = nullptr;
    QSplitter *m_split = nullptr;
    QVBoxLayout *m_right = nullptr;
    EmptyState *m_nothing = nullptr; ///< in place of the table
    QStackedWidget *m_pages = nullptr; ///< null: there is no result. Parent of what follows
    TablePane *m_table = nullptr;
    QueryChart *m_chart = nullptr;
    QToolButton *m_highlight = nullptr;
    bool m_isChart = false;             ///< the user's choice
    RunPtr m_shown;                     ///< the run of the result
    std::shared_ptr<const SqlResult> m_result;
    BackgroundJob<SqlResult> m_job;
    BackgroundJob<ActivitySet> m_lighting;
};

} // namespace ws
