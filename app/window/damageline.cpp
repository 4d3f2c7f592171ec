#include "app/window/damageline.h"

#include "app/window/pages.h"
#include "app/window/workspace.h"
#include "core/base/phrases.h"
#include "core/model/runlabel.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/session.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ws {

QString lossOf(const Run &run)
{
    constexpr std::array<std::string_view, 3> kinds{"read-error", "damaged-container", "truncated"}; // by gravity
    for (const std::string_view kind : kinds)
        if (const Diagnostic *loss = run.diagnostics.find(kind))
            return loss->message;
    return run.info.complete ? QString() : DamageLine::tr("a part of it is missing");
}

DamageLine::DamageLine(const Session *session, Workspace *workspace, Pages *pages)
    : m_session(session), m_workspace(workspace), m_pages(pages)
{
    pages->addLine(this);
    connect(session, &Session::activeChanged, this, &DamageLine::tell);
    connect(session->pair(), &ComparePair::changed, this, &DamageLine::tell);
    connect(pages, &Pages::jobInFrontChanged, this, &DamageLine::tell);
    connect(workspace, &Workspace::inFrontChanged, this, [this](const QString &id, bool inFront) {
        if (id != QLatin1String("overview"))
            return;
        m_isOverviewInFront = inFront;
        tell();
    });
    connect(this, &MessageBar::closed, this, [this] { m_closed.insert(text()); });
}

void DamageLine::tell()
{
    const ComparePair *pair = m_session->pair();
    std::vector<const RunContext *> shown{m_session->active()};
    if (pair->isShown())
        shown = {pair->context(ComparePair::A), pair->context(ComparePair::B)};
    QStringList losses;
    for (const RunContext *context : shown)
        if (const RunPtr run = context ? context->run() : nullptr)
            if (const QString loss = lossOf(*run); !loss.isEmpty())
                losses << tr("Not all of %1 could be read: %2").arg(runLabel(*run), loss);
    losses.removeDuplicates(); // two parts of one file
    const QString now = losses.join(u'\n');
    const bool isSaid = m_isOverviewInFront && !pair->isShown(); // of a pair the Overview is that of one run
    if (now.isEmpty() || m_pages->isJobInFront() || isSaid || m_closed.contains(now))
        return hide();
    showMessage(Kind::Notice, now);
    setAction(tr("Diagnostics"), [this] {
        m_workspace->showPanel(QStringLiteral("diagnostics"));
        tell(); // it holds in front of the diagnostics, too
    });
}

} // namespace ws
