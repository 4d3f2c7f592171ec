#include "core/readers/amd/rpd.h"

#include "core/base/texts.h"
#include "core/readers/amd/rpddatabase.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr DatabaseWords rpdWords = {
    "rpd",
    QT_TRANSLATE_NOOP("Core", "the database holds no timeline: no GPU work, calls or counters, only %1; record the "
                              "program with runTracer.sh of rocmProfileData"),
    QT_TRANSLATE_NOOP("Core", "The database has no GPU work; it holds %1.")};

/// The first column of the first row, null without one.
Json first(const SqliteFile &file, const std::string &sql, int64_t parameter)
{
    SqliteRows rows = file.query(sql);
    rows.bind(1, parameter);
    if (!rows.next() || rows.isNull(0))
        return nullptr;
    return rows.isInteger(0) ? Json(rows.integer(0)) : Json(rows.text(0));
}

/// "apiName_id": 17 becomes "apiName": "hipMemcpy".
void putTexts(const SqliteFile &file, Json &row)
{
    Json with = Json::object();
    for (auto &[column, value] : row.items()) {
        const bool isText = column.ends_with("_id") && value.is_number_integer();
        const bool isLong = column == "args_id" && file.has("rocpd_ustring");
        Json text = isText ? first(file,
                                   std::string("SELECT string FROM ") + (isLong ? "rocpd_ustring" : "rocpd_string") +
                                       " WHERE id = ?",
                                   value.get<int64_t>())
                           : Json();
        if (text.is_null())
            with[column] = value;
        else if (!text.get_ref<const std::string &>().empty())
            with[column.substr(0, column.size() - 3)] = std::move(text);
    }
    row = std::move(with);
}

/// The row of another table that belongs to a call, without what says nothing.
void putRow(const SqliteFile &file, const char *table, int64_t api, Json &row)
{
    if (!file.has(table, "api_ptr_id"))
        return;
    const Json id = first(file, std::string("SELECT rowid FROM ") + table + " WHERE api_ptr_id = ?", api);
    auto other = id.is_number_integer() ? databaseRow(file, table, id.get<int64_t>()) : std::nullopt;
    if (!other)
        return;
    putTexts(file, *other);
    for (const char *known : {"table", "row", "api_ptr_id"})
        other->erase(known);
    for (auto &[column, value] : other->items())
        if (value != "")
            row[column == "size" ? "bytes" : column] = value;
}

void putFrames(const SqliteFile &file, int64_t api, Json &row)
{
    constexpr size_t maxFrames = 200;
    if (!file.has("rocpd_stackframe", "api_ptr_id"))
        return;
    SqliteRows rows = file.query("SELECT B.string FROM rocpd_stackframe A JOIN rocpd_string B ON B.id = A.name_id "
                                 "WHERE A.api_ptr_id = ? ORDER BY A.depth");
    rows.bind(1, api);
    Json frames = Json::array();
    while (rows.next() && frames.size() < maxFrames)
        frames.push_back(rows.text(0));
    if (!frames.empty())
        row["stack"] = std::move(frames);
}

void putCounters(const SqliteFile &file, int64_t op, Json &row)
{
    if (!file.has("rocpd_counter", "op_id"))
        return;
    SqliteRows rows = file.query("SELECT B.string, A.value FROM rocpd_counter A JOIN rocpd_string B ON B.id = "
                                 "A.name_id WHERE A.op_id = ? LIMIT 1000");
    rows.bind(1, op);
    while (rows.next())
        row["counters"][std::string(rows.text(0))] = rows.real(1);
}

} // namespace

void RpdDatabase::describe(const SqliteFile &file, const RowKeys::Place &place, Json &row)
{
    putTexts(file, row);
    int64_t api = place.row;
    if (place.table == "rocpd_op") {
        const Json found = file.has("rocpd_api_ops")
                               ? first(file, "SELECT api_id FROM rocpd_api_ops WHERE op_id = ? LIMIT 1", place.row)
                               : Json();
        api = found.is_number_integer() ? found.get<int64_t>() : -1;
        putCounters(file, place.row, row);
    }
    for (const char *table : {"rocpd_kernelapi", "rocpd_copyapi"})
        putRow(file, table, api, row);
    if (place.table == "rocpd_api")
        putFrames(file, api, row);
}

void RpdDatabase::nameTracks()
{
    for (const int64_t pid : m_processes)
        m_builder.process(number(pid));
    for (const int64_t gpu : m_gpus)
        m_builder.process(number(gpu)).labels = m_run.strings.intern("GPU " + std::to_string(gpu));
}

void RpdDatabase::readInfo()
{
    RunInfo &info = m_run.info;
    if (m_file.has("rocpd_metadata", "tag") && m_file.has("rocpd_metadata", "value")) {
        auto &data = (*info.header)["rocpd_metadata"] = nlohmann::ordered_json::object();
        SqliteRows rows = m_file.query("SELECT tag, value FROM rocpd_metadata LIMIT 1000");
        while (rows.next())
            data[std::string(rows.text(0))] = rows.text(1);
        if (data.contains("schema_version"))
            info.facts.emplace_back("rocmProfileData", "schema " + data["schema_version"].get<std::string>());
    }
    std::string tables;
    for (const std::string &table : m_file.tables())
        tables += (tables.empty() ? "" : ", ") + table;
    info.facts.emplace_back(Core::tr("tables").toStdString(), tables);
}

bool isRpd(const SqliteFile &file)
{
    return file.has("rocpd_op") || file.has("rocpd_api");
}

Result<std::shared_ptr<Run>> readRpd(const SqliteFile &file, const FileStamp &stamp, Progress &progress)
{
    auto run = std::make_shared<Run>();
    RpdDatabase reader(file, *run, progress);
    const auto read = readDatabaseTimeline(reader, file, *run, rpdWords, stamp, progress);
    if (!read)
        return read.error();
    run->eventText = std::make_shared<DatabaseText>(reader.takeKeys(), &RpdDatabase::describe);
    return run;
}

} // namespace ws
