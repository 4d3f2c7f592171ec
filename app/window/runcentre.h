#pragma once
// What the centre of the window shows of one run: its timeline, or the tables of a file without one. Beside another run
// a layerwise profile shows its module tree here, too; alone it leaves the room to the panels.

#include "core/model/parts.h"
#include "widgets/session/pane.h"

#include <QStackedWidget>

namespace ws {

class ModulePanel;
class TablesPanel;
class TimelineView;

class RunCentre : public QStackedWidget
{
    Q_OBJECT
public:
    enum class Kind { Timeline, Tables, Modules };
    static Kind kindOf(const RunPtr &run); ///< Timeline for null: it says what would fill it

    explicit RunCentre(Pane *pane, QWidget *parent = nullptr);

    Pane *pane() const { return m_pane; }
    Kind kind() const { return kindOf(m_pane->run()); }
    TimelineView *timeline() const { return m_timeline; }
    TablesPanel *tables() const { return m_tables; }
    void setBesideAnother(bool beside);
    void showPart(const Selected &part); ///< of the run: a phase of its tree beside another, a table
    void focusContent();                 ///< the keyboard focus to what is shown

private:
    void choose();

    Pane *m_pane;
    TimelineView *m_timeline;
    TablesPanel *m_tables;
    ModulePanel *m_modules = nullptr; ///< made when it is first needed
    bool m_isBeside = false;
};

} // namespace ws
