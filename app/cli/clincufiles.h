#pragma once
// Files of Nsight Compute among the FILEs of a command line, told by their content: one file often holds one kernel, so
// they come by the dozen, or as their folder.

#include "app/cli/cli.h"

namespace ws::cli {

/// Folders are replaced by the files in them that may be of ncu (.csv, .txt, .log, .ncu-rep), in order of their names
/// (2 before 10); within these, what is none is left out, with a line on stderr.
struct FilesWithNcu
{
    std::vector<std::pair<QString, Selected>> others; ///< as named on the command line; timelines, tables, reports
    std::vector<RunPtr> ncu;
};
/// Nothing: an error was printed. `saysLeftOut`: false where a first call has said it.
std::optional<FilesWithNcu> loadWithNcu(const QStringList &arguments, bool saysLeftOut = true);

} // namespace ws::cli
