// Tables and module trees of a packed run.

#include "core/readers/packed/packmeta.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

Json cellJson(const Cell &cell)
{
    if (const auto *number = std::get_if<double>(&cell))
        return *number;
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    return nullptr;
}

Cell cellOf(const Json &json)
{
    if (json.is_null())
        return std::monostate();
    if (json.is_string())
        return json.get<std::string>();
    return json.get<double>();
}

Json tableJson(const Table &table)
{
    Json columns = Json::array(), rows = Json::array(), kinds = Json::array(), totals = Json::array();
    for (const Column &column : table.columns)
        columns.push_back({column.name, unsigned(column.unit)});
    for (const auto &row : table.rows) {
        Json cells = Json::array();
        for (const Cell &cell : row)
            cells.push_back(cellJson(cell));
        rows.push_back(std::move(cells));
    }
    for (const RowKind kind : table.rowKinds)
        kinds.push_back(unsigned(kind));
    for (const auto &[name, value] : table.totals)
        totals.push_back({name, value});
    return {{"kind", table.kind},   {"report", table.report}, {"named", table.reportNamedInFile},
            {"title", table.title}, {"line", table.line},     {"columns", columns},
            {"rows", rows},         {"rowKinds", kinds},      {"ambiguous", table.ambiguousName},
            {"totals", totals},     {"notes", table.notes}};
}

Table tableOf(const Json &json)
{
    Table table;
    table.kind = json.at("kind").get<std::string>();
    table.report = json.at("report").get<std::string>();
    table.reportNamedInFile = json.at("named").get<bool>();
    table.title = json.at("title").get<std::string>();
    table.line = json.at("line").get<int64_t>();
    for (const Json &column : json.at("columns")) {
        const auto unit = column.at(1).get<unsigned>();
        if (unit > unsigned(Unit::Megabytes))
            throw std::out_of_range("an unknown unit");
        table.columns.push_back({column.at(0).get<std::string>(), static_cast<Unit>(unit)});
    }
    for (const Json &cells : json.at("rows")) {
        auto &row = table.rows.emplace_back();
        for (const Json &cell : cells)
            row.push_back(cellOf(cell));
        if (row.size() != table.columns.size())
            throw std::out_of_range("a row of another length");
    }
    for (const Json &kind : json.at("rowKinds")) {
        const auto number = kind.get<unsigned>();
        if (number > unsigned(RowKind::Overhead))
            throw std::out_of_range("an unknown kind of row");
        table.rowKinds.push_back(static_cast<RowKind>(number));
    }
    table.ambiguousName = json.at("ambiguous").get<std::vector<uint8_t>>();
    for (const auto parallel : {table.rowKinds.size(), table.ambiguousName.size()})
        if (parallel && parallel != table.rows.size())
            throw std::out_of_range("kinds of other rows");
    for (const Json &total : json.at("totals"))
        table.totals[total.at(0).get<std::string>()] = total.at(1).get<double>();
    table.notes = json.at("notes").get<std::vector<std::string>>();
    return table;
}

Json treeJson(const ModuleTree &tree)
{
    Json nodes = Json::array();
    for (const ModuleNode &n : tree.nodes)
        nodes.push_back({n.name, n.detail, n.parent, n.firstChild, n.childCount, n.depth, n.calls, n.instances,
                         n.totalNs, n.selfNs, n.cpuNs, n.filePercent, unsigned(n.kind), unsigned(n.attribution)});
    return {{"phase", tree.phase},     {"view", tree.view},        {"source", tree.source},   {"totalNs", tree.totalNs},
            {"totalUs", tree.totalUs}, {"seqs", tree.runningSeqs}, {"roots", tree.rootCount}, {"nodes", nodes}};
}

ModuleTree treeOf(const Json &json)
{
    ModuleTree tree;
    tree.phase = json.at("phase").get<std::string>();
    tree.view = json.at("view").get<std::string>();
    tree.source = json.at("source").get<std::string>();
    tree.totalNs = json.at("totalNs").get<int64_t>();
    tree.totalUs = json.at("totalUs").get<double>();
    tree.runningSeqs = json.at("seqs").get<int64_t>();
    tree.rootCount = json.at("roots").get<uint32_t>();
    const Json &nodes = json.at("nodes");
    for (const Json &n : nodes) {
        ModuleNode node;
        node.name = n.at(0).get<std::string>();
        node.detail = n.at(1).get<std::string>();
        node.parent = n.at(2).get<uint32_t>();
        node.firstChild = n.at(3).get<uint32_t>();
        node.childCount = n.at(4).get<uint32_t>();
        node.depth = n.at(5).get<uint32_t>();
        node.calls = n.at(6).get<uint64_t>();
        node.instances = n.at(7).get<uint64_t>();
        node.totalNs = n.at(8).get<int64_t>();
        node.selfNs = n.at(9).get<int64_t>();
        node.cpuNs = n.at(10).get<int64_t>();
        node.filePercent = n.at(11).get<double>();
        node.kind = static_cast<ModuleNode::Kind>(n.at(12).get<unsigned>());
        node.attribution = static_cast<ModuleNode::Attribution>(n.at(13).get<unsigned>());
        const size_t own = tree.nodes.size();
        const bool isRoot = own < tree.rootCount;
        const bool childrenFollow = node.childCount == 0 || (node.firstChild > own && node.firstChild <= nodes.size() &&
                                                             node.childCount <= nodes.size() - node.firstChild);
        if ((isRoot ? node.parent != UINT32_MAX : node.parent >= own) || !childrenFollow ||
            node.kind > ModuleNode::Unattributed || node.attribution > ModuleNode::Unknown)
            throw std::out_of_range("a tree that is none");
        tree.nodes.push_back(std::move(node));
    }
    if (tree.rootCount > tree.nodes.size())
        throw std::out_of_range("more roots than nodes");
    return tree;
}

} // namespace

Json packedTables(const std::vector<Table> &tables)
{
    Json all = Json::array();
    for (const Table &table : tables)
        all.push_back(tableJson(table));
    return all;
}

std::vector<Table> unpackedTables(const Json &json)
{
    std::vector<Table> tables;
    for (const Json &table : json)
        tables.push_back(tableOf(table));
    return tables;
}

Json packedTrees(const std::vector<ModuleTree> &trees)
{
    Json all = Json::array();
    for (const ModuleTree &tree : trees)
        all.push_back(treeJson(tree));
    return all;
}

std::vector<ModuleTree> unpackedTrees(const Json &json)
{
    std::vector<ModuleTree> trees;
    for (const Json &tree : json)
        trees.push_back(treeOf(tree));
    return trees;
}

} // namespace ws
