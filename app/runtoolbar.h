#pragma once
// The tool bar: which run and which mapping are looked at, what of the run (a chip each for what is highlighted, for a
// module and for the range; a click takes it away), and the search.

#include "widgets/session/session.h"

#include <QToolBar>

class QComboBox;
class QToolButton;

namespace ws {

class SearchBar;
class StageController;

class RunToolBar : public QToolBar
{
    Q_OBJECT
public:
    /// `actions` stand at the left.
    RunToolBar(Session *session, StageController *stages, const QList<QAction *> &actions, QWidget *parent = nullptr);
    SearchBar *search() const { return m_search; }

private:
    /// A button that says what is left out of the views; it shows only while there is something to say.
    struct Chip
    {
        QToolButton *button = nullptr;
        QAction *action = nullptr;
        void say(const QString &text); ///< empty: hidden
    };
    QAction *addRunList();
    Chip addChip(const QString &toolTip);
    void fillRunList();
    QString chipText(const QString &what, const QString &title) const;
    void sayHighlight();
    void sayFocus();
    void sayRange();

    Session *m_session;
    Pane *m_pane;
    QComboBox *m_runs;
    QAction *m_runsAction;
    Chip m_highlight;
    Chip m_focus;
    Chip m_range;
    SearchBar *m_search;
};

} // namespace ws
