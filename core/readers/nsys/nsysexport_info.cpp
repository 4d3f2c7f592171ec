// NsysExport: the export's own data, and facts about the recording.

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexport.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

Json cellOf(const SqliteRows &rows, int column)
{
    if (rows.isNull(column))
        return nullptr;
    if (rows.isInteger(column))
        return rows.integer(column);
    if (rows.isReal(column))
        return rows.real(column);
    return rows.text(column);
}

/// Rows of a small table as objects, NULLs left out.
Json objectsOf(const SqliteFile &file, const char *table)
{
    Json all = Json::array();
    SqliteRows rows = file.query("SELECT * FROM " + sqlName(table) + " LIMIT 64");
    while (rows.next()) {
        Json row = Json::object();
        for (int i = 0; i < rows.columnCount(); ++i)
            if (!rows.isNull(i))
                row[rows.columnName(i)] = cellOf(rows, i);
        all.push_back(std::move(row));
    }
    return all;
}

/// "warning", "error" by the number of a severity; the export's own table of names decides where it has one.
std::map<int64_t, std::string> severities(const SqliteFile &file)
{
    std::map<int64_t, std::string> all{{2, "warning"}, {3, "error"}};
    constexpr const char *table = "ENUM_DIAGNOSTIC_SEVERITY_LEVEL";
    if (!file.has(table, "id") || !file.has(table, "name"))
        return all;
    all.clear();
    SqliteRows rows = file.query(std::string("SELECT id, name FROM ") + table);
    while (rows.next()) {
        const std::string_view name = rows.text(1);
        const auto is = [name](std::string_view word) {
            return name.size() >= word.size() && std::equal(word.begin(), word.end(), name.begin(), [](char a, char b) {
                       return a == (b >= 'A' && b <= 'Z' ? char(b - 'A' + 'a') : b);
                   });
        };
        if (is("warn"))
            all[rows.integer(0)] = "warning";
        else if (is("err") || is("fatal"))
            all[rows.integer(0)] = "error";
    }
    return all;
}

/// The processes of which Nsight Systems says how many events of CUDA it collected.
std::set<int64_t> processesWithEvents(const SqliteFile &file)
{
    std::set<int64_t> all;
    SqliteRows rows = file.query("SELECT text, globalPid FROM DIAGNOSTIC_EVENT LIMIT 100000");
    while (rows.next())
        if (rows.text(0).starts_with("Number of CUDA events collected"))
            all.insert(rows.integer(1));
    return all;
}

/// The warnings and errors of Nsight Systems about its own recording; what it only tells is left out. Where it
/// collected events of some processes, so is that none came of others: a program's helpers use no GPU.
Json warnings(const SqliteFile &file)
{
    Json all = Json::array();
    const auto levels = severities(file);
    const bool hasProcess = file.has("DIAGNOSTIC_EVENT", "globalPid");
    const std::set<int64_t> working = hasProcess ? processesWithEvents(file) : std::set<int64_t>();
    SqliteRows rows = file.query(std::string("SELECT severity, text, ") + (hasProcess ? "globalPid" : "NULL") +
                                 " FROM DIAGNOSTIC_EVENT LIMIT 100000");
    while (rows.next() && all.size() < 256) {
        const std::string text(rows.text(1));
        const auto level = levels.find(rows.integer(0));
        if (level == levels.end() || text.empty())
            continue;
        const bool isOfHelper = !working.empty() && !rows.isNull(2) && !working.contains(rows.integer(2));
        const bool saysNone = text.starts_with("CUDA profiling might have not been started") ||
                              (text.starts_with("No ") && text.find(" events collected") != text.npos);
        if (!isOfHelper || !saysNone)
            all.push_back({{"severity", level->second}, {"text", text.substr(0, 2000)}});
    }
    return all;
}

} // namespace

void NsysExport::readInfo()
{
    RunInfo &info = m_run.info;
    if (m_file.has("META_DATA_EXPORT", "name") && m_file.has("META_DATA_EXPORT", "value")) {
        Json &data = (*info.header)["META_DATA_EXPORT"] = Json::object();
        SqliteRows rows = m_file.query("SELECT name, value FROM META_DATA_EXPORT LIMIT 1000");
        while (rows.next())
            data[std::string(rows.text(0))] = cellOf(rows, 1);
        if (data.contains("EXPORT_PRODUCT_VERSION") && data["EXPORT_PRODUCT_VERSION"].is_string())
            info.facts.emplace_back("Nsight Systems", data["EXPORT_PRODUCT_VERSION"].get<std::string>());
    }
    for (const char *table : {"TARGET_INFO_GPU", "TARGET_INFO_CUDA_DEVICE", "TARGET_INFO_SESSION_START_TIME"})
        if (m_file.has(table))
            (*info.header)[table] = objectsOf(m_file, table);
    if (m_file.has("TARGET_INFO_SESSION_START_TIME", "utcEpochNs")) {
        SqliteRows rows = m_file.query("SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME");
        if (rows.next() && rows.integer(0) > 0)
            info.baseTimeNs = rows.integer(0);
    }
    if (m_file.has("DIAGNOSTIC_EVENT", "severity") && m_file.has("DIAGNOSTIC_EVENT", "text"))
        if (Json said = warnings(m_file); !said.empty())
            (*info.header)["DIAGNOSTIC_EVENT"] = std::move(said);
    std::string tables;
    for (const std::string &table : m_file.tables())
        if (!table.starts_with("ENUM_"))
            tables += (tables.empty() ? "" : ", ") + table;
    info.facts.emplace_back(Core::tr("tables").toStdString(), tables);
}

} // namespace ws
