#pragma once
// What a file says of the conditions of its recording, as texts to be compared. Empty: it does not say. Only for
// comparability().

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/stages/tablework.h"

#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace ws {

/// "timeline", "layerwise profile", or the tables' kind.
QString contentWord(const ComparedRun &run);
/// "2 × NVIDIA H100": the devices with GPU work.
QString gpuModels(const Run &run);
/// distributedInfo.world_size.
QString worldSize(const ComparedRun &run);
/// The number of devices with work.
QString deviceCount(const ComparedRun &run);
/// The part of the GPU time that graphs launched, 0 … 1; nothing where no launch is known.
std::optional<double> graphShare(const ComparedRun &run);
/// The part of the kernels' time, 0 … 1, in graphs that were recorded as one block, without their kernels.
double wholeGraphShare(const ComparedRun &run);
/// Phases of its steps, or of the layerwise profile; in a fixed order.
QStringList phasesOf(const ComparedRun &run);
/// "decode: batch 32, 32 tokens": the median step of each phase.
QString stepSizes(const ComparedRun &run);
/// "tensor_parallel_size=2, …": the engine's arguments that differ; "same" twice where none does.
std::pair<QString, QString> differingArguments(const Run &a, const Run &b);
bool hasCallStacks(const Run &run);
/// The sums of what is compared of a file without a timeline: of its tables, or of its phases.
std::vector<NamedWork> tableWork(const ComparedRun &run);

struct CommonWork
{
    uint64_t names = 0, namesA = 0, namesB = 0; ///< distinct kernel names
    double shareA = 0, shareB = 0;              ///< of the GPU time, 0 … 1
    double operators = 0;                       ///< of the GPU time of both, in operators that both have
    bool knowsOperators = false;                ///< both files name operators
    bool areLone = false; ///< each file has one kernel, which is no collective and is not named like the other's
};
/// Nothing without kernel names on one side.
std::optional<CommonWork> workInCommon(const ComparedRun &a, const ComparedRun &b);

} // namespace ws
