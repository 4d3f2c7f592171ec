// Work of devices that is shown but never counted as GPU work.

#include "core/model/devicewords.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace tst_otherdevices {

using namespace ws;
using namespace ws::test;

TEST(OtherDevices, workOfOtherCategoriesHasRowsAndNoSums)
{
    for (const char *category : {"mtia_ccp_events", "hpu_op", "privateuse1"}) {
        const auto run = runFromJson(std::string(R"([{"ph":"X","cat":")") + category +
                                     R"(","name":"job","pid":9,"tid":4,"ts":10,"dur":5},
                {"ph":"M","name":"process_labels","pid":9,"tid":0,"args":{"labels":"MTIA 9"}},
                {"ph":"M","name":"thread_name","pid":9,"tid":4,"args":{"name":"Stream 1 FW"}}])");
        ASSERT_TRUE(run);
        EXPECT_EQ(run->gpu.size(), 0u) << category;
        ASSERT_EQ(run->timeline.tracks.size(), 1u);
        EXPECT_TRUE(isUncountedRow(*run, run->timeline.tracks[0]));
        EXPECT_EQ(run->text(run->timeline.tracks[0].label), "Stream 1 FW");
        EXPECT_EQ(deviceWord(*run), "MTIA") << "by the label";
        EXPECT_EQ(run->info.slices, 1u);
    }
    const auto bare = runFromJson(R"([{"ph":"X","cat":"hpu_op","name":"a","pid":9,"tid":4,"ts":10,"dur":5}])");
    EXPECT_EQ(deviceWord(*bare), "HPU") << "by the category";
}

TEST(OtherDevices, textsSayTheDevicesOwnName)
{
    ws::Run run;
    const QString text = QStringLiteral("GPU work %1");
    EXPECT_EQ(forDevice(text, run), text);
    run.info.format = "ascend";
    EXPECT_EQ(forDevice(text, run), QStringLiteral("NPU work %1"));
}

TEST(OtherDevices, labelsOfKinetosDevicesNameThem)
{
    const auto run = runFromJson(
        R"([{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7}},
            {"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"XPU 0"}},
            {"ph":"M","name":"process_labels","pid":5,"tid":0,"args":{"labels":"CPU"}}])");
    EXPECT_EQ(deviceWord(*run), "XPU");
    EXPECT_EQ(run->gpu.size(), 1u);
}

TEST(OtherDevices, aLabelWithoutANumberIsNoNameOfADevice)
{
    const auto run = runFromJson(
        R"([{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7}},
            {"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"TRAINER main"}}])");
    EXPECT_EQ(deviceWord(*run), "GPU");
}

TEST(OtherDevices, aRealMtiaTraceKeepsItsRowsOutOfTheSums)
{
    CORPUS_FILE(path, "kineto/hta_mtia_rank_0.json.gz");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 0u);
    EXPECT_EQ(deviceWord(*run), "MTIA");
    uint64_t slices = 0;
    for (const Track &track : run->timeline.tracks)
        slices += isUncountedRow(*run, track) ? track.sliceCount : 0;
    EXPECT_EQ(slices, 25'814u);
}

} // namespace tst_otherdevices
