#include "core/report/sql/tablemaker.h"

#include <QCoreApplication>

namespace ws {

SqlTableMaker::SqlTableMaker(const SqlRun &sqlRun, const char *name, const char *meaning, uint16_t needs)
    : m_sqlRun(sqlRun), m_run(sqlRun.run()), m_table{name, meaning}
{
    m_table.needs = needs;
    integer("id", "", QT_TRANSLATE_NOOP("Core", "number of the row"), [](size_t row) { return sqlNumber(row); });
}

SqlTableMaker &SqlTableMaker::integer(const char *name, const char *unit, const char *meaning, SqlCellOf cell,
                                      uint16_t needs)
{
    m_table.columns.push_back({name, SqlType::Integer, unit, meaning, std::move(cell), needs});
    return *this;
}

SqlTableMaker &SqlTableMaker::real(const char *name, const char *unit, const char *meaning, SqlCellOf cell,
                                   uint16_t needs)
{
    m_table.columns.push_back({name, SqlType::Real, unit, meaning, std::move(cell), needs});
    return *this;
}

SqlTableMaker &SqlTableMaker::text(const char *name, const char *meaning, SqlCellOf cell, uint16_t needs)
{
    m_table.columns.push_back({name, SqlType::Text, "", meaning, std::move(cell), needs});
    return *this;
}

SqlTableMaker &SqlTableMaker::named(const char *name, const char *meaning, std::function<StringId(size_t row)> id,
                                    size_t values)
{
    const Run &run = m_run;
    text(name, meaning, [&run, id](size_t row) { return sqlText(run, id(row)); });
    SqlKey &key = last().key;
    key.of = [id = std::move(id)](size_t row) {
        const StringId text = id(row);
        return text ? text : noSqlKey;
    };
    key.count = [&run] { return run.strings.size(); };
    key.text = [&run](uint32_t text) { return run.text(text); };
    key.find = [&run](std::string_view text) { return text.empty() ? noSqlKey : run.strings.find(text); };
    key.values = values;
    return *this;
}

SqlTableMaker &SqlTableMaker::refersTo(const char *name, const char *table, const char *meaning,
                                       std::function<uint32_t(size_t row)> number, std::function<size_t()> count,
                                       uint16_t needs, size_t values)
{
    integer(
        name, table, meaning, [number](size_t row) { return sqlId(number(row)); }, needs);
    last().key.of = std::move(number);
    last().key.count = std::move(count);
    last().key.values = values;
    return *this;
}

SqlTableMaker &SqlTableMaker::times(std::function<int64_t(size_t row)> start,
                                    std::function<int64_t(size_t row)> duration)
{
    const auto end = [start, duration](size_t row) {
        const int64_t begin = start(row);
        return begin == SqlTimes::none ? begin : begin + duration(row);
    };
    const auto known = [](int64_t ns) { return ns == SqlTimes::none ? SqlCell() : SqlCell(ns); };
    m_table.times.startColumn = static_cast<int>(m_table.columns.size());
    integer("start_ns", "ns", QT_TRANSLATE_NOOP("Core", "begin, since the run's origin"),
            [start, known](size_t row) { return known(start(row)); });
    integer("duration_ns", "ns", QT_TRANSLATE_NOOP("Core", "end − begin"), [start, duration](size_t row) {
        return start(row) == SqlTimes::none ? SqlCell() : SqlCell(duration(row));
    });
    m_table.times.endColumn = static_cast<int>(m_table.columns.size());
    integer("end_ns", "ns", QT_TRANSLATE_NOOP("Core", "end, since the run's origin"),
            [end, known](size_t row) { return known(end(row)); });
    m_table.times.start = std::move(start);
    m_table.times.end = end;
    return *this;
}

SqlTableMaker &SqlTableMaker::event(std::function<EventRef(size_t row)> slice)
{
    const SqlRun &sqlRun = m_sqlRun;
    const Timeline &timeline = m_run.timeline;
    const auto textOf = [slice, &timeline](StringId Track::*text) {
        return [slice, text, &timeline](size_t row) {
            const EventRef e = slice(row);
            return e.valid() ? timeline.track(e).*text : StringId(0);
        };
    };
    integer("slice", "slice.id", QT_TRANSLATE_NOOP("Core", "its box in the timeline"),
            [slice, &sqlRun](size_t row) { return sqlRun.numberOf(slice(row)); });
    times(
        [slice, &timeline](size_t row) {
            const EventRef e = slice(row);
            return e.valid() ? timeline.start(e) : SqlTimes::none;
        },
        [slice, &timeline](size_t row) { return timeline.duration(slice(row)); });
    named(
        "name", QT_TRANSLATE_NOOP("Core", "as in the file"),
        [slice, &timeline](size_t row) {
            const EventRef e = slice(row);
            return e.valid() ? timeline.name(e) : StringId(0);
        },
        500);
    named("process", QT_TRANSLATE_NOOP("Core", "of its thread, as in the file"), textOf(&Track::pid), 4);
    named("thread", QT_TRANSLATE_NOOP("Core", "as in the file"), textOf(&Track::tid), 10);
    return *this;
}

void SqlTableMaker::addTo(std::vector<SqlTable> &tables, std::function<size_t()> rows, std::function<size_t()> about)
{
    m_table.rowsAbout = about ? std::move(about) : rows;
    m_table.rows = std::move(rows);
    tables.push_back(std::move(m_table));
}

} // namespace ws
