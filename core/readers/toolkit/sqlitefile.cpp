#include "core/readers/toolkit/sqlitefile.h"

#include "core/base/texts.h"
#include "core/io/readroots.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QUrl>
#include <QVariant>
#include <QtEndian>

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace ws {
namespace {

/// SQLite's handle behind a Qt connection, null when there is none.
sqlite3 *handleOf(const QSqlDatabase &database)
{
    const QVariant handle = database.driver()->handle();
    if (!handle.isValid() || std::strcmp(handle.typeName(), "sqlite3*") != 0)
        return nullptr;
    return *static_cast<sqlite3 *const *>(handle.constData());
}

QString uriOf(const QString &path)
{
    const QUrl url = QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath());
    return QString::fromLatin1(url.toEncoded(QUrl::FullyEncoded)) + QStringLiteral("?mode=ro&immutable=1");
}

bool isFilled(const QString &path)
{
    return QFileInfo(path).size() > 0;
}

/// The header names the page size and the number of pages (the latter when its two change counters agree).
bool isShorterThanItsHeader(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray head = file.read(100);
    if (head.size() < 100)
        return true;
    const int pageSize = qFromBigEndian<quint16>(head.constData() + 16);
    const bool counted = head.mid(24, 4) == head.mid(92, 4);
    const qint64 pages = qFromBigEndian<quint32>(head.constData() + 28);
    return counted && pages * (pageSize == 1 ? 65536 : pageSize) > file.size();
}

} // namespace

SqliteRows::SqliteRows(sqlite3 *handle, const std::string &sql) : m_handle(handle)
{
    if (sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr) != SQLITE_OK)
        fail();
}

SqliteRows::~SqliteRows()
{
    sqlite3_finalize(m_statement);
}

SqliteRows::SqliteRows(SqliteRows &&other) noexcept
    : m_handle(other.m_handle), m_statement(std::exchange(other.m_statement, nullptr)),
      m_error(std::move(other.m_error))
{
}

void SqliteRows::fail()
{
    m_error = QString::fromUtf8(sqlite3_errmsg(m_handle));
}

bool SqliteRows::next()
{
    if (!m_statement || !m_error.isEmpty())
        return false;
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        fail();
    return false;
}

bool SqliteRows::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

bool SqliteRows::isInteger(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER;
}

bool SqliteRows::isReal(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_FLOAT;
}

int64_t SqliteRows::integer(int column) const
{
    return sqlite3_column_int64(m_statement, column);
}

double SqliteRows::real(int column) const
{
    return sqlite3_column_double(m_statement, column);
}

std::string_view SqliteRows::text(int column) const
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(m_statement, column));
    return text ? std::string_view(text, static_cast<size_t>(sqlite3_column_bytes(m_statement, column)))
                : std::string_view();
}

int SqliteRows::columnCount() const
{
    return sqlite3_column_count(m_statement);
}

std::string SqliteRows::columnName(int column) const
{
    return sqlite3_column_name(m_statement, column);
}

void SqliteRows::bind(int parameter, int64_t value)
{
    if (!m_statement)
        return;
    sqlite3_reset(m_statement);
    sqlite3_bind_int64(m_statement, parameter, value);
}

std::string sqlName(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::open(const QString &path)
{
    if (auto refused = outsideReadRoots(path))
        return *refused;
    static std::atomic<unsigned> count{0};
    std::unique_ptr<SqliteFile> file(new SqliteFile);
    file->m_connection = QStringLiteral("warpscope-%1").arg(++count);
    const QString driver = QStringLiteral("QSQLITE");
    if (!QSqlDatabase::isDriverAvailable(driver))
        return Error{ErrorKind::Unsupported,
                     Core::tr("Qt's SQLite driver is not installed (Debian: libqt6sql6-sqlite)"), path};
    QSqlDatabase database = QSqlDatabase::addDatabase(driver, file->m_connection);
    database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI"));
    database.setDatabaseName(uriOf(path));
    if (!database.open())
        return Error{ErrorKind::Unreadable, Core::tr("cannot be opened: %1").arg(database.lastError().databaseText()),
                     path};
    file->m_handle = handleOf(database);
    if (!file->m_handle)
        return Error{ErrorKind::Unsupported, Core::tr("Qt's SQLite driver gives no access to its database"), path};
    {
        SqliteRows version(file->m_handle, "SELECT sqlite_source_id()");
        if (!version.next() || version.text(0) != sqlite3_sourceid())
            return Error{ErrorKind::Unsupported,
                         Core::tr("Qt's SQLite driver brings a SQLite of its own, other than the system's; install the "
                                  "driver of your distribution"),
                         path};
    }
    if (const QString problem = file->probe(); !problem.isEmpty())
        return Error{ErrorKind::Malformed,
                     Core::tr("the SQLite file is cut or damaged (%1); copy or export it again").arg(problem), path};
    file->m_cut = isShorterThanItsHeader(path);
    file->m_unreadChanges = isFilled(path + QStringLiteral("-wal")) || isFilled(path + QStringLiteral("-journal"));
    return file;
}

SqliteFile::~SqliteFile()
{
    QSqlDatabase::removeDatabase(m_connection);
}

/// Reads the schema; returns what is wrong, if anything.
QString SqliteFile::probe()
{
    query("PRAGMA trusted_schema=OFF").next();
    query("PRAGMA cache_size=-4096").next();
    {
        SqliteRows rows = query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                                "ORDER BY name");
        while (rows.next())
            m_tables.emplace_back(rows.text(0));
        if (!rows.error().isEmpty())
            return rows.error();
    }
    for (const std::string &table : m_tables) {
        SqliteRows rows = query("PRAGMA table_info(" + sqlName(table) + ')');
        while (rows.next())
            m_columns[table].emplace_back(rows.text(1));
    }
    return {};
}

bool SqliteFile::has(std::string_view table) const
{
    return std::binary_search(m_tables.begin(), m_tables.end(), table);
}

bool SqliteFile::has(std::string_view table, std::string_view column) const
{
    const auto found = m_columns.find(std::string(table));
    return found != m_columns.end() &&
           std::find(found->second.begin(), found->second.end(), column) != found->second.end();
}

SqliteRows SqliteFile::select(std::string_view table, const std::vector<std::string_view> &columns) const
{
    std::string sql = "SELECT rowid";
    for (const std::string_view column : columns)
        sql += has(table, column) ? ", " + sqlName(column) : std::string(", NULL");
    return query(sql + " FROM " + sqlName(table));
}

int64_t SqliteFile::rowsAbout(std::string_view table) const
{
    SqliteRows rows = query("SELECT max(rowid) FROM " + sqlName(table));
    return rows.next() ? std::max<int64_t>(0, rows.integer(0)) : 0;
}

} // namespace ws
