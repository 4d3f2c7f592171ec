#pragma once
// Draws the cells of a ReportModel (also behind a proxy): numbers with tabular figures and thin-space thousands, right
// aligned; shares with a bar behind the number; long names cut in the middle.

#include <QStyledItemDelegate>

namespace ws {

/// The formatted cell without its unit, which is in the header.
QString cellText(const QModelIndex &index);

class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace ws
