#include "widgets/toolkit/elidingheader.h"

#include "widgets/toolkit/apartnames.h"

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
    option->text = fittingTitle(option->text, option->fontMetrics, room, titles());
}

QStringList ElidingHeader::titles() const
{
    QStringList titles;
    for (int section = 0; section < count(); ++section)
        if (!isSectionHidden(section))
            titles << model()->headerData(section, orientation()).toString();
    return titles;
}

namespace {

/// The place of the blank before the unit in parentheses; -1: there is none.
qsizetype unitOf(const QString &title)
{
    return title.endsWith(u')') ? title.lastIndexOf(QLatin1String(" (")) : -1;
}

} // namespace

QString fittingTitle(const QString &title, const QFontMetrics &metrics, int room, const QStringList &all)
{
    if (metrics.horizontalAdvance(title) <= room)
        return title;
    QStringList names;
    for (const QString &other : all)
        names << other.left(unitOf(other));
    const qsizetype open = unitOf(title);
    if (open <= 0)
        return cutApart(title, names, metrics, room);
    const QString name = title.left(open), unit = title.mid(open);
    const int forName = room - metrics.horizontalAdvance(unit);
    if (forName < metrics.averageCharWidth() * 4) // the unit alone says nothing
        return cutApart(name, names, metrics, room);
    return cutApart(name, names, metrics, forName) + unit;
}

} // namespace ws
