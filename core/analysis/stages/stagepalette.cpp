#include "core/analysis/stages/stagepalette.h"

#include "core/analysis/stages/distinctcolours.h"
#include "core/analysis/stages/mappinglibrary.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <utility>

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
                                        {"elementwise", 0xAAAAAA},
                                        {"other", 0xD8D8D8}}};

// Of Tol's vibrant, light and rainbow sets, those that differ from every stage's colour.
constexpr std::array<uint32_t, 12> others{0xEE3377, 0x33BBEE, 0xF4A736, 0x90C987, 0xBA8DB4, 0xE8601C,
                                          0x004488, 0xAAAA00, 0xFFAABB, 0x4EB265, 0xA5170E, 0x997700};

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

size_t placeOf(std::string_view label)
{
    uint32_t hash = 2166136261u; // FNV-1a: the same on every machine
    for (char c : label)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return (hash ^ hash >> 15) % others.size();
}

std::vector<LabelRule> ofUnspecificStages(const StageMapping &mapping)
{
    if (!mapping.isJoined())
        return mapping.substages;
    std::vector<LabelRule> rules;
    for (size_t i = 0; i < mapping.substages.size(); ++i)
        if (meaningOf(mapping.stages[i].label).empty())
            rules.push_back(mapping.substages[i]);
    return rules;
}

DistinctColours besideStages()
{
    DistinctColours colours;
    for (const ThemedColour &colour : {nonGpuColour, smallPartsColour, chartBackground})
        colours.reserve(colour.light, colour.dark);
    return colours;
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

std::vector<std::string_view> knownStages()
{
    std::vector<std::string_view> names;
    for (const Named &stage : stages)
        names.push_back(stage.name);
    return names;
}

uint32_t nameColour(size_t index)
{
    return others[index % others.size()];
}

uint32_t stageColour(std::string_view stage)
{
    const std::string_view meaning = meaningOf(stage);
    return meaning.empty() ? nameColour(placeOf(stage)) : colourOfStage(meaning);
}

struct StageColours::Labels
{
    using ByLabel = std::map<std::string, uint32_t, std::less<>>;

    explicit Labels(const StageMapping &mapping);
    uint32_t stage(std::string_view stage) const;

    ByLabel ofStages;
    ByLabel ofSubstages;                                    ///< of unspecific stages
    std::map<std::string, ByLabel, std::less<>> ofSiblings; ///< substages by known stage

private:
    void addKnown(ByLabel &list, const std::vector<std::string_view> &labels, const ByLabel &beside) const;
    enum class Of : uint8_t { BuiltIn, Added };
    void shadeSiblings(const StageMapping &mapping, Of which);
    void addOthers(ByLabel &list, const std::vector<std::string_view> &labels) const;
};

/// Labels of one's own come last, also one that means a known stage ("gemm" beside "linear"): a rule that is added
/// leaves the colours of the others as they are.
StageColours::Labels::Labels(const StageMapping &mapping)
{
    const std::vector<LabelRule> unspecific = ofUnspecificStages(mapping);
    const std::vector<std::string_view> stageLabels = distinctLabels(mapping.stages),
                                        substageLabels = distinctLabels(unspecific);
    std::vector<std::string_view> builtIn = stageLabels, added;
    if (mapping.isJoined()) {
        const std::vector<std::string_view> own = distinctLabels(defaultMapping().stages);
        const auto isAdded = [&](std::string_view label) { return std::ranges::find(own, label) == own.end(); };
        std::ranges::copy_if(stageLabels, std::back_inserter(added), isAdded);
        std::erase_if(builtIn, isAdded);
    }
    addKnown(ofStages, builtIn, {});
    addKnown(ofSubstages, substageLabels, ofStages);
    if (mapping.isJoined()) {
        shadeSiblings(mapping, Of::BuiltIn);
        ByLabel all = ofStages;
        all.insert(ofSubstages.begin(), ofSubstages.end());
        for (const auto &[stage, siblings] : ofSiblings)
            for (const auto &[label, colour] : siblings)
                all.emplace(stage + '\n' + label, colour);
        addKnown(ofStages, added, all);
        shadeSiblings(mapping, Of::Added);
    }
    addOthers(ofStages, stageLabels);
    addOthers(ofSubstages, substageLabels);
}

StageColours::StageColours(const StageMapping &mapping) : m_labels(known(mapping)) {}

std::shared_ptr<const StageColours::Labels> StageColours::known(const StageMapping &mapping)
{
    constexpr size_t kept = 8; // mappings of runs side by side, and the draft that is edited
    static std::mutex mutex;
    static std::vector<std::pair<std::vector<std::string>, std::shared_ptr<const Labels>>> recent; // the newest last
    std::vector<std::string> labels{mapping.isJoined() ? "joined" : "flat", std::to_string(mapping.stages.size())};
    for (const auto *rules : {&mapping.stages, &mapping.substages})
        for (const LabelRule &rule : *rules)
            labels.push_back(rule.label);
    const std::lock_guard lock(mutex);
    auto found = std::ranges::find(
        recent, labels, [](const auto &entry) -> const auto & { return entry.first; });
    if (found == recent.end()) {
        if (recent.size() == kept)
            recent.erase(recent.begin());
        recent.emplace_back(std::move(labels), std::make_shared<const Labels>(mapping));
        return recent.back().second;
    }
    std::rotate(found, found + 1, recent.end());
    return recent.back().second;
}

/// The first substage of a stage, or the one of the stage's own name, has its colour.
void StageColours::Labels::shadeSiblings(const StageMapping &mapping, Of which)
{
    using Label = std::pair<std::string_view, std::string_view>; // of a stage, of a substage
    const auto labelsOf = [](const StageMapping &of) {
        std::vector<Label> labels;
        for (size_t i = 0; i < of.stages.size(); ++i)
            labels.emplace_back(of.stages[i].label, of.substages[i].label);
        return labels;
    };
    std::vector<Label> labels = labelsOf(mapping);
    const std::vector<Label> builtIn = labelsOf(defaultMapping());
    const auto isBuiltIn = [&](const Label &label) { return std::ranges::find(builtIn, label) != builtIn.end(); };
    if (which == Of::BuiltIn)
        std::erase_if(labels, std::not_fn(isBuiltIn));
    else
        std::ranges::stable_partition(labels, isBuiltIn);
    std::vector<std::pair<std::string_view, std::vector<std::string_view>>> byStage; // in the order of the rules
    for (const auto &[stage, label] : labels) {
        if (meaningOf(stage).empty())
            continue;
        auto found = std::ranges::find(byStage, stage, [](const auto &entry) { return entry.first; });
        if (found == byStage.end())
            found = byStage.insert(byStage.end(), {stage, {}});
        std::vector<std::string_view> &siblings = found->second;
        if (std::ranges::find(siblings, label) == siblings.end())
            siblings.insert(label == stage ? siblings.begin() : siblings.end(), label);
    }
    DistinctColours colours = besideStages();
    for (const ByLabel *given : {&ofStages, &ofSubstages})
        for (const auto &[label, colour] : *given)
            colours.reserve(colour);
    for (const auto &[stage, siblings] : ofSiblings)
        for (const auto &[label, colour] : siblings)
            colours.reserve(colour);
    for (const auto &[stage, siblings] : byStage)
        for (const std::string_view label : siblings)
            if (ByLabel &given = ofSiblings[std::string(stage)]; !given.contains(label))
                given.emplace(label, label == siblings.front() ? this->stage(stage) : colours.take(this->stage(stage)));
}

/// First the names of stages, then labels of a known stage; `beside` are shown with them.
void StageColours::Labels::addKnown(ByLabel &list, const std::vector<std::string_view> &labels,
                                    const ByLabel &beside) const
{
    DistinctColours colours = besideStages();
    std::set<uint32_t> given;
    const auto give = [&](std::string_view label, uint32_t colour) {
        colours.reserve(colour);
        given.insert(colour);
        list.emplace(label, colour);
    };
    for (const auto &[label, colour] : beside) {
        colours.reserve(colour);
        given.insert(colour);
    }
    for (std::string_view label : labels) // an empty one, too, has no meaning
        if (!label.empty() && meaningOf(label) == label && !given.contains(colourOfStage(label)))
            give(label, colourOfStage(label));
    for (std::string_view label : labels)
        if (const std::string_view meaning = meaningOf(label); !meaning.empty() && !list.contains(label))
            if (const uint32_t wish = colourOfStage(meaning); !given.contains(wish))
                give(label, wish);
    for (std::string_view label : labels)
        if (const std::string_view meaning = meaningOf(label); !meaning.empty() && !list.contains(label))
            list.emplace(label, colours.take(colourOfStage(meaning)));
}

/// No label of one's own looks like another or like a stage, also one that the mapping does not have.
void StageColours::Labels::addOthers(ByLabel &list, const std::vector<std::string_view> &labels) const
{
    DistinctColours colours = besideStages();
    for (const Named &stage : stages)
        colours.reserve(stage.colour);
    for (const ByLabel *known : {&ofStages, &ofSubstages})
        for (const auto &[label, colour] : *known)
            if (!meaningOf(label).empty())
                colours.reserve(colour);
    for (const auto &[stage, siblings] : ofSiblings)
        for (const auto &[label, colour] : siblings)
            colours.reserve(colour);
    std::vector<std::string_view> byName = labels; // the order of the rules changes no colour
    std::ranges::sort(byName);
    for (std::string_view label : byName) {
        if (!meaningOf(label).empty())
            continue;
        size_t place = placeOf(label), tried = 0;
        while (tried++ < others.size() && !colours.isFree(others[place]))
            place = (place + 1) % others.size();
        list.emplace(label, colours.take(others[place]));
    }
}

uint32_t StageColours::Labels::stage(std::string_view stage) const
{
    const auto found = ofStages.find(stage);
    return found == ofStages.end() ? stageColour(stage) : found->second;
}

uint32_t StageColours::stage(std::string_view stage) const
{
    return m_labels->stage(stage);
}

uint32_t StageColours::substage(std::string_view stage, std::string_view substage) const
{
    if (meaningOf(stage).empty()) {
        const auto found = m_labels->ofSubstages.find(substage);
        return found == m_labels->ofSubstages.end() ? stageColour(substage) : found->second;
    }
    const auto siblings = m_labels->ofSiblings.find(stage);
    if (siblings == m_labels->ofSiblings.end())
        return this->stage(stage);
    const auto found = siblings->second.find(substage);
    return found == siblings->second.end() ? this->stage(stage) : found->second;
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
