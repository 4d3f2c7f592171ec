#pragma once
// File → Export: the table of the panel in front as CSV.

#include <QString>

namespace ws {

class MessageBar;
class Workspace;

/// Asks for a file and writes it; shows errors in `messages`. `file` is the run's, for the suggested name.
void exportShownTable(const Workspace &workspace, const QString &file, MessageBar &messages);

/// Says that a file was written, with its size and the offer to open it.
void showWritten(const QString &path, MessageBar &messages);

} // namespace ws
