#include "core/analysis/collectives/collectivekernels.h"

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/gpuscan.h"
#include "core/model/nestedslices.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

CollectiveArgs argsOf(std::string_view json)
{
    CollectiveArgs found;
    const auto args = nlohmann::json::parse(json, nullptr, false);
    if (!args.is_object())
        return found;
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

std::optional<int64_t> bytesOf(const CollectiveArgs &args)
{
    const int64_t elements = std::max(args.inElements, args.outElements);
    const int size = elementBytes(args.dtype);
    int64_t bytes = 0;
    if (elements < 0 || size == 0 || __builtin_mul_overflow(elements, int64_t(size), &bytes))
        return std::nullopt;
    return bytes;
}

class Finder
{
public:
    explicit Finder(const Run &run) : m_run(run)
    {
        for (uint32_t i = 0; i < run.ops.collective.size(); ++i)
            if (run.ops.collective[i])
                m_opIndex.emplace(keyOf(run.ops.slice[i]), i);
        if (!m_opIndex.empty())
            m_ops.emplace(run.timeline, std::initializer_list{CategoryKind::CpuOp});
    }

    void add(uint32_t activity)
    {
        found.activities.push_back(activity);
        const auto own = at(m_run.gpu.collective, activity, StringId(0));
        if (own) {
            found.kind.push_back(kindOf(own));
            found.number.push_back(at(m_run.gpu.collectiveNumber, activity, int64_t(-1)));
        } else if (const uint32_t op = opAround(activity); op != noSlice) {
            found.kind.push_back(kindOf(m_run.ops.collective[op]));
            found.number.push_back(at(m_run.ops.collectiveNumber, op, int64_t(-1)));
        } else {
            found.kind.push_back(kindNamed(namedAround(activity)));
            found.number.push_back(-1);
        }
    }

    CollectiveKernels found;

private:
    static uint64_t keyOf(EventRef slice) { return uint64_t(slice.lane) << 32 | slice.index; }
    template <class T> static T at(const ValueColumn<T> &column, size_t index, T none)
    {
        return column.empty() ? none : column[index];
    }

    /// Index into CpuOps; noSlice: no operator around the launch says anything.
    uint32_t opAround(size_t activity) const
    {
        if (!m_ops)
            return noSlice;
        for (uint32_t op = m_ops->find(m_run.gpu.op[activity]); op != noSlice; op = m_ops->parent(op))
            if (const auto said = m_opIndex.find(keyOf(m_ops->slice(op))); said != m_opIndex.end())
                return said->second;
        return noSlice;
    }

    /// Empty: no range around the launch is called like a collective.
    std::string namedAround(size_t activity)
    {
        const uint32_t launch = m_run.gpu.launch.empty() ? noLaunch : m_run.gpu.launch[activity];
        if (launch == noLaunch)
            return {};
        if (!m_ranges)
            m_ranges.emplace(m_run.timeline, std::initializer_list{CategoryKind::UserAnnotation});
        const EventRef call = m_run.launches.slice[launch];
        const int64_t ns = m_run.timeline.start(call);
        for (uint32_t range = m_ranges->innermost(m_run.timeline.lane(call).track, ns); range != noSlice;
             range = m_ranges->parent(range))
            if (m_ranges->end(range) > ns)
                if (std::string word = collectiveWord(m_run.text(m_run.timeline.name(m_ranges->slice(range))), true);
                    !word.empty())
                    return word;
        return {};
    }

    uint32_t kindOf(StringId args)
    {
        const auto [place, isNew] = m_kindOfArgs.try_emplace(args, found.kinds.size());
        if (isNew)
            found.kinds.push_back(collectiveKindOf(m_run, args));
        return place->second;
    }

    uint32_t kindNamed(const std::string &collective)
    {
        const auto [place, isNew] = m_kindOfName.try_emplace(collective, found.kinds.size());
        if (isNew)
            found.kinds.emplace_back().collective = collective;
        return place->second;
    }

    const Run &m_run;
    std::unordered_map<uint64_t, uint32_t> m_opIndex; ///< of the operators that say something
    std::optional<NestedSlices> m_ops, m_ranges;
    std::map<StringId, uint32_t> m_kindOfArgs;
    std::map<std::string, uint32_t> m_kindOfName;
};

} // namespace

CollectiveKind collectiveKindOf(const Run &run, StringId args)
{
    CollectiveKind kind;
    kind.args = argsOf(run.text(args));
    kind.collective = kind.args.name.empty() ? std::string() : collectiveWord(kind.args.name);
    kind.bytes = bytesOf(kind.args);
    if (kind.args.groupSize > 0)
        kind.groupSize = kind.args.groupSize;
    return kind;
}

std::optional<CollectiveKernels> collectiveKernels(const Run &run, const std::vector<uint8_t> &isCommunication,
                                                   const Progress *progress)
{
    Finder finder(run);
    const bool isComplete = forEachActivity(run.gpu, {}, progress, [&](size_t i, int64_t, int64_t) {
        const bool saysSo = !run.gpu.collective.empty() && run.gpu.collective[i];
        if (run.gpu.kind[i] == CategoryKind::Kernel && (saysSo || isCommunication[run.gpu.nameForRules(i)]))
            finder.add(static_cast<uint32_t>(i));
    });
    return isComplete ? std::optional(std::move(finder.found)) : std::nullopt;
}

} // namespace ws
