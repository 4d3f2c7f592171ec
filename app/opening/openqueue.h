#pragma once
// Files waiting to be opened or reloaded, one at a time: two at once would compete for the disk and the cores. Cancel
// drops the waiting ones, too.

#include "core/base/timerange.h"
#include "widgets/session/runloader.h"

#include <QObject>

#include <deque>
#include <optional>

namespace ws {

struct OpenRequest
{
    QString path;        ///< absolute, or a resource
    QString part;        ///< of `FILE#PART`; empty: all
    bool reload = false; ///< the file is already open, its run is replaced
    int copy = 0; ///< which of the open runs of this file: 1 is that of a file opened a second time, for a comparison
    bool operator==(const OpenRequest &) const = default;
};

class OpenQueue : public QObject
{
    Q_OBJECT
public:
    explicit OpenQueue(QObject *parent = nullptr);
    explicit OpenQueue(RunLoader::Load load, QObject *parent = nullptr);

    void add(const OpenRequest &request); ///< ignored when the same request is in progress
    void cancel();
    const RunLoader *loader() const { return m_loader; } ///< null: nothing is loading
    /// While loaded() is emitted: absolute ns that the timeline was moved to while it filled; none: it was not.
    const std::optional<TimeRange> &chosenView() const { return m_chosenView; }

signals:
    void started(const ws::RunLoader *loader);
    void loaded(const ws::OpenRequest &request, const ws::RunPtr &run);
    void failed(const ws::OpenRequest &request, const ws::Error &error);
    void cancelled();
    void idle(); ///< loading has ended

private:
    void next();
    OpenRequest take(); ///< the current one, which is loaded, has failed or was cancelled

    RunLoader::Load m_load;
    std::deque<OpenRequest> m_waiting;
    OpenRequest m_current;
    std::optional<TimeRange> m_chosenView;
    RunLoader *m_loader = nullptr; ///< a child; cancelled loaders stay children until their threads have ended
};

} // namespace ws
