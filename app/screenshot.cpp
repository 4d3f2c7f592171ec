#include "app/screenshot.h"

#include "app/mainwindow.h"
#include "core/analysis/namesearch.h"
#include "widgets/toolkit/derivedjob.h"

#include <QCoreApplication>
#include <QPixmap>

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
    const bool busy = m_window->isLoading() || analysisPool()->activeThreadCount() > 0;
    m_quiet = busy ? 0 : m_quiet + 1;
    if (m_quiet == 3 && !m_prepared)
        prepare();
    if (m_quiet < 8)
        return;
    m_timer.stop();
    QCoreApplication::exit(m_window->grab().save(m_options.path) ? 0 : 1);
}

void Screenshot::prepare()
{
    m_prepared = true;
    m_quiet = 0;
    RunContext &context = m_window->session()->pane()->context();
    const RunPtr run = context.run();
    if (!m_options.tab.isEmpty())
        m_window->showPanel(m_options.tab);
    const QStringList range = m_options.range.split(u'-');
    if (run && range.size() == 2)
        context.setRange(TimeRange{qRound64(range[0].toDouble() * 1e6), qRound64(range[1].toDouble() * 1e6)});
    if (!run || m_options.select.isEmpty())
        return;
    if (const auto hits = findNames(*run, m_options.select, false))
        if (const auto hit = nextHit(*run, *hits, {}, 1))
            context.reveal(hit->slice);
}

} // namespace ws
