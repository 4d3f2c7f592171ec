#include "widgets/timeline/undermouse.h"

#include "core/analysis/slicecontext.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/report/replayreport.h"
#include "widgets/session/sliceplace.h"
#include "widgets/session/stepfocus.h"
#include "widgets/timeline/gapundermouse.h"
#include "widgets/timeline/replayrows.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timeruler.h"
#include "widgets/timeline/valuetext.h"
#include "widgets/toolkit/viewtexts.h"

#include <cmath>

namespace ws {
namespace {

constexpr int tickReach = 4; ///< pixels

} // namespace

SliceBox boxAt(const TimelineState &state, const TimeScale &scale, QPointF point)
{
    const RowLayout &layout = state.layout();
    if (!state.data())
        return {};
    const size_t row = layout.rowAt(state.view().layoutY(layout, static_cast<int>(point.y())));
    if (row != SIZE_MAX && layout.rows[row].kind == LayoutRow::Steps) {
        const auto steps = StepsRow(layout.rows[row].item);
        const uint32_t number = layout.when->stepAt(steps, scale, point.x());
        if (number == noStep)
            return {};
        const Step &step = layout.when->steps()->steps[number];
        const bool isOnGpu = steps == StepsRow::Gpu && step.activities > 0;
        return {step.slice, isOnGpu ? std::optional(TimeRange{step.gpuStartNs, step.gpuEndNs}) : std::nullopt};
    }
    if (row != SIZE_MAX && layout.rows[row].kind == LayoutRow::Path) {
        const PathPiece *piece = layout.replay->columnAt(scale, point.x()).longest;
        return piece ? SliceBox{piece->slice, {}} : SliceBox{};
    }
    return row == SIZE_MAX ? SliceBox{} : SliceBox{sliceAt(*state.data(), layout.rows[row], scale, point.x()), {}};
}

bool isInGapRow(const TimelineState &state, QPoint point)
{
    const RowLayout &layout = state.layout();
    const size_t row = layout.rowAt(state.view().layoutY(layout, point.y()));
    return row != SIZE_MAX && layout.rows[row].kind == LayoutRow::Gaps;
}

QString sliceText(const TimelineState &state, EventRef slice, std::optional<TimeRange> span)
{
    if (!slice.valid() || !state.data())
        return {};
    const Run &run = *state.data()->run;
    const std::string_view name = shownName(run.text(run.timeline.name(slice))).substr(0, 4000);
    const SectionId section{SectionId::Track, run.timeline.lane(slice).track};
    QString text =
        TimelineCanvas::tr("%1\nduration %2\nstart %3\n%4", "name, duration, start, row")
            .arg(toText(name), formatDuration(span ? span->length() : run.timeline.duration(slice)),
                 formatMoment(span ? span->begin : run.timeline.start(slice)),
                 span ? sectionTitle(run, {SectionId::Steps, uint32_t(StepsRow::Gpu)}) : sectionTitle(run, section));
    if (const QString stage = stageText(state.context(), slice); !stage.isEmpty())
        text += u'\n' + TimelineCanvas::tr("stage %1").arg(stage);
    if (const auto slack = state.isBySlack() ? state.replay()->slackOf(slice) : std::nullopt)
        text += u'\n' + slackText(*slack);
    const auto activity = isGpuWork(run.timeline.category(slice).kind) ? gpuIndexOf(run, slice) : std::nullopt;
    const Steps *steps = state.when() ? state.when()->steps().get() : nullptr;
    if (activity && steps && steps->of(*activity) != noStep)
        text += u'\n' + stepTitle(run, *steps, steps->of(*activity));
    return text;
}

namespace {

/// "CPU between calls 12 µs\nbefore cudaLaunchKernel"
QString pathTextUnder(const TimelineState &state, const TimeScale &scale, QPoint point)
{
    const Run &run = *state.data()->run;
    const ReplayRows &replay = *state.layout().replay;
    const ReplayRows::Column column = replay.columnAt(scale, point.x());
    if (!column.longest)
        return {};
    const PathPiece &piece = *column.longest;
    const QString name = toText(shownName(run.text(piece.name)).substr(0, 4000));
    const QString length = formatDuration(piece.endNs - piece.beginNs);
    QStringList lines;
    if (column.count > 1) {
        lines << Views::tr("%1 stretches of the path here").arg(formatCount(int64_t(column.count)));
        for (size_t part = 0; part < column.ns.size(); ++part)
            if (column.ns[part] > 0)
                lines << pathPartText(PathPart(part)) + u' ' + formatDuration(column.ns[part]);
        lines << Views::tr("the longest: %1").arg(piece.isBefore ? pathPartText(piece.part) : name);
    } else {
        lines << pathPartText(piece.part) + u' ' + length << (piece.isBefore ? Views::tr("before %1").arg(name) : name);
    }
    if (!replay.isProven())
        lines << Views::tr("not proven: the replay does not reproduce the recording");
    return lines.join(u'\n');
}

} // namespace

/// The text of the break, the curve or the instant under the mouse; empty: none of them.
QString valueTextAt(const TimelineState &state, const TimeScale &scale, QPoint point)
{
    const RowLayout &layout = state.layout();
    const size_t r = layout.rowAt(state.view().layoutY(layout, point.y()));
    if (!state.data() || r == SIZE_MAX)
        return {};
    const LayoutRow &row = layout.rows[r];
    if (const QString text = breakText(scale, point.x()); !text.isEmpty())
        return text;
    if (const QString text = curveTextUnder(state, scale, point); !text.isEmpty())
        return text;
    if (row.kind == LayoutRow::Path)
        return pathTextUnder(state, scale, point);
    if (row.kind == LayoutRow::Gaps || (row.kind == LayoutRow::Lane && !boxAt(state, scale, point).slice.valid()))
        return gapTextUnder(state, scale, point);
    if (row.kind != LayoutRow::Instants)
        return {};
    const auto marks = marksOf(*state.data(), row, scale).marks;
    for (const Mark &mark : marks)
        if (std::abs(mark.x - point.x()) <= tickReach)
            return toText(state.data()->run->text(mark.name).substr(0, 4000));
    return {};
}

} // namespace ws
