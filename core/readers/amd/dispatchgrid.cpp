#include "core/readers/amd/dispatchgrid.h"

#include <algorithm>
#include <string>

namespace ws {
namespace {

constexpr int64_t largest = int64_t(1) << 40;

bool isSize(const Extent &extent)
{
    return std::all_of(extent.begin(), extent.end(), [](int64_t n) { return n > 0 && n < largest; });
}

std::string list(const Extent &extent)
{
    return '[' + std::to_string(extent[0]) + ',' + std::to_string(extent[1]) + ',' + std::to_string(extent[2]) + ']';
}

} // namespace

StringId DispatchGrids::text(const Extent &blocks, const Extent &threads)
{
    const auto [entry, isNew] =
        m_texts.try_emplace({blocks[0], blocks[1], blocks[2], threads[0], threads[1], threads[2]}, 0);
    if (isNew && isSize(blocks) && isSize(threads))
        entry->second = m_strings.intern("grid " + list(blocks) + " block " + list(threads));
    return entry->second;
}

StringId DispatchGrids::textOfItems(const Extent &items, const Extent &threads)
{
    if (!isSize(items) || !isSize(threads))
        return 0;
    Extent blocks{};
    for (size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = (items[i] + threads[i] - 1) / threads[i];
    return text(blocks, threads);
}

} // namespace ws
