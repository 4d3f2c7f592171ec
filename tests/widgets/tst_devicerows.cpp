// Rows of devices that are not GPU work, and the word for the device.

#include "tests/widgets/timelineruns.h"
#include "widgets/session/slicetext.h"
#include "widgets/timeline/rowlayout.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

void addRow(RunMaker &maker, const char *stream, int64_t start, int64_t duration, const char *device = "0")
{
    maker.builder.addSlice(maker.builder.cpuTrack(maker.id(device), maker.id(stream)), start, duration,
                           maker.id("part"), maker.builder.category("hpu_op"), 0);
}

QStringList titles(const TimelineData &data)
{
    QStringList all;
    const RowLayout layout = layoutRows(data, {});
    for (const LayoutSection &section : layout.sections)
        all << sectionTitle(*data.run, section.id);
    return all;
}

} // namespace

TEST(DeviceRows, standWithTheStreamsOfTheirDeviceAndSayThatTheyDoNotCount)
{
    RunMaker maker;
    maker.run->info.format = "ascend";
    maker.builder.process(maker.id("0")).labels = maker.id("NPU 0");
    addRow(maker, "4", 0, 10);
    addRow(maker, "Plane 0 (1)", 0, 10);
    maker.kernel("Group 0 Communication", 0, 10, "hcom_allReduce__1");
    maker.kernel("7", 0, 10, "k");
    maker.op("100", 0, 10, "aten::mm");
    const auto data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    ASSERT_EQ(layout.groups.size(), 2u);
    EXPECT_EQ(groupTitle(*data, layout.groups[0]), QStringLiteral("NPU 0"));
    const QStringList rows = titles(*data);
    ASSERT_EQ(rows.size(), 5);
    EXPECT_EQ(rows.mid(0, 4),
              (QStringList{QStringLiteral("stream 7"), QStringLiteral("stream Group 0 Communication"),
                           QStringLiteral("4 (not counted)"), QStringLiteral("Plane 0 (1) (not counted)")}))
        << "streams by number, then what has a name, then what does not count";
    EXPECT_EQ(trackTitle(*maker.run, maker.run->timeline.tracks[0]), QStringLiteral("NPU 0, 4, not counted as work"));
    maker.run->timeline.tracks[0].label = maker.id("Stream 4");
    EXPECT_EQ(titles(*data)[2], QStringLiteral("stream 4 (not counted)")) << "named as the streams that count";
    EXPECT_EQ(trackTitle(*maker.run, maker.run->timeline.tracks[0]),
              QStringLiteral("NPU 0, stream 4, not counted as work"));
}

TEST(DeviceRows, ofTheProfilersOwnSummaryHaveItsNameAndNoDevice)
{
    RunMaker maker;
    maker.run->info.format = "ascend";
    Process &process = maker.builder.process(maker.id("4242"));
    process.name = maker.id("Overlap Analysis");
    process.labels = maker.id("NPU");
    maker.builder.nameThread(maker.id("4242"), maker.id("2"), maker.id("Computing"));
    maker.builder.addSlice(maker.builder.track(TrackKind::CpuThread, maker.id("4242"), maker.id("2")), 0, 10,
                           maker.id("Computing"),
                           maker.builder.category("Overlap Analysis", CategoryKind::GpuAnnotation), 0);
    const auto data = maker.data();
    EXPECT_EQ(titles(*data), QStringList{QStringLiteral("Computing")});
    EXPECT_EQ(trackTitle(*maker.run, maker.run->timeline.tracks[0]), QStringLiteral("Overlap Analysis, Computing"));
}

TEST(DeviceRows, haveABusyShareOfTheirOwnInWhichOverlapCountsOnce)
{
    RunMaker maker;
    addRow(maker, "4", 0, 100);
    addRow(maker, "4", 50, 100);
    addRow(maker, "4", 900, 300);
    maker.op("100", 0, 2000, "aten::mm");
    const RunPtr run = maker.finish();
    const auto busy = busyOfTracks(*run, {0, 1000});
    EXPECT_FLOAT_EQ(busy[0], 0.25f);
    EXPECT_FLOAT_EQ(busy[1], -1.f);
    EXPECT_EQ(run->gpu.size(), 0u);
}

TEST(DeviceRows, curvesOfADeviceStandBehindTheProcesses)
{
    RunMaker maker;
    for (const auto &[pid, name, label] : {std::tuple("3170820640", "HBM", "NPU"),
                                           {"3170820641", "HBM", "NPU 1"},
                                           {"10", "Python", "CPU"},
                                           {"9", "MTIA 9", "MTIA 9"}}) {
        Process &process = maker.builder.process(maker.id(pid));
        process.name = maker.id(name);
        process.labels = maker.id(label);
    }
    maker.builder.addCounter(0, maker.id("3170820640"), maker.id("HBM 0/Read"), maker.id("MB/s"), 1);
    maker.builder.addCounter(0, maker.id("3170820641"), maker.id("HBM 0/Read"), maker.id("MB/s"), 1);
    maker.op("100", 0, 10, "aten::mm");
    maker.builder.addSlice(maker.builder.cpuTrack(maker.id("9"), maker.id("1")), 0, 10, maker.id("x"), 0, 0);
    const auto data = maker.data();
    QStringList groups;
    const RowLayout layout = layoutRows(*data, {});
    for (const LayoutGroup &group : layout.groups)
        groups << groupTitle(*data, group);
    EXPECT_EQ(groups, (QStringList{QStringLiteral("MTIA 9"), QStringLiteral("Python 10"), QStringLiteral("HBM"),
                                   QStringLiteral("HBM NPU 1")}));
}
