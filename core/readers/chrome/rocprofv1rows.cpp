// rocprof of ROCm until 6 (ROCm/rocprofiler, bin/tblextr.py and sqlitedb.py): results.json beside its database. Numbers
// are texts, begins and durations whole microseconds (a duration of 0 is written as 1); the exact times stand in the
// arguments BeginNs and EndNs. Processes: "GPU0" … the kernels, "COPY" the copies of all devices (which one says
// dev-id), "GPU Barriers0" barrier packets, "CPU HIP API" and "CPU HSA API" the calls, "Markers and Ranges" roctx. The
// arrows "dep" lead from the middle of a call to the work it launched, but where the work began before that, from
// there.

#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/writerrows.h"

namespace ws {
namespace {

using namespace json;

struct RocprofArgs
{
    explicit RocprofArgs(std::string_view args)
    {
        if (args.empty())
            return;
        forEachMember(args, [this](const Member &m) {
            const std::string_view value = m.token();
            if (m.key == "dev-id" || m.key == "gpu-id")
                device = value;
            else if (m.key == "stream-id")
                stream = value;
            else if (m.key == "queue-id")
                queue = value;
            else if (m.key == "BeginNs")
                hasTimes = toUnsigned(value, begin);
            else if (m.key == "EndNs")
                hasTimes = toUnsigned(value, end) && hasTimes;
        });
        hasTimes = hasTimes && begin <= end && end <= uint64_t(farthestNs);
    }

    std::string_view device, stream, queue;
    uint64_t begin = 0, end = 0;
    bool hasTimes = false;
};

/// "GPU3" → "3"; empty: another process.
std::string_view gpuNumber(std::string_view process, std::string_view prefix = "GPU")
{
    if (!process.starts_with(prefix))
        return {};
    process.remove_prefix(prefix.size());
    const bool isNumber = !process.empty() && process.find_first_not_of("0123456789") == process.npos;
    return isNumber ? process : std::string_view();
}

constexpr std::string_view barriers = "GPU Barriers";

int64_t micros(int64_t ns)
{
    return ns - ns % 1000;
}

class RocprofV1Rows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool nameProcess(StringId pid, StringId name) override
    {
        WriterRows::nameProcess(pid, name);
        return !gpuNumber(view(name)).empty() || !gpuNumber(view(name), barriers).empty();
    }

    void correct(const ChromeEvent &event, int64_t &start, int64_t &duration) override
    {
        const RocprofArgs args(event.args);
        if (!args.hasTimes) { // an arrow's
            start += event.phase == "X" ? 0 : m_rebased;
            return;
        }
        m_rebased = micros(static_cast<int64_t>(args.begin)) - start;
        start = static_cast<int64_t>(args.begin);
        duration = static_cast<int64_t>(args.end - args.begin);
    }

    void place(StringId &pid, StringId & /*tid*/) override
    {
        const std::string_view name = processName(pid);
        if (!name.empty() && gpuNumber(name).empty())
            pid = text(name); // 2, 3 … are numbers of the writer, and devices have them, too
    }

    bool take(const WriterSlice &slice) override
    {
        const std::string_view process = processName(slice.pid), gpu = gpuNumber(process);
        const RocprofArgs args(slice.event.args);
        if (!gpu.empty() || process == "COPY") {
            const StringId device = !args.device.empty() ? text(args.device) : gpu.empty() ? 0 : text(gpu);
            m_devices.insert(device);
            m_workAt[{slice.pid, slice.tid, said(slice)}].works.push_back(static_cast<uint32_t>(m_work.size()));
            m_work.push_back({slice, device, streamOf(slice, args), gpu.empty()});
            return true;
        }
        if (const std::string_view barrier = gpuNumber(process, barriers); !barrier.empty()) {
            addBeside(text(barrier), text("barriers " + std::string(view(slice.tid))), slice);
            return true;
        }
        if (process == "Markers and Ranges") {
            addSlice(slice, "roctx", CategoryKind::UserAnnotation);
            return true;
        }
        if (!process.starts_with("CPU "))
            return false;
        m_callsOf.add(slice.pid, slice.tid, said(slice), said(slice) + slice.duration + 1000,
                      static_cast<uint32_t>(m_calls.size()));
        m_calls.push_back({slice, false});
        return true;
    }

    bool takeFlow(const ChromeEvent &event, Flows::Kind kind, const ArrowEnd &end) override
    {
        uint64_t id = 0;
        if (!toUnsigned(event.id, id))
            return false;
        (kind == Flows::Start ? m_arrows[id].first : m_arrows[id].second) = {end.pid, end.tid, end.time - m_rebased};
        return true;
    }

    void release() override
    {
        m_devices.erase(0);
        for (Work &work : m_work)
            if (!work.device)
                work.device = m_devices.size() == 1 ? *m_devices.begin() : text("COPY");
        for (const auto &[id, arrow] : m_arrows)
            link(id, arrow.first, arrow.second);
        for (uint32_t i = 0; i < m_calls.size(); ++i)
            addCall(m_calls[i], i + 1);
        for (const Work &work : m_work) {
            GpuDetail detail;
            detail.correlation = work.call;
            addWork(stream(work.device, work.stream), work.slice, kindOf(work), detail);
        }
    }

private:
    struct Work
    {
        HeldSlice slice;
        StringId device, stream;
        bool isCopy;
        uint64_t call = 0; ///< index + 1; 0: not told
    };
    struct Call
    {
        HeldSlice slice;
        bool hasWork;
    };
    struct Place
    {
        StringId pid, tid;
        int64_t start; ///< as the event has it, in whole microseconds, and its arrow
        auto operator<=>(const Place &) const = default;
    };

    static int64_t said(const WriterSlice &slice)
    {
        int64_t start = 0;
        microsToNs(slice.event.ts, start);
        return start;
    }

    StringId streamOf(const WriterSlice &slice, const RocprofArgs &args)
    {
        return !args.stream.empty() ? text(args.stream) : !args.queue.empty() ? text(args.queue) : slice.tid;
    }

    CategoryKind kindOf(const Work &work) const
    {
        if (!work.isCopy)
            return CategoryKind::Kernel;
        return kindOfWork(view(work.slice.name)) == CategoryKind::Memset || view(work.slice.name).starts_with("Fill")
                   ? CategoryKind::Memset
                   : CategoryKind::Memcpy;
    }

    /// Several works may begin in one microsecond of a stream: the arrows come in their order.
    void link(uint64_t id, const ArrowEnd &from, const ArrowEnd &to)
    {
        const auto works = m_workAt.find({to.pid, to.tid, to.time});
        const uint32_t call = m_callsOf.innermost(from);
        Work *work = nullptr;
        if (works != m_workAt.end())
            work = &m_work[works->second.works[std::min(works->second.next++, works->second.works.size() - 1)]];
        if (work && call != UINT32_MAX && !work->call) {
            work->call = call + 1;
            m_calls[call].hasWork = true;
        }
        const uint16_t category = m_builder.category("DataFlow");
        addEnd(Flows::Start, id, category, from,
               call == UINT32_MAX ? from.time + m_rebased : inside(from.time + m_rebased, m_calls[call].slice));
        if (work)
            m_builder.addFlow(Flows::Step, work->slice.start, id, category, work->device, work->stream);
        else
            addEnd(Flows::Step, id, category, to, to.time + m_rebased);
    }

    static int64_t inside(int64_t time, const HeldSlice &slice) { return std::clamp(time, slice.start, slice.end()); }

    void addEnd(Flows::Kind kind, uint64_t id, uint16_t category, ArrowEnd end, int64_t time)
    {
        if (!end.pid)
            return;
        place(end.pid, end.tid);
        m_builder.addFlow(kind, time, id, category, end.pid, end.tid);
    }

    void addCall(const Call &call, uint64_t correlation)
    {
        const HeldSlice &slice = call.slice;
        if (!call.hasWork) {
            addSlice(slice, "API call", CategoryKind::Launch);
            return;
        }
        StringId pid = slice.pid, tid = slice.tid;
        place(pid, tid);
        m_builder.addLaunch(m_builder.cpuTrack(pid, tid), slice.start, slice.duration, slice.name,
                            m_builder.category("API call", CategoryKind::Launch), slice.offset, correlation);
    }

    std::set<StringId> m_devices;
    std::vector<Work> m_work;
    struct Begun ///< in one microsecond of a stream
    {
        std::vector<uint32_t> works;
        size_t next = 0; ///< whose arrow has not come yet
    };
    std::map<Place, Begun> m_workAt;
    std::vector<Call> m_calls;
    SlicesByThread m_callsOf;
    std::map<uint64_t, std::pair<ArrowEnd, ArrowEnd>> m_arrows; ///< by id
    int64_t m_rebased = 0;                                      ///< ns from the events' times to those of the arguments
};

bool isRocprofV1(const TraceSigns &signs)
{
    const auto has = [&](std::string_view name) { return signs.processes.contains(name); };
    return has("COPY") && (has("CPU HIP API") || has("CPU HSA API") ||
                           signs.hasProcess([](std::string_view name) { return !gpuNumber(name).empty(); }));
}

} // namespace

const WriterKind rocprofV1Writer = {"rocprof (ROCm until 6)", isRocprofV1, [](Run &run, TimelineBuilder &builder) {
                                        return std::unique_ptr<WriterRows>(new RocprofV1Rows(run, builder));
                                    }};

} // namespace ws
