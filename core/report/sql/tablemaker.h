#pragma once
// The columns that many tables have in common. Only for the files that describe tables.

#include "core/report/sql/sqlrun.h"

namespace ws {

inline SqlCell sqlText(std::string_view text)
{
    return text.empty() ? SqlCell() : SqlCell(text);
}
inline SqlCell sqlText(std::string text)
{
    return text.empty() ? SqlCell() : SqlCell(std::move(text));
}
inline SqlCell sqlText(const Run &run, StringId id)
{
    return sqlText(run.text(id));
}
inline SqlCell sqlNumber(uint64_t number)
{
    return static_cast<int64_t>(number);
}
/// NULL for noSqlKey.
inline SqlCell sqlId(uint32_t number)
{
    return number == noSqlKey ? SqlCell() : SqlCell(int64_t(number));
}
template <class Number> SqlCell sqlOptional(const std::optional<Number> &number)
{
    return number ? SqlCell(*number) : SqlCell();
}

/// kernel, memcpy … other.
std::string_view sqlWord(CategoryKind kind);

using SqlCellOf = std::function<SqlCell(size_t row)>;

class SqlTableMaker
{
public:
    SqlTableMaker(const SqlRun &sqlRun, const char *name, const char *meaning, uint16_t needs = NeedsNothing);

    const Run &run() const { return m_run; }
    /// The last one made.
    SqlColumn &last() { return m_table.columns.back(); }
    SqlTableMaker &integer(const char *name, const char *unit, const char *meaning, SqlCellOf cell, uint16_t needs = 0);
    SqlTableMaker &real(const char *name, const char *unit, const char *meaning, SqlCellOf cell, uint16_t needs = 0);
    SqlTableMaker &text(const char *name, const char *meaning, SqlCellOf cell, uint16_t needs = 0);
    /// A text of the run; rows can be found by it. `values`: about how many different ones.
    SqlTableMaker &named(const char *name, const char *meaning, std::function<StringId(size_t row)> id, size_t values);
    /// The number of a row of another table; rows can be found by it. `count`: how many rows that one has.
    SqlTableMaker &refersTo(const char *name, const char *table, const char *meaning,
                            std::function<uint32_t(size_t row)> number, std::function<size_t()> count,
                            uint16_t needs = 0, size_t values = 0);
    /// start_ns, duration_ns and end_ns; SqlTimes::none: NULL.
    SqlTableMaker &times(std::function<int64_t(size_t row)> start, std::function<int64_t(size_t row)> duration);
    /// slice, the above, name, process and thread of an event that may be missing.
    SqlTableMaker &event(std::function<EventRef(size_t row)> slice);

    /// SqlTable::isFoundInWork.
    void setFoundInWork() { m_table.isFoundInWork = true; }
    SqlTimes &timesOf() { return m_table.times; }
    /// Moves the table into the list.
    void addTo(std::vector<SqlTable> &tables, std::function<size_t()> rows, std::function<size_t()> about = {});

private:
    const SqlRun &m_sqlRun;
    const Run &m_run;
    SqlTable m_table;
};

} // namespace ws
