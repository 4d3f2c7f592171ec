#include "core/readers/packed/packmeta.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

std::string utf8(const QString &text)
{
    return text.toStdString();
}

QString text(const Json &json)
{
    return QString::fromStdString(json.get_ref<const std::string &>());
}

/// A number of an enumeration whose last value is `last`.
template <class Enum> Enum enumOf(const Json &json, Enum last)
{
    const auto number = json.get<uint64_t>();
    if (number > static_cast<uint64_t>(last))
        throw std::out_of_range("an unknown kind");
    return static_cast<Enum>(number);
}

Json infoJson(const RunInfo &info)
{
    Json json = {{"format", info.format},
                 {"container", unsigned(info.container)},
                 {"complete", info.complete},
                 {"events", info.totalEvents},
                 {"byPhase", info.byPhase},
                 {"slices", info.slices},
                 {"counterEvents", info.counterEvents},
                 {"gpuAnnotations", info.gpuAnnotations},
                 {"header", *info.header},
                 {"facts", info.facts}};
    if (info.baseTimeNs)
        json["baseTimeNs"] = *info.baseTimeNs;
    return json;
}

void applyInfo(const Json &json, RunInfo &info)
{
    info.format = json.at("format").get<std::string>();
    info.container = enumOf(json.at("container"), Container::Sqlite);
    info.complete = json.at("complete").get<bool>();
    info.totalEvents = json.at("events").get<uint64_t>();
    info.byPhase = json.at("byPhase").get<std::map<std::string, uint64_t>>();
    info.slices = json.at("slices").get<uint64_t>();
    info.counterEvents = json.at("counterEvents").get<uint64_t>();
    info.gpuAnnotations = json.at("gpuAnnotations").get<uint64_t>();
    *info.header = json.at("header");
    info.facts = json.at("facts").get<std::vector<std::pair<std::string, std::string>>>();
    if (json.contains("baseTimeNs"))
        info.baseTimeNs = json["baseTimeNs"].get<int64_t>();
}

Json diagnosticsJson(const Diagnostics &diagnostics)
{
    Json all = Json::array();
    for (const Diagnostic &d : diagnostics.all())
        all.push_back({{"kind", d.kind},
                       {"count", d.count},
                       {"offset", d.firstOffset},
                       {"message", utf8(d.message)},
                       {"example", d.example},
                       {"beginNs", d.beginNs},
                       {"endNs", d.endNs}});
    return all;
}

void applyDiagnostics(const Json &json, Diagnostics &diagnostics)
{
    for (const Json &one : json) {
        Diagnostic &d =
            diagnostics.add(one.at("kind").get<std::string>(), text(one.at("message")), one.at("offset").get<int64_t>(),
                            one.at("example").get<std::string>(), one.at("count").get<uint64_t>());
        d.beginNs = one.at("beginNs").get<int64_t>();
        d.endNs = one.at("endNs").get<int64_t>();
    }
}

Json rowsJson(const Timeline &timeline)
{
    Json tracks = Json::array(), processes = Json::array(), categories = Json::array(), lanes = Json::array(),
         counters = Json::array();
    for (const Track &t : timeline.tracks)
        tracks.push_back({unsigned(t.kind), t.pid, t.tid, t.label, t.sortIndex, t.laneCount, t.sliceCount});
    for (const Process &p : timeline.processes)
        processes.push_back({p.pid, p.name, p.labels, p.sortIndex});
    for (const Category &c : timeline.categories)
        categories.push_back({c.name, unsigned(c.kind)});
    for (const Lane &lane : timeline.lanes)
        lanes.push_back({lane.size(), lane.name.width(), lane.category.width(), lane.text.width(), lane.overflow});
    for (const CounterSeries &series : timeline.counters)
        counters.push_back({series.pid, series.name, series.key, series.time.size()});
    return {{"originNs", timeline.originNs},
            {"spanNs", timeline.spanNs},
            {"hasOrigin", timeline.hasOrigin},
            {"tracks", tracks},
            {"processes", processes},
            {"categories", categories},
            {"lanes", lanes},
            {"counters", counters},
            {"flows", timeline.flows.counts}};
}

PackSizes applyRows(const Json &json, Timeline &timeline)
{
    PackSizes sizes;
    timeline.originNs = json.at("originNs").get<int64_t>();
    timeline.spanNs = json.at("spanNs").get<int64_t>();
    timeline.hasOrigin = json.at("hasOrigin").get<bool>();
    for (const Json &p : json.at("processes"))
        timeline.processes.push_back(
            {p.at(0).get<StringId>(), p.at(1).get<StringId>(), p.at(2).get<StringId>(), p.at(3).get<int64_t>()});
    for (const Json &c : json.at("categories"))
        timeline.categories.push_back({c.at(0).get<StringId>(), enumOf(c.at(1), CategoryKind::Overhead)});
    for (const Json &l : json.at("lanes")) {
        sizes.lanes.push_back(l.at(0).get<uint64_t>());
        sizes.widths.push_back({l.at(1).get<uint32_t>(), l.at(2).get<uint32_t>(), l.at(3).get<uint32_t>()});
        timeline.lanes.emplace_back().overflow = l.at(4).get<bool>();
    }
    for (const Json &t : json.at("tracks")) {
        Track track{enumOf(t.at(0), TrackKind::Async), t.at(1).get<StringId>(), t.at(2).get<StringId>(),
                    t.at(3).get<StringId>(), t.at(4).get<int64_t>()};
        const auto number = static_cast<uint32_t>(timeline.tracks.size());
        if (number)
            track.firstLane = timeline.tracks.back().firstLane + timeline.tracks.back().laneCount;
        track.laneCount = t.at(5).get<uint32_t>();
        track.sliceCount = t.at(6).get<uint64_t>();
        if (track.laneCount > timeline.lanes.size() - track.firstLane)
            throw std::out_of_range("rows without lanes");
        for (uint32_t lane = 0; lane < track.laneCount; ++lane)
            timeline.lanes[track.firstLane + lane].track = number;
        timeline.tracks.push_back(track);
    }
    for (const Json &c : json.at("counters")) {
        CounterSeries series;
        series.pid = c.at(0).get<StringId>();
        series.name = c.at(1).get<StringId>();
        series.key = c.at(2).get<StringId>();
        sizes.counters.push_back(c.at(3).get<uint64_t>());
        timeline.counters.push_back(std::move(series));
    }
    for (size_t kind = 0; kind < 3; ++kind)
        timeline.flows.counts[kind] = json.at("flows").at(kind).get<uint64_t>();
    const bool lanesAreTracks =
        timeline.lanes.size() ==
        (timeline.tracks.empty() ? 0 : timeline.tracks.back().firstLane + timeline.tracks.back().laneCount);
    if (!lanesAreTracks)
        throw std::out_of_range("lanes without a row");
    return sizes;
}

} // namespace

Json packMeta(const Run &run)
{
    const FileStamp &stamp = run.info.stamp;
    Json streams = Json::array();
    for (const GpuStream &s : run.gpu.streams)
        streams.push_back({s.device, s.stream, s.track});
    return {{"program", WARPSCOPE_VERSION},
            {"source", {{"path", utf8(stamp.path)}, {"size", stamp.size}, {"modifiedMs", stamp.modifiedMs}}},
            {"info", infoJson(run.info)},
            {"rows", rowsJson(run.timeline)},
            {"gpu",
             {{"streams", streams},
              {"devices", run.gpu.devices},
              {"ranks", run.gpu.ranks},
              {"copiedIds", run.gpu.copiedExternalIds}}},
            {"tables", packedTables(run.tables)},
            {"trees", packedTrees(run.layerwise)},
            {"diagnostics", diagnosticsJson(run.diagnostics)}};
}

PackSizes applyPackMeta(const Json &meta, Run &run)
{
    const Json &source = meta.at("source");
    run.info.stamp = {text(source.at("path")), source.at("size").get<int64_t>(),
                      source.at("modifiedMs").get<int64_t>()};
    applyInfo(meta.at("info"), run.info);
    const PackSizes sizes = applyRows(meta.at("rows"), run.timeline);
    const Json &gpu = meta.at("gpu");
    for (const Json &s : gpu.at("streams"))
        run.gpu.streams.push_back({s.at(0).get<uint16_t>(), s.at(1).get<StringId>(), s.at(2).get<uint32_t>()});
    run.gpu.devices = gpu.at("devices").get<std::vector<StringId>>();
    run.gpu.ranks = gpu.value("ranks", std::vector<StringId>()); // not in files of version 0.1
    run.gpu.copiedExternalIds = gpu.at("copiedIds").get<uint64_t>();
    run.tables = unpackedTables(meta.at("tables"));
    run.layerwise = unpackedTrees(meta.at("trees"));
    applyDiagnostics(meta.at("diagnostics"), run.diagnostics);
    return sizes;
}

} // namespace ws
