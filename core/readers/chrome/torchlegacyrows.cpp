// PyTorch without Kineto (before 1.8, and builds without it): torch.autograd.profiler's export_chrome_trace writes a
// bare array without categories. The process "CPU functions" has operators, "CUDA functions" their work: an interval
// between two CUDA events, under the operator's name, or a kernel that nvprof recorded; its thread is the device. C++'s
// RecordProfile calls its process "CUDA Functions", with a capital F, although it holds times of the CPU.

#include "core/base/texts.h"
#include "core/readers/chrome/writerrows.h"

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
        GpuDetail detail;
        detail.externalId = m_ops; // it follows its operator
        const CategoryKind kind = kindOfWork(view(slice.name));
        m_intervals += kind == CategoryKind::Kernel && slice.name == m_opName;
        addWork(stream(slice.tid, text("0"), word == "CUDA" ? "GPU" : word), slice, kind, detail);
        return true;
    }

    void release() override
    {
        if (m_intervals)
            m_builder.diagnostics().add(
                "event-intervals",
                Core::tr("GPU work under an operator's name: PyTorch without Kineto measures each operator between two "
                         "events on the GPU, so what operators call is in their time, too, and sums count it twice"),
                -1, {}, m_intervals);
    }

private:
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
