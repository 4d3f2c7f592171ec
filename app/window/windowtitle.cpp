#include "app/window/windowtitle.h"

#include "core/io/remote/remotecache.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/runcontext.h"
#include "widgets/session/session.h"

#include <QWidget>

namespace ws {

WindowTitle::WindowTitle(Session *session, JobDocument *job, QWidget *window)
    : QObject(window), m_session(session), m_job(job), m_window(window)
{
    connect(session->pair(), &ComparePair::changed, this, &WindowTitle::follow);
    connect(session, &Session::activeChanged, this, &WindowTitle::follow);
    connect(job, &JobDocument::changed, this, &WindowTitle::follow);
    follow();
}

QString WindowTitle::name() const
{
    const RunPtr run = m_session->pane()->run();
    if (!run || m_isJobInFront)
        return m_job->name();
    const auto nameOf = [](const RunPtr &of) { return shownName(of->info.stamp.path); };
    const ComparePair &pair = *m_session->pair();
    return pair.isShown() ? QStringLiteral("%1 | %2").arg(nameOf(pair.context(ComparePair::A)->run()),
                                                          nameOf(pair.context(ComparePair::B)->run()))
                          : nameOf(run);
}

void WindowTitle::setJobInFront(bool inFront)
{
    m_isJobInFront = inFront;
    follow();
}

void WindowTitle::follow()
{
    const RunPtr run = m_session->pane()->run();
    const QString shown = name();
    m_window->setWindowTitle(shown.isEmpty() ? QStringLiteral("Warpscope") : shown + QStringLiteral(" — Warpscope"));
    m_window->setWindowFilePath(run && !m_isJobInFront ? shownPath(run->info.stamp.path) : QString());
}

} // namespace ws
