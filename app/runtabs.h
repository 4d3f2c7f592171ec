#pragma once
// The open runs as tabs, with a button that closes each.

#include "widgets/session/session.h"

#include <QToolBar>

class QTabBar;

namespace ws {

class CompareMenu;

class RunTabs : public QToolBar
{
    Q_OBJECT
public:
    RunTabs(Session *session, CompareMenu *compare, QWidget *parent = nullptr);

private:
    void fill();
    QWidget *newCloseButton();
    void showMenu(const QPoint &at);
    QStringList titles() const;
    RunContext *contextAt(int tab) const; ///< null: none

    Session *m_session;
    CompareMenu *m_compare;
    QTabBar *m_tabs;
};

} // namespace ws
