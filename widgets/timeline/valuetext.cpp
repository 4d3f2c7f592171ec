#include "widgets/timeline/valuetext.h"

#include "core/base/format.h"
#include "core/base/quantity.h"
#include "widgets/toolkit/viewtexts.h"

#include <QLocale>

#include <algorithm>

namespace ws {
namespace {

QString unitOf(const Run &run, const CounterSeries &series)
{
    if (run.text(series.name).starts_with("[memory]")) // of torch's allocator, "[memory] CPU"
        return QStringLiteral("B");
    const QString ofKey = unitInName(run.text(series.key));
    return ofKey.isEmpty() ? unitInName(run.text(series.name)) : ofKey;
}

/// Numbers without a unit may be bytes or calls; a prefix keeps them short.
QString axisText(double value, const QString &unit)
{
    return unit.isEmpty() ? withPrefix(value, {}) : quantity(value, unit);
}

int64_t busyNs(const DeviceBusy &busy, TimeRange time)
{
    int64_t sum = 0;
    auto i = static_cast<size_t>(std::upper_bound(busy.end.begin(), busy.end.end(), time.begin) - busy.end.begin());
    for (; i < busy.start.size() && busy.start[i] < time.end; ++i)
        sum += std::min(busy.end[i], time.end) - std::max(busy.start[i], time.begin);
    return sum;
}

} // namespace

CounterAxis counterAxis(const Run &run, const CounterSeries &series)
{
    const QString unit = unitOf(run, series);
    const double low = std::min(0.0, series.min);
    return {low, series.max, axisText(low, unit), axisText(series.max, unit)};
}

QString counterText(const Run &run, const CounterSeries &series, int64_t atNs)
{
    const auto next = std::upper_bound(series.time.begin(), series.time.end(), atNs);
    if (next == series.time.begin())
        return {};
    const double value = series.value[static_cast<size_t>(next - series.time.begin()) - 1];
    const QString brief = axisText(value, unitOf(run, series));
    QString exact = QLocale::c().toString(value, 'f', QLocale::FloatingPointShortest);
    if (exact.startsWith(u'-'))
        exact.replace(0, 1, QChar(0x2212)); // as all numbers of the window
    return brief == exact ? exact : QStringLiteral("%1 (%2)").arg(brief, exact);
}

QString busyText(const DeviceBusy &busy, TimeRange time)
{
    const int64_t length = std::max<int64_t>(1, time.length());
    return Views::tr("busy for %1 of %2\nfrom %3 to %4", "percentage, duration, time, time")
        .arg(formatPercent(double(busyNs(busy, time)) / double(length)), formatDuration(length),
             formatMoment(time.begin), formatMoment(time.end));
}

QString curveTextUnder(const TimelineState &state, const TimeScale &scale, QPointF point)
{
    const RowLayout &layout = state.layout();
    const size_t r = state.data() ? layout.rowAt(state.view().layoutY(layout, static_cast<int>(point.y()))) : SIZE_MAX;
    if (r == SIZE_MAX)
        return {};
    const LayoutRow &row = layout.rows[r];
    const Run &run = *state.data()->run;
    if (row.kind == LayoutRow::Counter) {
        const QString value = counterText(run, run.timeline.counters[row.item], scale.ns(point.x() + 1));
        return value.isEmpty() ? value : sectionTitle(run, {SectionId::Counter, row.item}) + u'\n' + value;
    }
    if (row.kind != LayoutRow::Heading || !row.device)
        return {};
    const double x = std::floor(point.x());
    return groupTitle(*state.data(), layout.groups[row.group]) + u'\n' +
           busyText(state.data()->devices[row.item], {scale.ns(x), scale.ns(x + 1)});
}

} // namespace ws
