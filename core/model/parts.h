#pragma once
// `FILE#PART`: how the command line and the window name one part of a file that holds several (runs, phases, tables),
// by its name or its 1-based number. A file that exists exactly as typed is taken whole, so a '#' in a name is
// harmless.

#include "core/base/result.h"
#include "core/model/run.h"

#include <memory>
#include <vector>

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
    std::shared_ptr<const Document> document;
    std::vector<std::shared_ptr<const Run>> runs; ///< the runs that it names; never empty
    int phase = -1; ///< index into the one run's layerwise trees when the part names a phase, else -1
    int table = -1; ///< index into the one run's tables when the part names a table, else -1
};

/// Errors: NotFound, naming the existing parts.
Result<Selected> selectPart(std::shared_ptr<const Document> document, const PartName &name);

} // namespace ws
