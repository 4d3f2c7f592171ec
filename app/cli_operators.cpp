// warpscope-cli operators FILE [--by-shape] [--csv|--json]

#include "app/cli.h"

#include "core/analysis/kernels/operators.h"
#include "core/base/format.h"
#include "core/report/csv.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string asJson(const Run &run, const OperatorTable &table, bool byShape)
{
    using Json = nlohmann::ordered_json;
    Json json = {{"schema", 1}, {"byShape", byShape}, {"rows", Json::array()}};
    for (const OperatorRow &row : table.rows) {
        Json item = {{"name", run.text(row.name)}};
        if (byShape)
            item["shape"] = row.shape ? Json(run.text(row.shape)) : Json();
        item["calls"] = row.calls;
        item["selfCpuNs"] = row.selfCpuNs;
        item["totalCpuNs"] = row.totalCpuNs;
        item["selfDeviceNs"] = row.selfDeviceNs;
        item["totalDeviceNs"] = row.totalDeviceNs;
        item["activities"] = row.activities;
        json["rows"].push_back(std::move(item));
    }
    json["outsideNs"] = table.outsideNs;
    return dumpJson(json);
}

std::string asCsv(const Run &run, const OperatorTable &table, bool byShape)
{
    std::string out;
    CsvWriter csv(out);
    csv << "name";
    if (byShape)
        csv << "shape";
    for (const char *title : {"calls", "selfCpuNs", "totalCpuNs", "selfDeviceNs", "totalDeviceNs", "activities"})
        csv << title;
    csv.endRow();
    for (const OperatorRow &row : table.rows) {
        csv << run.text(row.name);
        if (byShape)
            csv << run.text(row.shape);
        csv << row.calls << row.selfCpuNs << row.totalCpuNs << row.selfDeviceNs << row.totalDeviceNs << row.activities;
        csv.endRow();
    }
    return out;
}

std::string asText(const Run &run, const OperatorTable &operators, bool byShape)
{
    int64_t longestCpu = 0, longestDevice = operators.outsideNs;
    for (const OperatorRow &row : operators.rows) {
        longestCpu = std::max(longestCpu, row.totalCpuNs);
        longestDevice = std::max(longestDevice, row.totalDeviceNs);
    }
    const TimeUnit cpu = timeUnitFor(longestCpu), device = timeUnitFor(longestDevice);
    TextTable table;
    table.addColumn(tr("self device (%1)").arg(timeUnitName(device)));
    table.addColumn(tr("% of GPU work"));
    table.addColumn(tr("total device (%1)").arg(timeUnitName(device)));
    table.addColumn(tr("self CPU (%1)").arg(timeUnitName(cpu)));
    table.addColumn(tr("total CPU (%1)").arg(timeUnitName(cpu)));
    table.addColumn(tr("calls"));
    table.addColumn(tr("name"), TextTable::Left);
    const auto share = [&](int64_t ns) {
        return operators.deviceNs ? static_cast<double>(ns) / static_cast<double>(operators.deviceNs) : 0;
    };
    for (const OperatorRow &row : operators.rows) {
        QString name = toText(run.text(row.name));
        if (byShape && row.shape)
            name += QLatin1Char(' ') + toText(run.text(row.shape));
        table.addRow({formatTime(row.selfDeviceNs, device), formatPercentNumber(share(row.selfDeviceNs)),
                      formatTime(row.totalDeviceNs, device), formatTime(row.selfCpuNs, cpu),
                      formatTime(row.totalCpuNs, cpu), formatCount(static_cast<int64_t>(row.calls)), name});
    }
    if (operators.outsideNs)
        table.addRow({formatTime(operators.outsideNs, device),
                      formatPercentNumber(share(operators.outsideNs)),
                      {},
                      {},
                      {},
                      {},
                      tr("(GPU work without a known operator)")});
    return table.text();
}

} // namespace

int runOperators(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption byShape(QStringLiteral("by-shape"), tr("a row per name and input shapes"));
    parser.addOptions({csv, json, byShape});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) && parser.isSet(json))
        return wrongUsage(self, tr("--csv and --json exclude each other"));
    const auto loaded = loadRun(parser.positionalArguments().front());
    if (!loaded)
        return Unreadable;
    const Run &run = *loaded;
    const bool shapes = parser.isSet(byShape);
    const OperatorTable table = *operatorTable(run, {shapes, {}});
    if (table.rows.empty()) {
        printError(tr("the file holds no operators (cpu_op); `summary` says what it holds"));
        return Unreadable;
    }
    if (parser.isSet(json))
        return print(asJson(run, table, shapes));
    return print(parser.isSet(csv) ? asCsv(run, table, shapes) : asText(run, table, shapes));
}

} // namespace ws::cli
