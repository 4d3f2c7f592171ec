#include "core/analysis/limits/furtherowners.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/limits/outermost.h"
#include "core/analysis/modules/capturematch.h"

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// Equal calls of one step take at most this many times the time of the fastest ones.
constexpr double evenCalls = 1.5;

bool isNameOfAttention(std::string_view name)
{
    return (name.starts_with("vllm::") || name.starts_with("sglang_profiler::") || name.starts_with("aiter::")) &&
           needsLengths(workFormOf(name).form);
}

std::vector<bool> namesOfAttention(const Run &run)
{
    std::vector<bool> isAttention;
    for (StringId name = 0; name < run.strings.size(); ++name)
        if (isNameOfAttention(run.text(name))) {
            isAttention.resize(run.strings.size());
            isAttention[name] = true;
        }
    return isAttention;
}

struct OwningOp
{
    int64_t begin, end;
    uint32_t op; ///< index into CpuOps
};

struct TimedLaunch
{
    int64_t begin;
    uint32_t launch;
};

/// Calls visit(launch, op) for each launch with the outermost of its track's operators around it.
template <class Visit>
void ownLaunches(const Run &run, const std::vector<uint32_t> &launches, std::vector<std::vector<OwningOp>> &ofTrack,
                 const Visit &visit)
{
    std::vector<std::vector<TimedLaunch>> points(ofTrack.size());
    for (const uint32_t launch : launches) {
        const EventRef slice = run.launches.slice[launch];
        if (!slice.valid())
            continue;
        const Lane &lane = run.timeline.lane(slice);
        if (!ofTrack[lane.track].empty())
            points[lane.track].push_back({lane.start[slice.index], launch});
    }
    for (size_t track = 0; track < ofTrack.size(); ++track) {
        sortByBegin(ofTrack[track]);
        std::ranges::sort(points[track], {}, &TimedLaunch::begin);
        forEachOutermost(ofTrack[track], points[track],
                         [&](size_t k, uint32_t op) { visit(points[track][k].launch, ofTrack[track][op].op); });
    }
}

/// Operators that isWanted(name, inputs), by track.
template <class Wanted> std::vector<std::vector<OwningOp>> opsOf(const Run &run, const Wanted &isWanted)
{
    std::vector<std::vector<OwningOp>> ofTrack(run.timeline.tracks.size());
    const CpuOps &ops = run.ops;
    for (uint32_t i = 0; i < ops.inputs.size(); ++i) {
        if (!ops.inputs[i])
            continue;
        const EventRef slice = ops.slice[i];
        const Lane &lane = run.timeline.lane(slice);
        if (!isWanted(lane.name[slice.index], ops.inputs[i]))
            continue;
        const int64_t begin = lane.start[slice.index];
        ofTrack[lane.track].push_back({begin, begin + lane.durationOf(slice.index), i});
    }
    return ofTrack;
}

/// Which operators count for a capture, each text looked at once.
class NeedKinds
{
public:
    enum Kind : uint8_t { Other, Numbers, Attention };

    explicit NeedKinds(const Run &run) : m_run(run) {}
    Kind of(StringId name, StringId inputs)
    {
        const auto [known, isNew] = m_known.try_emplace(uint64_t(name) << 32 | inputs, Other);
        if (isNew) {
            const OperatorCall call(m_run.text(name), m_run.text(inputs));
            known->second = workOf(call) ? Numbers : needsLengths(call.form().form) ? Attention : Other;
        }
        return known->second;
    }

private:
    const Run &m_run;
    std::unordered_map<uint64_t, Kind> m_known;
};

/// The steps whose names have lengths, by track, in order of their begin.
class LengthsOfSteps
{
public:
    explicit LengthsOfSteps(const Run &run) : m_ofTrack(run.timeline.tracks.size())
    {
        std::unordered_map<StringId, uint32_t> known;
        for (StringId name = 0; name < run.strings.size(); ++name)
            if (const auto lengths = stepLengths(run.text(name))) {
                known.emplace(name, static_cast<uint32_t>(m_lengths.size()));
                m_lengths.push_back(*lengths);
            }
        if (known.empty())
            return;
        for (const Lane &lane : run.timeline.lanes)
            for (size_t i = 0; i < lane.size(); ++i)
                if (const auto found = known.find(lane.name[i]);
                    found != known.end() &&
                    run.timeline.categories[lane.category[i]].kind == CategoryKind::UserAnnotation)
                    m_ofTrack[lane.track].push_back({lane.start[i], lane.endOf(i), found->second});
        uint32_t number = 0;
        for (auto &steps : m_ofTrack) {
            sortByBegin(steps);
            for (OwningOp &step : steps)
                m_lengthsOf.push_back(std::exchange(step.op, number++));
        }
    }

    /// The number of the innermost one around; none: there is none.
    uint32_t around(size_t track, int64_t at) const
    {
        const auto &steps = m_ofTrack[track];
        auto after = std::ranges::upper_bound(steps, at, {}, &OwningOp::begin);
        while (after != steps.begin())
            if (const OwningOp &step = *--after; at < step.end)
                return step.op;
        return none;
    }
    const StepLengths &of(uint32_t step) const { return m_lengths[m_lengthsOf[step]]; }

private:
    std::vector<StepLengths> m_lengths; ///< by name
    std::vector<uint32_t> m_lengthsOf;  ///< by step, index into m_lengths
    std::vector<std::vector<OwningOp>> m_ofTrack;
};

/// A call of attention, and what is known of it.
struct AttentionCall
{
    uint32_t need; ///< index into FurtherBuilder's texts
    uint32_t step = none;
    int64_t ns = 0;
    std::vector<uint32_t> activities = {};
};

class FurtherBuilder
{
public:
    FurtherBuilder(const Run &run, const CaptureMatch *capture) : m_run(run), m_capture(capture) {}

    FurtherOwners of(const std::vector<uint32_t> &activities)
    {
        if (m_capture)
            for (const CapturedNeed &need : m_capture->capture().needs())
                m_calls.emplace_back(need.name, need.inputs);
        m_rowOfNeed.assign(m_calls.size(), none);
        findAttention(activities);
        for (const uint32_t activity : activities)
            addActivity(activity);
        addAttention();
        for (const auto &[why, ns] : m_withheld)
            m_found.withheld.push_back({why, ns});
        return std::move(m_found);
    }

private:
    uint32_t launchOf(uint32_t activity) const { return m_run.gpu.launch[activity]; }

    /// Attention around launches in the trace.
    void findAttention(const std::vector<uint32_t> &activities)
    {
        const std::vector<bool> isAttention = namesOfAttention(m_run);
        if (isAttention.empty() || m_run.ops.inputs.empty())
            return;
        std::vector<uint32_t> launches;
        for (const uint32_t activity : activities)
            if (launchOf(activity) != noLaunch)
                launches.push_back(launchOf(activity));
        std::ranges::sort(launches);
        launches.erase(std::unique(launches.begin(), launches.end()), launches.end());
        auto ops = opsOf(m_run, [&](StringId name, StringId) { return isAttention[name]; });
        std::unordered_map<uint64_t, uint32_t> needs;
        ownLaunches(m_run, launches, ops, [&](uint32_t launch, uint32_t op) {
            const StringId name = m_run.timeline.name(m_run.ops.slice[op]), inputs = m_run.ops.inputs[op];
            const auto [need, isNew] =
                needs.try_emplace(uint64_t(name) << 32 | inputs, static_cast<uint32_t>(m_calls.size()));
            if (isNew)
                m_calls.emplace_back(m_run.text(name), m_run.text(inputs));
            m_opOfLaunch[launch] = {need->second, op};
        });
        m_rowOfNeed.resize(m_calls.size(), none);
    }

    void addActivity(uint32_t activity)
    {
        const uint32_t launch = launchOf(activity);
        if (launch == noLaunch)
            return;
        const int64_t ns = m_run.gpu.duration[activity];
        if (const auto found = m_opOfLaunch.find(launch); found != m_opOfLaunch.end()) {
            callOfAttention(found->second.first, uint64_t(found->second.second), launch, activity);
            return;
        }
        if (!m_capture || m_capture->state(activity) == CaptureMatch::State::NoGraph)
            return;
        GraphCoverage &graphs = m_found.graphs;
        const CaptureMatch::NeedOf found = m_capture->needOf(activity);
        const auto add = [ns](int64_t &sum) { sum = saturatingAdd(sum, ns); };
        add(graphs.graphNs);
        using enum CaptureMatch::Need;
        if (found.state != Known) {
            add(found.state == Ambiguous   ? graphs.ambiguousNs
                : found.state == Unmatched ? graphs.unmatchedNs
                : found.state == OtherSize ? graphs.otherSizeNs
                                           : graphs.withoutNumbersNs);
            return;
        }
        const uint64_t key = uint64_t(launch) << 32 | found.owner;
        if (needsLengths(m_calls[found.need].call.form().form) && !m_calls[found.need].work) {
            callOfAttention(found.need, key | uint64_t(1) << 63, launch, activity);
            return;
        }
        add(graphs.capturedNs);
        const auto [call, isNew] = m_callOfKey.try_emplace(key, static_cast<uint32_t>(m_found.rowOfCall.size()));
        if (isNew)
            m_found.rowOfCall.push_back(rowOfNeed(found.need));
        m_found.callOf.emplace(activity, call->second);
    }

    void callOfAttention(uint32_t need, uint64_t key, uint32_t launch, uint32_t activity)
    {
        const auto [place, isNew] = m_attentionOfKey.try_emplace(key, m_attention.size());
        if (isNew) {
            if (!m_steps)
                m_steps.emplace(m_run);
            const EventRef slice = m_run.launches.slice[launch];
            const Lane &lane = m_run.timeline.lane(slice);
            m_attention.push_back({need, m_steps->around(lane.track, lane.start[slice.index])});
        }
        AttentionCall &call = m_attention[place->second];
        call.ns = saturatingAdd(call.ns, m_run.gpu.duration[activity]);
        call.activities.push_back(activity);
    }

    uint32_t rowOfNeed(uint32_t need)
    {
        uint32_t &row = m_rowOfNeed[need];
        if (row == none) {
            row = static_cast<uint32_t>(m_found.rows.size());
            const Parsed &parsed = m_calls[need];
            m_found.rows.push_back({parsed.name, parsed.call.shapeText(), *parsed.work, LimitBasis::Shapes});
        }
        return row;
    }

    /// By operators that store into the cache, in the trace and in the capture; nothing: none, or unlike ones.
    CacheTypes storedTypes() const
    {
        std::set<std::pair<ElementType, ElementType>> types;
        const auto add = [&](const OperatorCall &call) {
            if (const auto stored = cacheTypesOf(call))
                types.insert(*stored);
        };
        for (const Parsed &parsed : m_calls)
            add(parsed.call);
        std::set<std::pair<StringId, StringId>> seen;
        const CpuOps &ops = m_run.ops;
        for (size_t i = 0; i < ops.inputs.size(); ++i) {
            if (!ops.inputs[i])
                continue;
            const StringId name = m_run.timeline.name(ops.slice[i]);
            if (seen.insert({name, ops.inputs[i]}).second && workFormOf(m_run.text(name)).form == WorkForm::CacheStore)
                add(OperatorCall(m_run.text(name), m_run.text(ops.inputs[i])));
        }
        return types.size() == 1 ? CacheTypes(*types.begin()) : std::nullopt;
    }

    void withhold(NoAttention why, const AttentionCall &call)
    {
        int64_t &sum = m_withheld[why];
        sum = saturatingAdd(sum, call.ns);
    }

    /// Equal calls of a step do equal work: where their times differ much, layers do.
    void addAttention()
    {
        if (m_attention.empty())
            return;
        const CacheTypes stored = storedTypes();
        std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> groups;  ///< by need and step
        std::map<std::pair<uint32_t, std::string>, std::vector<int64_t>> times; ///< of a step's calls of equal shapes
        for (uint32_t k = 0; k < m_attention.size(); ++k) {
            const AttentionCall &call = m_attention[k];
            groups[{call.need, call.step}].push_back(k);
            times[{call.step, m_calls[call.need].text()}].push_back(call.ns);
        }
        for (const auto &[key, calls] : groups) {
            const auto [need, step] = key;
            const auto work =
                step == none ? std::variant<FurtherOwners::Row, NoAttention>(NoAttention::NoLengths)
                             : rowOf(need, m_steps->of(step), stored, areEven(times[{step, m_calls[need].text()}]));
            if (const auto *why = std::get_if<NoAttention>(&work)) {
                for (const uint32_t call : calls)
                    withhold(*why, m_attention[call]);
                continue;
            }
            const auto row = static_cast<uint32_t>(m_found.rows.size());
            m_found.rows.push_back(std::get<FurtherOwners::Row>(work));
            for (const uint32_t call : calls) {
                for (const uint32_t activity : m_attention[call].activities)
                    m_found.callOf.emplace(activity, static_cast<uint32_t>(m_found.rowOfCall.size()));
                m_found.rowOfCall.push_back(row);
            }
        }
    }

    std::variant<FurtherOwners::Row, NoAttention> rowOf(uint32_t need, const StepLengths &lengths,
                                                        const CacheTypes &stored, bool areCallsEven)
    {
        const Parsed &parsed = m_calls[need];
        const auto heads = attentionHeads(parsed.call, stored);
        if (const auto *why = std::get_if<NoAttention>(&heads))
            return *why;
        const AttentionHeads &known = std::get<AttentionHeads>(heads);
        const auto work = attentionOfStep(known, lengths);
        if (const auto *why = std::get_if<NoAttention>(&work))
            return *why;
        if (!known.isWindowKnown && !areCallsEven)
            return NoAttention::LayersDiffer;
        return FurtherOwners::Row{parsed.name, parsed.call.shapeText(), std::get<CallWork>(work),
                                  known.isWindowKnown ? LimitBasis::StepLengths : LimitBasis::StepLengthsNoWindow};
    }

    /// A tenth at either end may be an exception: a first call, another queue.
    static bool areEven(std::vector<int64_t> times)
    {
        std::ranges::sort(times);
        const size_t left = times.size() / 10;
        return double(times[times.size() - 1 - left]) <= evenCalls * double(times[left]);
    }

    struct Parsed
    {
        Parsed(std::string_view ofName, std::string_view inputs)
            : name(ofName), call(ofName, inputs), work(workOf(call))
        {
        }
        std::string text() const { return name + ' ' + call.shapeText(); }
        std::string name;
        OperatorCall call; ///< its texts are the run's or the capture's
        std::optional<CallWork> work;
    };

    const Run &m_run;
    const CaptureMatch *m_capture;
    std::vector<Parsed> m_calls; ///< needs of the capture, then those of the trace
    std::vector<uint32_t> m_rowOfNeed;
    std::unordered_map<uint32_t, std::pair<uint32_t, uint32_t>> m_opOfLaunch; ///< need, operator
    std::unordered_map<uint64_t, uint32_t> m_callOfKey;                       ///< by launch << 32 | captured call
    std::unordered_map<uint64_t, size_t> m_attentionOfKey;
    std::vector<AttentionCall> m_attention;
    std::optional<LengthsOfSteps> m_steps; ///< once one is asked for
    std::map<NoAttention, int64_t> m_withheld;
    FurtherOwners m_found;
};

} // namespace

void ownOperators(Capture &capture, const Run &run)
{
    std::vector<uint32_t> launches;
    for (const CapturedGraph &graph : capture.graphs())
        for (const CapturedLaunch &launch : graph)
            launches.push_back(launch.launch);
    std::vector<CapturedOwner> owners(run.launches.size());
    std::vector<CapturedNeed> needs;
    std::unordered_map<uint64_t, uint32_t> numbers;
    NeedKinds kinds(run);
    for (const NeedKinds::Kind kind : {NeedKinds::Attention, NeedKinds::Numbers}) { // numbers win
        auto ops = opsOf(run, [&](StringId name, StringId inputs) { return kinds.of(name, inputs) == kind; });
        ownLaunches(run, launches, ops, [&](uint32_t launch, uint32_t op) {
            const StringId name = run.timeline.name(run.ops.slice[op]), inputs = run.ops.inputs[op];
            const auto [need, isNew] =
                numbers.try_emplace(uint64_t(name) << 32 | inputs, static_cast<uint32_t>(needs.size()));
            if (isNew)
                needs.push_back({std::string(run.text(name)), std::string(run.text(inputs))});
            owners[launch] = {need->second, op};
        });
    }
    capture.own(std::move(needs), owners);
}

bool mayHaveFurtherOwners(const Run &run, const CaptureMatch *capture)
{
    return capture || (!run.ops.inputs.empty() && !namesOfAttention(run).empty());
}

FurtherOwners furtherOwners(const Run &run, const std::vector<uint32_t> &activities, const CaptureMatch *capture)
{
    return FurtherBuilder(run, capture).of(activities);
}

} // namespace ws
