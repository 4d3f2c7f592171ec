#pragma once
// One function a rule, each in a file of its own that says its threshold and when it is silent. They append what they
// find; all may run at the same time.

#include "core/analysis/findings/unitwork.h"

namespace ws {

using Findings = std::vector<Finding>;

/// The shares at which these rules begin to speak; the others' is minFindingShare.
constexpr double minLaunchBoundShare = 0.05; ///< of the unit
constexpr double minOneKernelShare = 0.30;   ///< of the busy time
constexpr double minElementwiseShare = 0.15; ///< of the busy time
constexpr double minFarShare = 0.05;         ///< of the unit; also of skinny-products

/// Work that reaches more of the device's limit is nothing to work on.
constexpr double goodShare = 0.85;

void findLaunchBound(const UnitWork &unit, Findings &findings);
void findPauses(const UnitWork &unit, Findings &findings);
void findLaunchCalls(const UnitWork &unit, Findings &findings);
void findDataLoader(const UnitWork &unit, Findings &findings);
void findBlockingCalls(const UnitWork &unit, Findings &findings);
void findAllocatingCalls(const UnitWork &unit, Findings &findings);
void findIdleAfterCalls(const UnitWork &unit, Findings &findings);
void findOutlierCall(const UnitWork &unit, Findings &findings);
void findExposedCommunication(const UnitWork &unit, Findings &findings);
void findExposedCopies(const UnitWork &unit, Findings &findings);
void findOneKernel(const UnitWork &unit, Findings &findings);
void findTinyKernels(const UnitWork &unit, Findings &findings);
void findSmallGrids(const UnitWork &unit, Findings &findings);
void findSmallBlocks(const UnitWork &unit, Findings &findings);
void findOldKernels(const UnitWork &unit, Findings &findings);
void findFarFromLimit(const UnitWork &unit, Findings &findings);
void findSkinnyProducts(const UnitWork &unit, Findings &findings);
void findSlowerType(const UnitWork &unit, Findings &findings);
void findSinglePrecision(const UnitWork &unit, Findings &findings);
/// A kernel whose name says a matrix product in FP32 without tensor cores.
bool isPlainSingle(std::string_view kernel);
/// By its name a kernel of 16 bit.
bool isHalfPrecision(std::string_view kernel);
/// By its name a kernel that only runs on devices which have TF32: of Ampere or later.
bool isForTf32Devices(std::string_view kernel);
void findElementwise(const UnitWork &unit, Findings &findings);
void findOneTimeCosts(const UnitWork &unit, Findings &findings);
void findOutlierUnits(const UnitWork &unit, Findings &findings);
void findOutlierLayers(const UnitWork &unit, Findings &findings);

/// The gaps of one matter, the longest first: their time in the unit, number, and places with evidence and range.
struct GapSum
{
    int64_t ns = 0, maxNs = 0;
    uint64_t count = 0;
    std::vector<FindingPlace> places;
    std::array<int64_t, gapCauseCount> byCause{};
    Gap longest; ///< of length 0: there is none
};
GapSum gapsOf(const UnitWork &unit, const std::function<bool(const UnitGap &gap)> &wanted);
/// With id, times, share, parts, places and the longest gap.
Finding gapFinding(const UnitWork &unit, std::string_view id, const GapSum &gaps);

/// For UnitWork::outlier(), which knows it.
std::optional<OutlierCall> outlierCall(const UnitWork &unit);

} // namespace ws
