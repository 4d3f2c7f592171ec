#pragma once
// The views of the active run in the workspace: timeline or tables in the centre, the panels around it, and the
// requests of one view to another. The only place that names every view.

#include "core/model/parts.h"
#include "widgets/session/session.h"

class QDockWidget;
class QStackedWidget;

namespace ws {

class ModulePanel;
class StageController;
class TablesPanel;
class TimelineView;
class Workspace;

class RunViews : public QObject
{
    Q_OBJECT
public:
    /// Fills `workspace`, which owns the views.
    RunViews(Session *session, StageController *stages, Workspace *workspace);

    TimelineView *timeline() const { return m_timeline; }
    /// By its id in settings and the command line, such as "kernels". Without a run: as soon as one is open.
    void showPanel(const QString &id);
    /// Shows the phase or the table of `FILE#PART`.
    void showPart(const Selected &part);
    bool hasTimeline() const; ///< the active run shows one in the centre

private:
    void buildCentre();
    void buildPanels();
    void connectWishes();
    void addPanel(QWidget *panel, const QString &id, const QString &title);
    void chooseCentre();
    void selectionChanged();

    Pane *m_pane; ///< shows the active run
    StageController *m_stages;
    Workspace *m_workspace;
    QStackedWidget *m_centre = nullptr; ///< timeline, or tables
    TimelineView *m_timeline = nullptr;
    TablesPanel *m_centreTables = nullptr;
    TablesPanel *m_dockTables = nullptr;
    ModulePanel *m_modules = nullptr;
    QString m_wantedPanel; ///< requested before a run was open
};

} // namespace ws
