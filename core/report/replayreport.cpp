#include "core/report/replayreport.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"
#include "core/report/overviewreport.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
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

QString pathPartText(PathPart part)
{
    switch (part) {
    case PathPart::Compute:
        return kindText(NodeKind::Compute);
    case PathPart::Communication:
        return kindText(NodeKind::Communication);
    case PathPart::Copies:
        return kindText(NodeKind::Copy);
    case PathPart::Calls:
        return kindText(NodeKind::Call);
    case PathPart::Cpu:
        return Core::tr("CPU between calls");
    case PathPart::Latency:
        return Core::tr("latency");
    case PathPart::Unexplained:
        break;
    }
    return Core::tr("not explained");
}

QString stepPartText(StepPart part)
{
    switch (part) {
    case StepPart::Compute:
        return budgetPartText(BudgetPart::Compute);
    case StepPart::Communication:
        return budgetPartText(BudgetPart::Communication);
    case StepPart::Copies:
        return budgetPartText(BudgetPart::Copies);
    case StepPart::Idle:
        break;
    }
    return Core::tr("Idle");
}

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

namespace {

QString holdsText(const Replay &replay)
{
    const QString what = replay.step ? Core::tr("the step")
                         : replay.recorded.size() > 1
                             ? Core::tr("a step, in the mean of %1,").arg(formatCount(int64_t(replay.recorded.size())))
                             : Core::tr("the recording");
    const QString text =
        !replay.step && replay.recorded.size() > 1
            ? Core::tr("The replay holds: %1 takes %2, replayed %3 (mean and median step are off by at most %4); %5 of "
                       "its path is not explained.")
            : Core::tr("The replay holds: %1 takes %2, replayed %3 (off by %4); %5 of its path is not explained.");
    return text.arg(what, formatRounded(replay.recordedNs), formatRounded(replay.replayedNs),
                    formatPercent(replay.errorShare), formatPercent(replay.unexplainedShare));
}

QStringList factsOf(const Replay &replay, const std::vector<RankExcess> &excesses)
{
    QStringList lines{Core::tr("It is bound by %1.").arg(boundText(boundWord(replay.path)))};
    for (const RankExcess &one : excesses)
        lines << Core::tr("%1 computes %2 × as long as the others; with its times at the mean of all, a step takes %3.")
                     .arg(QString::fromStdString(one.ranks), formatFixed(one.ratio, 2), formatRounded(one.withoutNs));
    return lines;
}

} // namespace

QStringList replaySentences(const Replay &replay, const Prediction *prediction, const std::vector<RankExcess> &excesses)
{
    QStringList lines;
    if (!replay.holds()) {
        lines << Core::tr("The replay does not reproduce the recording, so no edit is answered:");
        for (const QString &why : replay.why)
            lines << QStringLiteral("- ") + why;
        return lines;
    }
    lines << holdsText(replay);
    lines += factsOf(replay, excesses);
    if (prediction && !prediction->wins.empty()) {
        lines << predictionSentence(*prediction);
        for (const ReplayWin &win : prediction->wins)
            lines << QStringLiteral("  %1: %2%3")
                         .arg(win.edit,
                              win.ns < 0   ? QStringLiteral("+")
                              : win.ns > 0 ? QStringLiteral("−")
                                           : QString(),
                              formatRounded(std::abs(win.ns)));
        lines += prediction->notes;
    }
    return lines;
}

QString replayVerdict(const Replay &replay, const std::vector<RankExcess> &excesses)
{
    if (replay.holds())
        return (QStringList(holdsText(replay)) + factsOf(replay, excesses)).join(u' ');
    QStringList reasons = replay.why;
    reasons.removeAll(replay.how);
    const QString text =
        Core::tr("The replay does not reproduce the recording, so no edit is answered: %1.").arg(clauses(reasons));
    return replay.how.isEmpty() ? text : sentences({text, asSentence(replay.how)});
}

QString predictionSentence(const Prediction &prediction)
{
    return Core::tr("With the edits it takes %1 (%2 to %3), and is bound by %4.")
        .arg(formatRounded(prediction.ns), formatRounded(prediction.lowNs), formatRounded(prediction.highNs),
             boundText(prediction.boundBy));
}

namespace {

/// The name that a pattern stands for alone, as those of exactPattern(); empty: the pattern is another one.
QString exactNameOf(const QString &pattern)
{
    if (!pattern.startsWith(u'^') || !pattern.endsWith(u'$'))
        return {};
    QString name;
    const QString inner = pattern.mid(1, pattern.size() - 2);
    for (qsizetype i = 0; i < inner.size(); ++i) {
        const bool isEscaped = inner[i] == u'\\' && i + 1 < inner.size();
        const QChar letter = isEscaped ? inner[++i] : inner[i];
        if (isEscaped ? letter.isLetterOrNumber() : QStringLiteral(".*+?()[]{}|^$\\").contains(letter))
            return {}; // a class, or a part of a pattern
        name += letter;
    }
    return name;
}

QString moduleNameOf(const QString &pattern)
{
    static const QRegularExpression form(QStringLiteral(R"(^\^\(nn\\\.Module: \)\?(.*)\(_\\d\+\)\?\$$)"));
    const auto match = form.match(pattern);
    const QString name = exactNameOf(match.hasMatch() ? u'^' + match.captured(1) + u'$' : pattern);
    const auto prefix = QLatin1String(modulePrefix.data(), modulePrefix.size());
    return name.startsWith(prefix) ? name.mid(prefix.size()) : name;
}

} // namespace

QString editTitle(const ReplayEdit &edit)
{
    using Of = ReplayEdit::Of;
    const QString exact = edit.of == Of::Module ? moduleNameOf(edit.target) : exactNameOf(edit.target);
    switch (edit.of) {
    case Of::Kernel:
        return exact.isEmpty() ? Core::tr("Kernels /%1/").arg(edit.target) : Core::tr("Kernel %1").arg(exact);
    case Of::Operator:
        return exact.isEmpty() ? Core::tr("Operators /%1/").arg(edit.target) : Core::tr("Operator %1").arg(exact);
    case Of::Module:
        return exact.isEmpty() ? Core::tr("Modules /%1/").arg(edit.target) : Core::tr("Module %1").arg(exact);
    case Of::Stage:
        return Core::tr("Stage %1").arg(edit.target);
    case Of::Cpu:
        return Core::tr("Calls and the CPU's own work");
    case Of::Profiler:
        return Core::tr("The profiler's own work");
    case Of::Gap: {
        const auto at = parseTime(edit.target);
        return Core::tr("Gap at %1").arg(at ? formatDuration(*at) : edit.target);
    }
    case Of::Gaps:
        return Core::tr("All gaps");
    case Of::Launches:
        return Core::tr("All launches");
    case Of::Loader:
        return Core::tr("The data loader");
    case Of::Copies:
        return Core::tr("All copies");
    case Of::Collectives:
        return Core::tr("All communication");
    case Of::Rank:
        if (edit.target == QLatin1String("*"))
            return Core::tr("All ranks");
        return Core::tr("Rank %1").arg(edit.target.startsWith(QLatin1String("rank ")) ? edit.target.mid(5)
                                                                                      : edit.target);
    }
    return {};
}

QString editOutcome(const ReplayEdit &edit)
{
    using To = ReplayEdit::To;
    switch (edit.to) {
    case To::Factor:
        return {};
    case To::Limit:
        return Core::tr("at the device's limit");
    case To::Stream:
        return Core::tr("in a stream of its own");
    case To::Hidden:
        return Core::tr("hidden");
    case To::Zero:
        return Core::tr("gone");
    case To::Graph:
        return Core::tr("as one graph");
    case To::Median:
        return Core::tr("as the median of the others");
    case To::Alike:
        return Core::tr("as the mean of all");
    }
    return {};
}

namespace {

struct PathSum
{
    QString name;
    int64_t ns = 0, afterNs = 0, count = 0;
    int64_t minNs = 0, medianNs = 0; ///< of slack
};

/// What a node on the path is summed up under.
QString pathKey(const Replay &replay, uint32_t node, PathBy by)
{
    const ReplayModel &model = *replay.model;
    const NodeKind kind = model.graph.kind(node);
    const bool isWork = kind == NodeKind::Compute || kind == NodeKind::Copy || kind == NodeKind::Communication;
    if (by == PathBy::Rank)
        return model.ranks.empty() ? Core::tr("this recording")
                                   : QString::fromStdString(model.ranks[model.rankOf(node)].label);
    if (by == PathBy::Kind || (by == PathBy::Operator && !isWork))
        return kindText(kind);
    if (by == PathBy::Name || model.isJob)
        return toText(model.nameOf(node));
    const Run &run = model.runOf(node);
    const EventRef op = run.gpu.op[model.graph.item(node)];
    return op.valid() ? toText(run.text(run.timeline.name(op))) : Core::tr("(without an operator)");
}

void addPath(const Replay &replay, const CriticalPath &path, PathBy by, std::map<QString, PathSum> &sums, bool isAfter)
{
    const auto add = [&](const QString &name, int64_t ns, int64_t count) {
        if (ns <= 0)
            return;
        PathSum &sum = sums[name];
        sum.name = name;
        (isAfter ? sum.afterNs : sum.ns) += ns;
        if (!isAfter)
            sum.count += count;
    };
    std::map<std::pair<uint16_t, StringId>, QString> known; // by operator or rank the name is asked for each time
    for (const CriticalPath::Part &part : path.nodes) {
        if (part.endNs <= part.beginNs)
            continue;
        if (by == PathBy::Operator || by == PathBy::Rank) {
            add(pathKey(replay, part.node, by), part.endNs - part.beginNs, 1);
            continue;
        }
        const StringId id =
            by == PathBy::Kind ? StringId(replay.model->graph.kind(part.node)) : replay.model->graph.name(part.node);
        QString &name = known[{uint16_t(replay.model->partOf(part.node)), id}];
        if (name.isEmpty())
            name = pathKey(replay, part.node, by);
        add(name, part.endNs - part.beginNs, 1);
    }
    add(Core::tr("CPU between calls"), path.cpuNs, 0);
    add(Core::tr("latency"), path.latencyNs, 0);
    add(Core::tr("not explained"), path.unexplainedNs, 0);
}

void addSlack(const Replay &replay, std::map<QString, PathSum> &sums)
{
    const std::vector<int64_t> slack = recordedSlack(replay);
    const DependencyGraph &graph = replay.model->graph;
    std::map<std::string_view, std::vector<int64_t>> byName;
    for (uint32_t node = 0; node < slack.size(); ++node)
        if (graph.duration(node) > 0 && slack[node] != INT64_MAX && graph.kind(node) != NodeKind::Call)
            byName[replay.model->nameOf(node)].push_back(slack[node]);
    for (auto &[name, values] : byName)
        sums[toText(name)] = {toText(name),    0, 0, int64_t(values.size()), *std::ranges::min_element(values),
                              medianNs(values)};
}

} // namespace

std::vector<uint32_t> latestOnPath(const Replay &replay, size_t most)
{
    std::vector<uint32_t> late;
    for (const CriticalPath::Part &part : replay.path.nodes)
        if (replay.lags[part.node] > 0)
            late.push_back(part.node);
    std::ranges::stable_sort(late, std::ranges::greater(), [&](uint32_t node) { return replay.lags[node]; });
    late.resize(std::min(late.size(), most));
    return late;
}

QString replayedWinText(const ReplayEdit &edit, int64_t winNs, int64_t recordedNs, size_t steps)
{
    const QString outcome = editOutcome(edit);
    const QString title = editTitle(edit);
    const QString what = (title.size() > 80 ? title.left(50) + u'…' + title.right(29) : title) + u' ' +
                         (outcome.isEmpty() ? QStringLiteral("× ") + QString::number(edit.factor, 'g', 3) : outcome);
    const QString whole =
        steps > 1 ? Core::tr("a step, in the mean of %1,").arg(formatCount(int64_t(steps))) : Core::tr("the recording");
    if (winNs * 1000 < recordedNs)
        return Core::tr("Replayed (%1): %2 is hardly shorter.").arg(what, whole);
    return Core::tr("Replayed (%1): %2 takes %3 less, %4.")
        .arg(what, whole, formatRounded(winNs), formatPercent(double(winNs) / double(recordedNs)));
}

namespace {

ReportTable lateTable(const Replay &replay, ReportTable table)
{
    struct Late
    {
        QString name, kind;
        int64_t lagNs, startNs;
    };
    auto rows = std::make_shared<std::vector<Late>>();
    constexpr size_t most = 200;
    if (replay.model && !replay.lags.empty())
        for (const uint32_t node : latestOnPath(replay, most))
            rows->push_back({toText(replay.model->nameOf(node)), kindText(replay.model->graph.kind(node)),
                             replay.lags[node], replay.model->graph.start(node)});
    setRows<Late>(table,
                  {{{"name", Core::tr("Name"), CellKind::Name}, [](const Late &row) { return row.name; }},
                   {{"kind", Core::tr("Kind"), CellKind::Text}, [](const Late &row) { return row.kind; }},
                   {{"late_ns", Core::tr("Late"), CellKind::Time,
                     Core::tr("So much later than all that it is known to wait for"), false, true},
                    [](const Late &row) { return row.lagNs; }},
                   {{"start_ns", Core::tr("Start"), CellKind::Time}, [](const Late &row) { return row.startNs; }}},
                  std::shared_ptr<const std::vector<Late>>(rows));
    chooseUnits(table);
    return table;
}

} // namespace

ReportTable pathTable(const Replay &replay, PathBy by, const CriticalPath *after)
{
    const bool isSlack = by == PathBy::Slack;
    ReportTable table{isSlack ? QStringLiteral("slack") : QStringLiteral("path"),
                      isSlack ? Core::tr("Slack") : Core::tr("Critical path"),
                      replay.model && replay.model->parts.size() == 1 ? replay.model->parts.front().run : nullptr};
    if (by == PathBy::Late)
        return lateTable(replay, std::move(table));
    auto rows = std::make_shared<std::vector<PathSum>>();
    int64_t lengthNs = 0;
    if (replay.model && !replay.weights.duration.empty()) {
        std::map<QString, PathSum> sums;
        if (isSlack)
            addSlack(replay, sums);
        else
            addPath(replay, replay.path, by, sums, false);
        if (after && !isSlack)
            addPath(replay, *after, by, sums, true);
        for (auto &[name, sum] : sums)
            rows->push_back(std::move(sum));
        lengthNs = replay.path.lengthNs;
    }
    std::vector<RowColumn<PathSum>> columns;
    columns.push_back({{"name", Core::tr("Name"), CellKind::Name}, [](const PathSum &row) { return row.name; }});
    if (isSlack) {
        columns.push_back({{"min_slack_ns", Core::tr("Slack"), CellKind::Time,
                            Core::tr("So much longer may each of them take at no cost: the least of all")},
                           [](const PathSum &row) { return row.minNs; }});
        columns.push_back({{"median_slack_ns", Core::tr("Median slack"), CellKind::Time},
                           [](const PathSum &row) { return row.medianNs; }});
    } else {
        columns.push_back({{"time_ns", Core::tr("Recorded"), CellKind::Time,
                            Core::tr("Time on the path that decides the length, as recorded"), false, true},
                           [](const PathSum &row) { return row.ns; }});
        if (after)
            columns.push_back({{"after_ns", Core::tr("With edits"), CellKind::Time,
                                Core::tr("Time on the path that decides the length with the edits"), false, true},
                               [](const PathSum &row) { return row.afterNs; }});
        columns.push_back(
            {{"share", Core::tr("Share"), CellKind::Share, Core::tr("Of the recorded path's length"), false, true},
             [lengthNs](const PathSum &row) { return lengthNs ? double(row.ns) / double(lengthNs) : 0.0; }});
    }
    columns.push_back({{"count", Core::tr("Count"), CellKind::Count,
                        isSlack ? QString() : Core::tr("On the recorded path"), false, true},
                       [](const PathSum &row) { return row.count ? ReportCell(row.count) : ReportCell(); }});
    std::ranges::stable_sort(*rows, [](const PathSum &a, const PathSum &b) { return a.ns > b.ns; });
    setRows<PathSum>(table, std::move(columns), std::shared_ptr<const std::vector<PathSum>>(rows));
    chooseUnits(table);
    shareLargestUnit(table);
    return table;
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
        table.notes << Core::tr("The replay does not reproduce the recording, so this path is not proven:");
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
    for (const uint32_t node : latestOnPath(replay, 20))
        unexplained.push_back({{"name", std::string(replay.model->nameOf(node))},
                               {"kind", kindText(graph.kind(node)).toStdString()},
                               {"startNs", graph.start(node)},
                               {"ns", replay.lags[node]}});
    json["unexplained"] = std::move(unexplained);
    if (graph.size() == 0 || replay.weights.duration.empty())
        return json;
    const std::vector<int64_t> slack = recordedSlack(replay);
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

namespace {

constexpr const char *foretoldIds[stepPartCount] = {"computeNs", "communicationNs", "copiesNs", "idleNs"};

/// "−0.450 ms", in the unit of a change of `besideNs`.
QString foretoldChange(double ns, double besideNs)
{
    const int64_t whole = std::llround(std::abs(ns));
    const QString sign = whole == 0 ? QString() : ns < 0 ? QStringLiteral("−") : QStringLiteral("+");
    return sign + formatBeside(whole, std::llround(std::max(std::abs(besideNs), std::abs(ns))));
}

QString foretoldName(const QStringList &edits)
{
    return edits.size() == 1 ? edits.front() : Core::tr("All edits together");
}

/// "it came as predicted"
QString cameText(const EditOutcome &outcome)
{
    switch (outcome.came) {
    case EditOutcome::AsPredicted:
        return Core::tr("it came as predicted");
    case EditOutcome::Less:
    case EditOutcome::More:
        return Core::tr("%1 of it came").arg(formatPercent(outcome.share));
    case EditOutcome::Nothing:
        return Core::tr("nothing of it came");
    case EditOutcome::Opposite:
        return Core::tr("the opposite came");
    case EditOutcome::Unpredicted:
        return Core::tr("something else has changed");
    case EditOutcome::Unsaid:
        break;
    }
    return {};
}

/// "Computation −0.450 → −0.430 ms": the kinds with a change.
QString kindsText(const EditOutcome &outcome, const Foretold &all)
{
    if (!all.partsNs)
        return {};
    const double beside = std::max(std::abs(double(outcome.predictedNs)), std::abs(all.measuredNs));
    QStringList kinds;
    for (size_t part = 0; part < stepPartCount; ++part) {
        const double predicted = double(outcome.partsNs[part]), came = double((*all.partsNs)[part]);
        if (std::max(std::abs(predicted), std::abs(came)) < 0.01 * beside)
            continue;
        kinds << Core::tr("%1 %2, came %3", "kind of work, predicted change, measured change")
                     .arg(stepPartText(StepPart(part)), foretoldChange(predicted, beside),
                          foretoldChange(came, beside));
    }
    return kinds.join(QStringLiteral(" · "));
}

} // namespace

QString foretoldTitle()
{
    return Core::tr("Predicted and measured");
}

QStringList foretoldLines(const Foretold &all)
{
    QStringList lines;
    if (!all.why.isEmpty()) {
        QStringList edits;
        for (const EditOutcome &outcome : all.outcomes)
            edits += outcome.edits;
        edits.removeDuplicates();
        return {
            Core::tr("What came of %1 cannot be said: %2").arg(edits.join(QStringLiteral(", ")), asSentence(all.why))};
    }
    for (const EditOutcome &outcome : all.outcomes) {
        if (!outcome.isPredicted) {
            lines << Core::tr("%1: what came cannot be said: %2")
                         .arg(foretoldName(outcome.edits), asSentence(outcome.why));
            continue;
        }
        const double beside = double(outcome.predictedNs);
        const QString predicted =
            Core::tr("%1: predicted %2 a unit (%3 to %4)")
                .arg(foretoldName(outcome.edits), foretoldChange(beside, beside),
                     foretoldChange(double(outcome.lowNs), beside), foretoldChange(double(outcome.highNs), beside));
        if (outcome.came == EditOutcome::Unsaid) {
            lines << predicted + u'.' + (outcome.why.isEmpty() ? QString() : u' ' + asSentence(outcome.why));
            continue;
        }
        lines << predicted + QStringLiteral(", ") +
                     Core::tr("measured %1 (± %2): %3.")
                         .arg(foretoldChange(all.measuredNs, beside),
                              formatBeside(std::llround(all.noiseNs), std::llround(std::abs(all.measuredNs))),
                              cameText(outcome));
        if (const QString kinds = kindsText(outcome, all); !kinds.isEmpty())
            lines << kinds;
    }
    return lines;
}

std::string_view cameId(EditOutcome::Came came)
{
    switch (came) {
    case EditOutcome::AsPredicted:
        return "as-predicted";
    case EditOutcome::Less:
        return "less";
    case EditOutcome::More:
        return "more";
    case EditOutcome::Nothing:
        return "nothing";
    case EditOutcome::Opposite:
        return "opposite";
    case EditOutcome::Unpredicted:
        return "unpredicted";
    case EditOutcome::Unsaid:
        break;
    }
    return "unsaid";
}

nlohmann::ordered_json foretoldJson(const Foretold &all)
{
    const auto kinds = [](const StepParts &parts) {
        Json json = Json::object();
        for (size_t part = 0; part < stepPartCount; ++part)
            json[foretoldIds[part]] = parts[part];
        return json;
    };
    const bool isHeld = all.why.isEmpty();
    Json json{{"why", isHeld ? Json() : Json(all.why.toStdString())},
              {"measuredNs", isHeld ? Json(std::llround(all.measuredNs)) : Json()},
              {"noiseNs", isHeld ? Json(std::llround(all.noiseNs)) : Json()},
              {"measured", isHeld && all.partsNs ? kinds(*all.partsNs) : Json()}};
    Json outcomes = Json::array();
    for (const EditOutcome &outcome : all.outcomes) {
        Json edits = Json::array();
        for (const QString &edit : outcome.edits)
            edits.push_back(edit.toStdString());
        Json one{{"edits", std::move(edits)}, {"came", cameId(outcome.came)}};
        one["why"] = outcome.why.isEmpty() ? Json() : Json(outcome.why.toStdString());
        one["predictedNs"] = outcome.isPredicted ? Json(outcome.predictedNs) : Json();
        one["lowNs"] = outcome.isPredicted ? Json(outcome.lowNs) : Json();
        one["highNs"] = outcome.isPredicted ? Json(outcome.highNs) : Json();
        one["predicted"] = outcome.isPredicted ? kinds(outcome.partsNs) : Json();
        const bool hasShare = outcome.came == EditOutcome::Less || outcome.came == EditOutcome::More;
        one["share"] = hasShare ? Json(outcome.share) : Json();
        outcomes.push_back(std::move(one));
    }
    json["outcomes"] = std::move(outcomes);
    return json;
}

} // namespace ws
