#include "core/model/ownshares.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/nanoseconds.h"
#include "core/model/torchtable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace ws {
namespace {

constexpr std::array<std::string_view, 4> shareColumns{"Percentage", "Time (%)", "Time(%)", "Pct"};
constexpr std::array<std::string_view, 5> timeColumns{"TotalDurationNs", "Total Time (ns)", "Total Time", "Time",
                                                      "Sum"};

int firstOf(const Table &table, std::span<const std::string_view> names)
{
    for (const std::string_view name : names)
        if (const int at = table.columnIndex(name); at >= 0)
            return at;
    return -1;
}

/// Which rows' percentages tell whether they are of the times, and how much two of them may differ about the whole.
struct Agreement
{
    double telling = 2, difference = 1.1;
};

/// Of the rows that `counts`, by their percentages and times.
template <class Counts>
std::optional<OwnShares> sharesOf(const Table &table, int share, int time, double scale, const Counts &counts,
                                  const Agreement &agreement = {})
{
    constexpr double whole = 95, rounding = 0.05; // percent
    OwnShares found;
    double least = INFINITY, most = 0; // the whole, as single rows tell it
    size_t count = 0;
    for (size_t row = 0; row < table.rows.size(); ++row) {
        if (!counts(row))
            continue;
        const auto *percent = std::get_if<double>(&table.rows[row][size_t(share)]);
        const double ns = table.numberAt(row, time) * scale;
        if (!percent || *percent < 0 || ns < 0)
            return std::nullopt;
        ++count;
        found.percent += *percent;
        found.rowsNs += ns;
        if (*percent >= agreement.telling) {
            least = std::min(least, ns / *percent);
            most = std::max(most, ns / *percent);
        }
    }
    const bool isMissing = found.percent + rounding * double(count) < whole;
    const bool areOfTimes = least > 0 && most > 0 && most <= agreement.difference * least;
    return isMissing && areOfTimes ? std::optional(found) : std::nullopt;
}

/// Of torch, in a table without its totals.
std::optional<OwnShares> torchShares(const Table &table, bool areOfDevice)
{
    const TorchColumns columns = torchColumns(table);
    const int share = areOfDevice ? columns.selfDevicePercent
                                  : std::max(table.columnIndex("Self CPU %"), table.columnIndex("Self CPU total %"));
    const int time = areOfDevice ? columns.selfDevice : columns.selfCpu;
    if (share < 0 || time < 0 || table.totals.contains(areOfDevice ? "selfDeviceUs" : "selfCpuUs") ||
        table.rowKinds.size() != table.rows.size())
        return std::nullopt;
    return sharesOf(table, share, time, nanosecondsPer(Unit::Microseconds),
                    [&](size_t row) { return !areOfDevice || table.rowKinds[row] == RowKind::DeviceWork; });
}

/// Of TensorRT's layers, of which none may take 2 %; a share has one decimal.
std::optional<OwnShares> layerShares(const Table &table)
{
    const auto column = [&](auto isWanted) {
        const auto found = std::ranges::find_if(table.columns, isWanted);
        return found == table.columns.end() ? -1 : int(found - table.columns.begin());
    };
    const int share = column([](const Column &c) { return c.unit == Unit::Percent; }),
              time = column([](const Column &c) { return c.unit == Unit::Milliseconds; });
    if (table.report != "layers" || share < 0 || time < 0)
        return std::nullopt;
    return sharesOf(table, share, time, nanosecondsPer(Unit::Milliseconds), [](size_t) { return true; }, {0.4, 1.35});
}

} // namespace

std::optional<OwnShares> cpuSharesOfMissingRows(const Table &table)
{
    return table.kind == "torch" ? torchShares(table, false) : std::nullopt;
}

std::optional<OwnShares> sharesOfMissingRows(const Table &table)
{
    if (table.kind == "torch")
        return torchShares(table, true);
    if (table.kind == "tensorrt")
        return layerShares(table);
    const bool isOfSums = table.kind == "rocprof" || table.kind == "nsys" || table.kind == "nvprof";
    const int share = isOfSums ? firstOf(table, shareColumns) : -1, time = isOfSums ? firstOf(table, timeColumns) : -1;
    const double scale = time < 0 ? 0 : nanosecondsPer(table.columns[size_t(time)].unit);
    if (share < 0 || table.columns[size_t(share)].unit != Unit::Percent || !(scale > 0))
        return std::nullopt;
    return sharesOf(table, share, time, scale, [](size_t) { return true; });
}

void noteMissingRows(std::vector<Table> &tables)
{
    for (Table &table : tables)
        if (const auto shares = table.kind == "torch" ? std::nullopt : sharesOfMissingRows(table)) // its list says so
            table.notes.push_back(Core::tr("The percentages in the table add up to %1: rows are missing in the file. "
                                           "The whole is about %2, of which its rows have %3.")
                                      .arg(formatPercent(shares->percent / 100),
                                           formatRounded(std::llround(std::min(shares->wholeNs(), 4e18))),
                                           formatRounded(std::llround(std::min(shares->rowsNs, 4e18))))
                                      .toStdString());
}

} // namespace ws
