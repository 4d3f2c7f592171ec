#pragma once
// Times of text tables in nanoseconds, whatever unit their column is printed in.

#include "core/model/table.h"

namespace ws {

/// Of one of a unit of time; 0: the unit is none of time.
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
