#include "core/session/savedwork.h"

namespace ws {
namespace {

/// Wraps around for hostile durations; it is only compared.
void addTo(int64_t &sum, int64_t ns)
{
    sum = static_cast<int64_t>((static_cast<uint64_t>(sum) + static_cast<uint64_t>(ns)) & uint64_t(INT64_MAX));
}

} // namespace

SavedWork savedWork(const Run &run, const ActivitySet &set)
{
    SavedWork saved;
    saved.lanes = run.timeline.lanes.size();
    for (uint32_t i = 0; i < run.gpu.size(); ++i) {
        if (!set.contains(i))
            continue;
        ++saved.count;
        addTo(saved.totalNs, run.gpu.duration[i]);
        if (!saved.spans.empty() && saved.spans.back().second == i)
            ++saved.spans.back().second;
        else
            saved.spans.emplace_back(i, i + 1);
    }
    for (uint32_t lane = 0; lane < saved.lanes; ++lane)
        for (const SliceSpan &span : set.spansOf(lane))
            saved.lit.push_back({lane, span.first, span.last});
    return saved;
}

std::shared_ptr<const ActivitySet> workOf(const Run &run, const SavedWork &saved)
{
    if (saved.lanes != run.timeline.lanes.size())
        return nullptr;
    uint64_t count = 0;
    int64_t totalNs = 0;
    std::vector<bool> member(run.gpu.size());
    for (const auto &[first, last] : saved.spans) {
        if (last > member.size())
            return nullptr;
        for (uint32_t i = first; i < last; ++i) {
            member[i] = true;
            ++count;
            addTo(totalNs, run.gpu.duration[i]);
        }
    }
    if (count != saved.count || totalNs != saved.totalNs)
        return nullptr;
    std::vector<ActivitySet::LaneSpan> lit;
    for (const SavedWork::Lit &span : saved.lit) {
        if (span.lane >= saved.lanes || span.last > run.timeline.lanes[span.lane].size())
            return nullptr;
        lit.push_back({span.lane, {span.first, span.last}});
    }
    return std::make_shared<const ActivitySet>(ActivitySet::ofParts(run, std::move(member), std::move(lit)));
}

} // namespace ws
