#pragma once
// Which GPU work is communication. The mapping in force decides, so that the busy split, the stages and the colours
// always agree: communication is what it puts into the stage "communication". Where it knows no such stage, or leaves
// a name to its catch-all, the built-in default mapping decides. Rejected: a list of words of its own, which missed
// DeepEP's kernels completely and counted them as computation.

#include "core/analysis/stages/stageclassifier.h"
#include "core/model/run.h"

#include <vector>

namespace ws {

inline constexpr std::string_view communicationStage = "communication";

/// False: the mapping decides about all names by itself, there is no need to ask the default mapping.
bool needsDefaultMapping(const Classification &inForce);

/// By index of the names: 1 for communication. `byDefault`: the same names under the default mapping; null: what the
/// mapping in force leaves open is none.
std::vector<uint8_t> communicationNames(const Classification &inForce, const Classification *byDefault);

/// What busySplit() takes, by StringId, from the answer for each name of the set.
std::vector<uint8_t> communicationById(const NameSet &names, const std::vector<uint8_t> &isCommunication,
                                       const StringPool &strings);

/// Under the default mapping, for whoever has no other. Some milliseconds for a thousand names.
std::vector<uint8_t> defaultCommunication(const GpuWork &gpu, const StringPool &strings);

} // namespace ws
