#pragma once
// What speaks against a stretch of periods as the unit of work, see workunit.h.

#include "core/analysis/layers/unitstretch.h"
#include "core/model/nestedslices.h"

namespace ws {

class UnitDoubts
{
public:
    UnitDoubts(const Run &run, const DeviceKernels &kernels) : m_run(run), m_gpu(run.gpu), m_kernels(kernels) {}

    /// The first one that holds.
    UnitDoubt first(const Anchor &anchor, const UnitStretch &stretch);

private:
    bool hasConstantCounts(const Anchor &anchor, const UnitStretch &stretch) const;
    bool isMultiple(const Anchor &anchor, const UnitStretch &stretch) const;
    bool isPartOfACall(const Anchor &anchor, const UnitStretch &stretch);
    bool mayHaveLayers(size_t from, size_t to) const;
    bool hasForeign(size_t from, size_t to, const std::map<StringId, uint64_t> &own) const;
    bool looksLikeLayers(const Anchor &anchor, const UnitStretch &stretch) const;

    const Run &m_run;
    const GpuWork &m_gpu;
    const DeviceKernels &m_kernels;
    std::optional<NestedSlices> m_modules; ///< once a stretch asks
};

} // namespace ws
