#include "core/analysis/ncu/ncucommand.h"

#include "core/base/shellquoted.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

#include <algorithm>

namespace ws {
namespace {

/// Kernels are launched in the order of their calls; without a call that of their starts counts.
int64_t launchedAt(const Run &run, size_t activity)
{
    const uint32_t launch = run.gpu.launch[activity];
    return launch == noLaunch ? run.gpu.start[activity] : run.timeline.start(run.launches.slice[launch]);
}

size_t medianOf(const Run &run, StringId kernel)
{
    std::vector<size_t> found;
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (run.gpu.name[i] == kernel)
            found.push_back(i);
    if (found.empty())
        return SIZE_MAX;
    const auto middle = found.begin() + ptrdiff_t((found.size() - 1) / 2);
    std::ranges::nth_element(found, middle, {}, [&](size_t i) { return std::pair(run.gpu.duration[i], i); });
    return *middle;
}

} // namespace

QString ncuCommand(const Run &run, StringId kernel, size_t activity)
{
    if (deviceMaker(run) != DeviceMaker::Nvidia)
        return {};
    if (activity >= run.gpu.size() || run.gpu.name[activity] != kernel)
        activity = medianOf(run, kernel);
    if (activity == SIZE_MAX || run.timeline.category(run.gpu.slice[activity]).kind != CategoryKind::Kernel)
        return {};
    std::vector<int8_t> isOfFunction(run.strings.size(), -1);
    const auto functionOf = [&](StringId name) { return kernelBaseName(kernelSignature(run.text(name))); };
    const std::string function = functionOf(kernel);
    if (function.empty())
        return {};
    const uint16_t device = run.gpu.device(activity);
    const std::pair own(launchedAt(run, activity), activity);
    uint64_t before = 0;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        int8_t &is = isOfFunction[run.gpu.name[i]];
        if (is < 0)
            is = functionOf(run.gpu.name[i]) == function;
        before += is && run.gpu.device(i) == device && std::pair(launchedAt(run, i), i) < own;
    }
    QString command = QStringLiteral("ncu --set full --kernel-name %1").arg(shellQuoted(toText(function)));
    if (run.gpu.devices.size() > 1)
        command += QStringLiteral(" --devices %1").arg(toText(run.text(run.gpu.devices[device])));
    return command + QStringLiteral(" --launch-skip %1 --launch-count 1 -o kernel COMMAND").arg(before);
}

} // namespace ws
