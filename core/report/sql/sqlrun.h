#pragma once
// One run of a query, with what its tables need and the run does not hold: steps, gaps, modules, stages under the
// mapping in force … Each is computed once, when a query first uses it; the numbers are those of the commands of that
// name. Belongs to one thread.

#include "core/analysis/collectives/collectivekernels.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/limits/limits.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/analysis/trust/trust.h"
#include "core/report/overviewreport.h"
#include "core/report/sql/sqltable.h"

#include <optional>
#include <unordered_map>

namespace ws {

class SqlRun
{
public:
    /// `name`: what the user calls the file.
    SqlRun(RunPtr run, StageMapping mapping, std::string name);
    SqlRun(const SqlRun &) = delete;

    /// Computes what of these SqlNeeds is missing. False: cancelled.
    bool make(uint16_t needs, const Progress *progress);

    const Run &run() const { return *m_run; }
    const RunPtr &runPointer() const { return m_run; }
    const std::string &name() const { return m_name; }
    const StageMapping &mapping() const { return m_mapping; }

    /// Slices are numbered in the order of lanes.
    size_t slices() const { return m_laneBegin.back(); }
    const std::vector<size_t> &laneBegins() const { return m_laneBegin; }
    EventRef slice(size_t number) const;
    SqlCell numberOf(EventRef slice) const;

    /// Named ones; without any the periods of the longest regular repetition.
    const Steps &steps() const { return m_steps; }
    const std::vector<StepCut> &stepCuts() const { return m_stepCuts; }
    bool areStepsInferred() const { return m_areStepsInferred; }
    const Gaps &gaps() const { return *m_gaps; }
    const Attribution &modules() const { return *m_modules; }
    const CollectiveKernels &collectives() const { return *m_collectives; }
    const Overview &overview() const { return *m_overview; }
    const std::vector<TrustFinding> &trust() const { return m_trust; }
    const Limits &limits() const { return *m_limits; }
    uint32_t layer(size_t activity) const { return m_layer.empty() ? noSqlKey : m_layer[activity]; }
    const std::vector<uint32_t> &frames() const { return m_frames; } ///< numbers of slices
    const std::vector<size_t> &frameStretches() const { return m_frameStretches; }

    /// Labels of stages and substages, each once.
    const std::vector<std::string> &stageLabels() const { return m_stageLabels; }
    uint32_t stage(size_t activity) const;
    uint32_t substage(size_t activity) const;
    uint32_t findStage(std::string_view label) const;

    uint32_t operatorOf(EventRef slice) const; ///< index into Run::ops; noSqlKey: none
    uint32_t moduleOf(EventRef slice) const;   ///< index into modules(); noSqlKey: none
    /// What an operator's call needs; nothing: no number without a guess.
    std::optional<CallWork> workOf(size_t op) const;

private:
    bool makeOne(SqlNeed need, const Progress *progress);
    bool makeSteps(const Progress *progress);
    bool makeStages(const Progress *progress);
    bool makeLayers(const Progress *progress);
    bool makeLimits(const Progress *progress);
    bool makeFrames(const Progress *progress);
    void makeOperators();

    RunPtr m_run;
    StageMapping m_mapping;
    std::string m_name;
    uint16_t m_made = NeedsNothing;
    std::vector<size_t> m_laneBegin; ///< by lane, one more than there are lanes
    Steps m_steps;
    std::vector<StepCut> m_stepCuts;
    bool m_areStepsInferred = false;
    std::optional<Gaps> m_gaps;
    std::optional<Attribution> m_modules;
    std::optional<CollectiveKernels> m_collectives;
    std::optional<Overview> m_overview;
    std::optional<Limits> m_limits;
    std::vector<TrustFinding> m_trust;
    std::vector<uint32_t> m_layer; ///< by activity
    std::vector<uint32_t> m_frames;
    std::vector<size_t> m_frameStretches;
    std::shared_ptr<const Classification> m_classes;
    std::vector<std::string> m_stageLabels;
    std::vector<uint32_t> m_stageOfGroup, m_substageOfGroup;
    std::vector<std::pair<uint32_t, uint32_t>> m_operators; ///< (number of the slice, operator), ascending
    mutable std::unordered_map<uint64_t, std::optional<CallWork>> m_works; ///< by name << 32 | inputs
    mutable size_t m_lastLane = 0;                                         ///< of slice()
};

} // namespace ws
