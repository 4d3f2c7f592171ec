#include "app/sharing.h"

#include "app/pairopener.h"
#include "app/runviews.h"
#include "app/sessioncommands.h"
#include "app/viewlinks.h"
#include "app/viewpictures.h"
#include "app/workspace.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

namespace ws {

Sharing::Sharing(const Parts &parts) : QObject(parts.window)
{
    const auto panel = [workspace = parts.workspace] { return workspace()->raisedPanelId(); };
    const auto visible = [views = parts.views] {
        const TimelineView *timeline = views()->timeline();
        return views()->hasTimeline() && timeline->state()->data() ? std::optional(timeline->visibleRange())
                                                                 : std::nullopt;
    };
    m_sessions = new SessionCommands({parts.window, parts.session, parts.stages, parts.files, parts.messages, panel});
    m_links =
        new ViewLinks({parts.window, parts.session, parts.files, parts.messages, m_sessions->hashes(), panel, visible});
    m_pictures = new ViewPictures({parts.window, parts.workspace, parts.stages, parts.messages,
                                   [views = parts.views] { return views()->timeline(); }});
    connect(parts.pairs, &PairOpener::sessionWanted, m_sessions, &SessionCommands::open);
    connect(parts.pairs, &PairOpener::linkWanted, m_links, &ViewLinks::open);
    connect(m_sessions, &SessionCommands::failed, this, &Sharing::failed);
    connect(m_sessions, &SessionCommands::panelWanted, this, &Sharing::panelWanted);
    connect(m_links, &ViewLinks::panelWanted, this, &Sharing::panelWanted);
}

bool Sharing::isOpening() const
{
    return m_sessions->opener()->isBusy();
}

} // namespace ws
