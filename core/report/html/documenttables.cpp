#include "core/report/html/documenttables.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/stagepalette.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/html/document.h"
#include "core/report/moduleexport.h"

#include <algorithm>

namespace ws {
namespace {

struct StageLine
{
    QString stage, substage;
    NameSum sum;
    double share = 0;
};

QString labelOf(const StageRow &row)
{
    if (row.stage == unmatchedLabel && row.substage != unmatchedLabel)
        return toText(shortName(shownName(row.substage), 40)); // a kernel that no rule takes
    return row.substage.empty() || row.substage == row.stage
               ? toText(row.stage)
               : QStringLiteral("%1 · %2").arg(toText(row.stage), toText(row.substage));
}

std::vector<StageRow> byTime(const Classification &classes, const NameSums &sums)
{
    std::vector<StageRow> rows = stageRowsWithNames(classes, sums);
    std::ranges::stable_sort(rows,
                             [](const StageRow &a, const StageRow &b) { return a.sum.elapsedNs > b.sum.elapsedNs; });
    return rows;
}

struct ModuleLine
{
    QString name;
    const ModuleNode *node = nullptr;
    double share = 0;
};

} // namespace

ReportTable stageTable(const QString &title, const Classification &classes, const NameSums &sums)
{
    ReportTable table{QStringLiteral("stages"), title};
    table.keys = 2;
    auto lines = std::make_shared<std::vector<StageLine>>();
    const auto add = [&](const QString &stage, const QString &substage, const NameSum &sum) {
        const int64_t all = sums.all.elapsedNs;
        lines->push_back({stage, substage, sum, all ? double(sum.elapsedNs) / double(all) : 0});
    };
    for (const StageRow &row : byTime(classes, sums))
        add(toText(row.stage), toText(row.substage), row.sum);
    add(Core::tr("all GPU work"), {}, sums.all);
    using Row = const StageLine &;
    setRows<StageLine>(
        table,
        {{{"stage", Core::tr("Stage")}, [](Row row) { return ReportCell(row.stage); }},
         {{"substage", Core::tr("Substage"), CellKind::Name}, [](Row row) { return ReportCell(row.substage); }},
         {{"count", Core::tr("Count"), CellKind::Count, {}, false, false},
          [](Row row) { return countCell(row.sum.count); }},
         {{"elapsed_ns", Core::tr("Elapsed"), CellKind::Time, Core::tr("Without the time covered by earlier work"),
           false, true},
          [](Row row) { return ReportCell(row.sum.elapsedNs); }},
         {{"total_ns", Core::tr("Total"), CellKind::Time, Core::tr("Summed durations"), false, true},
          [](Row row) { return ReportCell(row.sum.totalNs); }},
         {{"share", Core::tr("Of elapsed"), CellKind::Share, Core::tr("Of the elapsed time of all GPU work")},
          [](Row row) { return ReportCell(row.share); }}},
        std::shared_ptr<const std::vector<StageLine>>(lines));
    table.restRows = 1;
    if (!sums.overlapKnown)
        table.notes << Core::tr("The file has no timeline, so elapsed equals total.");
    chooseUnits(table);
    shareLargestUnit(table, {"elapsed_ns", "total_ns"});
    return table;
}

ReportTable moduleTable(const QString &title, const std::shared_ptr<const ModuleTree> &tree, uint32_t maxDepth)
{
    ReportTable table{QStringLiteral("modules"), title};
    auto lines = std::make_shared<std::vector<ModuleLine>>();
    const std::vector<uint32_t> numbers = siblingNumbers(*tree);
    for (const uint32_t row : depthFirst(*tree)) {
        const ModuleNode &node = tree->nodes[row];
        if (node.depth > maxDepth || node.kind == ModuleNode::Kernel)
            continue;
        QString name = QString(int(node.depth) * 2, QChar(0x2003)) + toText(shownName(shownName(*tree, node)));
        if (numbers[row] != UINT32_MAX)
            name += QStringLiteral(" %1").arg(numbers[row]);
        if (node.instances > 1)
            name += QStringLiteral(" ×%1").arg(node.instances);
        lines->push_back({name, &node, shareOfTotal(*tree, node)});
    }
    using Row = const ModuleLine &;
    setRows<ModuleLine>(
        table,
        {{{"name", Core::tr("Module"), CellKind::Name}, [](Row row) { return ReportCell(row.name); }},
         {{"calls", Core::tr("Calls"), CellKind::Count}, [](Row row) { return countCell(row.node->calls); }},
         {{"total_ns", Core::tr("Total"), CellKind::Time, Core::tr("GPU time of everything below it")},
          [](Row row) { return ReportCell(row.node->totalNs); }},
         {{"self_ns", Core::tr("Self"), CellKind::Time, Core::tr("GPU time that it launches itself"), false, true},
          [](Row row) { return ReportCell(row.node->selfNs); }},
         {{"share", Core::tr("Share"), CellKind::Share,
           Core::tr("Of all GPU work of this tree; modules contain one another")},
          [](Row row) { return ReportCell(row.share); }}},
        std::shared_ptr<const std::vector<ModuleLine>>(lines));
    table.cell = [cell = table.cell, tree](size_t row, size_t column) { return cell(row, column); };
    chooseUnits(table);
    shareLargestUnit(table, {"total_ns", "self_ns"});
    return table;
}

void addShortNames(ReportTable &table)
{
    const auto name = std::ranges::find(table.columns, CellKind::Name, &ReportColumn::kind);
    if (name == table.columns.end())
        return;
    std::vector<std::string> texts;
    for (size_t row = 0; row < table.rowCount; ++row)
        texts.push_back(textOf(table.cell(row, size_t(name - table.columns.begin()))).toStdString());
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    table.shortName = [brief = std::make_shared<const std::vector<std::string>>(shortNames(views))](size_t row) {
        return toText((*brief)[row]);
    };
}

QString smallerOnes()
{
    return Core::tr("smaller ones");
}

DocumentBar stageBar(const QString &label, const Classification &classes, const NameSums &sums)
{
    constexpr int64_t smallest = 100; // a part of 1 ÷ this is merged
    const std::vector<uint32_t> colours = groupColours(classes);
    DocumentBar bar{label, {}};
    ChartPart rest{smallerOnes(), 0, smallPartsColour.light, {}};
    uint64_t merged = 0;
    for (const StageRow &row : byTime(classes, sums)) {
        if (row.sum.elapsedNs < sums.all.elapsedNs / smallest) {
            rest.ns = saturatingAdd(rest.ns, row.sum.elapsedNs);
            ++merged;
            continue;
        }
        const bool isName = row.stage == unmatchedLabel && row.substage != unmatchedLabel;
        bar.parts.push_back({labelOf(row), row.sum.elapsedNs, isName ? stageColour(row.substage) : colours[row.group],
                             Core::tr("%1 ×").arg(formatCount(int64_t(row.sum.count)))});
    }
    if (rest.ns > 0) {
        rest.detail = Core::tr("stages: %1").arg(formatCount(int64_t(merged)));
        bar.parts.push_back(rest);
    }
    return bar;
}

std::vector<DocumentBar> stageChartBars(const QString &label, const StageState &state)
{
    std::vector<DocumentBar> bars;
    for (const StageBarView &view : barsOf(state).bars)
        bars.push_back(stageBar(view.label.empty() ? label
                                : label.isEmpty()  ? toText(view.label)
                                                   : QStringLiteral("%1 %2").arg(label, toText(view.label)),
                                *state.classes, *view.sums));
    return bars;
}

} // namespace ws
