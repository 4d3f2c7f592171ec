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
    QStringList names = {}; ///< by `others`
    bool hasStages = false; ///< some of them are the files of one folder
};
/// Nothing: an error was printed. `saysLeftOut`: false where a first call has said it. `takesFolders`: a folder without
/// files of ncu is its traces or tables; those that cannot be read are said and left out.
std::optional<FilesWithNcu> loadWithNcu(const QStringList &arguments, bool saysLeftOut = true,
                                        bool takesFolders = false);

} // namespace ws::cli
