#pragma once
// What a person writes at a time of a run or at a slice. Kept in session files and reports.

#include "core/base/timerange.h"
#include "core/model/run.h"

#include <QString>

#include <vector>

namespace ws {

struct Note
{
    QString text;
    TimeRange time;      ///< without length: a moment; of a slice its begin and end
    EventRef slice = {}; ///< invalid: of the time only
    bool operator==(const Note &) const = default;
};

/// Of a slice of the run.
inline Note noteAt(const Run &run, EventRef slice)
{
    return {{}, {run.timeline.start(slice), run.timeline.end(slice)}, slice};
}

} // namespace ws
