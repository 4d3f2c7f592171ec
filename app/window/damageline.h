#pragma once
// A line above the contents that says which of the shown files are cut or damaged, and what is missing. The Overview
// says it itself; in front of every other panel numbers of such a file would look like those of a whole one. Rejected:
// the window's message line, in which the next message would replace it.

#include "app/window/messagebar.h"

#include <QSet>
#include <QString>

namespace ws {

class Pages;
class Session;
class Workspace;
struct Run;

/// What is missing in a file, in the reader's words; empty: it is whole.
QString lossOf(const Run &run);

class DamageLine : public MessageBar
{
    Q_OBJECT
public:
    /// Puts itself on the pages.
    DamageLine(const Session *session, Workspace *workspace, Pages *pages);

private:
    void tell();

    const Session *m_session;
    Workspace *m_workspace;
    const Pages *m_pages;
    QSet<QString> m_closed; ///< what somebody has read and closed
    bool m_isOverviewInFront = false;
};

} // namespace ws
