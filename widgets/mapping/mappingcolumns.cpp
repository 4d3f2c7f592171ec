#include "widgets/mapping/mappingcolumns.h"

#include "widgets/mapping/mappingmodel.h"
#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/sharedwidths.h"

#include <QEvent>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

/// In line with the headings, as CellDelegate has it.
class RuleCells : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QWidget *widget = option.widget;
        widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
        QStyledItemDelegate::paint(painter, inner(option, index), index);
    }
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override
    {
        return QStyledItemDelegate::editorEvent(event, model, inner(option, index), index);
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(isNumber(index) ? left + right : left, 0);
    }

private:
    static constexpr int left = 5, right = 15; // px

    static QStyleOptionViewItem inner(QStyleOptionViewItem option, const QModelIndex &index)
    {
        option.rect.adjust(left, 0, isNumber(index) ? -right : 0, 0);
        return option;
    }
    static bool isNumber(const QModelIndex &index)
    {
        return index.column() >= MappingModel::Names && index.column() <= MappingModel::Share;
    }
};

} // namespace

MappingColumns::MappingColumns(QTableView *view) : QObject(view), m_view(view)
{
    m_view->setItemDelegate(new RuleCells(m_view));
    auto *header = new ElidingHeader(m_view);
    header->setHighlightSections(false);
    header->setUnitsBelow(true); // the regexes need the room
    m_view->setHorizontalHeader(header);
    const int digit = m_view->fontMetrics().averageCharWidth();
    const int widths[] = {3, 14, 20, 36, 2, 5, 7, 7, 7};
    for (int column = 0; column < MappingModel::Notes; ++column)
        m_view->setColumnWidth(column, std::max(widths[column] * digit + 12, header->sectionSizeHint(column) + 4));
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int before, int now) {
        if (!m_fitting && before > 0 && now > 0) // hiding and showing come as widths of 0
            m_fixed.insert(column);
    });
    m_view->viewport()->installEventFilter(this);
}

void MappingColumns::fit()
{
    if (!m_view->isVisible())
        return;
    constexpr int widest = 900;
    const QAbstractItemView *cells = m_view; // QTableView hides the hint
    const int character = m_view->fontMetrics().averageCharWidth();
    const std::pair<int, int> least[] = {{MappingModel::Stage, 10},
                                         {MappingModel::Substage, 12},
                                         {MappingModel::Regex, 11},
                                         {MappingModel::Notes, 8}}; // in characters
    int room = m_view->viewport()->width();
    std::vector<int> columns, wanted, minimal;
    for (int column = 0; column < MappingModel::ColumnCount; ++column) {
        const auto text = std::ranges::find(least, column, &std::pair<int, int>::first);
        if (m_view->isColumnHidden(column))
            continue;
        if (text == std::end(least) && !m_fixed.contains(column)) {
            m_fitting = true;
            m_view->setColumnWidth(column, std::max(m_view->columnWidth(column), cells->sizeHintForColumn(column)));
            m_fitting = false;
        }
        if (text == std::end(least) || m_fixed.contains(column)) {
            room -= m_view->columnWidth(column);
            continue;
        }
        columns.push_back(column);
        wanted.push_back(std::min(widest, std::max(cells->sizeHintForColumn(column) + 8,
                                                   m_view->horizontalHeader()->sectionSizeHint(column) + 12)));
        minimal.push_back(std::max(text->second * character + 12, m_view->horizontalHeader()->sectionSizeHint(column)));
        if (column == MappingModel::Substage) // short, and names the rule
            minimal.back() = std::max(minimal.back(), std::min(wanted.back(), 20 * character));
    }
    std::vector<int> widths = sharedWidths(wanted, minimal, room);
    if (!columns.empty() && columns.back() == MappingModel::Notes) // up to the edge
        widths.back() += std::max(0, room - std::accumulate(widths.begin(), widths.end(), 0));
    m_fitting = true;
    for (size_t i = 0; i < columns.size(); ++i)
        m_view->setColumnWidth(columns[i], widths[i]);
    m_fitting = false;
}

bool MappingColumns::eventFilter(QObject *object, QEvent *event)
{
    if ((event->type() == QEvent::Resize || event->type() == QEvent::Show) && object == m_view->viewport())
        fit();
    return QObject::eventFilter(object, event);
}

} // namespace ws
