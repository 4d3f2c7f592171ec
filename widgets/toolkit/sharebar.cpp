#include "widgets/toolkit/sharebar.h"

#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <QStringList>

#include <algorithm>

namespace ws {
namespace {
constexpr int inset = 6; ///< px
}

ShareBar::ShareBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setSegments(const QString &title, QList<ShareSegment> segments)
{
    m_title = title;
    m_segments = std::move(segments);
    m_ends.clear();
    double whole = 0, sum = 0;
    QStringList texts;
    for (const ShareSegment &segment : m_segments)
        whole += double(std::max<int64_t>(0, segment.amount));
    for (const ShareSegment &segment : m_segments) {
        sum += double(std::max<int64_t>(0, segment.amount));
        m_ends << (whole > 0 ? sum / whole : 0);
        texts << segment.name + u' ' + segment.value;
    }
    setAccessibleName(title);
    setAccessibleDescription(texts.join(u'\n'));
    updateGeometry();
    update();
}

void ShareBar::setCompact(bool compact)
{
    m_isCompact = compact;
    updateGeometry();
    update();
}

void ShareBar::setTitleWidth(int width)
{
    m_titleWidth = width;
    update();
}

int ShareBar::titleWidth() const
{
    return m_title.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_title) + 2 * inset;
}

int ShareBar::left() const
{
    return std::max(m_titleWidth, titleWidth());
}

QSize ShareBar::sizeHint() const
{
    return {600, (m_isCompact ? 1 : 2) * fontMetrics().height() + inset};
}

std::pair<double, double> ShareBar::edges(int segment) const
{
    const double room = std::max(1, width() - left());
    return {left() + (segment > 0 ? m_ends[segment - 1] : 0) * room, left() + m_ends[segment] * room};
}

int ShareBar::segmentAt(double x) const
{
    for (int i = 0; i < m_segments.size(); ++i)
        if (const auto [from, to] = edges(i); x >= from && x < to)
            return i;
    return -1;
}

/// A number without its end is another number, so it is left to the legend.
QStringList ShareBar::linesOf(int segment) const
{
    const ShareSegment &shown = m_segments[segment];
    const auto [from, to] = edges(segment);
    const int room = int(to - from) - 2 * inset;
    const auto fits = [&](const QString &text) { return fontMetrics().horizontalAdvance(text) <= room; };
    if (room < fontMetrics().averageCharWidth() * 8 && !fits(shown.name))
        return {};
    const QString name = elidedOnce(shown.name, fontMetrics(), room, Qt::ElideRight);
    const QString together = shown.name + u' ' + shown.value;
    if (m_isCompact)
        return {fits(together) ? together : name};
    return fits(shown.value) ? QStringList{name, shown.value} : QStringList{name};
}

void ShareBar::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::NonCosmeticBrushPatterns); // as dense on a screen of any scale
    painter.setPen(QColor(palette.text));
    if (!m_title.isEmpty())
        painter.drawText(QRect(0, 0, left() - inset, height()), Qt::AlignVCenter | Qt::AlignLeft, m_title);
    const int line = fontMetrics().height();
    for (int i = 0; i < m_segments.size(); ++i) {
        const ShareSegment &segment = m_segments[i];
        const auto [from, to] = edges(i);
        if (to <= from)
            continue;
        const QRectF box(from, 0, to - from, height());
        const QRgb under = segment.hatched ? Palette::mix(segment.colour, palette.base, 70) : segment.colour;
        painter.fillRect(box, QColor(under));
        if (segment.hatched)
            painter.fillRect(box, QBrush(QColor(Palette::mix(segment.colour, palette.base, 150)), Qt::BDiagPattern));
        const QRectF inner = box.adjusted(inset, inset / 2, -inset, -inset / 2);
        const QStringList lines = linesOf(i);
        for (int k = 0; k < lines.size(); ++k) {
            const QRectF row(inner.left(), inner.top() + k * line, inner.width(), line);
            const QString &text = lines[k];
            if (segment.hatched) // the lines would run through the letters
                painter.fillRect(QRectF(row.left() - 2, row.top(), fontMetrics().horizontalAdvance(text) + 4, line),
                                 QColor(under));
            painter.setPen(QColor(Palette::textOn(under)));
            painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, text);
        }
    }
}

bool ShareBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int i = segmentAt(help->pos().x());
    const QString text = i < 0 ? QString() : m_segments[i].name + u'\n' + m_segments[i].value;
    QToolTip::showText(help->globalPos(), plainToolTip(text), this);
    return true;
}

void ShareBar::mousePressEvent(QMouseEvent *event)
{
    if (const int i = segmentAt(event->position().x()); i >= 0 && event->button() == Qt::LeftButton)
        emit activated(i);
}

} // namespace ws
