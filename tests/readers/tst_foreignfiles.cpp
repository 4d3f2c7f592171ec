#include "core/readers/foreignfiles.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <random>

namespace tst_foreignfiles {

using namespace ws;
using namespace ws::test;

namespace {

/// The error of loading a file of that content; empty: it was read.
std::string refusalOf(std::string_view content, const char *name)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QString::fromLatin1(name)));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content.data(), static_cast<qint64>(content.size()));
    file.close();
    Progress progress;
    const auto loaded = loadRun(file.fileName(), progress);
    return loaded.ok() ? std::string() : loaded.error().message.toStdString();
}

} // namespace

TEST(ForeignFiles, areRefusedByTheNameOfTheirTool)
{
    using namespace std::string_view_literals;
    const std::tuple<std::string_view, const char *, const char *> files[] = {
        {R"({"config": {"common_config": {"activities": ["ProfilerActivity.NPU"]}}, "rank_id": 0})",
         "profiler_info_0.json", "Ascend"},
        {"\x80\x04\x95\x0a\0\0\0\0\0\0\0}\x94\x8c\x08segments\x94]s."sv, "snapshot.pickle", "PyTorch"},
        {R"({"schema":"1.0.1","nodes":[{"name":"n","id":2,"rf_id":0,"fw_parent":0}]})", "et.json", "execution trace"},
        {R"({"children": [{"children": [], "frame": {"name": "k"}, "metrics": {"count": 5}}], "frame": {}, "metrics": {}})",
         "run.hatchet", "Proton"},
        {"\x92\x83\xa8"
         "children\x90\xa5"
         "frame\x80\xa7"
         "metrics\x80\x80"sv,
         "run.hatchet_msgpack", "Proton"},
        {"[12] python@127.0.0.1\n  gemm (2, 64, 1)x(384, 1, 1), Device 0, CC 9.0, Invocations 3\n"
         "    Section: GPU Speed Of Light Throughput\n    Metric Name Metric Unit Minimum Maximum Average\n"sv,
         "summary.txt", "Nsight Compute (--print-summary)"},
    };
    for (const auto &[content, name, tool] : files) {
        const std::string refusal = refusalOf(content, name);
        EXPECT_NE(refusal.find(tool), std::string::npos) << name << ": " << refusal;
        EXPECT_NE(refusal.find("It cannot be read: "), std::string::npos) << "what to do instead: " << refusal;
    }
}

TEST(ForeignFiles, archivesNameWhatUnpacksThem)
{
    // of a tar archive: the header of its first file, here a trace, and the file behind it
    std::string tar = "rank0.json" + std::string(90, '\0') + std::string(156, '0') + '\0' + "ustar";
    tar.resize(512, '\0');
    tar += R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1}]})";
    tar.resize(1024, '\0');
    using namespace std::string_view_literals;
    const std::tuple<std::string_view, const char *, const char *> files[] = {
        {tar, "ranks.tar", "this is a tar archive. It cannot be read: unpack it with tar -xf "},
        {"\x28\xb5\x2f\xfd\x04\x58\0\0"sv, "trace.json.zst",
         "this is a file packed with zstd. It cannot be read: unpack it "},
        {"\xfd\x37zXZ\0\0\x04"sv, "trace.json.xz", "this is a file packed with xz. "},
        {"BZh91AY&SY\0\0\0"sv, "trace.json.bz2", "this is a file packed with bzip2. "},
        {"7z\xbc\xaf\x27\x1c\0\x04"sv, "trace.7z", "this is a 7z archive. "},
    };
    for (const auto &[content, name, refusal] : files)
        EXPECT_TRUE(refusalOf(content, name).starts_with(refusal)) << name << ": " << refusalOf(content, name);
    EXPECT_EQ(refusalOf("BZh is what this log says\n", "log.txt").find("bzip2"), std::string::npos) << "text";
}

TEST(ForeignFiles, binaryDataOfNoKnownKindIsNoText)
{
    std::mt19937 random(7);
    std::string bytes(1 << 20, ' ');
    for (char &byte : bytes)
        byte = static_cast<char>(random() & 0xff);
    const std::string known = "Nsight Systems (.nsys-rep, .sqlite)";
    for (const char *name : {"data.bin", "trace.json", "log.txt"}) {
        const std::string refusal = refusalOf(bytes, name);
        EXPECT_TRUE(refusal.starts_with("this is a binary file of a kind that is not known here")) << refusal;
        EXPECT_NE(refusal.find(known), std::string::npos) << refusal;
    }
    EXPECT_EQ(refusalOf("a line of a log\nanother one\n", "log.txt").find("binary"), std::string::npos);
    // a log with a hole of a few bytes is still looked through
    std::string log(70'000, 'x');
    for (size_t i = 80; i < log.size(); i += 80)
        log[i] = '\n';
    log.replace(100, 8, 8, '\0');
    EXPECT_EQ(refusalOf(log, "log.txt").find("binary"), std::string::npos) << refusalOf(log, "log.txt");
}

TEST(ForeignFiles, areToldByTheTablesOfADatabase)
{
    const QString path = QStringLiteral("a.db");
    EXPECT_TRUE(foreignDatabase({"CANN_API", "STRING_IDS"}, path)->message.contains(QStringLiteral("Ascend")));
    EXPECT_FALSE(foreignDatabase({"friends"}, path));
}

TEST(ForeignFiles, aChromeTraceIsReadWhicheverToolWroteIt)
{
    EXPECT_EQ(refusalOf(R"([{"ph":"X","name":"aten::mm","pid":1,"tid":1,"ts":"17.5","dur":1,
        "args":{"Call stack":"rocprofiler-sdk-tool","hitCount":"ProfilerActivity.NPU"}}])",
                        "trace_view.json"),
              "");
    EXPECT_EQ(refusalOf(R"({"traceEvents":[],"note":"rocprofiler-sdk-tool","x":{"rf_id":1,"fw_parent":2,"nodes":[]}})",
                        "a.json"),
              "");
    std::string named = R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":")";
    named += std::string(257 - named.size(), 'x') + R"(ustar"}]})";
    EXPECT_EQ(refusalOf(named, "a.json"), "") << "where a tar archive says that it is one";
    EXPECT_EQ(refusalOf(R"([ {"1AY&SY":0,"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])", "a.json"), "");
}

} // namespace tst_foreignfiles
