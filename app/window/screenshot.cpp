#include "app/window/screenshot.h"

#include "app/window/mainwindow.h"
#include "app/window/viewlinks.h"
#include "core/analysis/namesearch.h"
#include "widgets/toolkit/backgroundjob.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPixmap>

#include <cstdio>

namespace ws {

Screenshot::Screenshot(MainWindow *window, ScreenshotOptions options)
    : QObject(window), m_window(window), m_options(std::move(options))
{
    window->resize(m_options.size);
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
    connect(window, &MainWindow::openFailed, this, [this](const QString &path, const Error &error) {
        complain(QFileInfo(path).fileName() + QStringLiteral(": ") + error.message);
    });
    m_timer.start();
}

void Screenshot::look()
{
    const bool busy = m_window->isLoading() || analysisPool()->activeThreadCount() > 0 || anyOwnThreadWorks();
    m_quiet = busy ? 0 : m_quiet + 1;
    if (m_quiet == 3 && !m_prepared)
        prepare();
    if (m_quiet < 8)
        return;
    m_timer.stop();
    end();
}

void Screenshot::complain(const QString &text)
{
    m_isWrong = true;
    std::fprintf(stderr, "%s\n", qPrintable(text));
}

void Screenshot::end()
{
    if (!m_window->grab().save(m_options.path))
        complain(tr("%1 could not be written").arg(m_options.path));
    QCoreApplication::exit(m_isWrong ? 1 : 0);
}

void Screenshot::prepare()
{
    m_prepared = true;
    m_quiet = 0;
    RunContext &context = m_window->session()->pane()->context();
    const RunPtr run = context.run();
    if (!m_options.tab.isEmpty())
        m_window->showPanel(m_options.tab);
    if (!run)
        return;
    const bool isInside = m_options.range && m_options.range->begin < run->timeline.spanNs;
    if (isInside)
        context.setRange(m_options.range);
    else if (m_options.range)
        complain(tr("--range: the run ends before it"));
    if (!m_options.select.isEmpty())
        select(*run, context);
    if (isInside && m_options.isZoomed) // also where the slice lies elsewhere
        context.showSpan(withoutMargin(*m_options.range));
}

void Screenshot::select(const Run &run, RunContext &context)
{
    const auto hits = findNames(run, m_options.select, false);
    if (const auto hit = hits ? nextHit(run, *hits, {}, 1) : std::nullopt)
        context.reveal(hit->slice);
    else
        complain(tr("--select: no name contains “%1”").arg(m_options.select));
}

} // namespace ws
