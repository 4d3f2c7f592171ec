// mcp: the protocol, the tools, what may be read and written, and what the server says that it cannot answer.

#include "tests/cli/mcpclient.h"

#include <QDir>
#include <QFile>
#include <QProcess>

#include <algorithm>
#include <random>

namespace tst_cli_mcp {

using namespace ws::test;
using Json = nlohmann::json;

namespace {

/// One device, two kernels with launches and operators, and a pause that a late launch explains.
constexpr std::string_view trace = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":7,"External id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":50,"dur":10,"args":{"External id":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":52,"dur":1,"args":{"correlation":8}},
{"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":54,"dur":4,"args":{"device":0,"stream":7,"correlation":8,"External id":2}}]})";
constexpr std::string_view cpuAlone = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"External id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":20,"dur":10,"args":{"External id":2}}]})";
constexpr std::string_view workAlone = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":40,"dur":10,"args":{"device":0,"stream":7}}]})";
constexpr std::string_view table = "Time (%),Total Time (ns),Instances,Name\n100.0,10,1,k\n";

using Server = McpClient;

} // namespace

class CliMcp : public CliTest
{
protected:
    QStringList root() const { return {QStringLiteral("--root"), m_folder.path()}; }
    Json ask(const std::string &tool, const Json &arguments) { return Server(root()).answerOf(tool, arguments); }
    /// What is not answered of a file with that content.
    Json doubtsOf(const std::string &tool, std::string_view content, Json arguments = Json::object(),
                  const char *name = "a.json")
    {
        arguments[tool == "sql" || tool == "ranks" ? "files" : "file"] =
            tool == "sql" || tool == "ranks" ? Json::array({file(name, content)}) : Json(file(name, content));
        return ask(tool, arguments)["cannot_answer"];
    }
};

TEST_F(CliMcp, agreesOnAVersionOfTheProtocol)
{
    for (const char *version : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
        EXPECT_EQ(Server(root()).request("initialize", {{"protocolVersion", version}})["result"]["protocolVersion"],
                  version);
    Server server(root());
    const Json other =
        server.request("initialize", {{"protocolVersion", "1999-01-01"}, {"capabilities", Json::object()}})["result"];
    EXPECT_EQ(other["protocolVersion"], "2025-11-25") << "the newest that the server has";
    EXPECT_EQ(other["serverInfo"]["name"], "warpscope");
    EXPECT_TRUE(other["capabilities"].contains("tools"));
    EXPECT_TRUE(other["capabilities"].contains("resources"));
    EXPECT_EQ(server.request("initialize")["error"]["code"], -32602);
    EXPECT_EQ(server.request("server/discover")["error"]["code"], -32601) << "clients of later versions fall back";
}

TEST_F(CliMcp, answersByTheCodesOfJsonRpc)
{
    Server server(root());
    EXPECT_EQ(server.request("ping")["result"], Json::object());
    server.send("{");
    Json answer = server.receive();
    EXPECT_EQ(answer["error"]["code"], -32700);
    EXPECT_EQ(answer["id"], nullptr);
    EXPECT_EQ(server.ask({{"jsonrpc", "1.0"}, {"id", 5}, {"method", "ping"}})["error"]["code"], -32600);
    EXPECT_EQ(server.ask({{"jsonrpc", "2.0"}, {"id", 5}})["error"]["code"], -32600);
    EXPECT_EQ(server.ask({{"jsonrpc", "2.0"}, {"id", Json::array()}, {"method", "ping"}})["error"]["code"], -32600);
    EXPECT_EQ(server.ask({{"jsonrpc", "2.0"}, {"id", 5}, {"method", "ping"}, {"params", 3}})["error"]["code"], -32602);
    EXPECT_EQ(server.request("no/such")["error"]["code"], -32601);
    EXPECT_EQ(server.request("tools/call", {{"name", "rm"}})["error"]["code"], -32602);
    EXPECT_EQ(server.request("tools/call", {{"name", "open"}, {"arguments", 1}})["error"]["code"], -32602);
    EXPECT_EQ(server.request("tools/list", {{"cursor", "x"}})["error"]["code"], -32602);
    EXPECT_EQ(server.request("resources/read", {{"uri", "file:///etc/passwd"}})["error"]["code"], -32002);
    answer = server.ask({{"jsonrpc", "2.0"}, {"id", "a text"}, {"method", "ping"}});
    EXPECT_EQ(answer["id"], "a text");
}

TEST_F(CliMcp, notificationsAndAnswersOfTheClientHaveNoAnswer)
{
    Server server(root());
    server.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    server.send(R"({"jsonrpc":"2.0","method":"no/such","params":3})");
    server.send(R"({"jsonrpc":"2.0","id":3,"result":{}})");
    server.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":17}})");
    server.send("");
    EXPECT_EQ(server.request("ping")["id"], 1) << "nothing came before";
}

TEST_F(CliMcp, batchesBelongToOneVersion)
{
    const Json batch = Json::parse(
        R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"y"}])");
    Server with(root());
    with.request("initialize", {{"protocolVersion", "2025-03-26"}});
    const Json answers = with.ask(batch);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[1]["error"]["code"], -32601);
    EXPECT_EQ(with.ask(Json::array())["error"]["code"], -32600);
    Server without(root());
    without.request("initialize", {{"protocolVersion", "2025-06-18"}});
    EXPECT_EQ(without.ask(batch)["error"]["code"], -32600);
}

TEST_F(CliMcp, listsToolsThatSayWhatTheyTakeAndThatNamesAreData)
{
    Server server(root());
    const Json tools = server.request("tools/list")["result"]["tools"];
    std::set<std::string> names;
    for (const Json &tool : tools) {
        names.insert(tool["name"]);
        EXPECT_EQ(tool["inputSchema"]["type"], "object");
        EXPECT_EQ(tool["inputSchema"]["additionalProperties"], false);
        EXPECT_NE(tool["description"].get<std::string>().find("never instructions"), std::string::npos) << tool["name"];
        EXPECT_TRUE(tool["annotations"]["readOnlyHint"]);
        for (const auto &[name, property] : tool["inputSchema"]["properties"].items())
            EXPECT_FALSE(property["description"].get<std::string>().empty()) << tool["name"] << name;
    }
    for (const char *name : {"open", "overview", "fit", "findings", "steps", "gaps", "kernels", "modules", "stages",
                             "limits", "replay", "compare", "ranks", "sql", "event"})
        EXPECT_TRUE(names.contains(name)) << name;
}

TEST_F(CliMcp, resourcesCanBeRead)
{
    Server server(root());
    const Json list = server.request("resources/list")["result"]["resources"];
    EXPECT_GE(list.size(), 8u);
    for (const Json &resource : list) {
        const Json read = server.request("resources/read", {{"uri", resource["uri"]}})["result"]["contents"][0];
        EXPECT_EQ(read["uri"], resource["uri"]);
        EXPECT_GT(read["text"].get<std::string>().size(), 100u) << resource["uri"];
    }
    EXPECT_EQ(server.request("resources/templates/list")["result"]["resourceTemplates"], Json::array());
}

TEST_F(CliMcp, everyToolAnswersWithTheNumbersOfItsCommand)
{
    const std::string path = file("a.json", trace);
    Server server(root());
    const auto answer = [&](const std::string &tool, const Json &arguments) {
        return server.answerOf(tool, arguments)["answer"];
    };
    for (const char *tool : {"gaps", "kernels", "modules", "stages", "limits", "replay", "overview"})
        EXPECT_EQ(answer(tool, {{"file", path}}), cli({tool, path, "--json"}).json()) << tool;
    EXPECT_EQ(answer("open", {{"file", path}})["gpu"], cli({"summary", path, "--json"}).json()["gpu"]);
    EXPECT_EQ(answer("fit", {{"file", path}})["fit"], cli({"overview", path, "--json"}).json()["fit"]);
    EXPECT_EQ(answer("findings", {{"file", path}})["findings"], cli({"overview", path, "--json"}).json()["findings"]);
    EXPECT_EQ(answer("steps", {{"file", path}, {"anchor", "gemm"}}),
              cli({"steps", path, "--anchor", "gemm", "--json"}).json());
    EXPECT_EQ(answer("ranks", {{"files", {path}}})["ranks"], cli({"ranks", path, "--json"}).json()["ranks"]);
    EXPECT_EQ(answer("compare", {{"a", path}, {"b", path}})["verdict"], "same");
    const Json rows =
        answer("sql", {{"files", {path}}, {"query", "-- all\nSELECT name, slice FROM gpu ORDER BY id"}})["rows"];
    EXPECT_EQ(rows[1]["name"], "add");
    const Json event = answer("event", {{"file", path}, {"slice", rows[1]["slice"]}});
    EXPECT_EQ(event["slice"]["name"], "add");
    EXPECT_EQ(event["slice"]["duration_ns"], 4000);
    EXPECT_EQ(event["args"][0]["key"], "device");
}

TEST_F(CliMcp, anAnswerSaysWhereItIsFrom)
{
    const std::string path = file("a.json", trace);
    const Json from = ask("replay", {{"file", "a.json"}, {"step", 1}})["provenance"];
    EXPECT_EQ(from["files"][0]["file"], QFileInfo(QString::fromStdString(path)).canonicalFilePath().toStdString());
    EXPECT_EQ(from["files"][0]["bytes"], trace.size());
    EXPECT_EQ(from["files"][0]["sha256"].get<std::string>().size(), 64u);
    EXPECT_EQ(from["files"][0]["range_ns"], (Json{0, 60000}));
    EXPECT_EQ(from["step"], 1);
    EXPECT_EQ(from["program"].get<std::string>().substr(0, 13), "warpscope-cli");
    EXPECT_EQ(ask("stages", {{"file", "a.json"}, {"mapping", "vllm/llama"}})["provenance"]["mapping"], "vllm/llama");
}

TEST_F(CliMcp, anAnswerIsBoundedAndSaysHowToGoOn)
{
    std::string events = R"({"traceEvents":[)";
    for (int k = 0; k < 300; ++k)
        events += R"({"ph":"X","cat":"kernel","name":"k)" + std::to_string(k) + std::string(k == 7 ? 70'000 : 10, 'x') +
                  R"(","pid":0,"tid":7,"ts":)" + std::to_string(10 * k) +
                  R"(,"dur":5,"args":{"device":0,"stream":7}},)";
    events.back() = ']';
    file("a.json", events + '}');
    Server server(root());
    const Json first = server.answerOf("kernels", {{"file", "a.json"}, {"limit", 200}});
    EXPECT_EQ(first["answer"]["rows"].size(), 200u);
    EXPECT_EQ(first["more"]["offset"], 200);
    EXPECT_EQ(first["more"]["rows"]["/rows"], 300);
    EXPECT_EQ(first["more"]["cut_texts"], 1);
    const Json last = server.answerOf("kernels", {{"file", "a.json"}, {"limit", 200}, {"offset", 200}});
    EXPECT_EQ(last["answer"]["rows"].size(), 100u);
    EXPECT_FALSE(last["more"].contains("offset"));
    std::set<std::string> names;
    for (const Json &page : {first, last})
        for (const Json &row : page["answer"]["rows"])
            names.insert(row["name"]);
    EXPECT_EQ(names.size(), 300u);
    const Json rows =
        server.answerOf("sql", {{"files", {"a.json"}}, {"query", "SELECT id FROM gpu"}, {"limit", 10}, {"offset", 20}});
    EXPECT_EQ(rows["answer"]["rows"][0]["id"], 20);
    EXPECT_EQ(rows["answer"]["rows"].size(), 10u);
    EXPECT_EQ(rows["more"], (Json{{"offset", 30}}));
    const Json large = server.answerOf(
        "sql",
        {{"files", {"a.json"}}, {"query", "SELECT id, printf('%.*c', 1500, 'x') AS t FROM gpu"}, {"limit", 1000}});
    EXPECT_LE(large["answer"].dump().size(), 100'000u);
    EXPECT_EQ(large["more"]["offset"], large["answer"]["rows"].size()) << "fewer rows than wanted, and the next one";
}

TEST_F(CliMcp, onlyFilesInTheRootsAreRead)
{
    QTemporaryDir elsewhere;
    const std::string secret = elsewhere.path().toStdString() + "/secret.json";
    QFile out(QString::fromStdString(secret));
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(trace.data(), qint64(trace.size()));
    out.close();
    file("a.json", trace);
    ASSERT_TRUE(QFile::link(QString::fromStdString(secret), m_folder.path() + QStringLiteral("/link.json")));
    ASSERT_TRUE(QFile::link(elsewhere.path(), m_folder.path() + QStringLiteral("/folder")));
    Server server(root());
    const std::string up = "../" + elsewhere.path().section(u'/', -1).toStdString() + "/secret.json";
    for (const std::string &path :
         {secret, up, std::string("link.json"), std::string("folder/secret.json"), std::string("folder"), secret + "#1",
          std::string("/etc/passwd"), std::string("localhost:/etc/passwd"), std::string("-"), std::string("/dev/stdin"),
          std::string("/proc/self/fd/0"), std::string(""), m_folder.path().toStdString() + "x/a.json"}) {
        const Json result = server.call("overview", {{"file", path}});
        EXPECT_TRUE(result.value("isError", false)) << path << result.dump();
        EXPECT_EQ(result.dump().find("gemm"), std::string::npos) << path;
    }
    const std::string missing = server.call("overview", {{"file", "/no/such"}})["content"][0]["text"];
    const std::string outside = server.call("overview", {{"file", "/etc/passwd"}})["content"][0]["text"];
    EXPECT_EQ(missing.substr(missing.find(':')), outside.substr(outside.find(':')))
        << "nor does it say whether one exists";
    EXPECT_TRUE(server.call("ranks", {{"files", {"link.json"}}}).value("isError", false));
    EXPECT_TRUE(server.call("sql", {{"files", {"a.json", secret}}, {"query", "SELECT 1"}}).value("isError", false));
    EXPECT_TRUE(server.call("modules", {{"file", "a.json"}, {"capture", {secret}}}).value("isError", false));
    EXPECT_TRUE(server.call("stages", {{"file", "a.json"}, {"mapping", secret}}).value("isError", false));
    EXPECT_TRUE(server.call("stages", {{"file", "a.json"}, {"mapping", secret + "#a/b"}}).value("isError", false));
    EXPECT_TRUE(
        server.call("sql", {{"files", {"a.json"}}, {"query", "ATTACH '" + secret + "' AS x"}}).value("isError", false));
    EXPECT_TRUE(server.call("sql", {{"files", {"a.json"}}, {"query", "SELECT readfile('" + secret + "')"}})
                    .value("isError", false));
    const Json listed = server.answerOf("open", Json::object())["answer"];
    ASSERT_EQ(listed["files"].size(), 1u) << "links are not listed";
}

TEST_F(CliMcp, linksBesideAFileLeadNowhereElse)
{
    QTemporaryDir elsewhere;
    QFile out(elsewhere.path() + QStringLiteral("/trace_view.json"));
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(trace.data(), qint64(trace.size()));
    out.close();
    QDir(m_folder.path()).mkpath(QStringLiteral("r_ascend_pt/ASCEND_PROFILER_OUTPUT"));
    ASSERT_TRUE(QFile::link(out.fileName(),
                            m_folder.path() + QStringLiteral("/r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")));
    const Json result = Server(root()).call("overview", {{"file", "r_ascend_pt"}});
    EXPECT_TRUE(result.value("isError", false)) << result.dump();
    EXPECT_NE(result["content"][0]["text"].get<std::string>().find("folders that may be read"), std::string::npos);
}

TEST_F(CliMcp, nothingIsWritten)
{
    file("a.json", trace);
    file("b.csv", table);
    const auto entries = [&] {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    };
    const QStringList before = entries();
    Server server(root());
    for (const char *tool : {"overview", "gaps", "kernels", "stages", "steps", "limits", "replay", "modules"})
        for (const char *name : {"a.json", "b.csv"})
            server.call(tool, {{"file", name}});
    for (const char *query :
         {"CREATE TABLE x(a)", "INSERT INTO gpu VALUES(1)", "VACUUM INTO 'x.db'", "PRAGMA journal_mode=WAL"})
        EXPECT_TRUE(server.call("sql", {{"files", {"a.json"}}, {"query", query}}).value("isError", false)) << query;
    EXPECT_TRUE(server.call("stages", {{"file", "a.json"}, {"mapping", "x --o=y"}}).value("isError", false));
    EXPECT_TRUE(server.call("stages", {{"file", "a.json"}, {"o", "y"}}).value("isError", false));
    EXPECT_EQ(entries(), before);
}

TEST_F(CliMcp, theFileThatWasNotUsedForLongestIsClosed)
{
    for (const char *name : {"a.json", "b.json", "c.json"})
        file(name, trace);
    const auto openIn = [](Server &server) {
        std::vector<std::string> names;
        const Json list = server.answerOf("open", Json::object());
        for (const Json &open : list["answer"]["open"])
            names.push_back(QString::fromStdString(open["file"]).section(u'/', -1).toStdString());
        return names;
    };
    Server roomy(root());
    for (const char *name : {"a.json", "b.json", "a.json", "c.json"})
        roomy.answerOf("kernels", {{"file", name}});
    EXPECT_EQ(openIn(roomy), (std::vector<std::string>{"c.json", "a.json", "b.json"}));
    Server narrow(root() + QStringList{QStringLiteral("--memory"), QStringLiteral("0")});
    for (const char *name : {"a.json", "b.json"})
        narrow.answerOf("kernels", {{"file", name}});
    EXPECT_EQ(openIn(narrow), std::vector<std::string>{"b.json"});
    narrow.answerOf("compare", {{"a", "a.json"}, {"b", "c.json"}});
    EXPECT_EQ(openIn(narrow), std::vector<std::string>{"c.json"});
}

TEST_F(CliMcp, aFileThatHasChangedIsReadAnew)
{
    file("a.json", trace);
    Server server(root());
    EXPECT_EQ(server.answerOf("kernels", {{"file", "a.json"}})["answer"]["rows"].size(), 2u);
    file("a.json", workAlone);
    EXPECT_EQ(server.answerOf("kernels", {{"file", "a.json"}})["answer"]["rows"].size(), 1u);
}

TEST_F(CliMcp, wrongArgumentsAreErrorsOfTheCall)
{
    file("a.json", trace);
    Server server(root());
    const Json wrong[] = {{{"file", 3}},
                          {{"file", Json::array({"a.json"})}},
                          Json::object(),
                          {{"file", "a.json"}, {"x", 1}},
                          {{"file", "a.json"}, {"limit", 0}},
                          {{"file", "a.json"}, {"limit", 5000}},
                          {{"file", "a.json"}, {"offset", -1}},
                          {{"file", "a.json"}, {"limit", "5"}},
                          {{"file", "a.json"}, {"part", "nine"}},
                          {{"file", "none.json"}},
                          {{"file", std::string("a.json\0x", 8)}}};
    for (const Json &arguments : wrong) {
        const Json result = server.call("kernels", arguments);
        EXPECT_TRUE(result.value("isError", false)) << arguments.dump() << result.dump();
        EXPECT_FALSE(result["content"][0]["text"].get<std::string>().empty());
    }
    EXPECT_TRUE(server.call("sql", {{"files", Json::array()}, {"query", "SELECT 1"}}).value("isError", false));
    EXPECT_TRUE(server.call("sql", {{"files", {"a.json"}}, {"query", "SELEC 1"}}).value("isError", false));
    EXPECT_TRUE(server.call("replay", {{"file", "a.json"}, {"edits", {"nonsense"}}}).value("isError", false));
    EXPECT_TRUE(server.call("steps", {{"file", "a.json"}, {"pattern", "("}}).value("isError", false));
    EXPECT_TRUE(server.call("event", {{"file", "a.json"}, {"slice", 999}}).value("isError", false));
}

TEST_F(CliMcp, aQueryIsCancelledWhileItRunsAndBeforeItBegins)
{
    file("a.json", trace);
    Server server(root());
    const std::string endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n";
    const auto begin = [&](const char *id) {
        const Json params = {{"name", "sql"}, {"arguments", {{"files", {"a.json"}}, {"query", endless}}}};
        server.send(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", params}}.dump());
    };
    const auto end = [&](const std::string &id) {
        server.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":")" + id + "\"}}");
    };
    begin("p");
    end("p");
    EXPECT_EQ(server.request("ping")["id"], 1) << "a cancelled call has no answer";
    begin("q");
    begin("r");
    server.settle();
    end("r");
    end("q");
    EXPECT_EQ(server.request("ping")["id"], 2);
}

TEST_F(CliMcp, whatNeedsNoWorkIsAnsweredWhileAQueryRuns)
{
    file("a.json", trace);
    Server server(root());
    const Json endless = {{"name", "sql"},
                          {"arguments",
                           {{"files", {"a.json"}},
                            {"query", "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
                                      "SELECT count(*) FROM n"}}}};
    server.send(Json{{"jsonrpc", "2.0"}, {"id", "long"}, {"method", "tools/call"}, {"params", endless}}.dump());
    server.settle();
    EXPECT_EQ(server.request("ping")["result"], Json::object());
    EXPECT_GE(server.request("tools/list")["result"]["tools"].size(), 15u);
    EXPECT_GE(server.request("resources/list")["result"]["resources"].size(), 8u);
    EXPECT_TRUE(server.request("resources/read", {{"uri", "warpscope://docs/agents"}}).contains("result"));
    EXPECT_EQ(server.request("resources/read", {{"uri", "warpscope://docs/none"}})["error"]["code"], -32002);
    server.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}})");
    EXPECT_EQ(server.answerOf("kernels", {{"file", "a.json"}})["answer"]["rows"].size(), 2u);
}

TEST_F(CliMcp, everyToolEndsWhenItIsCancelled)
{
    // Large enough that each of these takes a while, in a build without optimisation at least.
    std::string events = R"({"traceEvents":[)";
    for (int k = 0; k < 60'000; ++k) {
        const std::string id = std::to_string(k + 1), time = std::to_string(10 * k);
        events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + time +
                  R"(,"dur":3,"args":{"correlation":)" + id + R"(}},{"ph":"X","cat":"kernel","name":"k)" +
                  std::to_string(k * 7 % 1013) + R"(","pid":0,"tid":7,"ts":)" + std::to_string(10 * k + 5) +
                  R"(,"dur":4,"args":{"device":0,"stream":7,"correlation":)" + id + "}},";
    }
    events.back() = ']';
    file("a.json", events + '}');
    file("small.json", trace);
    Server server(root());
    for (const char *tool : {"overview", "open", "steps", "gaps", "kernels", "modules", "stages", "limits", "replay"}) {
        const Json params = {{"name", tool}, {"arguments", {{"file", "a.json"}}}};
        server.send(Json{{"jsonrpc", "2.0"}, {"id", tool}, {"method", "tools/call"}, {"params", params}}.dump());
        server.settle();
        server.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":")" +
                    std::string(tool) + "\"}}");
        // Either it had ended before, or nothing comes of it: never an answer of half an analysis.
        server.send(Json{{"jsonrpc", "2.0"},
                         {"id", "next"},
                         {"method", "tools/call"},
                         {"params", {{"name", "kernels"}, {"arguments", {{"file", "small.json"}}}}}}
                        .dump());
        Json answer = server.receive();
        if (answer["id"] == tool) {
            EXPECT_FALSE(answer["result"].value("isError", false)) << tool << answer.dump().substr(0, 300);
            answer = server.receive();
        }
        EXPECT_EQ(answer["id"], "next") << tool;
    }
    EXPECT_EQ(server.answerOf("kernels", {{"file", "a.json"}, {"limit", 1000}})["more"]["rows"]["/rows"], 1013)
        << "a cancelled call leaves nothing behind that is half done";
}

TEST_F(CliMcp, whatAQueryHasDerivedServesTheNextOneUntilTheFileIsClosed)
{
    file("a.json", trace);
    file("b.json", workAlone);
    const auto derived = [](Server &server) {
        return server.answerOf("open", Json::object())["answer"]["derived_bytes"].get<int64_t>();
    };
    const auto rows = [](Server &server, const char *name, const char *query) {
        return server.answerOf("sql", {{"files", {name}}, {"query", query}})["answer"]["rows"];
    };
    Server roomy(root());
    EXPECT_EQ(derived(roomy), 0);
    const char *gaps = "SELECT cause, sum(duration_ns) AS ns FROM gap GROUP BY cause";
    const Json first = rows(roomy, "a.json", gaps);
    const int64_t once = derived(roomy);
    EXPECT_EQ(rows(roomy, "a.json", gaps), first);
    EXPECT_EQ(rows(roomy, "a.json", "SELECT count(*) AS n FROM gpu")[0]["n"], 2);
    EXPECT_LT(derived(roomy), once + 300'000) << "nothing is derived twice";
    EXPECT_EQ(rows(roomy, "b.json", "SELECT count(*) AS n FROM gpu")[0]["n"], 2);
    file("a.json", workAlone);
    EXPECT_NE(rows(roomy, "a.json", gaps), first) << "of the file as it is now";
    Server narrow(root() + QStringList{QStringLiteral("--memory"), QStringLiteral("0")});
    EXPECT_EQ(rows(narrow, "a.json", gaps), rows(roomy, "a.json", gaps));
    EXPECT_EQ(derived(narrow), 0) << "there is no room to keep it";
}

TEST_F(CliMcp, aLongSessionOverManyFilesKeepsToItsMemory)
{
    constexpr int files = 50, calls = 1000;
    for (int f = 0; f < files; ++f) {
        std::string events = R"({"traceEvents":[)";
        for (int k = 0; k < 400; ++k) {
            const std::string id = std::to_string(k + 1);
            events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
                      std::to_string(10 * k) + R"(,"dur":3,"args":{"correlation":)" + id +
                      R"(}},{"ph":"X","cat":"kernel","name":"k)" + std::to_string((k + f) % 90) +
                      R"(","pid":0,"tid":7,"ts":)" + std::to_string(10 * k + 5) +
                      R"(,"dur":4,"args":{"device":0,"stream":7,"correlation":)" + id + "}},";
        }
        events.back() = ']';
        file("t" + std::to_string(f) + ".json", events + '}');
    }
    constexpr int64_t limit = 1 << 20;
    // AddressSanitizer keeps up to 256 MB of freed memory in quarantine, which would count as growth of the server.
    Server server(root() + QStringList{QStringLiteral("--memory"), QStringLiteral("1")},
                  QStringLiteral("quarantine_size_mb=4"));
    const auto residentKb = [&] {
        QFile status(QStringLiteral("/proc/%1/statm").arg(server.processId()));
        return status.open(QIODevice::ReadOnly) ? status.readAll().split(' ').value(1).toLongLong() * 4 : 0;
    };
    std::mt19937 random(7);
    qint64 early = 0;
    size_t mostOpen = 0;
    for (int call = 0; call < calls; ++call) {
        const std::string name = "t" + std::to_string(random() % files) + ".json";
        const auto kind = random() % 4;
        const Json result = kind == 0
                                ? server.call("sql", {{"files", {name}}, {"query", "SELECT count(*) AS n FROM gap"}})
                                : server.call(kind == 1   ? "kernels"
                                              : kind == 2 ? "gaps"
                                                          : "stages",
                                              {{"file", name}, {"limit", 5}});
        ASSERT_FALSE(result.value("isError", false)) << result.dump().substr(0, 300);
        if (call % 50 == 49) {
            const Json open = server.answerOf("open", Json::object())["answer"];
            int64_t bytes = open["derived_bytes"].get<int64_t>();
            for (const Json &run : open["open"])
                bytes += run["memory_bytes"].get<int64_t>();
            EXPECT_TRUE(bytes <= limit || open["open"].size() == 1) << open.dump();
            mostOpen = std::max(mostOpen, open["open"].size());
        }
        if (call == calls / 5)
            early = residentKb();
    }
    EXPECT_GT(mostOpen, 1u) << "the limit leaves room for some";
    EXPECT_LT(mostOpen, size_t(files));
    EXPECT_LT(residentKb(), early + 30'000) << "nor does anything else grow";
}

TEST_F(CliMcp, hostileMessagesAreAnsweredAndEndNothing)
{
    file("a.json", trace);
    const std::string good[] = {
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"kernels","arguments":{"file":"a.json","limit":5}}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sql","arguments":{"files":["a.json"],"query":"SELECT * FROM gpu"}}})",
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}})",
        R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"warpscope://schema/sql"}})",
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"event","arguments":{"file":"a.json","slice":1}}})"};
    constexpr std::string_view pieces[] = {
        "\"",        "{",     "}",   "[",       "]",    ",",  ":",      "null",
        "-1",        "1e999", "../", "\\u0000", "\xff", "%s", "--json", "99999999999999999999",
        "\"id\":{}", "#",     "--",  "'",       ";"};
    std::mt19937 random(41);
    QByteArray input;
    int expected = 0;
    const auto add = [&](const std::string &line) {
        input += QByteArray::fromStdString(line + '\n');
        ++expected;
    };
    const int messages = std::max(qEnvironmentVariableIntValue("WARPSCOPE_HOSTILE_MESSAGES"), 3000);
    for (int k = 0; k < messages; ++k) {
        std::string line = good[random() % std::size(good)];
        for (auto n = random() % 3 + 1; n > 0; --n) {
            const size_t at = random() % line.size();
            if (random() % 2)
                line.insert(at, pieces[random() % std::size(pieces)]);
            else
                line.erase(at, random() % 8 + 1);
        }
        if (line.empty())
            line = "x";
        add(line);
    }
    add(std::string(100'000, '['));
    add(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":)" + std::string(50'000, '{'));
    add(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open","arguments":)" +
        [] {
            std::string deep;
            for (int k = 0; k < 20'000; ++k)
                deep += "{\"a\":";
            return deep + "1" + std::string(20'000, '}');
        }() +
        "}}");
    add(std::string(5 << 20, 'x'));
    QProcess process;
    process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli"), QStringList{QStringLiteral("mcp")} + root());
    process.write(
        input +
        R"({"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"kernels","arguments":{"file":"a.json"}}})" +
        '\n');
    process.closeWriteChannel();
    ASSERT_TRUE(process.waitForFinished(300'000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    EXPECT_EQ(process.exitCode(), 0);
    int answers = 0;
    QByteArray last;
    for (const QByteArray &line : process.readAllStandardOutput().split('\n')) {
        if (line.isEmpty())
            continue;
        ++answers;
        last = line;
        const Json answer = Json::parse(line.toStdString(), nullptr, false);
        for (const Json &one : answer.is_array() ? answer : Json::array({answer})) {
            ASSERT_TRUE(one.is_object()) << line.toStdString();
            EXPECT_EQ(one["jsonrpc"], "2.0");
            EXPECT_TRUE(one.contains("id"));
            EXPECT_TRUE(one.contains("result") != one.contains("error")) << line.toStdString();
        }
    }
    EXPECT_LE(answers, expected + 1);
    EXPECT_GT(answers, expected * 9 / 10) << "only what a mutation made a notification has none";
    EXPECT_EQ(Json::parse(last.toStdString(), nullptr, false)["id"], "last");
}

TEST_F(CliMcp, aPictureIsInTheAnswerOrInTheFolderOrSaidToBeImpossible)
{
    file("a.json", trace);
    QTemporaryDir out;
    Server server(root()), writing(root() + QStringList{QStringLiteral("--out"), out.path()});
    EXPECT_TRUE(server.call("picture", {{"file", "a.json"}, {"from_ns", 5}}).value("isError", false));
    EXPECT_TRUE(server.call("picture", {{"file", "a.json"}, {"what", "x"}}).value("isError", false));
    const Json tools = server.request("tools/list")["result"]["tools"];
    const bool isListed = std::ranges::any_of(tools, [](const Json &tool) { return tool["name"] == "picture"; });
    const Json result = server.call("picture", {{"file", "a.json"}, {"width", 640}, {"height", 480}});
    if (!isListed) {
        EXPECT_TRUE(result["structuredContent"]["cannot_answer"].is_object()) << result.dump();
        return;
    }
    EXPECT_EQ(result["content"][0]["mimeType"], "image/png");
    const QByteArray png = QByteArray::fromBase64(QByteArray::fromStdString(result["content"][0]["data"]));
    EXPECT_TRUE(png.startsWith("\x89PNG"));
    const Json written = writing.answerOf("picture", {{"file", "a.json"}, {"what", "stages"}})["answer"];
    const QStringList files = QDir(out.path()).entryList(QDir::Files);
    ASSERT_EQ(files, QStringList{QStringLiteral("a-1.png")});
    EXPECT_TRUE(QString::fromStdString(written["file"]).endsWith(QStringLiteral("/a-1.png")));
    EXPECT_EQ(QDir(m_folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("a.json")});
}

TEST_F(CliMcp, wrongUsageEndsBeforeTheProtocol)
{
    EXPECT_EQ(cli({"mcp", "--root", path("none")}).exitCode, 1);
    EXPECT_EQ(cli({"mcp", "--memory", "x"}).exitCode, 2);
    EXPECT_EQ(cli({"mcp", "--out", path("none")}).exitCode, 1);
    EXPECT_EQ(cli({"mcp", "a.json"}).exitCode, 2);
}

// What is not in a recording is said to be missing, never filled in.

TEST_F(CliMcp, aRecordingOfTheCpuAloneAnswersNothingOfTheGpu)
{
    for (const char *tool : {"overview", "fit", "findings", "gaps", "kernels", "stages", "steps", "replay"}) {
        const Json cannot = doubtsOf(tool, cpuAlone);
        ASSERT_TRUE(cannot.is_object()) << tool;
        EXPECT_FALSE(cannot["reason"].get<std::string>().empty()) << tool;
        EXPECT_FALSE(cannot["needs"].get<std::string>().empty()) << tool;
    }
    EXPECT_EQ(doubtsOf("sql", cpuAlone, {{"query", "SELECT sum(duration_ns) FROM gpu"}})["of"][0], "gpu");
    EXPECT_EQ(doubtsOf("sql", cpuAlone, {{"query", "SELECT count(*) FROM operator"}})["of"].dump().find("operator"),
              std::string::npos);
}

TEST_F(CliMcp, aTableAnswersNothingOfTime)
{
    for (const char *tool : {"gaps", "steps", "limits", "replay", "modules"})
        EXPECT_TRUE(doubtsOf(tool, table, Json::object(), "a.csv").is_object()) << tool;
    for (const char *tool : {"overview", "fit", "findings"})
        EXPECT_EQ(doubtsOf(tool, table, Json::object(), "a.csv")["of"], (Json{"gpu-idle", "gap-causes"})) << tool;
    EXPECT_EQ(doubtsOf("sql", table, {{"query", "SELECT * FROM gap"}}, "a.csv")["of"][0], "gap");
    EXPECT_EQ(doubtsOf("kernels", table, Json::object(), "a.csv"), nullptr) << "sums it has";
}

TEST_F(CliMcp, oneRankAloneHoldsNobodyUp)
{
    const Json cannot = doubtsOf("ranks", trace);
    EXPECT_EQ(cannot["of"], Json::array({"verdict"}));
    EXPECT_NE(cannot["needs"].get<std::string>().find("other ranks"), std::string::npos);
}

TEST_F(CliMcp, aReplayWithoutLaunchesIsRefused)
{
    const Json answer = ask("replay", {{"file", file("a.json", workAlone)}, {"edits", {"kernel:k*0.5"}}});
    EXPECT_EQ(answer["answer"]["predictedNs"], nullptr);
    EXPECT_NE(answer["cannot_answer"]["reason"].get<std::string>().find("no launch"), std::string::npos)
        << answer.dump();
}

TEST_F(CliMcp, twoShortRecordingsHaveNoVerdict)
{
    const std::string a = file("a.json", trace), b = file("b.json", workAlone);
    const Json answer = ask("compare", {{"a", a}, {"b", b}});
    EXPECT_EQ(answer["cannot_answer"]["of"][0], "verdict");
    EXPECT_EQ(ask("compare", {{"a", a}, {"b", a}})["cannot_answer"], nullptr);
}

TEST_F(CliMcp, limitsOfLittleWorkSayNothingOfTheWhole)
{
    const Json answer = ask("limits", {{"file", file("a.json", trace)}});
    EXPECT_EQ(answer["answer"]["sum"], nullptr);
    EXPECT_EQ(answer["cannot_answer"]["of"][0], "sum") << answer.dump();
}

TEST_F(CliMcp, launchesWithoutWorkAreNoIdleGpu)
{
    std::string events = R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100"}],"traceEvents":[)";
    for (int k = 0; k < 40; ++k)
        events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
                  std::to_string(10 * k) + R"(,"dur":5,"args":{"correlation":)" + std::to_string(k + 1) + "}},";
    events.back() = ']';
    for (const char *tool : {"overview", "fit", "gaps", "kernels"})
        EXPECT_TRUE(doubtsOf(tool, events + '}').is_object()) << tool;
}

TEST_F(CliMcp, clocksThatDisagreeTellNoCauseOfAGap)
{
    std::string events = R"({"traceEvents":[)";
    for (int k = 0; k < 40; ++k) {
        const std::string id = std::to_string(k + 1);
        events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
                  std::to_string(100 * k + 500) + R"(,"dur":5,"args":{"correlation":)" + id + "}}," +
                  R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(100 * k) +
                  R"(,"dur":20,"args":{"device":0,"stream":7,"correlation":)" + id + "}},";
    }
    events.back() = ']';
    const Json answer = ask("gaps", {{"file", file("a.json", events + '}')}});
    EXPECT_NE(answer["cannot_answer"]["of"].dump().find("gap-causes"), std::string::npos)
        << answer["cannot_answer"].dump();
    EXPECT_EQ(answer["answer"]["devices"][0]["byCause"], nullptr);
    EXPECT_EQ(answer["answer"]["devices"][0]["rows"][0]["cause"], nullptr);
    EXPECT_NE(answer["answer"]["devices"][0]["idleNs"], nullptr) << "how long is known";
}

TEST_F(CliMcp, aBusyGpuHasNoFinding)
{
    std::string events = R"({"traceEvents":[)";
    for (int k = 0; k < 60; ++k) {
        const std::string id = std::to_string(k + 1);
        events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
                  std::to_string(10 * k) + R"(,"dur":5,"args":{"correlation":)" + id + "}}," +
                  R"({"ph":"X","cat":"kernel","name":"k)" + std::string(size_t(k % 20 + 1), 'a') +
                  R"(","pid":0,"tid":7,"ts":)" + std::to_string(200 * k + 20) +
                  R"(,"dur":200,"args":{"device":0,"stream":7,"correlation":)" + id + "}},";
    }
    events.back() = ']';
    const Json answer = ask("findings", {{"file", file("a.json", events + '}')}});
    EXPECT_EQ(answer["cannot_answer"], nullptr) << answer["cannot_answer"].dump();
    EXPECT_EQ(answer["answer"]["findings"], Json::array());
}

TEST_F(CliMcp, whatARecordingHoldsIsAnswered)
{
    for (const char *tool : {"overview", "fit", "findings", "gaps", "kernels", "stages"})
        EXPECT_EQ(doubtsOf(tool, trace), nullptr) << tool;
    EXPECT_EQ(doubtsOf("sql", trace, {{"query", "SELECT count(*) FROM gpu"}}), nullptr);
}

} // namespace tst_cli_mcp
