#pragma once
// A table that fits into little height: its header and a row, where Qt asks for four rows.

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
};

} // namespace ws
