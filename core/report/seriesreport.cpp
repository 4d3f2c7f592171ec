#include "core/report/seriesreport.h"

#include "core/base/demangle.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

class SeriesReport
{
    Q_DECLARE_TR_FUNCTIONS(SeriesReport)
};

bool allHaveUnits(const RunSeries &series)
{
    return std::all_of(series.runs.begin(), series.runs.end(), [](const SeriesRun &run) { return run.unit.count > 0; });
}

int64_t shownNs(const SeriesCell &cell, bool perUnit)
{
    return perUnit ? std::llround(cell.unitNs.value_or(0)) : cell.totalNs;
}

ReportCell cellValue(const std::optional<SeriesCell> &cell, bool perUnit)
{
    return cell ? ReportCell(shownNs(*cell, perUnit)) : ReportCell();
}

/// For narrow columns: names of files that end alike without that end, "sam" of "sam_kern_sum.csv".
QStringList titlesOf(const RunSeries &series)
{
    QStringList labels;
    for (const SeriesRun &run : series.runs)
        labels << run.label;
    if (labels.size() < 2)
        return labels;
    qsizetype same = labels.front().size();
    for (const QString &label : labels) {
        qsizetype at = 0;
        while (at < std::min(same, label.size()) &&
               label[label.size() - 1 - at] == labels.front()[labels.front().size() - 1 - at])
            ++at;
        same = at;
    }
    const QString end = labels.front().right(same); // from the begin of a word on
    const auto word = std::ranges::find_if(end, [](QChar c) { return QStringView(u"._- #").contains(c); });
    same = end.end() - word;
    if (std::ranges::any_of(labels, [same](const QString &label) { return label.size() <= same; }))
        return labels;
    for (QString &label : labels)
        label.chop(same);
    return labels;
}

} // namespace

ReportTable seriesReport(const std::shared_ptr<const RunSeries> &series)
{
    ReportTable table{QStringLiteral("series"), SeriesReport::tr("Runs")};
    const bool perUnit = allHaveUnits(*series);
    table.columns.push_back({"name", SeriesReport::tr("Name"), CellKind::Name});
    const size_t runs = series->runs.size();
    const QStringList titles = titlesOf(*series);
    for (size_t k = 0; k < runs; ++k) {
        const std::string id = "run" + std::to_string(k + 1);
        const QString &title = titles[qsizetype(k)], &label = series->runs[k].label;
        table.columns.push_back({id + "_ns", title, CellKind::Time, label});
        if (k != series->baseline)
            table.columns.push_back({id + "_delta_ns", QStringLiteral("Δ %1").arg(title), CellKind::Time, label});
    }
    std::vector<std::pair<size_t, bool>> places; // of columns behind the name: run, is Δ
    for (size_t k = 0; k < runs; ++k) {
        places.emplace_back(k, false);
        if (k != series->baseline)
            places.emplace_back(k, true);
    }
    table.rowCount = series->rows.size() + perUnit;
    table.cell = [series, perUnit, places](size_t row, size_t column) -> ReportCell {
        if (perUnit && row == 0) {
            if (column == 0)
                return SeriesReport::tr("(unit, median)");
            const auto [run, isDelta] = places[column - 1];
            const int64_t ns = series->runs[run].unit.wall.medianNs;
            return isDelta ? ns - series->runs[series->baseline].unit.wall.medianNs : ns;
        }
        const SeriesRow &own = series->rows[row - perUnit];
        if (column == 0)
            return shownName(own.key);
        const auto [run, isDelta] = places[column - 1];
        if (!isDelta)
            return cellValue(own.cells[run], perUnit);
        const auto &base = own.cells[series->baseline];
        if (!own.cells[run] && !base)
            return {};
        const auto nsOf = [&](const std::optional<SeriesCell> &cell) { return cell ? shownNs(*cell, perUnit) : 0; };
        return nsOf(own.cells[run]) - nsOf(base); // what is gone is less by all that it took
    };
    if (series->runs.size() > 1)
        table.notes << (perUnit ? SeriesReport::tr("Times of a unit of work, which each run has.")
                                : SeriesReport::tr("Sums over the recordings: not every run has the unit of work."));
    for (const SeriesRun &run : series->runs)
        if (!run.headline.isEmpty())
            table.notes << labelled(run.label, run.headline);
    if (!series->missing.isEmpty())
        table.notes << series->missing;
    chooseUnits(table);
    shareLargestUnit(table); // the runs, and what changed between them
    return table;
}

Json seriesJson(const RunSeries &series)
{
    Json runs = Json::array(), rows = Json::array();
    for (const SeriesRun &run : series.runs)
        runs.push_back({{"label", run.label.toStdString()},
                        {"verdict", verdictId(run.verdict)},
                        {"unitCount", run.unit.count},
                        {"unitMedianNs", run.unit.count ? Json(run.unit.wall.medianNs) : Json()}});
    for (const SeriesRow &row : series.rows) {
        Json cells = Json::array();
        for (const auto &cell : row.cells) {
            if (!cell) {
                cells.push_back(nullptr);
                continue;
            }
            cells.push_back({{"count", cell->count},
                             {"totalNs", cell->totalNs},
                             {"unitNs", cell->unitNs ? Json(*cell->unitNs) : Json()},
                             {"deltaNs", cell->deltaNs},
                             {"outsideNoise", cell->outsideNoise}});
        }
        rows.push_back({{"key", row.key}, {"runs", std::move(cells)}});
    }
    return {{"schema", 1},
            {"by", diffById(series.by)},
            {"baseline", series.baseline},
            {"runs", std::move(runs)},
            {"rows", std::move(rows)}};
}

} // namespace ws
