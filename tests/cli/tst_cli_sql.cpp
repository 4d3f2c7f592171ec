// sql and export: questions in SQL on the command line, and the same tables as a file.

#include "tests/cli/cliprocess.h"

#include <QDir>

#include <sqlite3.h>

#include <sys/stat.h>

namespace tst_cli_sql {

using namespace ws::test;

namespace {

constexpr std::string_view trace = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"gemm, \"big\"","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":7}},
{"ph":"X","cat":"kernel","name":"alone","pid":0,"tid":7,"ts":40,"dur":4,"args":{"device":0,"stream":7}}]})";

/// All cells of a query over a file, rows by line feeds and cells by blanks.
std::string asked(const std::string &path, const std::string &sql)
{
    sqlite3 *database = nullptr;
    sqlite3_stmt *statement = nullptr;
    std::string text;
    EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
    EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int c = 0; c < sqlite3_column_count(statement); ++c) {
            const auto *cell = reinterpret_cast<const char *>(sqlite3_column_text(statement, c));
            text += (c ? " " : "") + std::string(cell ? cell : "NULL");
        }
        text += '\n';
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return text;
}

} // namespace

using CliSql = CliTest;

TEST_F(CliSql, answersInAllForms)
{
    const std::string path = file("a.json", trace);
    const std::string query = "SELECT name, duration_ns, launch, 0.5 AS half FROM gpu ORDER BY id";
    EXPECT_EQ(cli({"sql", path, query, "--csv"}).out,
              "name,duration_ns,launch,half\n\"gemm, \"\"big\"\"\",10000,0,0.5\nalone,4000,,0.5\n");
    const nlohmann::json json = cli({"sql", path, query, "--json"}).json();
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["columns"], (nlohmann::json{"name", "duration_ns", "launch", "half"}));
    EXPECT_EQ(json["rows"][0]["name"], "gemm, \"big\"");
    EXPECT_EQ(json["rows"][1]["launch"], nullptr);
    EXPECT_EQ(json["rows"][1]["half"], 0.5);
    EXPECT_EQ(json["cut"], false);
    EXPECT_NE(cli({"sql", path, query, "--md"}).out.find("| --- | ---: | ---: | ---: |"), std::string::npos);
    const std::string table = cli({"sql", path, query}).out;
    EXPECT_TRUE(table.starts_with("name")) << table;
    EXPECT_NE(table.find("NULL"), std::string::npos) << "unknown is not empty, which could be a text";
}

TEST_F(CliSql, equalNamesOfColumnsStayApartInJson)
{
    const nlohmann::json json =
        cli({"sql", file("a.json", trace), "SELECT 1 AS x, 2 AS x, 'a' AS x_2", "--json"}).json();
    EXPECT_EQ(json["rows"][0].size(), 3u);
    EXPECT_EQ(json["rows"][0]["x_2"], 2);
}

TEST_F(CliSql, anEmptyResultIsNoError)
{
    const std::string path = file("a.json", trace);
    const CliOutput csv = cli({"sql", path, "SELECT name FROM gpu WHERE 0", "--csv"});
    EXPECT_EQ(csv.exitCode, 0);
    EXPECT_EQ(csv.out, "name\n");
    EXPECT_TRUE(cli({"sql", path, "SELECT name FROM gpu WHERE 0", "--json"}).json()["rows"].empty());
}

TEST_F(CliSql, whatTheFileCannotSayIsSaid)
{
    const std::string table = file("a.csv", "Time (%),Total Time (ns),Instances,Name\n100.0,10,1,k\n");
    const CliOutput none = cli({"sql", table, "SELECT sum(duration_ns) AS ns FROM gpu", "--json"});
    EXPECT_EQ(none.exitCode, 0);
    EXPECT_EQ(none.json()["rows"][0]["ns"], nullptr);
    EXPECT_EQ(none.json()["emptyTables"], nlohmann::json{"gpu"});
    EXPECT_NE(none.err.find("says nothing of them: gpu"), std::string::npos);
    const CliOutput some = cli({"sql", file("a.json", trace), "SELECT sum(duration_ns) AS ns FROM gpu", "--json"});
    EXPECT_TRUE(some.json()["emptyTables"].empty());
    EXPECT_EQ(some.err, "");
}

TEST_F(CliSql, takesTheQueryFromAFile)
{
    const std::string query = file("q.sql", "-- how much\nSELECT count(*) AS n\nFROM gpu;\n");
    const std::string path = file("a.json", trace);
    EXPECT_EQ(cli({"sql", path, "-f", query, "--csv"}).out, "n\n2\n");
    EXPECT_EQ(cli({"sql", path, "-f", query + ".none", "--csv"}).exitCode, 1);
}

TEST_F(CliSql, takesBothSidesOfAPair)
{
    const std::string path = file("a.json", trace), other = file("b.json", R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7}}]})");
    EXPECT_EQ(
        cli({"sql", path, other, "SELECT (SELECT count(*) FROM a.gpu) a, (SELECT count(*) FROM b.gpu) b", "--csv"}).out,
        "a,b\n2,1\n");
    EXPECT_EQ(cli({"sql", path, other, "SELECT r.file LIKE '%b.json' AS yes FROM b.run r", "--csv"}).out, "yes\n1\n");
}

TEST_F(CliSql, saysWhatIsWrongAndWhere)
{
    const std::string path = file("a.json", trace);
    const CliOutput wrong = cli({"sql", path, "SELECT nme FROM gpu"});
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_EQ(wrong.out, "");
    EXPECT_EQ(wrong.err, "warpscope-cli: line 1, column 8: no such column: nme\n");
    EXPECT_EQ(cli({"sql", path, "DROP TABLE gpu"}).exitCode, 2);
    EXPECT_EQ(cli({"sql", path}).exitCode, 2) << "without a query";
    EXPECT_EQ(cli({"sql"}).exitCode, 2);
    EXPECT_EQ(cli({"sql", path, "SELECT 1", "--csv", "--json"}).exitCode, 2);
    EXPECT_EQ(cli({"sql", path, "SELECT 1", "--rows", "-1"}).exitCode, 2);
    EXPECT_EQ(cli({"sql", path + ".none", "SELECT 1"}).exitCode, 1);
}

TEST_F(CliSql, saysWhenRowsAreLeftOut)
{
    const std::string path = file("a.json", trace);
    const CliOutput cut = cli({"sql", path, "SELECT id FROM slice", "--rows", "2", "--json"});
    EXPECT_EQ(cut.exitCode, 0);
    EXPECT_EQ(cut.json()["rows"].size(), 2u);
    EXPECT_EQ(cut.json()["cut"], true);
    EXPECT_NE(cut.err.find("--rows"), std::string::npos);
    EXPECT_EQ(cli({"sql", path, "SELECT id FROM slice", "--rows", "4"}).err, "");
    EXPECT_EQ(cli({"sql", path,
                   "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 200000) "
                   "SELECT x FROM c",
                   "--csv", "--rows", "0"})
                  .out.size(),
              1'288'897u)
        << "none of many rows is lost";
    const CliOutput memory = cli({"sql", path,
                                  "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE "
                                  "x < 1000000) SELECT count(DISTINCT hex(zeroblob(300)) || x) FROM c",
                                  "--memory", "20"});
    EXPECT_EQ(memory.exitCode, 1);
    EXPECT_NE(memory.err.find("20"), std::string::npos);
}

TEST_F(CliSql, listsTablesWithUnits)
{
    const std::string csv = cli({"sql", "--tables", "--csv"}).out;
    EXPECT_NE(csv.find("\ngpu,duration_ns,INTEGER,ns,"), std::string::npos);
    EXPECT_NE(csv.find("\n\"busy(begin, end)\","), std::string::npos);
    EXPECT_EQ(cli({"sql", file("a.json", trace), "--tables", "--csv"}).out, csv);
    EXPECT_EQ(cli({"sql", "--tables", "--json"}).json()["rows"][1]["column"], "id");
}

TEST_F(CliSql, exportsTheSameTables)
{
    const std::string path = file("a.json", trace), out = this->path("run.sqlite");
    ASSERT_EQ(cli({"export", path, "-o", out}).exitCode, 0);
    EXPECT_EQ(asked(out,
                    "SELECT g.name, g.duration_ns, l.name, g.stage FROM gpu g LEFT JOIN launch l ON l.id = g.launch "
                    "ORDER BY g.id"),
              "gemm, \"big\" 10000 cudaLaunchKernel linear\nalone 4000 NULL other\n");
    EXPECT_EQ(asked(out, "SELECT unit FROM column_meaning WHERE \"table\" = 'gpu' AND \"column\" = 'start_ns'"),
              "ns\n");
    EXPECT_EQ(asked(out, "PRAGMA integrity_check"), "ok\n");
    for (const char *table : {"gpu", "gap", "launch", "operator", "module", "frame", "slice", "track", "counter",
                              "flow", "collective", "step", "finding", "trust", "run"})
        EXPECT_EQ(asked(out, "SELECT count(*) FROM " + std::string(table)),
                  cli({"sql", path, "SELECT count(*) FROM " + std::string(table), "--csv"}).out.substr(9))
            << table;
}

TEST_F(CliSql, anExportReplacesNothingUnasked)
{
    const std::string path = file("a.json", trace), out = file("run.sqlite", "mine");
    EXPECT_EQ(cli({"export", path, "-o", out}).exitCode, 1);
    EXPECT_EQ(readAll(out), "mine");
    EXPECT_EQ(cli({"export", path, "-o", out, "--force"}).exitCode, 0);
    EXPECT_TRUE(readAll(out).starts_with("SQLite format 3"));
    EXPECT_EQ(cli({"export", path}).exitCode, 2);
}

TEST_F(CliSql, anExportThatFailsLeavesNothing)
{
    const std::string path = file("a.json", trace);
    const CliOutput nowhere = cli({"export", path, "-o", this->path("none/run.sqlite")});
    EXPECT_EQ(nowhere.exitCode, 1);
    EXPECT_NE(nowhere.err.find("run.sqlite"), std::string::npos);
    ASSERT_EQ(mkdir(this->path("taken").c_str(), 0755), 0);
    EXPECT_EQ(cli({"export", path, "-o", this->path("taken"), "--force"}).exitCode, 1) << "a folder";
    EXPECT_EQ(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("a.json")});
}

} // namespace tst_cli_sql
