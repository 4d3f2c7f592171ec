#include "widgets/toolkit/elidingheader.h"

#include <QStyleOptionHeader>

namespace ws {

ElidingHeader::ElidingHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true); // as in QTableView's default header
}

void ElidingHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    const int missing = sectionSizeFromContents(logicalIndex).width() - sectionSize(logicalIndex);
    if (missing <= 0)
        return;
    const int room = option->fontMetrics.horizontalAdvance(option->text) - missing;
    option->text = fittingTitle(option->text, option->fontMetrics, room);
}

QString fittingTitle(const QString &title, const QFontMetrics &metrics, int room)
{
    if (metrics.horizontalAdvance(title) <= room)
        return title;
    const qsizetype open = title.endsWith(u')') ? title.lastIndexOf(QLatin1String(" (")) : -1;
    if (open <= 0)
        return metrics.elidedText(title, Qt::ElideRight, room);
    const QString name = title.left(open), unit = title.mid(open);
    const int forName = room - metrics.horizontalAdvance(unit);
    if (forName < metrics.averageCharWidth() * 4) // the unit alone says nothing
        return metrics.elidedText(name, Qt::ElideRight, room);
    return metrics.elidedText(name, Qt::ElideRight, forName) + unit;
}

} // namespace ws
