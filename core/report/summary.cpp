#include "core/report/summary.h"

#include "core/analysis/busy/busy.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/io/remote/remotecache.h"
#include "core/model/profilecontext.h"
#include "core/model/runlabel.h"
#include "core/report/stageexport.h"
#include "core/report/summary_tables.h"
#include "core/report/trustreport.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

void addSplit(Json &json, const BusySplit &split)
{
    json["activities"] = split.activities;
    json["durationNs"] = split.durationNs;
    json["spanNs"] = split.spanNs;
    json["busyNs"] = split.busyNs;
    json["idleNs"] = split.idleNs;
    json["computeNs"] = split.computeNs;
    json["exposedCommNs"] = split.exposedCommNs;
    json["exposedMemcpyNs"] = split.exposedCopyNs;
}

Json streamsOf(const Run &run, const Busy &busy, size_t device)
{
    Json streams = Json::array();
    for (size_t i = 0; i < run.gpu.streams.size(); ++i) {
        if (run.gpu.streams[i].device != device)
            continue;
        const BusySplit &split = busy.streams[i];
        streams.push_back({{"stream", run.text(run.gpu.streams[i].stream)},
                           {"activities", split.activities},
                           {"durationNs", split.durationNs},
                           {"busyNs", split.busyNs},
                           {"firstNs", split.firstNs},
                           {"lastEndNs", split.lastEndNs}});
    }
    return streams;
}

Json gpuJson(const Run &run, const Busy &busy)
{
    Json json;
    addSplit(json, busy.whole);
    if (const size_t untimed = run.gpu.untimed.size()) {
        json["activities"] = busy.whole.activities + untimed;
        json["untimed"] = untimed; // of these, in no time of this object nor in the numbers by device
    }
    json["userAnnotations"] = run.info.gpuAnnotations;
    json["devices"] = Json::array();
    for (size_t i = 0; i < busy.devices.size(); ++i) {
        Json device = {{"device", run.text(run.gpu.devices[i])}};
        addSplit(device, busy.devices[i]);
        device["streams"] = streamsOf(run, busy, i);
        json["devices"].push_back(std::move(device));
    }
    return json;
}

Json launchesJson(const GpuWork &gpu)
{
    const auto linked = gpu.size() - static_cast<size_t>(std::count(gpu.launch.begin(), gpu.launch.end(), noLaunch));
    const auto withOperator = std::count_if(gpu.op.begin(), gpu.op.end(), [](EventRef op) { return op.valid(); });
    return {{"linked", linked}, {"withOperator", withOperator}, {"unlinked", gpu.size() - linked}};
}

Json modulesJson(const Run &run, const Attribution &attribution)
{
    const NestedSlices &modules = attribution.modules();
    int64_t attributed = 0, all = 0;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        all = saturatingAdd(all, run.gpu.duration[i]);
        if (attribution.module(i) != noSlice || attribution.annotation(i))
            attributed = saturatingAdd(attributed, run.gpu.duration[i]);
    }
    return {{"calls", modules.size()},
            {"distinct", modules.distinctNames(run.timeline)},
            {"maxDepth", modules.maxDepth()},
            {"attributedNs", attributed},
            {"unattributedNs", all - attributed}};
}

Json kernelsJson(const Run &run, const KernelTable &table)
{
    Json rows = Json::array();
    for (const KernelRow &row : table.rows)
        rows.push_back({{"name", run.text(row.name)},
                        {"count", row.count + row.untimed},
                        {"totalNs", row.totalNs},
                        {"elapsedNs", row.elapsedNs},
                        {"minNs", row.minNs},
                        {"maxNs", row.maxNs}});
    return rows;
}

/// With the default mapping; the stages command handles other mappings.
// With the built-in mapping, so that a summary does not depend on the user's settings. Null when cancelled.
Json stagesJson(const Run &run, const Progress *progress)
{
    const MappingLibrary library{QString()};
    const KnownMapping *known = library.find(defaultMappingName);
    if (!run.gpu.size() || !known)
        return Json::array();
    const auto names = std::make_shared<const NameSet>(run.gpu, run.strings, nullptr);
    const auto sums = sumNames(run.gpu, *names, defaultSweep(run.gpu), {}, progress);
    const auto classes = sums ? StageClassifier(names).classify(known->mapping, progress) : nullptr;
    if (!classes)
        return nullptr;
    return Json::array({{{"mapping", known->mapping.name()},
                         {"sweep", sweepName(sums->sweep)},
                         {"rows", stageRowsJson(*classes, *sums)}}});
}

Json diagnosticsJson(const Diagnostics &diagnostics)
{
    Json rows = Json::array();
    for (const Diagnostic &d : diagnostics.all())
        rows.push_back({{"kind", d.kind},
                        {"count", d.count},
                        {"firstOffset", d.firstOffset < 0 ? Json() : Json(d.firstOffset)},
                        {"message", d.message.toStdString()}});
    return rows;
}

} // namespace

std::optional<Json> summaryJson(const Run &run, const Progress *progress)
{
    const auto steps = findSteps(run, progress);
    const auto findings = steps ? trustFindings(run, *steps, progress) : std::nullopt;
    const auto busy =
        findings ? busySplit(run.gpu, defaultCommunication(run.gpu, run.strings), {}, progress) : std::nullopt;
    const auto attribution = busy ? Attribution::make(run, Attribution::Mode::All, progress) : std::nullopt;
    const auto kernels = attribution ? kernelTable(run, {}, progress) : std::nullopt;
    Json stages = kernels ? stagesJson(run, progress) : Json();
    if (stages.is_null())
        return std::nullopt;
    const RunInfo &info = run.info;
    const Timeline &timeline = run.timeline;
    Json byPhase = Json::object();
    for (const auto &[phase, count] : info.byPhase)
        byPhase[phase] = count;
    const auto &flows = timeline.flows.counts;
    Json json = {{"schema", 1},
                 {"file", (shownPath(info.stamp.path) + recordingMark(run)).toStdString()},
                 {"format", info.format},
                 {"container", containerName(info.container)},
                 {"complete", info.complete}};
    json["fit"] = fitJson(fitOf(run, *findings));
    json["facts"] = Json::array();
    for (const auto &[name, value] : info.facts)
        json["facts"].push_back({{"name", name}, {"value", value}});
    if (!run.layerwise.empty())
        json["context"] = contextJson(profileContext(run));
    json["events"] = {{"total", info.totalEvents}, {"byPhase", byPhase}, {"slices", info.slices}};
    json["time"] = {{"originNs", timeline.originNs},
                    {"spanNs", timeline.spanNs},
                    {"baseTimeNs", info.baseTimeNs ? Json(*info.baseTimeNs) : Json()}};
    json["gpu"] = gpuJson(run, *busy);
    json["launches"] = launchesJson(run.gpu);
    json["modules"] = modulesJson(run, *attribution);
    json["flows"] = {{"starts", flows[Flows::Start]}, {"steps", flows[Flows::Step]}, {"ends", flows[Flows::End]}};
    json["counters"] = {{"events", info.counterEvents}, {"series", timeline.counters.size()}};
    json["kernels"] = kernelsJson(run, *kernels);
    json["stages"] = std::move(stages);
    json["tables"] = tablesJson(run);
    json["phases"] = phasesJson(run);
    json["diagnostics"] = diagnosticsJson(run.diagnostics);
    return json;
}

std::string dumpJson(const Json &json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace ws
