#include "core/report/sql/sqlrun.h"

#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/workunit.h"
#include "core/analysis/limits/work.h"
#include "core/analysis/stages/communication.h"

#include <algorithm>
#include <numeric>

namespace ws {

SqlRun::SqlRun(RunPtr run, StageMapping mapping, std::string name)
    : m_run(std::move(run)), m_mapping(std::move(mapping)), m_name(std::move(name))
{
    m_laneBegin.reserve(m_run->timeline.lanes.size() + 1);
    m_laneBegin.push_back(0);
    for (const Lane &lane : m_run->timeline.lanes)
        m_laneBegin.push_back(m_laneBegin.back() + lane.size());
}

bool SqlRun::make(uint16_t needs, const Progress *progress)
{
    uint16_t missing = needs & ~m_made;
    if (!missing)
        return true;
    if (missing & NeedsFrames && !makeOne(NeedsFrames, progress))
        return false;
    for (const SqlNeed need : {NeedsSteps, NeedsGaps, NeedsModules, NeedsStages, NeedsLayers, NeedsLimits,
                               NeedsCollectives, NeedsFindings, NeedsTrust, NeedsOperators})
        if (missing & need && !makeOne(need, progress))
            return false;
    return true;
}

bool SqlRun::makeOne(SqlNeed need, const Progress *progress)
{
    bool isDone = true;
    const auto keep = [&](auto &place, auto result) {
        isDone = result.has_value();
        if (isDone)
            place = std::move(result);
    };
    switch (need) {
    case NeedsSteps:
        isDone = makeSteps(progress);
        break;
    case NeedsGaps:
        keep(m_gaps, findShownGaps(*m_run, progress));
        break;
    case NeedsModules:
        keep(m_modules, Attribution::make(*m_run, Attribution::Mode::All, progress));
        break;
    case NeedsStages:
        isDone = makeStages(progress);
        break;
    case NeedsLayers:
        isDone = makeLayers(progress);
        break;
    case NeedsLimits:
        isDone = makeLimits(progress);
        break;
    case NeedsCollectives:
        keep(m_collectives,
             collectiveKernels(*m_run, communicationUnder(m_mapping, m_run->gpu, m_run->strings), progress));
        break;
    case NeedsFindings:
        keep(m_overview, makeOverview({m_run}, progress));
        break;
    case NeedsTrust: {
        const auto steps = findSteps(*m_run, progress);
        auto findings = steps ? trustFindings(*m_run, *steps, progress) : std::nullopt;
        isDone = findings.has_value();
        if (isDone)
            m_trust = std::move(*findings);
        break;
    }
    case NeedsOperators:
        makeOperators();
        break;
    case NeedsFrames:
        isDone = makeFrames(progress);
        break;
    case NeedsNothing:
        break;
    }
    if (isDone)
        m_made |= need;
    return isDone;
}

EventRef SqlRun::slice(size_t number) const
{
    if (number < m_laneBegin[m_lastLane] || number >= m_laneBegin[m_lastLane + 1]) {
        const auto after = std::upper_bound(m_laneBegin.begin(), m_laneBegin.end(), number);
        m_lastLane = static_cast<size_t>(after - m_laneBegin.begin()) - 1;
    }
    return {static_cast<uint32_t>(m_lastLane), static_cast<uint32_t>(number - m_laneBegin[m_lastLane])};
}

SqlCell SqlRun::numberOf(EventRef slice) const
{
    return slice.valid() ? SqlCell(int64_t(m_laneBegin[slice.lane] + slice.index)) : SqlCell();
}

bool SqlRun::makeSteps(const Progress *progress)
{
    auto steps = findSteps(*m_run, progress);
    if (!steps)
        return false;
    if (steps->steps.empty()) {
        const auto unit = findWorkUnit(*m_run, progress);
        if (!unit)
            return false;
        if (unit->found())
            steps = unitSteps(*m_run, *unit);
        m_areStepsInferred = unit->found();
    }
    m_steps = std::move(*steps);
    m_stepCuts = cutSteps(*m_run, m_steps);
    return true;
}

bool SqlRun::makeStages(const Progress *progress)
{
    const auto names = std::make_shared<const NameSet>(m_run->gpu, m_run->strings, m_run);
    m_classes = StageClassifier(names).classify(m_mapping, progress);
    if (!m_classes)
        return false;
    m_stageLabels.clear();
    const auto number = [&](const std::string &label) {
        if (const uint32_t known = findStage(label); known != noSqlKey)
            return known;
        m_stageLabels.push_back(label);
        return static_cast<uint32_t>(m_stageLabels.size() - 1);
    };
    m_stageOfGroup.clear();
    m_substageOfGroup.clear();
    for (const StageGroup &group : m_classes->groups) {
        m_stageOfGroup.push_back(number(group.stage));
        m_substageOfGroup.push_back(number(group.substage));
    }
    return true;
}

uint32_t SqlRun::findStage(std::string_view label) const
{
    const auto found = std::ranges::find(m_stageLabels, label);
    return found == m_stageLabels.end() ? noSqlKey : static_cast<uint32_t>(found - m_stageLabels.begin());
}

uint32_t SqlRun::stage(size_t activity) const
{
    return m_stageOfGroup[m_classes->group[m_classes->names->indexOf(m_run->gpu.nameForRules(activity))]];
}

uint32_t SqlRun::substage(size_t activity) const
{
    return m_substageOfGroup[m_classes->group[m_classes->names->indexOf(m_run->gpu.nameForRules(activity))]];
}

bool SqlRun::makeLayers(const Progress *progress)
{
    const auto steps = findSteps(*m_run, progress);
    const auto layers = steps ? findLayers(*m_run, *steps, progress) : std::nullopt;
    if (!layers || (progress && progress->isCancelled()))
        return false;
    m_layer.assign(m_run->gpu.size(), noSqlKey);
    for (const Layer &layer : layers->layers)
        for (uint32_t k = layer.firstWork; k < layer.firstWork + layer.workCount; ++k)
            m_layer[layers->work[k]] = layer.index;
    return true;
}

bool SqlRun::makeLimits(const Progress *progress)
{
    std::vector<uint32_t> all(m_run->gpu.size());
    std::iota(all.begin(), all.end(), 0);
    LimitOptions options;
    options.only = &all;
    auto limits = limitsOf(*m_run, options, progress);
    if (!limits)
        return false;
    m_limits = std::move(*limits);
    return true;
}

bool SqlRun::makeFrames(const Progress *progress)
{
    const Timeline &timeline = m_run->timeline;
    std::vector<bool> isFrame;
    for (const Category &category : timeline.categories)
        isFrame.push_back(category.kind == CategoryKind::Python);
    m_frames.clear();
    m_frameStretches = {0};
    for (size_t l = 0; l < timeline.lanes.size(); ++l) {
        if (progress && progress->isCancelled())
            return false;
        const Lane &lane = timeline.lanes[l];
        for (size_t i = 0; i < lane.size(); ++i)
            if (isFrame[lane.category[i]])
                m_frames.push_back(static_cast<uint32_t>(m_laneBegin[l] + i));
        if (m_frames.size() > m_frameStretches.back())
            m_frameStretches.push_back(m_frames.size());
    }
    return true;
}

void SqlRun::makeOperators()
{
    const CpuOps &ops = m_run->ops;
    m_operators.clear();
    m_operators.reserve(ops.size());
    for (size_t i = 0; i < ops.size(); ++i)
        if (ops.slice[i].valid())
            m_operators.emplace_back(static_cast<uint32_t>(m_laneBegin[ops.slice[i].lane] + ops.slice[i].index),
                                     static_cast<uint32_t>(i));
    std::sort(m_operators.begin(), m_operators.end());
}

uint32_t SqlRun::operatorOf(EventRef slice) const
{
    if (!slice.valid())
        return noSqlKey;
    const auto number = static_cast<uint32_t>(m_laneBegin[slice.lane] + slice.index);
    const auto found =
        std::lower_bound(m_operators.begin(), m_operators.end(), std::pair<uint32_t, uint32_t>(number, 0));
    return found == m_operators.end() || found->first != number ? noSqlKey : found->second;
}

uint32_t SqlRun::moduleOf(EventRef slice) const
{
    return slice.valid() ? m_modules->modules().find(slice) : noSqlKey;
}

std::optional<CallWork> SqlRun::workOf(size_t op) const
{
    const CpuOps &ops = m_run->ops;
    if (op >= ops.inputs.size() || !ops.inputs[op] || !ops.slice[op].valid())
        return std::nullopt;
    const StringId name = m_run->timeline.name(ops.slice[op]), inputs = ops.inputs[op];
    const auto [found, isNew] = m_works.try_emplace(uint64_t(name) << 32 | inputs);
    if (isNew)
        found->second = ws::workOf(OperatorCall(m_run->text(name), m_run->text(inputs)));
    return found->second;
}

} // namespace ws
