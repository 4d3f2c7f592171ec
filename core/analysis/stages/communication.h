#pragma once
// Which GPU work is communication. The mapping in force decides, so that the busy split, the stages and the colours
// always agree: communication is its stage "communication". Where it has no such stage, or leaves a name to its
// catch-all, the built-in default mapping decides. Rejected: a separate list of words, which missed DeepEP's kernels
// and counted them as computation.

#include "core/analysis/stages/stageclassifier.h"
#include "core/model/run.h"

#include <vector>

namespace ws {

inline constexpr std::string_view communicationStage = "communication";

/// False: the mapping decides about all names itself, without the default mapping.
bool needsDefaultMapping(const Classification &inForce);

/// By index of the names: 1 for communication. `byDefault`: the same names under the default mapping; null: names that
/// the mapping in force leaves open are not communication.
std::vector<uint8_t> communicationNames(const Classification &inForce, const Classification *byDefault);

/// The input of busySplit(), by StringId, from the answer for each name of the set.
std::vector<uint8_t> communicationById(const NameSet &names, const std::vector<uint8_t> &isCommunication,
                                       const StringPool &strings);

/// Under a mapping in force, and the default one for what it leaves open.
std::vector<uint8_t> communicationUnder(const StageMapping &mapping, const GpuWork &gpu, const StringPool &strings);

/// Under the default mapping, for callers without another one. A few milliseconds for a thousand names.
std::vector<uint8_t> defaultCommunication(const GpuWork &gpu, const StringPool &strings);

} // namespace ws
