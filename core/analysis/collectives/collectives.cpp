#include "core/analysis/collectives/collectives.h"

#include "core/analysis/gpuscan.h"
#include "core/base/parallel.h"
#include "core/model/eventtext.h"
#include "core/model/nestedslices.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace ws {
namespace {

constexpr std::string_view mark = "|collective="; // see GpuWork::nameForRules()

/// What is known of the collective of GPU work. Any thread.
class CollectiveSource
{
public:
    explicit CollectiveSource(const Run &run)
        : m_run(run), m_ops(run.timeline, {CategoryKind::CpuOp}), m_ranges(run.timeline, {CategoryKind::UserAnnotation})
    {
    }

    /// The kernel's own arguments name a collective.
    bool hasOwn(size_t activity) const
    {
        const StringId name = m_run.gpu.nameForRules(activity);
        return name != m_run.gpu.name[activity] && m_run.text(name).find(mark) != std::string_view::npos;
    }

    CollectiveArgs argsOf(size_t activity) const
    {
        if (hasOwn(activity)) {
            const std::string_view name = m_run.text(m_run.gpu.nameForRules(activity));
            CollectiveArgs args = read(m_run.gpu.slice[activity]);
            args.name = name.substr(name.rfind(mark) + mark.size());
            return args;
        }
        for (uint32_t op = m_ops.find(m_run.gpu.op[activity]); op != noSlice; op = m_ops.parent(op))
            if (m_run.text(m_run.timeline.name(m_ops.slice(op))) == "record_param_comms")
                return read(m_ops.slice(op));
        return {};
    }

    /// From the innermost range around the launch whose name is a collective's; empty: none.
    std::string namedAround(size_t activity) const
    {
        const uint32_t launch = m_run.gpu.launch.empty() ? noLaunch : m_run.gpu.launch[activity];
        if (launch == noLaunch)
            return {};
        const EventRef call = m_run.launches.slice[launch];
        const int64_t ns = m_run.timeline.start(call);
        for (uint32_t range = m_ranges.innermost(m_run.timeline.lane(call).track, ns); range != noSlice;
             range = m_ranges.parent(range))
            if (m_ranges.end(range) > ns)
                if (std::string word = collectiveWord(m_run.text(m_run.timeline.name(m_ranges.slice(range))), true);
                    !word.empty())
                    return word;
        return {};
    }

private:
    /// Nothing where the file is gone or has changed.
    CollectiveArgs read(EventRef slice) const
    {
        CollectiveArgs found;
        const auto event = eventJson(m_run, slice);
        if (!event || !event->is_object() || !event->contains("args") || !event->at("args").is_object())
            return found;
        const auto &args = event->at("args");
        const auto text = [&](const char *key) {
            const auto value = args.find(key);
            return value != args.end() && value->is_string() ? value->get<std::string>() : std::string();
        };
        const auto number = [&](const char *key) {
            const auto value = args.find(key);
            const bool isCount = value != args.end() && value->is_number_integer();
            return isCount ? std::max<int64_t>(value->get<int64_t>(), -1) : int64_t(-1);
        };
        found.name = text("Collective name");
        found.dtype = text("dtype");
        found.group = text("Process Group Name");
        found.groupDescription = text("Process Group Description");
        found.ranks = text("Process Group Ranks");
        found.inElements = number("In msg nelems");
        found.outElements = number("Out msg nelems");
        found.groupSize = number("Group size");
        return found;
    }

    const Run &m_run;
    const NestedSlices m_ops, m_ranges;
};

std::optional<int64_t> bytesOf(const CollectiveArgs &args)
{
    const int64_t elements = std::max(args.inElements, args.outElements);
    const int size = elementBytes(args.dtype);
    int64_t bytes = 0;
    if (elements < 0 || size == 0 || __builtin_mul_overflow(elements, int64_t(size), &bytes))
        return std::nullopt;
    return bytes;
}

auto keyOf(const CollectiveRow &row)
{
    return std::tie(row.name, row.collective, row.bytes, row.args.dtype, row.args.group, row.args.groupDescription,
                    row.args.ranks, row.args.groupSize);
}

/// What each link carries, as a part of the size; nothing: not known.
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

} // namespace

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
                                                      const Progress *progress)
{
    const CollectiveSource source(run);
    std::vector<uint32_t> kernels;
    for (uint32_t i = 0; i < run.gpu.size(); ++i)
        if (run.gpu.kind[i] == CategoryKind::Kernel && (isCommunication[run.gpu.nameForRules(i)] || source.hasOwn(i)))
            kernels.push_back(i);
    std::vector<CollectiveRow> single(kernels.size());
    const auto describe = [&](size_t k) {
        CollectiveRow &row = single[k];
        row.name = run.gpu.name[kernels[k]];
        row.args = source.argsOf(kernels[k]);
        row.collective = row.args.name.empty() ? source.namedAround(kernels[k]) : collectiveWord(row.args.name);
        row.bytes = bytesOf(row.args);
        if (row.args.groupSize > 0)
            row.groupSize = row.args.groupSize;
    };
    if (!parallelFor({0, kernels.size()}, 16, describe, progress))
        return std::nullopt;
    const auto before = [](const CollectiveRow &a, const CollectiveRow &b) { return keyOf(a) < keyOf(b); };
    std::map<CollectiveRow, size_t, decltype(before)> places(before);
    std::vector<CollectiveRow> rows;
    for (size_t k = 0; k < kernels.size(); ++k) {
        const auto [found, isNew] = places.try_emplace(single[k], rows.size());
        const int64_t ns = run.gpu.duration[kernels[k]];
        if (isNew) {
            rows.push_back(std::move(single[k]));
            rows.back().algorithm = ncclAlgorithm(run.text(rows.back().name));
            rows.back().minNs = ns;
        }
        CollectiveRow &sum = rows[found->second];
        ++sum.count;
        sum.totalNs = saturatingAdd(sum.totalNs, ns);
        sum.minNs = std::min(sum.minNs, ns);
        sum.activities.push_back(kernels[k]);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const CollectiveRow &a, const CollectiveRow &b) { return a.totalNs > b.totalNs; });
    return rows;
}

} // namespace ws
