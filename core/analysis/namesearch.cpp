#include "core/analysis/namesearch.h"

#include "core/base/demangle.h"
#include "core/base/namepattern.h"
#include "core/base/texts.h"

#include <algorithm>
#include <tuple>

namespace ws {
namespace {

bool stopped(const Progress *progress)
{
    return progress && progress->isCancelled();
}

/// Place of a slice in the order of hits.
using Place = std::tuple<int64_t, uint32_t, uint32_t>;

Place placeOf(const Timeline &timeline, EventRef slice)
{
    return {timeline.start(slice), slice.lane, slice.index};
}

/// Index of the first slice of lane `l` that comes after `place`.
size_t firstAfter(const Lane &lane, uint32_t l, const Place &place)
{
    size_t i = lane.firstStartingFrom(std::get<0>(place));
    while (i < lane.size() && Place(lane.start[i], l, static_cast<uint32_t>(i)) <= place)
        ++i;
    return i;
}

std::optional<Place> nextInLane(const Lane &lane, uint32_t l, const NameHits &hits, const std::optional<Place> &from)
{
    for (size_t i = from ? firstAfter(lane, l, *from) : 0; i < lane.size(); ++i)
        if (hits.names[lane.name[i]])
            return Place(lane.start[i], l, static_cast<uint32_t>(i));
    return {};
}

std::optional<Place> previousInLane(const Lane &lane, uint32_t l, const NameHits &hits,
                                    const std::optional<Place> &from)
{
    size_t i = from ? firstAfter(lane, l, *from) : lane.size();
    while (i > 0) {
        --i;
        const Place place(lane.start[i], l, static_cast<uint32_t>(i));
        if (hits.names[lane.name[i]] && (!from || place < *from))
            return place;
    }
    return {};
}

/// The nearest hit in one direction, not around the end. None: there is none, or it was cancelled.
std::optional<Place> nearest(const Timeline &timeline, const NameHits &hits, const std::optional<Place> &from, int step,
                             const Progress *progress)
{
    std::optional<Place> best;
    for (uint32_t l = 0; l < timeline.lanes.size() && !stopped(progress); ++l) {
        const Lane &lane = timeline.lanes[l];
        const auto place = step > 0 ? nextInLane(lane, l, hits, from) : previousInLane(lane, l, hits, from);
        if (place && (!best || (step > 0 ? *place < *best : *place > *best)))
            best = place;
    }
    return best;
}

} // namespace

QString patternError(const QString &pattern)
{
    return NamePattern(pattern, true).error();
}

std::optional<NameHits> findNames(const Run &run, const QString &text, bool regex, const Progress *progress)
{
    enum : uint8_t { Unseen, Yes, No };
    const NamePattern pattern(text, regex);
    NameMatcher matcher(pattern);
    NameHits hits;
    std::vector<uint8_t> seen(run.strings.size(), text.isEmpty() || !pattern.error().isEmpty() ? No : Unseen);
    for (const Lane &lane : run.timeline.lanes) {
        if (stopped(progress))
            return {};
        for (size_t i = 0; i < lane.size(); ++i) {
            const StringId name = lane.name[i];
            if (seen[name] == Unseen) {
                const std::string_view view = run.text(name);
                const QString candidate = toText(view);
                if (stopped(progress))
                    return {};
                const bool isHit =
                    matcher.matches(candidate) || (isMangled(view) && matcher.matches(toText(shownName(view))));
                seen[name] = isHit ? Yes : No;
                hits.distinct += seen[name] == Yes;
            }
            hits.count += seen[name] == Yes;
        }
    }
    hits.problem = matcher.problem();
    hits.names.resize(seen.size());
    std::transform(seen.begin(), seen.end(), hits.names.begin(), [](uint8_t s) { return uint8_t(s == Yes); });
    return hits;
}

std::optional<Hit> nextHit(const Run &run, const NameHits &hits, EventRef from, int step, const Progress *progress)
{
    const Timeline &timeline = run.timeline;
    if (hits.count == 0)
        return {};
    std::optional<Place> place;
    if (from.valid())
        place = nearest(timeline, hits, placeOf(timeline, from), step, progress);
    if (!place)
        place = nearest(timeline, hits, {}, step, progress);
    if (!place)
        return {};
    Hit hit{{std::get<1>(*place), std::get<2>(*place)}, 0};
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l) {
        if (stopped(progress))
            return {};
        const Lane &lane = timeline.lanes[l];
        const size_t last = firstAfter(lane, l, *place);
        for (size_t i = 0; i < last; ++i)
            hit.number += hits.names[lane.name[i]];
    }
    return hit;
}

} // namespace ws
