#pragma once
// File → Export: the table of the panel in front as CSV.

#include <QString>

namespace ws {

class MessageBar;
class Workspace;

/// Asks where to and writes; what goes wrong is said in `messages`. `file` is the run's, for the name to begin with.
void exportShownTable(const Workspace &workspace, const QString &file, MessageBar &messages);

} // namespace ws
