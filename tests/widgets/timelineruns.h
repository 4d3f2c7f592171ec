#pragma once
// Small runs for the timeline's tests, built in memory.

#include "core/model/timelinebuilder.h"
#include "widgets/session/session.h"
#include "widgets/timeline/timelinedata.h"

#include <string>
#include <string_view>

namespace ws::test {

class RunMaker
{
public:
    RunMaker() : run(std::make_shared<Run>()), builder(*run) {}

    StringId id(std::string_view text) { return builder.strings().intern(text); }

    void kernel(std::string_view stream, int64_t start, int64_t duration, std::string_view name,
                uint64_t correlation = 0, std::string_view device = "0")
    {
        GpuDetail detail;
        detail.correlation = correlation;
        builder.addGpuWork(builder.track(TrackKind::GpuStream, id(device), id(stream)), start, duration, id(name),
                           builder.category("kernel"), 0, detail);
    }
    void label(std::string_view stream, int64_t start, int64_t duration, std::string_view name)
    {
        builder.addSlice(builder.track(TrackKind::GpuAnnotation, id("0"), id(stream)), start, duration, id(name),
                         builder.category("gpu_user_annotation"), 0);
    }
    void launch(std::string_view tid, int64_t start, int64_t duration, uint64_t correlation)
    {
        builder.addLaunch(builder.cpuTrack(id("10"), id(tid)), start, duration, id("cudaLaunchKernel"),
                          builder.category("cuda_runtime"), 0, correlation);
    }
    void op(std::string_view tid, int64_t start, int64_t duration, std::string_view name)
    {
        builder.addOp(builder.cpuTrack(id("10"), id(tid)), start, duration, id(name), builder.category("cpu_op"), 0,
                      {});
    }
    void python(std::string_view tid, int64_t start, int64_t duration, std::string_view name)
    {
        builder.addSlice(builder.cpuTrack(id("10"), id(tid)), start, duration, id(name),
                         builder.category("python_function", name.starts_with("nn.Module")), 0);
    }

    RunPtr finish()
    {
        Progress progress;
        return builder.finish(progress) ? run : nullptr;
    }
    TimelineDataPtr data() { return makeTimelineData(finish()); }

    std::shared_ptr<Run> run;
    TimelineBuilder builder;
};

} // namespace ws::test
