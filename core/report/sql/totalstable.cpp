// totals(FROM, TO): the boxes of the timeline that begin in a range, summed by name and category, a row for each. SQLite
// would look at each box by itself; here the columns of the lanes are summed as they lie, and it sees the sums alone.

#include "core/report/sql/tablemaker.h"
#include "core/report/sql/virtualtable.h"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <new>

namespace ws {
namespace {

enum TotalsColumn { Name, CategoryWord, Kind, Calls, TotalNs, MinNs, MaxNs, FromNs, ToNs };

constexpr size_t slicesBetweenChecks = 1 << 16; ///< of the cancel flag

struct TotalsTable : sqlite3_vtab
{
    SqlModuleState *state = nullptr;
    SqlRunTables *tables = nullptr;
};

struct Total
{
    StringId name;
    uint16_t category;
    uint32_t next; ///< the total of another category with this name; none: noSqlKey
    int64_t calls = 0, ns = 0, min = INT64_MAX, max = INT64_MIN;
};

struct TotalsCursor : sqlite3_vtab_cursor
{
    std::vector<Total> totals;
    size_t row = 0;
    int64_t from = INT64_MIN, to = INT64_MAX; ///< begins are in [from, to)
};

/// Sums what the lanes hold into the cursor's totals.
class Summing
{
public:
    Summing(const Run &run, TotalsCursor &cursor, const Progress *progress)
        : m_lanes(run.timeline.lanes), m_cursor(cursor), m_progress(progress), m_firstOfName(run.strings.size(), noSqlKey)
    {
    }

    /// False: cancelled.
    bool sum()
    {
        for (const Lane &lane : m_lanes) {
            const size_t stop = m_cursor.to == INT64_MAX ? lane.size() : lane.firstStartingFrom(m_cursor.to);
            for (size_t i = lane.firstStartingFrom(m_cursor.from); i < stop;) {
                if (m_progress && m_progress->isCancelled())
                    return false;
                for (const size_t pause = std::min(stop, i + slicesBetweenChecks); i < pause; ++i)
                    add(totalOf(lane.name[i], lane.category[i]), lane.durationOf(i));
            }
        }
        return true;
    }

private:
    Total &totalOf(StringId name, uint16_t category)
    {
        std::vector<Total> &totals = m_cursor.totals;
        for (uint32_t place = m_firstOfName[name]; place != noSqlKey; place = totals[place].next)
            if (totals[place].category == category)
                return totals[place];
        totals.push_back({name, category, m_firstOfName[name]});
        m_firstOfName[name] = static_cast<uint32_t>(totals.size() - 1);
        return totals.back();
    }

    static void add(Total &total, int64_t ns)
    {
        ++total.calls;
        total.ns += ns;
        total.min = std::min(total.min, ns);
        total.max = std::max(total.max, ns);
    }

    const std::vector<Lane> &m_lanes;
    TotalsCursor &m_cursor;
    const Progress *m_progress;
    std::vector<uint32_t> m_firstOfName; ///< by name, into the totals
};

int connectTotals(sqlite3 *database, void *client, int count, const char *const *arguments, sqlite3_vtab **made,
                  char **)
{
    auto &state = *static_cast<SqlModuleState *>(client);
    SqlRunTables *tables = count == 4 ? runOfArgument(state, arguments[3]) : nullptr;
    if (!tables)
        return SQLITE_ERROR;
    if (const int code = sqlite3_declare_vtab(
            database, "CREATE TABLE x(name TEXT, category TEXT, kind TEXT, calls INTEGER, total_ns INTEGER, "
                      "min_ns INTEGER, max_ns INTEGER, from_ns INTEGER HIDDEN, to_ns INTEGER HIDDEN)"))
        return code;
    sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
    auto *table = new (std::nothrow) TotalsTable;
    if (!table)
        return SQLITE_NOMEM;
    table->state = &state;
    table->tables = tables;
    *made = table;
    return SQLITE_OK;
}

int disconnectTotals(sqlite3_vtab *table)
{
    delete static_cast<TotalsTable *>(table);
    return SQLITE_OK;
}

/// idxNum: 1 where FROM is given, plus 2 where TO is; in this order xFilter gets them.
int bestTotalsIndex(sqlite3_vtab *, sqlite3_index_info *info)
{
    int place[2] = {-1, -1};
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto &constraint = info->aConstraint[i];
        if (constraint.iColumn < FromNs || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!constraint.usable)
            return SQLITE_CONSTRAINT;
        place[constraint.iColumn - FromNs] = i;
    }
    int count = 0;
    for (const int bound : {0, 1})
        if (place[bound] >= 0) {
            info->aConstraintUsage[place[bound]].argvIndex = ++count;
            info->aConstraintUsage[place[bound]].omit = true; // a real bound is no value of the column
            info->idxNum |= 1 << bound;
        }
    info->estimatedCost = 1'000'000;
    info->estimatedRows = 1'000;
    return SQLITE_OK;
}

int openTotals(sqlite3_vtab *, sqlite3_vtab_cursor **made)
{
    *made = new (std::nothrow) TotalsCursor;
    return *made ? SQLITE_OK : SQLITE_NOMEM;
}

int closeTotals(sqlite3_vtab_cursor *cursor)
{
    delete static_cast<TotalsCursor *>(cursor);
    return SQLITE_OK;
}

/// The whole nanosecond from which on times are at least `value`. False: it is no number.
bool boundOf(sqlite3_value *value, int64_t &bound)
{
    constexpr double beyond = 9.2e18; // no time of a run is there
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        bound = sqlite3_value_int64(value);
        return true;
    case SQLITE_FLOAT:
        bound = static_cast<int64_t>(std::ceil(std::clamp(sqlite3_value_double(value), -beyond, beyond)));
        return true;
    default:
        return false;
    }
}

int filterTotals(sqlite3_vtab_cursor *base, int given, const char *, int, sqlite3_value **values)
{
    auto &cursor = *static_cast<TotalsCursor *>(base);
    auto &table = *static_cast<TotalsTable *>(base->pVtab);
    cursor.totals.clear();
    cursor.row = 0;
    cursor.from = INT64_MIN;
    cursor.to = INT64_MAX;
    SqlRunTables &tables = *table.tables;
    tables.indexes[tables.find("slice")]->isAsked = true; // whose being empty leaves this one empty
    for (int64_t *bound : {&cursor.from, &cursor.to})
        if (given & (bound == &cursor.from ? 1 : 2)) {
            sqlite3_value *value = *values++;
            if (sqlite3_value_type(value) == SQLITE_NULL)
                return SQLITE_OK;
            if (!boundOf(value, *bound)) {
                sqlite3_free(table.zErrMsg);
                table.zErrMsg = sqlite3_mprintf("totals needs nanoseconds since the run's origin: totals(0, 1000000)");
                return SQLITE_ERROR;
            }
        }
    try {
        return Summing(tables.run->run(), cursor, table.state->progress).sum() ? SQLITE_OK : SQLITE_INTERRUPT;
    } catch (const std::bad_alloc &) {
        return SQLITE_NOMEM;
    }
}

int nextTotals(sqlite3_vtab_cursor *base)
{
    ++static_cast<TotalsCursor *>(base)->row;
    return SQLITE_OK;
}

int totalsAtEnd(sqlite3_vtab_cursor *base)
{
    const auto &cursor = *static_cast<TotalsCursor *>(base);
    return cursor.row >= cursor.totals.size();
}

int totalsColumn(sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
    const auto &cursor = *static_cast<TotalsCursor *>(base);
    const Run &run = static_cast<TotalsTable *>(base->pVtab)->tables->run->run();
    const Total &total = cursor.totals[cursor.row];
    const Category &category = run.timeline.categories[total.category];
    const auto giveText = [context](std::string_view text) { // which lives as long as the run
        if (!text.empty())
            sqlite3_result_text64(context, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    };
    switch (column) {
    case Name:
        giveText(run.text(total.name));
        break;
    case CategoryWord:
        giveText(run.text(category.name));
        break;
    case Kind:
        giveText(sqlWord(category.kind));
        break;
    case Calls:
        sqlite3_result_int64(context, total.calls);
        break;
    case TotalNs:
        sqlite3_result_int64(context, total.ns);
        break;
    case MinNs:
        sqlite3_result_int64(context, total.min);
        break;
    case MaxNs:
        sqlite3_result_int64(context, total.max);
        break;
    default: // a bound that was not given is NULL
        if (const int64_t bound = column == FromNs ? cursor.from : cursor.to; bound != INT64_MIN && bound != INT64_MAX)
            sqlite3_result_int64(context, bound);
    }
    return SQLITE_OK;
}

int totalsRowid(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    *row = static_cast<sqlite3_int64>(static_cast<TotalsCursor *>(base)->row);
    return SQLITE_OK;
}

} // namespace

int registerTotals(sqlite3 *database, SqlModuleState &state)
{
    static const sqlite3_module theModule = [] {
        sqlite3_module m{};
        m.iVersion = 1;
        m.xCreate = m.xConnect = connectTotals;
        m.xDisconnect = m.xDestroy = disconnectTotals;
        m.xBestIndex = bestTotalsIndex;
        m.xOpen = openTotals;
        m.xClose = closeTotals;
        m.xFilter = filterTotals;
        m.xNext = nextTotals;
        m.xEof = totalsAtEnd;
        m.xColumn = totalsColumn;
        m.xRowid = totalsRowid;
        return m;
    }();
    return sqlite3_create_module_v2(database, "warpscope_totals", &theModule, &state, nullptr);
}

} // namespace ws
