#pragma once
// A run's GPU work from a few lines of text, and a mapping from a few rules.

#include "core/analysis/stages/stagebreakdown.h"
#include "core/analysis/stages/stageclassifier.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace ws::test {

struct Activity
{
    int64_t start = 0;
    int64_t duration = 0;
    std::string name;
    uint16_t device = 0;
};

struct StageFixture
{
    std::shared_ptr<StringPool> pool = std::make_shared<StringPool>();
    GpuWork gpu;
    std::shared_ptr<const NameSet> names;

    explicit StageFixture(std::vector<Activity> activities)
    {
        std::stable_sort(activities.begin(), activities.end(),
                         [](const Activity &a, const Activity &b) { return a.start < b.start; });
        for (const Activity &a : activities) {
            while (gpu.devices.size() <= a.device) {
                const auto device = static_cast<uint16_t>(gpu.devices.size());
                gpu.devices.push_back(pool->intern(std::to_string(device)));
                gpu.streams.push_back({device, pool->intern("7"), 0});
            }
            gpu.start.push_back(a.start);
            gpu.duration.push_back(a.duration);
            gpu.name.push_back(pool->intern(a.name));
            gpu.stream.push_back(a.device);
        }
        names = std::make_shared<const NameSet>(gpu, *pool, pool);
    }

    static StageFixture ofNames(const std::vector<std::string> &all)
    {
        std::vector<Activity> activities;
        for (const std::string &name : all)
            activities.push_back({static_cast<int64_t>(activities.size()) * 100, 10, name});
        return StageFixture(std::move(activities));
    }

    NameSums sums(Sweep sweep = Sweep::Whole, std::optional<TimeRange> range = {}) const
    {
        return *sumNames(gpu, *names, sweep, range);
    }
    const NameSum &sumOf(const NameSums &sums, std::string_view name) const
    {
        return sums.names[names->indexOf(pool->find(name))];
    }
};

/// A flat mapping: regex, label, regex, label …
inline StageMapping flatMapping(std::initializer_list<std::pair<std::string, std::string>> rules)
{
    StageMapping mapping{"test", "model", MappingForm::Flat, {}, {}};
    for (const auto &[regex, label] : rules) {
        mapping.stages.push_back({regex, std::string(flatStage(label))});
        mapping.substages.push_back({regex, label});
    }
    return mapping;
}

/// Label of the substage that takes a name.
inline std::string substageOf(const Classification &classes, std::string_view name)
{
    for (size_t i = 0; i < classes.names->size(); ++i)
        if (classes.names->text(i) == name)
            return classes.groups[classes.group[i]].substage;
    return "no such name";
}

} // namespace ws::test
