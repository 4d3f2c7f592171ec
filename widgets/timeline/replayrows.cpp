#include "widgets/timeline/replayrows.h"

#include "core/analysis/slicecontext.h"
#include "core/base/format.h"
#include "widgets/timeline/slicerow.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <numeric>

namespace ws {

QRgb pathPartColour(const Palette &palette, PathPart part)
{
    constexpr size_t launchedLate = 1, unknown = 3; // causes of gaps
    switch (part) {
    case PathPart::Compute:
        return palette.stage("attention");
    case PathPart::Communication:
        return palette.stage("communication");
    case PathPart::Copies:
        return palette.stage("memory");
    case PathPart::Calls:
        return palette.slice({}, CategoryKind::Launch);
    case PathPart::Cpu:
        return palette.gapCause(launchedLate);
    case PathPart::Latency:
        return Palette::mix(palette.muted, palette.base, 110);
    case PathPart::Unexplained:
        break;
    }
    return palette.gapCause(unknown);
}

SlackShade slackShade(int64_t slackNs)
{
    return slackNs < 1'000       ? SlackShade::None
           : slackNs < 10'000    ? SlackShade::To10us
           : slackNs < 100'000   ? SlackShade::To100us
           : slackNs < 1'000'000 ? SlackShade::To1ms
                                 : SlackShade::More;
}

QString slackShadeText(SlackShade shade)
{
    switch (shade) {
    case SlackShade::Without:
        break;
    case SlackShade::None:
        return Views::tr("no slack");
    case SlackShade::To10us:
        return Views::tr("slack up to %1").arg(tickText(10'000, 10'000, 10'000));
    case SlackShade::To100us:
        return Views::tr("slack up to %1").arg(tickText(100'000, 100'000, 100'000));
    case SlackShade::To1ms:
        return Views::tr("slack up to %1").arg(tickText(1'000'000, 1'000'000, 1'000'000));
    case SlackShade::More:
        return Views::tr("more slack");
    }
    return {};
}

QRgb slackShadeColour(const Palette &palette, SlackShade shade)
{
    constexpr std::array<int, slackShadeCount> shares{0, 255, 190, 135, 95, 64}; // of 255
    return Palette::mix(palette.gapCause(0), palette.base, shares[size_t(shade)]);
}

QString slackText(int64_t slackNs)
{
    return slackShade(slackNs) == SlackShade::None
               ? Views::tr("no slack: were it longer, so would be the recording")
               : Views::tr("may take %1 longer at no cost").arg(formatRounded(slackNs));
}

ReplayRows::ReplayRows(RunPtr run, ReplayLane lane) : m_run(std::move(run)), m_lane(std::move(lane))
{
    Times sum{};
    for (size_t i = 0; i < m_lane.pieces.size(); ++i) {
        if (i % blockSize == 0)
            m_beforeBlocks.push_back(sum);
        const PathPiece &piece = m_lane.pieces[i];
        sum[size_t(piece.part)] += piece.endNs - piece.beginNs;
    }
    if (!hasSlack())
        return;
    const Timeline &timeline = m_run->timeline;
    m_shades.resize(timeline.lanes.size());
    for (size_t activity = 0; activity < m_lane.slackNs.size(); ++activity) {
        const EventRef slice = m_run->gpu.slice[activity];
        if (!slice.valid())
            continue;
        Shades &shades = m_shades[slice.lane];
        if (shades.bySlice.empty()) {
            shades.bySlice.assign(timeline.lanes[slice.lane].size(), 0);
            shades.leastOfBlock.assign(shades.bySlice.size() / blockSize + 1, UINT8_MAX);
        }
        const auto shade = uint8_t(slackShade(m_lane.slackNs[activity]));
        shades.bySlice[slice.index] = shade;
        uint8_t &least = shades.leastOfBlock[slice.index / blockSize];
        least = std::min(least, shade);
    }
}

size_t ReplayRows::firstEndingAfter(int64_t ns, size_t from) const
{
    const auto &all = m_lane.pieces;
    const auto endsBefore = [&](const PathPiece &piece) { return piece.endNs <= ns; };
    size_t step = 1;
    while (from + step < all.size() && endsBefore(all[from + step])) {
        from += step;
        step *= 2;
    }
    const auto first = all.begin() + std::ptrdiff_t(std::min(from, all.size()));
    const auto last = all.begin() + std::ptrdiff_t(std::min(all.size(), from + step + 1));
    return size_t(std::partition_point(first, last, endsBefore) - all.begin());
}

ReplayRows::Times ReplayRows::timesBefore(size_t piece) const
{
    if (m_beforeBlocks.empty())
        return {};
    const size_t block = std::min(piece / blockSize, m_beforeBlocks.size() - 1);
    Times sum = m_beforeBlocks[block];
    for (size_t k = block * blockSize; k < piece; ++k)
        sum[size_t(m_lane.pieces[k].part)] += m_lane.pieces[k].endNs - m_lane.pieces[k].beginNs;
    return sum;
}

/// Pieces [first, last) touch the time.
ReplayRows::Times ReplayRows::timesIn(size_t first, size_t last, TimeRange time) const
{
    Times times{};
    if (first >= last)
        return times;
    const Times before = timesBefore(first), whole = timesBefore(last);
    for (size_t part = 0; part < times.size(); ++part)
        times[part] = whole[part] - before[part];
    const PathPiece &head = m_lane.pieces[first], &tail = m_lane.pieces[last - 1];
    times[size_t(head.part)] -= std::max<int64_t>(0, time.begin - head.beginNs);
    times[size_t(tail.part)] -= std::max<int64_t>(0, tail.endNs - time.end);
    return times;
}

std::vector<Mark> ReplayRows::pathMarks(const TimeScale &scale) const
{
    std::vector<Mark> marks;
    const auto &all = m_lane.pieces;
    int free = 0; // the first pixel without a mark
    for (size_t i = firstEndingAfter(scale.range().begin); i < all.size() && free < scale.width();) {
        const PathPiece &first = all[i];
        const int left = std::max(free, scale.pixelAt(first.beginNs));
        if (left >= scale.width() || first.beginNs >= scale.range().end)
            break;
        const int right = std::min(scale.pixelAt(first.endNs), scale.width());
        if (right > left + 1) {
            marks.push_back({uint16_t(left), uint16_t(right - left), uint16_t(first.part), 255,
                             first.beginNs >= scale.range().begin, first.name, uint32_t(i), false});
            free = right;
            ++i;
            continue;
        }
        const TimeRange time{scale.pixelBegin(left), std::max(scale.pixelBegin(left + 1), scale.pixelBegin(left) + 1)};
        const size_t last = firstEndingAfter(time.end, i);
        const size_t end = last < all.size() && all[last].beginNs < time.end ? last + 1 : last;
        const bool reachesIn = i > 0 && all[i - 1].endNs > time.begin; // the end of a long one
        const Times times = timesIn(reachesIn ? i - 1 : i, end, time);
        const auto most = std::ranges::max_element(times);
        const double share = double(std::accumulate(times.begin(), times.end(), int64_t(0))) /
                             double(std::max<int64_t>(1, time.length()));
        marks.push_back({uint16_t(left), 1, uint16_t(most - times.begin()),
                         share > 0.98 ? uint8_t(255) : uint8_t(std::clamp(share * 254, 1.0, 254.0)), true, 0,
                         end == i + 1 ? uint32_t(i) : mergedMark, false});
        free = left + 1;
        i = std::max(last, i + (first.endNs <= time.end ? 1 : 0));
    }
    return marks;
}

std::vector<const PathPiece *> ReplayRows::piecesIn(TimeRange time, size_t max) const
{
    std::vector<const PathPiece *> found;
    const auto &all = m_lane.pieces;
    for (size_t i = firstEndingAfter(time.begin); i < all.size() && found.size() < max; ++i) {
        if (all[i].beginNs >= time.end)
            break;
        found.push_back(&all[i]);
    }
    return found;
}

ReplayRows::Column ReplayRows::columnAt(const TimeScale &scale, double x) const
{
    Column column;
    const int pixel = int(x);
    const int64_t begin = scale.pixelBegin(pixel), end = std::max(scale.pixelBegin(pixel + 1), begin + 1);
    const auto &all = m_lane.pieces;
    const size_t first = firstEndingAfter(begin);
    size_t i = first;
    for (; i < all.size() && all[i].beginNs < end; ++i) {
        const auto length = [](const PathPiece &piece) { return piece.endNs - piece.beginNs; };
        if (!column.longest || length(all[i]) > length(*column.longest))
            column.longest = &all[i];
    }
    column.count = i - first;
    column.ns = timesIn(first, i, {begin, end});
    return column;
}

std::optional<int64_t> ReplayRows::slackOf(EventRef slice) const
{
    if (!hasSlack() || !slice.valid() || !isGpuWork(m_run->timeline.category(slice).kind))
        return std::nullopt;
    const auto activity = gpuIndexOf(*m_run, slice);
    return activity ? std::optional(m_lane.slackNs[*activity]) : std::nullopt;
}

void ReplayRows::shade(uint32_t lane, const TimeScale &scale, std::vector<Mark> &marks) const
{
    if (lane >= m_shades.size() || m_shades[lane].bySlice.empty())
        return;
    const Shades &shades = m_shades[lane];
    const LaneRow row(m_run->timeline, lane);
    const auto least = [&](size_t first, size_t last) {
        uint8_t shade = UINT8_MAX;
        for (size_t i = first; i < last && shade > uint8_t(SlackShade::None);) {
            const bool isBlock = i % blockSize == 0 && i + blockSize <= last;
            const uint8_t one = isBlock ? shades.leastOfBlock[i / blockSize] : shades.bySlice[i];
            if (one)
                shade = std::min(shade, one);
            i += isBlock ? blockSize : 1;
        }
        return shade == UINT8_MAX ? uint8_t(0) : shade;
    };
    size_t at = 0;
    for (Mark &mark : marks) {
        if (mark.index != mergedMark) {
            mark.shade = mark.index < shades.bySlice.size() ? shades.bySlice[mark.index] : uint8_t(0);
            continue;
        }
        const int64_t begin = scale.pixelBegin(mark.x), end = scale.pixelBegin(mark.x + mark.width);
        const Lane &slices = m_run->timeline.lanes[lane];
        at = size_t(std::lower_bound(slices.start.begin() + std::ptrdiff_t(at), slices.start.end(), begin) -
                    slices.start.begin());
        const size_t last =
            size_t(std::lower_bound(slices.start.begin() + std::ptrdiff_t(at), slices.start.end(), end) -
                   slices.start.begin());
        // One that began before may reach into the column alone.
        mark.shade = last > at ? least(at, last) : at > 0 ? shades.bySlice[at - 1] : uint8_t(0);
    }
}

std::vector<uint32_t> ReplayRows::activitiesOf(SlackShade shade) const
{
    std::vector<uint32_t> chosen(m_run->gpu.size(), 0);
    for (size_t activity = 0; activity < m_lane.slackNs.size(); ++activity)
        chosen[activity] = slackShade(m_lane.slackNs[activity]) == shade;
    return chosen;
}

std::optional<ReplayRows> ReplayRowsKey::make(const RunPtr &run, const Progress &progress) const
{
    auto lane = replayLane(replayed->replay, &progress);
    return lane ? std::optional(ReplayRows(run, std::move(*lane))) : std::nullopt;
}

} // namespace ws
