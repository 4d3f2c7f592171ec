#include "core/report/sql/virtualtable.h"

#include "core/base/texts.h"

#include <sqlite3.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <new>

namespace ws {
namespace {

bool isUsable(const sqlite3_index_info &info, int constraint)
{
    return info.aConstraint[constraint].usable != 0;
}

bool isTimeOp(unsigned char op)
{
    return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE ||
           op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
}

/// A constraint whose value xFilter gets, in the order of its arguments.
struct Demand
{
    enum What : uint8_t { Row, Key, Start, End } what;
    unsigned char op;
    int column;
};

struct Plan
{
    SqlSelection::Path path = SqlSelection::All;
    int column = -1; ///< of Key and Grouped
    int order = -1;  ///< this and isDescending: see SqlSelection
    bool isDescending = false;
    std::vector<Demand> demands;
    uint16_t needs = NeedsNothing;
};

struct RunTable : sqlite3_vtab
{
    SqlModuleState *state = nullptr;
    SqlRun *run = nullptr;
    const SqlTable *table = nullptr;
    SqlIndexes *indexes = nullptr;
    std::vector<Plan> plans; ///< idxNum counts them
};

struct RunCursor : sqlite3_vtab_cursor
{
    SqlScan scan;
    bool isAtEnd = true;
};

RunTable &tableOf(sqlite3_vtab_cursor *cursor)
{
    return *static_cast<RunTable *>(cursor->pVtab);
}

/// Runs what may run out of memory; SQLite is C.
template <class Work> int guarded(const Work &work)
{
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return SQLITE_NOMEM;
    }
}

const char *typeWord(SqlType type)
{
    return type == SqlType::Integer ? " INTEGER" : type == SqlType::Real ? " REAL" : " TEXT";
}

std::string declarationOf(const SqlTable &table)
{
    std::string text = "CREATE TABLE x(";
    for (const SqlColumn &column : table.columns)
        text += (text.back() == '(' ? "\"" : ", \"") + std::string(column.name) + '"' + typeWord(column.type);
    return text + ')';
}

/// 'gpu' → gpu
std::string_view unquoted(std::string_view argument)
{
    return argument.size() > 1 && argument.front() == '\'' ? argument.substr(1, argument.size() - 2) : argument;
}

int connect(sqlite3 *database, void *client, int count, const char *const *arguments, sqlite3_vtab **made, char **error)
{
    return guarded([&] {
        auto &state = *static_cast<SqlModuleState *>(client);
        SqlRunTables *tables = count == 5 ? runOfArgument(state, arguments[4]) : nullptr;
        const size_t place = tables ? tables->find(unquoted(arguments[3])) : 0;
        if (!tables || place == tables->tables.size()) {
            *error = sqlite3_mprintf("no such table of a run");
            return SQLITE_ERROR;
        }
        if (const int code = sqlite3_declare_vtab(database, declarationOf(tables->tables[place]).c_str()))
            return code;
        sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
        auto table = std::make_unique<RunTable>();
        table->state = &state;
        table->run = tables->run.get();
        table->table = &tables->tables[place];
        table->indexes = tables->indexes[place].get();
        *made = table.release();
        return SQLITE_OK;
    });
}

int disconnect(sqlite3_vtab *table)
{
    delete static_cast<RunTable *>(table);
    return SQLITE_OK;
}

/// Chooses among the ways to the rows.
class Planner
{
public:
    Planner(RunTable &table, sqlite3_index_info &info)
        : m_table(table), m_spec(*table.table), m_info(info), m_rows(double(std::max<size_t>(m_spec.rowsAbout(), 1)))
    {
    }

    int plan()
    {
        for (int i = 0; i < m_info.nConstraint; ++i)
            if (isUsable(m_info, i))
                take(i);
        choosePath();
        chooseOrder();
        addNeeds();
        m_info.estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, m_estimate));
        m_info.estimatedCost = m_cost;
        m_info.idxNum = static_cast<int>(m_table.plans.size());
        m_table.plans.push_back(std::move(m_plan));
        return SQLITE_OK;
    }

private:
    void take(int i)
    {
        const auto &constraint = m_info.aConstraint[i];
        const int column = std::max(constraint.iColumn, 0); // -1: the rowid, which is column 0
        if (constraint.op == SQLITE_INDEX_CONSTRAINT_EQ && column == 0) {
            add(i, {Demand::Row, constraint.op, 0});
            m_hasRow = true;
        } else if (column == m_spec.times.startColumn && isTimeOp(constraint.op)) {
            add(i, {Demand::Start, constraint.op, column});
            (constraint.op == SQLITE_INDEX_CONSTRAINT_GT || constraint.op == SQLITE_INDEX_CONSTRAINT_GE ? m_isFrom
                                                                                                        : m_isTo) =
                true;
            if (constraint.op == SQLITE_INDEX_CONSTRAINT_EQ)
                m_isFrom = true;
        } else if (column == m_spec.times.endColumn && isTimeOp(constraint.op)) {
            add(i, {Demand::End, constraint.op, column});
            if (constraint.op != SQLITE_INDEX_CONSTRAINT_LT && constraint.op != SQLITE_INDEX_CONSTRAINT_LE)
                m_isFrom = true;
        } else if (constraint.op == SQLITE_INDEX_CONSTRAINT_EQ && m_spec.columns[size_t(column)].key &&
                   m_keys < SqlSelection::maxKeys &&
                   sqlite3_stricmp(sqlite3_vtab_collation(&m_info, i), "BINARY") == 0) {
            add(i, {Demand::Key, constraint.op, column});
            ++m_keys;
            const double values = double(m_spec.columns[size_t(column)].key.values);
            const double rows = values > 0 ? std::max(1.0, m_rows / values) : 1;
            if (rows < m_keyRows) {
                m_keyRows = rows;
                m_plan.column = column;
            }
        }
    }

    void add(int i, Demand demand)
    {
        m_plan.demands.push_back(demand);
        m_info.aConstraintUsage[i].argvIndex = static_cast<int>(m_plan.demands.size());
        // narrow() compares times as SQLite does, so it need not do so again for each row.
        m_info.aConstraintUsage[i].omit = demand.what == Demand::Start || demand.what == Demand::End;
    }

    void choosePath()
    {
        const double timeRows = m_isFrom && m_isTo   ? m_rows / 100 + 1
                                : m_isFrom || m_isTo ? m_rows / 3 + 1
                                                     : 2 * m_rows;
        if (m_hasRow) {
            m_plan.path = SqlSelection::Row;
            m_cost = m_estimate = 1;
            m_info.idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
        } else if (m_keys > 0 && (m_keyRows <= 1 || (!(m_isFrom && m_isTo) && m_keyRows <= timeRows))) {
            m_plan.path = SqlSelection::Key;
            m_estimate = m_keyRows;
            m_cost = m_estimate + 2;
        } else if (m_isFrom || m_isTo) {
            m_plan.path = SqlSelection::Time;
            m_estimate = m_keys ? std::max(1.0, timeRows / 10) : timeRows;
            m_cost = timeRows + 5;
        } else {
            m_cost = m_estimate = m_rows;
        }
        if (m_plan.path != SqlSelection::Key)
            m_plan.column = -1;
    }

    void chooseOrder()
    {
        if (m_info.nOrderBy != 1)
            return;
        const int column = std::max(m_info.aOrderBy[0].iColumn, 0);
        const bool isAscending = m_spec.times.isAscending;
        if (column == 0 && (m_plan.path != SqlSelection::Time || isAscending)) {
            m_info.orderByConsumed = 1;
        } else if (column == m_spec.times.startColumn && isAscending) {
            m_info.orderByConsumed = 1;
        } else if (m_plan.path != SqlSelection::Row && m_spec.columns[size_t(column)].key) {
            const bool isAll = m_plan.path == SqlSelection::All;
            if (isAll)
                m_plan.path = SqlSelection::Grouped;
            (isAll ? m_plan.column : m_plan.order) = column;
            m_cost *= 1.1;
            m_info.orderByConsumed = 1;
        }
        m_plan.isDescending = m_info.orderByConsumed && m_info.aOrderBy[0].desc;
    }

    void addNeeds()
    {
        m_plan.needs = m_spec.needs;
        for (size_t c = 0; c < m_spec.columns.size(); ++c)
            if (m_info.colUsed >> std::min<size_t>(c, 63) & 1)
                m_plan.needs |= m_spec.columns[c].needs;
        for (const Demand &demand : m_plan.demands)
            m_plan.needs |= m_spec.columns[size_t(demand.column)].needs;
        for (const int column : {m_plan.column, m_plan.order})
            if (column >= 0)
                m_plan.needs |= m_spec.columns[size_t(column)].needs;
    }

    RunTable &m_table;
    const SqlTable &m_spec;
    sqlite3_index_info &m_info;
    Plan m_plan;
    double m_rows, m_cost = 0, m_estimate = 0, m_keyRows = 1e18;
    size_t m_keys = 0;
    bool m_hasRow = false, m_isFrom = false, m_isTo = false;
};

int bestIndex(sqlite3_vtab *table, sqlite3_index_info *info)
{
    return guarded([&] { return Planner(*static_cast<RunTable *>(table), *info).plan(); });
}

int open(sqlite3_vtab *, sqlite3_vtab_cursor **made)
{
    return guarded([&] {
        *made = new RunCursor;
        return SQLITE_OK;
    });
}

int close(sqlite3_vtab_cursor *cursor)
{
    delete static_cast<RunCursor *>(cursor);
    return SQLITE_OK;
}

/// A value as an INTEGER column compares it: a number, or beyond all numbers.
struct Bound
{
    enum Kind : uint8_t { Null, Integer, Real, AboveAll } kind = Null;
    int64_t integer = 0;
    double real = 0;
};

Bound boundOf(sqlite3_value *value)
{
    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        return {Bound::Integer, sqlite3_value_int64(value)};
    case SQLITE_FLOAT:
        return {Bound::Real, 0, sqlite3_value_double(value)};
    case SQLITE_NULL:
        return {};
    case SQLITE_TEXT: { // a copy: the numeric type is written into the value
        sqlite3_value *copy = sqlite3_value_dup(value);
        if (!copy)
            throw std::bad_alloc();
        const int type = sqlite3_value_numeric_type(copy);
        const Bound bound = type == SQLITE_INTEGER ? Bound{Bound::Integer, sqlite3_value_int64(copy)}
                            : type == SQLITE_FLOAT ? Bound{Bound::Real, 0, sqlite3_value_double(copy)}
                                                   : Bound{Bound::AboveAll};
        sqlite3_value_free(copy);
        return bound;
    }
    default:
        return {Bound::AboveAll};
    }
}

constexpr double beyond = 9.2e18; ///< reals from here on are compared as such: no time is there

/// The whole numbers that fulfil `x op bound`, cut with [min, max]; false: none does.
bool narrow(int64_t &min, int64_t &max, unsigned char op, const Bound &bound)
{
    if (bound.kind == Bound::Null)
        return false;
    const bool isEqual = op == SQLITE_INDEX_CONSTRAINT_EQ;
    const bool isUpper = op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
    const bool isStrict = op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_GT;
    if (bound.kind == Bound::AboveAll || (bound.kind == Bound::Real && bound.real >= beyond))
        return isUpper;
    if (bound.kind == Bound::Real && bound.real <= -beyond)
        return !isUpper && !isEqual;
    int64_t from = bound.integer, to = bound.integer;
    if (bound.kind == Bound::Real) {
        from = static_cast<int64_t>(std::ceil(bound.real));
        to = static_cast<int64_t>(std::floor(bound.real));
    }
    const bool isWhole = from == to;
    if (isEqual && !isWhole)
        return false;
    if (isStrict && isWhole) {
        if (isUpper ? to == INT64_MIN : from == INT64_MAX)
            return false;
        (isUpper ? to : from) += isUpper ? -1 : 1;
    }
    if (isEqual || isUpper)
        max = std::min(max, to);
    if (isEqual || !isUpper)
        min = std::max(min, from);
    return min <= max;
}

/// The key of a value; false: it is not for keys to say which rows are equal, SQLite compares them itself.
bool keyOf(const SqlKey &key, sqlite3_value *value, uint32_t &found)
{
    found = noSqlKey;
    if (!key.text) {
        int64_t min = 0, max = int64_t(noSqlKey) - 1;
        if (narrow(min, max, SQLITE_INDEX_CONSTRAINT_EQ, boundOf(value)))
            found = static_cast<uint32_t>(min);
        return true;
    }
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
        return false; // equal to a text only by the other side's affinity
    if (type == SQLITE_TEXT) {
        const auto *bytes = reinterpret_cast<const char *>(sqlite3_value_text(value));
        found = key.find({bytes ? bytes : "", static_cast<size_t>(sqlite3_value_bytes(value))});
    }
    return true;
}

void demandKey(SqlSelection &selection, const SqlTable &table, const Plan &plan, int column, sqlite3_value *value)
{
    uint32_t key = noSqlKey;
    if (!keyOf(table.columns[size_t(column)].key, value, key)) {
        if (plan.path == SqlSelection::Key && plan.column == column)
            selection.path = SqlSelection::All;
        return;
    }
    if (key == noSqlKey)
        selection.isEmpty = true;
    const size_t place = selection.keyCount++;
    selection.keys[place] = {column, key};
    if (plan.path == SqlSelection::Key && plan.column == column)
        std::swap(selection.keys[place], selection.keys[0]);
}

SqlSelection selectionOf(const SqlTable &table, const Plan &plan, sqlite3_value **values)
{
    SqlSelection selection;
    selection.path = plan.path;
    selection.column = plan.column;
    selection.order = plan.order;
    selection.isDescending = plan.isDescending;
    int64_t rowMin = 0, rowMax = INT64_MAX;
    for (size_t i = 0; i < plan.demands.size(); ++i) {
        const Demand &demand = plan.demands[i];
        if (demand.what == Demand::Key) {
            demandKey(selection, table, plan, demand.column, values[i]);
            continue;
        }
        const bool isPossible = demand.what == Demand::Row ? narrow(rowMin, rowMax, demand.op, boundOf(values[i]))
                                : demand.what == Demand::Start
                                    ? narrow(selection.startMin, selection.startMax, demand.op, boundOf(values[i]))
                                    : narrow(selection.endMin, selection.endMax, demand.op, boundOf(values[i]));
        selection.isEmpty |= !isPossible;
        selection.hasTimes |= demand.what != Demand::Row;
    }
    selection.row = rowMin;
    return selection;
}

int step(sqlite3_vtab_cursor *base)
{
    auto &cursor = *static_cast<RunCursor *>(base);
    cursor.isAtEnd = !cursor.scan.next();
    return cursor.scan.isCancelled() ? SQLITE_INTERRUPT : SQLITE_OK;
}

int filter(sqlite3_vtab_cursor *base, int index, const char *, int, sqlite3_value **values)
{
    return guarded([&] {
        auto &cursor = *static_cast<RunCursor *>(base);
        RunTable &table = tableOf(base);
        const Plan &plan = table.plans[size_t(index)];
        table.indexes->isAsked = true;
        if (!table.run->make(plan.needs, table.state->progress))
            return SQLITE_INTERRUPT;
        cursor.scan.begin(*table.indexes, selectionOf(*table.table, plan, values), table.state->progress);
        return step(base);
    });
}

int isAtEnd(sqlite3_vtab_cursor *base)
{
    return static_cast<RunCursor *>(base)->isAtEnd;
}

void give(sqlite3_context *context, const SqlCell &cell)
{
    if (const auto *integer = std::get_if<int64_t>(&cell))
        sqlite3_result_int64(context, *integer);
    else if (const auto *real = std::get_if<double>(&cell))
        sqlite3_result_double(context, *real);
    else if (const auto *lasting = std::get_if<std::string_view>(&cell))
        sqlite3_result_text64(context, lasting->data(), lasting->size(), SQLITE_STATIC, SQLITE_UTF8);
    else if (const auto *made = std::get_if<std::string>(&cell))
        sqlite3_result_text64(context, made->data(), made->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    else
        sqlite3_result_null(context);
}

int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    return guarded([&] {
        const RunTable &table = tableOf(base);
        give(context, table.table->columns[size_t(number)].cell(static_cast<RunCursor *>(base)->scan.row()));
        return SQLITE_OK;
    });
}

int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    *row = static_cast<sqlite3_int64>(static_cast<RunCursor *>(base)->scan.row());
    return SQLITE_OK;
}

const sqlite3_module &module()
{
    static const sqlite3_module theModule = [] {
        sqlite3_module m{};
        m.iVersion = 1;
        m.xCreate = m.xConnect = connect;
        m.xDisconnect = m.xDestroy = disconnect;
        m.xBestIndex = bestIndex;
        m.xOpen = open;
        m.xClose = close;
        m.xFilter = filter;
        m.xNext = step;
        m.xEof = isAtEnd;
        m.xColumn = column;
        m.xRowid = rowid;
        return m;
    }();
    return theModule;
}

} // namespace

SqlRunTables::SqlRunTables(std::unique_ptr<SqlRun> sqlRun) : run(std::move(sqlRun)), tables(sqlTables(*run))
{
    for (const SqlTable &table : tables)
        indexes.push_back(std::make_unique<SqlIndexes>(table));
}

size_t SqlRunTables::find(std::string_view name) const
{
    return static_cast<size_t>(std::ranges::find_if(tables, [&](const SqlTable &table) { return table.name == name; }) -
                               tables.begin());
}

SqlRunTables *runOfArgument(const SqlModuleState &state, const char *argument)
{
    size_t number = SIZE_MAX;
    std::from_chars(argument, argument + std::strlen(argument), number);
    return number < state.runs.size() ? state.runs[number].get() : nullptr;
}

int registerModules(sqlite3 *database, SqlModuleState &state)
{
    if (const int code = sqlite3_create_module_v2(database, "warpscope", &module(), &state, nullptr))
        return code;
    if (const int code = registerArguments(database, state))
        return code;
    return registerTotals(database, state);
}

} // namespace ws
