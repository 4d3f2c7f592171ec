#pragma once
// Draws the cells of a ReportModel (also behind a proxy): numbers with tabular figures and thin-space thousands, right
// aligned; shares with a bar at the left of the number; long names and places in files in a form that the column has
// room for.

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
    /// The text of a cell with a name or a place in a file, by the width of the option's rectangle; its text is the
    /// widest form.
    static QString fittingName(const QStyleOptionViewItem &option, const QModelIndex &index);

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
};

} // namespace ws
