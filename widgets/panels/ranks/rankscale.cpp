#include "widgets/panels/ranks/rankscale.h"

#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/toolkit/palette.h"

#include <QPainter>

namespace ws {
namespace {
constexpr int barWidth = 90, barHeight = 10, gap = 6;
}

RankScale::RankScale(const RankHeatmap *heatmap, QWidget *parent) : QWidget(parent), m_heatmap(heatmap)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    follow();
}

void RankScale::follow()
{
    setAccessibleName(tr("Colours: %1").arg(text()));
    updateGeometry();
    update();
}

QString RankScale::text() const
{
    const int64_t min = m_heatmap->minNs(), max = m_heatmap->maxNs();
    return min == max ? tr("%1 everywhere").arg(m_heatmap->textOf(max))
                      : tr("%1 to %2").arg(m_heatmap->textOf(min), highest());
}

/// "≥ 3.2 ms" where some values are beyond the colours.
QString RankScale::highest() const
{
    const QString max = m_heatmap->textOf(m_heatmap->maxNs());
    return m_heatmap->isClamped() ? QStringLiteral("≥ ") + max : max;
}

QSize RankScale::sizeHint() const
{
    const int64_t min = m_heatmap->minNs(), max = m_heatmap->maxNs();
    const int texts = min == max
                          ? fontMetrics().horizontalAdvance(text())
                          : fontMetrics().horizontalAdvance(m_heatmap->textOf(min) + highest()) + barWidth + 2 * gap;
    return {texts + 2, fontMetrics().height() + 4};
}

void RankScale::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.setPen(QColor(palette.text));
    const int64_t min = m_heatmap->minNs(), max = m_heatmap->maxNs();
    if (min == max) {
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());
        return;
    }
    const QString low = m_heatmap->textOf(min);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, low);
    const QRect bar(fontMetrics().horizontalAdvance(low) + gap, (height() - barHeight) / 2, barWidth, barHeight);
    for (int x = 0; x < barWidth; ++x)
        painter.fillRect(bar.left() + x, bar.top(), 1, barHeight, QColor(m_heatmap->colourOf(x / (barWidth - 1.0))));
    painter.drawText(rect().adjusted(bar.right() + 1 + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, highest());
    painter.setPen(QColor(palette.hairline));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
}

} // namespace ws
