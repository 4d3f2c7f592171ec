#include "core/report/moduleexport.h"

#include "core/report/limitsreport.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

/// From the root to the node itself; "…" and the lower end of a path that is longer than any real one. Whole paths of a
/// tree of 30,000 levels would be gigabytes of text.
std::vector<const std::string *> pathOf(const ModuleTree &tree, uint32_t index)
{
    constexpr size_t longest = 200;
    static const std::string above = "…";
    std::vector<const std::string *> path;
    for (; index != UINT32_MAX && path.size() < longest; index = tree.nodes[index].parent)
        path.push_back(&tree.nodes[index].name);
    if (index != UINT32_MAX)
        path.push_back(&above);
    std::reverse(path.begin(), path.end());
    return path;
}

bool isTrace(const ModuleTree &tree)
{
    return tree.source == "kineto";
}

double fraction(int64_t part, int64_t whole)
{
    return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

Json rowJson(const ModuleTree &tree, uint32_t index)
{
    const ModuleNode &node = tree.nodes[index];
    Json row = {{"depth", node.depth}, {"path", Json::array()}, {"name", shownName(tree, node)}};
    for (const std::string *name : pathOf(tree, index))
        row["path"].push_back(*name);
    row["calls"] = node.calls;
    row["totalNs"] = node.totalNs;
    row["selfNs"] = node.selfNs;
    row["cpuNs"] = node.cpuNs < 0 ? Json() : Json(node.cpuNs);
    row["share"] = shareOfTotal(tree, node);
    row["kind"] = kindName(node.kind);
    row["attribution"] = attributionName(node.attribution);
    if (node.instances)
        row["instances"] = node.instances;
    if (!isTrace(tree))
        row["trace"] = node.detail;
    return row;
}

} // namespace

std::vector<uint32_t> depthFirst(const ModuleTree &tree)
{
    std::vector<uint32_t> order, open;
    order.reserve(tree.nodes.size());
    const auto openAll = [&](uint32_t first, uint32_t count) {
        for (uint32_t i = count; i-- > 0;)
            open.push_back(first + i);
    };
    openAll(0, tree.rootCount);
    while (!open.empty()) {
        const uint32_t index = open.back();
        open.pop_back();
        order.push_back(index);
        openAll(tree.nodes[index].firstChild, tree.nodes[index].childCount);
    }
    return order;
}

const std::string &shownName(const ModuleTree &tree, const ModuleNode &node)
{
    return isTrace(tree) && !node.detail.empty() ? node.detail : node.name;
}

const char *kindName(ModuleNode::Kind kind)
{
    switch (kind) {
    case ModuleNode::Module:
        return "module";
    case ModuleNode::Kernel:
        return "kernel";
    case ModuleNode::Unattributed:
        return "unattributed";
    }
    return "";
}

const char *attributionName(ModuleNode::Attribution how)
{
    switch (how) {
    case ModuleNode::Exact:
        return "exact";
    case ModuleNode::Inferred:
        return "inferred";
    case ModuleNode::Unknown:
        return "unknown";
    }
    return "";
}

std::vector<uint32_t> siblingNumbers(const ModuleTree &tree)
{
    std::vector<uint32_t> numbers(tree.nodes.size(), UINT32_MAX);
    std::map<std::pair<uint32_t, std::string_view>, std::vector<uint32_t>> groups;
    for (uint32_t k = 0; k < tree.nodes.size(); ++k)
        if (tree.nodes[k].kind == ModuleNode::Module)
            groups[{tree.nodes[k].parent, shownName(tree, tree.nodes[k])}].push_back(k);
    for (const auto &[name, nodes] : groups)
        for (uint32_t number = 0; nodes.size() > 1 && number < nodes.size(); ++number)
            numbers[nodes[number]] = number;
    return numbers;
}

double shareOfTotal(const ModuleTree &tree, const ModuleNode &node)
{
    return fraction(node.totalNs, tree.totalNs);
}

double shareOfParent(const ModuleTree &tree, const ModuleNode &node)
{
    return node.parent == UINT32_MAX ? shareOfTotal(tree, node)
                                     : fraction(node.totalNs, tree.nodes[node.parent].totalNs);
}

Json moduleTreeJson(const ModuleTree &tree)
{
    Json json = {{"name", tree.phase}, {"view", tree.view}, {"totalNs", tree.totalNs}, {"rows", Json::array()}};
    for (const uint32_t index : depthFirst(tree))
        json["rows"].push_back(rowJson(tree, index));
    return json;
}

void writeModuleCsvHeader(std::string &out, bool withLimits)
{
    CsvWriter csv(out);
    for (const char *title : {"phase", "view", "depth", "path", "name", "kind", "attribution", "calls", "instances",
                              "total_ns", "self_ns", "of_total", "of_parent", "per_call_ns", "cpu_ns", "trace"})
        csv << title;
    for (const ReportColumn &limit : withLimits ? limitColumns() : std::vector<ReportColumn>())
        csv << limit.id;
    csv.endRow();
}

static void writeLimits(CsvWriter &csv, const NamedLimit &sum, int64_t totalNs)
{
    const auto limit = ofMost(sum, totalNs);
    for (size_t column = 0; column < limitColumns().size(); ++column) {
        const ReportCell cell = limitCell(limit ? &*limit : nullptr, column);
        if (const double *number = std::get_if<double>(&cell))
            csv << *number;
        else if (const auto *word = std::get_if<std::string_view>(&cell))
            csv << *word;
        else
            csv.blank();
    }
}

void writeModuleCsv(std::string &out, const ModuleTree &tree, CsvStyle style, const std::vector<NamedLimit> *limits)
{
    CsvWriter csv(out, style);
    for (const uint32_t index : depthFirst(tree)) {
        const ModuleNode &node = tree.nodes[index];
        std::string path;
        for (const std::string *name : pathOf(tree, index))
            path.append(path.empty() ? "" : "/").append(*name);
        csv << tree.phase << tree.view << node.depth << path << shownName(tree, node) << kindName(node.kind)
            << attributionName(node.attribution) << node.calls;
        node.instances ? csv << node.instances : csv.blank();
        csv << node.totalNs << node.selfNs << shareOfTotal(tree, node) << shareOfParent(tree, node);
        node.calls ? csv << fraction(node.totalNs, static_cast<int64_t>(node.calls)) : csv.blank();
        node.cpuNs >= 0 ? csv << node.cpuNs : csv.blank();
        csv << (isTrace(tree) ? std::string() : node.detail);
        if (limits)
            writeLimits(csv, (*limits)[index], node.totalNs);
        csv.endRow();
    }
}

} // namespace ws
