#pragma once
// Files waiting to be opened or read again, one loaded at a time: two at once would only fight for the disk and the two
// threads a reader uses. Cancel drops what is waiting, too.

#include "widgets/session/runloader.h"

#include <QObject>

#include <deque>

namespace ws {

struct OpenRequest
{
    QString path;        ///< absolute, or a resource
    QString part;        ///< of `FILE#PART`; empty: all
    bool reload = false; ///< the file is open already, its runs are to be replaced
    bool operator==(const OpenRequest &) const = default;
};

class OpenQueue : public QObject
{
    Q_OBJECT
public:
    explicit OpenQueue(QObject *parent = nullptr);
    explicit OpenQueue(RunLoader::Load load, QObject *parent = nullptr);

    void add(const OpenRequest &request); ///< nothing when the same is under way already
    void cancel();
    const RunLoader *loader() const { return m_loader; } ///< null: nothing is loading

signals:
    void started(const ws::RunLoader *loader);
    void loaded(const ws::OpenRequest &request, const ws::Document &document);
    void failed(const ws::OpenRequest &request, const ws::Error &error);
    void cancelled();
    void idle(); ///< nothing is loading any more

private:
    void next();
    void take();

    RunLoader::Load m_load;
    std::deque<OpenRequest> m_waiting;
    OpenRequest m_current;
    RunLoader *m_loader = nullptr; ///< a child; cancelled loaders stay children until their threads have ended
};

} // namespace ws
