#pragma once
// Times of text tables in nanoseconds, whatever unit their column is printed in.

#include "core/model/table.h"

namespace ws {

/// Nanoseconds in one unit of time; 0: not a unit of time.
constexpr double nanosecondsPer(Unit unit)
{
    switch (unit) {
    case Unit::Nanoseconds:
        return 1;
    case Unit::Microseconds:
        return 1e3;
    case Unit::Milliseconds:
        return 1e6;
    case Unit::Seconds:
        return 1e9;
    default:
        return 0;
    }
}

} // namespace ws
