#pragma once
// The size of a kernel's launch as text; most kernels repeat one of a few sizes.

#include "core/base/stringpool.h"

#include <array>
#include <cstdint>

namespace ws {

using Extent = std::array<int64_t, 3>;

class LaunchGrids
{
public:
    explicit LaunchGrids(StringPool &strings) : m_strings(strings) {}

    /// "grid [8,1,1] block [128,1,1]"; 0 when a size is not positive.
    StringId text(const Extent &blocks, const Extent &threads);
    /// The same from numbers of work items, which OpenCL and HSA call the grid.
    StringId textOfItems(const Extent &items, const Extent &threads);

private:
    struct Known
    {
        Extent blocks{}, threads{};
        StringId text = 0;
    };

    StringPool &m_strings;
    std::array<Known, 64> m_known; ///< direct-mapped cache
};

} // namespace ws
