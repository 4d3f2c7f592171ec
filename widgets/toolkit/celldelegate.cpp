#include "widgets/toolkit/celldelegate.h"

#include "widgets/toolkit/elidedonce.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/shortnames.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace ws {
namespace {

// In line with the header's text, which keeps room for the sort arrow on its right.
constexpr int padding = 5;
constexpr int numberPadding = 15;
constexpr int leastBar = 30; ///< px of a whole

CellKind kindOf(const QModelIndex &index)
{
    const QVariant kind = index.model()->headerData(index.column(), Qt::Horizontal, ReportModel::KindRole);
    return static_cast<CellKind>(kind.toInt());
}

/// A sentence says its point first; of a name both ends tell.
bool isSentence(const QString &text)
{
    return text.endsWith(u'.') || text.endsWith(u'\u3002');
}

ReportCell cellOf(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Double:
        return value.toDouble();
    case QMetaType::QString:
        return value.toString();
    default:
        return static_cast<int64_t>(value.toLongLong());
    }
}

} // namespace

QString cellText(const QModelIndex &index)
{
    const QVariant value = index.data(Qt::DisplayRole);
    if (!value.isValid())
        return index.data(ReportModel::MissingRole).toString();
    ReportColumn column;
    column.kind = kindOf(index);
    if (column.kind == CellKind::Time)
        column.unit = static_cast<TimeUnit>(
            index.model()->headerData(index.column(), Qt::Horizontal, ReportModel::UnitRole).toInt());
    return cellText(column, cellOf(value));
}

void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->text = cellText(index);
    if (index.data(ReportModel::MarkedRole).toBool())
        option->text += u'*';
    if (kindOf(index) == CellKind::Name) {
        option->textElideMode = isSentence(option->text) ? Qt::ElideRight : Qt::ElideMiddle;
        if (!isSentence(option->text)) // a name of ten lines would fill a table whose sentences wrap
            option->features &= ~QStyleOptionViewItem::WrapText;
        if (const QVariant brief = index.data(ReportModel::ShortRole); brief.isValid())
            option->text = brief.toString();
    }
}

QString CellDelegate::fittingName(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const QStringList narrower = index.data(ReportModel::NarrowRole).toStringList();
    const bool isPlace = narrower.isEmpty() && isPlaceInFile(option.text);
    if (narrower.isEmpty() && !isPlace)
        return option.text;
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const QRect area = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget);
    if (isPlace)
        return elidedPlace(option.text, option.fontMetrics, area.width() - 2 * margin);
    return fittingForm(QStringList(option.text) + narrower, option.fontMetrics, area.width() - 2 * margin);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QWidget *widget = option.widget;
    widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
    if (!(option.state & QStyle::State_Selected) && kindOf(index) == CellKind::Share) {
        const double part = std::clamp(index.data(Qt::DisplayRole).toDouble(), 0.0, 1.0);
        QColor bar = option.palette.color(QPalette::Highlight);
        bar.setAlphaF(0.22F);
        const int digits = option.fontMetrics.horizontalAdvance(QStringLiteral("100.0*"));
        QRect area = option.rect.adjusted(padding, 3, -numberPadding - digits - padding, -3);
        area.setWidth(qRound(part * std::max(0, area.width())));
        if (area.width() > 0)
            painter->fillRect(area, bar);
    }
    QStyleOptionViewItem inner = option;
    const auto kind = kindOf(index);
    const bool number = kind != CellKind::Text && kind != CellKind::Name;
    inner.rect.adjust(padding, 0, number ? -numberPadding : -padding, 0);
    initStyleOption(&inner, index);
    if (!number)
        inner.text = fittingName(inner, index);
    widget->style()->drawControl(QStyle::CE_ItemViewItem, &inner, painter, widget);
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int line = option.fontMetrics.height() + 6;
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(padding, 0, -padding, 0);
    const QSize size = QStyledItemDelegate::sizeHint(inner, index);
    const bool wraps = option.features & QStyleOptionViewItem::WrapText;
    const int bar = kindOf(index) == CellKind::Share ? leastBar + padding : 0;
    return {size.width() + padding + numberPadding + bar, wraps ? std::max(line, size.height() + 6) : line};
}

} // namespace ws
