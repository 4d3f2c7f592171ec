#include "tests/support/support.h"

#include "core/model/timelinebuilder.h"

#include <limits>

namespace ws::test {

std::string decimal(double value)
{
    return QByteArray::number(value, 'f', 6).toStdString();
}

double toDouble(std::string_view text)
{
    bool isNumber = false;
    const double value = QByteArray(text.data(), qsizetype(text.size())).toDouble(&isNumber);
    return isNumber ? value : std::numeric_limits<double>::quiet_NaN();
}

RunResult runFromJson(std::string_view json)
{
    auto source = ByteSource::fromMemory(json, QStringLiteral("test.json"));
    Progress progress;
    auto loaded = loadRun(*source, progress);
    if (!loaded)
        return {nullptr, loaded.error()};
    return {*loaded, {}};
}

std::shared_ptr<const Run> runOfWork(const std::vector<Work> &work)
{
    auto run = std::make_shared<Run>();
    TimelineBuilder builder(*run);
    for (const Work &w : work) {
        const std::string_view name(w.name);
        const uint16_t category = builder.category(name.starts_with("Memcpy")   ? "gpu_memcpy"
                                                   : name.starts_with("Memset") ? "gpu_memset"
                                                                                : "kernel");
        const uint32_t track =
            builder.track(TrackKind::GpuStream, run->strings.intern(w.device), run->strings.intern(w.stream));
        GpuDetail detail;
        builder.addGpuWork(track, w.start, w.duration, run->strings.intern(name), category, 0, detail);
    }
    Progress progress;
    if (!builder.finish(progress))
        return nullptr;
    return run;
}

} // namespace ws::test
