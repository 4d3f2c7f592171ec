#pragma once
// A table that fits into little height: its header and a row, where Qt asks for four rows. Its current row stays in
// sight when it becomes lower. Home and End go to its first and last row, as in a list, where Qt goes through the cells
// of a row.

#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>

namespace ws {

class LowTable : public QTableView
{
public:
    using QTableView::QTableView;
    QSize minimumSizeHint() const override
    {
        return {QTableView::minimumSizeHint().width(), 2 * fontMetrics().lineSpacing() + 16};
    }

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override
    {
        const int rows = model() ? model()->rowCount() : 0;
        if (rows == 0 || (action != MoveHome && action != MoveEnd))
            return QTableView::moveCursor(action, modifiers);
        return model()->index(action == MoveHome ? 0 : rows - 1, std::max(0, currentIndex().column()));
    }
    void resizeEvent(QResizeEvent *event) override
    {
        const QModelIndex current = currentIndex();
        const QRect row = visualRect(current);
        const bool wasInSight = row.isValid() && row.top() >= 0 && row.bottom() < event->oldSize().height();
        QTableView::resizeEvent(event);
        if (!wasInSight || row.bottom() < viewport()->height())
            return;
        const int left = horizontalScrollBar()->value();
        scrollTo(current);
        horizontalScrollBar()->setValue(left);
    }
};

} // namespace ws
