#include "widgets/timeline/timelinetable.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/report/replayreport.h"
#include "widgets/session/gaptext.h"
#include "widgets/session/stepfocus.h"
#include "widgets/timeline/replayrows.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/toolkit/paintedtable.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace ws {
namespace {

using Cell = PaintedTable::Cell;
using Position = PaintedTable::Position;

class TimelineTable
{
public:
    TimelineTable(TimelineState *state, TimelineCanvas *canvas) : m_state(state), m_canvas(canvas) {}

    int rowCount() const { return m_state->data() ? static_cast<int>(m_state->layout().rows.size()) : 0; }
    int boxCount(int row) { return static_cast<int>(boxes(row).boxes.size()); }
    Cell cell(int row, int column);
    void press(int row, int column);
    Position current();
    Position positionAt(QPoint at);
    void forget() { m_row.reset(); }

private:
    /// A slice, or a gap.
    struct Box
    {
        EventRef slice;
        const Gap *gap = nullptr;
        TimeRange time;
        uint32_t step = noStep;
        const PathPiece *piece = nullptr; ///< of the critical path
    };
    struct RowBoxes
    {
        std::vector<Box> boxes;
        size_t count = 0; ///< with those not handed out
    };

    const LayoutRow &layoutRow(int row) const { return m_state->layout().rows[static_cast<size_t>(row)]; }
    const RowBoxes &boxes(int row);
    RowBoxes find(const LayoutRow &row) const;
    Cell header(int row);
    QRect area(const LayoutRow &row, TimeRange time) const;

    TimelineState *m_state;
    TimelineCanvas *m_canvas;
    std::optional<int> m_row; ///< of m_boxes
    RowBoxes m_boxes;
};

TimelineTable::RowBoxes TimelineTable::find(const LayoutRow &row) const
{
    const TimelineData &data = *m_state->data();
    const TimeRange visible = m_state->visible();
    const auto when = m_state->when();
    RowBoxes found;
    if (row.kind == LayoutRow::Steps && when) {
        const StepsRow which{row.item};
        for (const uint32_t index : when->stepsIn(which, visible, maxRowBoxes)) {
            const Step &step = when->steps()->steps[index];
            const TimeRange time = which == StepsRow::Cpu ? step.wall : TimeRange{step.gpuStartNs, step.gpuEndNs};
            found.boxes.push_back({step.slice, nullptr, time, index});
        }
    } else if (row.kind == LayoutRow::Gaps && when) {
        for (const Gap *gap : when->gapsIn(row.item, visible, maxRowBoxes))
            found.boxes.push_back({{}, gap, {gap->startNs, gap->endNs()}});
    } else if (row.kind == LayoutRow::Path) {
        for (const PathPiece *piece : m_state->layout().replay->piecesIn(visible, maxRowBoxes))
            found.boxes.push_back({piece->slice, nullptr, {piece->beginNs, piece->endNs}, noStep, piece});
    } else {
        const RowSlices slices = slicesIn(data, row, visible, maxRowBoxes);
        const Timeline &timeline = data.run->timeline;
        for (const EventRef slice : slices.slices)
            found.boxes.push_back({slice, nullptr, {timeline.start(slice), timeline.end(slice)}});
        found.count = slices.count;
    }
    found.count = std::max(found.count, found.boxes.size());
    return found;
}

const TimelineTable::RowBoxes &TimelineTable::boxes(int row)
{
    if (m_row != row) {
        m_boxes = find(layoutRow(row));
        m_row = row;
    }
    return m_boxes;
}

/// On the canvas; empty: out of sight.
QRect TimelineTable::area(const LayoutRow &row, TimeRange time) const
{
    const TimeScale scale = m_canvas->scale();
    const double left = std::floor(std::clamp(scale.x(time.begin), 0.0, double(m_canvas->width())));
    const double right = std::clamp(scale.x(time.end), left + 1, std::max(left + 1, double(m_canvas->width())));
    const QRect box(static_cast<int>(left), m_state->view().screenY(m_state->layout(), row.y),
                    static_cast<int>(std::ceil(right - left)), row.height);
    return box & m_canvas->rect();
}

Cell TimelineTable::header(int row)
{
    const LayoutRow &at = layoutRow(row);
    const RowLayout &layout = m_state->layout();
    Cell cell;
    cell.box = area(at, m_state->visible());
    if (at.section == UINT32_MAX) {
        cell.name = groupTitle(*m_state->data(), layout.groups[at.group]);
        return cell;
    }
    const LayoutSection &section = layout.sections[at.section];
    cell.name = shownTitle(*m_state->data(), section);
    cell.value = RowHeader::sectionText(*m_state, section).mid(cell.name.size()).trimmed();
    if (const uint32_t below = static_cast<uint32_t>(row) - section.firstRow; below > 0)
        cell.name = Views::tr("%1, row %2", "of a stream or thread, its number from 1").arg(cell.name).arg(below + 1);
    const RowBoxes &all = boxes(row);
    if (all.count > all.boxes.size())
        cell.description =
            Views::tr("%1 slices in the visible time, only the first %2 are listed: zoom in")
                .arg(formatCount(static_cast<int64_t>(all.count)), formatCount(static_cast<int64_t>(all.boxes.size())));
    return cell;
}

Cell TimelineTable::cell(int row, int column)
{
    if (column == 0)
        return header(row);
    const Box &box = boxes(row).boxes[static_cast<size_t>(column) - 1];
    const Run &run = *m_state->run();
    Cell cell;
    cell.box = area(layoutRow(row), box.time);
    cell.canPress = true;
    if (box.gap) {
        cell.name = shortGapText(run, *box.gap);
        cell.value = formatDuration(box.gap->durationNs);
        const auto chosen = m_state->context().gap();
        cell.isSelected = chosen && chosen->begin == box.time.begin && chosen->end == box.time.end;
        return cell;
    }
    if (box.piece) {
        cell.name = pathPartText(box.piece->part);
        cell.value = formatDuration(box.time.length());
        const QString name = toText(shownName(run.text(box.piece->name)).substr(0, 4000));
        cell.description = box.piece->isBefore ? Views::tr("before %1").arg(name) : name;
        return cell;
    }
    cell.name = box.step != noStep ? stepTitle(run, *m_state->when()->steps(), box.step)
                                   : toText(shownName(run.text(run.timeline.name(box.slice))).substr(0, 4000));
    const QString facts = m_canvas->describe(box.slice);
    cell.value = box.step != noStep ? facts : facts.mid(cell.name.size()).trimmed();
    cell.isSelected = box.slice == m_state->context().selection();
    return cell;
}

void TimelineTable::press(int row, int column)
{
    if (column == 0)
        return;
    const Box box = boxes(row).boxes[static_cast<size_t>(column) - 1];
    if (box.gap)
        emit m_canvas->gapClicked(*box.gap);
    else if (box.slice.valid())
        m_state->context().select(box.slice);
}

Position TimelineTable::current()
{
    const EventRef slice = m_state->context().selection();
    if (!slice.valid() || !m_state->data())
        return {};
    const size_t row = m_state->layout().rowOf(*m_state->data(), slice);
    if (row == SIZE_MAX)
        return {};
    const auto &all = boxes(static_cast<int>(row)).boxes;
    const auto found = std::ranges::find(all, slice, &Box::slice);
    return found == all.end() ? Position() : Position{static_cast<int>(row), static_cast<int>(found - all.begin()) + 1};
}

Position TimelineTable::positionAt(QPoint at)
{
    const size_t row =
        m_state->data() ? m_state->layout().rowAt(m_state->view().layoutY(m_state->layout(), at.y())) : SIZE_MAX;
    if (row == SIZE_MAX)
        return {};
    const EventRef slice = m_canvas->sliceAtPoint(at);
    const auto &all = boxes(static_cast<int>(row)).boxes;
    for (size_t i = 0; i < all.size(); ++i)
        if (slice.valid() ? all[i].slice == slice : all[i].gap && area(layoutRow(int(row)), all[i].time).contains(at))
            return {static_cast<int>(row), static_cast<int>(i) + 1};
    return {static_cast<int>(row), 0};
}

} // namespace

PaintedTable *addTimelineTable(TimelineState *state, TimelineCanvas *canvas)
{
    const auto rows = std::make_shared<TimelineTable>(state, canvas);
    auto *table = new PaintedTable(canvas, {.rowCount = [rows] { return rows->rowCount(); },
                                            .boxCount = [rows](int row) { return rows->boxCount(row); },
                                            .cell = [rows](int row, int column) { return rows->cell(row, column); },
                                            .press = [rows](int row, int column) { rows->press(row, column); },
                                            .current = [rows] { return rows->current(); },
                                            .positionAt = [rows](QPoint at) { return rows->positionAt(at); }});
    for (const auto changed :
         {&TimelineState::dataChanged, &TimelineState::layoutChanged, &TimelineState::visibleChanged})
        QObject::connect(state, changed, table, [rows, table] {
            rows->forget();
            table->change();
        });
    QObject::connect(state, &TimelineState::linksChanged, table, &PaintedTable::tellCurrent);
    return table;
}

} // namespace ws
