#include "widgets/compare/sidetitle.h"

#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/plaintext.h"

#include <QContextMenuEvent>
#include <QPainter>
#include <QToolButton>

namespace ws {
namespace {
constexpr int fixedHeight = 26, inset = 8, badge = 18, underline = 2;
}

SideTitle::SideTitle(const QString &letter, QRgb (*colour)(), QWidget *parent)
    : QWidget(parent), m_letter(letter), m_colour(colour), m_close(new QToolButton(this))
{
    setFixedHeight(fixedHeight);
    m_close->setText(QStringLiteral("✕"));
    m_close->setAutoRaise(true);
    m_close->setFixedSize(fixedHeight - underline, fixedHeight - underline);
    m_close->setToolTip(tr("Close run %1; the other one stays").arg(letter));
    m_close->setAccessibleName(tr("Close run %1").arg(letter));
    connect(m_close, &QToolButton::clicked, this, &SideTitle::closeWanted);
}

QSize SideTitle::sizeHint() const
{
    return {300, fixedHeight};
}

QSize SideTitle::minimumSizeHint() const
{
    return {2 * inset + badge + m_close->width(), fixedHeight};
}

void SideTitle::setText(const QString &text, const QString &toolTip)
{
    m_text = text;
    setToolTip(plainToolTip(toolTip));
    setAccessibleName(m_letter + u' ' + text);
    update();
}

void SideTitle::setActive(bool active)
{
    m_isActive = active;
    update();
}

void SideTitle::resizeEvent(QResizeEvent *)
{
    m_close->move(width() - m_close->width(), 0);
}

void SideTitle::paintEvent(QPaintEvent *)
{
    const Palette &palette = Palette::current();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(m_isActive ? palette.base : palette.window));
    painter.fillRect(0, height() - (m_isActive ? underline : 1), width(), underline,
                     QColor(m_isActive ? palette.highlight : palette.hairline));
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect box(inset, (height() - badge) / 2, badge, badge);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(m_colour()));
    painter.drawRoundedRect(box, 4, 4);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(QColor(Palette::textOn(m_colour())));
    painter.drawText(box, Qt::AlignCenter, m_letter);
    if (!m_isActive)
        painter.setFont(font());
    painter.setPen(QColor(m_isActive ? palette.text : palette.muted));
    const QRect room(box.right() + inset, 0, width() - box.right() - 2 * inset - m_close->width(), height());
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, elidedOnce(m_text, painter.fontMetrics(), room.width()));
}

void SideTitle::mousePressEvent(QMouseEvent *)
{
    emit pressed();
}

void SideTitle::contextMenuEvent(QContextMenuEvent *event)
{
    emit menuWanted(event->globalPos());
}

} // namespace ws
