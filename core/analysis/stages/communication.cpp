#include "core/analysis/stages/communication.h"

#include "core/analysis/stages/mappinglibrary.h"

#include <algorithm>

namespace ws {
namespace {

bool knowsCommunication(const StageMapping &mapping)
{
    return std::any_of(mapping.stages.begin(), mapping.stages.end(),
                       [](const LabelRule &rule) { return rule.enabled && rule.label == communicationStage; });
}

/// Only a catch-all takes the name, or no rule.
bool isLeftOpen(const Classification &classes, size_t name)
{
    const uint32_t rule = classes.stage.rule[name];
    return rule == noRule || isCatchAll(classes.mapping.stages[rule].regex);
}

bool isCommunication(const Classification &classes, size_t name)
{
    const uint32_t rule = classes.stage.rule[name];
    return rule != noRule && classes.mapping.stages[rule].label == communicationStage;
}

} // namespace

bool needsDefaultMapping(const Classification &inForce)
{
    if (inForce.mapping == defaultMapping())
        return false;
    if (!knowsCommunication(inForce.mapping))
        return true;
    for (size_t name = 0; name < inForce.names->size(); ++name)
        if (isLeftOpen(inForce, name))
            return true;
    return false;
}

std::vector<uint8_t> communicationNames(const Classification &inForce, const Classification *byDefault)
{
    const bool decides = knowsCommunication(inForce.mapping);
    std::vector<uint8_t> result(inForce.names->size());
    for (size_t name = 0; name < result.size(); ++name)
        if (decides && !isLeftOpen(inForce, name))
            result[name] = isCommunication(inForce, name);
        else if (byDefault)
            result[name] = isCommunication(*byDefault, name);
    return result;
}

std::vector<uint8_t> communicationById(const NameSet &names, const std::vector<uint8_t> &isCommunication,
                                       const StringPool &strings)
{
    std::vector<uint8_t> result(strings.size());
    for (size_t name = 0; name < names.size(); ++name)
        result[names.idForRules(name)] = isCommunication[name];
    return result;
}

std::vector<uint8_t> communicationUnder(const StageMapping &mapping, const GpuWork &gpu, const StringPool &strings)
{
    if (mapping == defaultMapping())
        return defaultCommunication(gpu, strings);
    const auto names = std::make_shared<const NameSet>(gpu, strings, nullptr);
    StageClassifier classifier(names);
    const auto inForce = classifier.classify(mapping);
    const auto byDefault = needsDefaultMapping(*inForce) ? classifier.classify(defaultMapping()) : nullptr;
    return communicationById(*names, communicationNames(*inForce, byDefault.get()), strings);
}

std::vector<uint8_t> defaultCommunication(const GpuWork &gpu, const StringPool &strings)
{
    const auto names = std::make_shared<const NameSet>(gpu, strings, nullptr);
    StageMapping stageAlone = defaultMapping(); // compiling a few rules instead of all is most of the work
    stageAlone.substages.clear();
    std::erase_if(stageAlone.stages, [](const LabelRule &rule) { return rule.label != communicationStage; });
    StageClassifier classifier(names);
    const auto candidates = classifier.classify(stageAlone);
    const auto &rules = candidates->stage.rule;
    if (std::all_of(rules.begin(), rules.end(), [](uint32_t rule) { return rule == noRule; }))
        return std::vector<uint8_t>(strings.size());
    const auto classes = classifier.classify(defaultMapping()); // an earlier rule may take them
    return communicationById(*names, communicationNames(*classes, nullptr), strings);
}

} // namespace ws
