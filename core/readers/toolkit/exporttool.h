#pragma once
// Programs of NVIDIA (nsys, ncu) that write their closed reports in an open form.

#include "core/base/progress.h"
#include "core/base/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ws {

/// The program that a setting names (a path or a name), else the one on PATH; empty: none.
QString exportProgram(const QString &setting, const QString &name);

struct ExportJob
{
    QString program;
    QString shownAs; ///< "nsys export", for messages
    QStringList arguments;
    QString outputFile = {}; ///< takes what the program prints; empty: that is kept for the message only
    QString report;          ///< the file that the user opened
};

/// Runs it to its end; cancelling ends the program. Nothing: it succeeded. Errors: Unreadable with the program's own
/// words, Cancelled.
std::optional<Error> runExport(const ExportJob &job, const Progress &progress);

} // namespace ws
