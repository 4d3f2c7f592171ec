#include "core/analysis/modules/capturefiles.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace ws;

namespace {

class CaptureFiles : public testing::Test
{
protected:
    CaptureFiles() { QDir(folder.path()).mkpath(QStringLiteral("capture_traces")); }

    void touch(const char *name) { QFile(folder.filePath(QString::fromUtf8(name))).open(QIODevice::WriteOnly); }
    /// Relative paths.
    std::string beside(const char *trace)
    {
        touch(trace);
        QStringList names;
        for (const QString &path : captureFilesBeside(folder.filePath(QString::fromUtf8(trace))))
            names.push_back(QDir(folder.path()).relativeFilePath(path));
        return names.join(u' ').toStdString();
    }

    QTemporaryDir folder;
};

} // namespace

TEST_F(CaptureFiles, lieInTheFolderOfTheTraceOrInCaptureTraces)
{
    EXPECT_EQ(beside("decode.json.gz"), "");
    for (const char *name : {"my_Capture.json", "other.json", "capture.txt", "capture_traces/bs_32_rank0.json.gz",
                             "capture_traces/graph_capture_rank_0.17.pt.trace.json.gz",
                             "capture_traces/execution_details.json", "capture_traces/capture.csv"})
        touch(name);
    EXPECT_EQ(beside("decode.json.gz"), "my_Capture.json capture_traces/bs_32_rank0.json.gz "
                                        "capture_traces/graph_capture_rank_0.17.pt.trace.json.gz");
}

TEST_F(CaptureFiles, aTraceIsNotItsOwnCapture)
{
    EXPECT_EQ(beside("capture_replay.json"), "");
    touch("capture_traces/capture_rank_0.json");
    EXPECT_EQ(beside("capture_traces/capture_rank_0.json"), "");
}

TEST_F(CaptureFiles, ofOtherRanksAreLeftOut)
{
    for (const char *name : {"capture_traces/capture_rank_0.json", "capture_traces/bs_8_rank12.json",
                             "capture_traces/bs_8-rank-1.json", "capture_traces/capture.json"})
        touch(name);
    EXPECT_EQ(beside("trace_rank_01.json"), "capture_traces/bs_8-rank-1.json capture_traces/capture.json");
    EXPECT_EQ(beside("trace_rank0.json"), "capture_traces/capture.json capture_traces/capture_rank_0.json");
    EXPECT_EQ(captureFilesBeside(QStringLiteral("/nowhere/trace.json")), QStringList());
    EXPECT_EQ(captureFilesBeside(QString()).filter(QStringLiteral("nowhere")), QStringList());
}

TEST_F(CaptureFiles, ofAGivenFolderAreAllThatMayBeOfTheRank)
{
    const auto in = [&](const char *of, const char *trace) {
        QStringList names;
        for (const QString &path :
             captureFilesIn(folder.filePath(QString::fromUtf8(of)), folder.filePath(QString::fromUtf8(trace))))
            names.push_back(QDir(folder.path()).relativeFilePath(path));
        return names.join(u' ').toStdString();
    };
    for (const char *name : {"trace-TP-1.json", "trace.json", "a.txt", "capture_traces/bs_8_rank0.json.gz",
                             "capture_traces/bs_8_rank1.json.gz", "capture_traces/encoder.json"})
        touch(name);
    EXPECT_EQ(in("", "trace.json"),
              "capture_traces/bs_8_rank0.json.gz capture_traces/bs_8_rank1.json.gz capture_traces/encoder.json")
        << "those in capture_traces, where there is one";
    EXPECT_EQ(in("capture_traces", "trace-TP-1.json"), "capture_traces/bs_8_rank1.json.gz capture_traces/encoder.json");
    EXPECT_EQ(in("capture_traces", "trace-rank_5.json"),
              "capture_traces/bs_8_rank0.json.gz capture_traces/bs_8_rank1.json.gz capture_traces/encoder.json")
        << "vLLM writes the captures of one rank only";
    QFile::remove(folder.filePath(QStringLiteral("capture_traces/bs_8_rank0.json.gz")));
    QFile::remove(folder.filePath(QStringLiteral("capture_traces/bs_8_rank1.json.gz")));
    QFile::remove(folder.filePath(QStringLiteral("capture_traces/encoder.json")));
    EXPECT_EQ(in("", "trace.json"), "trace-TP-1.json") << "never the trace itself";
    EXPECT_EQ(in("missing", "trace.json"), "");
}
