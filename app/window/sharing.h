#pragma once
// What shows a colleague, or the same person later, what the window shows: sessions, view links, pictures.

#include "app/window/windowparts.h"
#include "core/base/result.h"
#include "core/session/sessionfile.h"

#include <QObject>

namespace ws {

class SessionCommands;
class ViewLinks;
class ViewPictures;

class Sharing : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the window.
    explicit Sharing(const WindowParts &parts);

    SessionCommands *sessions() const { return m_sessions; }
    ViewLinks *links() const { return m_links; }
    ViewPictures *pictures() const { return m_pictures; }
    bool isOpening() const; ///< a session is being opened

signals:
    void failed(const QString &path, const ws::Error &error); ///< a session cannot be opened
    void panelWanted(const QString &id);
    /// Of a session, with the edits of its replay.
    void jobWanted(const QStringList &named, const std::vector<ws::SavedEdit> &edits);

private:
    SessionCommands *m_sessions;
    ViewLinks *m_links;
    ViewPictures *m_pictures;
};

} // namespace ws
