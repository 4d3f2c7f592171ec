#pragma once
// Everything about comparing two runs that has a name and a key: with which run, linked ranges, alignment, arrangement,
// swap, and the end. One menu for the menu bar and the tool bar.

#include "widgets/session/comparepair.h"

#include <QMenu>

class QActionGroup;

namespace ws {

class Centre;
class RunContext;
class Session;

class CompareMenu : public QMenu
{
    Q_OBJECT
public:
    CompareMenu(Session *session, Centre *centre, QWidget *parent = nullptr);

    QAction *withFileAction() const { return m_withFile; }
    /// The open runs that `context` can be compared with, as entries of `menu`; false: there is none.
    bool addRuns(QMenu *menu, RunContext *context);
    /// Replace, close: what can be done with one side.
    void fillSideMenu(QMenu *menu, ComparePair::Side side);

signals:
    void fileWanted();                              ///< beside the active run
    void partsWanted();                             ///< the two parts of the active run's file
    void fileWantedFor(ws::ComparePair::Side side); ///< in place of that side

private:
    QAction *addToggle(const QString &text);
    void addAlignments();
    void refresh();

    Session *m_session;
    ComparePair *m_pair;
    Centre *m_centre;
    QAction *m_withFile;
    QMenu *m_withRun;
    QAction *m_parts;
    QAction *m_linked;
    QMenu *m_align;
    QActionGroup *m_alignments;
    QAction *m_stacked;
    QList<QAction *> m_ofPair; ///< enabled while a comparison is shown
};

} // namespace ws
