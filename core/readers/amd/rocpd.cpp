#include "core/readers/amd/rocpd.h"

#include "core/base/texts.h"
#include "core/readers/amd/rocpddatabase.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr DatabaseWords words = {
    "rocpd",
    QT_TRANSLATE_NOOP("Core", "the database holds no timeline: no GPU work, calls or counters, only %1; record with "
                              "rocprofv3 --runtime-trace"),
    QT_TRANSLATE_NOOP("Core", "The database has no GPU work; it holds %1. Record with rocprofv3 --kernel-trace "
                              "--memory-copy-trace to see it.")};

/// What describes one row: its tables and the row so far.
class Description
{
public:
    Description(const SqliteFile &file, const std::string &table, Json &row)
        : m_file(file), m_suffix(RocpdPart::split(table).second), m_row(row)
    {
    }

    /// An id becomes the text or number in `column` of the row of `base` that has it, under the name `as`.
    void replace(const char *id, const char *base, const char *column, const char *as)
    {
        if (!m_row.contains(id) || !m_row[id].is_number_integer() || !m_file.has(base + m_suffix, column))
            return;
        SqliteRows rows = query(std::string(sqlName(column)), base, "id = ?", m_row[id].get<int64_t>());
        if (!rows.next() || rows.text(0).empty())
            return;
        m_row[as] = rows.isInteger(0) ? Json(rows.integer(0)) : Json(rows.text(0));
    }

    void kernel()
    {
        replace("kernel_id", "rocpd_info_kernel_symbol", "display_name", "kernel");
        for (const char *column : {"kernel_name", "arch_vgpr_count", "accum_vgpr_count", "sgpr_count"})
            replace("kernel_id", "rocpd_info_kernel_symbol", column, column);
    }

    void track()
    {
        for (const char *column : {"agent_id", "queue_id", "stream_id"})
            replace("track_id", "rocpd_track", column, column);
    }

    void agents()
    {
        for (const auto &[id, as] :
             {std::pair("agent_id", "agent"), std::pair("dst_agent_id", "to"), std::pair("src_agent_id", "from")})
            for (const char *column : {"name", "product_name"})
                replace(id, "rocpd_info_agent", column, as);
    }

    /// What the event beside the row says: category, arguments, counters.
    void event()
    {
        if (!m_row.contains("event_id"))
            return;
        const int64_t id = m_row["event_id"].get<int64_t>();
        for (const char *column : {"category_id", "stack_id", "parent_stack_id", "correlation_id"})
            replace("event_id", "rocpd_event", column, column);
        const bool hasTable = m_file.has("rocpd_info_category" + m_suffix);
        replace("category_id", hasTable ? "rocpd_info_category" : "rocpd_string", hasTable ? "name" : "string",
                "category");
        m_row.erase("category_id");
        constexpr const char *max = "event_id = ? LIMIT 1000";
        if (m_file.has("rocpd_arg" + m_suffix, "value")) {
            SqliteRows rows = query("name, value", "rocpd_arg", max, id);
            while (rows.next())
                m_row["args"][std::string(rows.text(0))] = rows.text(1);
        }
        if (!m_file.has("rocpd_pmc_event" + m_suffix, "pmc_id"))
            return;
        SqliteRows rows =
            query("(SELECT name FROM " + sqlName("rocpd_info_pmc" + m_suffix) + " I WHERE I.id = pmc_id), value",
                  "rocpd_pmc_event", max, id);
        while (rows.next()) {
            Json &sum = m_row["counters"][std::string(rows.text(0))];
            sum = (sum.is_number() ? sum.get<double>() : 0) + rows.real(1);
        }
    }

private:
    SqliteRows query(const std::string &columns, const char *base, const std::string &where, int64_t id) const
    {
        SqliteRows rows = m_file.query("SELECT " + columns + " FROM " + sqlName(base + m_suffix) + " WHERE " + where);
        rows.bind(1, id);
        return rows;
    }

    const SqliteFile &m_file;
    std::string m_suffix;
    Json &m_row;
};

} // namespace

void RocpdDatabase::describe(const SqliteFile &file, const RowKeys::Place &place, Json &row)
{
    Description description(file, place.table, row);
    description.kernel();
    description.replace("name_id", "rocpd_string", "string", "name");
    description.replace("region_name_id", "rocpd_string", "string", "region");
    description.track();
    description.agents();
    description.event();
    for (const char *replaced : {"name_id", "region_name_id", "guid", "event_id"})
        row.erase(replaced);
    if (row.contains("extdata") && row["extdata"] == "{}")
        row.erase("extdata");
    if (row.contains("size"))
        row["bytes"] = row["size"];
}

bool isRocpd(const SqliteFile &file)
{
    return !RocpdPart::suffixesIn(file).empty();
}

Result<std::shared_ptr<Run>> readRocpd(const SqliteFile &file, const FileStamp &stamp, Progress &progress)
{
    auto run = std::make_shared<Run>();
    RocpdDatabase reader(file, *run, progress);
    const auto read = readDatabaseTimeline(reader, file, *run, words, stamp, progress);
    if (!read)
        return read.error();
    run->eventText = std::make_shared<DatabaseText>(reader.takeKeys(), &RocpdDatabase::describe);
    return run;
}

} // namespace ws
