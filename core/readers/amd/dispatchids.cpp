#include "core/readers/amd/dispatchids.h"

#include "core/base/texts.h"

#include <algorithm>

namespace ws {

void DispatchIds::check(Diagnostics &diagnostics)
{
    constexpr uint64_t fewest = 20, part = 50;
    uint64_t missing = 0, all = 0;
    bool isGrave = false;
    for (auto &[process, ids] : m_ids) {
        std::ranges::sort(ids);
        const uint64_t span = uint64_t(ids.back()) - uint64_t(ids.front()) + 1;
        if (std::ranges::adjacent_find(ids) != ids.end())
            continue;
        const uint64_t gone = span - ids.size();
        all += span;
        missing += gone;
        isGrave = isGrave || (gone > fewest && gone >= span / part);
    }
    if (isGrave)
        diagnostics
            .add("missing-dispatches",
                 Core::tr(
                     "Dispatches of kernels are not in the file: the profiler numbers them one after the other, and "
                     "numbers between the first and the last are missing. Records that were dropped, or rows that were "
                     "taken out, leave such gaps: time that looks idle may not be."),
                 -1, {}, missing)
            .of = all;
}

} // namespace ws
