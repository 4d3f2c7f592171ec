// The module tree as an indented table for the terminal.

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/moduleexport.h"
#include "core/report/texttable.h"

#include <algorithm>

namespace ws {
namespace {

QString nameCell(const ModuleTree &tree, const ModuleNode &node, uint32_t number, bool isBrief)
{
    constexpr uint32_t widest = 200; // deeper rows of a hostile tree print their level
    QString name =
        toText(isBrief && node.kind == ModuleNode::Kernel ? shortName(shownName(tree, node)) : shownName(tree, node));
    if (number != UINT32_MAX)
        name += QStringLiteral(" %1").arg(number);
    if (node.depth > widest)
        name.prepend(QString(widest, QLatin1Char('-')) + QStringLiteral(" %1 ").arg(node.depth));
    else if (node.depth)
        name.prepend(QString(static_cast<qsizetype>(node.depth), QLatin1Char('-')) + QLatin1Char(' '));
    if (node.depth)
        name.prepend(QLatin1Char('|'));
    if (node.instances > 1)
        name += QStringLiteral(" ×%1").arg(node.instances);
    if (node.attribution == ModuleNode::Inferred)
        name += QStringLiteral(" ~");
    return name;
}

} // namespace

std::string moduleTreeText(const ModuleTree &tree, int maxWidth)
{
    const TimeUnit sums = timeUnitFor(tree.totalNs);
    int64_t cpu = 0, perCall = 0;
    const auto each = [](const ModuleNode &node) {
        return node.calls ? node.totalNs / static_cast<int64_t>(node.calls) : 0;
    };
    for (const ModuleNode &node : tree.nodes) {
        cpu = std::max(cpu, node.cpuNs);
        perCall = std::max(perCall, each(node));
    }
    const TimeUnit cpuUnit = timeUnitFor(cpu), callUnit = timeUnitFor(perCall);
    TextTable table;
    table.addColumn(Core::tr("GPU time (%1)").arg(timeUnitName(sums)));
    table.addColumn(Core::tr("self (%1)").arg(timeUnitName(sums)));
    table.addColumn(Core::tr("% of total"));
    table.addColumn(Core::tr("% of parent"));
    table.addColumn(Core::tr("calls"));
    table.addColumn(Core::tr("per call (%1)").arg(timeUnitName(callUnit)));
    table.addColumn(Core::tr("cpu_time (%1)").arg(timeUnitName(cpuUnit)));
    table.addColumn(Core::tr("name"), TextTable::LeftCut);
    const bool hasTraces = tree.source == "layerwise" &&
                           std::ranges::any_of(tree.nodes, [](const ModuleNode &node) { return !node.detail.empty(); });
    if (hasTraces)
        table.addColumn(Core::tr("trace"), TextTable::LeftCut);
    const std::vector<uint32_t> numbers = siblingNumbers(tree);
    for (const uint32_t index : depthFirst(tree)) {
        const ModuleNode &node = tree.nodes[index];
        QStringList row{formatTime(node.totalNs, sums),
                        formatTime(node.selfNs, sums),
                        formatPercentNumber(shareOfTotal(tree, node)),
                        formatPercentNumber(shareOfParent(tree, node)),
                        formatCount(static_cast<int64_t>(node.calls)),
                        formatTime(each(node), callUnit),
                        node.cpuNs < 0 ? QString() : formatTime(node.cpuNs, cpuUnit),
                        nameCell(tree, node, numbers[index], maxWidth > 0)};
        if (hasTraces)
            row << toText(node.detail);
        table.addRow(row);
    }
    QStringList title;
    for (const std::string *part : {&tree.phase, &tree.view})
        if (!part->empty())
            title.append(toText(*part));
    title.append(formatDuration(tree.totalNs));
    return listed(title).toStdString() + '\n' + table.text(maxWidth);
}

} // namespace ws
