#include "core/analysis/gaps/heldlaunches.h"

#include <algorithm>

namespace ws {
namespace {

constexpr int64_t shortestHeldNs = 50'000;
constexpr int64_t emptyNs = 20'000; // before the gap: what was launched earlier was queued behind the work before it
constexpr size_t fewestHeld = 5;
constexpr size_t fewestGaps = 5; // two stalls of 2.4 ms are no batches

/// Whether so many calls had returned before the middle of a gap whose work follows it.
bool isHeldBack(const Run &run, const Gap &gap)
{
    constexpr size_t looked = 64; // activities; the kernels of a graph have one call
    const uint32_t first = run.gpu.launch[gap.endedBy];
    if (first == noLaunch || run.timeline.start(run.launches.slice[first]) < gap.startNs - emptyNs)
        return false;
    const int64_t middle = gap.startNs + gap.durationNs / 2;
    size_t calls = 0;
    uint32_t last = noLaunch;
    for (size_t i = gap.endedBy; i < run.gpu.size() && i < gap.endedBy + looked && calls < fewestHeld; ++i) {
        const uint32_t launch = run.gpu.launch[i];
        if (launch == noLaunch || launch == last)
            continue;
        last = launch;
        calls += run.timeline.end(run.launches.slice[launch]) <= middle;
    }
    return calls == fewestHeld;
}

} // namespace

int64_t heldBackNs(const Run &run, const Gaps &gaps, uint16_t device, const TimeRange &range)
{
    int64_t ns = 0, longestNs = 0;
    size_t count = 0;
    if (run.gpu.devices.size() != 1 || run.gpu.launch.empty())
        return 0;
    for (const Gap &gap : gaps.gaps)
        if (gap.device == device && gap.cause == GapCause::Before && gap.fill == GapFill::None &&
            gap.durationNs >= shortestHeldNs && isHeldBack(run, gap)) {
            const int64_t inRange = std::min(gap.endNs(), range.end) - std::max(gap.startNs, range.begin);
            count += inRange > 0;
            ns += std::max<int64_t>(0, inRange);
            longestNs = std::max(longestNs, inRange);
        }
    return count >= fewestGaps && longestNs <= ns / 2 ? ns : 0;
}

} // namespace ws
