#include "widgets/timeline/whenlanes.h"

#include "widgets/timeline/marks.h"
#include "widgets/timeline/tellingnames.h"

#include <algorithm>
#include <numeric>

namespace ws {

WhenLanes::WhenLanes(RunPtr run, std::shared_ptr<const Steps> steps, std::shared_ptr<const Gaps> gaps)
    : m_run(std::move(run)), m_steps(std::move(steps)), m_gaps(std::move(gaps))
{
    for (uint32_t i = 0; m_steps && i < m_steps->steps.size(); ++i) {
        const Step &step = m_steps->steps[i];
        if (step.wall.length() > 0)
            m_cpuSteps.push_back({step.wall.begin, step.wall.end, i});
        if (step.activities)
            m_gpuSteps.push_back({step.gpuStartNs, step.gpuEndNs, i});
    }
    for (auto *row : {&m_cpuSteps, &m_gpuSteps})
        std::stable_sort(row->begin(), row->end(), [](const Span &a, const Span &b) {
            return std::pair(a.begin, -a.end) < std::pair(b.begin, -b.end);
        });
    findTellingParts();
    if (!m_gaps)
        return;
    m_gapsOf.resize(m_gaps->devices.size());
    for (uint32_t i = 0; i < m_gaps->gaps.size(); ++i)
        m_gapsOf[m_gaps->gaps[i].device].gaps.push_back(i);
    for (DeviceGaps &device : m_gapsOf) {
        IdleByCause sum{};
        for (size_t i = 0; i < device.gaps.size(); ++i) {
            if (i % blockGaps == 0)
                device.beforeBlocks.push_back(sum);
            const Gap &gap = m_gaps->gaps[device.gaps[i]];
            sum[static_cast<size_t>(gap.cause)] += gap.durationNs;
        }
    }
}

void WhenLanes::findTellingParts()
{
    if (!m_run || !m_steps)
        return;
    std::vector<StringId> ids;
    for (const Step &step : m_steps->steps)
        ids.push_back(step.name);
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<std::string_view> names;
    for (const StringId id : ids)
        names.push_back(m_run->text(id));
    const std::vector<QString> parts = tellingParts(names);
    for (size_t i = 0; i < ids.size(); ++i)
        m_tellingParts.insert(ids[i], parts[i]);
}

std::vector<Mark> WhenLanes::stepMarks(StepsRow row, const TimeScale &scale) const
{
    std::vector<Mark> marks;
    const TimeRange &range = scale.range();
    for (const Span &span : rowOf(row)) {
        if (span.begin >= range.end)
            break;
        if (span.end <= range.begin)
            continue;
        const Step &step = m_steps->steps[span.step];
        const int left = scale.pixelAt(span.begin);
        const int right = std::min(std::max(scale.pixelAt(span.end), left + 1), scale.width());
        if (right <= left || (!marks.empty() && right - left == 1 && marks.back().x + marks.back().width > left))
            continue;
        const Lane &lane = m_run->timeline.lane(step.slice);
        marks.push_back({static_cast<uint16_t>(left), static_cast<uint16_t>(right - left),
                         lane.category[step.slice.index], 255, span.begin >= range.begin, step.name, span.step, false});
    }
    return marks;
}

size_t WhenLanes::firstGapEndingAfter(size_t device, int64_t ns, size_t from) const
{
    const auto &all = m_gapsOf[device].gaps;
    const auto endsBefore = [&](uint32_t i) { return m_gaps->gaps[i].endNs() <= ns; };
    size_t step = 1;
    while (from + step < all.size() && endsBefore(all[from + step])) {
        from += step;
        step *= 2;
    }
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(from);
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), from + step + 1));
    return static_cast<size_t>(std::partition_point(first, last, endsBefore) - all.begin());
}

IdleByCause WhenLanes::idleBefore(size_t device, size_t i) const
{
    const DeviceGaps &all = m_gapsOf[device];
    if (all.beforeBlocks.empty())
        return {};
    const size_t block = std::min(i / blockGaps, all.beforeBlocks.size() - 1);
    IdleByCause sum = all.beforeBlocks[block];
    for (size_t k = block * blockGaps; k < i; ++k)
        sum[static_cast<size_t>(gap(device, k).cause)] += gap(device, k).durationNs;
    return sum;
}

IdleByCause WhenLanes::idleIn(size_t device, size_t first, size_t last, const TimeRange &time) const
{
    IdleByCause idle{};
    if (first >= last)
        return idle;
    const IdleByCause before = idleBefore(device, first), whole = idleBefore(device, last);
    for (size_t cause = 0; cause < idle.size(); ++cause)
        idle[cause] = whole[cause] - before[cause];
    const Gap &head = gap(device, first), &tail = gap(device, last - 1);
    idle[static_cast<size_t>(head.cause)] -= std::max<int64_t>(0, time.begin - head.startNs);
    idle[static_cast<size_t>(tail.cause)] -= std::max<int64_t>(0, tail.endNs() - time.end);
    return idle;
}

std::vector<Mark> WhenLanes::gapMarks(size_t device, const TimeScale &scale) const
{
    std::vector<Mark> marks;
    if (!hasGaps(device))
        return marks;
    const auto &all = m_gapsOf[device].gaps;
    int free = 0; // the first pixel without a mark
    for (size_t i = firstGapEndingAfter(device, scale.range().begin); i < all.size() && free < scale.width();) {
        const Gap &first = gap(device, i);
        const int left = std::max(free, scale.pixelAt(first.startNs));
        if (left >= scale.width() || first.startNs >= scale.range().end)
            break;
        const int right = std::min(scale.pixelAt(first.endNs()), scale.width());
        if (right > left + 1) {
            marks.push_back({static_cast<uint16_t>(left), static_cast<uint16_t>(right - left),
                             static_cast<uint16_t>(first.cause), 255, first.startNs >= scale.range().begin, 0, all[i],
                             false});
            free = right;
            ++i;
            continue;
        }
        const TimeRange time{scale.pixelBegin(left), std::max(scale.pixelBegin(left + 1), scale.pixelBegin(left) + 1)};
        const size_t last = firstGapEndingAfter(device, time.end, i);
        const size_t end = last < all.size() && gap(device, last).startNs < time.end ? last + 1 : last;
        const bool reachesIn = i > 0 && gap(device, i - 1).endNs() > time.begin; // the end of a long one
        const IdleByCause idle = idleIn(device, reachesIn ? i - 1 : i, end, time);
        const auto most = std::max_element(idle.begin(), idle.end());
        const double share = double(std::accumulate(idle.begin(), idle.end(), int64_t(0))) / double(time.length());
        marks.push_back({static_cast<uint16_t>(left), 1, static_cast<uint16_t>(most - idle.begin()),
                         static_cast<uint8_t>(std::clamp(share * 254, 1.0, 254.0)), true, 0,
                         end == i + 1 ? all[i] : mergedMark, false});
        free = left + 1;
        i = std::max(last, i + (gap(device, i).endNs() <= time.end ? 1 : 0));
    }
    return marks;
}

std::vector<uint32_t> WhenLanes::stepsIn(StepsRow row, TimeRange time, size_t max) const
{
    std::vector<uint32_t> found;
    for (const Span &span : rowOf(row)) {
        if (span.begin >= time.end || found.size() >= max)
            break;
        if (span.end > time.begin)
            found.push_back(span.step);
    }
    return found;
}

std::vector<const Gap *> WhenLanes::gapsIn(size_t device, TimeRange time, size_t max) const
{
    std::vector<const Gap *> found;
    if (!hasGaps(device))
        return found;
    const size_t all = m_gapsOf[device].gaps.size();
    for (size_t i = firstGapEndingAfter(device, time.begin); i < all && found.size() < max; ++i) {
        if (gap(device, i).startNs >= time.end)
            break;
        found.push_back(&gap(device, i));
    }
    return found;
}

uint32_t WhenLanes::stepAt(StepsRow row, const TimeScale &scale, double x) const
{
    const int pixel = static_cast<int>(x);
    uint32_t found = noStep;
    for (const Span &span : rowOf(row)) {
        const int left = scale.pixelAt(span.begin);
        if (left > pixel || span.begin >= scale.range().end)
            break;
        if (pixel < std::max(scale.pixelAt(span.end), left + 1))
            found = span.step; // the innermost one, drawn last
    }
    return found;
}

const Gap *WhenLanes::gapAt(size_t device, int64_t ns) const
{
    if (!hasGaps(device))
        return nullptr;
    const size_t i = firstGapEndingAfter(device, ns);
    return i < m_gapsOf[device].gaps.size() && gap(device, i).startNs <= ns ? &gap(device, i) : nullptr;
}

WhenLanes::Column WhenLanes::columnAt(size_t device, const TimeScale &scale, double x) const
{
    Column column;
    if (!hasGaps(device))
        return column;
    const int pixel = static_cast<int>(x);
    const int64_t begin = scale.pixelBegin(pixel), end = std::max(scale.pixelBegin(pixel + 1), begin + 1);
    const size_t first = firstGapEndingAfter(device, begin), count = m_gapsOf[device].gaps.size();
    for (size_t i = first; i < count && gap(device, i).startNs < end; ++i) {
        ++column.count;
        if (!column.longest || gap(device, i).durationNs > column.longest->durationNs)
            column.longest = &gap(device, i);
    }
    column.byCause = idleIn(device, first, first + column.count, {begin, end});
    return column;
}

} // namespace ws
