#pragma once
// What a person names to be opened, whichever way: arguments, dialog, drop, recent files, a later start. Each argument
// is looked at once, here; nothing behind it asks again what it is.

#include "core/model/parts.h"

#include <QStringList>

#include <vector>

namespace ws {

/// The members stand in the order in which a window opens them; each list keeps the order of the arguments.
struct Openings
{
    QStringList links;    ///< view links
    QStringList sessions; ///< session files
    /// Digests, folders of several ranks, or three or more traces whose names say which ranks they are: one job.
    QStringList job;
    /// Each is to become a run. `file`: absolute, or a resource; of another machine its spool; standard input as it is
    /// kept. A folder of one recording gives its trace and tables, one that is nothing known stands for itself, so that
    /// opening it says why.
    std::vector<PartName> files;

    /// One run and nothing else, as a side of a comparison takes it.
    bool isOneFile() const { return files.size() == 1 && links.empty() && sessions.empty() && job.empty(); }
};

Openings openingsOf(const QStringList &arguments);

} // namespace ws
