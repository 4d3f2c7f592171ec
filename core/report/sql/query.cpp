#include "core/report/sql/query.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/report/sql/sqlfunctions.h"
#include "core/report/sql/virtualtable.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>

namespace ws {

struct SqlDatabase::State
{
    SqlModuleState modules;
    sqlite3 *database = nullptr;
    QString refusal; ///< what the query wanted beyond reading

    ~State() { sqlite3_close(database); }
};

namespace {

Error sqlError(ErrorKind kind, const QString &message)
{
    return {kind, message, {}};
}

constexpr int longestSql = 1'000'000, longestText = 100'000'000, longestPattern = 1000;
constexpr int stepsBetweenChecks = 2000; ///< of SQLite's machine, between two looks at the cancel flag

constexpr int longestViewName = 60; ///< letters
constexpr const char *tablesWithArguments[] = {"args", "totals"};
constexpr const char *otherTables[] = {"args", "totals", "json_each", "json_tree"};
constexpr std::string_view readingPragmas[] = {"table_info",    "table_xinfo",    "table_list",     "function_list",
                                               "database_list", "collation_list", "compile_options"};
constexpr std::string_view refusedFunctions[] = {"load_extension", "fts3_tokenizer", "sqlite_attach", "sqlite_detach"};

template <size_t count> bool isOneOf(const char *word, const std::string_view (&words)[count])
{
    return word && std::ranges::any_of(words, [&](std::string_view known) {
               return known.size() == std::string_view(word).size() &&
                      sqlite3_strnicmp(word, known.data(), int(known.size())) == 0;
           });
}

QString deedOf(int action, const char *first)
{
    switch (action) {
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
        return Core::tr("other databases cannot be attached");
    case SQLITE_PRAGMA:
        return Core::tr("PRAGMA %1 is not among those that only read").arg(toText(first ? first : ""));
    case SQLITE_FUNCTION:
        return Core::tr("the function %1 is refused").arg(toText(first ? first : ""));
    default:
        return Core::tr("a query only reads: it creates, changes and deletes nothing");
    }
}

int authorize(void *client, int action, const char *first, const char *second, const char *, const char *)
{
    const bool isAllowed = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE ||
                           (action == SQLITE_FUNCTION && !isOneOf(second, refusedFunctions)) ||
                           (action == SQLITE_PRAGMA && isOneOf(first, readingPragmas));
    if (isAllowed)
        return SQLITE_OK;
    *static_cast<QString *>(client) = deedOf(action, action == SQLITE_FUNCTION ? second : first);
    return SQLITE_DENY;
}

int isToStop(void *progress)
{
    return static_cast<const Progress *>(progress)->isCancelled();
}

bool execute(sqlite3 *database, const std::string &sql)
{
    return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

bool createTables(sqlite3 *database, const SqlRunTables &run, const std::string &schema, size_t number)
{
    for (const SqlTable &table : run.tables)
        if (!execute(database, "CREATE VIRTUAL TABLE " + schema + ".\"" + table.name + "\" USING warpscope('" +
                                   table.name + "', " + std::to_string(number) + ")"))
            return false;
    return std::ranges::all_of(tablesWithArguments, [&](const char *table) {
        const std::string name = table;
        return execute(database, "CREATE VIRTUAL TABLE " + schema + "." + name + " USING warpscope_" + name + "(" +
                                     std::to_string(number) + ")");
    });
}

/// The first use of a table-valued function makes its table, which the authoriser would take for a write.
bool touchBuiltInTables(sqlite3 *database)
{
    for (const char *table :
         {"json_each('[]')", "json_tree('[]')", "pragma_table_info('run')", "pragma_table_xinfo('run')",
          "pragma_table_list", "pragma_function_list", "pragma_database_list"})
        if (!execute(database, std::string("SELECT * FROM ") + table + " LIMIT 1"))
            return false;
    return true;
}

/// Nothing but the view itself is run of its text, which may come from a file of somebody else.
void createView(sqlite3 *database, const SqlView &view)
{
    if (!isSqlViewName(view.name))
        return;
    const std::string sql = "CREATE TEMP VIEW \"" + view.name + "\" AS " + view.sql;
    sqlite3_stmt *statement = nullptr, *second = nullptr;
    const char *tail = nullptr;
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, &tail) == SQLITE_OK && statement &&
        sqlite3_prepare_v2(database, tail, -1, &second, nullptr) == SQLITE_OK && !second)
        sqlite3_step(statement);
    sqlite3_finalize(statement);
    sqlite3_finalize(second);
}

void setLimits(sqlite3 *database)
{
    sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, longestSql);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longestText);
    sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longestPattern);
    sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
    // "name" in double quotes is a column or an error, never a text by mistake
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
}

/// "line 2, column 7: "; empty: no place is known.
QString placeText(std::string_view sql, int offset)
{
    if (offset < 0 || size_t(offset) > sql.size())
        return {};
    const std::string_view before = sql.substr(0, size_t(offset));
    const auto line = 1 + std::ranges::count(before, '\n');
    const size_t begin = before.rfind('\n') + 1; // npos + 1 is 0
    return Core::tr("line %1, column %2: ").arg(line).arg(1 + toText(before.substr(begin)).size());
}

/// What a result's cell holds; valid until the next step.
SqlCell cellOf(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return int64_t(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
        const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
        return std::string_view(text ? text : "", size_t(sqlite3_column_bytes(statement, column)));
    }
    case SQLITE_BLOB: {
        const auto *bytes = static_cast<const unsigned char *>(sqlite3_column_blob(statement, column));
        std::string hex = "x'";
        for (int i = 0; i < sqlite3_column_bytes(statement, column); ++i)
            for (const int digit : {bytes[i] >> 4, bytes[i] & 15})
                hex += "0123456789abcdef"[digit];
        return hex + "'";
    }
    default:
        return {};
    }
}

/// While it lives SQLite takes no more memory than it has now and so many bytes.
class HeapLimit
{
public:
    explicit HeapLimit(int64_t bytes)
        : m_before(sqlite3_hard_heap_limit64(bytes > 0 ? sqlite3_memory_used() + bytes : 0))
    {
    }
    ~HeapLimit() { sqlite3_hard_heap_limit64(m_before); }
    HeapLimit(const HeapLimit &) = delete;

private:
    int64_t m_before;
};

} // namespace

bool isSqlViewName(std::string_view name)
{
    const QString text = toText(name);
    const auto isOfName = [](QChar letter) { return letter.isLetterOrNumber() || letter == u'_'; };
    if (text.isEmpty() || text.size() > longestViewName || text[0].isDigit() || !std::ranges::all_of(text, isOfName) ||
        sqlite3_keyword_check(name.data(), int(name.size())))
        return false;
    const auto isTaken = [&](const char *taken) {
        return text.compare(QLatin1String(taken), Qt::CaseInsensitive) == 0;
    };
    const SqlRun nothing(std::make_shared<const Run>(), {}, {});
    return !text.startsWith(QLatin1String("sqlite_"), Qt::CaseInsensitive) &&
           !text.startsWith(QLatin1String("pragma_"), Qt::CaseInsensitive) &&
           std::ranges::none_of(sqlTables(nothing), isTaken, &SqlTable::name) &&
           std::ranges::none_of(otherTables, isTaken);
}

SqlDatabase::SqlDatabase(std::unique_ptr<State> state) : m_state(std::move(state)) {}
SqlDatabase::~SqlDatabase() = default;

Result<std::unique_ptr<SqlDatabase>> SqlDatabase::open(std::vector<RunPtr> runs, const StageMapping &mapping,
                                                       const std::vector<std::string> &names,
                                                       const std::vector<SqlView> &views)
{
    auto state = std::make_unique<State>();
    for (size_t k = 0; k < runs.size(); ++k) {
        const std::string name = k < names.size() ? names[k] : runs[k]->info.stamp.path.toStdString();
        state->modules.runs.push_back(std::make_unique<SqlRunTables>(std::make_unique<SqlRun>(runs[k], mapping, name)));
    }
    if (runs.empty() || runs.size() > maxSqlRuns)
        return sqlError(ErrorKind::Unsupported, Core::tr("a query takes 1 to %1 files").arg(maxSqlRuns));
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    bool isMade = sqlite3_open_v2(":memory:", &state->database, flags, nullptr) == SQLITE_OK;
    sqlite3 *database = state->database;
    isMade = isMade && execute(database, "PRAGMA temp_store=MEMORY") &&
             registerModules(database, state->modules) == SQLITE_OK &&
             registerFunctions(database, state->modules) == SQLITE_OK &&
             createTables(database, *state->modules.runs.front(), "main", 0);
    for (size_t k = 0; isMade && runs.size() > 1 && k < runs.size(); ++k) {
        const std::string schema(1, char('a' + k));
        isMade = execute(database, "ATTACH ':memory:' AS " + schema) &&
                 createTables(database, *state->modules.runs[k], schema, k);
    }
    if (!isMade || !touchBuiltInTables(database))
        return sqlError(ErrorKind::Unsupported, Core::tr("SQLite cannot make the tables: %1")
                                                    .arg(toText(database ? sqlite3_errmsg(database) : "no memory")));
    setLimits(database);
    for (const SqlView &view : views)
        createView(database, view);
    sqlite3_set_authorizer(database, authorize, &state->refusal);
    return std::unique_ptr<SqlDatabase>(new SqlDatabase(std::move(state)));
}

const std::vector<SqlTable> &SqlDatabase::tables() const
{
    return m_state->modules.runs.front()->tables;
}

uint64_t SqlDatabase::visitedRows() const
{
    uint64_t visited = 0;
    for (const auto &run : m_state->modules.runs)
        for (const auto &indexes : run->indexes)
            visited += indexes->visited;
    return visited;
}

namespace {

std::vector<std::string> emptyTablesOf(const SqlModuleState &modules)
{
    std::vector<std::string> names;
    for (size_t k = 0; k < modules.runs.size(); ++k)
        for (const auto &indexes : modules.runs[k]->indexes)
            if (indexes->isAsked && indexes->table().rows() == 0 &&
                !(indexes->table().isFoundInWork && modules.runs[k]->run->run().gpu.size() > 0))
                names.push_back((modules.runs.size() > 1 ? std::string(1, char('a' + k)) + "." : "") +
                                indexes->table().name);
    return names;
}

/// One query from its text to its last row.
class RunningQuery
{
public:
    RunningQuery(sqlite3 *database, const QString &refusal, std::string_view sql, const SqlLimits &limits)
        : m_database(database), m_refusal(refusal), m_sql(sql), m_limits(limits)
    {
    }
    ~RunningQuery() { sqlite3_finalize(m_statement); }
    RunningQuery(const RunningQuery &) = delete;

    std::optional<Error> prepare()
    {
        const char *tail = nullptr;
        const int code = sqlite3_prepare_v3(m_database, m_sql.data(), int(m_sql.size()), 0, &m_statement, &tail);
        if (code != SQLITE_OK)
            return failure(code);
        if (!m_statement)
            return sqlError(ErrorKind::Malformed, Core::tr("the query is empty"));
        const auto end = static_cast<size_t>(tail - m_sql.data());
        sqlite3_stmt *second = nullptr;
        sqlite3_prepare_v3(m_database, tail, int(m_sql.size() - end), 0, &second, nullptr);
        const bool isOne = !second && sqlite3_errcode(m_database) == SQLITE_OK;
        sqlite3_finalize(second);
        if (!isOne)
            return sqlError(ErrorKind::Malformed,
                            placeText(m_sql, int(end)) + Core::tr("a second query begins; one at a time is answered"));
        if (!sqlite3_stmt_readonly(m_statement) || sqlite3_column_count(m_statement) == 0)
            return sqlError(ErrorKind::Unsupported, deedOf(SQLITE_INSERT, nullptr));
        return std::nullopt;
    }

    Result<SqlOutcome> run(SqlRows &rows)
    {
        const int columns = sqlite3_column_count(m_statement);
        std::vector<std::string> names;
        for (int c = 0; c < columns; ++c)
            names.emplace_back(sqlite3_column_name(m_statement, c) ? sqlite3_column_name(m_statement, c) : "");
        std::vector<SqlCell> cells(static_cast<size_t>(columns));
        SqlOutcome outcome;
        bool hasBegun = false;
        for (;;) {
            const int code = sqlite3_step(m_statement);
            if (code != SQLITE_ROW && code != SQLITE_DONE)
                return failure(code);
            if (!hasBegun) {
                rows.begin(names);
                rows.from(origins());
            }
            hasBegun = true;
            if (code == SQLITE_DONE)
                return outcome;
            if (m_limits.rows && outcome.rows == m_limits.rows) {
                outcome.isCut = true;
                return outcome;
            }
            for (int c = 0; c < columns; ++c)
                cells[size_t(c)] = cellOf(m_statement, c);
            ++outcome.rows;
            if (!rows.add(cells))
                return outcome;
        }
    }

private:
    std::vector<SqlOrigin> origins() const
    {
        std::vector<SqlOrigin> all;
        for (int c = 0; c < sqlite3_column_count(m_statement); ++c) {
            const char *table = sqlite3_column_table_name(m_statement, c);
            const char *column = sqlite3_column_origin_name(m_statement, c);
            all.push_back(table && column ? SqlOrigin{table, column} : SqlOrigin());
        }
        return all;
    }

    Error failure(int code) const
    {
        const QString message = toText(sqlite3_errmsg(m_database));
        switch (code & 0xff) {
        case SQLITE_INTERRUPT:
            return sqlError(ErrorKind::Cancelled, Core::tr("cancelled"));
        case SQLITE_NOMEM:
            return sqlError(
                ErrorKind::OutOfMemory,
                Core::tr("the query needs more than the %1 that it may take; a larger limit, or fewer rows at once")
                    .arg(formatBytes(m_limits.memoryBytes)));
        case SQLITE_TOOBIG:
            return sqlError(ErrorKind::TooLarge, Core::tr("a text of the query is longer than allowed"));
        case SQLITE_AUTH:
            return sqlError(ErrorKind::Unsupported, m_refusal.isEmpty() ? message : m_refusal);
        default:
            return sqlError(ErrorKind::Malformed, placeText(m_sql, sqlite3_error_offset(m_database)) + message);
        }
    }

    sqlite3 *m_database;
    const QString &m_refusal;
    std::string_view m_sql;
    const SqlLimits &m_limits;
    sqlite3_stmt *m_statement = nullptr;
};

} // namespace

/// "gpu" of a column that holds a gpu.id, or of the table's own `id`; null: the column names no row.
static const SqlTable *tableNamedBy(const std::vector<SqlTable> &tables, const SqlOrigin &origin)
{
    const auto table = std::ranges::find(tables, std::string_view(origin.table), &SqlTable::name);
    if (table == tables.end())
        return nullptr;
    if (origin.column == "id")
        return &*table;
    const auto column = std::ranges::find(table->columns, std::string_view(origin.column), &SqlColumn::name);
    const std::string_view unit = column != table->columns.end() ? column->unit : "";
    if (!unit.ends_with(".id"))
        return nullptr;
    const auto of = std::ranges::find(tables, unit.substr(0, unit.size() - 3), &SqlTable::name);
    return of != tables.end() ? &*of : nullptr;
}

static const SqlColumn *sliceColumn(const SqlTable &table)
{
    const auto column = std::ranges::find(table.columns, std::string_view("slice"), &SqlColumn::name);
    return column != table.columns.end() ? &*column : nullptr;
}

bool SqlDatabase::leadsToSlice(const SqlOrigin &origin) const
{
    const SqlTable *table = tableNamedBy(tables(), origin);
    return table && (std::string_view(table->name) == "slice" || sliceColumn(*table));
}

EventRef SqlDatabase::sliceOf(const SqlOrigin &origin, int64_t number) const
{
    const SqlTable *table = tableNamedBy(tables(), origin);
    if (!table || number < 0)
        return {};
    SqlRun &run = *m_state->modules.runs.front()->run;
    if (std::string_view(table->name) != "slice") {
        const SqlColumn *column = sliceColumn(*table);
        if (!column || !run.make(table->needs | column->needs, nullptr) || size_t(number) >= table->rows())
            return {};
        const SqlCell cell = column->cell(size_t(number));
        const auto *slice = std::get_if<int64_t>(&cell);
        number = slice ? *slice : -1;
    }
    return number >= 0 && size_t(number) < run.slices() ? run.slice(size_t(number)) : EventRef();
}

Result<SqlOutcome> SqlDatabase::query(std::string_view sql, SqlRows &rows, const SqlLimits &limits,
                                      const Progress *progress)
{
    if (sql.size() >= size_t(longestSql))
        return sqlError(ErrorKind::TooLarge, Core::tr("a text of the query is longer than allowed"));
    sqlite3 *database = m_state->database;
    m_state->refusal.clear();
    m_state->modules.progress = progress;
    for (const auto &run : m_state->modules.runs)
        for (const auto &indexes : run->indexes)
            indexes->isAsked = false;
    if (progress)
        sqlite3_progress_handler(database, stepsBetweenChecks, isToStop, const_cast<Progress *>(progress));
    Result<SqlOutcome> outcome = [&]() -> Result<SqlOutcome> {
        const HeapLimit heap(limits.memoryBytes);
        RunningQuery running(database, m_state->refusal, sql, limits);
        if (auto error = running.prepare())
            return std::move(*error);
        return running.run(rows);
    }();
    sqlite3_progress_handler(database, 0, nullptr, nullptr);
    m_state->modules.progress = nullptr;
    if (outcome)
        outcome->emptyTables = emptyTablesOf(m_state->modules);
    return outcome;
}

std::string sqlCellText(const SqlCell &cell)
{
    if (const auto *integer = std::get_if<int64_t>(&cell))
        return std::to_string(*integer);
    if (const auto *real = std::get_if<double>(&cell))
        return nlohmann::json(*real).dump();
    if (const auto *lasting = std::get_if<std::string_view>(&cell))
        return std::string(*lasting);
    if (const auto *made = std::get_if<std::string>(&cell))
        return *made;
    return "NULL";
}

bool SqlTexts::add(std::span<const SqlCell> row)
{
    std::vector<std::string> &texts = rows.emplace_back();
    for (const SqlCell &cell : row)
        texts.push_back(sqlCellText(cell));
    return true;
}

} // namespace ws
