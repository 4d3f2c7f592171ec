#pragma once
// `--screenshot OUT.png`: pictures of the window for the documentation, made by the program itself: open the files,
// wait until nothing is loading or computing, show a tab, grab, quit.

#include "core/base/timerange.h"

#include <QObject>
#include <QSize>
#include <QTimer>

#include <optional>

namespace ws {

class MainWindow;
class RunContext;
struct Run;

struct ScreenshotOptions
{
    QString path;
    QSize size{1280, 720};
    QString tab;    ///< id of a panel, empty: the one in front
    QString select; ///< the first slice whose name contains it is selected and shown
    std::optional<TimeRange> range;
    bool isZoomed = false; ///< the range fills the timeline
};

class Screenshot : public QObject
{
    Q_OBJECT
public:
    /// Ends the application with 0, or with 1 and a line on stderr when a file could not be opened, lacks the requested
    /// content, or the picture could not be written. Create it before opening files.
    Screenshot(MainWindow *window, ScreenshotOptions options);

private:
    void look();
    void prepare();
    void select(const Run &run, RunContext &context);
    void end();
    void complain(const QString &text);

    MainWindow *m_window;
    ScreenshotOptions m_options;
    QTimer m_timer;
    bool m_prepared = false;
    bool m_isWrong = false;
    int m_quiet = 0; ///< number of consecutive checks without activity
};

} // namespace ws
