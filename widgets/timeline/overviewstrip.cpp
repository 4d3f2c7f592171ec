#include "widgets/timeline/overviewstrip.h"

#include "core/base/format.h"
#include "widgets/toolkit/paintedtable.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>

namespace ws {
namespace {

constexpr size_t maxLanes = 512; ///< a strip has no room for more
constexpr int stripInset = 4;
constexpr double windowEdge = 5; ///< pixels around a window's edge that resize it

/// The lanes whose activity the strip shows: GPU streams, or the top of each CPU thread.
std::vector<uint32_t> shownLanes(const Timeline &timeline, bool gpu)
{
    std::vector<uint32_t> lanes;
    for (const Track &track : timeline.tracks) {
        if (track.laneCount == 0 || (track.kind == TrackKind::GpuStream) != gpu)
            continue;
        if (!gpu && track.kind != TrackKind::CpuThread)
            continue;
        const uint32_t last = track.firstLane + (gpu ? track.laneCount : 1);
        for (uint32_t l = track.firstLane; l < last && lanes.size() < maxLanes; ++l)
            lanes.push_back(l);
    }
    return lanes;
}

} // namespace

OverviewStrip::OverviewStrip(TimelineState *state, QWidget *parent) : QWidget(parent), m_state(state)
{
    setFixedHeight(fixedHeight);
    setMouseTracking(true);
    setAccessibleName(tr("Overview of the whole run"));
    addTable();
    auto refresh = [this] {
        m_stale = true;
        update();
    };
    connect(state, &TimelineState::dataChanged, this, refresh);
    connect(state, &TimelineState::coloursChanged, this, refresh);
    connect(state, &TimelineState::axisChanged, this, refresh);
    connect(state, &TimelineState::reachChanged, this, refresh);
    connect(state, &TimelineState::visibleChanged, this, qOverload<>(&QWidget::update));
    connect(&state->pane(), &Pane::rangeChanged, this, qOverload<>(&QWidget::update));
}

/// Its times in words.
void OverviewStrip::addTable()
{
    const auto times = [this] {
        QList<std::pair<QString, TimeRange>> found;
        if (!m_state->data())
            return found;
        found = {{tr("Whole run"), m_state->data()->whole()}, {tr("Visible"), m_state->visible()}};
        if (const auto range = m_state->context().range())
            found.append({tr("Selected range"), *range});
        return found;
    };
    PaintedTable::Source source;
    source.rowCount = [times] { return static_cast<int>(times().size()); };
    source.boxCount = [](int) { return 1; };
    source.cell = [this, times](int row, int column) {
        const auto [name, time] = times()[row];
        PaintedTable::Cell cell;
        cell.name = column == 0 ? name
                                : tr("%1 from %2 on", "a length of time, its begin")
                                      .arg(formatDuration(time.length()), formatMoment(time.begin));
        cell.value = column == 0 ? QString() : formatDuration(time.length());
        const double left = scale().x(time.begin), right = scale().x(time.end);
        cell.box = QRectF(left, 0, std::max(1.0, right - left), height()).toAlignedRect() & rect();
        return cell;
    };
    auto *table = new PaintedTable(this, std::move(source));
    connect(m_state, &TimelineState::dataChanged, table, &PaintedTable::change);
    connect(m_state, &TimelineState::visibleChanged, table, &PaintedTable::change);
    connect(&m_state->pane(), &Pane::rangeChanged, table, &PaintedTable::change);
}

void OverviewStrip::contextMenuEvent(QContextMenuEvent *event)
{
    if (m_state->data())
        emit menuRequested(event->globalPos());
}

TimeScale OverviewStrip::scale() const
{
    return m_state->axis().scale(m_state->limits(), width());
}

void OverviewStrip::renderDensity()
{
    const double ratio = devicePixelRatioF();
    const int columns = static_cast<int>(std::lround(width() * ratio));
    const int lines = static_cast<int>(std::lround((height() - 2 * stripInset) * ratio));
    m_density = QImage(std::max(1, columns), std::max(1, lines), QImage::Format_RGB32);
    m_density.setDevicePixelRatio(ratio);
    m_density.fill(Palette::current().base);
    m_stale = false;
    const TimelineData &data = *m_state->data();
    const TimeScale all = m_state->axis().scale(m_state->limits(), columns);
    std::vector<float> busy(static_cast<size_t>(columns)), strongest(static_cast<size_t>(columns));
    std::vector<QRgb> colour(static_cast<size_t>(columns));
    for (uint32_t lane : shownLanes(data.run->timeline, data.hasGpu()))
        for (const Mark &mark : marksOfLane(data, lane, all).marks) {
            const float share = mark.fill / 255.0f;
            const QRgb own = m_state->colours().of(mark.name, mark.category);
            for (size_t x = mark.x; x < size_t(mark.x) + mark.width; ++x) {
                busy[x] += share;
                if (share > strongest[x]) {
                    strongest[x] = share;
                    colour[x] = own;
                }
            }
        }
    for (size_t x = 0; x < busy.size(); ++x) {
        if (busy[x] <= 0)
            continue;
        const int height = std::max(2, static_cast<int>(std::lround(std::min(1.0f, busy[x]) * float(lines))));
        for (int y = lines - std::min(height, lines); y < lines; ++y)
            reinterpret_cast<QRgb *>(m_density.scanLine(y))[x] = colour[x];
    }
}

void OverviewStrip::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(palette.base));
    painter.setPen(QColor(palette.hairline));
    painter.drawLine(0, height() - 1, width(), height() - 1);
    if (!m_state->data())
        return;
    const int wanted = static_cast<int>(std::lround(width() * devicePixelRatioF()));
    if (m_stale || m_density.width() != wanted)
        renderDensity();
    painter.drawImage(QPointF(0, stripInset), m_density);
    const TimeScale all = scale();
    if (const auto range = m_state->context().range()) {
        QColor shade(palette.highlight);
        shade.setAlpha(60);
        painter.fillRect(
            QRectF(all.x(range->begin), 0, std::max(1.0, all.x(range->end) - all.x(range->begin)), height() - 1),
            shade);
    }
    paintBreaks(painter, all);
    const TimeRange visible = m_state->visible();
    const double x0 = std::max(0.0, std::floor(all.x(visible.begin)));
    const double x1 = std::min(double(width()), std::max(x0 + 3, std::ceil(all.x(visible.end))));
    QColor veil(palette.window);
    veil.setAlpha(150);
    painter.fillRect(QRectF(0, 0, x0, height() - 1), veil);
    painter.fillRect(QRectF(x1, 0, width() - x1, height() - 1), veil);
    painter.setPen(QPen(QColor(palette.muted), 1));
    painter.drawRect(QRectF(x0 + 0.5, 0.5, x1 - x0 - 1, height() - 2));
}

void OverviewStrip::paintBreaks(QPainter &painter, const TimeScale &all) const
{
    painter.setRenderHint(QPainter::NonCosmeticBrushPatterns); // as dense on a screen of any scale
    const Palette &palette = Palette::current();
    const QBrush lines(QColor(Palette::mix(palette.muted, palette.base, 128)), Qt::BDiagPattern);
    for (const TimeScale::BreakColumn &column : all.breaks(2))
        painter.fillRect(QRectF(column.left, 0, column.right - column.left, height() - 1), lines);
}

OverviewStrip::Drag OverviewStrip::partAt(double x) const
{
    const TimeRange visible = m_state->visible();
    const double x0 = scale().x(visible.begin), x1 = scale().x(visible.end);
    if (x1 - x0 > 3 * windowEdge && std::abs(x - x0) < windowEdge)
        return Drag::Left;
    if (x1 - x0 > 3 * windowEdge && std::abs(x - x1) < windowEdge)
        return Drag::Right;
    const bool whole = x1 - x0 > width() * 0.98; // nothing to move: starts a new window
    return !whole && x > x0 - windowEdge && x < x1 + windowEdge ? Drag::Window : Drag::New;
}

void OverviewStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_state->data())
        return;
    m_drag = partAt(event->position().x());
    m_pressedAt = scale().ns(event->position().x());
    m_before = m_state->visible();
}

/// The window before the drag, moved as far as the mouse.
TimeRange OverviewStrip::moved(double x) const
{
    const TimeScale all = scale();
    if (m_state->axis().isLinear())
        return panned(m_before, all.ns(x) - m_pressedAt);
    const double middle = (all.x(m_before.begin) + all.x(m_before.end)) / 2;
    return m_state->axis().centred(m_before, all.ns(middle + x - all.x(m_pressedAt)));
}

void OverviewStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_state->data())
        return;
    const double x = event->position().x();
    const int64_t at = scale().ns(x);
    switch (m_drag) {
    case Drag::None: {
        const Drag part = partAt(x);
        setCursor(part == Drag::Left || part == Drag::Right ? Qt::SizeHorCursor
                  : part == Drag::Window                    ? Qt::OpenHandCursor
                                                            : Qt::CrossCursor);
        return;
    }
    case Drag::Window:
        m_state->setVisible(moved(x), TimelineState::Change::Steady);
        return;
    case Drag::Left:
        m_state->setVisible({std::min(at, m_before.end - shortestViewNs), m_before.end}, TimelineState::Change::Steady);
        return;
    case Drag::Right:
        m_state->setVisible({m_before.begin, std::max(at, m_before.begin + shortestViewNs)},
                            TimelineState::Change::Steady);
        return;
    case Drag::New:
        if (std::abs(scale().x(at) - scale().x(m_pressedAt)) >= 3)
            m_state->setVisible({std::min(at, m_pressedAt), std::max(at, m_pressedAt)}, TimelineState::Change::Steady);
        return;
    }
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    const int64_t at = scale().ns(event->position().x());
    if (was == Drag::New && std::abs(scale().x(at) - scale().x(m_pressedAt)) < 3) // a click: go there
        m_state->setVisible(m_state->axis().centred(m_before, at));
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent *)
{
    if (m_state->data())
        m_state->setVisible(m_state->limits());
}

void OverviewStrip::wheelEvent(QWheelEvent *event)
{
    event->accept();
    m_state->zoom(std::pow(1.25, event->angleDelta().y() / 120.0), scale().ns(event->position().x()));
}

} // namespace ws
