// The history of a nightly run.

#include "core/report/seriesreport.h"

#include "core/io/remote/remotecache.h"
#include "core/model/runlabel.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t bandLength = 20, shortestBand = 8;
constexpr double deviations = 4.5, leastWidth = 0.01;

class HistoryReport
{
    Q_DECLARE_TR_FUNCTIONS(HistoryReport)
public:
    static QString stateText(HistoryRow::State state)
    {
        const QString texts[] = {tr("too few before it"), tr("inside"), tr("above the band"), tr("below the band"),
                                 tr("no unit")};
        return texts[state];
    }
};

QString textOf(const Json &json, const char *key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

std::optional<int64_t> numberOf(const Json &json, const char *key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? std::optional(found->get<int64_t>()) : std::nullopt;
}

struct Band
{
    int64_t lowNs = 0, highNs = 0;
};

std::optional<Band> bandOf(std::vector<int64_t> before)
{
    if (before.size() < shortestBand)
        return {};
    const SampleStats stats = sampleStats(before);
    const double deviation = double(stats.p75Ns - stats.p25Ns) / 1.349;
    const double half = std::max(deviations * deviation, leastWidth * double(stats.medianNs));
    return Band{std::llround(double(stats.medianNs) - half), std::llround(double(stats.medianNs) + half)};
}

struct Metric
{
    QString name;
    int64_t (*of)(const HistoryEntry &);
};

std::vector<Metric> metrics()
{
    return {{HistoryReport::tr("computation"), [](const HistoryEntry &e) { return e.mean.computeNs; }},
            {HistoryReport::tr("exposed communication"), [](const HistoryEntry &e) { return e.mean.exposedCommNs; }},
            {HistoryReport::tr("exposed copies"), [](const HistoryEntry &e) { return e.mean.exposedCopyNs; }},
            {HistoryReport::tr("idle"), [](const HistoryEntry &e) { return e.mean.idleNs(); }}};
}

/// Up to 20 of the same unit before it, the last first.
std::vector<const HistoryEntry *> entriesBefore(const std::vector<HistoryEntry> &entries, size_t k)
{
    std::vector<const HistoryEntry *> before;
    for (size_t i = k; i-- > 0 && before.size() < bandLength;)
        if (entries[i].medianNs && entries[i].unit == entries[k].unit)
            before.push_back(&entries[i]);
    return before;
}

} // namespace

nlohmann::ordered_json historyLine(const ComparedRun &run)
{
    const auto self = std::make_shared<const ComparedRun>(run);
    const ComparedPair pair = *compareRuns(self, self);
    const ComparedUnit &unit = pair.comparison.unit;
    constexpr const char *kinds[] = {"none", "step", "repetition"};
    const bool known = unit.kind != ComparedUnit::None;
    const WallBudget &mean = pair.comparison.explanation.a;
    const FileStamp &stamp = run.run().info.stamp;
    return {{"schema", 1},
            {"label", run.part.label.toStdString()},
            {"file", (shownPath(stamp.path) + recordingMark(run.run())).toStdString()},
            {"when", QDateTime::fromMSecsSinceEpoch(stamp.modifiedMs, Qt::UTC).toString(Qt::ISODate).toStdString()},
            {"unit", {{"kind", kinds[unit.kind]}, {"name", unit.name.toStdString()}, {"count", unit.a.count}}},
            {"medianNs", known ? Json(unit.a.wall.medianNs) : Json()},
            {"p25Ns", known ? Json(unit.a.wall.p25Ns) : Json()},
            {"p75Ns", known ? Json(unit.a.wall.p75Ns) : Json()},
            {"computeNs", mean.computeNs},
            {"exposedCommNs", mean.exposedCommNs},
            {"exposedMemcpyNs", mean.exposedCopyNs},
            {"idleNs", mean.idleNs()},
            {"gpuNs", pair.kernels.a.totalNs}};
}

std::vector<HistoryEntry> readHistory(std::string_view text, size_t &badLines)
{
    std::vector<HistoryEntry> entries;
    badLines = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        const Json json = Json::parse(line, nullptr, false);
        if (!json.is_object() || !json.contains("unit") || !json["unit"].is_object()) {
            ++badLines;
            continue;
        }
        HistoryEntry entry{textOf(json, "label"), textOf(json, "file"), {}, numberOf(json, "medianNs"), {}};
        entry.unit = textOf(json["unit"], "kind") + u' ' + textOf(json["unit"], "name");
        entry.mean.computeNs = numberOf(json, "computeNs").value_or(0);
        entry.mean.exposedCommNs = numberOf(json, "exposedCommNs").value_or(0);
        entry.mean.exposedCopyNs = numberOf(json, "exposedMemcpyNs").value_or(0);
        entry.mean.idle[size_t(GapCause::Unknown)] = numberOf(json, "idleNs").value_or(0);
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<HistoryRow> historyRows(const std::vector<HistoryEntry> &entries)
{
    std::vector<HistoryRow> rows;
    for (size_t k = 0; k < entries.size(); ++k) {
        HistoryRow row{entries[k], HistoryRow::TooFew, 0, 0, {}};
        if (!entries[k].medianNs) {
            row.state = HistoryRow::NoUnit;
            rows.push_back(std::move(row));
            continue;
        }
        const std::vector<const HistoryEntry *> before = entriesBefore(entries, k);
        std::vector<int64_t> values;
        for (const HistoryEntry *entry : before)
            values.push_back(*entry->medianNs);
        if (const auto band = bandOf(values)) {
            row.lowNs = band->lowNs;
            row.highNs = band->highNs;
            row.state = *entries[k].medianNs > band->highNs  ? HistoryRow::Above
                        : *entries[k].medianNs < band->lowNs ? HistoryRow::Below
                                                             : HistoryRow::Inside;
            for (const Metric &metric : metrics()) {
                values.clear();
                for (const HistoryEntry *entry : before)
                    values.push_back(metric.of(*entry));
                const Band part = *bandOf(values);
                const int64_t own = metric.of(entries[k]);
                const double leastNs = leastWidth * double(*entries[k].medianNs);
                if (double(own) > double(part.highNs) + leastNs || double(own) < double(part.lowNs) - leastNs)
                    row.parts << metric.name;
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

ReportTable historyReport(std::vector<HistoryRow> rows)
{
    ReportTable table{QStringLiteral("history"), HistoryReport::tr("History")};
    using Row = const HistoryRow &;
    const auto shared = std::make_shared<const std::vector<HistoryRow>>(std::move(rows));
    const auto known = [](Row row) { return row.state != HistoryRow::TooFew && row.state != HistoryRow::NoUnit; };
    setRows<HistoryRow>(
        table,
        {{{"label", HistoryReport::tr("Run"), CellKind::Name}, [](Row row) { return ReportCell(row.entry.label); }},
         {{"unit", HistoryReport::tr("Unit"), CellKind::Name}, [](Row row) { return ReportCell(row.entry.unit); }},
         {{"median_ns", HistoryReport::tr("Median"), CellKind::Time},
          [](Row row) { return row.entry.medianNs ? ReportCell(*row.entry.medianNs) : ReportCell(); }},
         {{"low_ns", HistoryReport::tr("Band from"), CellKind::Time, HistoryReport::tr("Of up to 20 runs before it")},
          [=](Row row) { return known(row) ? ReportCell(row.lowNs) : ReportCell(); }},
         {{"high_ns", HistoryReport::tr("to"), CellKind::Time, HistoryReport::tr("Of up to 20 runs before it")},
          [=](Row row) { return known(row) ? ReportCell(row.highNs) : ReportCell(); }},
         {{"state", HistoryReport::tr("State")},
          [](Row row) { return ReportCell(HistoryReport::stateText(row.state)); }},
         {{"parts", HistoryReport::tr("Parts outside")},
          [](Row row) { return ReportCell(row.parts.join(QLatin1String(", "))); }}},
        shared);
    table.fileCell = [cell = table.cell, shared, at = size_t(table.columnOf("state"))](size_t row, size_t column) {
        static constexpr std::string_view ids[] = {"too-few", "inside", "above", "below", "no-unit"};
        return column == at ? ReportCell(ids[(*shared)[row].state]) : cell(row, column);
    };
    chooseUnits(table);
    shareLargestUnit(table, {"median_ns", "low_ns", "high_ns"});
    return table;
}

} // namespace ws
