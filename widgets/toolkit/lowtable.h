#pragma once
// A table that fits into little height: its header and a row, where Qt asks for four rows. Its current row stays in
// sight when it becomes lower.

#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>

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
