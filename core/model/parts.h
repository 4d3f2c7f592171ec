#pragma once
// `FILE#PART`: how the command line and the window name one part of a file that holds several (phases, tables,
// recordings), by its name or its 1-based number. A file that exists exactly as typed is taken whole, so a '#' in a
// name is harmless. Whether a file of another machine exists is not known before it is asked: there, what has a folder
// or the ending of a file behind the '#' is one name.

#include "core/base/result.h"
#include "core/model/run.h"

namespace ws {

struct PartName
{
    QString file;
    QString part; ///< empty: the whole file
};

PartName splitPart(const QString &argument);

/// The meaning of an argument.
struct Selected
{
    RunPtr run;            ///< of the file
    int phase = -1;        ///< index into the run's layerwise trees when the part names a phase, else -1
    int table = -1;        ///< index into the run's tables when the part names a table, else -1
    RunPtr stepsOf = {};   ///< of a mean step: the file; `run` has the mean alone
    std::string kind = {}; ///< … and the kind of its phases
};

/// All recordings of the file whose first one is `run`.
std::vector<RunPtr> recordingsOf(const RunPtr &run);

/// Errors: NotFound, naming the existing parts; Unsupported, naming them, where the file holds several recordings and
/// no part is named.
Result<Selected> selectPart(RunPtr run, const PartName &name);

/// The same, and of a layerwise profile also the mean step of a kind of phases: "decode" is a run of one phase then.
Result<Selected> selectPartOrMean(RunPtr run, const PartName &name);

} // namespace ws
