#include "widgets/toolkit/elidingheader.h"

#include <QStyleOptionHeader>

namespace ws {

ElidingHeader::ElidingHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true); // as in QTableView's default header
    setTextElideMode(Qt::ElideMiddle);
}

void ElidingHeader::initStyleOptionForIndex(QStyleOptionHeader *option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    const int missing = sectionSizeFromContents(logicalIndex).width() - sectionSize(logicalIndex);
    if (missing <= 0)
        return;
    const int room = option->fontMetrics.horizontalAdvance(option->text) - missing;
    option->text = option->fontMetrics.elidedText(option->text, textElideMode(), room);
}

} // namespace ws
