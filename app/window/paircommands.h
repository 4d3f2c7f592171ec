#pragma once
// What a person asks for about comparing, carried out: drops on the halves, the menu, the titles of the sides, and the
// questions and dialogs that belong to them.

#include "widgets/session/comparepair.h"

#include <QObject>

class QWidget;

namespace ws {

class Centre;
class CompareMenu;
class FileOpener;
class Opener;
class Session;

class PairCommands : public QObject
{
    Q_OBJECT
public:
    using Side = ComparePair::Side;

    struct Parts
    {
        QWidget *window; ///< gets the drops, parent of dialogs
        QWidget *area;   ///< with the halves
        Session *session;
        FileOpener *files;
        Opener *opener;
        Centre *centre;
        CompareMenu *menu;
    };
    /// Belongs to the window.
    explicit PairCommands(const Parts &parts);

    void chooseFile();             ///< beside the active run
    void chooseFileFor(Side side); ///< in place of that side
    // What is no side of a comparison (a folder of ranks, a digest, a session) is opened as what it is:
    void openBeside(Side side, const QString &path);
    void replace(Side side, const QString &path);
    void askSide(Side proposed, const QString &path);
    void showSideMenu(Side side, const QPoint &globalPos);

private:
    Parts m_parts;
};

} // namespace ws
