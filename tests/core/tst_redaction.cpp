#include "core/report/html/htmlpage.h"
#include "core/report/html/redaction.h"
#include "core/report/html/rundocument.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

std::shared_ptr<const Run> oneKernel()
{
    return runOfWork({{"0", "7", 0, 1000, "gemm"}});
}

QString redacted(const QString &text, const std::shared_ptr<const Run> &run = oneKernel())
{
    return Redaction({run}).text(text);
}

Document documentOf(const QString &text)
{
    BarChart bars{"bars", text, {{text, {{text, 1000, 0x123456, text}}}}, text};
    WaterfallChart fall{"fall", text, {{text, 100, true}, {text, -40, false}}, text};
    return {text, "en", {{text, 2, {TextBlock{text, true}, ListBlock{{{text, {text}, text}}}, bars, fall}}}};
}

Result<Document> documentOfRun(const std::shared_ptr<const Run> &run, bool redact)
{
    ReportedRun one{run, -1, -1, QStringLiteral("run"), {}, QStringLiteral("default/any")};
    return runDocument({{one}, {}, {}, {}, "en", redact});
}

std::string pageOf(const Document &document)
{
    return reportHtml({htmlArticle(document)});
}

} // namespace

TEST(Redaction, foldersUsersAndIdsGoAndTheWorkStays)
{
    EXPECT_EQ(redacted(QStringLiteral("/home/alice/vllm/model.py(33): forward")),
              QStringLiteral("…/model.py(33): forward"));
    EXPECT_EQ(redacted(QStringLiteral("model=/data/llama/8b, tp=2")), QStringLiteral("model=…/8b, tp=2"));
    EXPECT_EQ(redacted(QStringLiteral("C:\\Users\\alice\\x.json")), QStringLiteral("…/x.json"));
    EXPECT_EQ(redacted(QStringLiteral("(EngineCore_DP0 pid=4711)")), QStringLiteral("(EngineCore_DP0 pid=…)"));
    EXPECT_EQ(redacted(QStringLiteral("https://box.example.org/run/1")), QStringLiteral("https://……/1"));
    for (const char *kept : {"8.4 GB/s", "1/2 of it", "void at::native::elementwise<int>(int, T3)", "vllm/llama",
                             "a/b: 3 against 4", "nvjet_hsh_64x64_64x13_1x2_h_bz_TNT", "decode 32/64"})
        EXPECT_EQ(redacted(QString::fromLatin1(kept)), QString::fromLatin1(kept));
}

TEST(Redaction, foldersGoHoweverTheyAreWritten)
{
    const std::pair<const char *, const char *> texts[] = {
        {"file:///home/carol/run/model.py", "file://…/model.py"},
        {"nvcc -I/opt/secret/include/x.h -L/opt/secret/lib/x", "nvcc -I…/x.h -L…/x"},
        {"-I/opt/secret/x.h", "-I…/x.h"},
        {"//nfs/share/project/model.py", "…/model.py"},
        {"on \\\\nas\\share\\project\\model.py", "on …/model.py"},
        {"CACHE=/opt/secret/x", "CACHE=…/x"},
        {"--cache=//nfs/secret/x", "--cache=…/x"},
        {"PATH=/opt/secret/a:/opt/secret/b", "PATH=…/a:…/b"},
        {"/opt//secret//x.py", "…/x.py"},
        {"C:\\\\Users\\\\carol\\\\x.json", "…/x.json"},
        {"~carol/project/x.py", "…/x.py"}};
    for (const auto &[text, expected] : texts)
        EXPECT_EQ(redacted(QString::fromUtf8(text)), QString::fromUtf8(expected)) << text;
}

TEST(Redaction, hostsAreFoundInListsOfTheHeader)
{
    const RunResult run = runFromJson(R"json({"hosts":["node17","node18"],
"distributedInfo":{"ranks":[{"hostname":"node19"},{"node":{"name":"node20"}}]},"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":1,"args":{"device":0,"stream":7}}]})json");
    ASSERT_TRUE(run);
    EXPECT_EQ(redacted(QStringLiteral("node17, node18, node19, node20"), run.run),
              QStringLiteral("(host), (host), (host), (host)"));
}

TEST(Redaction, namesAreGoneAlsoBeforeThePathThatTellsThem)
{
    Document document = documentOf(QStringLiteral("of carol and caroline"));
    document.sections.push_back({{}, 2, {TextBlock{QStringLiteral("/home/carol/x.py and /home/caroline/y.py")}}});
    Redaction({oneKernel()}).apply(document);
    const std::string page = pageOf(document);
    EXPECT_NE(page.find("of (user) and (user)"), page.npos);
    EXPECT_EQ(page.find("carol"), page.npos);
}

TEST(Redaction, torchsNamesOfFilesHoldHostAndProcess)
{
    const QString name = QStringLiteral("gpubox_4711.1700000000000.pt.trace.json.gz");
    Document document = documentOf(QStringLiteral("gpubox_4711 on gpubox"));
    document.title = name;
    document.sections.push_back({name, 2, {TextBlock{QStringLiteral("/data/runs/") + name}}});
    Redaction({oneKernel()}).apply(document);
    const std::string page = pageOf(document);
    EXPECT_EQ(page.find("gpubox"), page.npos);
    EXPECT_EQ(page.find("4711"), page.npos);
    EXPECT_NE(page.find("<h1>(host)_….1700000000000.pt.trace.json.gz</h1>"), page.npos);
    EXPECT_NE(page.find("(host)_… on (host)"), page.npos);
    EXPECT_EQ(redacted(QStringLiteral("decode_0.1700000000000.pt.trace.json: a decode step")),
              QStringLiteral("(host)_….1700000000000.pt.trace.json: a decode step"));
}

TEST(Redaction, namesOfTheRunGoWhereverTheyStand)
{
    const RunResult run = runFromJson(R"json({"hostname":"gpu-box-17","traceEvents":[
{"ph":"M","name":"process_name","pid":9,"args":{"name":"train_secret.py"}},
{"ph":"M","name":"process_name","pid":8,"args":{"name":"Python"}},
{"ph":"X","cat":"cpu_op","name":"op","pid":8,"tid":2,"ts":0,"dur":1},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":1,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"cpu_op","name":"op","pid":9,"tid":1,"ts":0,"dur":1}]})json");
    ASSERT_TRUE(run);
    EXPECT_EQ(redacted(QStringLiteral("on gpu-box-17, in train_secret.py"), run.run),
              QStringLiteral("on (host), in (process)"));
    EXPECT_EQ(redacted(QStringLiteral("slows Python down"), run.run), QStringLiteral("slows Python down"));
    EXPECT_EQ(redacted(QStringLiteral("gpu-box-170"), run.run), QStringLiteral("gpu-box-170")) << "another word";
}

TEST(Redaction, theDocumentListsWhatWasRemoved)
{
    const RunResult run = runFromJson(R"json({"hostname":"gpu-box-17","traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm /home/alice/k.cu gpu-box-17","pid":0,"tid":7,"ts":0,"dur":1,"args":{"device":0,"stream":7}}]})json");
    ASSERT_TRUE(run);
    const auto open = documentOfRun(run.run, false), closed = documentOfRun(run.run, true);
    ASSERT_TRUE(open && closed);
    EXPECT_NE(pageOf(*open).find("/home/alice"), std::string::npos) << "else the test proves nothing";
    const std::string page = pageOf(*closed);
    EXPECT_EQ(page.find("alice"), page.npos);
    EXPECT_EQ(page.find("gpu-box-17"), page.npos);
    EXPECT_NE(page.find("Removed from this report: folders of paths: 1, names of hosts: 1"), page.npos);
}
