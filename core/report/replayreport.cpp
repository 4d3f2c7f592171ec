#include "core/report/replayreport.h"

#include "core/base/quantiles.h"
#include "core/base/texts.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

Json texts(const QStringList &list)
{
    Json json = Json::array();
    for (const QString &text : list)
        json.push_back(text.toStdString());
    return json;
}

QString boundText(const std::string &word)
{
    if (word == "compute")
        return Core::tr("computation");
    if (word == "communication")
        return Core::tr("communication");
    if (word == "copies")
        return Core::tr("copies");
    if (word == "cpu")
        return Core::tr("the CPU");
    if (word == "latency")
        return Core::tr("the latency of launches and waits");
    return Core::tr("what the recording does not explain");
}

struct PathRow
{
    QString kind;
    QString name; ///< empty: of the kind as a whole
    int64_t ns = 0;
    double share = 0;
    int64_t count = 0; ///< nodes on the path; 0: not counted
    int64_t minSlackNs = -1;
};

QString kindText(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Call:
        return Core::tr("launching call");
    case NodeKind::Wait:
        return Core::tr("return of a wait");
    case NodeKind::Compute:
        return Core::tr("computation");
    case NodeKind::Copy:
        return Core::tr("copy");
    case NodeKind::Communication:
        return Core::tr("communication");
    case NodeKind::Meeting:
        return Core::tr("meeting of ranks");
    }
    return {};
}

std::vector<PathRow> rowsOf(const Replay &replay)
{
    const DependencyGraph &graph = replay.model->graph;
    std::map<std::pair<uint8_t, std::string_view>, PathRow> sums;
    for (const CriticalPath::Part &part : replay.path.nodes) {
        const int64_t ns = std::max<int64_t>(0, part.endNs - part.beginNs);
        if (ns == 0)
            continue;
        PathRow &row = sums[{uint8_t(graph.kind(part.node)), replay.model->nameOf(part.node)}];
        row.kind = kindText(graph.kind(part.node));
        row.name = toText(replay.model->nameOf(part.node));
        row.ns += ns;
        ++row.count;
    }
    std::vector<PathRow> rows;
    for (auto &[key, row] : sums)
        rows.push_back(std::move(row));
    const auto whole = [&](const QString &kind, int64_t ns) {
        if (ns > 0)
            rows.push_back({kind, {}, ns});
    };
    whole(Core::tr("CPU between calls"), replay.path.cpuNs);
    whole(Core::tr("latency"), replay.path.latencyNs);
    whole(Core::tr("not explained"), replay.path.unexplainedNs);
    for (PathRow &row : rows)
        row.share = replay.path.lengthNs ? double(row.ns) / double(replay.path.lengthNs) : 0;
    std::ranges::stable_sort(rows, [](const PathRow &a, const PathRow &b) { return a.ns > b.ns; });
    return rows;
}

} // namespace

nlohmann::ordered_json replayJson(const Replay &replay, const Prediction *prediction,
                                  const std::vector<RankExcess> &excesses)
{
    Json json{{"schema", 1},
              {"verdict", replay.holds() ? "holds" : "refused"},
              {"why", texts(replay.why)},
              {"steps", replay.step ? 1 : replay.recorded.size()},
              {"recordedNs", replay.recordedNs},
              {"replayedNs", replay.replayedNs},
              {"errorShare", replay.errorShare},
              {"otherHalfErrorShare", replay.otherHalfError},
              {"medianStartErrorNs", replay.startErrorNs},
              {"unexplainedShare", replay.unexplainedShare},
              {"contendedShare", replay.contendedShare}};
    json["predictedNs"] = prediction ? Json(prediction->ns) : Json();
    json["lowNs"] = prediction ? Json(prediction->lowNs) : Json();
    json["highNs"] = prediction ? Json(prediction->highNs) : Json();
    json["boundBy"] = prediction ? Json(prediction->boundBy) : Json();
    Json wins = Json::array();
    if (prediction)
        for (const ReplayWin &win : prediction->wins)
            wins.push_back({{"edit", win.edit.toStdString()}, {"ns", win.ns}});
    json["wins"] = std::move(wins);
    if (prediction && !prediction->notes.isEmpty())
        json["notes"] = texts(prediction->notes);
    if (!excesses.empty()) {
        Json list = Json::array();
        for (const RankExcess &one : excesses)
            list.push_back({{"ranks", one.ranks}, {"ratio", one.ratio}, {"withoutNs", one.withoutNs}});
        json["excess"] = std::move(list);
    }
    Json steps = Json::array();
    for (size_t s = 0; s < replay.recorded.size(); ++s)
        steps.push_back({{"step", replay.model->stepNumbers[s]},
                         {"name", replay.model->stepNames[s]},
                         {"recordedNs", replay.recorded[s]},
                         {"replayedNs", replay.replayed[s]}});
    json["perStep"] = std::move(steps);
    Json latencies = Json::object();
    for (size_t kind = 0; kind < replay.weights.latency.size(); ++kind)
        if (replay.weights.latency[kind])
            latencies[replay.model->graph.kinds()[kind].id] = replay.weights.latency[kind];
    json["latencies"] = std::move(latencies);
    return json;
}

QStringList replaySentences(const Replay &replay, const Prediction *prediction, const std::vector<RankExcess> &excesses)
{
    QStringList lines;
    if (!replay.holds()) {
        lines << Core::tr("The replay does not hold, so no edit is answered:");
        for (const QString &why : replay.why)
            lines << QStringLiteral("- ") + why;
        return lines;
    }
    const QString what = replay.step ? Core::tr("the step")
                         : replay.recorded.size() > 1
                             ? Core::tr("a step, in the mean of %1,").arg(formatCount(int64_t(replay.recorded.size())))
                             : Core::tr("the recording");
    lines << Core::tr("The replay holds: %1 takes %2, replayed %3 (off by %4); %5 of its path is not explained.")
                 .arg(what, formatRounded(replay.recordedNs), formatRounded(replay.replayedNs),
                      formatPercent(replay.errorShare), formatPercent(replay.unexplainedShare));
    lines << Core::tr("It is bound by %1.").arg(boundText(boundWord(replay.path)));
    for (const RankExcess &one : excesses)
        lines << Core::tr("%1 computes %2 × as long as the others; with its times at the mean of all, a step takes %3.")
                     .arg(QString::fromStdString(one.ranks), formatFixed(one.ratio, 2), formatRounded(one.withoutNs));
    if (prediction && !prediction->wins.empty()) {
        lines << Core::tr("With the edits it takes %1 (%2 to %3), and is bound by %4.")
                     .arg(formatRounded(prediction->ns), formatRounded(prediction->lowNs),
                          formatRounded(prediction->highNs), boundText(prediction->boundBy));
        for (const ReplayWin &win : prediction->wins)
            lines << QStringLiteral("  %1: %2%3")
                         .arg(win.edit, win.ns < 0 ? QStringLiteral("+") : QStringLiteral("−"),
                              formatRounded(std::abs(win.ns)));
        lines += prediction->notes;
    }
    return lines;
}

ReportTable pathReport(const Replay &replay)
{
    ReportTable table{QStringLiteral("path"), Core::tr("Critical path"),
                      replay.model->parts.size() == 1 ? replay.model->parts.front().run : nullptr};
    setRows<PathRow>(table,
                     {{{"kind", Core::tr("Kind"), CellKind::Text}, [](const PathRow &row) { return row.kind; }},
                      {{"time_ns", Core::tr("Time"), CellKind::Time}, [](const PathRow &row) { return row.ns; }},
                      {{"share", Core::tr("Share"), CellKind::Share, Core::tr("Of the path's length")},
                       [](const PathRow &row) { return row.share; }},
                      {{"count", Core::tr("Count"), CellKind::Count},
                       [](const PathRow &row) { return row.count ? ReportCell(row.count) : ReportCell(); }},
                      {{"name", Core::tr("Name"), CellKind::Name},
                       [](const PathRow &row) { return row.name.isEmpty() ? ReportCell() : ReportCell(row.name); }}},
                     std::make_shared<const std::vector<PathRow>>(rowsOf(replay)));
    chooseUnits(table);
    if (!replay.holds()) {
        table.notes << Core::tr("The replay does not hold, so this path is not proven:");
        table.notes += replay.why;
    }
    return table;
}

nlohmann::ordered_json pathJson(const Replay &replay)
{
    const DependencyGraph &graph = replay.model->graph;
    const CriticalPath &path = replay.path;
    Json json{{"schema", 1},
              {"verdict", replay.holds() ? "holds" : "refused"},
              {"why", texts(replay.why)},
              {"lengthNs", path.lengthNs},
              {"byKind",
               {{"computeNs", path.byKind[size_t(NodeKind::Compute)]},
                {"communicationNs", path.byKind[size_t(NodeKind::Communication)]},
                {"copiesNs", path.byKind[size_t(NodeKind::Copy)]},
                {"callsNs", path.byKind[size_t(NodeKind::Call)]},
                {"cpuNs", path.cpuNs},
                {"latencyNs", path.latencyNs},
                {"unexplainedNs", path.unexplainedNs}}},
              {"rows", tableRowsJson(pathReport(replay))}};
    Json unexplained = Json::array();
    std::vector<const CriticalPath::Part *> late;
    for (const CriticalPath::Part &part : path.nodes)
        if (replay.lags[part.node] > 0)
            late.push_back(&part);
    std::ranges::stable_sort(late, {}, [&](const auto *part) { return -replay.lags[part->node]; });
    for (size_t i = 0; i < std::min<size_t>(late.size(), 20); ++i)
        unexplained.push_back({{"name", std::string(replay.model->nameOf(late[i]->node))},
                               {"kind", kindText(graph.kind(late[i]->node)).toStdString()},
                               {"startNs", late[i]->beginNs},
                               {"ns", replay.lags[late[i]->node]}});
    json["unexplained"] = std::move(unexplained);
    if (graph.size() == 0 || replay.weights.duration.empty())
        return json;
    ReplayWeights recorded = replay.weights;
    recorded.lag = replay.lags;
    std::vector<uint32_t> ends;
    for (const uint32_t last : stepEnds(*replay.model, graph.starts(), graph.durations()).last)
        if (last != noReplayNode && (replay.model->isJob || ends.empty() || graph.end(last) > graph.end(ends.front())))
            ends = {last};
    const std::vector<int64_t> slack = slackOf(graph, recorded, graph.starts(), ends);
    std::map<std::string_view, std::vector<int64_t>> byName;
    for (uint32_t node = 0; node < graph.size(); ++node)
        if (graph.duration(node) > 0 && slack[node] != INT64_MAX && graph.kind(node) != NodeKind::Call)
            byName[replay.model->nameOf(node)].push_back(slack[node]);
    Json list = Json::array();
    for (auto &[name, values] : byName)
        list.push_back({{"name", std::string(name)},
                        {"count", values.size()},
                        {"minNs", *std::ranges::min_element(values)},
                        {"medianNs", medianNs(values)}});
    json["slack"] = std::move(list);
    return json;
}

} // namespace ws
