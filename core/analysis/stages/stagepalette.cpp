#include "core/analysis/stages/stagepalette.h"

#include <algorithm>
#include <array>
#include <set>

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

// Labels of vLLM's mappings and their stages.
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

/// The known stage of a label, which may be the label itself; empty: none.
std::string_view meaningOf(std::string_view label)
{
    for (const auto &[name, stage] : meanings)
        if (name == label)
            return stage;
    for (const Named &stage : stages)
        if (stage.name == label)
            return stage.name;
    return {};
}

uint32_t colourOfStage(std::string_view stage)
{
    return std::find_if(stages.begin(), stages.end(), [&](const Named &s) { return s.name == stage; })->colour;
}

constexpr size_t plainColours = stages.size() - 2; // the two greys keep their meaning

size_t placeOf(std::string_view label)
{
    uint32_t hash = 2166136261u; // FNV-1a: the same on every machine
    for (char c : label)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash % plainColours;
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

// The colour itself, then in turn lighter and darker, further each time, so that `count` shades all differ.
uint32_t shade(uint32_t colour, size_t index, size_t count)
{
    constexpr size_t widest = 12, farthest = 45; // percent
    const size_t pairs = std::max<size_t>(1, count / 2);
    const size_t percent = (index + 1) / 2 * std::min(widest * 100, farthest * 100 / pairs) / 100;
    return towards(colour, index % 2 ? 0xFFFFFF : 0x000000, static_cast<int>(std::min(percent, farthest)));
}

std::vector<std::string_view> distinctLabels(const std::vector<LabelRule> &rules)
{
    std::vector<std::string_view> labels;
    std::set<std::string_view> seen;
    for (const LabelRule &rule : rules)
        if (seen.insert(rule.label).second)
            labels.push_back(rule.label);
    if (seen.insert(unmatchedLabel).second)
        labels.push_back(unmatchedLabel);
    return labels;
}

} // namespace

uint32_t stageColour(std::string_view stage)
{
    const std::string_view meaning = meaningOf(stage);
    return meaning.empty() ? stages[placeOf(stage)].colour : colourOfStage(meaning);
}

StageColours::StageColours(const StageMapping &mapping)
    : m_stages(distinct(distinctLabels(mapping.stages))), m_substages(distinct(distinctLabels(mapping.substages)))
{
    if (!mapping.isJoined())
        return;
    for (size_t i = 0; i < mapping.stages.size(); ++i) {
        if (meaningOf(mapping.stages[i].label).empty())
            continue;
        std::vector<std::string> &siblings = m_siblings[mapping.stages[i].label];
        const std::string &label = mapping.substages[i].label;
        if (std::find(siblings.begin(), siblings.end(), label) == siblings.end()) // the stage's own name is its colour
            siblings.insert(label == mapping.stages[i].label ? siblings.begin() : siblings.end(), label);
    }
}

/// First the names of stages, then labels of a known stage, then the others.
StageColours::ByLabel StageColours::distinct(const std::vector<std::string_view> &labels)
{
    ByLabel colours;
    std::set<uint32_t> taken;
    constexpr size_t shades = 8;
    const auto take = [&](std::string_view label, uint32_t wish) {
        uint32_t colour = wish;
        for (size_t i = 1; i < shades && taken.contains(colour); ++i)
            colour = shade(wish, i, shades);
        taken.insert(colour);
        colours.emplace(label, colour);
    };
    for (std::string_view label : labels) // an empty one, too, has no meaning
        if (!label.empty() && meaningOf(label) == label)
            take(label, colourOfStage(label));
    for (std::string_view label : labels)
        if (const std::string_view meaning = meaningOf(label); !meaning.empty() && meaning != label)
            take(label, colourOfStage(meaning));
    for (std::string_view label : labels) {
        if (!meaningOf(label).empty())
            continue;
        size_t place = placeOf(label);
        for (size_t i = 0; i < plainColours && taken.contains(stages[place].colour); ++i)
            place = (place + 1) % plainColours;
        take(label, stages[place].colour);
    }
    return colours;
}

uint32_t StageColours::stage(std::string_view stage) const
{
    const auto found = m_stages.find(stage);
    return found == m_stages.end() ? stageColour(stage) : found->second;
}

uint32_t StageColours::substage(std::string_view stage, std::string_view substage) const
{
    if (meaningOf(stage).empty()) {
        const auto found = m_substages.find(substage);
        return found == m_substages.end() ? stageColour(substage) : found->second;
    }
    const auto siblings = m_siblings.find(stage);
    if (siblings == m_siblings.end())
        return this->stage(stage);
    const auto &all = siblings->second;
    return shade(this->stage(stage), static_cast<size_t>(std::find(all.begin(), all.end(), substage) - all.begin()),
                 all.size());
}

std::vector<uint32_t> groupColours(const Classification &classes)
{
    const StageColours byLabel(classes.mapping);
    std::vector<uint32_t> colours;
    for (const StageGroup &group : classes.groups)
        colours.push_back(group.colour != noColour ? group.colour : byLabel.substage(group.stage, group.substage));
    return colours;
}

} // namespace ws
