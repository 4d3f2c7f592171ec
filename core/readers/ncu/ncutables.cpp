// What holds of the tables of all pages. noteMissingMetrics(): a name that does not exist for the device is answered with "n/a" in every kernel, and a figure
// that could not be measured with "nan"; both are cells without a value.

#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/ncukernels.h"
#include "core/readers/ncu/ncutables.h"

#include <algorithm>

namespace ws {
namespace {

bool isEmptyCell(const Cell &cell)
{
    return std::holds_alternative<std::monostate>(cell);
}

void addOnce(std::vector<std::string> &names, std::string_view name)
{
    if (!name.empty() && std::ranges::find(names, name) == names.end())
        names.emplace_back(name);
}

/// The metrics of a table in which none has a value; empty: one has, or there are none.
std::vector<std::string> metricsWithoutValues(const Table &table)
{
    std::vector<std::string> names;
    if (table.report == "raw") {
        for (size_t k = 0; k < table.columns.size(); ++k) {
            if (table.columns[k].unit == Unit::Text)
                continue;
            if (!std::ranges::all_of(table.rows, [k](const auto &row) { return isEmptyCell(row[k]); }))
                return {};
            addOnce(names, table.columns[k].name);
        }
        return names;
    }
    const int name = table.columnIndex("Metric Name"), value = table.columnIndex("Metric Value");
    if (name < 0 || value < 0)
        return {};
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const std::string_view metric = table.nameAt(row, name);
        if (metric.empty())
            continue;
        if (!isEmptyCell(table.rows[row][size_t(value)]))
            return {};
        addOnce(names, metric);
    }
    return names;
}

QString sentenceOf(const std::vector<std::string> &names, bool areUnknown)
{
    constexpr size_t shown = 4;
    QStringList some;
    for (size_t k = 0; k < std::min(shown, names.size()); ++k)
        some << toText(names[k]);
    if (names.size() > shown)
        some << Core::tr("%1 more").arg(names.size() - shown);
    const QString what =
        Core::tr("Nsight Compute has no value of any metric that it was asked for: %1.").arg(listed(some));
    return areUnknown ? sentences({what, Core::tr("It answers “n/a” where the device has no metric of that name, and "
                                                  "where the name is misspelt.")})
                      : what;
}

} // namespace

void addNcuKernelTables(std::vector<Table> &tables)
{
    std::vector<Table> all;
    for (Table &table : tables) {
        all.push_back(std::move(table));
        const Table &ncu = all.back();
        if (ncu.kind != "ncu")
            continue;
        Table kernels = ncuKernelTable(ncu.report == "raw" ? ncuKernelsOfRaw(ncu) : ncuKernelsOfDetails(ncu));
        kernels.report = ncu.report;
        kernels.title = Core::tr("%1, per kernel").arg(QString::fromStdString(ncu.title)).toStdString();
        kernels.line = ncu.line;
        all.push_back(std::move(kernels));
    }
    tables = std::move(all);
}

void noteMissingMetrics(std::string_view text, FoundTables &found)
{
    const bool areUnknown = !found.diagnostics.find("ncu-error") && text.find("n/a") != text.npos;
    const bool isAll = std::ranges::all_of(
        found.tables, [](const Table &table) { return table.kind == "ncu" && !metricsWithoutValues(table).empty(); });
    for (Table &table : found.tables) {
        const auto names = table.kind == "ncu" ? metricsWithoutValues(table) : std::vector<std::string>();
        if (names.empty())
            continue;
        const QString sentence = sentenceOf(names, areUnknown);
        if (isAll)
            found.diagnostics.add("no-metric-values", sentence);
        else
            table.notes.push_back(sentence.toStdString());
    }
}

} // namespace ws
