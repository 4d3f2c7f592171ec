#pragma once
// Cache keys for data that several views derive from a run. Data of a single kind of view has its key there.

#include "core/analysis/busy/stepsplits.h"
#include "core/analysis/collectives/collectives.h"
#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/kernels/operators.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/workunit.h"
#include "core/analysis/limits/limits.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/stacks/sourcelines.h"
#include "core/analysis/stages/stagestate.h"
#include "core/analysis/steps/stepsource.h"
#include "core/analysis/trust/trust.h"
#include "core/base/translation.h"
#include "widgets/session/runcache.h"
#include "widgets/toolkit/shortnames.h"

namespace ws {

struct ShortNamesKey : DerivedKey
{
    using Value = ShortNames;
    bool operator==(const ShortNamesKey &) const = default;
    auto make(const RunPtr &run, const Progress &) const { return shortNamesOfWork(*run); }
};

struct StepsKey : DerivedKey
{
    using Value = Steps;
    StepSource source = {}; ///< the user's choice; an error where nothing in the run has such a name
    bool operator==(const StepsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return findSteps(*run, source, &progress); }
};

struct GapsKey : DerivedKey
{
    using Value = Gaps;
    bool operator==(const GapsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return findShownGaps(*run, &progress); }
};

/// Those in the range and before work of the focus.
struct GapsWithinKey : DerivedKey
{
    using Value = Gaps;
    std::shared_ptr<const Gaps> gaps; ///< of the run
    std::optional<TimeRange> range;
    std::shared_ptr<const ActivitySet> only;
    bool isKept() const { return false; }
    bool operator==(const GapsWithinKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &) const
    {
        return gapsWithin(*run, *gaps, range, only.get());
    }
};

struct LayersKey : DerivedKey
{
    using Value = Layers;
    std::shared_ptr<const Steps> steps; ///< of the run
    bool operator==(const LayersKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return findLayers(*run, *steps, &progress); }
};

/// What in the recording makes numbers false.
struct TrustKey : DerivedKey
{
    using Value = std::vector<TrustFinding>;
    bool operator==(const TrustKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const
    {
        const auto steps = findSteps(*run, &progress);
        return steps ? trustFindings(*run, *steps, &progress) : std::nullopt;
    }
};

struct StepSplitsKey : DerivedKey
{
    using Value = std::vector<StepSplit>;
    std::shared_ptr<const Steps> steps; ///< of the run
    std::shared_ptr<const std::vector<uint8_t>> communication;
    bool operator==(const StepSplitsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const
    {
        return stepSplits(run->gpu, *steps, *communication, &progress);
    }
};

/// Where no step is named: the unit of work that repeats, and its periods as steps.
struct RepeatedWork
{
    WorkUnit unit;
    std::shared_ptr<const Steps> steps;
};
struct RepeatedWorkKey : DerivedKey
{
    using Value = RepeatedWork;
    bool operator==(const RepeatedWorkKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const
    {
        auto unit = findWorkUnit(*run, &progress);
        if (!unit)
            return std::nullopt;
        auto steps = std::make_shared<const Steps>(unit->found() ? unitSteps(*run, *unit) : Steps());
        return Value{std::move(*unit), std::move(steps)};
    }
};

struct CpuCallsKey : DerivedKey
{
    using Value = std::vector<CpuCalls>;
    std::vector<TimeRange> within = {}; ///< empty: the whole run
    bool isKept() const { return within.empty(); }
    bool operator==(const CpuCallsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return cpuCalls(*run, &progress, within); }
};

struct AttributionKey : DerivedKey
{
    using Value = Attribution;
    Attribution::Mode mode = Attribution::Mode::All;
    bool operator==(const AttributionKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return Attribution::make(*run, mode, &progress); }
};

/// GPU work by call stack; sourceLines() of it are quick.
struct CallStacksKey : DerivedKey
{
    using Value = CallStacks;
    StackOptions options;
    bool isKept() const { return !options.range && !options.only; }
    bool operator==(const CallStacksKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return callStacks(*run, options, &progress); }
};

struct CollectivesKey : DerivedKey
{
    using Value = std::vector<CollectiveRow>;
    std::shared_ptr<const std::vector<uint8_t>> communication;
    std::optional<TimeRange> range = {};
    std::shared_ptr<const ActivitySet> only = {};
    bool isKept() const { return !range && !only; }
    bool operator==(const CollectivesKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const
    {
        return collectives(*run, *communication, &progress, range, only.get());
    }
};

struct KernelsKey : DerivedKey
{
    using Value = KernelTable;
    static constexpr size_t maxKept = 6; ///< three splits, with and without details
    KernelTableOptions options;
    bool isKept() const { return !options.range && !options.only; }
    bool operator==(const KernelsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return kernelTable(*run, options, &progress); }
};

struct OperatorsKey : DerivedKey
{
    using Value = OperatorTable;
    OperatorOptions options;
    bool isKept() const { return !options.range && !options.only; }
    bool operator==(const OperatorsKey &) const = default;
    auto make(const RunPtr &run, const Progress &progress) const { return operatorTable(*run, options, &progress); }
};

/// `rowOf` of the value is by activity of the run, also where only some work is asked for.
struct LimitsKey : DerivedKey
{
    using Value = Limits;
    std::shared_ptr<const Steps> steps = {};                        ///< of the run; null: none are looked at
    std::shared_ptr<const Gaps> gaps = {};                          ///< of the run; null: none are looked at
    std::shared_ptr<const std::vector<uint8_t>> communication = {}; ///< null: by the default mapping
    std::shared_ptr<const CaptureMatch> capture = {};               ///< null: none is chosen
    UserPeaks peaks = {};
    std::string language = textsLanguage(); ///< of the reason why no peaks are known
    std::optional<TimeRange> range = {};
    std::shared_ptr<const ActivitySet> only = {};
    bool isKept() const { return !range && !only; }
    bool operator==(const LimitsKey &) const = default;
    std::optional<Value> make(const RunPtr &run, const Progress &progress) const
    {
        LimitOptions options;
        options.peaks = peaks;
        if (hasPrintedCalls(*run))
            return limitsOfProfile(*run, {}, options);
        options.steps = steps.get();
        options.gaps = gaps.get();
        options.capture = capture.get();
        options.isCommunication = communication.get();
        return limitsWithin(*run, options, range, only.get(), &progress);
    }
};

/// Names, classes and sums by a mapping.
struct StagesKey : DerivedKey
{
    using Value = StageState;
    StageRequest request;
    std::shared_ptr<const StageState> before; ///< its fitting parts are reused; null: none
    bool isKept() const { return !request.range && !request.focus; }
    bool operator==(const StagesKey &other) const { return request == other.request; }
    std::optional<StageState> make(const RunPtr &run, const Progress &progress) const
    {
        StageState state = stageState(run, before.get(), request, &progress);
        return state.isComplete() ? std::optional(std::move(state)) : std::nullopt;
    }
};

} // namespace ws
