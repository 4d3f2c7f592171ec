#pragma once
// Files of Nsight Compute among the FILEs of a command line, told by their content: one file often holds one kernel, so
// they come by the dozen, or as their folder.

#include "app/cli.h"

namespace ws::cli {

/// Folders are replaced by the files in them that may be of ncu (.csv, .txt, .log, .ncu-rep), in order of their names;
/// within these, what is none is left out, with a line on stderr.
struct FilesWithNcu
{
    std::vector<std::pair<QString, Selected>> others; ///< as named on the command line; timelines, tables, reports
    std::vector<RunPtr> ncu;
};
/// Nothing: an error was printed.
std::optional<FilesWithNcu> loadWithNcu(const QStringList &arguments);

} // namespace ws::cli
