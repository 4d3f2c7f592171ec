#pragma once
// The colour of a stage, the same in timeline, module tree, charts and reports. From Paul Tol's colour-blind-safe sets,
// fixed by the stage's name, so that two runs and two mappings agree. A colour in the mapping takes precedence.

#include "core/analysis/stages/stageclassifier.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// 0xRRGGBB, by the name alone. It knows the stages of the built-in mappings; any other name always gets the same one
/// of their colours.
uint32_t stageColour(std::string_view stage);

/// The colours of a mapping's labels, different ones as far as the palette goes. A known stage has its colour in
/// every mapping; another label of the same stage (moe_gemm next to moe) has a shade of it; any other has its name's
/// colour, or the next free one if that is taken. They depend only on the mapping, not on the run, so that runs
/// agree.
class StageColours
{
public:
    explicit StageColours(const StageMapping &mapping);

    uint32_t stage(std::string_view stage) const;
    /// A shade of its stage's colour; for unspecific stages ("layer", "gpu"), the label's own.
    uint32_t substage(std::string_view stage, std::string_view substage) const;

private:
    using ByLabel = std::map<std::string, uint32_t, std::less<>>;

    static ByLabel distinct(const std::vector<std::string_view> &labels);

    ByLabel m_stages;
    ByLabel m_substages;                                                     ///< of unspecific stages
    std::map<std::string, std::vector<std::string>, std::less<>> m_siblings; ///< by known stage, in the rules' order
};

/// Parallel to Classification::groups; a rule's own colour takes precedence.
std::vector<uint32_t> groupColours(const Classification &classes);

} // namespace ws
