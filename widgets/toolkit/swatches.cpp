#include "widgets/toolkit/swatches.h"

#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QPainter>

namespace ws {
namespace {
constexpr int side = 10, gap = 5, between = 14;
}

Swatches::Swatches(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
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

QSize Swatches::sizeHint() const
{
    int width = 0;
    for (const auto &[name, colour] : m_entries)
        width += widthOf(name);
    return {width, fontMetrics().height() + 4};
}

QSize Swatches::minimumSizeHint() const
{
    return {40, sizeHint().height()};
}

void Swatches::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    int x = 0;
    for (const auto &[name, colour] : m_entries) {
        if (x + widthOf(name) - between > width()) {
            painter.setPen(QColor(palette.muted));
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("…"));
            return;
        }
        const QRect square(x, (height() - side) / 2, side, side);
        painter.fillRect(square, QColor(colour));
        painter.setPen(QColor(palette.hairline));
        painter.drawRect(square.adjusted(0, 0, -1, -1));
        painter.setPen(QColor(palette.text));
        painter.drawText(QRect(x + side + gap, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += widthOf(name);
    }
}

} // namespace ws
