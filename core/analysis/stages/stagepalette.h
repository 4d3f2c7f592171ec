#pragma once
// The colour of a stage, the same in timeline, module tree, charts and reports. From Paul Tol's colour-blind-safe sets,
// fixed by the stage's name, so that two runs and two mappings agree. A colour in the mapping takes precedence.

#include "core/analysis/stages/stageclassifier.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// The stages of the built-in mappings, each with a colour of its own.
std::vector<std::string_view> knownStages();

/// 0xRRGGBB, by the name alone. Any other name than a known stage always gets the same one of nameColour()'s.
uint32_t stageColour(std::string_view stage);

/// The index-th colour for kernels and labels of one's own: none is that of a stage. There are 12, then they repeat.
uint32_t nameColour(size_t index);

/// What charts show beside stages, the same in each theme whatever the mapping: time outside of the GPU, and parts that
/// are too small to show.
struct ThemedColour
{
    uint32_t light, dark;
};
constexpr ThemedColour nonGpuColour{0x55585F, 0x8F929A};
constexpr ThemedColour smallPartsColour{0x7F8288, 0x6A6D74};
constexpr ThemedColour chartBackground{0xFFFFFF, 0x1E1F22}; ///< idle time is empty

/// The colours of a mapping's labels, told apart as DistinctColours does. A known stage has its colour in every
/// mapping; another label of the same stage (moe_gemm next to moe) has a shade of it; any other has its name's colour,
/// or a shade that is free, found last and in the order of the names: a rule that is added leaves the colours of the
/// others, unless its name's colour is that of one of them. They depend only on the mapping's labels, not on their
/// order nor on the run, so that runs agree. To find them takes up to 10 ms; those of the mappings asked for last are
/// kept, for all threads.
class StageColours
{
public:
    explicit StageColours(const StageMapping &mapping);

    uint32_t stage(std::string_view stage) const;
    /// A shade of its stage's colour; for unspecific stages ("layer", "gpu"), the label's own.
    uint32_t substage(std::string_view stage, std::string_view substage) const;

private:
    struct Labels;

    static std::shared_ptr<const Labels> known(const StageMapping &mapping);

    std::shared_ptr<const Labels> m_labels;
};

/// Parallel to Classification::groups; a rule's own colour takes precedence.
std::vector<uint32_t> groupColours(const Classification &classes);

} // namespace ws
