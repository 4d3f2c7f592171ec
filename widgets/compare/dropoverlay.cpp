#include "widgets/compare/dropoverlay.h"

#include "widgets/toolkit/palette.h"

#include <QEvent>
#include <QPainter>

namespace ws {
namespace {

constexpr int margin = 8;
constexpr int halfShare = 40; ///< per cent of the area, next to a middle

int firstEdge(int length, bool withMiddle)
{
    return length * (withMiddle ? halfShare : 50) / 100;
}

} // namespace

QRect dropZoneRect(QRect area, DropZone zone, Qt::Orientation direction, bool withMiddle)
{
    const bool across = direction == Qt::Horizontal;
    const int length = across ? area.width() : area.height();
    const int edge = firstEdge(length, withMiddle);
    int begin = 0, size = 0;
    switch (zone) {
    case DropZone::None:
        return {};
    case DropZone::First:
        size = edge;
        break;
    case DropZone::Middle:
        begin = edge;
        size = length - 2 * edge;
        break;
    case DropZone::Second:
        begin = length - edge;
        size = edge;
        break;
    }
    return across ? QRect(area.x() + begin, area.y(), size, area.height())
                  : QRect(area.x(), area.y() + begin, area.width(), size);
}

DropZone dropZoneAt(QRect area, QPoint at, Qt::Orientation direction, bool withMiddle)
{
    for (const DropZone zone : {DropZone::First, DropZone::Second, DropZone::Middle})
        if (dropZoneRect(area, zone, direction, withMiddle).contains(at))
            return zone;
    return area.contains(at) ? DropZone::Second : DropZone::None; // the odd pixel between two halves
}

DropOverlay::DropOverlay(QWidget *area) : QWidget(area)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    area->installEventFilter(this);
    hide();
}

bool DropOverlay::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(object, event);
}

void DropOverlay::showEvent(QShowEvent *event)
{
    setGeometry(parentWidget()->rect());
    raise();
    QWidget::showEvent(event);
}

void DropOverlay::setTexts(const QString &first, const QString &middle, const QString &second,
                           Qt::Orientation direction)
{
    m_texts = {QString(), first, middle, second};
    m_direction = direction;
    update();
}

bool DropOverlay::isWhole() const
{
    return textOf(DropZone::First).isEmpty() && textOf(DropZone::Second).isEmpty();
}

void DropOverlay::setZone(DropZone zone)
{
    if (zone == m_zone)
        return;
    m_zone = zone;
    update();
}

DropZone DropOverlay::zoneAt(QPoint at) const
{
    const QRect area = parentWidget()->rect();
    if (isWhole())
        return area.contains(at) ? DropZone::Middle : DropZone::None;
    return dropZoneAt(area, at, m_direction, !textOf(DropZone::Middle).isEmpty());
}

QRect DropOverlay::rectOf(DropZone zone) const
{
    return isWhole() ? (zone == DropZone::Middle ? rect() : QRect())
                     : dropZoneRect(rect(), zone, m_direction, !textOf(DropZone::Middle).isEmpty());
}

void DropOverlay::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil(palette.base);
    veil.setAlpha(205);
    painter.fillRect(rect(), veil);
    QFont large = font();
    large.setPointSizeF(12);
    painter.setFont(large);
    for (const DropZone zone : {DropZone::First, DropZone::Middle, DropZone::Second}) {
        const QRect box = rectOf(zone).adjusted(margin, margin, -margin, -margin);
        if (textOf(zone).isEmpty() || box.width() <= 0 || box.height() <= 0)
            continue;
        const bool isLit = zone == m_zone;
        painter.setPen(isLit ? QPen(QColor(palette.highlight), 2)
                             : QPen(QColor(palette.muted), 1, Qt::DashLine, Qt::RoundCap));
        painter.setBrush(isLit ? QColor(Palette::mix(palette.highlight, palette.base, 46)) : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        painter.setPen(QColor(isLit ? palette.text : palette.muted));
        painter.drawText(box.adjusted(margin, 0, -margin, 0), Qt::AlignCenter | Qt::TextWordWrap, textOf(zone));
    }
}

} // namespace ws
