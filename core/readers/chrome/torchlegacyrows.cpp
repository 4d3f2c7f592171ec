// PyTorch without Kineto (before 1.8, and builds without it): torch.autograd.profiler's export_chrome_trace writes a
// bare array without categories. The process "CPU functions" has operators, "CUDA functions" their work: an interval
// between two CUDA events, under the operator's name, or a kernel that nvprof recorded; its thread is the device. C++'s
// RecordProfile calls its process "CUDA Functions", with a capital F, although it holds times of the CPU.

#include "core/base/texts.h"
#include "core/readers/chrome/writerrows.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ws {
namespace {

constexpr std::string_view functionsSuffix = " functions";

/// "CUDA functions", "NPU functions" → "CUDA", "NPU"; empty: not of a device.
std::string_view deviceWordOf(std::string_view pid)
{
    const bool isDevice = pid.ends_with(functionsSuffix) && !pid.starts_with("CPU");
    return isDevice ? pid.substr(0, pid.size() - functionsSuffix.size()) : std::string_view();
}

class TorchLegacyRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    void place(StringId &pid, StringId &tid) override
    {
        if (!deviceWordOf(view(pid)).empty()) {
            pid = tid;
            tid = text("0");
        }
    }

    bool take(const WriterSlice &slice) override
    {
        const std::string_view pid = view(slice.pid), word = deviceWordOf(pid);
        if (word.empty() && pid != "CPU functions" && pid != "CUDA Functions")
            return false;
        if (word.empty()) {
            OpDetail detail;
            detail.externalId = ++m_ops;
            m_opName = slice.name;
            m_builder.addOp(m_builder.cpuTrack(slice.pid, slice.tid), slice.start, slice.duration, slice.name,
                            m_builder.category("operator", CategoryKind::CpuOp), slice.offset, detail);
            return true;
        }
        const CategoryKind kind = kindOfWork(view(slice.name));
        const bool isInterval = kind == CategoryKind::Kernel && slice.name == m_opName;
        m_intervals += isInterval;
        m_work.push_back({slice, word == "CUDA" ? "GPU" : std::string(word), m_ops, kind, isInterval});
        return true;
    }

    void release() override
    {
        findOuter();
        for (const Work &work : m_work) {
            GpuDetail detail;
            detail.externalId = work.op; // it follows its operator
            if (work.isBeside)
                addBeside(work.slice.tid, text("operators around others"), work.slice);
            else
                addWork(stream(work.slice.tid, text("0"), work.word), work.slice, work.kind, detail);
        }
        if (m_intervals)
            m_builder.diagnostics().add(
                "event-intervals",
                Core::tr(
                    "GPU work under an operator's name: PyTorch without Kineto measures each operator between two "
                    "events on the GPU, with what lies between its kernels. Of operators within each other those count "
                    "that the time is in"),
                -1, {}, m_intervals);
    }

private:
    struct Work
    {
        HeldSlice slice;
        std::string word;
        uint64_t op;
        CategoryKind kind;
        bool isInterval;
        Work *parent = nullptr;
        int64_t insideNs = 0;      ///< of those directly within it
        bool isBeside = false;     ///< no work: it repeats that of others
        bool isWithinWork = false; ///< of an operator around it
    };

    /// Of operators within each other the outer one gives way where those within take at least half of its time.
    void findOuter()
    {
        std::map<StringId, std::vector<Work *>> devices;
        for (Work &work : m_work)
            devices[work.slice.tid].push_back(&work);
        for (auto &[device, works] : devices) {
            std::ranges::stable_sort(works, [](const Work *a, const Work *b) {
                return a->slice.start != b->slice.start ? a->slice.start < b->slice.start
                                                        : a->slice.end() > b->slice.end();
            });
            std::vector<Work *> open;
            for (Work *work : works) {
                while (!open.empty() && open.back()->slice.end() < work->slice.end())
                    open.pop_back();
                if (!open.empty() && open.back()->isInterval) {
                    work->parent = open.back();
                    open.back()->insideNs += work->slice.duration;
                }
                open.push_back(work);
            }
            for (Work *work : works) { // parents first
                const bool isWithinWork = work->parent && (!work->parent->isBeside || work->parent->isWithinWork);
                const bool givesWay = work->insideNs > 0 && work->insideNs >= work->slice.duration / 2;
                work->isWithinWork = isWithinWork;
                work->isBeside = isWithinWork || givesWay;
            }
        }
    }

    std::vector<Work> m_work;
    uint64_t m_ops = 0, m_intervals = 0;
    StringId m_opName = 0;
};

bool isTorchLegacy(const TraceSigns &signs)
{
    return signs.pids.contains("CPU functions") || signs.pids.contains("CUDA functions") ||
           signs.pids.contains("CUDA Functions");
}

} // namespace

const WriterKind torchLegacyWriter = {"PyTorch without Kineto", isTorchLegacy, [](Run &run, TimelineBuilder &builder) {
                                          return std::unique_ptr<WriterRows>(new TorchLegacyRows(run, builder));
                                      }};

} // namespace ws
