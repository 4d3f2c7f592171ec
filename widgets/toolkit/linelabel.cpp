#include "widgets/toolkit/linelabel.h"

#include "widgets/toolkit/plaintext.h"

#include <QHelpEvent>
#include <QStyle>
#include <QStylePainter>
#include <QToolTip>

namespace ws {

LineLabel::LineLabel(QWidget *parent) : LineLabel(QString(), parent) {}

LineLabel::LineLabel(const QString &text, QWidget *parent) : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QString LineLabel::shownText() const
{
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width() - 2 * margin());
}

bool LineLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty() || shownText() == text())
        return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), plainToolTip(text()), this);
    return true;
}

void LineLabel::paintEvent(QPaintEvent *event)
{
    const QString shown = shownText();
    if (shown == text())
        return QLabel::paintEvent(event);
    QStylePainter painter(this);
    const QRect room = contentsRect().adjusted(margin(), margin(), -margin(), -margin());
    const int flags = static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())) | Qt::TextSingleLine;
    painter.drawItemText(room, flags, palette(), isEnabled(), shown, foregroundRole());
}

} // namespace ws
