#include "app/window/sharing.h"

#include "app/opening/opener.h"
#include "app/window/sessioncommands.h"
#include "app/window/viewlinks.h"
#include "app/window/viewpictures.h"

namespace ws {

Sharing::Sharing(const WindowParts &parts) : QObject(parts.window)
{
    m_sessions = new SessionCommands(parts);
    m_links = new ViewLinks(parts, m_sessions->hashes());
    m_pictures = new ViewPictures(parts);
    connect(parts.opener, &Opener::sessionWanted, m_sessions, &SessionCommands::open);
    connect(parts.opener, &Opener::linkWanted, m_links, &ViewLinks::open);
    connect(m_sessions, &SessionCommands::failed, this, &Sharing::failed);
    connect(m_sessions, &SessionCommands::panelWanted, this, &Sharing::panelWanted);
    connect(m_sessions->opener(), &SessionOpener::jobWanted, this, &Sharing::jobWanted);
    connect(m_links, &ViewLinks::panelWanted, this, &Sharing::panelWanted);
}

bool Sharing::isOpening() const
{
    return m_sessions->opener()->isBusy();
}

} // namespace ws
