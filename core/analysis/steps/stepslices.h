#pragma once
// Annotations that name steps, grouped into steps, and the step that is open at a time. Only for findSteps().

#include "core/analysis/steps/steps.h"
#include "core/base/namepattern.h"

#include <map>
#include <unordered_map>

namespace ws {

/// Names of a run by id; each name is parsed once.
class StepNames
{
public:
    explicit StepNames(const Run &run);
    /// Steps are what the pattern matches, whatever their category.
    StepNames(const Run &run, NamePattern pattern);
    /// Null: not the name of a step.
    const StepName *find(StringId name, bool annotation);
    bool isChosen() const { return m_matcher.has_value(); }
    /// On how many names the pattern gave up; empty: on none.
    QString problem() const { return m_matcher ? m_matcher->problem() : QString(); }

private:
    std::optional<StepName> read(StringId name, bool annotation);

    const Run &m_run;
    NamePattern m_pattern;
    std::optional<NameMatcher> m_matcher;
    std::vector<uint8_t> m_seen; ///< by StringId: bit 0 as an operator's, bit 1 as an annotation's
    std::unordered_map<StringId, StepName> m_found[2];
};

/// A set of intervals, each of one step, as a function of time: the open one that began last.
class OpenStep
{
public:
    void add(int64_t begin, int64_t end, uint32_t step) { m_intervals.push_back({begin, end, step}); }
    void finish();
    uint32_t at(int64_t ns) const; ///< noStep: none is open
    bool empty() const { return m_begin.empty(); } ///< once finished: none ever is

private:
    struct Interval
    {
        int64_t begin, end;
        uint32_t step;
    };
    std::vector<Interval> m_intervals;
    std::vector<int64_t> m_begin; ///< from here on …
    std::vector<uint32_t> m_step; ///< … this one is open
};

/// Steps from the annotations of CPU threads, without their GPU work.
struct CpuSteps
{
    std::vector<Step> steps; ///< by begin
    std::unordered_map<uint32_t, OpenStep> ofTrack;
    std::unordered_map<StringId, OpenStep> ofProcess;
    std::unordered_map<StringId, std::vector<uint32_t>> named; ///< steps with an annotation of that name, ascending
    std::unordered_map<uint32_t, uint32_t>
        threadOfCann; ///< by track of CANN's calls, a track of the thread they are on
    size_t startEndRanges = 0, overlappingRanges = 0; ///< that name steps; of these, those that overlap another one

    /// The step that is open on this thread, else in its process.
    uint32_t at(const Timeline &timeline, EventRef launch) const;
    uint32_t ofLaunch(const Run &run, uint32_t launch) const;
};
CpuSteps cpuSteps(const Run &run, StepNames &names);
/// Adds one more annotation to a step whose name has the rank `rank` so far.
void addStepName(Step &step, uint8_t &rank, StringId name, const StepName &said);

/// Steps by these names, with their GPU work. Null when cancelled.
std::optional<Steps> stepsOf(const Run &run, StepNames &names, const Progress *progress);

} // namespace ws
