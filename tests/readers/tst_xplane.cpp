// Profiles of XLA: which lines are work, what names, stats and times mean, and what is damaged.

#include "core/analysis/steps/steps.h"
#include "core/model/eventtext.h"
#include "tests/support/damage.h"
#include "tests/support/repetitions.h"
#include "tests/support/support.h"
#include "tests/support/wire.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>

#include <random>

namespace tst_xplane {

using namespace ws;
using namespace ws::test;

namespace {

/// A plane under construction: names get their ids in the order of their first use.
class Plane
{
public:
    explicit Plane(std::string name) : m_name(std::move(name)) {}

    uint64_t event(const std::string &name, const std::string &display = {}, const std::string &stats = {})
    {
        const uint64_t known = id(m_events, name, display);
        m_events[size_t(known) - 1].stats = stats;
        return known;
    }
    uint64_t stat(const std::string &name) { return id(m_stats, name, {}); }
    std::string intStat(const std::string &name, uint64_t value)
    {
        return message(4, number(1, stat(name)) + number(4, value));
    }
    std::string textStat(const std::string &name, const std::string &value)
    {
        return message(4, number(1, stat(name)) + message(5, value));
    }
    std::string refStat(const std::string &name, const std::string &value)
    {
        return message(4, number(1, stat(name)) + number(7, stat(value)));
    }
    /// Of a line: times in ps.
    std::string at(uint64_t event, uint64_t offset, uint64_t duration, const std::string &stats = {})
    {
        return message(4, number(1, event) + number(2, offset) + number(3, duration) + stats);
    }
    void line(const std::string &name, uint64_t timestampNs, const std::string &events, uint64_t id = 1)
    {
        m_lines += message(3, number(1, id) + message(2, name) + number(3, timestampNs) + events);
    }
    void own(const std::string &name, const std::string &value)
    {
        m_own += message(6, number(1, stat(name)) + message(5, value));
    }
    std::string done() const
    {
        return message(1, message(2, m_name) + m_lines + entries(4, m_events) + entries(5, m_stats) + m_own);
    }
    const std::string &lines() const { return m_lines; }

private:
    struct Name
    {
        std::string text, display, stats;
    };
    static uint64_t id(std::vector<Name> &names, const std::string &text, const std::string &display)
    {
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i].text == text)
                return i + 1;
        names.push_back({text, display, {}});
        return names.size();
    }
    static std::string entries(uint32_t field, const std::vector<Name> &names)
    {
        std::string all;
        for (size_t i = 0; i < names.size(); ++i) {
            const std::string display = names[i].display.empty() ? "" : message(4, names[i].display);
            all += message(field, number(1, i + 1) + message(2, number(1, i + 1) + message(2, names[i].text) + display +
                                                                    names[i].stats));
        }
        return all;
    }

    std::string m_name, m_lines, m_own;
    std::vector<Name> m_events, m_stats;
};

/// Two kernels and a copy on GPU 3, and their calls.
std::string space()
{
    Plane gpu("/device:GPU:3");
    gpu.own("device_vendor", "Nvidia");
    gpu.own("gpu_device_name", "NVIDIA H100");
    gpu.line(
        "Stream #14(Compute,MemcpyH2D)", 1'000'000,
        gpu.at(gpu.event("fusion_1"), 2'000'000, 5'000'000,
               gpu.intStat("correlation_id", 11) +
                   gpu.refStat("kernel_details", "regs:32 static_shared:0 grid:8,2,1 block:128,1,1 occ_pct:50") +
                   gpu.textStat("hlo_op", "fusion.1") + gpu.refStat("hlo_module", "jit_step")) +
            gpu.at(gpu.event("MemcpyH2D"), 8'000'000, 1'000'000,
                   gpu.intStat("correlation_id", 12) +
                       gpu.textStat("memcpy_details", "kind_src:pinned kind_dst:device size:4096 dest:3 async:1")) +
            gpu.at(gpu.event("fusion_1"), 10'000'000, 5'000'000, gpu.intStat("correlation_id", 13)));
    gpu.line("XLA Ops", 1'000'000, gpu.at(gpu.event("fusion.1"), 2'000'000, 5'000'000));
    gpu.line("XLA Modules", 1'000'000, gpu.at(gpu.event("jit_step(7)"), 2'000'000, 13'000'000));
    Plane host("/host:CPU");
    host.line("python", 999'000,
              host.at(host.event("$train.py:10 step"), 0, 20'000'000) +
                  host.at(host.event("cuLaunchKernel"), 1'000'000, 500'000, host.intStat("correlation_id", 11)) +
                  host.at(host.event("cuMemcpyHtoDAsync"), 2'000'000, 500'000, host.intStat("correlation_id", 12)) +
                  host.at(host.event("cuLaunchKernel"), 3'000'000, 500'000, host.intStat("correlation_id", 13)),
              77);
    return gpu.done() + host.done() + message(4, "node-1");
}

RunResult loaded(std::string_view bytes, const char *name = "vm.xplane.pb")
{
    const auto source = ByteSource::fromMemory(bytes, QString::fromLatin1(name));
    Progress progress;
    auto run = loadRun(*source, progress);
    return run ? RunResult{*run, {}} : RunResult{nullptr, run.error()};
}

std::string_view text(const Run &run, StringId id)
{
    return run.text(id);
}

} // namespace

TEST(Xplane, eventsOfStreamsAreWorkAndDerivedLinesAreNot)
{
    const RunResult run = loaded(space());
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "xplane");
    EXPECT_TRUE(run->info.complete);
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(text(*run, run->gpu.devices[0]), "3");
    EXPECT_EQ(text(*run, run->gpu.streams[0].stream), "14");
    EXPECT_EQ(text(*run, run->gpu.name[0]), "fusion_1");
    EXPECT_EQ(run->gpu.duration[0], 5000);
    EXPECT_EQ(run->gpu.kind[0], CategoryKind::Kernel);
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy) << "by its details: the line holds both kinds";
    EXPECT_EQ(run->timeline.originNs, 999'000) << "of the host's line, which begins earlier";
    EXPECT_EQ(run->gpu.start[0], 1'002'000 - 999'000);
    EXPECT_EQ(run->info.slices, 9U);
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,2,1] block [128,1,1]");
}

TEST(Xplane, stepsOfTheDeviceAreStepsWhateverRowsStandBesideThem)
{
    Plane gpu("/device:GPU:0");
    gpu.line("XLA Modules", 1'000'000, gpu.at(gpu.event("jit_step(7)"), 2'000'000, 20'000'000));
    gpu.line("XLA Ops", 1'000'000, gpu.at(gpu.event("fusion.1"), 2'000'000, 5'000'000));
    gpu.line("Steps", 1'000'000,
             gpu.at(gpu.event("7"), 2'000'000, 6'000'000) + gpu.at(gpu.event("8"), 9'000'000, 6'000'000));
    gpu.line("Stream #14(Compute)", 1'000'000,
             gpu.at(gpu.event("fusion_1"), 2'000'000, 5'000'000) + gpu.at(gpu.event("fusion_2"), 9'000'000, 4'000'000));
    const RunResult run = loaded(gpu.done());
    ASSERT_TRUE(run);
    const auto steps = findSteps(*run);
    ASSERT_EQ(steps->steps.size(), 2U);
    EXPECT_EQ(text(*run, steps->steps[0].name), "XLA step 7");
    EXPECT_EQ(steps->steps[0].gpuNs, 5000);
    EXPECT_EQ(steps->steps[1].gpuNs, 4000);
}

TEST(Xplane, callsWithTheCorrelationLaunchTheWork)
{
    const RunResult run = loaded(space());
    ASSERT_TRUE(run);
    ASSERT_EQ(run->launches.size(), 3U);
    const auto callOf = [&](size_t i) {
        return text(*run, run->timeline.name(run->launches.slice[run->gpu.launch[i]]));
    };
    EXPECT_EQ(callOf(0), "cuLaunchKernel");
    EXPECT_EQ(callOf(1), "cuMemcpyHtoDAsync");
}

TEST(Xplane, theEventsTextHasItsStatsWithNamesAndTheBytesOfACopy)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("vm.xplane.pb"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(space()));
    file.close();
    Progress progress;
    const auto run = loadRun(path, progress);
    ASSERT_TRUE(run) << run.error().text().toStdString();
    const auto kernel = eventJson(**run, (*run)->gpu.slice[0]);
    ASSERT_TRUE(kernel) << kernel.error().text().toStdString();
    EXPECT_EQ((*kernel)["plane"], "/device:GPU:3");
    EXPECT_EQ((*kernel)["args"]["hlo_op"], "fusion.1");
    EXPECT_EQ((*kernel)["args"]["hlo_module"], "jit_step");
    EXPECT_EQ((*kernel)["args"]["correlation_id"], 11);
    const auto copy = eventJson(**run, (*run)->gpu.slice[1]);
    ASSERT_TRUE(copy);
    EXPECT_EQ((*copy)["args"]["bytes"], 4096);
}

TEST(Xplane, fractionsOfANanosecondAddUpToWhatTheFileSays)
{
    Plane gpu("/device:GPU:0");
    std::string events;
    uint64_t at = 0, sum = 0;
    for (uint64_t i = 0; i < 400; ++i) {
        events += gpu.at(gpu.event("k"), at, 1'000'333);
        at += 2'000'777;
        sum += 1'000'333;
    }
    gpu.line("Stream #1(Kernel)", 5, events);
    const RunResult run = loaded(gpu.done());
    ASSERT_TRUE(run);
    int64_t total = 0;
    for (size_t i = 0; i < run->gpu.size(); ++i) {
        EXPECT_NEAR(double(run->gpu.duration[i]), 1000.333, 1);
        total += run->gpu.duration[i];
    }
    EXPECT_NEAR(double(total), double(sum) / 1000, 1);
}

TEST(Xplane, allocationsOnAStreamsLineAreNoWork)
{
    Plane gpu("/device:GPU:0");
    gpu.line("Stream #1(MemoryAlloc,Compute)", 0,
             gpu.at(gpu.event("k"), 1'000'000, 5'000'000) +
                 gpu.at(gpu.event("MemoryAlloc"), 2'000'000, 0, gpu.textStat("memalloc_details", "num_bytes:64")));
    gpu.line("Stream #2(Synchronization)", 0, gpu.at(gpu.event("Synchronization"), 0, 9'000'000), 2);
    const RunResult run = loaded(gpu.done());
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "k");
}

TEST(Xplane, ofATpuTheInnermostOperationsAreWork)
{
    Plane tpu("/device:TPU:0");
    const uint64_t fusion = tpu.event("%fusion.5 = f32[8]{0} fusion(…), kind=kLoop", "fusion.5");
    tpu.line("XLA Ops", 10,
             tpu.at(tpu.event("%while.1 = …", "while.1"), 1'000'000, 10'000'000) +
                 tpu.at(fusion, 2'000'000, 3'000'000) + tpu.at(fusion, 6'000'000, 3'000'000) +
                 tpu.at(tpu.event("copy.1"), 12'000'000, 1'000'000));
    tpu.line("Steps", 10, tpu.at(tpu.event("4"), 1'000'000, 12'000'000), 2);
    tpu.line("Async XLA Ops", 10, tpu.at(tpu.event("all-reduce-start"), 1'000'000, 9'000'000), 3);
    const RunResult run = loaded(tpu.done());
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "fusion.5") << "the short name where there is one";
    EXPECT_EQ(text(*run, run->gpu.name[2]), "copy.1");
    EXPECT_EQ(text(*run, run->timeline.processes[0].labels), "TPU 0");
    EXPECT_EQ(run->info.slices, 6U) << "the others are rows";
}

TEST(Xplane, theCategoryOfATpusOperatorIsToldWithItsName)
{
    Plane tpu("/device:TPU:0");
    const auto named = [&tpu](const std::string &name, const std::string &category, const std::string &op) {
        const std::string ofName =
            category.empty() ? std::string()
                             : message(5, number(1, tpu.stat("hlo_category")) + number(7, tpu.stat(category))) +
                                   message(5, number(1, tpu.stat("tf_op")) + message(5, op));
        return tpu.event(name, {}, ofName);
    };
    const uint64_t reduce = named("all-reduce.1", "all-reduce", ""),
                   product = named("fusion.8", "convolution fusion", "jit(f)/a/mn,pn->mp/dot_general"),
                   plain = named("copy.1", "", "");
    tpu.line("XLA Ops", 10,
             tpu.at(reduce, 1'000'000, 3'000'000) + tpu.at(product, 5'000'000, 3'000'000) +
                 tpu.at(plain, 9'000'000, 1'000'000));
    const RunResult run = loaded(tpu.done());
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(text(*run, run->gpu.nameForRules(0)), "all-reduce.1|collective=allreduce");
    EXPECT_EQ(text(*run, run->gpu.nameForRules(1)), "fusion.8|hlo=convolution fusion:mn,pn->mp/dot_general");
    EXPECT_EQ(text(*run, run->gpu.nameForRules(2)), "copy.1");
}

TEST(Xplane, countersOfTheDeviceAreCurves)
{
    Plane gpu("/device:GPU:0");
    const auto sample = [&](uint64_t at, double value) {
        return gpu.at(gpu.event("power_mw"), at, 0, message(4, number(1, gpu.stat("power_mw")) + real(2, value)));
    };
    gpu.line("_counters_", 7, sample(1'000'000, 250.5) + sample(2'000'000, 300) + sample(3'000'000, __builtin_nan("")));
    gpu.line("Stream #1(Kernel)", 7, gpu.at(gpu.event("k"), 1'000'000, 5'000'000));
    const RunResult run = loaded(gpu.done());
    ASSERT_TRUE(run);
    ASSERT_EQ(run->timeline.counters.size(), 1U);
    EXPECT_EQ(text(*run, run->timeline.counters[0].name), "power_mw");
    EXPECT_EQ(run->timeline.counters[0].value.size(), 2U);
    EXPECT_EQ(run->timeline.counters[0].max, 300);
}

TEST(Xplane, theDevicesModelAndTheHostAreTold)
{
    const RunResult run = loaded(space());
    ASSERT_TRUE(run);
    EXPECT_EQ((*run->info.header)["deviceProperties"][0]["name"], "NVIDIA H100");
    EXPECT_EQ((*run->info.header)["deviceProperties"][0]["id"], 3);
    ASSERT_FALSE(run->info.facts.empty());
    EXPECT_EQ(run->info.facts[0].second, "node-1");
}

TEST(Xplane, linesOfAnyOrderOfFieldsAreRead)
{
    Plane gpu("/device:GPU:0");
    const std::string event = gpu.at(gpu.event("k"), 1'000'000, 5'000'000);
    const std::string backwards = message(3, event + number(3, 40) + message(2, "Stream #5(Kernel)") + number(1, 5));
    const std::string plane = gpu.done();
    const std::string names = plane.substr(plane.find("GPU:0") + 5);
    const RunResult run = loaded(message(1, names + backwards + message(2, "/device:GPU:0")));
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(run->timeline.originNs, 1040);
    EXPECT_EQ(text(*run, run->gpu.streams[0].stream), "5");
}

TEST(Xplane, aCutFileKeepsWhatWasReadAndSaysSo)
{
    const std::string whole = space();
    size_t read = 0;
    for (size_t size = 40; size < whole.size(); size += 7) {
        const RunResult run = loaded(whole.substr(0, size));
        if (!run) {
            EXPECT_NE(run.error.kind, ErrorKind::Cancelled);
            continue;
        }
        ++read;
        EXPECT_FALSE(run->info.complete) << "cut to " << size;
        const Diagnostic *cut = run->diagnostics.find("truncated");
        ASSERT_TRUE(cut) << "cut to " << size;
        EXPECT_GE(cut->firstOffset, 0);
    }
    EXPECT_GT(read, 20U);
    const RunResult most = loaded(whole.substr(0, whole.size() - 20));
    ASSERT_TRUE(most) << most.error.text().toStdString();
    EXPECT_EQ(most->gpu.size(), 3U) << "of the plane before the cut";
}

TEST(Xplane, damagedEventsAreCountedAndTheOthersKept)
{
    Plane gpu("/device:GPU:0");
    const std::string good = gpu.at(gpu.event("k"), 1'000'000, 5'000'000);
    const std::string endless(12, '\xff'); // a number that does not end
    gpu.line("Stream #1(Kernel)", 0,
             good + message(4, "\x08" + endless) + gpu.at(gpu.event("k"), 9'000'000, uint64_t(-5)) +
                 gpu.at(gpu.event("k"), uint64_t(INT64_MAX), 1) + gpu.at(99, 20'000'000, 1'000'000));
    const RunResult run = loaded(gpu.done());
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 3U);
    ASSERT_TRUE(run->diagnostics.find("bad-event"));
    EXPECT_EQ(run->diagnostics.find("bad-event")->count, 1U);
    EXPECT_TRUE(run->diagnostics.find("negative-duration"));
    EXPECT_TRUE(run->diagnostics.find("absurd-time")) << "292 years after the line's time";
    EXPECT_TRUE(run->diagnostics.find("missing-name"));
}

TEST(Xplane, sumsOfSeveralEventsHaveNoTime)
{
    Plane gpu("/device:GPU:0");
    gpu.line(
        "Stream #1(Kernel)", 0,
        gpu.at(gpu.event("k"), 1'000'000, 5'000'000) +
            message(4, number(1, gpu.event("k")) + number(3, 70'000'000) + gpu.intStat("group_id", 1) + number(5, 14)));
    const RunResult run = loaded(gpu.done());
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(run->timeline.spanNs, 5000);
    EXPECT_TRUE(run->diagnostics.find("no-time"));
}

TEST(Xplane, aProfileWithoutEventsSaysWhatToDo)
{
    const RunResult empty = loaded(Plane("/host:metadata").done());
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error.kind, ErrorKind::Unsupported);
    EXPECT_TRUE(empty.error.message.contains(QLatin1String("/host:metadata")));
    Plane host("/host:CPU");
    host.line("python", 0, host.at(host.event("f"), 0, 5'000'000));
    const RunResult cpu = loaded(host.done());
    ASSERT_TRUE(cpu);
    EXPECT_TRUE(cpu->diagnostics.find("no-gpu-work"));
}

TEST(Xplane, contentDecidesAndNotTheName)
{
    EXPECT_TRUE(loaded(space(), "profile.bin"));
    const RunResult text = loaded("\nName Calls\n", "notes.txt");
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error.kind, ErrorKind::UnknownFormat);
}

TEST(Xplane, anyDamageEndsInARunOrAnError)
{
    const std::string whole = space();
    std::mt19937 random(7);
    for (int round = 0; round < repetitions(3000); ++round) {
        const std::string bytes = damagedAtRandom(whole, random);
        const RunResult run = loaded(bytes);
        EXPECT_TRUE(run || !run.error.message.isEmpty());
    }
}

} // namespace tst_xplane
