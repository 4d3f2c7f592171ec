#pragma once
// The size of a kernel's launch as text, once per distinct size.

#include "core/base/stringpool.h"

#include <array>
#include <cstdint>
#include <map>

namespace ws {

using Extent = std::array<int64_t, 3>;

class DispatchGrids
{
public:
    explicit DispatchGrids(StringPool &strings) : m_strings(strings) {}

    /// "grid [8,1,1] block [128,1,1]"; 0 when a size is not positive.
    StringId text(const Extent &blocks, const Extent &threads);
    /// The same from numbers of work items, which OpenCL and HSA call the grid.
    StringId textOfItems(const Extent &items, const Extent &threads);

private:
    StringPool &m_strings;
    std::map<std::array<int64_t, 6>, StringId> m_texts;
};

} // namespace ws
