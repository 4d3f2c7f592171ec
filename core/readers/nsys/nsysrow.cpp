// sqliteRowJson(): one row of an nsys export, fetched when the user looks at it.

#include "core/readers/nsys/nsysexport.h"
#include "core/readers/nsys/nsyssqlite.h"
#include "core/readers/toolkit/databaserow.h"

#include "core/base/texts.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

/// The text for an id, by the column's name; nothing when the column is a plain number.
std::string meaning(const SqliteFile &file, const std::string &column, int64_t value)
{
    static constexpr std::pair<const char *, const char *> enumerations[] = {
        {"copyKind", "ENUM_CUDA_MEMCPY_OPER"},
        {"srcKind", "ENUM_CUDA_MEM_KIND"},
        {"dstKind", "ENUM_CUDA_MEM_KIND"},
        {"memKind", "ENUM_CUDA_MEM_KIND"},
        {"syncType", "ENUM_CUPTI_SYNC_TYPE"},
        {"eventClass", "ENUM_NSYS_EVENT_CLASS"},
        {"eventType", "ENUM_NSYS_EVENT_TYPE"},
        {"launchType", "ENUM_CUDA_KERNEL_LAUNCH_TYPE"},
        {"migrationCause", "ENUM_CUDA_UNIF_MEM_MIGRATION"}};
    std::string sql;
    for (const auto &[name, table] : enumerations)
        if (column == name && file.has(table, "label"))
            sql = std::string("SELECT label FROM ") + table + " WHERE id = ?";
    if (column == "nameId" || column == "textId" || column == "demangledName" || column == "shortName" ||
        column == "mangledName")
        sql = "SELECT value FROM StringIds WHERE id = ?";
    if (sql.empty())
        return {};
    SqliteRows rows = file.query(sql);
    rows.bind(1, value);
    return rows.next() ? std::string(rows.text(0)) : std::string();
}

} // namespace

Result<Json> sqliteRowJson(const Run &run, uint16_t category, uint64_t row)
{
    const auto file = reopenDatabase(run);
    if (!file)
        return file.error();
    const std::string table = NsysExport::tableOf(**file, run.text(run.timeline.categories[category].name));
    auto json = databaseRow(**file, table, static_cast<int64_t>(row));
    if (!json)
        return Error{ErrorKind::Unreadable, Core::tr("the row is no longer in the database"), run.seek->stamp.path};
    for (auto &[column, value] : json->items())
        if (value.is_number_integer())
            if (std::string text = meaning(**file, column, value.get<int64_t>()); !text.empty())
                value = std::move(text);
    return std::move(*json);
}

Result<Json> sqliteRowJson(const Run &run, EventRef slice)
{
    const Lane &lane = run.timeline.lane(slice);
    return sqliteRowJson(run, lane.category[slice.index], lane.textOf(slice.index));
}

Result<Json> SqliteText::event(const Run &run, EventRef slice) const
{
    return sqliteRowJson(run, slice);
}

} // namespace ws
