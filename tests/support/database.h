#pragma once
// A SQLite database made from SQL, read as a file.

#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>

#include <string>

namespace ws::test {

class Database
{
public:
    explicit Database(const std::string &sql, const QString &name = QStringLiteral("run.sqlite"))
        : m_path(m_dir.filePath(name))
    {
        sqlite3 *db = nullptr;
        EXPECT_EQ(sqlite3_open(m_path.toUtf8().constData(), &db), SQLITE_OK);
        char *error = nullptr;
        EXPECT_EQ(sqlite3_exec(db, ("BEGIN;" + sql + "COMMIT;").c_str(), nullptr, nullptr, &error), SQLITE_OK)
            << (error ? error : "");
        sqlite3_free(error);
        sqlite3_close(db);
    }
    QString path() const { return m_path; }
    QStringList files() const { return QDir(m_dir.path()).entryList(QDir::Files); }
    RunResult load() const
    {
        Progress progress;
        auto loaded = loadRun(m_path, progress);
        if (!loaded)
            return {nullptr, loaded.error()};
        return {*loaded, {}};
    }
    QByteArray bytes() const
    {
        QFile file(m_path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }
    void overwrite(const QByteArray &bytes) const
    {
        QFile file(m_path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
    }

private:
    QTemporaryDir m_dir;
    QString m_path;
};

inline std::string text(const Run &run, StringId id)
{
    return std::string(run.text(id));
}

} // namespace ws::test
