#include "widgets/toolkit/swatches.h"

#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QPainter>

namespace ws {
namespace {
constexpr int side = 10, gap = 5, between = 14;
}

Swatches::Swatches(QWidget *parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void Swatches::setEntries(Entries entries)
{
    m_entries = std::move(entries);
    QStringList names;
    for (const auto &[name, colour] : m_entries)
        names << name;
    setAccessibleName(tr("Colours: %1").arg(names.join(QStringLiteral(", "))));
    setToolTip(plainToolTip(names.join(u'\n')));
    updateGeometry();
    update();
}

int Swatches::widthOf(const QString &text) const
{
    return side + gap + fontMetrics().horizontalAdvance(text) + between;
}

std::vector<QPoint> Swatches::places(int width) const
{
    std::vector<QPoint> places;
    QPoint at;
    for (const auto &[name, colour] : m_entries) {
        const int own = widthOf(name);
        if (at.x() > 0 && at.x() + own - between > width)
            at = {0, at.y() + lineHeight()};
        places.push_back(at);
        at.rx() += own;
    }
    return places;
}

QSize Swatches::sizeHint() const
{
    int width = 0;
    for (const auto &[name, colour] : m_entries)
        width += widthOf(name);
    return {width, lineHeight()};
}

QSize Swatches::minimumSizeHint() const
{
    return {40, lineHeight()};
}

int Swatches::heightForWidth(int width) const
{
    const auto all = places(width);
    return lineHeight() + (all.empty() ? 0 : all.back().y());
}

void Swatches::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    const auto at = places(width());
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const auto &[name, colour] = m_entries[i];
        const QRect line(at[i].x(), at[i].y(), width() - at[i].x(), lineHeight());
        const QRect square(line.left(), line.top() + (line.height() - side) / 2, side, side);
        painter.fillRect(square, QColor(colour));
        painter.setPen(QColor(palette.hairline));
        painter.drawRect(square.adjusted(0, 0, -1, -1));
        painter.setPen(QColor(palette.text));
        const QRect text = line.adjusted(side + gap, 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         elidedOnce(name, fontMetrics(), text.width(), Qt::ElideRight));
    }
}

} // namespace ws
