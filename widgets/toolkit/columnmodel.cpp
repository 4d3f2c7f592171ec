#include "widgets/toolkit/columnmodel.h"

#include <cstdlib>
#include <cstring>

namespace ws {

Qt::Alignment cellAlignment(CellKind kind)
{
    return Qt::AlignVCenter | (isText(kind) ? Qt::AlignLeft : Qt::AlignRight);
}

QVariant columnHeader(const TableColumn &column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        if (column.kind == CellKind::Time)
            return QStringLiteral("%1 (%2)").arg(column.title, timeUnitName(column.unit));
        return column.kind == CellKind::Share ? column.title + QStringLiteral(" (%)") : column.title;
    case Qt::ToolTipRole:
        return column.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant(cellAlignment(column.kind));
    case Qt::InitialSortOrderRole:
        return isText(column.kind) ? Qt::AscendingOrder : Qt::DescendingOrder;
    case ColumnModel::KindRole:
        return static_cast<int>(column.kind);
    case ColumnModel::UnitRole:
        return static_cast<int>(column.unit);
    case ColumnModel::IdRole:
        return QString::fromLatin1(column.id);
    default:
        return {};
    }
}

int ColumnModel::columnOf(const char *id) const
{
    for (size_t i = 0; i < m_columns.size(); ++i)
        if (std::strcmp(m_columns[i].id, id) == 0)
            return static_cast<int>(i);
    return -1;
}

int ColumnModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ColumnModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    return columnHeader(m_columns[static_cast<size_t>(section)], role);
}

QVariant ColumnModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const CellKind kind = m_columns[static_cast<size_t>(index.column())].kind;
    switch (role) {
    case Qt::DisplayRole:
        return cell(index.row(), index.column());
    case ShortRole:
        return shortCell(index.row(), index.column());
    case Qt::ToolTipRole:
        return isText(kind) ? cell(index.row(), index.column()) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(cellAlignment(kind));
    default:
        return {};
    }
}

QVariant ColumnModel::shortCell(int, int) const
{
    return {};
}

void ColumnModel::chooseUnits()
{
    for (size_t c = 0; c < m_columns.size(); ++c) {
        if (m_columns[c].kind != CellKind::Time)
            continue;
        int64_t largest = 0;
        for (int row = 0; row < rowCount(); ++row)
            largest = std::max<int64_t>(largest, std::llabs(cell(row, static_cast<int>(c)).toLongLong()));
        m_columns[c].unit = largest ? timeUnitFor(largest) : TimeUnit::Microseconds;
    }
}

} // namespace ws
