#pragma once
// The colour of a stage, the same in timeline, module tree, charts and reports. From Paul Tol's colour-blind-safe sets,
// fixed by the stage's name, so that two runs and two mappings agree. What the mapping says goes first.

#include "core/analysis/stages/stageclassifier.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// 0xRRGGBB, by the name alone. Known are the stages of the built-in mappings; another name always gets the same one of
/// their colours.
uint32_t stageColour(std::string_view stage);

/// The colours of a mapping's labels, each a colour of its own as far as the palette goes. A label that is a known
/// stage has that stage's colour in every mapping; one that means the same stage (moe_gemm beside moe) has a shade of
/// it; any other has its name's colour, or where that is taken the next one that is free. They depend on the mapping
/// alone, not on what a run holds of it, so that runs agree.
class StageColours
{
public:
    explicit StageColours(const StageMapping &mapping);

    uint32_t stage(std::string_view stage) const;
    /// A shade of its stage's colour; where the stages say nothing ("layer", "gpu"), the label's own.
    uint32_t substage(std::string_view stage, std::string_view substage) const;

private:
    using ByLabel = std::map<std::string, uint32_t, std::less<>>;

    static ByLabel distinct(const std::vector<std::string_view> &labels);

    ByLabel m_stages;
    ByLabel m_substages;                                                     ///< of stages that say nothing
    std::map<std::string, std::vector<std::string>, std::less<>> m_siblings; ///< by known stage, in the rules' order
};

/// Parallel to Classification::groups; what a rule says itself goes first.
std::vector<uint32_t> groupColours(const Classification &classes);

} // namespace ws
