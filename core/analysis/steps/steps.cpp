#include "core/analysis/steps/steps.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/steps/stepslices.h"
#include "core/base/format.h"
#include "core/base/parallel.h"
#include "core/base/texts.h"
#include "core/model/nestedslices.h"

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

/// A gpu_user_annotation with a step's name.
struct Label
{
    EventRef slice;
    uint32_t step = noStep;
};

/// Finds the step of GPU work whose launch is not in the file by the labels on its stream.
class StreamLabels
{
public:
    StreamLabels(const Run &run, StepNames &names, CpuSteps &cpu) : m_run(run), m_names(names), m_cpu(cpu)
    {
        for (const Track &track : run.timeline.tracks)
            if (track.kind == TrackKind::GpuAnnotation)
                collect(track);
        m_ofStream.resize(run.gpu.streams.size(), nullptr);
        for (size_t i = 0; i < m_ofStream.size(); ++i) {
            const GpuStream &stream = run.gpu.streams[i];
            const StringId device = run.gpu.devices[stream.device];
            auto found = m_open.find({device, stream.stream});
            if (found == m_open.end())
                found = wholeDevice(device);
            m_ofStream[i] = found == m_open.end() ? nullptr : &found->second;
        }
    }

    bool empty() const { return m_labels.empty(); }

    /// Work launched by a step identifies the step of this label better than any order.
    void learn(size_t activity, uint32_t step)
    {
        Label *label = labelOf(activity);
        if (!label || label->step != noStep)
            return;
        const auto named = m_cpu.named.find(m_run.timeline.name(label->slice));
        if (named != m_cpu.named.end() && std::binary_search(named->second.begin(), named->second.end(), step))
            label->step = step;
    }

    /// Labels without such work: the k-th of a stream is the k-th step where there are as many, else the last step that
    /// had begun. Names that no CPU slice has become steps of their own.
    void settle()
    {
        for (auto &[name, labels] : m_ofName) {
            const auto named = m_cpu.named.find(name);
            if (named == m_cpu.named.end())
                makeSteps(name, labels);
            else
                settle(labels, named->second);
        }
    }

    uint32_t stepOf(size_t activity)
    {
        const Label *label = labelOf(activity);
        return label ? label->step : noStep;
    }

private:
    /// The labels of a row that has a name instead of a stream's number cover all of the device's work: of several such
    /// rows (XLA's modules, operators, steps) that of the steps.
    std::map<std::pair<StringId, StringId>, OpenStep>::iterator wholeDevice(StringId device)
    {
        for (auto row = m_open.lower_bound({device, 0}); row != m_open.end() && row->first.first == device; ++row) {
            const std::string_view name = m_run.text(row->first.second);
            if (!row->second.empty() && !name.empty() && (name.front() < '0' || name.front() > '9') && name.front() != '-')
                return row;
        }
        return m_open.end();
    }

    void collect(const Track &track)
    {
        OpenStep &open = m_open[{track.pid, track.tid}];
        for (uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
            const Lane &row = m_run.timeline.lanes[lane];
            for (uint32_t i = 0; i < row.size(); ++i) {
                if (!m_names.find(row.name[i], true))
                    continue;
                const auto label = static_cast<uint32_t>(m_labels.size());
                m_labels.push_back({{lane, i}, noStep});
                m_ofName[row.name[i]].push_back(label);
                open.add(row.start[i], row.endOf(i), label);
            }
        }
        open.finish();
    }

    Label *labelOf(size_t activity)
    {
        const OpenStep *open = m_ofStream[m_run.gpu.stream[activity]];
        const uint32_t label = open ? open->at(m_run.gpu.start[activity]) : noStep;
        return label == noStep ? nullptr : &m_labels[label];
    }

    void settle(const std::vector<uint32_t> &labels, const std::vector<uint32_t> &steps)
    {
        const auto trackOf = [&](uint32_t label) { return m_run.timeline.lane(m_labels[label].slice).track; };
        for (size_t first = 0, last = 0; first < labels.size(); first = last) { // labels lie track by track
            while (last < labels.size() && trackOf(labels[last]) == trackOf(labels[first]))
                ++last;
            for (size_t i = first; i < last; ++i) {
                Label &label = m_labels[labels[i]];
                if (label.step != noStep)
                    continue;
                const int64_t begin = m_run.timeline.start(label.slice);
                const auto after = std::upper_bound(steps.begin(), steps.end(), begin, [&](int64_t ns, uint32_t step) {
                    return ns < m_cpu.steps[step].wall.begin;
                });
                label.step = last - first == steps.size() ? steps[i - first]
                             : after == steps.begin()     ? steps.front()
                                                          : *(after - 1);
            }
        }
    }

    /// Overlapping labels of one name on several streams are one step.
    void makeSteps(StringId name, std::vector<uint32_t> &labels)
    {
        const Timeline &timeline = m_run.timeline;
        std::sort(labels.begin(), labels.end(), [&](uint32_t a, uint32_t b) {
            return timeline.start(m_labels[a].slice) < timeline.start(m_labels[b].slice);
        });
        int64_t stepBegin = 0, end = INT64_MIN;
        for (uint32_t i : labels) {
            Label &label = m_labels[i];
            const int64_t begin = timeline.start(label.slice);
            if (begin >= end || isRoundedOff(stepBegin, end, begin, timeline.end(label.slice))) {
                stepBegin = begin;
                const StepName &said = *m_names.find(name, true);
                m_cpu.steps.push_back({name, label.slice, said.phase, said.batch, said.tokens, {begin, begin}});
            }
            end = std::max(end, timeline.end(label.slice));
            label.step = static_cast<uint32_t>(m_cpu.steps.size()) - 1;
        }
    }

    const Run &m_run;
    StepNames &m_names;
    CpuSteps &m_cpu;
    std::vector<Label> m_labels;
    std::map<StringId, std::vector<uint32_t>> m_ofName;
    std::map<std::pair<StringId, StringId>, OpenStep> m_open; ///< by device and stream; gives labels, not steps
    std::vector<const OpenStep *> m_ofStream;                 ///< by index into GpuWork::streams
};

/// False when cancelled.
bool assign(const Run &run, StepNames &names, CpuSteps &cpu, std::vector<uint32_t> &ofActivity,
            const Progress *progress)
{
    StreamLabels labels(run, names, cpu);
    if (cpu.steps.empty() && labels.empty())
        return true;
    ofActivity.assign(run.gpu.size(), noStep);
    const bool onlyLabels = cpu.steps.empty(); // no call can be in a step
    const auto find = [&](size_t i) {
        const uint32_t launch = run.gpu.launch.empty() ? noLaunch : run.gpu.launch[i];
        const bool hasOp = !run.gpu.op.empty() && run.gpu.op[i].valid();
        if (launch != noLaunch)
            ofActivity[i] = cpu.ofLaunch(run, launch);
        else if (hasOp) // an operator without a launch: their External ids say so
            ofActivity[i] = cpu.at(run.timeline, run.gpu.op[i]);
    };
    if (!onlyLabels && !parallelFor({0, run.gpu.size()}, 16384, find, progress))
        return false;
    if (labels.empty())
        return true;
    bool anyWithout = false;
    const bool finished = onlyLabels || forEachActivity(run.gpu, {}, progress, [&](size_t i, int64_t, int64_t) {
                              const bool isLaunched = !run.gpu.launch.empty() && run.gpu.launch[i] != noLaunch;
                              anyWithout |= !isLaunched && ofActivity[i] == noStep;
                              if (isLaunched && ofActivity[i] != noStep)
                                  labels.learn(i, ofActivity[i]);
                          });
    if (!finished || (!anyWithout && !onlyLabels))
        return finished;
    labels.settle();
    return forEachActivity(run.gpu, {}, progress, [&](size_t i, int64_t, int64_t) {
        if (ofActivity[i] == noStep && (onlyLabels || run.gpu.launch.empty() || run.gpu.launch[i] == noLaunch))
            ofActivity[i] = labels.stepOf(i);
    });
}

/// Whether it was done: nothing tells better.
bool assignByTime(const Run &run, const CpuSteps &cpu, std::vector<uint32_t> &ofActivity)
{
    const bool isTold = std::ranges::any_of(run.gpu.launch, [](uint32_t launch) { return launch != noLaunch; }) ||
                        std::ranges::any_of(run.gpu.op, &EventRef::valid) ||
                        std::ranges::any_of(ofActivity, [](uint32_t step) { return step != noStep; });
    if (isTold || cpu.ofProcess.size() != 1 || !run.gpu.size())
        return false;
    for (size_t i = 0; i < ofActivity.size(); ++i)
        ofActivity[i] = cpu.ofProcess.begin()->second.at(run.gpu.start[i]);
    return std::ranges::any_of(ofActivity, [](uint32_t step) { return step != noStep; });
}

void addUp(const GpuWork &gpu, Steps &steps)
{
    std::vector<RunningUnion> busy(steps.steps.size());
    for (size_t i = 0; i < gpu.size(); ++i) {
        if (steps.of(i) == noStep) {
            steps.outsideNs = saturatingAdd(steps.outsideNs, gpu.duration[i]);
            ++steps.outsideActivities;
            continue;
        }
        Step &step = steps.steps[steps.of(i)];
        if (step.activities++ == 0) {
            step.gpuStartNs = gpu.start[i];
            step.gpuEndNs = gpu.end(i);
        }
        step.gpuEndNs = std::max(step.gpuEndNs, gpu.end(i));
        step.gpuNs = saturatingAdd(step.gpuNs, gpu.duration[i]);
        busy[steps.of(i)].add(gpu.start[i], gpu.end(i));
    }
    for (size_t i = 0; i < busy.size(); ++i)
        steps.steps[i].gpuBusyNs = busy[i].length;
}

/// Steps named only by labels: removes those without work and sorts in the others by time.
void sortIn(Steps &steps, size_t fromCpu)
{
    if (steps.steps.size() == fromCpu)
        return;
    std::vector<uint32_t> order, place(steps.steps.size(), noStep);
    for (uint32_t i = 0; i < steps.steps.size(); ++i)
        if (i < fromCpu || steps.steps[i].activities)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return steps.steps[a].wall.begin < steps.steps[b].wall.begin; });
    std::vector<Step> sorted;
    for (uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        sorted.push_back(std::move(steps.steps[order[i]]));
    }
    steps.steps = std::move(sorted);
    for (uint32_t &step : steps.ofActivity)
        step = step == noStep ? noStep : place[step];
}

} // namespace

std::optional<Steps> findSteps(const Run &run, const Progress *progress)
{
    StepNames names(run);
    return stepsOf(run, names, progress);
}

std::optional<Steps> stepsOf(const Run &run, StepNames &names, const Progress *progress)
{
    CpuSteps cpu = cpuSteps(run, names);
    const size_t fromCpu = cpu.steps.size();
    Steps result;
    if (cpu.overlappingRanges)
        result.problem =
            Core::tr("%1 of the %2 start/end ranges that name steps overlap another one; GPU work that was "
                     "launched meanwhile counts for the range that began last")
                .arg(formatCount(int64_t(cpu.overlappingRanges)), formatCount(int64_t(cpu.startEndRanges)));
    if (!assign(run, names, cpu, result.ofActivity, progress))
        return {};
    result.isByTime = assignByTime(run, cpu, result.ofActivity);
    result.steps = std::move(cpu.steps);
    addUp(run.gpu, result);
    sortIn(result, fromCpu);
    return result;
}

} // namespace ws
