// PaddlePaddle's profiler (paddle/fluid/platform/profiler/chrometracing_logger.cc). Categories and arguments resemble
// Kineto's of 2021, but each name ends in its own duration ("conv2d[0.087 ms]", since 2.4 "[87.077 us]"), so that every
// call has a name of its own, the correlation's key has a blank, and a thread is two rows ("72(Python)", "72(C++)").
// Begins are whole microseconds up to 2.4, durations are not.

#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/kinetoargs.h"
#include "core/readers/chrome/writerrows.h"

namespace ws {
namespace {

using namespace json;

/// "conv2d[87.077 us]" → "conv2d".
std::string_view withoutDuration(std::string_view name)
{
    if (!name.ends_with("s]"))
        return name;
    const size_t open = name.rfind('[');
    if (open == name.npos || open == 0)
        return name;
    const std::string_view inside = name.substr(open + 1, name.size() - open - 2);
    const size_t blank = inside.find(' ');
    const std::string_view unit = blank == inside.npos ? std::string_view() : inside.substr(blank + 1);
    double value = 0;
    const bool isDuration =
        (unit == "us" || unit == "ms" || unit == "s" || unit == "ns") && toDouble(inside.substr(0, blank), value);
    return isDuration ? name.substr(0, open) : name;
}

/// "72(Python)" → "72".
std::string_view withoutLanguage(std::string_view tid)
{
    for (const std::string_view suffix : {"(Python)", "(C++)"})
        if (tid.ends_with(suffix))
            return tid.substr(0, tid.size() - suffix.size());
    return tid;
}

uint64_t correlationOf(std::string_view args)
{
    uint64_t correlation = 0;
    if (!args.empty())
        forEachMember(args, [&](const Member &m) {
            if (m.key == "correlation id" || m.key == "correlation")
                toUnsigned(m.token(), correlation);
        });
    return correlation;
}

/// Categories other than those of GPU work; Communication is what the CPU does for it.
CategoryKind paddleKind(std::string_view category)
{
    if (category == "Operator" || category == "PythonOp" || category == "Communication")
        return CategoryKind::CpuOp;
    if (category.ends_with("Runtime"))
        return CategoryKind::Launch;
    for (const std::string_view range :
         {"ProfileStep", "Dataloader", "Forward", "Backward", "Optimization", "UserDefined", "PythonUserDefined"})
        if (category == range)
            return CategoryKind::UserAnnotation;
    return CategoryKind::Other; // OperatorInner: parts of operators
}

class PaddleRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool nameThread(StringId pid, StringId tid, StringId name) override
    {
        WriterRows::nameThread(pid, tid, name);
        place(pid, tid);
        if (const std::string_view label = withoutLanguage(view(name)); label != view(name)) {
            m_builder.nameThread(pid, tid, text(label));
            return true;
        }
        return false;
    }

    void place(StringId & /*pid*/, StringId &tid) override { tid = text(withoutLanguage(view(tid))); }

    bool take(const WriterSlice &found) override
    {
        HeldSlice slice(found);
        slice.name = text(withoutDuration(view(slice.name)));
        const std::string_view category = found.event.category, args = found.event.args;
        const CategoryKind work = category == "Kernel"   ? CategoryKind::Kernel
                                  : category == "Memcpy" ? CategoryKind::Memcpy
                                  : category == "Memset" ? CategoryKind::Memset
                                                         : CategoryKind::Other;
        if (work != CategoryKind::Other) {
            addGpuWork(slice, args, work);
            return true;
        }
        const CategoryKind kind = paddleKind(category);
        place(slice.pid, slice.tid);
        const uint32_t track = m_builder.cpuTrack(slice.pid, slice.tid);
        const uint16_t index = m_builder.category(category, kind);
        if (kind == CategoryKind::CpuOp)
            m_builder.addOp(track, slice.start, slice.duration, slice.name, index, slice.offset, {});
        else if (const uint64_t correlation = correlationOf(args); kind == CategoryKind::Launch && correlation)
            m_builder.addLaunch(track, slice.start, slice.duration, slice.name, index, slice.offset, correlation);
        else
            addSlice(slice, category, kind);
        return true;
    }

private:
    void addGpuWork(const HeldSlice &slice, std::string_view args, CategoryKind kind)
    {
        WorkArgs said = args.empty() ? WorkArgs() : workArgs(args, m_run.strings);
        said.detail.correlation = correlationOf(args);
        const StringId device = said.device.empty() ? slice.pid : text(said.device);
        addWork(stream(device, said.stream.empty() ? slice.tid : text(said.stream)), slice, kind, said.detail);
    }
};

bool isPaddle(const TraceSigns &signs)
{
    return signs.headerKeys.contains("span_indx") || signs.categories.contains("OperatorInner") ||
           signs.categories.contains("CudaRuntime") || signs.categories.contains("PythonUserDefined");
}

} // namespace

const WriterKind paddleWriter = {"PaddlePaddle", isPaddle, [](Run &run, TimelineBuilder &builder) {
                                     return std::unique_ptr<WriterRows>(new PaddleRows(run, builder));
                                 }};

} // namespace ws
