#include "core/report/summary_tables.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ws {

namespace {

using Json = nlohmann::ordered_json;

const char *rowKindName(RowKind kind)
{
    switch (kind) {
    case RowKind::Plain:
        return "plain";
    case RowKind::Annotation:
        return "annotation";
    case RowKind::Operator:
        return "operator";
    case RowKind::DeviceWork:
        return "device-work";
    case RowKind::Overhead:
        return "overhead";
    }
    return "plain";
}

Json cellJson(const Cell &cell)
{
    if (const auto *number = std::get_if<double>(&cell))
        return numberJson(*number);
    if (const auto *text = std::get_if<std::string>(&cell))
        return text->substr(0, text->find('\n'));
    return nullptr;
}

void addRows(Json &json, const Table &table)
{
    Json rows = Json::array();
    Json continuations = Json::array();
    for (size_t i = 0; i < table.rows.size(); ++i) {
        Json row = Json::array();
        for (size_t k = 0; k < table.rows[i].size(); ++k) {
            const Cell &cell = table.rows[i][k];
            row.push_back(cellJson(cell));
            if (const auto *text = std::get_if<std::string>(&cell); text && text->find('\n') != std::string::npos)
                continuations.push_back({i, k, *text});
        }
        rows.push_back(std::move(row));
    }
    json["rows"] = std::move(rows);
    if (!continuations.empty())
        json["continuations"] = std::move(continuations);
}

void addRowKinds(Json &json, const Table &table)
{
    if (table.rowKinds.empty())
        return;
    for (const RowKind kind : table.rowKinds)
        json["rowKinds"].push_back(rowKindName(kind));
    Json ambiguous = Json::array();
    for (size_t i = 0; i < table.ambiguousName.size(); ++i)
        if (table.ambiguousName[i])
            ambiguous.push_back(i);
    json["ambiguousRows"] = std::move(ambiguous);
}

} // namespace

Json numberJson(double value)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::floor(value) == value && std::abs(value) <= exact)
        return static_cast<int64_t>(value);
    return value;
}

Json tableJson(const Table &table)
{
    Json json;
    json["kind"] = table.kind;
    json["report"] = table.report;
    json["reportNamedInFile"] = table.reportNamedInFile;
    json["title"] = table.title;
    json["line"] = table.line;
    json["columns"] = Json::array();
    json["units"] = Json::array();
    for (const Column &column : table.columns) {
        json["columns"].push_back(column.name);
        json["units"].push_back(unitName(column.unit));
    }
    addRows(json, table);
    addRowKinds(json, table);
    json["totals"] = Json::object();
    for (const auto &[name, value] : table.totals)
        json["totals"][name] = value;
    json["notes"] = table.notes;
    return json;
}

Json tablesJson(const Run &run)
{
    Json json = Json::array();
    for (const Table &table : run.tables)
        json.push_back(tableJson(table));
    return json;
}

Json phasesJson(const Run &run)
{
    Json json = Json::array();
    for (const ModuleTree &tree : run.layerwise) {
        auto phase = std::find_if(json.begin(), json.end(), [&](const Json &p) { return p["name"] == tree.phase; });
        if (phase == json.end()) {
            Json fresh;
            fresh["name"] = tree.phase;
            fresh["runningSeqs"] = tree.runningSeqs < 0 ? Json(nullptr) : Json(tree.runningSeqs);
            fresh["totalUs"] = tree.totalUs;
            fresh["summaryNodes"] = 0;
            fresh["modelNodes"] = 0;
            json.push_back(std::move(fresh));
            phase = json.end() - 1;
        }
        (*phase)[tree.view == "summary" ? "summaryNodes" : "modelNodes"] = tree.nodes.size();
    }
    return json;
}

} // namespace ws
