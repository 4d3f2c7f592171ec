#include "core/readers/toolkit/databaserow.h"

#include "core/base/texts.h"

#include <nlohmann/json.hpp>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t maxPages = 255;

} // namespace

Result<std::unique_ptr<SqliteFile>> reopenDatabase(const Run &run)
{
    if (!run.seek)
        return Error{ErrorKind::Unreadable, Core::tr("the columns of this row are not available"), run.info.stamp.path};
    const FileStamp &stamp = run.seek->stamp;
    const FileStamp now = FileStamp::of(stamp.path);
    if (now.size < 0)
        return Error{ErrorKind::NotFound, Core::tr("the file is no longer there"), stamp.path};
    if (now != stamp)
        return Error{ErrorKind::Unreadable,
                     Core::tr("the file has changed since it was loaded; press F5 to load it again"), stamp.path};
    return SqliteFile::open(stamp.path);
}

std::optional<Json> databaseRow(const SqliteFile &file, const std::string &table, int64_t row)
{
    SqliteRows rows = file.query("SELECT * FROM " + sqlName(table) + " WHERE rowid = ?");
    rows.bind(1, row);
    if (table.empty() || !rows.next())
        return std::nullopt;
    Json json = {{"table", table}, {"row", row}};
    for (int i = 0; i < rows.columnCount(); ++i)
        if (rows.isInteger(i))
            json[rows.columnName(i)] = rows.integer(i);
        else if (!rows.isNull(i))
            json[rows.columnName(i)] = rows.isReal(i) ? Json(rows.real(i)) : Json(rows.text(i));
    return json;
}

void RowKeys::begin(std::string_view table)
{
    m_table = table;
    m_last = SIZE_MAX;
}

uint64_t RowKeys::key(int64_t row)
{
    const int64_t high = row >> 32;
    if (m_last == SIZE_MAX || m_pages[m_last].high != high) {
        m_last = 0;
        while (m_last < m_pages.size() && (m_pages[m_last].high != high || m_pages[m_last].table != m_table))
            ++m_last;
        if (m_last == m_pages.size()) {
            if (m_pages.size() == maxPages) {
                m_last = SIZE_MAX;
                return maxPages << 32;
            }
            m_pages.push_back({m_table, high});
        }
    }
    return uint64_t(m_last) << 32 | static_cast<uint32_t>(row);
}

std::optional<RowKeys::Place> RowKeys::place(uint64_t key) const
{
    const size_t page = key >> 32;
    if (page >= m_pages.size())
        return std::nullopt;
    return Place{m_pages[page].table, m_pages[page].high << 32 | static_cast<int64_t>(key & UINT32_MAX)};
}

Result<Json> DatabaseText::event(const Run &run, EventRef slice) const
{
    const auto file = reopenDatabase(run);
    if (!file)
        return file.error();
    const auto place = m_keys.place(run.timeline.lane(slice).textOf(slice.index));
    auto row = place ? databaseRow(**file, place->table, place->row) : std::nullopt;
    if (!row)
        return Error{ErrorKind::Unreadable, Core::tr("the row is no longer in the database"), run.seek->stamp.path};
    m_describe(**file, *place, *row);
    return std::move(*row);
}

} // namespace ws
