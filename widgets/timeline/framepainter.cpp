#include "widgets/timeline/framepainter.h"

#include "core/base/format.h"
#include "widgets/session/gaptext.h"
#include "widgets/timeline/workbeside.h"
#include "widgets/toolkit/viewtexts.h"

#include <QPainter>

#include <cmath>

namespace ws {
namespace {

constexpr size_t maxRowsKept = 4096, maxRowsSpare = 256;
constexpr int labelInset = 4;
constexpr int minGapText = 60; ///< logical pixels
constexpr int minIdle = 24;    ///< logical pixels; narrower gaps are visible without hatching
constexpr double minBreak = 2;

constexpr QRgb unpainted = 0; ///< no colour: those are opaque

/// The row's picture covers whatever was there; not so where parts of it are left free.
bool fillsItsLines(LayoutRow::Kind kind)
{
    return kind == LayoutRow::Lane || kind == LayoutRow::Folded || kind == LayoutRow::Steps ||
           kind == LayoutRow::Instants;
}

/// From faint to strong, the first that is readable on the box: dimmed slices must not be more striking than lit ones.
QRgb faintInk(QRgb faint, QRgb strong, QRgb box)
{
    for (int share = 0; share < 255; share += 51)
        if (const QRgb ink = Palette::mix(strong, faint, share); Palette::contrast(ink, box) >= 4.5)
            return ink;
    return strong;
}

} // namespace

void MarksCache::reset(const TimelineData *data, const RowLayout *layout, const TimeScale &scale)
{
    m_data = data;
    m_layout = layout;
    m_scale = scale;
    forgetRows();
    m_idle.clear();
    m_breaks.clear();
    for (const TimeScale::BreakColumn &column : scale.breaks(minBreak))
        m_breaks.emplace_back(std::lround(column.left), std::lround(column.right));
}

void MarksCache::forgetRows()
{
    for (auto &[row, marks] : m_rows)
        if (m_spare.size() < maxRowsSpare)
            m_spare.push_back(std::move(marks));
    m_rows.clear();
}

const MarksCache::Columns &MarksCache::idleOf(size_t device, int min)
{
    const auto [entry, isNew] = m_idle.try_emplace(device);
    if (!isNew)
        return entry->second;
    const DeviceBusy &busy = m_data->devices[device];
    if (busy.start.empty())
        return entry->second;
    const auto edge = [&](int64_t ns) {
        return static_cast<int>(std::clamp(m_scale.x(ns), 0.0, double(m_scale.width())));
    };
    LayoutRow heading;
    heading.kind = LayoutRow::Heading;
    heading.device = true;
    heading.item = static_cast<uint32_t>(device);
    const std::vector<CurveColumn> curve = marksOf(*m_data, heading, m_scale).curve;
    const int end = std::min(edge(busy.end.back()), static_cast<int>(curve.size()));
    for (int x = edge(busy.start.front()), from = x; x <= end; ++x) {
        if (x < end && curve[static_cast<size_t>(x)].high <= 0)
            continue;
        if (x - from >= min)
            entry->second.emplace_back(from, x);
        from = x + 1;
    }
    return entry->second;
}

const RowMarks &MarksCache::of(size_t row)
{
    auto found = m_rows.find(row);
    if (found != m_rows.end())
        return found->second;
    if (m_rows.size() >= maxRowsKept)
        forgetRows();
    RowMarks marks;
    if (!m_spare.empty()) {
        marks = std::move(m_spare.back());
        m_spare.pop_back();
    }
    const LayoutRow &wanted = m_layout->rows[row];
    fillMarks(*m_data, wanted, m_scale, marks);
    if (wanted.kind == LayoutRow::Steps)
        marks.marks = m_layout->when->stepMarks(StepsRow(wanted.item), m_scale);
    else if (wanted.kind == LayoutRow::Gaps)
        marks.marks = m_layout->when->gapMarks(wanted.item, m_scale);
    m_hits.apply(*m_data, wanted, m_scale, marks);
    return m_rows.emplace(row, std::move(marks)).first->second;
}

void MarksCache::setHighlight(const std::vector<uint8_t> &highlight, std::shared_ptr<const ActivitySet> focus)
{
    m_hits.reset(highlight, std::move(focus));
    forgetRows();
}

QRgb FramePainter::backgroundOf(const LayoutRow &row) const
{
    return row.group % 2 ? m_scene.palette->alternate : m_scene.palette->base;
}

void FramePainter::paint(QImage &image, const Scene &scene, MarksCache &marks, LabelCache &labels)
{
    m_scene = scene;
    m_marks = &marks;
    m_labels = &labels;
    const RowLayout &layout = *scene.layout;
    const int pinned = std::min(layout.pinnedHeight, scene.view.height);
    const int pinnedBottom = static_cast<int>(std::lround(pinned * scene.ratio));
    const auto [first, last] = layout.rowsBetween(pinned + scene.view.scroll, scene.view.height + scene.view.scroll);
    paintRows(image, first, last, pinnedBottom, image.height());
    RowPainter rows(image, *scene.colours, *scene.palette);
    const int bottom = scene.view.screenY(layout, layout.height);
    paintBreaks(rows, 0, static_cast<int>(std::lround(std::min(bottom, scene.view.height) * scene.ratio)));
    if (pinned > 0) {
        const auto [from, to] = layout.rowsBetween(0, pinned);
        paintRows(image, from, to, 0, pinnedBottom);
        paintBreaks(rows, 0, pinnedBottom);
        rows.fill(pinnedBottom - 1, 1, scene.palette->muted);
    }
}

/// What lies below and between rows, [top, bottom): groups and their edges. Lines that a row fills are left out.
void FramePainter::paintBackground(RowPainter &rows, size_t first, size_t last, int top, int bottom) const
{
    const RowLayout &layout = *m_scene.layout;
    auto device = [&](int y) { return static_cast<int>(std::lround(y * m_scene.ratio)); };
    std::vector<QRgb> lines(static_cast<size_t>(std::max(0, bottom - top)), m_scene.palette->base);
    const auto set = [&](int from, int to, QRgb colour) {
        from = std::clamp(from, top, bottom);
        std::fill_n(lines.begin() + (from - top), std::clamp(to, from, bottom) - from, colour);
    };
    for (size_t i = first; i < last; ++i) {
        const LayoutRow &row = layout.rows[i];
        if (i > first && row.group == layout.rows[i - 1].group)
            continue;
        const LayoutGroup &group = layout.groups[row.group];
        const int y = m_scene.view.screenY(layout, group.y);
        set(device(y), device(y + group.height), backgroundOf(row));
        if (row.group > 0)
            set(device(y), device(y) + 1, m_scene.palette->hairline);
    }
    for (size_t i = first; i < last; ++i) {
        const LayoutRow &row = layout.rows[i];
        const int y = m_scene.view.screenY(layout, row.y);
        if (fillsItsLines(row.kind))
            set(device(y), device(y + row.height), unpainted);
    }
    for (size_t i = 0; i < lines.size(); ++i)
        if (lines[i] != unpainted)
            rows.fill(top + static_cast<int>(i), 1, lines[i]);
}

void FramePainter::paintRows(QImage &image, size_t first, size_t last, int top, int bottom)
{
    const RowLayout &layout = *m_scene.layout;
    auto device = [&](int y) { return static_cast<int>(std::lround(y * m_scene.ratio)); };
    RowPainter rows(image, *m_scene.colours, *m_scene.palette);
    paintBackground(rows, first, last, top, bottom);
    for (size_t i = first; i < last; ++i) {
        const LayoutRow &row = layout.rows[i];
        const int y = device(m_scene.view.screenY(layout, row.y));
        const int height = device(m_scene.view.screenY(layout, row.y) + row.height) - y;
        const RowMarks &marks = m_marks->of(i);
        paintRow(row, marks, rows, y, height);
        if (row.kind == LayoutRow::Gaps)
            paintGapTexts(image, row, marks.marks, y, height, top);
        if (row.kind == LayoutRow::Lane || row.kind == LayoutRow::Folded || row.kind == LayoutRow::Steps)
            paintLabels(rows, row, marks.marks, y, height, top);
        if (marks.marks.empty() && row.section != UINT32_MAX && i == layout.sections[row.section].firstRow)
            paintBeside(image, row, y, height, top);
    }
}

/// Where a thread or stream that shows nothing works.
void FramePainter::paintBeside(QImage &image, const LayoutRow &row, int y, int height, int clip)
{
    const WorkBeside work = workBeside(*m_scene.data, row, m_marks->shown());
    if (work == WorkBeside())
        return;
    const int inset = static_cast<int>(std::lround(labelInset * m_scene.ratio));
    QPainter painter(&image);
    painter.setClipRect(0, std::max(clip, y), image.width(), height);
    painter.setFont(m_labels->font(LabelCache::Small));
    painter.setPen(QColor(m_scene.palette->muted));
    const QRect room(inset, y, image.width() - 2 * inset, height);
    if (work.before)
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                         Views::tr("◂ work from %1 to %2")
                             .arg(formatDuration(work.before->begin), formatDuration(work.before->end)));
    if (work.after)
        painter.drawText(
            room, Qt::AlignVCenter | Qt::AlignRight,
            Views::tr("work from %1 to %2 ▸").arg(formatDuration(work.after->begin), formatDuration(work.after->end)));
}

void FramePainter::paintRow(const LayoutRow &row, const RowMarks &marks, RowPainter &rows, int y, int height)
{
    const QRgb background = backgroundOf(row);
    const Palette &palette = *m_scene.palette;
    const int inset = static_cast<int>(std::lround(4 * m_scene.ratio));
    switch (row.kind) {
    case LayoutRow::Heading:
        if (row.device)
            rows.curve(marks.curve, y + inset, height - inset - inset / 2, background,
                       Palette::mix(palette.muted, background, 150));
        break;
    case LayoutRow::Lane:
    case LayoutRow::Folded:
        rows.boxes(marks.marks, y, height, background);
        paintIdle(row, rows, y, height);
        break;
    case LayoutRow::Counter:
        rows.curve(marks.curve, y + inset, height - inset, background, palette.stage("linear"));
        break;
    case LayoutRow::Steps:
        rows.boxes(marks.marks, y, height, background);
        break;
    case LayoutRow::Gaps:
        paintGaps(marks.marks, rows, y, height, background);
        break;
    case LayoutRow::Instants:
        rows.ticks(marks.marks, y, height, background);
        break;
    }
}

/// In a stream's row: the idle time of its whole device.
void FramePainter::paintIdle(const LayoutRow &row, RowPainter &rows, int y, int height)
{
    const Track &track = m_scene.data->run->timeline.tracks[row.track];
    if (row.kind != LayoutRow::Lane || track.kind != TrackKind::GpuStream)
        return;
    const size_t device = m_scene.data->deviceIndex(track.pid);
    if (device == SIZE_MAX)
        return;
    const QRgb line = Palette::mix(m_scene.palette->muted, backgroundOf(row), 80);
    const int min = static_cast<int>(std::lround(minIdle * m_scene.ratio));
    for (const auto &[left, right] : m_marks->idleOf(device, min))
        rows.hatch(left, right, y, height, line);
}

/// A gap is hatched in the colour of its cause; gaps of one pixel are a column as high as their share of it.
void FramePainter::paintGaps(const std::vector<Mark> &marks, RowPainter &rows, int y, int height, QRgb background)
{
    for (const Mark &mark : marks) {
        const QRgb colour = m_scene.palette->gapCause(mark.category);
        const int left = mark.x, right = mark.x + mark.width;
        if (mark.width == 1 && mark.fill < 255) {
            const int column = std::max(2, (mark.fill * height + 127) / 255);
            rows.fill(left, right, y + height - column, column, colour);
            continue;
        }
        rows.fill(left, right, y, height, Palette::mix(colour, background, 70));
        rows.hatch(left, right, y, height, Palette::mix(colour, background, 170));
        rows.fill(left, left + 1, y, height, colour);
    }
}

void FramePainter::paintGapTexts(QImage &image, const LayoutRow &row, const std::vector<Mark> &marks, int y, int height,
                                 int clip)
{
    const int min = static_cast<int>(std::lround(minGapText * m_scene.ratio));
    const int inset = static_cast<int>(std::lround(labelInset * m_scene.ratio));
    QPainter painter;
    for (const Mark &mark : marks) {
        if (mark.width < min || mark.index == mergedMark)
            continue;
        if (!painter.isActive()) {
            painter.begin(&image);
            painter.setClipRect(0, std::max(clip, y), image.width(), height);
            painter.setFont(m_labels->font(LabelCache::Small));
            painter.setPen(QColor(m_scene.palette->text));
        }
        const QString text = gapText(*m_scene.data->run, m_scene.layout->when->gaps()->gaps[mark.index]);
        const QRect room(mark.x + inset, y, mark.width - 2 * inset, height);
        const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width());
        const QRect box = painter.fontMetrics().boundingRect(shown).translated(room.left(), 0);
        painter.fillRect(QRect(room.left() - inset / 2, y + 1, box.width() + inset, height - 2),
                         QColor(backgroundOf(row)));
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, shown);
    }
}

void FramePainter::paintBreaks(RowPainter &rows, int y, int height)
{
    const Palette &palette = *m_scene.palette;
    for (const auto &[left, right] : m_marks->breaks()) {
        rows.fill(left, right, y, height, palette.window);
        rows.hatch(left, right, y, height, Palette::mix(palette.muted, palette.window, 128));
        rows.fill(left, left + 1, y, height, palette.hairline);
        rows.fill(right - 1, right, y, height, palette.hairline);
    }
}

/// The part of a box for a label: the first that is at least `least` wide and not hidden by a break.
std::pair<int, int> FramePainter::labelRoom(const Mark &mark, int min) const
{
    int left = mark.x;
    const int right = mark.x + mark.width;
    const auto &breaks = m_marks->breaks();
    auto next = std::partition_point(breaks.begin(), breaks.end(), [&](const auto &b) { return b.second <= left; });
    for (; next != breaks.end() && next->first < right; ++next) {
        if (next->first - left >= min)
            return {left, next->first};
        left = next->second;
    }
    return {left, right};
}

void FramePainter::paintLabels(RowPainter &rows, const LayoutRow &row, const std::vector<Mark> &marks, int y,
                               int height, int clip)
{
    const auto size = row.height < rowheight::cpu ? LabelCache::Small : LabelCache::Normal;
    const int inset = static_cast<int>(std::lround(labelInset * m_scene.ratio));
    const int min = m_labels->minRoom(size) + 2 * inset;
    for (const Mark &mark : marks) {
        if (mark.width < min)
            continue;
        const bool dimmed = m_scene.colours->isDimmed(mark);
        const QRgb box = m_scene.colours->of(mark);
        const bool hollow = Palette::isOutlined(m_scene.colours->kindOf(mark.category));
        const QRgb strong = hollow ? m_scene.palette->text : Palette::textOn(box);
        const QRgb ink =
            dimmed ? faintInk(m_scene.palette->muted, strong, hollow ? m_scene.palette->base : box) : strong;
        const auto [left, right] = labelRoom(mark, min);
        const QImage *label = m_labels->label(mark.name, right - left - 2 * inset, ink, size);
        if (!label)
            continue;
        const int top = std::max(clip, y);
        rows.blend(*label, left + inset, y + (height - label->height()) / 2, top, top + height);
    }
}

} // namespace ws
