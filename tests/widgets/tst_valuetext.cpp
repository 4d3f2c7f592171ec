#include "widgets/timeline/valuetext.h"

#include "tests/support/plaintext.h"
#include "tests/widgets/timelineruns.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

TEST(ValueText, theAxisOfACounterHasItsUnit)
{
    RunMaker maker;
    const StringId pid = maker.id("10"), name = maker.id("Memory"), key = maker.id("Total Bytes");
    maker.builder.addCounter(0, pid, name, key, 500'000'000);
    maker.builder.addCounter(100, pid, name, key, 1'000'341'504);
    maker.builder.addCounter(0, pid, maker.id("GPU power (W)"), 0, 61.48);
    maker.builder.addCounter(0, pid, maker.id("queue"), 0, -3);
    maker.builder.addCounter(10, pid, maker.id("queue"), 0, 12);
    maker.builder.addCounter(0, pid, maker.id("[memory] CPU"), maker.id("Total Allocated"), 152'680'988);
    const auto data = maker.data();
    const ws::Run &run = *data->run;
    EXPECT_EQ(plain(counterAxis(run, run.timeline.counters[3]).highText), "153 MB") << "as torch writes it";
    const CounterAxis memory = counterAxis(run, run.timeline.counters[0]);
    EXPECT_EQ(plain(memory.highText), "1.00 GB");
    EXPECT_EQ(plain(memory.lowText), "0 B") << "the curve stands on zero";
    EXPECT_EQ(plain(counterAxis(run, run.timeline.counters[1]).highText), "61.5 W");
    const CounterAxis queue = counterAxis(run, run.timeline.counters[2]);
    EXPECT_EQ(plain(queue.lowText), "-3");
    EXPECT_EQ(plain(queue.highText), "12");
    EXPECT_EQ(plain(counterText(run, run.timeline.counters[0], 150)), "1.00 GB (1000341504)");
    EXPECT_EQ(plain(counterText(run, run.timeline.counters[2], 5)), "-3");
    EXPECT_TRUE(counterText(run, run.timeline.counters[0], -1).isEmpty()) << "nothing is known before";
}

TEST(ValueText, utilisationSaysOfHowMuchTime)
{
    RunMaker maker;
    maker.kernel("7", 0, 400, "a");
    maker.kernel("20", 200, 400, "b");
    maker.kernel("7", 800, 100, "c");
    const auto data = maker.data();
    const DeviceBusy &busy = data->devices.at(0);
    EXPECT_EQ(plain(busyText(busy, {500, 900})), "busy for 50.0 % of 400 ns\nfrom 500 ns to 900 ns");
    EXPECT_TRUE(plain(busyText(busy, {0, 600})).starts_with("busy for 100.0 % of 600 ns"));
    EXPECT_TRUE(plain(busyText(busy, {600, 800})).starts_with("busy for 0.0 % of 200 ns"));
}
