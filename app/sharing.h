#pragma once
// What shows a colleague, or the same person later, what the window shows: sessions, view links, pictures.

#include "core/base/result.h"

#include <QObject>

#include <functional>

class QWidget;

namespace ws {

class FileOpener;
class MessageBar;
class PairOpener;
class RunViews;
class Session;
class SessionCommands;
class StageController;
class ViewLinks;
class ViewPictures;
class Workspace;

class Sharing : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        QWidget *window; ///< parent of dialogs
        Session *session;
        StageController *stages;
        FileOpener *files;
        PairOpener *pairs;
        // Of the window as it is now; another language builds them anew:
        std::function<Workspace *()> workspace;
        std::function<RunViews *()> views;
        std::function<MessageBar *()> messages;
    };
    /// Belongs to the window.
    explicit Sharing(const Parts &parts);

    SessionCommands *sessions() const { return m_sessions; }
    ViewLinks *links() const { return m_links; }
    ViewPictures *pictures() const { return m_pictures; }
    bool isOpening() const; ///< a session is being opened

signals:
    void failed(const QString &path, const ws::Error &error); ///< a session cannot be opened
    void panelWanted(const QString &id);

private:
    SessionCommands *m_sessions;
    ViewLinks *m_links;
    ViewPictures *m_pictures;
};

} // namespace ws
