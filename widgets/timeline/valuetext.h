#pragma once
// What the curves of the timeline say: counters, and how busy a GPU is.

#include "widgets/timeline/timelinestate.h"

#include <QPointF>
#include <QString>

namespace ws {

/// The axis of a counter's row: its lowest value, or 0, at the bottom, its largest at the top.
struct CounterAxis
{
    double low = 0, high = 0;
    QString lowText, highText; ///< with the unit that the counter's name tells: "1.00 GB"
};
CounterAxis counterAxis(const Run &run, const CounterSeries &series);

/// The value of a counter at a time, with its unit and exact; empty before its first value.
QString counterText(const Run &run, const CounterSeries &series, int64_t atNs);

/// How much of `time` the device is busy, of how much.
QString busyText(const DeviceBusy &busy, TimeRange time);

/// The text of the curve under a point of the canvas; empty: there is none.
QString curveTextUnder(const TimelineState &state, const TimeScale &scale, QPointF point);

} // namespace ws
