#include "core/readers/toolkit/launchgrids.h"

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

StringId LaunchGrids::text(const Extent &blocks, const Extent &threads)
{
    const int64_t hash = blocks[0] * 7 + blocks[1] * 3 + blocks[2] + threads[0] + threads[1] * 5 + threads[2] * 11;
    Known &known = m_known[static_cast<size_t>(hash) & 63];
    if (known.text && known.blocks == blocks && known.threads == threads)
        return known.text;
    if (!isSize(blocks) || !isSize(threads))
        return 0;
    known = {blocks, threads, m_strings.intern("grid " + list(blocks) + " block " + list(threads))};
    return known.text;
}

StringId LaunchGrids::textOfItems(const Extent &items, const Extent &threads)
{
    if (!isSize(items) || !isSize(threads))
        return 0;
    Extent blocks{};
    for (size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = (items[i] + threads[i] - 1) / threads[i];
    return text(blocks, threads);
}

} // namespace ws
