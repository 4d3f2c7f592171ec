#include "core/report/sql/sqlexport.h"

#include "core/base/texts.h"
#include "core/report/sql/sqlrun.h"

#include <sqlite3.h>

namespace ws {
namespace {

constexpr size_t rowsBetweenLooks = 4096; ///< at the cancel flag

class SqliteWriter
{
public:
    SqliteWriter(const QString &path, const Progress *progress) : m_path(path), m_progress(progress) {}
    ~SqliteWriter() { sqlite3_close(m_database); }
    SqliteWriter(const SqliteWriter &) = delete;

    Result<bool> write(SqlRun &run)
    {
        // Nobody reads the file before it has its name, so a crash needs no journal.
        if (sqlite3_open(m_path.toUtf8().constData(), &m_database) != SQLITE_OK ||
            !execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA page_size=16384; BEGIN"))
            return failure();
        const std::vector<SqlTable> tables = sqlTables(run);
        if (!writeMeanings(tables))
            return failure();
        for (const SqlTable &table : tables) {
            uint16_t needs = table.needs;
            for (const SqlColumn &column : table.columns)
                needs |= column.needs;
            if (!run.make(needs, m_progress) || isCancelled())
                return cancelled();
            if (!writeTable(table))
                return isCancelled() ? cancelled() : failure();
        }
        if (!execute("COMMIT"))
            return failure();
        const int code = sqlite3_close(m_database);
        m_database = nullptr;
        return code == SQLITE_OK ? Result<bool>(true) : Result<bool>(failure());
    }

private:
    bool isCancelled() const { return m_progress && m_progress->isCancelled(); }
    static Error cancelled() { return {ErrorKind::Cancelled, Core::tr("cancelled"), {}}; }
    Error failure() const
    {
        return {ErrorKind::Unreadable,
                Core::tr("cannot be written: %1").arg(toText(m_database ? sqlite3_errmsg(m_database) : "no memory")),
                m_path};
    }
    bool execute(const std::string &sql)
    {
        return sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    }

    bool writeMeanings(const std::vector<SqlTable> &tables)
    {
        sqlite3_stmt *insert = nullptr;
        bool isDone =
            execute("CREATE TABLE column_meaning(\"table\" TEXT, \"column\" TEXT, unit TEXT, meaning TEXT)") &&
            sqlite3_prepare_v2(m_database, "INSERT INTO column_meaning VALUES(?, ?, ?, ?)", -1, &insert, nullptr) ==
                SQLITE_OK;
        for (const SqlTable &table : tables)
            for (const SqlColumn &column : table.columns) {
                const char *texts[] = {table.name, column.name, column.unit, column.meaning};
                for (int k = 0; isDone && k < 4; ++k)
                    isDone = sqlite3_bind_text(insert, k + 1, texts[k], -1, SQLITE_STATIC) == SQLITE_OK;
                isDone = isDone && sqlite3_step(insert) == SQLITE_DONE && sqlite3_reset(insert) == SQLITE_OK;
            }
        sqlite3_finalize(insert);
        return isDone;
    }

    bool writeTable(const SqlTable &table)
    {
        std::string columns, places;
        for (const SqlColumn &column : table.columns) {
            const bool isFirst = columns.empty();
            const char *type = column.type == SqlType::Integer ? " INTEGER"
                               : column.type == SqlType::Real  ? " REAL"
                                                               : " TEXT";
            columns +=
                (isFirst ? "\"" : ", \"") + std::string(column.name) + '"' + type + (isFirst ? " PRIMARY KEY" : "");
            places += isFirst ? "?" : ", ?";
        }
        const std::string name = '"' + std::string(table.name) + '"';
        sqlite3_stmt *insert = nullptr;
        bool isDone = execute("CREATE TABLE " + name + '(' + columns + ')') &&
                      sqlite3_prepare_v2(m_database, ("INSERT INTO " + name + " VALUES(" + places + ')').c_str(), -1,
                                         &insert, nullptr) == SQLITE_OK;
        const size_t rows = table.rows();
        for (size_t row = 0; isDone && row < rows; ++row) {
            for (size_t c = 0; isDone && c < table.columns.size(); ++c)
                isDone = bind(insert, int(c) + 1, table.columns[c].cell(row));
            isDone = isDone && sqlite3_step(insert) == SQLITE_DONE && sqlite3_reset(insert) == SQLITE_OK &&
                     !(row % rowsBetweenLooks == 0 && isCancelled());
        }
        sqlite3_finalize(insert);
        return isDone;
    }

    static bool bind(sqlite3_stmt *insert, int place, const SqlCell &cell)
    {
        if (const auto *integer = std::get_if<int64_t>(&cell))
            return sqlite3_bind_int64(insert, place, *integer) == SQLITE_OK;
        if (const auto *real = std::get_if<double>(&cell))
            return sqlite3_bind_double(insert, place, *real) == SQLITE_OK;
        if (const auto *lasting = std::get_if<std::string_view>(&cell))
            return sqlite3_bind_text64(insert, place, lasting->data(), lasting->size(), SQLITE_STATIC, SQLITE_UTF8) ==
                   SQLITE_OK;
        if (const auto *made = std::get_if<std::string>(&cell))
            return sqlite3_bind_text64(insert, place, made->data(), made->size(), SQLITE_TRANSIENT, SQLITE_UTF8) ==
                   SQLITE_OK;
        return sqlite3_bind_null(insert, place) == SQLITE_OK;
    }

    QString m_path;
    const Progress *m_progress;
    sqlite3 *m_database = nullptr;
};

} // namespace

Result<QString> exportSqlite(const RunPtr &run, const StageMapping &mapping, const std::string &name,
                             const QString &path, Existing existing, const Progress *progress)
{
    SqlRun sqlRun(run, mapping, name);
    return writeWholeFile(path, existing, [&](const QString &temporary) {
        Result<bool> written = SqliteWriter(temporary, progress).write(sqlRun);
        if (!written && written.error().kind == ErrorKind::Unreadable)
            written.error().file = path;
        return written;
    });
}

} // namespace ws
