// Intel's unitrace (intel/pti-gpu, tools/unitrace/src/chromelogger.h): processes "HOST<name>" and "DEVICE<name>[model]
// 0:18:0:0 #0", the latter with made-up numbers and one row for each host thread, engine and overlap. Work of a device
// has the category gpu_op, and so have barriers and events, which are none; cpu_op are calls of Level Zero, OpenCL or
// MPI and ranges of ITT, no operators. An arrow's category has a number of its own ("Flow_H2D_17_0"), which is also the
// work's argument "id". Its begins are absolute microseconds as a double: they are told to a quarter of a microsecond.
//
// onetrace, ze_tracer and cl_tracer (tools/onetrace): a bare array without categories; all rows are of the traced
// process, those of the device are called by their queue or kernel, and a stage of a command is a slice with its name
// at the end ("gemm (Submitted)"), of which "(Executed)" is the work.

#include "core/model/callwords.h"
#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/writerrows.h"

namespace ws {
namespace {

using namespace json;

/// "zeCommandListAppendLaunchKernel", "clEnqueueWriteBuffer", "urEnqueueKernelLaunch".
bool isApiCall(std::string_view name)
{
    for (const std::string_view prefix : {"ze", "cl", "ur", "pi"}) {
        if (!name.starts_with(prefix) || name.size() <= prefix.size())
            continue;
        const char next = name[prefix.size()];
        if ((next >= 'A' && next <= 'Z') || (prefix == "ze" && (next == 's' || next == 't' || next == 'l')))
            return true;
    }
    return false;
}

/// "Flow_H2D_17_0" → "Flow_H2D", 17; empty: another category.
struct ArrowName
{
    std::string_view direction;
    uint64_t command = 0;
    std::string_view whole; ///< "17_0"
};

ArrowName arrowName(std::string_view category)
{
    for (const std::string_view direction : {"Flow_H2D_", "Flow_D2H_", "CL_Flow_H2D_", "CL_Flow_D2H_"}) {
        if (!category.starts_with(direction))
            continue;
        ArrowName arrow;
        arrow.whole = category.substr(direction.size());
        arrow.direction = category.substr(0, direction.size() - 1);
        if (toUnsigned(arrow.whole.substr(0, arrow.whole.find('_')), arrow.command))
            return arrow;
    }
    return {};
}

class UnitraceRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool nameProcess(StringId pid, StringId name) override
    {
        WriterRows::nameProcess(pid, name);
        if (!isDevice(view(name)))
            return false;
        m_builder.process(deviceOf(pid)).name = text(modelIn(view(name)));
        return true;
    }

    void place(StringId &pid, StringId & /*tid*/) override
    {
        if (isDevice(processName(pid)))
            pid = deviceOf(pid);
    }

    bool take(const WriterSlice &slice) override
    {
        if (slice.event.category == "gpu_op") {
            StringId device = slice.pid, row = slice.tid;
            if (isDevice(processName(slice.pid)))
                device = deviceOf(slice.pid);
            if (isNoDeviceWork(view(slice.name)))
                addBeside(device, text(std::string(view(row)) + " (waits)"), slice);
            else
                m_work.push_back({slice, device, row, commandOf(slice.event.args)});
            return true;
        }
        if (slice.event.category != "cpu_op")
            return false;
        m_callsOf.add(slice.pid, slice.tid, slice.start, slice.start + slice.duration,
                      static_cast<uint32_t>(m_calls.size()));
        m_calls.push_back({slice, 0});
        return true;
    }

    bool takeFlow(const ChromeEvent &event, Flows::Kind kind, const ArrowEnd &end) override
    {
        const ArrowName arrow = arrowName(event.category);
        if (arrow.direction.empty())
            return false;
        if (kind == Flows::Start && arrow.direction.ends_with("H2D"))
            m_begins[arrow.command] = end;
        StringId pid = end.pid, tid = end.tid;
        place(pid, tid);
        m_builder.addFlow(kind, end.time, std::hash<std::string_view>()(arrow.whole),
                          m_builder.category(arrow.direction), pid, tid);
        return true;
    }

    void release() override
    {
        for (Work &work : m_work)
            if (const auto begin = m_begins.find(work.command); begin != m_begins.end())
                if (const uint32_t call = m_callsOf.innermost(begin->second); call != UINT32_MAX)
                    work.call = m_calls[call].launch = call + 1;
        for (const Call &call : m_calls)
            addCall(call);
        for (const Work &work : m_work) {
            GpuDetail detail;
            detail.correlation = work.call;
            addWork(stream(work.device, work.row), work.slice, kindOfWork(view(work.slice.name)), detail);
        }
    }

private:
    struct Work
    {
        HeldSlice slice;
        StringId device, row;
        uint64_t command;
        uint64_t call = 0;
    };
    struct Call
    {
        HeldSlice slice;
        uint64_t launch; ///< index + 1 where it launches; else 0
    };

    static bool isDevice(std::string_view process)
    {
        return process.starts_with("DEVICE<") || (process.starts_with("RANK ") && process.find(" DEVICE<") < 16);
    }

    /// "DEVICE<host>[Intel Data Center GPU Max] 0:18:0:0 #0" → "Intel Data Center GPU Max".
    static std::string_view modelIn(std::string_view process)
    {
        const size_t open = process.find(">["), close = process.rfind(']');
        return open == process.npos || close == process.npos || close < open + 2
                   ? process
                   : process.substr(open + 2, close - open - 2);
    }

    /// "#0", "#0.1": the number, or that of a tile; of several ranks with the rank; else the place on the bus.
    StringId deviceOf(StringId pid)
    {
        const std::string_view process = processName(pid);
        const size_t number = process.rfind('#'), blank = process.rfind(' ');
        std::string_view device = number != process.npos  ? process.substr(number + 1)
                                  : blank != process.npos ? process.substr(blank + 1)
                                                          : process;
        const std::string_view rank = process.starts_with("RANK ") ? process.substr(5, process.find(' ', 5) - 5) : "";
        return rank.empty() ? text(device) : text("rank " + std::string(rank) + " · " + std::string(device));
    }

    static uint64_t commandOf(std::string_view args)
    {
        uint64_t id = 0;
        if (!args.empty())
            forEachMember(args, [&](const Member &m) {
                if (m.key == "id")
                    toUnsigned(m.token(), id);
            });
        return id;
    }

    void addCall(const Call &call)
    {
        const HeldSlice &slice = call.slice;
        const std::string_view name = view(slice.name);
        if (call.launch)
            m_builder.addLaunch(m_builder.cpuTrack(slice.pid, slice.tid), slice.start, slice.duration, slice.name,
                                m_builder.category("API call", CategoryKind::Launch), slice.offset, call.launch);
        else if (isApiCall(name))
            addSlice(slice, "API call", CategoryKind::Launch);
        else
            addSlice(slice, "range", name.starts_with("MPI_") ? CategoryKind::Other : CategoryKind::UserAnnotation);
    }

    std::vector<Work> m_work;
    std::vector<Call> m_calls;
    SlicesByThread m_callsOf;
    std::map<uint64_t, ArrowEnd> m_begins; ///< by command
};

bool isUnitrace(const TraceSigns &signs)
{
    return signs.categories.contains("gpu_op") || signs.hasProcess([](std::string_view name) {
        return name.starts_with("HOST<") || name.starts_with("DEVICE<") ||
               (name.starts_with("RANK ") && (name.find(" HOST<") < 16 || name.find(" DEVICE<") < 16));
    });
}

class OnetraceRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool take(const WriterSlice &found) override
    {
        HeldSlice slice(found);
        const std::string_view row = view(slice.tid);
        const bool isThread = !row.empty() && row.find_first_not_of("0123456789") == row.npos;
        std::string_view name = view(slice.name);
        for (const std::string_view stage : {" (Queued)", " (Appended)", " (Submitted)"})
            if (name.ends_with(stage)) {
                addBeside(text("0"), text(std::string(row) + " (waits)"), slice);
                return true;
            }
        if (constexpr std::string_view executed = " (Executed)"; name.ends_with(executed))
            slice.name = text(name.substr(0, name.size() - executed.size()));
        else if (isThread) {
            addSlice(slice, isApiCall(name) ? "API call" : "",
                     isApiCall(name) ? CategoryKind::Launch : CategoryKind::Other);
            return true;
        }
        if (isNoDeviceWork(view(slice.name)))
            addBeside(text("0"), text(std::string(row) + " (waits)"), slice);
        else
            addWork(stream(text("0"), slice.tid), slice, kindOfWork(view(slice.name)), {});
        return true;
    }
};

bool isOnetrace(const TraceSigns &signs)
{
    return signs.metadata.contains("start_time") && signs.categories.empty();
}

} // namespace

const WriterKind unitraceWriter = {"unitrace (Intel)", isUnitrace, [](Run &run, TimelineBuilder &builder) {
                                       return std::unique_ptr<WriterRows>(new UnitraceRows(run, builder));
                                   }};
const WriterKind onetraceWriter = {"onetrace (Intel)", isOnetrace, [](Run &run, TimelineBuilder &builder) {
                                       return std::unique_ptr<WriterRows>(new OnetraceRows(run, builder));
                                   }};

} // namespace ws
