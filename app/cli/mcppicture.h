#pragma once
// Pictures for `mcp`. This program paints nothing (it needs no GUI library), so warpscope does, without a display and
// without the user's settings. Rejected: a painter of its own beside that of the window, which would show other things.

#include "core/base/progress.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QStringList>

namespace ws::cli {

struct McpPicture
{
    QString file; ///< PATH or PATH#PART
    bool isStages = false;
    int width = 0, height = 0;      ///< px
    int64_t fromNs = -1, toNs = -1; ///< since the run's origin; negative: all
};

/// The program that can paint, beside this one or on PATH; empty: pictures cannot be made.
QString pictureProgram();
/// A PNG. It reads only files in `roots`. Errors: Unreadable with the words of the program, Cancelled.
Result<QByteArray> paintPicture(const McpPicture &picture, const QStringList &roots, const Progress &progress);
/// Writes it into the folder under a name of its own: the trace's and a number. The path.
Result<QString> keepPicture(const QByteArray &png, const QString &folder, const QString &trace, int &number);

} // namespace ws::cli
