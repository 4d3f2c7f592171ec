#pragma once
// Owners of GPU work that no operator of the trace with numbers encloses:
//   - Work of a graph's launch is owned by the operator that launched it during the capture, where a trace of the
//     capture is given and fits (capturematch.h): the outermost one with numbers around the captured launch, as in a
//     trace. Rejected: only where the module is certain; what counts is that all places that fit have equal inputs.
//   - Attention of an engine, in the trace or in the capture, whose lengths the name of the step around the launch
//     states (steplengths.h).

#include "core/analysis/limits/limits.h"
#include "core/analysis/limits/steplengths.h"
#include "core/analysis/modules/capture.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ws {

/// Gives each captured launch its operator; before files are joined.
void ownOperators(Capture &capture, const Run &run);

struct FurtherOwners
{
    struct Row
    {
        std::string name, shape;
        CallWork work;
        LimitBasis basis = LimitBasis::Shapes;
    };
    std::vector<Row> rows;
    std::vector<uint32_t> rowOfCall;
    std::unordered_map<uint32_t, uint32_t> callOf; ///< by activity
    GraphCoverage graphs;
    std::vector<WithheldAttention> withheld; ///< by reason
};

/// `activities`: counted ones without an owner, ascending. Without engines' attention and without a capture it costs a
/// look at the names.
FurtherOwners furtherOwners(const Run &run, const std::vector<uint32_t> &activities, const CaptureMatch *capture);

/// Whether there may be any.
bool mayHaveFurtherOwners(const Run &run, const CaptureMatch *capture);

} // namespace ws
