#include "core/analysis/trust/filling.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ws {
namespace {

using Counts = std::map<std::pair<Filling::Kind, std::string>, uint64_t>;

void countSeries(const Run &run, Counts &counts)
{
    const Timeline &timeline = run.timeline;
    const auto name = [&](uint16_t category) { return std::string(run.text(timeline.categories[category].name)); };
    for (const uint16_t category : timeline.instants.category)
        ++counts[{Filling::Instants, name(category)}];
    std::vector<uint64_t> flows(timeline.categories.size());
    for (size_t i = 0; i < timeline.flows.size(); ++i)
        ++flows[timeline.flows.category[i]];
    for (size_t c = 0; c < flows.size(); ++c)
        if (flows[c])
            counts[{Filling::Flows, name(static_cast<uint16_t>(c))}] += flows[c];
    for (const CounterSeries &series : timeline.counters)
        counts[{Filling::Counters, std::string(run.text(series.name))}] += series.time.size();
}

} // namespace

std::string_view pythonFile(std::string_view frame)
{
    if (frame.starts_with(modulePrefix))
        return "nn.Module";
    const size_t end = frame.find("): ");
    const size_t open = end == std::string_view::npos ? end : frame.rfind('(', end);
    const bool isFile = open != std::string_view::npos && open > 0 && end > open + 1 &&
                        std::all_of(frame.begin() + open + 1, frame.begin() + end,
                                    [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
    return isFile ? frame.substr(0, open) : "<built-in>";
}

std::optional<std::vector<Filling>> fillings(const Run &run, const Progress *progress)
{
    const Timeline &timeline = run.timeline;
    std::vector<uint64_t> byCategory(timeline.categories.size()), byFrame(run.strings.size());
    std::vector<uint8_t> isPython;
    for (const Category &category : timeline.categories)
        isPython.push_back(category.kind == CategoryKind::Python || category.kind == CategoryKind::Module);
    for (const Lane &lane : timeline.lanes) {
        if (progress && progress->isCancelled())
            return std::nullopt;
        for (size_t i = 0; i < lane.size(); ++i) {
            ++byCategory[lane.category[i]];
            if (isPython[lane.category[i]])
                ++byFrame[lane.name[i]];
        }
    }
    Counts counts;
    for (size_t c = 0; c < byCategory.size(); ++c) // a reader may know one name in two meanings
        if (byCategory[c])
            counts[{Filling::Slices, std::string(run.text(timeline.categories[c].name))}] += byCategory[c];
    for (StringId name = 0; name < byFrame.size(); ++name)
        if (byFrame[name])
            counts[{Filling::PythonFile, std::string(pythonFile(run.text(name)))}] += byFrame[name];
    countSeries(run, counts);
    std::vector<Filling> rows;
    for (const auto &[key, events] : counts)
        rows.push_back({key.first, key.second, events});
    std::stable_sort(rows.begin(), rows.end(), [](const Filling &a, const Filling &b) {
        return std::tuple(a.kind == Filling::PythonFile, b.events) <
               std::tuple(b.kind == Filling::PythonFile, a.events);
    });
    return rows;
}

} // namespace ws
