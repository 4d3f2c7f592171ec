#include "core/analysis/job/commsplit.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ws {
namespace {

bool beginsBefore(const TimeRange &a, const TimeRange &b)
{
    return a.begin < b.begin;
}

void sortByBegin(std::vector<TimeRange> &ranges)
{
    if (!std::ranges::is_sorted(ranges, beginsBefore))
        std::ranges::sort(ranges, beginsBefore);
}

/// Begins and ends of the steps, ascending.
std::vector<int64_t> boundsOf(const RankDigest &digest)
{
    std::vector<int64_t> bounds;
    bounds.reserve(2 * digest.steps.size());
    for (const DigestStep &step : digest.steps) {
        bounds.push_back(step.work.begin);
        bounds.push_back(step.work.end);
    }
    if (!std::ranges::is_sorted(bounds))
        std::ranges::sort(bounds);
    bounds.erase(std::ranges::unique(bounds).begin(), bounds.end());
    return bounds;
}

/// How much is hidden before a time; to be asked in order of time.
class HiddenTime
{
public:
    explicit HiddenTime(const std::vector<DigestOverlap> &overlaps) : m_overlaps(overlaps) {}

    int64_t before(int64_t ns)
    {
        while (m_next < m_overlaps.size() && m_overlaps[m_next].endNs() <= ns)
            m_sum = saturatingAdd(m_sum, m_overlaps[m_next++].hiddenNs);
        if (m_next == m_overlaps.size() || m_overlaps[m_next].startNs >= ns)
            return m_sum;
        const DigestOverlap &cut = m_overlaps[m_next];
        const int64_t in = ns - cut.startNs;
        return m_sum + (cut.hiddenNs == cut.durationNs
                            ? in
                            : std::llround(double(cut.hiddenNs) * double(in) / double(cut.durationNs)));
    }

private:
    const std::vector<DigestOverlap> &m_overlaps;
    size_t m_next = 0;
    int64_t m_sum = 0;
};

/// What a time of communication is; of several at once the largest.
enum CommPart : uint8_t { Wait, Either, Transfer };
constexpr size_t commParts = 3;
using CommParts = std::array<int64_t, commParts>;

struct CommSegment
{
    TimeRange time;
    CommPart part;
};

/// Without overlaps, ascending.
std::vector<CommSegment> withoutOverlaps(const std::vector<CommSegment> &segments)
{
    struct Change
    {
        int64_t atNs;
        CommPart part;
        int by;
    };
    std::vector<Change> changes;
    for (const CommSegment &one : segments) {
        changes.push_back({one.time.begin, one.part, 1});
        changes.push_back({one.time.end, one.part, -1});
    }
    std::ranges::sort(changes, {}, &Change::atNs);
    std::vector<CommSegment> result;
    std::array<int, commParts> running{};
    for (size_t k = 0; k < changes.size(); ++k) {
        running[changes[k].part] += changes[k].by;
        if (k + 1 == changes.size() || changes[k + 1].atNs == changes[k].atNs)
            continue;
        for (size_t part = commParts; part-- > 0;)
            if (running[part] > 0) {
                result.push_back({{changes[k].atNs, changes[k + 1].atNs}, CommPart(part)});
                break;
            }
    }
    return result;
}

/// Of all collectives. Their waiting is added to the steps.
std::vector<CommSegment> segmentsOf(const RankDigest &digest, const std::vector<CommPhase> &phases,
                                    std::vector<CommSplit> &splits)
{
    std::vector<CommSegment> segments;
    segments.reserve(2 * phases.size());
    bool areDisjoint = true;
    const auto add = [&](int64_t begin, int64_t end, CommPart part) {
        if (end <= begin)
            return;
        areDisjoint = areDisjoint && (segments.empty() || segments.back().time.end <= begin);
        segments.push_back({{begin, end}, part});
    };
    for (size_t k = 0; k < phases.size(); ++k) {
        const DigestCollective &one = digest.collectives[k];
        const CommPhase &phase = phases[k];
        const int64_t end = saturatingAdd(one.startNs, one.durationNs);
        const int64_t restNs =
            phase.state == CommPhase::Unknown ? one.durationNs : std::clamp<int64_t>(phase.restNs, 0, one.durationNs);
        add(one.startNs, end - restNs, Wait);
        const int64_t transferNs =
            phase.state == CommPhase::Known ? std::clamp<int64_t>(phase.transferNs, 0, restNs) : 0;
        add(end - restNs, end - transferNs, Either);
        add(end - transferNs, end, Transfer);
        if (one.step != UINT32_MAX)
            splits[one.step].waitedNs = saturatingAdd(splits[one.step].waitedNs, one.durationNs - restNs);
    }
    return areDisjoint ? segments : withoutOverlaps(segments);
}

/// How much of each part is exposed before each bound.
std::vector<CommParts> exposedBefore(const std::vector<int64_t> &bounds, const std::vector<CommSegment> &segments,
                                     const std::vector<DigestOverlap> &overlaps)
{
    std::vector<CommParts> before(bounds.size());
    HiddenTime hidden(overlaps);
    CommParts sums{};
    size_t next = 0;
    for (const auto &[time, part] : segments) {
        for (; next < bounds.size() && bounds[next] <= time.begin; ++next)
            before[next] = sums;
        int64_t from = time.begin, hiddenAtFrom = hidden.before(from);
        const auto goTo = [&](int64_t to) {
            const int64_t hiddenAtTo = hidden.before(to);
            sums[part] = saturatingAdd(sums[part], (to - from) - (hiddenAtTo - hiddenAtFrom));
            from = to;
            hiddenAtFrom = hiddenAtTo;
        };
        for (; next < bounds.size() && bounds[next] < time.end; ++next) {
            goTo(bounds[next]);
            before[next] = sums;
        }
        goTo(time.end);
    }
    std::fill(before.begin() + std::ptrdiff_t(next), before.end(), sums);
    return before;
}

} // namespace

std::vector<CommSplit> splitCommunication(const RankDigest &digest, const std::vector<CommPhase> &phases)
{
    std::vector<CommSplit> splits(digest.steps.size());
    const std::vector<int64_t> bounds = boundsOf(digest);
    const auto before = exposedBefore(bounds, segmentsOf(digest, phases, splits), digest.overlaps);
    for (size_t k = 0; k < splits.size(); ++k) {
        const DigestStep &step = digest.steps[k];
        splits[k].waitedNs = std::min(splits[k].waitedNs, step.exposedCommNs);
        const auto at = [&](int64_t ns) {
            return before[size_t(std::ranges::lower_bound(bounds, ns) - bounds.begin())];
        };
        const CommParts begin = at(step.work.begin), end = at(step.work.end);
        const auto in = [&](CommPart part) { return end[part] - begin[part]; };
        if (!digest.hasOverlaps && in(Wait) + in(Either) + in(Transfer) != step.exposedCommNs)
            continue; // computation runs beside some of it
        splits[k].transferNs = std::clamp<int64_t>(in(Transfer), 0, step.exposedCommNs);
        splits[k].waitNs = std::clamp<int64_t>(in(Wait), 0, step.exposedCommNs - splits[k].transferNs);
    }
    return splits;
}

OverlapFinder::OverlapFinder(const RankDigest &digest)
    : m_most(std::min(RankDigest::maxOverlaps, 64 + 8 * digest.collectives.size()))
{
    std::vector<TimeRange> ranges;
    for (const DigestCollective &one : digest.collectives)
        ranges.push_back({one.startNs, saturatingAdd(one.startNs, one.durationNs)});
    sortByBegin(ranges);
    const std::vector<int64_t> bounds = boundsOf(digest);
    size_t bound = 0;
    int64_t end = INT64_MIN;
    for (size_t k = 0; k < ranges.size();) {
        TimeRange whole{std::max(ranges[k].begin, end), ranges[k].end};
        for (++k; k < ranges.size() && ranges[k].begin <= whole.end; ++k)
            whole.end = std::max(whole.end, ranges[k].end);
        if (whole.end <= whole.begin)
            continue;
        end = whole.end;
        while (bound < bounds.size() && bounds[bound] <= whole.begin)
            ++bound;
        for (; bound < bounds.size() && bounds[bound] < whole.end; ++bound) {
            m_sections.push_back({whole.begin, bounds[bound]});
            whole.begin = bounds[bound];
        }
        m_sections.push_back(whole);
    }
}

void OverlapFinder::add(TimeRange work)
{
    work.begin = std::max(work.begin, m_end);
    m_end = std::max(m_end, work.end);
    while (m_next < m_sections.size() && m_sections[m_next].end <= work.begin)
        ++m_next;
    for (size_t k = m_next; k < m_sections.size() && m_sections[k].begin < work.end; ++k)
        append(k, {std::max(work.begin, m_sections[k].begin), std::min(work.end, m_sections[k].end)});
}

void OverlapFinder::append(size_t section, TimeRange both)
{
    if (both.end <= both.begin)
        return;
    if (!m_pieces.empty() && m_pieces.back().section == section && m_pieces.back().overlap.endNs() == both.begin) {
        m_pieces.back().overlap.durationNs += both.length();
        m_pieces.back().overlap.hiddenNs += both.length();
    } else {
        m_pieces.push_back({{both.begin, both.length(), both.length()}, section});
    }
}

std::vector<DigestOverlap> OverlapFinder::finish()
{
    for (int64_t pauseNs = 1'000; m_pieces.size() > m_most && pauseNs < INT64_MAX / 2; pauseNs *= 2) {
        size_t kept = 0;
        for (size_t k = 1; k < m_pieces.size(); ++k) {
            Piece &last = m_pieces[kept];
            const Piece &next = m_pieces[k];
            if (last.section == next.section && next.overlap.startNs - last.overlap.endNs() <= pauseNs) {
                last.overlap.durationNs = next.overlap.endNs() - last.overlap.startNs;
                last.overlap.hiddenNs += next.overlap.hiddenNs;
            } else {
                m_pieces[++kept] = next;
            }
        }
        m_pieces.resize(kept + 1);
    }
    m_pieces.resize(std::min(m_pieces.size(), RankDigest::maxOverlaps));
    std::vector<DigestOverlap> overlaps;
    for (const Piece &piece : m_pieces)
        overlaps.push_back(piece.overlap);
    return overlaps;
}

} // namespace ws
