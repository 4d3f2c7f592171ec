#pragma once
// Flow events of one category as pairs: where the arrow that ends at a place comes from. Writers reuse ids, so an end
// belongs to the latest start of its id that is not later; ends without a start give nothing.

#include "core/model/run.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ws {

class FlowPairs
{
public:
    struct Place
    {
        uint32_t track;
        int64_t ns; ///< since the run's origin
    };

    /// Whether a start may be later than its end: only where the clocks of host and device differ and no id is reused.
    enum class Order { StartFirst, StartMayBeLater };

    /// `groups`: by track; where they are given, an arrow does not leave its group.
    FlowPairs(const Run &run, std::string_view category, Order order = Order::StartFirst,
              const std::vector<uint16_t> &groups = {});

    bool empty() const { return m_pairs.empty(); }

    /// The start of a flow that ends on the track at exactly this time.
    std::optional<Place> startOf(uint32_t track, int64_t ns) const;

private:
    struct Pair
    {
        Place end, start;
    };
    std::vector<Pair> m_pairs; ///< by end
};

} // namespace ws
