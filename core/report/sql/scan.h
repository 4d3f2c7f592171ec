#pragma once
// Finding the rows of a table that fulfil what a query demands of times and keys, without looking at all of them where
// the table can tell: by its number, by a key's rows, by a time. What is left is compared here, before SQLite sees a
// row. Rejected: SQLite's own indexes (they would copy the columns).

#include "core/base/progress.h"
#include "core/report/sql/sqltable.h"

#include <map>
#include <span>

namespace ws {

/// The rows of a table ordered by a key: NULL first, then ascending as SQLite compares; equal values by row.
struct SqlKeyIndex
{
    std::vector<uint32_t> rows;
    std::vector<uint32_t> begin;   ///< by place of the value in that order; one more than there are values
    std::vector<uint32_t> placeOf; ///< by key; noSqlKey: no row has it

    std::span<const uint32_t> of(uint32_t key) const;
};

/// What was worked out of a table; made when a query first needs it, 4 bytes a row each.
class SqlIndexes
{
public:
    explicit SqlIndexes(const SqlTable &table) : m_table(table) {}

    const SqlTable &table() const { return m_table; }
    const SqlKeyIndex &byKey(int column);
    /// Rows by start, those without a time first.
    const std::vector<uint32_t> &byStart();
    /// Among rows by start, the place of a row before which none ends at `ns` or later; not the last such place.
    size_t firstEnding(int64_t ns);
    uint64_t visited = 0; ///< rows that queries have looked at
    bool isAsked = false; ///< by the query that runs

private:
    size_t rowAt(size_t place) { return m_table.times.isAscending ? place : m_byStart[place]; }

    const SqlTable &m_table;
    std::map<int, SqlKeyIndex> m_keys;
    std::vector<uint32_t> m_byStart;
    std::vector<int64_t> m_maxEnd; ///< by block of rows by start: of all up to its end
    bool m_hasByStart = false, m_hasEnds = false;
};

/// What a query demands; every bound is inclusive.
struct SqlSelection
{
    enum Path : uint8_t {
        All,
        Row,     ///< one, by its number
        Key,     ///< those of keys[0]
        Grouped, ///< all, in the order of the key of `column`
        Time,    ///< by start
    };
    static constexpr size_t maxKeys = 4;

    Path path = All;
    int column = -1;
    int order =
        -1; ///< of Key and Time: in the order of this column's key, as SqlKeyIndex has it; -1: as they are found
    bool isDescending = false; ///< the other way round
    bool isEmpty = false;      ///< no row can fulfil it
    int64_t row = 0;
    int64_t startMin = INT64_MIN, startMax = INT64_MAX, endMin = INT64_MIN, endMax = INT64_MAX;
    bool hasTimes = false; ///< one of the bounds counts: rows without a time are out
    size_t keyCount = 0;
    struct
    {
        int column;
        uint32_t key;
    } keys[maxKeys];
};

class SqlScan
{
public:
    /// Before the first row.
    void begin(SqlIndexes &indexes, const SqlSelection &selection, const Progress *progress);
    /// False: there is no further row, or it was cancelled.
    bool next();
    size_t row() const { return m_row; }
    bool isCancelled() const { return m_isCancelled; }

private:
    bool nextStretch();
    void narrow();
    void sortBy(const SqlKey &key);
    bool fits(size_t row) const;
    size_t at(size_t place) const { return m_list ? m_list[place] : place; }

    SqlIndexes *m_indexes = nullptr;
    const SqlTable *m_table = nullptr;
    SqlSelection m_selection;
    const Progress *m_progress = nullptr;
    const uint32_t *m_list = nullptr; ///< null: places are rows
    std::vector<uint32_t> m_sorted;   ///< all that are selected, where they have an order
    size_t m_place = 0, m_stop = 0;
    size_t m_stretch = 0, m_stretches = 0;
    size_t m_row = 0;
    uint32_t m_sinceCheck = 0;
    bool m_isCancelled = false;
    bool m_startsFit = false; ///< of all rows between m_place and m_stop
    bool m_isReversed = false;
};

} // namespace ws
