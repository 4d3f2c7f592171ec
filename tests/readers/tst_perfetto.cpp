// Traces of Perfetto as profilers of GPUs write them: tracks, names, clocks, what is GPU work, and what is damaged.

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

#include <zlib.h>

namespace tst_perfetto {

using namespace ws;
using namespace ws::test;

namespace {

/// In this order: operands of + may be evaluated in any.
std::string join(std::initializer_list<std::string> parts)
{
    std::string all;
    for (const std::string &part : parts)
        all += part;
    return all;
}

std::string packet(const std::string &fields)
{
    return message(1, fields);
}

/// Of one writer, with names by number: event(…) gives the packet with the names that it uses first.
class Writer
{
public:
    explicit Writer(uint64_t sequence = 2) : m_sequence(sequence) {}

    std::string at(uint64_t time, const std::string &event)
    {
        const std::string interned = m_interned.empty() ? "" : message(12, m_interned);
        m_interned.clear();
        const std::string cleared = m_isFirst ? number(13, 3) : number(13, 2);
        m_isFirst = false;
        return packet(number(8, time) + message(11, event) + interned + cleared + number(10, m_sequence) +
                      number(79, 42));
    }
    std::string begin(uint64_t time, uint64_t track, const std::string &category, const std::string &name,
                      const std::string &arguments = {})
    {
        const uint64_t categoryId = id(1, category), nameId = id(2, name);
        return at(time, number(9, 1) + number(3, categoryId) + number(10, nameId) + number(11, track) + arguments);
    }
    std::string end(uint64_t time, uint64_t track) { return at(time, number(9, 2) + number(11, track)); }
    std::string slice(uint64_t begins, uint64_t ends, uint64_t track, const std::string &category,
                      const std::string &name, const std::string &arguments = {})
    {
        const std::string first = begin(begins, track, category, name, arguments);
        return first + end(ends, track);
    }
    std::string intArgument(const std::string &name, uint64_t value)
    {
        return message(4, number(1, id(3, name)) + number(3, value));
    }
    std::string textArgument(const std::string &name, const std::string &value)
    {
        return message(4, number(1, id(3, name)) + message(6, value));
    }
    /// Begins anew: the numbers of names mean nothing any more.
    void clear()
    {
        m_ids.clear();
        m_isFirst = true;
    }

private:
    uint64_t id(uint32_t kind, const std::string &text)
    {
        const auto [known, isNew] = m_ids.try_emplace({kind, text}, m_ids.size() + 1);
        if (isNew)
            m_interned += message(kind, number(1, known->second) + message(2, text));
        return known->second;
    }

    uint64_t m_sequence;
    bool m_isFirst = true;
    std::string m_interned;
    std::map<std::pair<uint32_t, std::string>, uint64_t> m_ids;
};

std::string track(uint64_t uuid, const std::string &name, uint64_t parent = 0, const std::string &parts = {})
{
    return packet(message(60, number(1, uuid) + message(2, name) + (parent ? number(5, parent) : "") + parts) +
                  number(10, 2));
}
const std::string process = packet(message(60, number(1, 100) + message(3, number(1, 42) + message(6, "./app"))) +
                                   number(10, 2)),
                  thread = packet(message(60, number(1, 101) + number(5, 100) +
                                                  message(4, number(1, 42) + number(2, 43) + message(5, "main"))) +
                                  number(10, 2));

/// As rocprofv3 writes it: by kind, calls first.
std::string rocprofv3(bool isByStream = false)
{
    Writer w;
    const auto call = [&](uint64_t begins, uint64_t ends, const char *name, uint64_t id) {
        return w.slice(begins, ends, 101, "hip_api", name,
                       w.intArgument("begin_ns", begins) + w.intArgument("end_ns", ends) +
                           w.intArgument("corr_id", id));
    };
    const auto kernel = [&](uint64_t begins, uint64_t ends, uint64_t row, uint64_t id) {
        return w.slice(begins, ends, row, "kernel_dispatch", "gemm",
                       w.intArgument("begin_ns", begins) + w.intArgument("end_ns", ends) + w.intArgument("agent", 4) +
                           w.intArgument("corr_id", id) + w.intArgument("queue", 1));
    };
    const std::string row = isByStream ? "STREAM [7]" : "QUEUE [0]";
    return join(
        {process, thread, track(200, "COMPUTE AGENT [4] " + row + " (GPU)", 100),
         track(201, isByStream ? "COPY to AGENT [1] STREAM [7] (CPU)" : "COPY to AGENT [1] THREAD [0] (CPU)", 100),
         call(1000, 1100, "hipLaunchKernel", 1), call(1200, 1300, "hipLaunchKernel", 2),
         call(1400, 1900, "hipMemcpy", 3), kernel(1150, 1250, 200, 1), kernel(1300, 1400, 200, 2),
         w.slice(1500, 1800, 201, "memory_copy", "MEMORY_COPY_DEVICE_TO_HOST",
                 w.intArgument("begin_ns", 1500) + w.intArgument("end_ns", 1800) + w.intArgument("src_agent", 4) +
                     w.intArgument("dst_agent", 1) + w.intArgument("copy_bytes", 4096) + w.intArgument("corr_id", 3))});
}

RunResult loaded(std::string_view bytes, const char *name = "results.pftrace")
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

std::string_view callOf(const Run &run, size_t i)
{
    return run.gpu.launch[i] == noLaunch ? "none" : run.text(run.timeline.name(run.launches.slice[run.gpu.launch[i]]));
}

std::string_view streamOf(const Run &run, size_t i)
{
    return run.text(run.gpu.streams[run.gpu.stream[i]].stream);
}

std::string_view deviceOf(const Run &run, size_t i)
{
    return run.text(run.gpu.devices[run.gpu.device(i)]);
}

} // namespace

TEST(Perfetto, dispatchesAndCopiesOfRocprofv3AreWorkOfTheirAgents)
{
    const RunResult run = loaded(rocprofv3());
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "perfetto");
    EXPECT_TRUE(run->info.complete);
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(run->gpu.devices.size(), 1U) << "a copy to the host is of the GPU that it empties";
    EXPECT_EQ(deviceOf(*run, 2), "4");
    EXPECT_EQ(streamOf(*run, 0), "0");
    EXPECT_EQ(run->gpu.kind[2], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.duration[2], 300);
    EXPECT_EQ(callOf(*run, 0), "hipLaunchKernel");
    EXPECT_EQ(callOf(*run, 2), "hipMemcpy");
    EXPECT_EQ(run->timeline.originNs, 1000);
    EXPECT_EQ(run->info.slices, 6U);
    const Track &cpu = run->timeline.track(run->launches.slice[0]);
    EXPECT_EQ(text(*run, cpu.pid), "42");
    EXPECT_EQ(text(*run, cpu.tid), "43");
    EXPECT_EQ(text(*run, cpu.label), "main");
}

TEST(Perfetto, workByStreamLiesInTheRowOfItsStream)
{
    const RunResult run = loaded(rocprofv3(true));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(streamOf(*run, 0), "7");
    EXPECT_EQ(streamOf(*run, 2), "7");
}

TEST(Perfetto, agentsAsTextsAreNumbersOfTheGpus)
{
    Writer w;
    const RunResult run = loaded(join(
        {process, track(200, "COMPUTE GPU [0] QUEUE [2] (GPU)", 100), track(201, "COPY to AGENT [1] STREAM [3]", 100),
         w.slice(10, 20, 200, "kernel_dispatch", "k", w.textArgument("agent", "GPU-0")),
         w.slice(30, 40, 201, "memory_copy", "MEMORY_COPY_DEVICE_TO_HOST",
                 w.textArgument("src_agent", "GPU-0") + w.textArgument("dst_agent", "CPU-0"))}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->gpu.devices.size(), 1U);
    EXPECT_EQ(deviceOf(*run, 1), "0");
    EXPECT_EQ(streamOf(*run, 0), "2");
}

TEST(Perfetto, rocprofSysNumbersDevicesAndAgentsDifferently)
{
    Writer w;
    const auto copy = [&](uint64_t begins, const char *name, uint64_t from, uint64_t to) {
        return w.slice(begins, begins + 5, to == 2 ? 201 : 202, "rocm_memory_copy", name,
                       w.intArgument("src_agent_id", from) + w.intArgument("dst_agent_id", to));
    };
    const RunResult run = loaded(
        join({process, track(200, "GPU Kernel Dispatch [0] Queue 1", 100),
              track(201, "GPU Memory Copy to Agent [2] Thread 0", 100),
              track(202, "GPU Memory Copy to Agent [0] Thread 0", 100), copy(5, "MEMORY_COPY_HOST_TO_DEVICE", 0, 2),
              w.slice(10, 20, 200, "rocm_kernel_dispatch", "k",
                      w.textArgument("workgroup_size", "(64,2,1)") + w.textArgument("grid_size", "(512,4,1)")),
              copy(30, "MEMORY_COPY_DEVICE_TO_HOST", 2, 0)}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(run->gpu.devices.size(), 1U);
    EXPECT_EQ(deviceOf(*run, 0), "0");
    EXPECT_EQ(text(*run, run->gpu.grid[1]), "grid [8,2,1] block [64,2,1]") << "its sizes are numbers of work items";
}

TEST(Perfetto, kernelsAndCopiesOfAHipStreamAreTold)
{
    Writer w;
    const RunResult run = loaded(
        join({process, track(200, "HIP Activity Stream 3", 100), w.slice(10, 20, 200, "rocm_hip_stream", "gemm"),
              w.slice(20, 30, 200, "rocm_hip_stream", "MEMORY_COPY_HOST_TO_DEVICE", w.intArgument("dst_agent_id", 1)),
              w.slice(30, 40, 200, "rocm_hip_stream", "SCRATCH_MEMORY_ALLOC")}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->gpu.kind[0], CategoryKind::Kernel);
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(streamOf(*run, 1), "3");
    EXPECT_EQ(run->gpu.devices.size(), 1U);
    Writer other;
    const RunResult alone = loaded(
        join({process, track(200, "HIP Activity Stream 3", 100), other.slice(10, 20, 200, "rocm_hip_stream", "gemm")}));
    ASSERT_TRUE(alone);
    ASSERT_EQ(alone->gpu.size(), 1U);
    EXPECT_TRUE(alone->diagnostics.find("untold-device"));
}

TEST(Perfetto, barriersOfOmnitraceAreNoWork)
{
    Writer w;
    const RunResult run = loaded(
        join({process, track(200, "HIP Activity Device 1, Queue 2", 100),
              w.slice(10, 20, 200, "device_hip", "k", w.intArgument("device", 1) + w.textArgument("op", "DISPATCH")),
              w.slice(20, 25, 200, "device_hip", "CopyHostToDevice",
                      w.intArgument("device", 1) + w.textArgument("op", "COPY")),
              w.slice(25, 40, 200, "device_hip", "Barrier", w.textArgument("op", "BARRIER"))}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(deviceOf(*run, 0), "1");
    EXPECT_EQ(streamOf(*run, 0), "2");
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
}

TEST(Perfetto, flowsLinkWhereNoAnnotationDoes)
{
    Writer w;
    const RunResult run = loaded(join({process, thread, track(200, "COMPUTE AGENT [4] QUEUE [0] (GPU)", 100),
                                       w.slice(10, 20, 101, "hip_api", "hipLaunchKernel", fixed64(47, 0xABCDEF0123)),
                                       w.slice(30, 40, 200, "kernel_dispatch", "k", fixed64(47, 0xABCDEF0123))}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(callOf(*run, 0), "hipLaunchKernel");
}

TEST(Perfetto, flowsBetweenOtherSlicesAreArrows)
{
    Writer w;
    const RunResult run = loaded(join({process, thread, w.slice(10, 20, 101, "app", "send", fixed64(47, 5)),
                                       w.slice(30, 40, 100, "app", "receive", fixed64(48, 5)),
                                       w.slice(50, 60, 101, "app", "alone", fixed64(47, 6))}));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.flows.counts[Flows::Start], 1U);
    EXPECT_EQ(run->timeline.flows.counts[Flows::End], 1U);
}

TEST(Perfetto, theRowsOfKinetosActivitiesAreThoseOfTheirParents)
{
    const auto event = [](uint64_t time, uint64_t track, const std::string &rest) {
        return packet(number(8, time) + message(11, number(11, track) + rest) + number(10, 9));
    };
    const auto slice = [&](uint64_t begins, uint64_t ends, uint64_t track, const std::string &name,
                           const std::string &metadata) {
        const std::string argument = message(4, message(10, "metadata") + message(6, metadata));
        return event(begins, track, number(9, 1) + message(23, name) + argument) + event(ends, track, number(9, 2));
    };
    const auto child = [](uint64_t uuid, uint64_t parent, const std::string &name) {
        return packet(message(60, number(1, uuid) + message(2, name) + number(5, parent)));
    };
    const std::string row = message(4, number(1, 0) + number(2, 7) + message(5, "stream 7"));
    const std::string trace =
        track(1, "python [GPU 0]", 0, message(3, number(1, 0) + message(6, "python"))) + track(2, "stream 7", 1, row) +
        track(3, "python [CPU]", 0, message(3, number(1, 4242) + message(6, "python"))) +
        track(4, "thread 9", 3, message(4, number(1, 4242) + number(2, 9) + message(5, "thread 9"))) +
        child(10, 2, "stream 7") + child(11, 2, "stream 7") + child(12, 4, "thread 9") + child(13, 2, "stream 7") +
        slice(100, 110, 12, "cudaLaunchKernel", R"("External id": 3, "cbid": 211, "correlation": 8)") +
        slice(120, 150, 10, "gemm",
              R"("device": 0, "context": 1, "stream": 7, "correlation": 8, "grid": [8, 1, 1], "block": [128, 1, 1])") +
        slice(150, 160, 11, "Memcpy HtoD (Pinned -> Device)", R"("device": 0, "stream": 7, "correlation": 9)") +
        slice(110, 170, 13, "ProfilerStep#3", R"("External id": 1)") +
        packet(message(11, number(9, 3) + message(23, "trace_metadata") +
                               message(4, message(10, "host_name") + message(6, "node-7"))) +
               number(10, 9));
    const RunResult run = loaded(trace);
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(deviceOf(*run, 0), "0");
    EXPECT_EQ(streamOf(*run, 1), "7");
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(callOf(*run, 0), "cudaLaunchKernel");
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,1,1] block [128,1,1]");
    EXPECT_EQ(run->info.gpuAnnotations, 1U) << "a label over the work";
    EXPECT_EQ((*run->info.header)["host_name"], "node-7");
    EXPECT_EQ(run->timeline.originNs, 100) << "metadata has no time";
}

TEST(Perfetto, countersAreCurvesInTheirUnits)
{
    Writer w;
    const std::string bytes = message(8, number(3, 3) + number(4, 1024)), differences = message(8, number(5, 1));
    const RunResult run =
        loaded(join({process, track(300, "COPY BYTES to AGENT [4] (GPU)", 100, bytes),
                     track(301, "sum", 100, differences), w.at(10, number(9, 4) + number(11, 300) + number(30, 4)),
                     w.at(20, number(9, 4) + number(11, 300) + number(30, 0)),
                     w.at(UINT64_MAX - 5000, number(9, 4) + number(11, 300) + number(30, 0)),
                     w.at(10, number(9, 4) + number(11, 301) + number(30, 3)),
                     w.at(20, number(9, 4) + number(11, 301) + real(44, 2)), w.slice(5, 25, 101, "app", "f")}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->timeline.counters.size(), 2U);
    EXPECT_EQ(run->timeline.counters[0].max, 4096);
    EXPECT_EQ(run->timeline.counters[0].value.size(), 2U);
    EXPECT_EQ(run->timeline.counters[1].max, 5) << "told by differences";
    EXPECT_EQ(run->timeline.spanNs, 20) << "a time before 0 is none: the span is not 584 years";
    EXPECT_TRUE(run->diagnostics.find("absurd-time"));
}

TEST(Perfetto, timesOfOtherClocksAreConverted)
{
    const auto clock = [](uint64_t id, uint64_t time, const std::string &more = {}) {
        return message(1, number(1, id) + number(2, time) + more);
    };
    const auto event = [](uint64_t time, uint64_t clock, const std::string &event) {
        return packet(number(8, time) + number(58, clock) + message(11, event) + number(10, 5));
    };
    const std::string begin = number(9, 1) + number(11, 101) + message(23, "f"), end = number(9, 2) + number(11, 101);
    const std::string snapshot = packet(
        message(6, clock(6, 1'000'000) + clock(1, 5'000'000'000) + clock(64, 10, number(3, 1) + number(4, 1000))) +
        number(10, 5));
    const RunResult run =
        loaded(process + thread + snapshot + event(5'000'000'100, 1, begin) + event(5'000'000'200, 1, end) +
               event(2, 64, begin) + event(3, 64, end) + event(1'009'000, 6, begin) + event(1'009'500, 6, end));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->timeline.lanes.size(), 1U);
    const Lane &lane = run->timeline.lanes[0];
    ASSERT_EQ(lane.size(), 3U);
    EXPECT_EQ(run->timeline.originNs, 1'000'100);
    EXPECT_EQ(lane.start[1], 1'900) << "2 µs after the snapshot";
    EXPECT_EQ(lane.durationOf(1), 3'000) << "each time counts from the one before";
    EXPECT_EQ(lane.start[2], 8'900);
    const RunResult unknown = loaded(process + thread + event(10, 3, begin) + event(20, 3, end));
    ASSERT_TRUE(unknown);
    EXPECT_TRUE(unknown->diagnostics.find("unknown-clock"));
}

TEST(Perfetto, aSequenceForgetsItsNamesAndLosesPackets)
{
    Writer w;
    std::string trace = process + thread + w.slice(10, 20, 101, "app", "first");
    w.clear();
    trace += w.slice(30, 40, 101, "app", "second");
    const RunResult run = loaded(trace);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->timeline.lanes.size(), 1U);
    EXPECT_EQ(text(*run, run->timeline.lanes[0].name[0]), "first");
    EXPECT_EQ(text(*run, run->timeline.lanes[0].name[1]), "second");
    EXPECT_TRUE(run->info.complete);
    trace += packet(number(8, 50) + message(11, number(9, 1) + number(10, 7) + number(11, 101)) + number(13, 2) +
                    number(42, 1) + number(10, 2));
    const RunResult lost = loaded(trace);
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->info.slices, 2U) << "names of lost packets are unknown";
    EXPECT_FALSE(lost->info.complete);
    EXPECT_TRUE(lost->diagnostics.find("truncated"));
}

TEST(Perfetto, aFullBufferOfTheRecorderIsTold)
{
    const std::string stats = packet(message(35, message(1, number(18, 12))) + number(10, 1));
    const RunResult run = loaded(rocprofv3() + stats);
    ASSERT_TRUE(run);
    EXPECT_FALSE(run->info.complete);
    ASSERT_TRUE(run->diagnostics.find("truncated"));
    EXPECT_TRUE(run->diagnostics.find("truncated")->message.contains(QLatin1String("12 pieces")));
    const RunResult whole = loaded(rocprofv3() + packet(message(35, message(1, number(18, 0) + number(2, 30)))));
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->info.complete) << "nothing was lost";
}

TEST(Perfetto, packedPacketsAreRead)
{
    const std::string plain = rocprofv3();
    std::string packed(compressBound(plain.size()), '\0');
    uLongf size = packed.size();
    ASSERT_EQ(compress(reinterpret_cast<Bytef *>(packed.data()), &size, reinterpret_cast<const Bytef *>(plain.data()),
                       plain.size()),
              Z_OK);
    packed.resize(size);
    const std::string trace = packet(message(50, packed));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.pftrace"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(trace));
    file.close();
    Progress progress;
    const auto run = loadRun(path, progress);
    ASSERT_TRUE(run) << run.error().text().toStdString();
    ASSERT_EQ((*run)->gpu.size(), 3U);
    const auto copy = eventJson(**run, (*run)->gpu.slice[2]);
    ASSERT_TRUE(copy) << copy.error().text().toStdString();
    EXPECT_EQ((*copy)["args"]["bytes"], 4096);
    std::string broken = packed;
    broken[broken.size() / 2] ^= 0x55;
    broken.resize(broken.size() - 4);
    const RunResult damaged = loaded(rocprofv3() + packet(message(50, broken)));
    ASSERT_TRUE(damaged);
    EXPECT_TRUE(damaged->diagnostics.find("bad-event"));
}

TEST(Perfetto, theEventsTextHasItsArguments)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.pftrace"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(rocprofv3()));
    file.close();
    Progress progress;
    const auto run = loadRun(path, progress);
    ASSERT_TRUE(run);
    const auto kernel = eventJson(**run, (*run)->gpu.slice[0]);
    ASSERT_TRUE(kernel) << kernel.error().text().toStdString();
    EXPECT_EQ((*kernel)["name"], "gemm");
    EXPECT_EQ((*kernel)["args"]["agent"], 4);
}

TEST(Perfetto, packetsOfOtherKindsAreCountedByName)
{
    const RunResult run =
        loaded(rocprofv3() + packet(message(1, "x")) + packet(message(1, "y")) + packet(message(66, "z")));
    ASSERT_TRUE(run);
    const Diagnostic *unread = run->diagnostics.find("unread-packets");
    ASSERT_TRUE(unread);
    EXPECT_EQ(unread->count, 3U);
    EXPECT_TRUE(unread->message.contains(QLatin1String("ftrace_events")));
    const RunResult none = loaded(process + packet(message(1, "x")) + packet(number(8, 5) + message(66, "z")));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error.kind, ErrorKind::Unsupported);
    EXPECT_TRUE(none.error.message.contains(QLatin1String("rocprofv3 --output-format pftrace")));
}

TEST(Perfetto, aCutFileKeepsWhatWasReadAndSaysSo)
{
    const std::string whole = rocprofv3();
    size_t read = 0;
    for (size_t size = 30; size < whole.size(); size += 11) {
        const RunResult run = loaded(whole.substr(0, size));
        if (!run)
            continue;
        ++read;
        EXPECT_TRUE(!run->info.complete || whole[size] == '\x0a') << "cut to " << size;
    }
    EXPECT_GT(read, 40U);
    const RunResult most = loaded(whole.substr(0, whole.size() - 3));
    ASSERT_TRUE(most);
    EXPECT_FALSE(most->info.complete);
    EXPECT_EQ(most->gpu.size(), 3U) << "the copy's begin tells its end";
    EXPECT_EQ(most->gpu.duration[2], 300);
    EXPECT_GE(most->diagnostics.find("truncated")->firstOffset, 0);
}

TEST(Perfetto, endsWithoutBeginsAndBeginsWithoutEndsAreTold)
{
    Writer w;
    const RunResult run = loaded(join({process, thread, w.end(5, 101), w.begin(10, 101, "app", "outer"),
                                       w.slice(20, 30, 101, "app", "inner"), w.slice(35, 40, 101, "app", "next")}));
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->diagnostics.find("stray-end"));
    ASSERT_TRUE(run->diagnostics.find("unclosed-begin"));
    EXPECT_EQ(run->info.slices, 3U);
    EXPECT_EQ(run->timeline.spanNs, 30) << "the stray end is no event";
}

TEST(Perfetto, aTraceWithoutGpuWorkSaysWhatItHolds)
{
    Writer w;
    const RunResult run = loaded(join({process, thread, w.slice(20, 30, 101, "app", "f")}));
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->diagnostics.find("no-gpu-work"));
    EXPECT_EQ(run->timeline.tracks.size(), 1U);
}

TEST(Perfetto, rowsOfThreadsThatRocprofv3NamesItselfHaveTheirNumbers)
{
    Writer w;
    const RunResult run =
        loaded(join({process, track(77, "THREAD 1 (4711)"), w.slice(20, 30, 77, "hip_api", "hipMalloc")}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->timeline.tracks.size(), 1U);
    EXPECT_EQ(text(*run, run->timeline.tracks[0].tid), "4711");
    EXPECT_EQ(text(*run, run->timeline.tracks[0].pid), "42") << "of the process that the packet is from";
}

TEST(Perfetto, anyDamageEndsInARunOrAnError)
{
    const std::string whole = rocprofv3();
    std::mt19937 random(7);
    for (int round = 0; round < repetitions(3000); ++round) {
        const std::string bytes = damagedAtRandom(whole, random);
        const RunResult run = loaded(bytes);
        EXPECT_TRUE(run || !run.error.message.isEmpty());
    }
}

} // namespace tst_perfetto
