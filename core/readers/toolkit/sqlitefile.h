#pragma once
// A SQLite database opened read-only and immutable, so that nothing (-wal, -journal, -shm, locks) is ever written next
// to it; it also works on read-only media. Lives and dies in one thread. Tables and columns are probed. Qt opens it
// (its QSQLITE driver), rows are stepped through SQLite's own interface on the driver's handle: QSqlQuery wraps each
// cell in a QVariant and takes 1.2 s of processor time for 2 M rows where this takes 0.45 s.

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace ws {

/// The rows of one query, forward only. Must not outlive its SqliteFile.
class SqliteRows
{
public:
    SqliteRows(sqlite3 *handle, const std::string &sql);
    ~SqliteRows();
    SqliteRows(SqliteRows &&other) noexcept;
    SqliteRows(const SqliteRows &) = delete;

    /// False at the end and at damage: see error().
    bool next();
    bool isNull(int column) const;
    int64_t integer(int column) const; ///< 0 for NULL and for text that is not a number
    double real(int column) const;
    std::string_view text(int column) const; ///< valid until the next call for this row; empty for NULL
    bool isInteger(int column) const;
    bool isReal(int column) const;
    int columnCount() const;
    std::string columnName(int column) const;
    void bind(int parameter, int64_t value);         ///< also starts the query anew
    const QString &error() const { return m_error; } ///< empty: all is well

private:
    void fail();

    sqlite3 *m_handle;
    sqlite3_stmt *m_statement = nullptr;
    QString m_error;
};

class SqliteFile
{
public:
    /// Errors: Unreadable (no driver, no access), Malformed (no database, damaged schema), Unsupported (Qt's driver
    /// contains another SQLite than the one this program is built with).
    static Result<std::unique_ptr<SqliteFile>> open(const QString &path);
    ~SqliteFile();

    const std::vector<std::string> &tables() const { return m_tables; } ///< by name, without views
    bool has(std::string_view table) const;
    bool has(std::string_view table, std::string_view column) const;
    SqliteRows query(const std::string &sql) const { return {m_handle, sql}; }
    /// "SELECT rowid, columns FROM table": a column that the table lacks gives NULL. Column 0 is the row id.
    SqliteRows select(std::string_view table, const std::vector<std::string_view> &columns) const;
    /// An estimate of a table's rows, without counting them; 0 when it is empty or missing.
    int64_t rowsAbout(std::string_view table) const;
    /// A -wal or -journal file next to it holds changes that were not read.
    bool hasUnreadChanges() const { return m_unreadChanges; }
    /// The file is shorter than its own header says.
    bool isCut() const { return m_cut; }

private:
    SqliteFile() = default;
    QString probe();

    QString m_connection;
    sqlite3 *m_handle = nullptr;
    std::vector<std::string> m_tables;
    std::unordered_map<std::string, std::vector<std::string>> m_columns;
    bool m_unreadChanges = false;
    bool m_cut = false;
};

/// An identifier in quotes.
std::string sqlName(std::string_view name);

} // namespace ws
