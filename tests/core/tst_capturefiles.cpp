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
