#include "widgets/modules/moduletreeview.h"

#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/elidingheader.h"

#include <QHeaderView>

namespace ws {

ModuleTreeView::ModuleTreeView(QWidget *parent) : QTreeView(parent)
{
    setHeader(new ElidingHeader(this));
    setItemDelegate(new CellDelegate(this));
    setUniformRowHeights(true);
    setAnimated(false);
    setAllColumnsShowFocus(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setExpandsOnDoubleClick(false);
    setFrameShape(QFrame::NoFrame);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setIndentation(16);
    setIconSize({10, 10});
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setSectionsMovable(true);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setStretchLastSection(false);
    header()->setSortIndicatorClearable(true);
    header()->setSortIndicator(-1, Qt::DescendingOrder);
    setSortingEnabled(true);
}

} // namespace ws
