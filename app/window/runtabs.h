#pragma once
// The open runs as tabs, with a button that closes each; before them the job of ranks, if there is one.

#include "widgets/session/session.h"

#include <QToolBar>

class QTabBar;

namespace ws {

class CompareMenu;
class JobDocument;

class RunTabs : public QToolBar
{
    Q_OBJECT
public:
    RunTabs(Session *session, CompareMenu *compare, QWidget *parent = nullptr);
    /// Its tab stands behind those of the runs that were open before it.
    void setJob(JobDocument *job);
    void setJobInFront(bool inFront);

signals:
    void jobChosen();
    void runChosen(); ///< also the one that is active already

private:
    void fill();
    QWidget *newCloseButton();
    void showMenu(const QPoint &at);
    QStringList titles() const;
    RunContext *contextAt(int tab) const; ///< null: none
    bool hasJobTab() const;
    int jobTab() const; ///< -1: none
    void choose(int tab);
    void close(const QWidget *button);

    Session *m_session;
    CompareMenu *m_compare;
    QTabBar *m_tabs;
    QPointer<JobDocument> m_job;
    bool m_isJobInFront = false;
    std::vector<const RunContext *> m_beforeJob; ///< only compared: some are gone
};

} // namespace ws
