#include "widgets/timeline/framepainter.h"

#include "core/base/format.h"
#include "core/base/parallel.h"
#include "core/report/replayreport.h"
#include "widgets/session/gaptext.h"
#include "widgets/timeline/replayrows.h"
#include "widgets/timeline/workbeside.h"
#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/viewtexts.h"

#include <QPainter>

#include <cmath>

namespace ws {
namespace {

constexpr int labelInset = 4;
constexpr int minGapText = 60; ///< logical pixels
constexpr int minIdle = 24;    ///< logical pixels; narrower gaps are visible without hatching

constexpr size_t rowsAtOnce = 4;     ///< of one thread: 20 to 400 µs
constexpr size_t labelsAtOnce = 128; ///< 40 µs

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

QString gapLabel(const Run &run, const Gap &gap, TimeUnit unit, const QFontMetrics &metrics, int room)
{
    const QString length = gapLengthText(gap, unit);
    if (metrics.horizontalAdvance(length) > room)
        return {};
    const QString whole = shortGapText(run, gap, unit), shown = elidedOnce(whole, metrics, room, Qt::ElideRight);
    constexpr qsizetype fewest = 8; // of a cause that is cut: ", blo…" tells nothing
    return shown.startsWith(length) && (shown == whole || shown.size() >= length.size() + fewest) ? shown : length;
}

QRgb FramePainter::backgroundOf(const LayoutRow &row) const
{
    return row.group % 2 ? m_scene.palette->alternate : m_scene.palette->base;
}

bool FramePainter::paint(QImage &image, const Scene &scene, MarksCache &marks, LabelCache &labels)
{
    m_scene = scene;
    m_marks = &marks;
    m_labels = &labels;
    labels.beginFrame(scene.newLabels);
    const RowLayout &layout = *scene.layout;
    const int pinned = std::min(layout.pinnedHeight, scene.view.height);
    const int pinnedBottom = static_cast<int>(std::lround(pinned * scene.ratio));
    const auto [first, last] = layout.rowsBetween(pinned + scene.view.scroll, scene.view.height + scene.view.scroll);
    paintRows(image, first, last, pinnedBottom, image.height());
    RowPainter rows(image, *scene.colours, *scene.palette, scene.ratio);
    const int bottom = scene.view.screenY(layout, layout.height);
    paintBreaks(rows, 0, static_cast<int>(std::lround(std::min(bottom, scene.view.height) * scene.ratio)));
    if (pinned > 0) {
        const auto [from, to] = layout.rowsBetween(0, pinned);
        paintRows(image, from, to, 0, pinnedBottom);
        paintBreaks(rows, 0, pinnedBottom);
        rows.fill(pinnedBottom - 1, 1, scene.palette->muted);
    }
    return !labels.leftSomeOut();
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

int FramePainter::top(const LayoutRow &row) const
{
    return static_cast<int>(std::lround(m_scene.view.screenY(*m_scene.layout, row.y) * m_scene.ratio));
}

int FramePainter::bottom(const LayoutRow &row) const
{
    return static_cast<int>(std::lround((m_scene.view.screenY(*m_scene.layout, row.y) + row.height) * m_scene.ratio));
}

void FramePainter::paintRows(QImage &image, size_t first, size_t last, int top, int bottom)
{
    const RowLayout &layout = *m_scene.layout;
    RowPainter rows(image, *m_scene.colours, *m_scene.palette, m_scene.ratio);
    paintBackground(rows, first, last, top, bottom);
    m_marks->expect(first, last);
    findIdle(first, last);
    parallelFor({0, (last - first + rowsAtOnce - 1) / rowsAtOnce}, 1, [&](size_t piece) {
        RowPainter own = rows;
        const size_t from = first + piece * rowsAtOnce;
        for (size_t i = from; i < std::min(last, from + rowsAtOnce); ++i) {
            const LayoutRow &row = layout.rows[i];
            paintRow(row, m_marks->of(i), own, this->top(row), this->bottom(row) - this->top(row));
        }
    });
    paintTexts(image, first, last, top);
}

void FramePainter::paintTexts(QImage &image, size_t first, size_t last, int clip)
{
    const RowLayout &layout = *m_scene.layout;
    m_placed.clear();
    for (size_t i = first; i < last; ++i) {
        const LayoutRow &row = layout.rows[i];
        const int y = top(row), height = bottom(row) - y;
        const std::vector<Mark> &marks = m_marks->of(i).marks;
        if (row.kind == LayoutRow::Gaps)
            paintGapTexts(image, row, marks, y, height, clip);
        if (row.kind == LayoutRow::Lane || row.kind == LayoutRow::Folded || row.kind == LayoutRow::Steps)
            placeLabels(row, marks, y, height, clip);
        if (row.kind == LayoutRow::Path)
            placePathLabels(image, marks, y, height, clip);
        const bool isWithout = marks.empty() && row.section != UINT32_MAX;
        if ((isWithout && i == layout.sections[row.section].firstRow) || (row.kind == LayoutRow::Heading && row.device))
            paintBeside(image, row, y, height, clip);
    }
    RowPainter rows(image, *m_scene.colours, *m_scene.palette, m_scene.ratio);
    parallelFor({0, m_placed.size()}, labelsAtOnce, [&](size_t i) {
        const PlacedLabel &label = m_placed[i];
        rows.blend(*label.image, label.x, label.y, label.top, label.bottom);
    });
}

/// Where a thread or stream that shows nothing works, and a device beside its main activity.
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
    const auto write = [&](Qt::Alignment side, const QString &text) {
        const QRect box = painter.boundingRect(room, int(Qt::AlignVCenter | side), text);
        painter.fillRect(QRect(box.left() - inset, y + 1, box.width() + 3 * inset, height - 1),
                         QColor(backgroundOf(row))); // a curve may lie there
        painter.drawText(room, int(Qt::AlignVCenter | side), text);
    };
    if (work.before)
        write(Qt::AlignLeft,
              Views::tr("◂ work from %1 to %2").arg(formatMoment(work.before->begin), formatMoment(work.before->end)));
    if (work.after)
        write(Qt::AlignRight,
              Views::tr("work from %1 to %2 ▸").arg(formatMoment(work.after->begin), formatMoment(work.after->end)));
}

void FramePainter::paintRow(const LayoutRow &row, const RowMarks &marks, RowPainter &rows, int y, int height) const
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
        rows.labels(marks.marks, y, height, background);
        break;
    case LayoutRow::Gaps:
        paintGaps(marks.marks, rows, y, height, background);
        break;
    case LayoutRow::Path:
        paintPath(marks.marks, rows, y, height, background);
        break;
    case LayoutRow::Instants:
        rows.ticks(marks.marks, y, height, background);
        break;
    }
}

/// The device whose idle time a row shows, that of a stream; SIZE_MAX: none.
size_t FramePainter::deviceOf(const LayoutRow &row) const
{
    if (row.kind != LayoutRow::Lane)
        return SIZE_MAX;
    const Track &track = m_scene.data->run->timeline.tracks[row.track];
    return track.kind == TrackKind::GpuStream ? m_scene.data->deviceIndex(track.pid) : SIZE_MAX;
}

void FramePainter::findIdle(size_t first, size_t last)
{
    const int min = static_cast<int>(std::lround(minIdle * m_scene.ratio));
    for (size_t i = first; i < last; ++i)
        if (const size_t device = deviceOf(m_scene.layout->rows[i]); device != SIZE_MAX)
            m_marks->findIdle(device, min);
}

/// In a stream's row: the idle time of its whole device.
void FramePainter::paintIdle(const LayoutRow &row, RowPainter &rows, int y, int height) const
{
    const size_t device = deviceOf(row);
    if (device == SIZE_MAX)
        return;
    const QRgb line = Palette::mix(m_scene.palette->muted, backgroundOf(row), 80);
    for (const auto &[left, right] : m_marks->idleOf(device))
        rows.hatch(left, right, y, height, line);
}

/// A gap is hatched in the colour of its cause; gaps of one pixel are a column as high as their share of it.
void FramePainter::paintGaps(const std::vector<Mark> &marks, RowPainter &rows, int y, int height, QRgb background) const
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

/// The path in the colours of its kinds; what is not explained is hatched.
void FramePainter::paintPath(const std::vector<Mark> &marks, RowPainter &rows, int y, int height, QRgb background) const
{
    for (const Mark &mark : marks) {
        const auto part = PathPart(mark.category);
        const QRgb colour = pathPartColour(*m_scene.palette, part);
        const int left = mark.x, right = mark.x + mark.width;
        const int tall = mark.fill == 255 ? height : std::max(2, (mark.fill * height + 127) / 255);
        if (part == PathPart::Unexplained && mark.width > 1) {
            rows.fill(left, right, y, height, Palette::mix(colour, background, 70));
            rows.hatch(left, right, y, height, Palette::mix(colour, background, 170));
        } else {
            rows.fill(left, right, y + height - tall, tall, colour);
        }
        if (mark.width > 2 && mark.beginsHere)
            rows.fill(left, left + 1, y, height, edgeColour(colour));
    }
}

/// What runs has its name, what lies between its kind.
void FramePainter::placePathLabels(QImage &image, const std::vector<Mark> &marks, int y, int height, int clip)
{
    const int inset = static_cast<int>(std::lround(labelInset * m_scene.ratio));
    const int min = m_labels->minRoom(LabelCache::Normal) + 2 * inset;
    QPainter painter;
    for (const Mark &mark : marks) {
        if (mark.width < min || mark.index == mergedMark)
            continue;
        const auto part = PathPart(mark.category);
        const QRgb box = pathPartColour(*m_scene.palette, part);
        const auto [left, right] = labelRoom({mark.x, mark.x + mark.width}, min);
        const int top = std::max(clip, y);
        if (!m_scene.layout->replay->path()[mark.index].isBefore) {
            if (const QImage *label =
                    m_labels->label(mark.name, right - left - 2 * inset, Palette::textOn(box), LabelCache::Normal))
                m_placed.push_back({label, left + inset, y + (height - label->height()) / 2, top, top + height});
            continue;
        }
        if (!painter.isActive()) {
            painter.begin(&image);
            painter.setClipRect(0, top, image.width(), height);
            painter.setFont(m_labels->font(LabelCache::Small));
        }
        const QRect room(left + inset, y, right - left - 2 * inset, height);
        const QString text = pathPartText(part);
        if (painter.fontMetrics().horizontalAdvance(text) > room.width())
            continue;
        painter.setPen(QColor(part == PathPart::Unexplained ? m_scene.palette->text : Palette::textOn(box)));
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

void FramePainter::paintGapTexts(QImage &image, const LayoutRow &row, const std::vector<Mark> &marks, int y, int height,
                                 int clip)
{
    const int min = static_cast<int>(std::lround(minGapText * m_scene.ratio));
    const int inset = static_cast<int>(std::lround(labelInset * m_scene.ratio));
    const TimeUnit unit = rulerUnitFor(m_marks->shown().length());
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
        const QRect room(mark.x + inset, y, mark.width - 2 * inset, height);
        const QString shown = gapLabel(*m_scene.data->run, m_scene.layout->when->gaps()->gaps[mark.index], unit,
                                       painter.fontMetrics(), room.width());
        if (shown.isEmpty())
            continue;
        const QRect box = painter.fontMetrics().boundingRect(shown).translated(room.left(), 0);
        painter.fillRect(QRect(room.left() - inset / 2, y + 1, box.width() + inset, height - 2),
                         QColor(backgroundOf(row)));
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, shown);
    }
}

void FramePainter::paintBreaks(RowPainter &rows, int y, int height)
{
    const Palette &palette = *m_scene.palette;
    rows.bands(m_marks->breaks(), y, height,
               {palette.window, Palette::mix(palette.muted, palette.window, 128), palette.hairline});
}

/// The part of a box for a label: the first that is at least `least` wide and not hidden by a break.
std::pair<int, int> FramePainter::labelRoom(std::pair<int, int> box, int min) const
{
    auto [left, right] = box;
    const auto &breaks = m_marks->breaks();
    auto next =
        std::partition_point(breaks.begin(), breaks.end(), [left = left](const auto &b) { return b.second <= left; });
    for (; next != breaks.end() && next->first < right; ++next) {
        if (next->first - left >= min)
            return {left, next->first};
        left = next->second;
    }
    return {left, right};
}

void FramePainter::placeLabels(const LayoutRow &row, const std::vector<Mark> &marks, int y, int height, int clip)
{
    const auto size = row.height < rowheight::cpu ? LabelCache::Small : LabelCache::Normal;
    const int inset = static_cast<int>(std::lround(labelInset * m_scene.ratio));
    const int min = m_labels->minRoom(size) + 2 * inset;
    for (size_t i = 0; i < marks.size(); ++i) {
        const Mark &mark = marks[i];
        if (mark.width < min)
            continue;
        const int end = freeUntil(marks, i);
        if (end - mark.x < min)
            continue;
        const bool dimmed = m_scene.colours->isDimmed(mark);
        const QRgb box = m_scene.colours->of(mark);
        const bool hollow = row.kind == LayoutRow::Steps || m_scene.colours->isOutlined(mark.name, mark.category);
        const QRgb strong = hollow ? m_scene.palette->text : Palette::textOn(box);
        const QRgb ink =
            dimmed ? faintInk(m_scene.palette->muted, strong, hollow ? m_scene.palette->base : box) : strong;
        const auto [left, right] = labelRoom({mark.x, end}, min);
        const QImage *label = m_labels->label(mark.name, right - left - 2 * inset, ink, size);
        if (!label)
            continue;
        const int top = std::max(clip, y);
        m_placed.push_back({label, left + inset, y + (height - label->height()) / 2, top, top + height});
    }
}

} // namespace ws
