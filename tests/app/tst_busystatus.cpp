// What the status bar says of a run's GPU time, and of files that are cut.

#include "app/window/busystatus.h"
#include "app/window/damageline.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

std::string statusOf(const std::vector<test::Work> &work, bool range = false)
{
    const auto run = test::runOfWork(work);
    const auto busy = busySplit(run->gpu, std::vector<uint8_t>(run->strings.size()));
    return BusyStatus::textOf(*run, *busy, range).replace(QChar(0x202F), u' ').toStdString();
}

TEST(BusyStatus, ofOneDeviceIsBusyAndIdle)
{
    EXPECT_EQ(statusOf({{"0", "7", 0, 30, "a"}, {"0", "7", 90, 10, "a"}}),
              "GPU busy 40.0 % (of the GPU span, 100 ns)  ·  compute 40.0 %  ·  exposed communication 0.0 %  ·  "
              "exposed copies 0.0 %  ·  idle 60.0 %");
}

TEST(BusyStatus, ofSeveralDevicesSaysThatItIsAnyOfThemAndWhatEachIs)
{
    EXPECT_EQ(statusOf({{"0", "7", 0, 30, "a"}, {"1", "7", 20, 30, "a"}, {"1", "7", 90, 10, "a"}}),
              "Any of 2 GPUs busy 60.0 %, each 35.0 % on average (of the GPU span, 100 ns)  ·  compute 60.0 %  ·  "
              "exposed communication 0.0 %  ·  exposed copies 0.0 %  ·  all idle 40.0 %");
}

TEST(BusyStatus, ofASmallPartOfTheRecordingSaysHowLongThatIs)
{
    auto run = std::const_pointer_cast<ws::Run>(test::runOfWork({{"0", "7", 0, 10'000, "a"}}));
    const auto busy = busySplit(run->gpu, std::vector<uint8_t>(run->strings.size()));
    const auto text = [&](int64_t recordedNs, bool range) {
        run->timeline.spanNs = recordedNs;
        return BusyStatus::textOf(*run, *busy, range).replace(QChar(0x202F), u' ').toStdString();
    };
    EXPECT_TRUE(
        text(9'000'000'000, false)
            .starts_with(
                "GPU busy 100.0 % (of the GPU span, 10.000 µs, in a recording of 9.000 s)  ·  compute 100.0 %"));
    EXPECT_TRUE(text(11'000, false).starts_with("GPU busy 100.0 % (of the GPU span, 10.000 µs)  ·"));
    EXPECT_TRUE(text(9'000'000'000, true).starts_with("GPU busy 100.0 % (of the range, 10.000 µs)  ·"));
}

TEST(BusyStatus, whereThereIsNoRoomWholePartsGoAndTheIdleTimeStays)
{
    const auto shorter = [](const char *text) { return BusyStatus::shorterTexts(QString::fromUtf8(text)); };
    EXPECT_EQ(shorter("GPU busy 40 % (of the GPU span, 100 ns)  ·  compute 39 %  ·  exposed copies 1 %  ·  idle 60 %"),
              (QStringList{QStringLiteral("GPU busy 40 % (of the GPU span, 100 ns)  ·  compute 39 %  ·  exposed copies "
                                          "1 %  ·  idle 60 %"),
                           QStringLiteral("GPU busy 40 %  ·  compute 39 %  ·  exposed copies 1 %  ·  idle 60 %"),
                           QStringLiteral("GPU busy 40 %  ·  compute 39 %  ·  idle 60 %"),
                           QStringLiteral("GPU busy 40 %  ·  idle 60 %")}));
    EXPECT_EQ(shorter("GPU 忙碌 40 %（占 GPU 跨度，100 ns）  ·  计算 39 %  ·  空闲 60 %").last(),
              QStringLiteral("GPU 忙碌 40 %  ·  空闲 60 %"));
    EXPECT_EQ(shorter("Counting …").last(), QStringLiteral("Counting …"));
}

TEST(BusyStatus, saysTimesInTheUnitOfTheRuler)
{
    auto run = std::const_pointer_cast<ws::Run>(test::runOfWork({{"0", "7", 0, 3'907'825, "a"}}));
    const auto busy = busySplit(run->gpu, std::vector<uint8_t>(run->strings.size()));
    run->timeline.spanNs = 8'391'682;
    EXPECT_TRUE(BusyStatus::textOf(*run, *busy, false)
                    .replace(QChar(0x202F), u' ')
                    .contains(QStringLiteral("(of the GPU span, 3.908 ms, in a recording of 8.392 ms)")));
}

TEST(BusyStatus, ofACutFileSaysThatTheWorkMayBeInTheRest)
{
    ws::Run run;
    EXPECT_EQ(BusyStatus::textWithoutWork(run), QStringLiteral("No timeline in this file"));
    run.timeline.tracks.emplace_back();
    EXPECT_EQ(BusyStatus::textWithoutWork(run), QStringLiteral("No GPU work in this file"));
    run.info.complete = false;
    EXPECT_EQ(BusyStatus::textWithoutWork(run), QStringLiteral("No GPU work in what is here of the file"));
    run.info.complete = true;
    run.info.format = "chrome";
    run.timeline.tracks.back().sliceCount = 1;
    EXPECT_EQ(BusyStatus::textWithoutWork(run), QStringLiteral("The file’s only row is not known to be a GPU’s."));
}

TEST(DamageOfARun, isTheGravestThatTheReaderFound)
{
    ws::Run run;
    EXPECT_EQ(lossOf(run), QString());
    run.info.complete = false;
    EXPECT_EQ(lossOf(run), QStringLiteral("a part of it is missing"));
    run.diagnostics.add("truncated", QStringLiteral("cut"));
    EXPECT_EQ(lossOf(run), QStringLiteral("cut"));
    run.diagnostics.add("damaged-container", QStringLiteral("damaged"));
    EXPECT_EQ(lossOf(run), QStringLiteral("damaged"));
    run.diagnostics.add("read-error", QStringLiteral("not read"));
    EXPECT_EQ(lossOf(run), QStringLiteral("not read"));
    run.diagnostics.add("odd-row", QStringLiteral("odd"));
    EXPECT_EQ(lossOf(run), QStringLiteral("not read"));
}

} // namespace
} // namespace ws
