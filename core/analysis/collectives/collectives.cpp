#include "core/analysis/collectives/collectives.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ws {
namespace {

auto keyOf(const CollectiveRow &row)
{
    return std::tie(row.name, row.collective, row.bytes, row.args.dtype, row.args.group, row.args.groupDescription,
                    row.args.ranks, row.args.groupSize);
}

} // namespace

std::optional<double> busFactor(std::string_view collective, std::optional<int64_t> ranks)
{
    if (collective == "broadcast" || collective == "reduce" || collective == "send" || collective == "recv")
        return 1;
    constexpr std::string_view parts[] = {"allgather", "reducescatter", "alltoall", "gather", "scatter"};
    const bool isPart = std::find(std::begin(parts), std::end(parts), collective) != std::end(parts);
    if ((!isPart && collective != "allreduce") || !ranks || *ranks < 1)
        return std::nullopt;
    const double others = double(*ranks - 1) / double(*ranks);
    return isPart ? others : 2 * others;
}

std::optional<double> CollectiveRow::algorithmBandwidth() const
{
    if (!bytes || totalNs <= 0)
        return std::nullopt;
    return double(*bytes) * double(count) / double(totalNs); // bytes per ns
}

std::optional<double> CollectiveRow::busBandwidth() const
{
    const auto algorithmic = algorithmBandwidth();
    const auto factor = busFactor(collective, groupSize);
    return algorithmic && factor ? std::optional(*algorithmic * *factor) : std::nullopt;
}

std::optional<std::vector<CollectiveRow>> collectives(const Run &run, const std::vector<uint8_t> &isCommunication,
                                                      const Progress *progress, std::optional<TimeRange> within,
                                                      const ActivitySet *only)
{
    const auto kernels = collectiveKernels(run, isCommunication, progress);
    if (!kernels)
        return std::nullopt;
    const auto before = [](const CollectiveRow &a, const CollectiveRow &b) { return keyOf(a) < keyOf(b); };
    std::map<CollectiveRow, size_t, decltype(before)> places(before);
    std::vector<CollectiveRow> rows;
    for (size_t k = 0; k < kernels->size(); ++k) {
        const uint32_t activity = kernels->activities[k];
        if ((only && !only->contains(activity)) ||
            (within && !intersects(*within, run.gpu.start[activity], run.gpu.end(activity))))
            continue;
        CollectiveRow single{kernels->kinds[kernels->kind[k]], run.gpu.name[activity]};
        const auto [found, isNew] = places.try_emplace(single, rows.size());
        const int64_t ns = run.gpu.duration[activity];
        if (isNew) {
            rows.push_back(std::move(single));
            rows.back().algorithm = ncclAlgorithm(run.text(rows.back().name));
            rows.back().minNs = ns;
        }
        CollectiveRow &sum = rows[found->second];
        ++sum.count;
        sum.totalNs = saturatingAdd(sum.totalNs, ns);
        sum.minNs = std::min(sum.minNs, ns);
        sum.activities.push_back(activity);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const CollectiveRow &a, const CollectiveRow &b) { return a.totalNs > b.totalNs; });
    return rows;
}

} // namespace ws
