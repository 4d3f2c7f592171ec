#include "core/model/devicewords.h"
#include "widgets/timeline/rowlayout.h"

#include "tests/widgets/timelineruns.h"
#include "widgets/session/slicetext.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTranslator>

using namespace ws;
using namespace ws::test;

namespace {

QStringList titles(const TimelineData &data, const RowLayout &layout)
{
    QStringList all;
    for (const LayoutSection &section : layout.sections)
        all << sectionTitle(*data.run, section.id);
    return all;
}

TimelineDataPtr twoStreamsAndThreads()
{
    RunMaker maker;
    maker.op("100", 0, 10, "lonely");
    for (int i = 0; i < 5; ++i)
        maker.op("200", i * 100, 50, "aten::mm");
    maker.kernel("20", 0, 100, "k");
    maker.kernel("7", 0, 100, "k");
    maker.kernel("7", 50, 100, "overlapping");
    maker.label("7", 0, 150, "step");
    return maker.data();
}

} // namespace

TEST(RowLayout, gpusComeFirstAndTheBusiestThreadNext)
{
    const auto data = twoStreamsAndThreads();
    const RowLayout layout = layoutRows(*data, {});
    ASSERT_EQ(layout.groups.size(), 2u);
    EXPECT_EQ(layout.groups[0].kind, LayoutGroup::Gpu);
    EXPECT_EQ(titles(*data, layout),
              (QStringList{QStringLiteral("annotations, stream 7"), QStringLiteral("stream 7"),
                           QStringLiteral("stream 20"), QStringLiteral("thread 200"), QStringLiteral("thread 100")}));
}

TEST(RowLayout, aThreadWithoutANameIsTranslated)
{
    struct Translator : QTranslator
    {
        QString translate(const char *context, const char *source, const char *, int) const override
        {
            const bool isThread = qstrcmp(context, "Core") == 0 && qstrcmp(source, "thread %1") == 0;
            return isThread ? QStringLiteral("Faden %1") : QString();
        }
        bool isEmpty() const override { return false; }
    } translator;
    RunMaker maker;
    maker.op("4243", 0, 10, "aten::mm");
    const TimelineDataPtr data = maker.data();
    maker.run->timeline.tracks[0].label = maker.id("thread 4243 ()"); // as torch names it
    QCoreApplication::installTranslator(&translator);
    const QString title = sectionTitle(*data->run, {SectionId::Track, 0});
    QCoreApplication::removeTranslator(&translator);
    EXPECT_EQ(title, QStringLiteral("Faden 4243"));
}

TEST(RowLayout, aStreamsNumberIsInTheLanguageOfTheWindowAndItsNameIsTheFiles)
{
    const QString number = QStringLiteral("7");
    EXPECT_EQ(streamTitle({}, number), QStringLiteral("stream 7"));
    EXPECT_EQ(streamTitle(QStringLiteral("Stream 2"), number), QStringLiteral("stream 2"));
    EXPECT_EQ(streamTitle(QStringLiteral("stream 7"), number), QStringLiteral("stream 7"));
    EXPECT_EQ(streamTitle(QStringLiteral("Stream of copies"), number), QStringLiteral("Stream of copies"));
    EXPECT_EQ(streamTitle(QStringLiteral("nccl"), number), QStringLiteral("nccl"));
    EXPECT_EQ(streamTitle(QStringLiteral("Stream #13(Compute)"), QStringLiteral("13")),
              QStringLiteral("stream 13 (Compute)"))
        << "a narrow row keeps the number";
}

TEST(RowLayout, aThreadsNameAndNumberAreSaidOnce)
{
    const QString number = QStringLiteral("639");
    EXPECT_EQ(threadTitle(QStringLiteral("thread 639 (pt_autograd_0)"), number), QStringLiteral("pt_autograd_0 · 639"));
    EXPECT_EQ(threadTitle(QStringLiteral("pt_autograd_0"), number), QStringLiteral("pt_autograd_0 · 639"));
    EXPECT_EQ(threadTitle(QStringLiteral("worker 639"), number), QStringLiteral("worker 639"));
    EXPECT_EQ(threadTitle(QStringLiteral("thread 639"), number), QStringLiteral("thread 639"));
    EXPECT_EQ(threadTitle(QStringLiteral("thread 6390 (x)"), number), QStringLiteral("thread 6390 (x) · 639"));
    EXPECT_EQ(threadTitle({}, number), QStringLiteral("thread 639"));
    EXPECT_EQ(threadTitle({}, QStringLiteral("main")), QStringLiteral("main"));
    EXPECT_EQ(threadTitle(QStringLiteral("python3"), QStringLiteral("3")), QStringLiteral("python3 · 3"));
    EXPECT_EQ(threadTitle(QStringLiteral("pt_autograd_0"), QStringLiteral("0")), QStringLiteral("pt_autograd_0 · 0"));
    RunMaker maker;
    maker.op("639", 0, 10, "aten::mm");
    const TimelineDataPtr data = maker.data();
    maker.run->timeline.tracks[0].label = maker.id("thread 639 (pt_autograd_0)");
    const Track &track = maker.run->timeline.tracks[0];
    EXPECT_EQ(trackTitle(*maker.run, track), sectionTitle(*data->run, {SectionId::Track, 0}))
        << "one word for one thing";
}

TEST(RowLayout, overlappingKernelsGetLowerSubLanes)
{
    const auto data = twoStreamsAndThreads();
    const RowLayout layout = layoutRows(*data, {});
    const LayoutSection &stream = layout.sections[1];
    ASSERT_EQ(stream.rowCount, 2u);
    EXPECT_EQ(layout.rows[stream.firstRow].height, rowheight::gpuLane);
    EXPECT_EQ(layout.rows[stream.firstRow + 1].height, rowheight::subLane);
    EXPECT_EQ(layout.rows[stream.firstRow + 1].y, stream.y + rowheight::gpuLane + rowheight::gap);
}

TEST(RowLayout, rowsLieBelowEachOtherWithoutOverlap)
{
    const auto data = twoStreamsAndThreads();
    const RowLayout layout = layoutRows(*data, {});
    for (size_t i = 1; i < layout.rows.size(); ++i)
        EXPECT_GE(layout.rows[i].y, layout.rows[i - 1].y + layout.rows[i - 1].height);
    for (size_t i = 1; i < layout.sections.size(); ++i)
        EXPECT_GE(layout.sections[i].y, layout.sections[i - 1].y + layout.sections[i - 1].height);
    EXPECT_EQ(layout.height, layout.groups.back().y + layout.groups.back().height);
}

TEST(RowLayout, theFilesSortIndexIsHonouredUnlessItOnlyRepeatsTheId)
{
    RunMaker maker;
    for (int i = 0; i < 3; ++i)
        maker.op("5", i * 10, 5, "busy");
    maker.op("6", 0, 5, "idle");
    maker.builder.sortThread(maker.id("10"), maker.id("5"), 5);
    maker.builder.sortThread(maker.id("10"), maker.id("6"), 6);
    const auto repeated = maker.data();
    EXPECT_EQ(titles(*repeated, layoutRows(*repeated, {})).front(), QStringLiteral("thread 5"));

    RunMaker wishful;
    for (int i = 0; i < 3; ++i)
        wishful.op("5", i * 10, 5, "busy");
    wishful.op("6", 0, 5, "idle");
    wishful.builder.sortThread(wishful.id("10"), wishful.id("6"), -1);
    const auto wished = wishful.data();
    EXPECT_EQ(titles(*wished, layoutRows(*wished, {})).front(), QStringLiteral("thread 6"));
}

TEST(RowLayout, aSortIndexFarBelowZeroIsHonouredOfAThreadWithoutANumber)
{
    RunMaker maker;
    for (int i = 0; i < 3; ++i)
        maker.op("5", i * 10, 5, "busy");
    maker.op("main", 0, 5, "idle");
    maker.builder.sortThread(maker.id("10"), maker.id("main"),
                             INT64_MIN + 4'999'999); // what 5,000,000 + 2^63 - 1 wraps to
    const auto data = maker.data();
    EXPECT_EQ(titles(*data, layoutRows(*data, {})).front(), QStringLiteral("main"));
}

TEST(RowLayout, pythonRowsAreFoldedUntilAsked)
{
    RunMaker maker;
    maker.python("1", 0, 1000, "main.py(1): main");
    maker.python("1", 10, 900, "run.py(1): run");
    maker.op("1", 100, 300, "aten::mm");
    const auto data = maker.data();
    EXPECT_EQ(layoutRows(*data, {}).sections[0].rowCount, 1u);
    LayoutChoices choices;
    choices.python = true;
    const RowLayout all = layoutRows(*data, choices);
    EXPECT_EQ(all.sections[0].rowCount, 3u);
    const EventRef op{data->run->timeline.tracks[0].firstLane + 2, 0};
    EXPECT_EQ(all.rowOf(*data, op), 3u);
    EXPECT_EQ(layoutRows(*data, {}).rowOf(*data, op), 1u);
}

TEST(RowLayout, aThreadOfNothingButPythonFramesHasNoRowUntilTheyAreShown)
{
    RunMaker maker;
    maker.builder.process(maker.id("0")).labels = maker.id("GPU 0");
    maker.kernel("7", 0, 100, "k");
    const auto python = maker.builder.category("python_function");
    maker.builder.addSlice(maker.builder.cpuTrack(maker.id("0"), maker.id("0")), 0, 10, maker.id("wait"), python, 0);
    maker.python("1", 0, 1000, "main.py(1): main");
    maker.op("1", 100, 300, "aten::mm");
    const auto data = maker.data();
    LayoutChoices choices;
    const RowLayout without = layoutRows(*data, choices);
    EXPECT_EQ(titles(*data, without), (QStringList{QStringLiteral("stream 7"), QStringLiteral("thread 1")}));
    EXPECT_EQ(without.pythonCount, 1u);
    EXPECT_EQ(without.hiddenCount, 0u) << "showing all rows does not bring it";
    choices.python = true;
    const RowLayout with = layoutRows(*data, choices);
    EXPECT_EQ(titles(*data, with),
              (QStringList{QStringLiteral("stream 7"), QStringLiteral("thread 1"), QStringLiteral("thread 0")}));
    EXPECT_EQ(with.groups[with.sections[2].group].kind, LayoutGroup::Process) << "not a row of the GPU";
    for (const LayoutSection &section : with.sections)
        choices.pinned.push_back(section.id.key());
    choices.python = false;
    EXPECT_EQ(layoutRows(*data, choices).sections.size(), 2u);
}

TEST(RowLayout, memoryOfTorchAndOverheadOfKinetoHaveReadableNames)
{
    RunMaker maker;
    const StringId pid = maker.id("10"), allocated = maker.id("Total Allocated"), reserved = maker.id("Total Reserved");
    maker.op("1", 0, 10, "aten::mm");
    for (const auto &[where, bytes] : {std::pair("[memory] (GPU 0)", 5), {"[memory] (CPU)", 0}}) {
        maker.builder.addCounter(10, pid, maker.id(where), allocated, 7);
        maker.builder.addCounter(10, pid, maker.id(where), reserved, bytes);
    }
    maker.builder.addSlice(maker.builder.cpuTrack(maker.id("-1"), maker.id("0")), 0, 5, maker.id("Buffer Flush"),
                           maker.builder.category("overhead"), 0);
    maker.builder.addSlice(maker.builder.track(TrackKind::CpuThread, maker.id("Spans"), maker.id("PyTorch Profiler")),
                           0, 90, maker.id("PyTorch Profiler (0)"), maker.builder.category("Trace"), 0);
    const auto data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    QStringList names = titles(*data, layout);
    for (const char *name : {"GPU 0 memory, allocated", "GPU 0 memory, reserved", "CPU memory, allocated",
                             "Profiler overhead", "PyTorch Profiler", "thread 1"})
        EXPECT_EQ(names.removeAll(QString::fromUtf8(name)), 1) << name;
    EXPECT_EQ(names, QStringList()) << "a curve of zeros is left out";
    LayoutChoices choices;
    choices.filter = QStringLiteral("total allocated"); // as the file calls it
    EXPECT_EQ(titles(*data, layoutRows(*data, choices)),
              (QStringList{QStringLiteral("GPU 0 memory, allocated"), QStringLiteral("CPU memory, allocated")}));
    QStringList groups;
    for (const LayoutGroup &group : layout.groups)
        groups << groupTitle(*data, group);
    EXPECT_TRUE(groups.contains(QStringLiteral("Profiler")) && groups.contains(QStringLiteral("Spans")))
        << groups.join(u'\n').toStdString();
}

TEST(RowLayout, foldingHidingPinningAndFilteringChangeOnlyWhatTheySay)
{
    const auto data = twoStreamsAndThreads();
    const RowLayout all = layoutRows(*data, {});
    LayoutChoices choices;
    choices.foldedSections.insert(all.sections[1].id.key());
    EXPECT_EQ(layoutRows(*data, choices).sections[1].rowCount, 1u);

    choices = {};
    choices.foldedGroups.insert(all.groups[0].key());
    EXPECT_EQ(layoutRows(*data, choices).sections.size(), 2u);
    EXPECT_TRUE(layoutRows(*data, choices).groups[0].folded);

    choices = {};
    choices.hidden.insert(all.sections[2].id.key());
    EXPECT_EQ(layoutRows(*data, choices).hiddenCount, 1u);
    EXPECT_FALSE(titles(*data, layoutRows(*data, choices)).contains(QStringLiteral("stream 20")));

    choices = {};
    choices.filter = QStringLiteral("THREAD 2");
    EXPECT_EQ(titles(*data, layoutRows(*data, choices)), QStringList{QStringLiteral("thread 200")});

    choices = {};
    choices.pinned.push_back(all.sections[3].id.key());
    const RowLayout pinned = layoutRows(*data, choices);
    EXPECT_EQ(pinned.groups[0].kind, LayoutGroup::Pinned);
    EXPECT_EQ(titles(*data, pinned).front(), QStringLiteral("thread 200"));
    EXPECT_EQ(pinned.pinnedHeight, pinned.sections[0].height);
    EXPECT_EQ(pinned.sections.size(), all.sections.size());
}

TEST(RowLayout, countersAndInstantsHaveRowsOfTheirOwn)
{
    RunMaker maker;
    maker.op("1", 0, 100, "aten::mm");
    maker.builder.addCounter(10, maker.id("10"), maker.id("Memory"), maker.id("allocated"), 5);
    maker.builder.addInstant(50, maker.id("note"), maker.builder.category("note"), maker.id("10"), maker.id("1"), 0);
    maker.builder.addInstant(60, maker.id("elsewhere"), maker.builder.category("note"), maker.id("99"), 0, 0);
    const auto data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    std::vector<int> kinds(5);
    for (const LayoutRow &row : layout.rows)
        ++kinds[row.kind];
    EXPECT_EQ(kinds[LayoutRow::Counter], 1);
    EXPECT_EQ(kinds[LayoutRow::Instants], 2);
    EXPECT_TRUE(titles(*data, layout).contains(QStringLiteral("Memory: allocated")));
}

TEST(RowLayout, synchronisationOfADeviceStandsBelowItsStreams)
{
    RunMaker maker;
    const uint32_t sync = maker.builder.cpuTrack(maker.id("0"), maker.id("7"));
    maker.builder.addSlice(sync, 0, 10, maker.id("Stream Wait Event"), maker.builder.category("cuda_sync"), 0);
    maker.builder.nameThread(maker.id("0"), maker.id("7"), maker.id("stream 7 "));
    maker.builder.process(maker.id("0")).labels = maker.id("GPU 0");
    maker.kernel("7", 0, 100, "k");
    const auto data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    ASSERT_EQ(layout.groups.size(), 1u);
    EXPECT_EQ(titles(*data, layout), (QStringList{QStringLiteral("stream 7"), QStringLiteral("stream 7, cuda_sync")}));
}

TEST(RowLayout, aWholeDevicesRowWithSortIndexMinusOneStandsBelowItsStreams)
{
    RunMaker maker;
    maker.builder.process(maker.id("0")).labels = maker.id("GPU 0");
    maker.kernel("7", 0, 100, "k");
    const uint32_t device = maker.builder.cpuTrack(maker.id("0"), maker.id("-1"));
    maker.builder.addSlice(device, 0, 50, maker.id("Context Sync"), maker.builder.category("cuda_sync"), 0);
    maker.op("5", 0, 10, "aten::mm");
    const uint32_t strange = maker.builder.cpuTrack(maker.id("-1"), maker.id("9"));
    maker.builder.addSlice(strange, 0, 5, maker.id("x"), maker.builder.category("cuda_sync"), 0);
    maker.builder.process(maker.id("-1")).sortIndex = -1;
    const RunPtr run = maker.finish();
    for (Track &track : maker.run->timeline.tracks)
        if (run->text(track.tid) == "-1")
            track.sortIndex = -1;
    const auto data = makeTimelineData(run);
    const RowLayout layout = layoutRows(*data, {});
    ASSERT_GE(layout.sections.size(), 2u);
    EXPECT_EQ(layout.groups[0].kind, LayoutGroup::Gpu);
    EXPECT_EQ(run->text(run->timeline.tracks[layout.sections[0].id.index].tid), "7");
    EXPECT_EQ(run->text(run->timeline.tracks[layout.sections[1].id.index].tid), "-1");
}

TEST(RowLayout, aPinnedRowOfOneOfSeveralDevicesNamesItsOwn)
{
    RunMaker maker;
    maker.kernel("7", 0, 100, "k", 0, "0");
    maker.kernel("7", 0, 100, "k", 0, "1");
    maker.op("1", 0, 10, "aten::mm");
    maker.builder.addCounter(10, maker.id("1"), maker.id("Memory"), maker.id("allocated"), 5);
    const auto data = maker.data();
    LayoutChoices choices;
    const auto titleAt = [&](size_t section) {
        return shownTitle(*data, layoutRows(*data, choices).sections[section]);
    };
    EXPECT_EQ(titleAt(0), QStringLiteral("stream 7")) << "below its GPU";
    for (const LayoutSection &section : layoutRows(*data, {}).sections)
        choices.pinned.push_back(section.id.key());
    EXPECT_EQ(titleAt(0), QStringLiteral("stream 7 · GPU 0"));
    EXPECT_EQ(titleAt(1), QStringLiteral("stream 7 · GPU 1"));
    EXPECT_EQ(titleAt(2), QStringLiteral("Memory: allocated · GPU 1"));
    EXPECT_EQ(titleAt(3), QStringLiteral("thread 1")) << "a thread tells itself";
}

TEST(RowLayout, hundredThousandTracksAreLaidOutAndFound)
{
    RunMaker maker;
    for (int i = 0; i < 100'000; ++i)
        maker.op(std::to_string(i), i, 10, "aten::mm");
    const auto data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    EXPECT_EQ(layout.sections.size(), 100'000u);
    const auto [first, last] = layout.rowsBetween(1'000'000, 1'001'000);
    EXPECT_LT(last - first, 100u);
    EXPECT_NE(layout.rowAt(1'000'000), SIZE_MAX);
}
