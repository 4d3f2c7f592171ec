#pragma once
// One change to a recording, as text: what it is of, and what becomes of it. "kernel:REGEX*F", "operator:REGEX*F",
// "module:REGEX*F", "stage:NAME*F", each also "=limit" (the device's limit) in place of the factor; "cpu*F"; "gaps=0";
// "launches=graph"; "copies*F", "copies=hidden", "copies=bandwidth*F" and the same of "collectives";
// "rank:NAME=median", "rank:NAME=alike", "rank:*=alike".

#include "core/analysis/replay/replaymodel.h"
#include "core/base/result.h"

namespace ws {

struct ReplayEdit
{
    enum class Of : uint8_t { Kernel, Operator, Module, Stage, Cpu, Gaps, Launches, Copies, Collectives, Rank };
    enum class To : uint8_t { Factor, Limit, Hidden, Zero, Graph, Median, Alike };

    QString text; ///< as given
    Of of = Of::Kernel;
    To to = To::Factor;
    QString target; ///< the regex or name; empty for those without
    double factor = 1;
};

Result<ReplayEdit> parseReplayEdit(const QString &text);

/// Changes the weights. Errors: nothing in the recording is meant. `notes`: what was left as it is. `lagsGo`: by node,
/// set to 1 where the edit takes away what delays the node.
struct EditEffect
{
    uint64_t nodes = 0; ///< that it changes
    QStringList notes;
};
Result<EditEffect> applyReplayEdit(const ReplayModel &model, const ReplayEdit &edit, ReplayWeights &weights);

} // namespace ws
