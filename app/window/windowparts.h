#pragma once
// What saving, sending and showing a view again needs of a window.

#include "core/base/timerange.h"

#include <QString>

#include <functional>
#include <optional>

class QWidget;

namespace ws {

class FileOpener;
class JobDocument;
class MessageBar;
class Opener;
class RunViews;
class Session;
class StageController;
class TimelineView;
class Workspace;

struct WindowParts
{
    QWidget *window; ///< parent of dialogs
    Session *session;
    StageController *stages;
    FileOpener *files;
    Opener *opener;
    JobDocument *job;
    // Of the window as it is now; another language builds them anew:
    std::function<Workspace *()> workspace;
    std::function<RunViews *()> views;
    std::function<MessageBar *()> messages;

    QString panel() const;                    ///< id of the one in front
    TimelineView *timeline() const;           ///< of the active run
    std::optional<TimeRange> visible() const; ///< of that timeline; nothing before it stands
};

} // namespace ws
