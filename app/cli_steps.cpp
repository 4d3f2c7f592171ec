// warpscope-cli steps FILE [--csv|--json]

#include "app/cli.h"

#include "core/analysis/steps/steps.h"
#include "core/base/format.h"
#include "core/report/csv.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

using Json = nlohmann::ordered_json;

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

Json orNull(const std::optional<int64_t> &value)
{
    return value ? Json(*value) : Json();
}

std::string asJson(const Run &run, const Steps &steps)
{
    Json json = {{"schema", 1}, {"rows", Json::array()}};
    for (const Step &step : steps.steps)
        json["rows"].push_back({{"name", run.text(step.name)},
                                {"phase", step.phase},
                                {"batch", orNull(step.batch)},
                                {"tokens", orNull(step.tokens)},
                                {"startNs", step.wall.begin},
                                {"wallNs", step.wall.length()},
                                {"gpuStartNs", step.gpuStartNs},
                                {"gpuEndNs", step.gpuEndNs},
                                {"gpuNs", step.gpuNs},
                                {"gpuBusyNs", step.gpuBusyNs},
                                {"activities", step.activities}});
    json["outsideNs"] = steps.outsideNs;
    json["outsideActivities"] = steps.outsideActivities;
    return dumpJson(json);
}

std::string asCsv(const Run &run, const Steps &steps)
{
    std::string out;
    CsvWriter csv(out);
    for (const char *title : {"name", "phase", "batch", "tokens", "startNs", "wallNs", "gpuStartNs", "gpuEndNs",
                              "gpuNs", "gpuBusyNs", "activities"})
        csv << title;
    csv.endRow();
    for (const Step &step : steps.steps) {
        csv << run.text(step.name) << step.phase;
        for (const auto &value : {step.batch, step.tokens})
            csv << (value ? std::to_string(*value) : std::string());
        csv << step.wall.begin << step.wall.length() << step.gpuStartNs << step.gpuEndNs << step.gpuNs << step.gpuBusyNs
            << step.activities;
        csv.endRow();
    }
    csv << "(outside any step)";
    for (int blank = 0; blank < 7; ++blank)
        csv << "";
    csv << steps.outsideNs << "" << steps.outsideActivities;
    csv.endRow();
    return out;
}

std::string asText(const Run &run, const Steps &steps)
{
    int64_t longest = steps.outsideNs, all = steps.outsideNs;
    for (const Step &step : steps.steps) {
        longest = std::max({longest, step.gpuNs, step.wall.length()});
        all += step.gpuNs;
    }
    const TimeUnit unit = timeUnitFor(longest), place = timeUnitFor(run.timeline.spanNs);
    TextTable table;
    table.addColumn(tr("phase"), TextTable::Left);
    table.addColumn(tr("batch"));
    table.addColumn(tr("tokens"));
    table.addColumn(tr("wall (%1)").arg(timeUnitName(unit)));
    table.addColumn(tr("GPU from (%1)").arg(timeUnitName(place)));
    table.addColumn(tr("GPU to (%1)").arg(timeUnitName(place)));
    table.addColumn(tr("GPU work (%1)").arg(timeUnitName(unit)));
    table.addColumn(tr("% of GPU work"));
    table.addColumn(tr("activities"));
    table.addColumn(tr("name"), TextTable::Left);
    const auto share = [&](int64_t ns) {
        return formatPercentNumber(all ? static_cast<double>(ns) / static_cast<double>(all) : 0);
    };
    const auto number = [](const std::optional<int64_t> &value) { return value ? formatCount(*value) : QString(); };
    for (const Step &step : steps.steps) {
        const bool any = step.activities > 0;
        table.addRow({toText(step.phase), number(step.batch), number(step.tokens), formatTime(step.wall.length(), unit),
                      any ? formatTime(step.gpuStartNs, place) : QString(),
                      any ? formatTime(step.gpuEndNs, place) : QString(), formatTime(step.gpuNs, unit),
                      share(step.gpuNs), formatCount(static_cast<int64_t>(step.activities)),
                      toText(run.text(step.name))});
    }
    table.addRow({{},
                  {},
                  {},
                  {},
                  {},
                  {},
                  formatTime(steps.outsideNs, unit),
                  share(steps.outsideNs),
                  formatCount(static_cast<int64_t>(steps.outsideActivities)),
                  tr("(outside any step)")});
    return table.text();
}

} // namespace

int runSteps(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), tr("print JSON, times in integer nanoseconds"));
    parser.addOptions({csv, json});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) && parser.isSet(json))
        return wrongUsage(self, tr("--csv and --json exclude each other"));
    const auto loaded = loadRun(parser.positionalArguments().front());
    if (!loaded)
        return Unreadable;
    const Run &run = *loaded;
    const Steps steps = *findSteps(run);
    if (steps.steps.empty()) {
        printError(tr("no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …)"));
        return Unreadable;
    }
    if (parser.isSet(json))
        return print(asJson(run, steps));
    if (parser.isSet(csv))
        return print(asCsv(run, steps));
    return print(asText(run, steps));
}

} // namespace ws::cli
