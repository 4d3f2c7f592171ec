#include "app/screenshot.h"

#include "app/mainwindow.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QThreadPool>

namespace ws {

Screenshot::Screenshot(MainWindow *window, ScreenshotOptions options)
    : QObject(window), m_window(window), m_options(std::move(options))
{
    window->resize(m_options.size);
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
    m_timer.start();
}

void Screenshot::look()
{
    const bool busy = m_window->isLoading() || QThreadPool::globalInstance()->activeThreadCount() > 0;
    m_quiet = busy ? 0 : m_quiet + 1;
    if (m_quiet == 3 && !m_options.tab.isEmpty())
        m_window->showPanel(m_options.tab);
    if (m_quiet < 8)
        return;
    m_timer.stop();
    QCoreApplication::exit(m_window->grab().save(m_options.path) ? 0 : 1);
}

} // namespace ws
