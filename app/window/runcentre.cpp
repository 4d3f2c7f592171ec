#include "app/window/runcentre.h"

#include "widgets/modules/modulepanel.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

namespace ws {

RunCentre::Kind RunCentre::kindOf(const RunPtr &run)
{
    if (TablesPanel::holdsOnlyTables(run))
        return Kind::Tables;
    return run && !run->layerwise.empty() && !run->timeline.hasOrigin ? Kind::Modules : Kind::Timeline;
}

RunCentre::RunCentre(Pane *pane, QWidget *parent)
    : QStackedWidget(parent), m_pane(pane), m_timeline(new TimelineView(pane, this)),
      m_tables(new TablesPanel(pane, TablesPanel::Place::Centre, this))
{
    addWidget(m_timeline);
    addWidget(m_tables);
    connect(pane, &Pane::runChanged, this, &RunCentre::choose);
    connect(pane, &Pane::spanRequested, m_timeline, &TimelineView::showRange);
    connect(pane, &Pane::spanRevealRequested, m_timeline, &TimelineView::revealRange);
}

void RunCentre::setBesideAnother(bool beside)
{
    m_isBeside = beside;
    choose();
}

void RunCentre::choose()
{
    if (m_isBeside && kind() == Kind::Modules) {
        if (!m_modules) {
            m_modules = new ModulePanel(m_pane);
            addWidget(m_modules);
        }
        setCurrentWidget(m_modules);
        return;
    }
    setCurrentWidget(kind() == Kind::Tables ? static_cast<QWidget *>(m_tables) : m_timeline);
}

void RunCentre::showPart(const Selected &part)
{
    if (part.table >= 0)
        m_tables->showTable(part.table);
    if (part.phase >= 0 && m_modules)
        m_modules->showPhase(part.phase);
}

void RunCentre::focusContent()
{
    if (currentWidget() == m_timeline)
        m_timeline->setFocus();
    else if (QWidget *next = currentWidget()->nextInFocusChain(); currentWidget()->isAncestorOf(next))
        next->setFocus();
}

} // namespace ws
