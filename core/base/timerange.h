#pragma once
#include <cstdint>

namespace ws {

/// ns since the run's origin, begin < end.
struct TimeRange
{
    int64_t begin = 0;
    int64_t end = 0;
    bool operator==(const TimeRange &) const = default;
    int64_t length() const { return end - begin; }
};

} // namespace ws
