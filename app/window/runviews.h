#pragma once
// The views in the workspace: the centre, which shows the active run or the two that are compared, the panels around
// it, which show the active run, and the requests of one view to another. The only place that names every view.

#include "core/analysis/stages/stagebars.h"
#include "core/model/parts.h"
#include "widgets/session/session.h"

#include <QPointer>

class QDockWidget;

namespace ws {

class Centre;
class ComparisonPanel;
class JobDocument;
class ModulePanel;
class StageController;
class StagesPanel;
class TablesPanel;
class TimelineView;
class Workspace;
struct StageKey;

class RunViews : public QObject
{
    Q_OBJECT
public:
    /// Fills `workspace`, which owns the views. `job`: of ranks, which the replay can be of as well.
    RunViews(Session *session, StageController *stages, JobDocument *job, Workspace *workspace);

    Centre *centre() const { return m_centre; }
    TimelineView *timeline() const; ///< of the active run
    /// By its id in settings and the command line, such as "kernels". Without a run: as soon as one is open.
    void showPanel(const QString &id);
    void wantPanel(const QString &id); ///< in place of the Overview of the run that is opened next
    void showStagesBy(BarsBy bars);
    void showStage(const StageKey &key);
    /// Shows the phase or the table of `FILE#PART`.
    void showPart(const Selected &part);
    bool hasTimeline() const; ///< the active run shows one in the centre

signals:
    void timelineChanged();               ///< timeline() is another one
    void rangeLabel(const QString &text); ///< of the active run's timeline
    void messageChanged(const QString &text);
    /// Of a rank of the job; `span`: ns since its origin, empty: all of it.
    void traceWanted(const QString &path, const ws::TimeRange &span);
    void readAgainWanted();                           ///< the active run's file: rows of it mean something else now
    void rangeMenuRequested(const QPoint &globalPos); ///< of the active run

private:
    void buildPanels();
    void addComparison();
    void offerComparison(ComparisonPanel *comparison);
    void addTimeline(TimelineView *timeline);
    void connectWishes();
    void addPanel(QWidget *panel, const QString &id, const QString &title);
    void chooseCentre();
    void choosePanel();
    void offerPanels();
    void selectionChanged();

    Session *m_session;
    Pane *m_pane; ///< shows the active run
    StageController *m_stages;
    JobDocument *m_job;
    Workspace *m_workspace;
    Centre *m_centre;
    StagesPanel *m_stagesPanel = nullptr;
    TablesPanel *m_dockTables = nullptr;
    ModulePanel *m_modules = nullptr;
    QStringList m_panels;          ///< ids
    QString m_wantedPanel;         ///< requested before a run was open
    QPointer<RunContext> m_opened; ///< has not been in front yet
};

} // namespace ws
