#include "widgets/stages/stagecolours.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

struct Alias
{
    std::string_view label;
    std::string_view stage;
};

constexpr std::array<Alias, 22> aliases{{
    {"attn", "attention"},
    {"softmax", "attention"},
    {"rope", "embedding"},
    {"moe_gemm", "moe"},
    {"topk", "sampling"},
    {"gemm", "linear"},
    {"block_fp8_gemm", "linear"},
    {"nccl_and_custom_ar", "communication"},
    {"nccl", "communication"},
    {"silu", "activation"},
    {"reduce", "training"},
    {"triton_kernel", "conv"},
    {"prepare_next", "quantize"},
    {"non-gpu-H_D_memops", "memory"},
    {"memcpy", "memory"},
    {"memset", "memory"},
    {"misc", "other"},
    {"unmatched", "other"},
    {"rms_norm", "norm"},
    {"layer_norm", "norm"},
    {"quant", "quantize"},
    {"comm", "communication"},
}};

/// All but names without a rule lie in one stage.
bool hasOneStage(const Classification &classes)
{
    std::string_view only;
    for (const StageGroup &group : classes.groups) {
        if (group.stage == unmatchedLabel)
            continue;
        if (!only.empty() && group.stage != only && group.stage != "memory")
            return false;
        if (group.stage != "memory")
            only = group.stage;
    }
    return true;
}

} // namespace

uint16_t colourClass(std::string_view label)
{
    const auto found =
        std::find_if(aliases.begin(), aliases.end(), [label](const Alias &alias) { return alias.label == label; });
    return Palette::stageIndex(found == aliases.end() ? label : found->stage);
}

std::vector<uint16_t> groupClasses(const Classification &classes)
{
    const bool bySubstage = hasOneStage(classes);
    std::vector<uint16_t> result;
    for (const StageGroup &group : classes.groups)
        result.push_back(colourClass(bySubstage ? group.substage : group.stage));
    return result;
}

QRgb shadeOf(QRgb colour, size_t n, size_t count)
{
    if (n == 0 || count < 2)
        return colour;
    const bool isLight = Palette::contrast(colour, 0xffffffff) < 1.8;
    const int most = isLight ? 90 : 150;
    const int share = most * static_cast<int>(n) / static_cast<int>(std::max<size_t>(3, count - 1));
    return Palette::mix(isLight ? 0xff000000 : 0xffffffff, colour, std::min(share, most));
}

QRgb labelColour(const Palette &palette, std::string_view label, uint32_t own)
{
    return own == noColour ? palette.stage(colourClass(label)) : 0xff000000 | own;
}

} // namespace ws
