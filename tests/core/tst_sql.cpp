// SQL over a run: what the tables say, what is unknown, how rows are found, what is refused.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/sql/query.h"
#include "core/report/sql/sqlreport.h"
#include "core/report/sql/sqlresult.h"
#include "core/report/tablewriters.h"
#include "paths.h"
#include "tests/core/modulefixture.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

namespace tst_sql {

using namespace ws;
using namespace ws::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// A database over traces given as text.
class Asked
{
public:
    explicit Asked(const std::vector<TraceText> &traces)
    {
        std::vector<RunPtr> runs;
        for (const TraceText &trace : traces)
            runs.push_back(runFromJson(R"({"traceEvents":)" + trace.json() + "}").run);
        open(std::move(runs));
    }
    explicit Asked(std::vector<RunPtr> runs) { open(std::move(runs)); }

    /// An error is its own row: "error: …".
    Rows rows(const std::string &sql, const SqlLimits &limits = {})
    {
        SqlTexts texts;
        const uint64_t before = database->visitedRows();
        const auto outcome = database->query(sql, texts, limits);
        visited = database->visitedRows() - before;
        isCut = outcome && outcome->isCut;
        if (!outcome)
            return {{"error: " + outcome.error().text().toStdString()}};
        return texts.rows;
    }
    /// The first cell.
    std::string one(const std::string &sql)
    {
        const Rows all = rows(sql);
        return all.empty() || all.front().empty() ? "nothing" : all.front().front();
    }
    ErrorKind kindOfError(const std::string &sql, const SqlLimits &limits = {})
    {
        SqlTexts texts;
        const auto outcome = database->query(sql, texts, limits);
        EXPECT_FALSE(outcome) << sql;
        return outcome ? ErrorKind::NotFound : outcome.error().kind;
    }

    std::unique_ptr<SqlDatabase> database;
    uint64_t visited = 0;
    bool isCut = false;

private:
    void open(std::vector<RunPtr> runs)
    {
        auto opened = SqlDatabase::open(std::move(runs), defaultMapping());
        ASSERT_TRUE(opened) << opened.error().text().toStdString();
        database = std::move(*opened);
    }
};

/// A step with a module and an operator that launches one kernel, a copy without a launch, and a kernel of NCCL.
TraceText smallTrace()
{
    TraceText trace;
    trace.annotation("execute_context_0(0)_generation_2(2)", 1, 0, 100);
    trace.module("Net_0", 1, 2, 90).module("MLP_0", 1, 4, 60);
    trace.op("aten::mm", 1, 10, 20,
             R"("External id":3,"Input Dims":[[2,3],[3,4]],"Input type":["float","float"],"Concrete Inputs":["",""])");
    trace.launch(1, 12, 5).kernel(5, 30, 10, "gemm_kernel");
    trace.launch(1, 80, 6).kernel(6, 90, 8, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(void)");
    trace.kernel(99, 60, 5, "orphan");
    return trace;
}

/// 60 kernels of three names on a stream, one each 10 µs for 5 µs.
TraceText manyKernels(int count = 60)
{
    TraceText trace;
    for (int i = 0; i < count; ++i)
        trace.launch(1, 10 * i, i + 1).kernel(i + 1, 10 * i + 2, 5, std::string(1, char('a' + i % 3)));
    return trace;
}

} // namespace

TEST(Sql, everyTableCanBeReadWhole)
{
    Asked asked({smallTrace()});
    for (const SqlTable &table : asked.database->tables()) {
        const Rows rows = asked.rows("SELECT * FROM " + std::string(table.name));
        EXPECT_EQ(std::to_string(rows.size()), asked.one("SELECT count(*) FROM " + std::string(table.name)));
        for (const auto &row : rows)
            EXPECT_EQ(row.size(), table.columns.size()) << table.name << ' ' << row.front();
        EXPECT_STREQ(table.columns.front().name, "id");
    }
}

TEST(Sql, aRunOfNothingHasEmptyTablesAndOneRowOfItself)
{
    Asked asked(std::vector<RunPtr>{std::make_shared<const ws::Run>()});
    for (const SqlTable &table : asked.database->tables()) {
        const std::string name = table.name;
        EXPECT_LE(asked.rows("SELECT * FROM " + name).size(), name == "trust" ? 5u : 1u) << name;
        EXPECT_NE(asked.one("SELECT count(*) FROM " + name).substr(0, 5), "error");
    }
    EXPECT_EQ(asked.rows("SELECT origin_ns, span_ns, rank FROM run"), (Rows{{"NULL", "NULL", "NULL"}}));
}

TEST(Sql, gpuWorkKnowsWhereItComesFrom)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.rows("SELECT g.start_ns, g.duration_ns, g.kind, g.device, g.stream, l.name, g.delay_ns, o.name, "
                         "m.path, g.module_how, s.phase, g.stage FROM gpu g JOIN launch l ON l.id = g.launch "
                         "JOIN operator o ON o.id = g.operator JOIN module m ON m.id = g.module "
                         "JOIN step s ON s.id = g.step WHERE g.name = 'gemm_kernel'"),
              (Rows{{"30000", "10000", "kernel", "0", "7", "cudaLaunchKernel", "17000", "aten::mm", "Net/MLP", "exact",
                     "decode", "linear"}}));
    EXPECT_EQ(asked.one("SELECT stage FROM gpu WHERE name LIKE 'nccl%'"), "communication");
    EXPECT_EQ(asked.one("SELECT s.name FROM gpu g JOIN slice s ON s.id = g.slice WHERE g.name = 'orphan'"), "orphan");
}

TEST(Sql, whatIsNotKnownIsNullAndNeverZero)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(
        asked.rows("SELECT launch, delay_ns, operator, module, module_how, flop, bytes, occupancy, blocks_per_sm, "
                   "grid, rank, graph_node FROM gpu WHERE name = 'orphan'"),
        (Rows{std::vector<std::string>(12, "NULL")}));
    EXPECT_EQ(asked.rows("SELECT bytes, type, group_size, number, algorithm_bandwidth, collective FROM collective"),
              (Rows{std::vector<std::string>(6, "NULL")}));
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE launch IS NULL"), "1");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE launch = NULL"), "0");
    EXPECT_EQ(asked.one("SELECT cause FROM gap WHERE ended_by = (SELECT id FROM gpu WHERE name = 'orphan')"), "NULL");
}

TEST(Sql, needsOfAnOperatorAreThoseOfItsDefinition)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.rows("SELECT flop, bytes, class, shape FROM operator"),
              (Rows{{"48", "104", "gemm", "[[2,3],[3,4]]"}}));
    EXPECT_EQ(asked.rows("SELECT flop, bytes FROM gpu WHERE name = 'gemm_kernel'"), (Rows{{"48.0", "104.0"}}));
}

TEST(Sql, slicesKnowDepthAndParent)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(
        asked.rows("SELECT s.depth, p.name FROM slice s JOIN slice p ON p.id = s.parent WHERE s.name = 'aten::mm'"),
        (Rows{{"3", "nn.Module: MLP_0"}}));
    EXPECT_EQ(asked.rows("SELECT depth, parent FROM slice WHERE name = 'gemm_kernel'"), (Rows{{"NULL", "NULL"}}));
}

TEST(Sql, framesAreTakenApart)
{
    Asked asked(std::vector<RunPtr>{
        runFromJson(
            R"({"traceEvents":[{"ph":"X","cat":"python_function","name":"a/b (1).py(12): f(x): y","pid":1,"tid":1,
        "ts":0,"dur":9},{"ph":"X","cat":"python_function","name":"<built-in method len>","pid":1,"tid":1,"ts":1,"dur":2}]})")
            .run});
    EXPECT_EQ(asked.rows("SELECT file, line, function, depth FROM frame ORDER BY depth"),
              (Rows{{"a/b (1).py", "12", "f(x): y", "0"}, {"NULL", "NULL", "NULL", "1"}}));
}

TEST(Sql, countersAndFlowsHaveTheirTimes)
{
    TraceText trace = smallTrace();
    trace.flow("ac2g", 5, 1, 12, 0, 30);
    const std::string events = trace.json();
    Asked asked(
        std::vector<RunPtr>{runFromJson(R"({"traceEvents":[{"ph":"C","name":"load","pid":1,"ts":7,"args":{"cpu":0.5}},
            {"ph":"C","name":"load","pid":1,"ts":9,"args":{"cpu":1}},)" +
                                        events.substr(1) + "}")
                                .run});
    EXPECT_EQ(asked.rows("SELECT name, key, time_ns, value FROM counter WHERE time_ns > 8000"),
              (Rows{{"load", "cpu", "9000", "1.0"}}));
    EXPECT_EQ(asked.rows("SELECT kind, time_ns, flow FROM flow WHERE category = 'ac2g' ORDER BY time_ns"),
              (Rows{{"start", "12000", "5"}, {"end", "30000", "5"}}));
}

TEST(Sql, busyIsTheLengthOfTheUnionInAnyOrder)
{
    Asked asked({smallTrace()});
    const std::string intervals = "(VALUES (10, 20), (15, 18), (40, 50), (0, 12), (48, 60), (NULL, 7))";
    EXPECT_EQ(asked.one("SELECT busy(column1, column2) FROM " + intervals), "40");
    EXPECT_EQ(asked.one("SELECT busy(column1, column2) FROM (SELECT * FROM " + intervals + " ORDER BY 1)"), "40");
    EXPECT_EQ(asked.one("SELECT busy(start_ns, end_ns) FROM gpu WHERE name = 'none'"), "NULL");
    EXPECT_NE(asked.one("SELECT busy(2, 1)").find("an end lies before its begin"), std::string::npos);
}

TEST(Sql, percentilesAreThoseOfAllTables)
{
    Asked asked({smallTrace()});
    const std::string values = "(VALUES (4), (1), (3), (2), (NULL))";
    EXPECT_EQ(asked.one("SELECT percentile(column1, 50) FROM " + values), "3") << "2.5 to whole ns";
    EXPECT_EQ(asked.one("SELECT percentile(column1 * 1.0, 50) FROM " + values), "2.5");
    EXPECT_EQ(asked.one("SELECT percentile(column1, 95) FROM " + values), "4");
    EXPECT_EQ(asked.one("SELECT percentile(column1, 0) FROM " + values), "1");
    EXPECT_EQ(asked.one("SELECT percentile(column1, 25) FROM (VALUES (1), (2.5), (3), (4))"), "1.75");
    EXPECT_EQ(asked.one("SELECT percentile(1, 50) WHERE 0"), "NULL");
    for (const char *wrong : {"-1", "101", "column1"})
        EXPECT_NE(asked.one("SELECT percentile(column1, " + std::string(wrong) + ") FROM " + values).find("0 to 100"),
                  std::string::npos)
            << wrong;
}

TEST(Sql, intervalsAreCompared)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.rows("SELECT overlap(0, 10, 5, 20), overlap(0, 5, 5, 9), overlap(0, NULL, 1, 2)"),
              (Rows{{"5", "0", "NULL"}}));
    EXPECT_EQ(asked.rows("SELECT in_range(0, 10, 9, 20), in_range(0, 10, 10, 20), in_range(5, 5, 5, 9), "
                         "in_range(9, 9, 5, 9), in_range(NULL, 1, 2, 3)"),
              (Rows{{"1", "0", "1", "0", "NULL"}}));
    EXPECT_EQ(asked.one("SELECT overlap(-9223372036854775807, 9223372036854775807, -9223372036854775807, "
                        "9223372036854775807)"),
              "9223372036854775807");
}

TEST(Sql, namesHaveShortFullAndStage)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.one("SELECT short_name('void ns::gemm<int, float>(float *)')"), "ns::gemm");
    EXPECT_EQ(asked.one("SELECT length(short_name('" + std::string(300, 'x') + "', 20))"), "20");
    EXPECT_EQ(asked.one("SELECT full_name('_Z3fooi')"), "foo(int)");
    EXPECT_EQ(asked.one("SELECT stage('ncclDevKernel_Broadcast')"), "communication");
    EXPECT_EQ(asked.rows("SELECT short_name(NULL), stage(NULL), full_name(NULL)"), (Rows{{"NULL", "NULL", "NULL"}}));
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE stage <> stage(name)"), "0");
}

TEST(Sql, namesAreFoundByRegex)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.rows("SELECT name FROM gpu WHERE name REGEXP '^GEMM_' OR name REGEXP 'rphan$' ORDER BY id"),
              (Rows{{"gemm_kernel"}, {"orphan"}}));
    EXPECT_EQ(asked.one("SELECT NULL REGEXP 'a'"), "NULL");
    EXPECT_NE(asked.one("SELECT name REGEXP '(' FROM gpu").find("REGEXP: "), std::string::npos);
    EXPECT_NE(asked.one("SELECT '" + std::string(60, 'a') + "' REGEXP '(a+)+[bc]'").find("too many steps"),
              std::string::npos)
        << "giving up is no answer";
    EXPECT_EQ(asked.rows("SELECT column1 REGEXP column2 FROM (VALUES ('ab', 'a.'), ('ab', 'x'))"), (Rows{{"1"}, {"0"}}))
        << "each row its own";
}

TEST(Sql, aRangeCostsWhatItHolds)
{
    Asked asked({manyKernels()});
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns >= 102000 AND start_ns < 132000"), "3");
    EXPECT_EQ(asked.visited, 3u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM slice WHERE start_ns BETWEEN 102000 AND 121999"), "4");
    EXPECT_EQ(asked.visited, 4u) << "on all rows of the timeline";
    EXPECT_EQ(asked.one("SELECT count(*) FROM slice WHERE start_ns < 105000 AND end_ns > 101000"), "1");
    EXPECT_LE(asked.visited, 1u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM launch WHERE start_ns = 100000"), "1");
    EXPECT_EQ(asked.visited, 1u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns > 5 AND start_ns < 4"), "0");
    EXPECT_EQ(asked.visited, 0u);
}

TEST(Sql, aKeyCostsItsRows)
{
    Asked asked({manyKernels()});
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE name = 'b'"), "20");
    EXPECT_EQ(asked.visited, 20u);
    EXPECT_EQ(asked.one("SELECT name FROM gpu WHERE id = 4"), "b");
    EXPECT_EQ(asked.visited, 1u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE name = 'nowhere'"), "0");
    EXPECT_EQ(asked.visited, 0u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE name IN ('a', 'c')"), "40");
    EXPECT_EQ(asked.visited, 40u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM launch l JOIN gpu g ON g.launch = l.id"), "60");
    EXPECT_LE(asked.visited, 120u) << "each launch and each kernel once";
}

TEST(Sql, groupingByAKeySortsNothing)
{
    Asked asked({manyKernels()});
    EXPECT_EQ(asked.rows("SELECT name, count(*), sum(duration_ns) FROM gpu GROUP BY name"),
              (Rows{{"a", "20", "100000"}, {"b", "20", "100000"}, {"c", "20", "100000"}}));
    const auto hasSorter = [&](const std::string &sql) {
        for (const auto &row : asked.rows("EXPLAIN QUERY PLAN " + sql))
            if (row.back().find("TEMP B-TREE") != std::string::npos)
                return true;
        return false;
    };
    EXPECT_FALSE(hasSorter("SELECT name, count(*) FROM gpu GROUP BY name"));
    EXPECT_FALSE(hasSorter("SELECT * FROM gpu ORDER BY start_ns"));
    EXPECT_FALSE(hasSorter("SELECT * FROM gpu ORDER BY start_ns DESC"));
    EXPECT_EQ(asked.rows("SELECT id FROM gpu ORDER BY start_ns DESC LIMIT 2"), (Rows{{"59"}, {"58"}}));
    EXPECT_EQ(asked.rows("SELECT id FROM gpu WHERE start_ns < 30000 ORDER BY id DESC"), (Rows{{"2"}, {"1"}, {"0"}}));
    EXPECT_EQ(asked.rows("SELECT id FROM gpu WHERE name = 'b' ORDER BY id DESC LIMIT 2"), (Rows{{"58"}, {"55"}}));
    EXPECT_TRUE(hasSorter("SELECT * FROM gpu ORDER BY duration_ns DESC"));
    EXPECT_EQ(asked.rows("SELECT name, max(start_ns) AS last FROM gpu GROUP BY name ORDER BY last DESC"),
              (Rows{{"c", "592000"}, {"b", "582000"}, {"a", "572000"}}));
    EXPECT_EQ(asked.rows("SELECT DISTINCT name FROM gpu ORDER BY name DESC"), (Rows{{"c"}, {"b"}, {"a"}}));
    EXPECT_EQ(asked.rows("SELECT name FROM slice WHERE start_ns > 585000 ORDER BY name DESC"),
              (Rows{{"cudaLaunchKernel"}, {"c"}}));
    EXPECT_EQ(asked.rows("SELECT DISTINCT name FROM gpu"), (Rows{{"a"}, {"b"}, {"c"}}));
    const std::string range =
        " FROM slice WHERE start_ns >= 100000 AND start_ns < 140000 AND kind = 'kernel' GROUP BY name";
    EXPECT_FALSE(hasSorter("SELECT name, count(*)" + range));
    EXPECT_EQ(asked.rows("SELECT name, count(*), min(start_ns), max(start_ns)" + range),
              (Rows{{"a", "1", "122000", "122000"}, {"b", "2", "102000", "132000"}, {"c", "1", "112000", "112000"}}));
    EXPECT_LE(asked.visited, 16u) << "the range alone, to find and to give";
    EXPECT_EQ(asked.rows("SELECT name, max(start_ns) FROM gpu WHERE stream = '7' AND start_ns > 580000 GROUP BY name"),
              (Rows{{"b", "582000"}, {"c", "592000"}}));
}

TEST(Sql, unknownKeysAreAGroupOfTheirOwn)
{
    TraceText trace = manyKernels(4);
    trace.kernel(900, 500, 3, "alone");
    Asked asked({trace});
    EXPECT_EQ(asked.rows("SELECT launch, count(*) FROM gpu GROUP BY launch"),
              (Rows{{"NULL", "1"}, {"0", "1"}, {"1", "1"}, {"2", "1"}, {"3", "1"}}));
    EXPECT_EQ(asked.rows("SELECT launch, count(*) FROM gpu WHERE start_ns >= 30000 GROUP BY launch"),
              (Rows{{"NULL", "1"}, {"3", "1"}}));
    EXPECT_EQ(asked.rows("SELECT launch FROM gpu WHERE start_ns >= 20000 ORDER BY launch DESC"),
              (Rows{{"3"}, {"2"}, {"NULL"}}));
}

TEST(Sql, plansOfSeveralWaysLoseNoRow)
{
    Asked asked({manyKernels()});
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE id = 3 OR name = 'a' OR start_ns < 22000"), "21");
    EXPECT_EQ(asked.one("SELECT count(*) FROM slice WHERE name = 'a' OR name = 'b' OR name = 'cudaLaunchKernel'"),
              "100");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE name LIKE 'A%'"), "20") << "LIKE knows no case";
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE name GLOB 'A*'"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE name = 'A' COLLATE NOCASE"), "20");
}

TEST(Sql, valuesCompareAsInATableOfSQLite)
{
    Asked asked({manyKernels()});
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns = '12000'"), "1");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns = 12000.0"), "1");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns = 12000.5"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns > 11999.5 AND start_ns < 12000.5"), "1");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns < 'text'"), "60");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns > 'text'"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns < 1e300"), "60");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns > -1e300"), "60");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns > 9223372036854775807"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE start_ns < NULL"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE device = 0"), "60");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE device = '0'"), "60");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE device = x'30'"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE launch = '7'"), "1");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE launch = -1"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE launch = 4294967295"), "0");
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu WHERE id = 'x'"), "0");
}

/// Whatever way to the rows is taken, they are those that SQLite finds by looking at all of them.
TEST(Sql, everyWayToTheRowsFindsTheSame)
{
    std::mt19937 random(7);
    const auto upTo = [&](int n) { return int(random() % unsigned(n)); };
    TraceText trace;
    trace.annotation("ProfilerStep#1", 1, 0, 2000).annotation("ProfilerStep#2", 1, 2000, 2000);
    for (int i = 0; i < 150; ++i) {
        trace.op("aten::o" + std::to_string(upTo(3)), 1, 20 * i, 15);
        trace.launch(1, 20 * i + 3, i + 1)
            .kernel(i + 1, 20 * i + 5 + upTo(40), 1 + upTo(200), std::string(1, char('a' + upTo(4))));
    }
    Asked asked({trace});
    struct Column
    {
        const char *name;
        int values;
        bool isText;
    };
    const std::vector<Column> columns[] = {
        {{"start_ns", 3'000'000, false},
         {"end_ns", 3'000'000, false},
         {"launch", 150, false},
         {"name", 5, true},
         {"step", 3, false},
         {"id", 150, false}},
        {{"start_ns", 3'000'000, false}, {"end_ns", 3'000'000, false}, {"name", 5, true}, {"id", 500, false}}};
    const char *ops[] = {"=", "<", "<=", ">", ">="};
    for (int round = 0; round < 400; ++round) {
        const size_t table = round % 2;
        std::string pushed, plain;
        for (int k = 0, count = 1 + upTo(3); k < count; ++k) {
            const Column &column = columns[table][size_t(upTo(int(columns[table].size())))];
            const std::string value = column.isText
                                          ? "'" + std::string(1, char('a' + upTo(column.values))) + "'"
                                          : std::to_string(upTo(column.values) / (column.values > 1000 ? 1000 : 1) *
                                                           (column.values > 1000 ? 1000 : 1));
            const std::string op = column.isText || column.values < 1000 ? "=" : ops[upTo(5)];
            pushed += (k ? " AND " : "") + std::string(column.name) + ' ' + op + ' ' + value;
            plain += (k ? " AND +" : "+") + std::string(column.name) + ' ' + op + ' ' + value;
        }
        const std::string select = std::string("SELECT id FROM ") + (table ? "slice" : "gpu") + " WHERE ";
        EXPECT_EQ(asked.rows(select + pushed + " ORDER BY id"), asked.rows(select + plain + " ORDER BY id")) << pushed;
    }
}

TEST(Sql, argumentsAreReadFromTheFile)
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("a.json")).toStdString();
    QFile file(QString::fromStdString(path));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2,"args":{
        "device":0,"stream":7,"note":"it's","ratio":0.5,"list":[1,2],"yes":true,"big":18446744073709551615}}]})");
    file.close();
    Progress progress;
    const auto run = loadRun(QString::fromStdString(path), progress);
    ASSERT_TRUE(run);
    Asked asked(std::vector<RunPtr>{*run});
    EXPECT_EQ(asked.rows("SELECT key, value, type FROM gpu, args(gpu.slice)"),
              (Rows{{"device", "0", "number"},
                    {"stream", "7", "number"},
                    {"note", "it's", "string"},
                    {"ratio", "0.5", "number"},
                    {"list", "[1,2]", "array"},
                    {"yes", "1", "boolean"},
                    {"big", "18446744073709551615", "number"}}));
    EXPECT_EQ(asked.one("SELECT (SELECT value FROM args(g.slice) WHERE key = 'ratio') FROM gpu g"), "0.5");
    EXPECT_TRUE(asked.rows("SELECT * FROM args(77)").empty()) << "no such slice";
    EXPECT_TRUE(asked.rows("SELECT * FROM args(NULL)").empty());
    EXPECT_NE(asked.one("SELECT * FROM args").find("args needs the id of a slice"), std::string::npos);
    QFile::remove(QString::fromStdString(path));
    EXPECT_NE(asked.one("SELECT * FROM args(0)").find("error: args: "), std::string::npos);
}

TEST(Sql, totalsAreTheSumsOfTheSlicesThatBeginInARange)
{
    Asked asked({smallTrace(), manyKernels()});
    for (const std::string run : {"a.", "b."})
        for (const auto &[from, to] : std::vector<std::pair<std::string, std::string>>{
                 {"0", "100000"}, {"10000", "12000"}, {"10000.5", "12000.5"}, {"-5", "1"}, {"12000", "10000"}}) {
            const std::string where = " WHERE start_ns >= " + from + " AND start_ns < " + to;
            EXPECT_EQ(asked.rows("SELECT * FROM " + run + "totals(" + from + ", " + to + ") ORDER BY name, category"),
                      asked.rows("SELECT name, category, kind, count(*), sum(duration_ns), min(duration_ns), "
                                 "max(duration_ns) FROM " +
                                 run + "slice" + where + " GROUP BY name, category ORDER BY name, category"))
                << run << where;
        }
    EXPECT_EQ(asked.one("SELECT sum(calls) FROM totals"), asked.one("SELECT count(*) FROM slice"));
    EXPECT_EQ(asked.one("SELECT sum(total_ns) FROM b.totals(200000)"),
              asked.one("SELECT sum(duration_ns) FROM b.slice WHERE start_ns >= 200000"));
    EXPECT_EQ(asked.one("SELECT total_ns FROM b.totals WHERE to_ns = 13000 AND name = 'b'"), "5000");
    EXPECT_TRUE(asked.rows("SELECT * FROM totals(NULL, 5)").empty());
    EXPECT_EQ(asked.one("SELECT count(*) FROM step s, totals(s.start_ns, s.end_ns) t WHERE t.kind = 'kernel'"),
              asked.one("SELECT count(DISTINCT g.name) FROM step s JOIN gpu g ON g.start_ns >= s.start_ns AND "
                        "g.start_ns < s.end_ns"));
    EXPECT_NE(asked.one("SELECT * FROM totals('a')").find("totals(0, 1000000)"), std::string::npos);
}

TEST(Sql, totalsOfARunWithoutSlicesSayThatNothingIsKnown)
{
    Asked asked(std::vector<RunPtr>{std::make_shared<const ws::Run>()});
    SqlTexts texts;
    const auto outcome = asked.database->query("SELECT sum(calls) FROM totals(0, 10)", texts);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->emptyTables, std::vector<std::string>{"slice"});
}

TEST(Sql, bothSidesOfAPairAreAsked)
{
    Asked asked({manyKernels(6), manyKernels(9)});
    EXPECT_EQ(
        asked.rows("SELECT (SELECT count(*) FROM a.gpu), (SELECT count(*) FROM b.gpu), (SELECT count(*) FROM gpu)"),
        (Rows{{"6", "9", "6"}}));
    EXPECT_EQ(asked.rows("SELECT name, a.n, b.n FROM (SELECT name, count(*) n FROM a.gpu GROUP BY name) a "
                         "JOIN (SELECT name, count(*) n FROM b.gpu GROUP BY name) b USING(name)"),
              (Rows{{"a", "2", "3"}, {"b", "2", "3"}, {"c", "2", "3"}}));
}

TEST(Sql, nothingIsWrittenAttachedOrLoaded)
{
    Asked asked({smallTrace()});
    for (const char *hostile : {"ATTACH '/tmp/x.db' AS x",
                                "DETACH main",
                                "CREATE TABLE t(a)",
                                "CREATE TEMP TABLE t(a)",
                                "CREATE VIEW v AS SELECT 1",
                                "CREATE VIRTUAL TABLE t USING fts5(x)",
                                "DROP TABLE gpu",
                                "DELETE FROM gpu",
                                "INSERT INTO gpu(id) VALUES(1)",
                                "UPDATE gpu SET name = 'x'",
                                "ALTER TABLE gpu RENAME TO x",
                                "VACUUM INTO '/tmp/x.db'",
                                "REINDEX",
                                "ANALYZE",
                                "PRAGMA journal_mode=WAL",
                                "PRAGMA writable_schema=1",
                                "PRAGMA temp_store_directory='/tmp'",
                                "BEGIN",
                                "COMMIT",
                                "SAVEPOINT s",
                                "SELECT load_extension('x')",
                                "SELECT fts3_tokenizer('simple')",
                                "INSERT INTO sqlite_master VALUES(1,2,3,4,5)",
                                "DELETE FROM sqlite_schema",
                                "SELECT * FROM dbstat",
                                "SELECT * FROM pragma_journal_mode"}) {
        SqlTexts texts;
        const auto outcome = asked.database->query(hostile, texts);
        ASSERT_FALSE(outcome) << hostile;
        EXPECT_TRUE(outcome.error().kind == ErrorKind::Unsupported || outcome.error().kind == ErrorKind::Malformed)
            << hostile;
        EXPECT_TRUE(texts.rows.empty()) << hostile;
    }
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu"), "3");
    EXPECT_NE(asked.one("ATTACH '/tmp/x.db' AS x").find("other databases cannot be attached"), std::string::npos);
}

TEST(Sql, whatOnlyReadsIsAllowed)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.one("SELECT value FROM json_each('[4,5]') LIMIT 1 OFFSET 1"), "5") << "as the first query";
    EXPECT_EQ(asked.one("SELECT count(*) > 10 FROM pragma_table_info('gpu')"), "1");
    EXPECT_FALSE(asked.rows("PRAGMA table_info(gpu)").empty());
    EXPECT_EQ(
        asked.one("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 5) SELECT max(x) FROM c"),
        "5");
    EXPECT_EQ(asked.one("SELECT count(*) FROM sqlite_schema WHERE name = 'gpu'"), "1");
    EXPECT_EQ(asked.one("SELECT round(sqrt(16)) || upper('x')"), "4.0X");
    EXPECT_EQ(asked.one("SELECT sum(duration_ns) OVER (ORDER BY start_ns) FROM gpu LIMIT 1"), "10000");
}

TEST(Sql, errorsSayWhere)
{
    Asked asked({smallTrace()});
    EXPECT_EQ(asked.one("SELECT 1,\n  nme FROM gpu"), "error: line 2, column 3: no such column: nme");
    EXPECT_EQ(asked.one("SELECT \"x\" FROM gpu"), "error: line 1, column 8: no such column: x") << "no text by mistake";
    EXPECT_NE(asked.one("SELEC 1").find("line 1, column 1: near"), std::string::npos);
    EXPECT_EQ(asked.one(""), "error: the query is empty");
    EXPECT_EQ(asked.one("-- only a comment"), "error: the query is empty");
    EXPECT_EQ(asked.one("SELECT 1; -- that is all\n"), "1");
    EXPECT_EQ(asked.one("SELECT 1; SELECT 2"),
              "error: line 1, column 10: a second query begins; one at a time is answered");
    EXPECT_EQ(asked.one("SELECT sum(9223372036854775807 + column1) FROM (VALUES (0), (0))"), "error: integer overflow");
}

TEST(Sql, tablesWithoutAnyRowAreNamed)
{
    Asked asked(std::vector<RunPtr>{
        runFromJson(R"({"traceEvents":[{"ph":"X","cat":"x","name":"a","pid":1,"tid":1,"ts":0,"dur":9}]})").run});
    const auto emptyOf = [&](const std::string &sql) {
        SqlTexts texts;
        const auto outcome = asked.database->query(sql, texts);
        return outcome ? outcome->emptyTables : std::vector<std::string>{"error"};
    };
    EXPECT_EQ(emptyOf("SELECT sum(duration_ns) FROM gpu"), std::vector<std::string>{"gpu"});
    EXPECT_EQ(emptyOf("SELECT count(*) FROM slice WHERE name = 'other'"), std::vector<std::string>()) << "it has rows";
    EXPECT_EQ(emptyOf("SELECT (SELECT count(*) FROM gap), (SELECT count(*) FROM collective)"),
              (std::vector<std::string>{"gap", "collective"}));
    EXPECT_EQ(emptyOf("SELECT 1"), std::vector<std::string>()) << "nothing is left of the query before";
    SqlTexts texts;
    Asked busy({manyKernels()});
    EXPECT_TRUE(busy.database->query("SELECT count(*) FROM collective", texts)->emptyTables.empty())
        << "that there is no communication among the work is an answer";
    EXPECT_EQ(busy.database->query("SELECT count(*) FROM module", texts)->emptyTables,
              std::vector<std::string>{"module"});
    Asked pair({smallTrace(), TraceText()});
    EXPECT_EQ(pair.database->query("SELECT count(*) FROM a.gpu, b.gpu", texts)->emptyTables,
              std::vector<std::string>{"b.gpu"});
}

TEST(Sql, limitsAreKeptAndSaid)
{
    Asked asked({manyKernels()});
    EXPECT_EQ(asked.rows("SELECT * FROM gpu", {10}).size(), 10u);
    EXPECT_TRUE(asked.isCut);
    EXPECT_EQ(asked.rows("SELECT * FROM gpu", {60}).size(), 60u);
    EXPECT_FALSE(asked.isCut) << "there are no more";
    EXPECT_EQ(asked.rows("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c", {5}).size(),
              5u);
    const SqlLimits little{0, 1 << 20};
    EXPECT_EQ(asked.kindOfError("SELECT count(*) FROM (SELECT DISTINCT g.id * 1000 + h.id * 60 + i.id, zeroblob(500) "
                                "FROM gpu g, gpu h, gpu i)",
                                little),
              ErrorKind::OutOfMemory);
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu"), "60") << "and it goes on";
    EXPECT_EQ(asked.kindOfError("SELECT length(zeroblob(999999999))"), ErrorKind::TooLarge);
    EXPECT_EQ(asked.kindOfError("SELECT '" + std::string(1'000'000, 'x') + "'"), ErrorKind::TooLarge);
}

TEST(Sql, aQueryIsCancelledWhileItSteps)
{
    Asked asked({manyKernels(300)});
    for (const char *endless :
         {"SELECT count(*) FROM gpu a, gpu b, gpu c, gpu d", "SELECT sum(a.id) FROM slice a, slice b, slice c, slice d",
          "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"}) {
        Progress progress;
        std::thread other([&progress] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            progress.cancel();
        });
        SqlTexts texts;
        const auto outcome = asked.database->query(endless, texts, {}, &progress);
        other.join();
        ASSERT_FALSE(outcome) << endless;
        EXPECT_EQ(outcome.error().kind, ErrorKind::Cancelled) << endless;
    }
    Progress cancelled;
    cancelled.cancel();
    SqlTexts texts;
    const auto outcome = asked.database->query("SELECT step, stage, layer, flop FROM gpu", texts, {}, &cancelled);
    ASSERT_FALSE(outcome) << "while what it needs is computed";
    EXPECT_EQ(outcome.error().kind, ErrorKind::Cancelled);
    EXPECT_EQ(asked.one("SELECT count(step) FROM gpu"), asked.one("SELECT count(*) FROM gpu WHERE step >= 0"));
}

TEST(Sql, aResultCanBeLeftHalfway)
{
    struct OneRow : SqlTexts
    {
        bool add(std::span<const SqlCell> row) override { return SqlTexts::add(row) && false; }
    };
    Asked asked({manyKernels()});
    OneRow rows;
    ASSERT_TRUE(asked.database->query("SELECT * FROM gpu", rows));
    EXPECT_EQ(rows.rows.size(), 1u);
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu"), "60");
}

/// The SQL of docs/sql.md, each query with the line it begins in.
std::vector<std::pair<qsizetype, QString>> documentedQueries(const QString &document)
{
    std::vector<std::pair<qsizetype, QString>> queries;
    const QString opening = QStringLiteral("```sql\n");
    for (qsizetype at = document.indexOf(opening); at >= 0; at = document.indexOf(opening, at)) {
        at += opening.size();
        queries.emplace_back(1 + document.left(at).count(u'\n'),
                             document.mid(at, document.indexOf(QLatin1String("```"), at) - at));
    }
    return queries;
}

TEST(Sql, whatTheDocumentSaysHolds)
{
    QFile file(QStringLiteral(WARPSCOPE_SOURCE_DIR "/docs/sql.md"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QString document = QString::fromUtf8(file.readAll());
    Progress progress;
    const auto sample =
        loadRun(QStringLiteral(WARPSCOPE_SOURCE_DIR "/resources/sample/sample-decode.pt.trace.json.gz"), progress);
    ASSERT_TRUE(sample);
    Asked asked(std::vector<RunPtr>{*sample, *sample});
    const auto queries = documentedQueries(document);
    EXPECT_GE(queries.size(), 40u);
    size_t empty = 0;
    for (const auto &[line, sql] : queries) {
        const Rows rows = asked.rows(sql.toStdString());
        empty += rows.empty();
        EXPECT_FALSE(!rows.empty() && rows.front().front().starts_with("error"))
            << "line " << line << ": " << rows.front().front();
    }
    EXPECT_LE(empty, 2u) << "a pair of one file has no new kernels";
    for (const QString &line : tableMarkdown(wholeTable(sqlSchemaReport())).split(u'\n'))
        EXPECT_TRUE(document.contains(line)) << line.toStdString();
}

TEST(Sql, theQuestionsOfTheDocumentAreTheExamples)
{
    const auto &questions = sqlQuestions();
    EXPECT_GE(questions.size(), 46u);
    for (const SqlQuestion &question : questions) {
        EXPECT_FALSE(question.section.empty() || question.text.empty()) << question.sql;
        EXPECT_EQ(question.sql.find("```"), std::string::npos);
    }
    EXPECT_EQ(questions.front().text, "Which kernels take the most GPU time?");
    EXPECT_EQ(std::ranges::count_if(questions, &SqlQuestion::isOfPair), 2);
    const RunPtr empty = runFromJson(R"({"traceEvents":[{"ph":"X","name":"f","pid":1,"tid":1,"ts":1,"dur":1}]})").run;
    EXPECT_FALSE(hasTablesOf(*empty, questions.front().sql));
    EXPECT_TRUE(hasTablesOf(*empty, "SELECT name FROM slice"));
}

TEST(Sql, theWordsOfAQueryAreThoseOfTheTables)
{
    const SqlWords &words = sqlWords();
    const auto has = [](const std::vector<std::string> &all, const char *word) {
        return std::ranges::find(all, word) != all.end();
    };
    EXPECT_TRUE(has(words.tables, "gpu"));
    EXPECT_TRUE(has(words.tables, "args"));
    EXPECT_TRUE(has(words.columns, "duration_ns"));
    EXPECT_TRUE(has(words.functions, "busy"));
    EXPECT_TRUE(has(words.keywords, "SELECT"));
}

TEST(Sql, aResultThatIsTooLargeIsCut)
{
    Asked asked({smallTrace()});
    const auto result = sqlResult(*asked.database,
                                  "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 400) "
                                  "SELECT printf('%.*c', 1000000, 'x') AS t, x FROM n",
                                  {}, nullptr);
    ASSERT_TRUE(result) << result.error().text().toStdString();
    EXPECT_TRUE(result->outcome.isCut);
    EXPECT_LT(result->rowCount(), 300u);
    EXPECT_GT(result->rowCount(), 100u);
}

/// Words of the documented queries, left out, doubled and exchanged at random.
TEST(Sql, damagedQueriesHaveAnAnswerOrAnError)
{
    QFile file(QStringLiteral(WARPSCOPE_SOURCE_DIR "/docs/sql.md"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto queries = documentedQueries(QString::fromUtf8(file.readAll()));
    Asked asked({smallTrace(), smallTrace()});
    std::mt19937 random(11);
    const auto upTo = [&](qsizetype n) { return qsizetype(random() % unsigned(n)); };
    size_t answers = 0;
    for (int round = 0; round < 1500; ++round) {
        const QString &query = queries[size_t(upTo(qsizetype(queries.size())))].second;
        if (query.contains(QLatin1String("RECURSIVE"))) // damaged, it may have no end
            continue;
        QStringList words = query.split(u' ');
        for (qsizetype k = 0, count = 1 + upTo(3); k < count; ++k) {
            const qsizetype at = upTo(words.size()), other = upTo(words.size());
            switch (upTo(4)) {
            case 0:
                words[at].clear();
                break;
            case 1:
                words.insert(at, words[other]);
                break;
            case 2:
                words.swapItemsAt(at, other);
                break;
            default:
                words[at] = words[at].left(words[at].size() / 2) + QChar(ushort(upTo(0x300)));
            }
        }
        const Rows rows = asked.rows(words.join(u' ').toStdString(), {100, 1 << 24});
        answers += rows.empty() || !rows.front().front().starts_with("error");
    }
    EXPECT_GT(answers, 20u) << "others are errors";
    EXPECT_EQ(asked.one("SELECT count(*) FROM gpu"), "3");
}

TEST(SqlViews, aViewIsUsedLikeATable)
{
    const RunPtr run = runFromJson(R"({"traceEvents":)" + manyKernels(6).json() + "}").run;
    const auto database = SqlDatabase::open({run}, defaultMapping(), {},
                                            {{"slow", "SELECT id, name FROM gpu WHERE name = 'a'; "},
                                             {"slower", "SELECT id FROM slow WHERE id > 0 -- of a view"},
                                             {"broken", "SELECT FROM"},
                                             {"two", "SELECT 1; DROP VIEW slow"},
                                             {"gpu", "SELECT 7 AS id"},
                                             {"deed", "SELECT load_extension('none')"}});
    ASSERT_TRUE(database);
    const auto rows = [&](const std::string &sql) -> std::string {
        SqlTexts texts;
        const auto outcome = (*database)->query(sql, texts);
        std::string all = outcome ? "" : "error";
        for (const auto &row : texts.rows)
            all += row.front() + ' ';
        return all;
    };
    EXPECT_EQ(rows("SELECT id FROM slow ORDER BY id"), "0 3 ");
    EXPECT_EQ(rows("SELECT id FROM slower"), "3 ");
    EXPECT_EQ(rows("SELECT count(*) FROM gpu"), "6 ") << "a view hides no table";
    EXPECT_EQ(rows("SELECT * FROM broken"), "error");
    EXPECT_EQ(rows("SELECT * FROM two"), "error") << "nothing of a text with two queries is kept";
    EXPECT_EQ(rows("SELECT * FROM deed"), "error") << "the authoriser looks into views as well";
    EXPECT_EQ(rows("CREATE TEMP VIEW more AS SELECT 1"), "error");
    EXPECT_EQ(rows("DROP VIEW slow"), "error");
    EXPECT_EQ(rows("SELECT id FROM slow ORDER BY id"), "0 3 ");
}

TEST(SqlViews, namesAreWordsThatHideNothing)
{
    for (const char *name : {"slow", "_x", "gpu_2", "慢"})
        EXPECT_TRUE(isSqlViewName(name)) << name;
    for (const char *name : {"", "2x", "a b", "a\"b", "gpu", "GPU", "args", "select", "json_each", "sqlite_master",
                             "pragma_table_info", "a;b"})
        EXPECT_FALSE(isSqlViewName(name)) << name;
    EXPECT_FALSE(isSqlViewName(std::string(61, 'x')));
}

} // namespace tst_sql
