// XLA's profiler (JAX, TensorFlow 2, PyTorch/XLA): *.trace.json.gz, made of an XPlane
// (xla/tsl/profiler/convert/trace_events_to_json.cc). A process is a plane, a thread a line. Only lines of streams are
// work of a GPU; the others ("XLA Ops", "XLA Modules", "Steps", "Framework Ops", "Source code") were derived from them.
// A TPU has no streams: there "XLA Ops" is what the device has recorded, and an operator that encloses others (a loop)
// is only their sum.

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/writerrows.h"
#include "core/readers/toolkit/xlawords.h"

#include <algorithm>

namespace ws {
namespace {

using namespace json;

constexpr std::string_view opsLine = "XLA Ops", stepsLine = "Steps";
constexpr uint64_t mostEvents = 1'000'000; ///< that XLA writes, the earliest ones

/// What the arguments of an event say.
struct XlaArgs
{
    explicit XlaArgs(std::string_view args)
    {
        if (args.empty())
            return;
        forEachMember(args, [this](const Member &m) {
            const std::string_view value = m.token();
            if (m.key == "correlation_id")
                toUnsigned(value, correlation);
            else if (m.key == "hlo_module")
                module = value;
            else if (m.key == "hlo_op")
                op = value;
            else if (m.key == "hlo_category")
                category = value;
            else if (m.key == "tf_op")
                frameworkOp = value;
            else if (m.key == "kernel_details")
                kernel = value;
            else if (m.key == "memcpy_details")
                isCopy = true;
            else if (m.key == "memset_details")
                isSet = true;
            else if (m.key == "memalloc_details" || m.key == "memfree_details" || m.key == "memory_residency_details")
                isMemory = true;
            else if (m.key == "step_num")
                step = value;
        });
    }

    uint64_t correlation = 0;
    std::string_view module, op, category, frameworkOp, kernel, step;
    bool isCopy = false, isSet = false, isMemory = false;
};

/// "cuLaunchKernel", "hipModuleLaunchKernel", "cudaMemcpyAsync".
bool isCall(std::string_view name)
{
    for (const std::string_view prefix : {"cuda", "hip", "cu", "hsa_"})
        if (name.starts_with(prefix) && name.size() > prefix.size())
            return prefix == "hsa_" || (name[prefix.size()] >= 'A' && name[prefix.size()] <= 'Z');
    return false;
}

class XlaRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool nameProcess(StringId pid, StringId name) override
    {
        WriterRows::nameProcess(pid, name);
        return bool(xlaDevice(view(name)));
    }

    void place(StringId &pid, StringId &tid) override
    {
        if (const StringId device = deviceOf(pid)) {
            const std::string_view line = threadName(pid, tid), stream = xlaStream(line);
            tid = !stream.empty() ? text(stream) : !line.empty() ? text(line) : tid;
            pid = device;
        }
    }

    bool take(const WriterSlice &slice) override
    {
        ++m_slices;
        const StringId device = deviceOf(slice.pid);
        if (!device)
            return takeHost(slice);
        const std::string_view line = threadName(slice.pid, slice.tid), stream = xlaStream(line);
        const XlaArgs args(slice.event.args);
        if (!stream.empty() && !args.isMemory) {
            m_withStreams.insert(device);
            addGpuWork(device, text(stream), slice, args);
        } else if (line == opsLine) {
            m_ops[device].push_back({slice, pathOf(args), nameForRules(slice, args)});
        } else if (line == stepsLine) {
            addStep(device, slice);
        } else {
            addBeside(device, line.empty() ? slice.tid : text(line), slice);
        }
        return true;
    }

    void release() override
    {
        for (auto &[device, ops] : m_ops)
            addOps(device, ops);
        if (m_slices >= mostEvents && m_slices <= mostEvents + 1)
            m_builder.diagnostics().add(
                "cut-by-writer",
                Core::tr(
                    "the profiler wrote only the first %1 events of its recording; later ones are missing. Open the "
                    ".xplane.pb beside the file, which has all of them, or record with "
                    "TF_PROFILER_TRACE_VIEWER_MAX_EVENTS=100000000")
                    .arg(formatCount(int64_t(mostEvents))));
    }

private:
    struct Op
    {
        HeldSlice slice;
        StringId path, nameForRules;
    };

    /// 0: no process of a device.
    StringId deviceOf(StringId pid)
    {
        const auto [known, isNew] = m_deviceOf.try_emplace(pid, 0);
        if (!isNew && known->second)
            return known->second;
        const XlaDevice device = xlaDevice(processName(pid));
        if (!device)
            return 0;
        m_word = device.word;
        const std::string name = device.host.empty() ? std::string(device.number)
                                                     : std::string(device.host) + ' ' + std::string(device.number);
        return known->second = text(name);
    }

    StringId pathOf(const XlaArgs &args)
    {
        const std::string path = xlaPath(args.module, args.op);
        return path.empty() ? 0 : text(path.find('\\') == path.npos ? path : unescape(path));
    }

    /// 0: the name.
    StringId nameForRules(const WriterSlice &slice, const XlaArgs &args)
    {
        const bool isPlain = args.frameworkOp.find('\\') == args.frameworkOp.npos;
        const std::string name = xlaNameForRules(view(slice.name), args.category,
                                                 isPlain ? std::string(args.frameworkOp) : unescape(args.frameworkOp));
        return name.empty() ? 0 : text(name);
    }

    void addGpuWork(StringId device, StringId row, const WriterSlice &slice, const XlaArgs &args)
    {
        GpuDetail detail;
        detail.correlation = args.correlation;
        detail.annotation = pathOf(args);
        if (const std::string grid = xlaGrid(args.kernel); !grid.empty())
            detail.grid = text(grid);
        const CategoryKind kind = args.isCopy           ? CategoryKind::Memcpy
                                  : args.isSet          ? CategoryKind::Memset
                                  : args.kernel.empty() ? kindOfWork(view(slice.name))
                                                        : CategoryKind::Kernel;
        addWork(stream(device, row, m_word), slice, kind, detail);
    }

    /// A label over all of the device's work.
    void addStep(StringId device, const WriterSlice &slice)
    {
        const StringId row = text(stepsLine);
        m_builder.nameThread(device, row, row);
        m_builder.addSlice(m_builder.track(TrackKind::GpuAnnotation, device, row), slice.start, slice.duration,
                           text(xlaStep(view(slice.name))), m_builder.category("gpu_user_annotation"), slice.offset);
    }

    bool takeHost(const WriterSlice &slice)
    {
        const XlaArgs args(slice.event.args);
        const std::string_view name = view(slice.name);
        if (args.correlation) {
            const uint32_t track = m_builder.cpuTrack(slice.pid, slice.tid);
            m_builder.addLaunch(track, slice.start, slice.duration, slice.name,
                                m_builder.category("API call", CategoryKind::Launch), slice.offset, args.correlation);
            return true;
        }
        if (isCall(name))
            addSlice(slice, "API call", CategoryKind::Launch);
        else if (name.starts_with('$'))
            addSlice(slice, "Python function", CategoryKind::Python);
        else if (!args.step.empty())
            addSlice(slice, "annotation", CategoryKind::UserAnnotation);
        else
            addSlice(slice, {}, CategoryKind::Other);
        return true;
    }

    /// The operators of a device are its work where it has no streams, but for those that enclose others.
    void addOps(StringId device, std::vector<Op> &ops)
    {
        const StringId row = text(opsLine);
        if (m_withStreams.contains(device)) {
            for (const Op &op : ops)
                addBeside(device, row, op.slice);
            return;
        }
        std::ranges::stable_sort(ops, [](const Op &a, const Op &b) {
            return a.slice.start != b.slice.start ? a.slice.start < b.slice.start : a.slice.end() > b.slice.end();
        });
        for (size_t i = 0; i < ops.size(); ++i) {
            const HeldSlice &slice = ops[i].slice;
            const auto rangeOf = [&ops](size_t k) { return TimeRange{ops[k].slice.start, ops[k].slice.end()}; };
            if (xlaEnclosesNext(i, ops.size(), rangeOf)) {
                addBeside(device, text("XLA Ops around others"), slice);
                continue;
            }
            GpuDetail detail;
            detail.annotation = ops[i].path;
            detail.matchName = ops[i].nameForRules;
            addWork(stream(device, row, m_word), slice, CategoryKind::Kernel, detail);
        }
    }

    std::map<StringId, StringId> m_deviceOf; ///< by pid
    std::string m_word;
    std::set<StringId> m_withStreams;
    std::map<StringId, std::vector<Op>> m_ops; ///< by device
    uint64_t m_slices = 0;
};

bool isXla(const TraceSigns &signs)
{
    return signs.hasProcess([](std::string_view name) {
        return (xlaDevice(name) && name.find("/stream:") == name.npos) || name.ends_with("/host:CPU") ||
               name == "/host:metadata";
    });
}

} // namespace

const WriterKind xlaWriter = {"XLA (JAX, TensorFlow 2)", isXla, [](Run &run, TimelineBuilder &builder) {
                                  return std::unique_ptr<WriterRows>(new XlaRows(run, builder));
                              }};

} // namespace ws
