#include "core/analysis/limits/limits.h"

#include "core/analysis/gaps/gaps.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/limits/furtherowners.h"
#include "core/analysis/limits/outermost.h"
#include "core/analysis/stages/communication.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

constexpr uint32_t none = noLimitRow;
constexpr uint32_t noOp = UINT32_MAX;     ///< of a call in a capture
constexpr size_t blockOfEvents = 1 << 16; ///< between two checks of the cancel flag

/// A forward pass, if within a backward pass another such call was computed before.
bool isForwardForm(WorkForm form)
{
    return form == WorkForm::Addmm || form == WorkForm::Convolution || form == WorkForm::FlashAttention ||
           form == WorkForm::BiasedAttention || form == WorkForm::FlashForward;
}

/// An operator with numbers; they are in order of their begin, what encloses others before them.
struct ValuedOp
{
    int64_t begin, end;
    uint32_t row;
    uint32_t op; ///< index into CpuOps
    bool isInBackward;
};

struct TimedLaunch
{
    int64_t begin;
    uint32_t launch;
};

/// What is kept of a row beside its numbers.
struct RowUse
{
    uint8_t arithmetic = NoFloatWord;
    bool isForward = false; ///< of a form that a forward pass has
    bool isInBackward = false, isOutside = false;
};

class LimitsBuilder
{
public:
    LimitsBuilder(const Run &run, const LimitOptions &options, const Progress *progress)
        : m_run(run), m_options(options), m_progress(progress),
          m_isCommunication(options.isCommunication ? *options.isCommunication
                                                    : defaultCommunication(run.gpu, run.strings))
    {
    }

    std::optional<Limits> build()
    {
        if (!findCounted() || !findOps() || !findOwners() || !findFurtherOwners() || !addWork())
            return std::nullopt;
        m_limits.device = peaksOf(m_run, m_options.peaks);
        setLimits();
        addKernels();
        addLateLaunches();
        if (!addSteps())
            return std::nullopt;
        sort();
        return std::move(m_limits);
    }

private:
    bool isCancelled(size_t i) const { return i % blockOfEvents == 0 && m_progress && m_progress->isCancelled(); }

    /// Calls visit(activity) for all that are asked for; false when cancelled.
    template <class Visit> bool forEachAsked(const Visit &visit) const
    {
        const size_t count = m_options.only ? m_options.only->size() : m_run.gpu.size();
        for (size_t k = 0; k < count; ++k) {
            if (isCancelled(k))
                return false;
            visit(m_options.only ? (*m_options.only)[k] : k);
        }
        return true;
    }

    /// Activities that count, and the launches whose owners are looked for.
    bool findCounted()
    {
        const GpuWork &gpu = m_run.gpu;
        m_isCounted.assign(gpu.size(), false);
        m_owner.assign(m_run.launches.size(), none);
        m_isWanted.assign(m_run.launches.size(), false);
        std::vector<uint8_t> knownCopy(m_run.strings.size());
        return forEachAsked([&](size_t i) {
            if (gpu.kind[i] == CategoryKind::Memcpy) {
                uint8_t &known = knownCopy[gpu.name[i]];
                if (!known)
                    known = isCopyWithinDevice(m_run.text(gpu.name[i])) ? 2 : 1;
                if (known == 1)
                    return;
            }
            m_isCounted[i] = true;
            const uint32_t launch = gpu.launch[i];
            if (launch == noLaunch || !m_run.launches.slice[launch].valid())
                return;
            m_isWanted[launch] = true;
            const int64_t begin = m_run.timeline.start(m_run.launches.slice[launch]);
            m_firstLaunchNs = std::min(m_firstLaunchNs, begin);
            m_lastLaunchNs = std::max(m_lastLaunchNs, begin);
        });
    }

    /// The number of the row of this name and these inputs.
    uint32_t rowOf(StringId name, StringId inputs)
    {
        auto &[knownName, known] = m_lastOfInputs[inputs];
        if (knownName == name)
            return known;
        const auto [found, isNew] = m_rowOfText.try_emplace(uint64_t(name) << 32 | inputs, none);
        if (isNew) {
            const OperatorCall call(m_run.text(name), m_run.text(inputs));
            if (const auto work = workOf(call)) {
                std::string shape = call.shapeText();
                auto key = std::tuple(name, shape, work->flop, work->bytes);
                const auto [row, isFirst] = m_rowOfNumbers.try_emplace(std::move(key), uint32_t(m_limits.rows.size()));
                if (isFirst) {
                    m_limits.rows.push_back({name, std::move(shape), *work, 0, 0, {}});
                    m_use.push_back({});
                    m_use.back().isForward = isForwardForm(call.form().form);
                }
                found->second = row->second;
            }
        }
        knownName = name;
        return known = found->second;
    }

    bool findOps()
    {
        constexpr std::string_view engine = "autograd::engine::evaluate_function";
        const Timeline &timeline = m_run.timeline;
        const CpuOps &ops = m_run.ops;
        m_ops.resize(timeline.tracks.size());
        m_limits.hasInputs = !ops.inputs.empty();
        if (ops.inputs.empty())
            return true;
        m_lastOfInputs.assign(m_run.strings.size(), {0, none});
        std::vector<uint8_t> isEngine(m_run.strings.size());
        std::vector<std::vector<TimeRange>> backward(timeline.tracks.size());
        for (size_t i = 0; i < ops.size(); ++i) {
            if (isCancelled(i))
                return false;
            const EventRef slice = ops.slice[i];
            const Lane &lane = timeline.lane(slice);
            const int64_t begin = lane.start[slice.index], end = begin + lane.durationOf(slice.index);
            if (begin > m_lastLaunchNs || end < m_firstLaunchNs)
                continue;
            const StringId name = lane.name[slice.index];
            const StringId inputs = i < ops.inputs.size() ? ops.inputs[i] : 0;
            uint8_t &known = isEngine[name];
            if (!known)
                known = m_run.text(name).starts_with(engine) ? 2 : 1;
            const uint32_t row = inputs ? rowOf(name, inputs) : none;
            if (row == none && known == 1)
                continue;
            if (known == 2)
                backward[lane.track].push_back({begin, end});
            if (row != none)
                m_ops[lane.track].push_back({begin, end, row, static_cast<uint32_t>(i), false});
        }
        for (size_t track = 0; track < m_ops.size(); ++track) {
            sortByBegin(m_ops[track]);
            markBackward(m_ops[track], backward[track]);
        }
        return true;
    }

    static void markBackward(std::vector<ValuedOp> &ops, std::vector<TimeRange> &backward)
    {
        std::ranges::sort(backward, {}, &TimeRange::begin);
        int64_t end = INT64_MIN;
        size_t next = 0;
        for (ValuedOp &op : ops) {
            for (; next < backward.size() && backward[next].begin <= op.begin; ++next)
                end = std::max(end, backward[next].end);
            op.isInBackward = op.begin < end;
        }
    }

    /// Of each launch the first one of the operators around its begin.
    bool findOwners()
    {
        const Launches &launches = m_run.launches;
        std::vector<std::vector<TimedLaunch>> ofTrack(m_run.timeline.tracks.size());
        for (uint32_t l = 0; l < launches.size(); ++l) {
            if (isCancelled(l))
                return false;
            const EventRef slice = launches.slice[l];
            if (!m_isWanted[l] || !slice.valid())
                continue;
            const Lane &lane = m_run.timeline.lane(slice);
            if (!m_ops[lane.track].empty())
                ofTrack[lane.track].push_back({lane.start[slice.index], l});
        }
        m_firstOp.assign(m_ops.size() + 1, 0);
        for (size_t track = 0; track < m_ops.size(); ++track) {
            m_firstOp[track + 1] = m_firstOp[track] + static_cast<uint32_t>(m_ops[track].size());
            auto &list = ofTrack[track];
            if (!std::ranges::is_sorted(list, {}, &TimedLaunch::begin))
                std::ranges::sort(list, {}, &TimedLaunch::begin);
            own(track, list);
        }
        return true;
    }

    void own(size_t track, const std::vector<TimedLaunch> &launches)
    {
        forEachOutermost(m_ops[track], launches,
                         [&](size_t launch, uint32_t op) { m_owner[launches[launch].launch] = m_firstOp[track] + op; });
    }

    /// Owners by the capture or by names of steps have numbers after those of the operators.
    bool findFurtherOwners()
    {
        m_calls = m_firstOp.back();
        if (!mayHaveFurtherOwners(m_run, m_options.capture))
            return true;
        std::vector<uint32_t> unowned;
        if (!forEachAsked([&](size_t i) {
                if (m_isCounted[i] && ownerOf(i) == none)
                    unowned.push_back(static_cast<uint32_t>(i));
            }))
            return false;
        FurtherOwners further = furtherOwners(m_run, unowned, m_options.capture);
        std::vector<uint32_t> rowOf;
        for (FurtherOwners::Row &row : further.rows)
            rowOf.push_back(furtherRow(std::move(row)));
        for (const uint32_t row : further.rowOfCall)
            m_furtherOps.push_back({0, 0, rowOf[row], noOp, false});
        m_furtherOf = std::move(further.callOf);
        m_calls += static_cast<uint32_t>(m_furtherOps.size());
        if (m_options.capture)
            m_limits.graphs = further.graphs;
        m_limits.withheldAttention = std::move(further.withheld);
        return true;
    }

    /// The row with these numbers: that of operators in the trace where there is one.
    uint32_t furtherRow(FurtherOwners::Row row)
    {
        const StringId known = m_run.strings.find(row.name);
        const StringId name = known == UINT32_MAX ? 0 : known;
        const auto next = static_cast<uint32_t>(m_limits.rows.size());
        auto &rows = row.basis == LimitBasis::Shapes ? m_rowOfNumbers : m_rowOfLengths;
        const auto [place, isFirst] =
            rows.try_emplace({name, (name ? "" : row.name + ' ') + row.shape, row.work.flop, row.work.bytes}, next);
        if (isFirst) {
            m_limits.rows.push_back({name, std::move(row.shape), row.work, 0, 0, {}});
            m_limits.rows.back().printedName = name ? std::string() : std::move(row.name);
            m_limits.rows.back().basis = row.basis;
            m_use.push_back({});
        }
        return place->second;
    }

    const ValuedOp &op(uint32_t number) const
    {
        if (number >= m_firstOp.back())
            return m_furtherOps[number - m_firstOp.back()];
        const auto after = std::ranges::upper_bound(m_firstOp, number);
        const auto track = static_cast<size_t>(after - m_firstOp.begin()) - 1;
        return m_ops[track][number - m_firstOp[track]];
    }

    uint32_t ownerOf(size_t activity) const
    {
        const uint32_t launch = m_run.gpu.launch[activity];
        const uint32_t owner = launch == noLaunch ? none : m_owner[launch];
        if (owner != none || m_furtherOf.empty())
            return owner;
        const auto further = m_furtherOf.find(static_cast<uint32_t>(activity));
        return further == m_furtherOf.end() ? none : m_firstOp.back() + further->second;
    }

    bool addWork()
    {
        const GpuWork &gpu = m_run.gpu;
        std::map<std::pair<StringId, bool>, int64_t> uncovered;
        std::vector<uint8_t> arithmetic(m_run.strings.size(), UINT8_MAX);
        std::vector<uint32_t> callOf(m_calls, none); // by number of the operator
        const size_t asked = m_options.only ? m_options.only->size() : gpu.size();
        m_limits.rowOf.reserve(asked);
        m_limits.callOf.reserve(asked);
        const bool isDone = forEachAsked([&](size_t i) {
            m_limits.rowOf.push_back(noLimitRow);
            m_limits.callOf.push_back(noLimitRow);
            if (!m_isCounted[i])
                return;
            const int64_t ns = gpu.duration[i];
            m_limits.sum.ofNs = saturatingAdd(m_limits.sum.ofNs, ns);
            const uint32_t owner = ownerOf(i);
            if (owner == none) {
                const bool isCollective = m_isCommunication[gpu.nameForRules(i)];
                const StringId name = gpu.op[i].valid() ? m_run.timeline.name(gpu.op[i]) : 0;
                int64_t &sum = uncovered[{name, isCollective}];
                sum = saturatingAdd(sum, ns);
                if (isCollective)
                    m_limits.sum.collectiveNs = saturatingAdd(m_limits.sum.collectiveNs, ns);
                return;
            }
            const ValuedOp &valued = op(owner);
            m_limits.rowOf.back() = valued.row;
            LimitRow &row = m_limits.rows[valued.row];
            row.gpuNs = saturatingAdd(row.gpuNs, ns);
            if (callOf[owner] == none) {
                callOf[owner] = static_cast<uint32_t>(m_limits.calls.size());
                m_limits.calls.push_back({valued.op, valued.row, 0});
                ++row.calls;
            }
            LimitCall &call = m_limits.calls[callOf[owner]];
            call.gpuNs = saturatingAdd(call.gpuNs, ns);
            if (row.basis == LimitBasis::Shapes) // others are at most, which no column says
                m_limits.callOf.back() = callOf[owner];
            uint8_t &word = arithmetic[gpu.name[i]];
            if (word == UINT8_MAX)
                word = floatArithmeticOf(m_run.text(gpu.name[i]));
            RowUse &use = m_use[valued.row];
            use.arithmetic |= word;
            (valued.isInBackward ? use.isInBackward : use.isOutside) = true;
            if (row.basis != LimitBasis::Shapes) {
                m_limits.byStepNs = saturatingAdd(m_limits.byStepNs, ns);
                return;
            }
            m_limits.sum.coveredNs = saturatingAdd(m_limits.sum.coveredNs, ns);
            auto &[activities, sum] = m_kernelTimes[uint64_t(valued.row) << 32 | gpu.name[i]];
            ++activities;
            sum = saturatingAdd(sum, ns);
        });
        for (const auto &[key, ns] : uncovered)
            m_limits.uncovered.push_back({key.first, ns, key.second});
        return isDone;
    }

    void setLimits()
    {
        for (size_t k = 0; k < m_limits.rows.size(); ++k) {
            LimitRow &row = m_limits.rows[k];
            row.arithmetic = m_use[k].arithmetic;
            if (m_limits.device.peaks && row.gpuNs > 0)
                row.limit = limitOf(row.work, m_use[k].arithmetic, *m_limits.device.peaks);
            if (row.basis != LimitBasis::Shapes)
                continue;
            if (row.limit && row.calls) {
                m_limits.sum.limitedNs = saturatingAdd(m_limits.sum.limitedNs, row.gpuNs);
                m_limits.sum.limitNs += row.limitNs();
                m_limits.sum.memoryNs += row.limit->memoryNs * double(row.calls);
            }
            if (row.limit && isMatrixWork(row.work.kind))
                m_limits.sum.matrixNs += row.limit->computeNs * double(row.calls);
            const RowUse &use = m_use[k];
            m_limits.hasRecomputation |= use.isForward && use.isInBackward && use.isOutside;
        }
    }

    void addKernels()
    {
        std::unordered_map<StringId, size_t> places;
        for (const auto &[key, time] : m_kernelTimes) {
            const LimitRow &row = m_limits.rows[key >> 32];
            const auto name = static_cast<StringId>(key);
            const auto [place, isNew] = places.try_emplace(name, m_limits.kernels.size());
            if (isNew)
                m_limits.kernels.push_back({.name = name});
            NamedLimit &kernel = m_limits.kernels[place->second];
            const double part = row.gpuNs ? double(time.second) / double(row.gpuNs) : 0;
            kernel.activities += time.first;
            kernel.gpuNs = saturatingAdd(kernel.gpuNs, time.second);
            kernel.flop += part * double(row.work.flop) * double(row.calls);
            kernel.bytes += part * double(row.work.bytes) * double(row.calls);
            if (row.limit) {
                kernel.limitedNs = saturatingAdd(kernel.limitedNs, time.second);
                kernel.limitNs += part * row.limitNs();
                if (row.limit->by == BoundBy::Compute)
                    kernel.computeLimitNs += part * row.limitNs();
            }
        }
    }

    void addLateLaunches()
    {
        if (!m_options.gaps)
            return;
        for (const Gap &gap : m_options.gaps->gaps) {
            if (gap.cause != GapCause::Late)
                continue;
            size_t place = gap.endedBy;
            if (m_options.only) {
                const auto found = std::ranges::lower_bound(*m_options.only, gap.endedBy);
                if (found == m_options.only->end() || *found != gap.endedBy)
                    continue;
                place = static_cast<size_t>(found - m_options.only->begin());
            }
            if (const uint32_t row = m_limits.rowOf[place]; row != noLimitRow)
                m_limits.rows[row].lateNs = saturatingAdd(m_limits.rows[row].lateNs, gap.durationNs);
        }
    }

    bool addSteps()
    {
        const Steps *steps = m_options.steps;
        if (!steps || steps->steps.empty())
            return true;
        std::vector<LimitSum> sums(steps->steps.size());
        std::vector<bool> lacksPeak(sums.size()), hasWork(m_calls);
        std::vector<bool> isDevice(m_run.gpu.devices.size());
        for (size_t i = 0; i < m_run.gpu.size(); ++i) {
            if (isCancelled(i))
                return false;
            if (!m_isCounted[i])
                continue;
            isDevice[m_run.gpu.device(i)] = true;
            if (const uint32_t step = steps->of(i); step != noStep)
                addToStep(i, sums[step], hasWork, [&] { lacksPeak[step] = true; });
        }
        const auto devices = std::max<int64_t>(std::ranges::count(isDevice, true), 1);
        for (uint32_t k = 0; k < sums.size(); ++k)
            if (sums[k].ofNs)
                addStep(k, sums[k], lacksPeak[k], devices);
        return true;
    }

    template <class Lacks> void addToStep(size_t i, LimitSum &sum, std::vector<bool> &hasWork, const Lacks &lacksPeak)
    {
        const int64_t ns = m_run.gpu.duration[i];
        sum.ofNs = saturatingAdd(sum.ofNs, ns);
        const uint32_t owner = ownerOf(i);
        if (owner == none) {
            if (m_isCommunication[m_run.gpu.nameForRules(i)])
                sum.collectiveNs = saturatingAdd(sum.collectiveNs, ns);
            return;
        }
        const LimitRow &row = m_limits.rows[op(owner).row];
        if (row.basis != LimitBasis::Shapes)
            return;
        sum.coveredNs = saturatingAdd(sum.coveredNs, ns);
        if (row.limit)
            sum.limitedNs = saturatingAdd(sum.limitedNs, ns);
        if (hasWork[owner])
            return;
        hasWork[owner] = true;
        if (row.limit) {
            sum.limitNs += row.limit->ns;
            sum.memoryNs += row.limit->memoryNs;
        }
        if (!isMatrixWork(row.work.kind))
            return;
        if (row.limit)
            sum.matrixNs += row.limit->computeNs;
        else
            lacksPeak();
    }

    void addStep(uint32_t index, const LimitSum &sum, bool lacksPeak, int64_t devices)
    {
        const Step &step = m_options.steps->steps[index];
        StepLimit limit{index, sum, std::max(step.wall.length(), step.gpuEndNs - step.gpuStartNs), {}, {}, false};
        if (m_limits.device.peaks && sum.uncoveredShare() <= 0.5 && limit.wallNs > 0 && sum.limitedNs > 0) {
            limit.mfu = sum.matrixNs / double(devices) / double(limit.wallNs);
            limit.mbu = sum.memoryNs / double(devices) / double(limit.wallNs);
            limit.isAtLeast = lacksPeak || sum.uncoveredShare() > 0.2;
        }
        m_limits.steps.push_back(limit);
    }

    /// Rows without calls go.
    void sort()
    {
        std::vector<LimitRow> &rows = m_limits.rows;
        std::vector<uint32_t> order;
        for (uint32_t k = 0; k < rows.size(); ++k)
            if (rows[k].calls)
                order.push_back(k);
        std::ranges::stable_sort(order, [&](uint32_t i, uint32_t k) {
            const LimitRow &a = rows[i], &b = rows[k];
            return std::tie(b.gpuNs, a.name, a.shape) < std::tie(a.gpuNs, b.name, b.shape);
        });
        std::vector<LimitRow> sorted;
        std::vector<uint32_t> place(rows.size(), noLimitRow);
        for (const uint32_t k : order) {
            place[k] = static_cast<uint32_t>(sorted.size());
            sorted.push_back(std::move(rows[k]));
        }
        rows = std::move(sorted);
        for (uint32_t &row : m_limits.rowOf)
            if (row != noLimitRow)
                row = place[row];
        for (LimitCall &call : m_limits.calls)
            call.row = place[call.row];
        std::ranges::sort(m_limits.kernels, [](const NamedLimit &a, const NamedLimit &b) {
            return std::tie(b.gpuNs, a.name) < std::tie(a.gpuNs, b.name);
        });
        std::ranges::stable_sort(m_limits.uncovered, std::ranges::greater(), &UncoveredWork::ns);
    }

    const Run &m_run;
    const LimitOptions &m_options;
    const Progress *m_progress;
    const std::vector<uint8_t> m_isCommunication; ///< by name
    int64_t m_firstLaunchNs = INT64_MAX, m_lastLaunchNs = INT64_MIN;
    std::vector<bool> m_isCounted;                             ///< by activity
    std::vector<bool> m_isWanted;                              ///< by launch: of a counted activity
    std::vector<uint32_t> m_owner;                             ///< by launch: number of a valued operator
    std::vector<std::vector<ValuedOp>> m_ops;                  ///< by track
    std::vector<uint32_t> m_firstOp;                           ///< by track: the number of its first one
    std::vector<std::pair<StringId, uint32_t>> m_lastOfInputs; ///< by inputs: the name they came with last, its row
    std::unordered_map<uint64_t, uint32_t> m_rowOfText;        ///< by name << 32 | inputs; none: no numbers
    std::map<std::tuple<StringId, std::string, int64_t, int64_t>, uint32_t> m_rowOfNumbers;
    std::map<std::tuple<StringId, std::string, int64_t, int64_t>, uint32_t> m_rowOfLengths; ///< of another basis
    std::vector<RowUse> m_use;                                                              ///< by row
    std::vector<ValuedOp> m_furtherOps;
    std::unordered_map<uint32_t, uint32_t> m_furtherOf; ///< by activity, index into m_furtherOps
    uint32_t m_calls = 0;                               ///< operators and further ones
    /// By row << 32 | name of the kernel: activities and their time.
    std::unordered_map<uint64_t, std::pair<uint64_t, int64_t>> m_kernelTimes;
    Limits m_limits;
};

} // namespace

bool isCopyWithinDevice(std::string_view name)
{
    const auto has = [&](std::string_view word) { return name.find(word) != name.npos; };
    if (has("PtoP") || has("Peer"))
        return false;
    return has("DtoD") || has("Device -> Device") || has("Device-to-Device") || has("DeviceToDevice") ||
           has("DEVICE_TO_DEVICE");
}

std::optional<Limits> limitsOf(const Run &run, const LimitOptions &options, const Progress *progress)
{
    return LimitsBuilder(run, options, progress).build();
}

std::optional<Limits> limitsWithin(const Run &run, LimitOptions options, std::optional<TimeRange> range,
                                   const ActivitySet *only, const Progress *progress)
{
    if (!range && !only)
        return limitsOf(run, options, progress);
    std::vector<uint32_t> asked;
    if (!forEachActivity(run.gpu, range, only, progress,
                         [&](size_t i, int64_t, int64_t) { asked.push_back(static_cast<uint32_t>(i)); }))
        return std::nullopt;
    options.steps = nullptr; // a part of a step's work against its whole time says nothing
    options.only = &asked;
    auto limits = limitsOf(run, options, progress);
    if (!limits)
        return std::nullopt;
    const auto byActivity = [&](std::vector<uint32_t> &byPlace) {
        std::vector<uint32_t> all(run.gpu.size(), noLimitRow);
        for (size_t k = 0; k < asked.size(); ++k)
            all[asked[k]] = byPlace[k];
        byPlace = std::move(all);
    };
    byActivity(limits->rowOf);
    byActivity(limits->callOf);
    limits->isOfPart = true;
    return limits;
}

void addWork(NamedLimit &sum, const Limits &limits, const LimitCall &call, int64_t ns)
{
    const LimitRow &row = limits.rows[call.row];
    const double part = call.gpuNs ? double(ns) / double(call.gpuNs) : 0;
    ++sum.activities;
    sum.gpuNs = saturatingAdd(sum.gpuNs, ns);
    sum.flop += part * double(row.work.flop);
    sum.bytes += part * double(row.work.bytes);
    if (!row.limit)
        return;
    sum.limitedNs = saturatingAdd(sum.limitedNs, ns);
    sum.limitNs += part * row.limit->ns;
    if (row.limit->by == BoundBy::Compute)
        sum.computeLimitNs += part * row.limit->ns;
}

void addWork(NamedLimit &sum, const Limits &limits, size_t place, int64_t ns)
{
    if (place < limits.callOf.size() && limits.callOf[place] != noLimitRow)
        addWork(sum, limits, limits.calls[limits.callOf[place]], ns);
}

void addTo(NamedLimit &sum, const NamedLimit &part)
{
    sum.activities += part.activities;
    sum.gpuNs = saturatingAdd(sum.gpuNs, part.gpuNs);
    sum.limitedNs = saturatingAdd(sum.limitedNs, part.limitedNs);
    sum.flop += part.flop;
    sum.bytes += part.bytes;
    sum.limitNs += part.limitNs;
    sum.computeLimitNs += part.computeLimitNs;
}

std::vector<NamedLimit> limitsByNode(const Run &run, const Limits &limits, const ModuleTree &tree,
                                     const std::vector<uint32_t> &leaf)
{
    std::vector<NamedLimit> sums(tree.nodes.size());
    for (size_t i = 0; i < leaf.size(); ++i)
        if (leaf[i] < sums.size())
            addWork(sums[leaf[i]], limits, i, run.gpu.duration[i]);
    for (size_t node = sums.size(); node-- > 0;) { // parents come before their children
        const uint32_t parent = tree.nodes[node].parent;
        if (parent != UINT32_MAX)
            addTo(sums[parent], sums[node]);
    }
    return sums;
}

std::optional<NamedLimit> ofMost(const NamedLimit &sum, int64_t totalNs)
{
    if (sum.gpuNs <= 0 || double(sum.gpuNs) < 0.8 * double(totalNs))
        return std::nullopt;
    NamedLimit most = sum;
    if (double(sum.limitedNs) < 0.8 * double(totalNs))
        most.limitedNs = 0;
    return most;
}

std::unordered_map<StringId, NamedLimit> limitsByOperator(const Limits &limits)
{
    std::unordered_map<StringId, NamedLimit> operators;
    for (const LimitRow &row : limits.rows) {
        if (!row.name || row.basis != LimitBasis::Shapes)
            continue; // the run has no operator of the name, or it is at most
        NamedLimit &sum = operators[row.name];
        sum.name = row.name;
        sum.activities += row.calls;
        sum.gpuNs = saturatingAdd(sum.gpuNs, row.gpuNs);
        sum.flop += double(row.work.flop) * double(row.calls);
        sum.bytes += double(row.work.bytes) * double(row.calls);
        if (!row.limit)
            continue;
        sum.limitedNs = saturatingAdd(sum.limitedNs, row.gpuNs);
        sum.limitNs += row.limitNs();
        if (row.limit->by == BoundBy::Compute)
            sum.computeLimitNs += row.limitNs();
    }
    return operators;
}

bool isBoundByDevice(const Run &run, size_t activity)
{
    return run.gpu.kind[activity] != CategoryKind::Memcpy || isCopyWithinDevice(run.text(run.gpu.name[activity]));
}

} // namespace ws
