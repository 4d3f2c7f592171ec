#pragma once
// The tool bar: the shown run and mapping, its scope (one chip each for highlight, module and range; a click removes
// it), and the search.

#include "widgets/session/session.h"

#include <QToolBar>

class QComboBox;
class QToolButton;

namespace ws {

class CompareMenu;
class SearchBar;
class StageController;

class RunToolBar : public QToolBar
{
    Q_OBJECT
public:
    /// `actions` are at the left, then a button with the menu `compare`.
    RunToolBar(Session *session, StageController *stages, const QList<QAction *> &actions, CompareMenu *compare,
               QWidget *parent = nullptr);
    SearchBar *search() const { return m_search; }

private:
    /// A button that names a limit of the views; hidden while there is none.
    struct Chip
    {
        QToolButton *button = nullptr;
        QAction *action = nullptr;
        void showMessage(const QString &text); ///< empty: hidden
    };
    QAction *addRunList();
    void addCompareButton();
    void showRunMenu(const QPoint &at);
    Chip addChip(const QString &toolTip);
    void fillRunList();
    QStringList namesOfRuns() const;
    QString chipText(const QString &what, const QString &title) const;
    void showHighlight();
    void showFocus();
    void showRange();

    Session *m_session;
    Pane *m_pane;
    CompareMenu *m_compare;
    QComboBox *m_runs;
    QAction *m_runsAction;
    Chip m_highlight;
    Chip m_focus;
    Chip m_range;
    SearchBar *m_search;
};

} // namespace ws
