#include "app/window/paircommands.h"

#include "app/opening/filedrops.h"
#include "app/opening/fileopener.h"
#include "app/opening/opener.h"
#include "app/window/centre.h"
#include "app/window/comparemenu.h"
#include "app/window/sidequestion.h"
#include "widgets/compare/pairview.h"

#include <QPointer>

namespace ws {

PairCommands::PairCommands(const Parts &parts) : QObject(parts.window), m_parts(parts)
{
    const PairView *view = parts.centre->view();
    auto *drops = new FileDrops(parts.window, parts.area, parts.session, this);
    drops->setStacked(view->isStacked());
    connect(view, &PairView::stackedChanged, drops, &FileDrops::setStacked);
    connect(drops, &FileDrops::opened, parts.opener, &Opener::open);
    connect(drops, &FileDrops::droppedBeside, this, &PairCommands::openBeside);
    connect(drops, &FileDrops::droppedOnPair, this, &PairCommands::askSide);
    connect(parts.menu, &CompareMenu::fileWanted, this, &PairCommands::chooseFile);
    const auto openParts = [this] { m_parts.opener->openParts(m_parts.session->active()); };
    connect(parts.menu, &CompareMenu::partsWanted, this, openParts);
    connect(parts.centre, &Centre::partsWanted, this, openParts);
    connect(parts.menu, &CompareMenu::fileWantedFor, this, &PairCommands::chooseFileFor);
    connect(parts.centre, &Centre::sideMenuWanted, this, &PairCommands::showSideMenu);
    connect(parts.opener, &Opener::partWanted, parts.centre, &Centre::showPart);
}

void PairCommands::chooseFile()
{
    const QPointer<RunContext> active = m_parts.session->active();
    const QStringList paths = m_parts.files->ask(m_parts.window, tr("Compare with a file"));
    if (paths.size() == 1 && active)
        openBeside(ComparePair::B, paths.front());
    else
        m_parts.opener->open(paths);
}

void PairCommands::chooseFileFor(Side side)
{
    if (const QStringList paths = m_parts.files->ask(m_parts.window, tr("Compare with a file")); paths.size() == 1)
        replace(side, paths.front());
    else
        m_parts.opener->open(paths);
}

void PairCommands::openBeside(Side side, const QString &path)
{
    m_parts.opener->openBeside(m_parts.session->active(), side, path);
}

/// The comparison may have ended while a question was open: then the file is a run of its own.
void PairCommands::replace(Side side, const QString &path)
{
    m_parts.opener->openBeside(m_parts.session->pair()->context(ComparePair::opposite(side)), side, path);
}

void PairCommands::askSide(Side proposed, const QString &path)
{
    if (!openingsOf({path}).isOneFile())
        return m_parts.opener->open({path});
    ws::askSide(m_parts.window, *m_parts.session->pair(), path, proposed, [this, path](std::optional<Side> side) {
        if (side)
            replace(*side, path);
        else
            m_parts.opener->open({path});
    });
}

void PairCommands::showSideMenu(Side side, const QPoint &globalPos)
{
    QMenu menu(m_parts.window);
    m_parts.menu->fillSideMenu(&menu, side);
    menu.exec(globalPos);
}

} // namespace ws
