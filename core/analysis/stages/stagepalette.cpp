#include "core/analysis/stages/stagepalette.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace ws {

namespace {

struct Named
{
    std::string_view name;
    uint32_t colour;
};

constexpr std::array<Named, 14> stages{{{"attention", 0x4477AA},
                                        {"moe", 0xCC6677},
                                        {"linear", 0x117733},
                                        {"norm", 0xDDCC77},
                                        {"activation", 0x999933},
                                        {"communication", 0xAA4499},
                                        {"memory", 0x88CCEE},
                                        {"sampling", 0x882255},
                                        {"embedding", 0x44AA99},
                                        {"conv", 0x332288},
                                        {"quantize", 0xEE8866},
                                        {"training", 0x77AADD},
                                        {"elementwise", 0xBBBBBB},
                                        {"other", 0xDDDDDD}}};

// Labels of vLLM's mappings, and the stage they mean.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> meanings{
    {{"attn", "attention"},
     {"moe_gemm", "moe"},
     {"gemm", "linear"},
     {"block_fp8_gemm", "training"},
     {"silu", "activation"},
     {"nccl_and_custom_ar", "communication"},
     {"non-gpu-H_D_memops", "memory"},
     {"topk", "sampling"},
     {"softmax", "sampling"},
     {"rope", "embedding"},
     {"prepare_next", "conv"},
     {"reduce", "elementwise"},
     {"misc", "other"},
     {"unmatched", "other"},
     {"CPU(non-GPU)", "other"},
     {"triton_kernel", "quantize"}}};

std::optional<uint32_t> knownColour(std::string_view name)
{
    for (const auto &[label, stage] : meanings)
        if (label == name)
            name = stage;
    for (const Named &stage : stages)
        if (stage.name == name)
            return stage.colour;
    return {};
}

uint32_t towards(uint32_t colour, uint32_t goal, int percent)
{
    uint32_t mixed = 0;
    for (int shift : {0, 8, 16}) {
        const int from = static_cast<int>(colour >> shift & 255);
        const int to = static_cast<int>(goal >> shift & 255);
        mixed |= static_cast<uint32_t>(from + (to - from) * percent / 100) << shift;
    }
    return mixed;
}

// The colour itself, then in turn lighter and darker, further each time.
uint32_t shade(uint32_t colour, size_t index)
{
    const int percent = std::min(45, static_cast<int>((index + 1) / 2) * 12);
    return towards(colour, index % 2 ? 0xFFFFFF : 0x000000, percent);
}

// Distinct substages of a stage, in the order of the rules.
std::vector<std::string_view> substagesOf(const StageMapping &mapping, std::string_view stage)
{
    std::vector<std::string_view> all;
    if (!mapping.isJoined())
        return all;
    for (size_t i = 0; i < mapping.stages.size(); ++i)
        if (mapping.stages[i].label == stage &&
            std::find(all.begin(), all.end(), mapping.substages[i].label) == all.end())
            all.push_back(mapping.substages[i].label);
    return all;
}

} // namespace

uint32_t stageColour(std::string_view stage)
{
    if (const auto colour = knownColour(stage))
        return *colour;
    uint32_t hash = 2166136261u; // FNV-1a: the same on every machine
    for (char c : stage)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return stages[hash % (stages.size() - 2)].colour; // the two greys are kept for what they mean
}

uint32_t substageColour(const StageMapping &mapping, std::string_view stage, std::string_view substage)
{
    const auto known = knownColour(stage);
    if (!known || stage == substage)
        return stageColour(substage);
    const std::vector<std::string_view> siblings = substagesOf(mapping, stage);
    return shade(*known, static_cast<size_t>(std::find(siblings.begin(), siblings.end(), substage) - siblings.begin()));
}

std::vector<uint32_t> groupColours(const Classification &classes)
{
    std::vector<uint32_t> colours;
    for (const StageGroup &group : classes.groups)
        colours.push_back(group.colour != noColour ? group.colour
                                                   : substageColour(classes.mapping, group.stage, group.substage));
    return colours;
}

} // namespace ws
