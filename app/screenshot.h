#pragma once
// `--screenshot OUT.png`: pictures of the window for the documentation, made by the program itself: open the files,
// wait until nothing is loading or computing, show a tab, grab, quit.

#include <QObject>
#include <QSize>
#include <QTimer>

namespace ws {

class MainWindow;

struct ScreenshotOptions
{
    QString path;
    QSize size{1280, 720};
    QString tab;    ///< id of a panel, empty: the one in front
    QString select; ///< the first slice whose name contains it is selected and shown
    QString range;  ///< "12.5-20": ms since the run's first event
};

class Screenshot : public QObject
{
    Q_OBJECT
public:
    /// Ends the application with 0, or with 1 when the picture could not be written.
    Screenshot(MainWindow *window, ScreenshotOptions options);

private:
    void look();
    void prepare();

    MainWindow *m_window;
    ScreenshotOptions m_options;
    QTimer m_timer;
    bool m_prepared = false;
    int m_quiet = 0; ///< looks in a row that found nothing going on
};

} // namespace ws
