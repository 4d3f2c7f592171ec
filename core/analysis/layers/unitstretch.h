#pragma once
// The stretch of an anchor's occurrences between which the same kernels run: the periods of a work unit, if nothing
// speaks against it (unitdoubts.h).

#include "core/analysis/layers/anchors.h"
#include "core/analysis/layers/workunit.h"

#include <map>
#include <optional>

namespace ws {

constexpr size_t minUnitIntervals = 3;

/// A stretch of occurrences whose intervals are alike.
struct UnitStretch
{
    size_t first = 0, last = 0; ///< places of the anchor; last: begin of the last period
    size_t end = 0;             ///< kernel behind the last period
    size_t typical = 0;         ///< place of the interval that all are alike to
    bool lastIsCut = false;
    bool isExact = false; ///< at least forty intervals, 95 % of them of the same kernels in the same order
    UnitPeriods periods;
};

/// The longest one that is long, regular and covers enough; nothing: there is none. O(kernels).
std::optional<UnitStretch> alikeStretch(const GpuWork &gpu, const DeviceKernels &kernels, const Anchor &anchor);

/// How often each name occurs among the kernels [from, to).
std::map<StringId, uint64_t> namesIn(const GpuWork &gpu, const DeviceKernels &kernels, size_t from, size_t to);

} // namespace ws
