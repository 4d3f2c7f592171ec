#include "widgets/toolkit/reportmodel.h"

#include "widgets/toolkit/plaintext.h"

#include <algorithm>

namespace ws {

Qt::Alignment cellAlignment(CellKind kind)
{
    return Qt::AlignVCenter | (isText(kind) ? Qt::AlignLeft : Qt::AlignRight);
}

QVariant columnHeader(const ReportColumn &column, int role)
{
    switch (role) {
    case Qt::DisplayRole:
        return titleWithUnit(column);
    case Qt::ToolTipRole:
        return plainToolTip(column.toolTip);
    case Qt::TextAlignmentRole:
        return QVariant(cellAlignment(column.kind));
    case Qt::InitialSortOrderRole:
        return isText(column.kind) ? Qt::AscendingOrder : Qt::DescendingOrder;
    case ReportModel::KindRole:
        return static_cast<int>(column.kind);
    case ReportModel::UnitRole:
        return static_cast<int>(column.unit);
    default:
        return {};
    }
}

QVariant cellValue(const ReportCell &cell)
{
    if (const auto *integer = std::get_if<int64_t>(&cell))
        return static_cast<qlonglong>(*integer);
    if (const auto *real = std::get_if<double>(&cell))
        return *real;
    return std::holds_alternative<std::monostate>(cell) ? QVariant() : QVariant(textOf(cell));
}

ReportModel::ReportModel(ReportTable table, QObject *parent) : QAbstractTableModel(parent)
{
    setTable(std::move(table));
}

void ReportModel::setTable(ReportTable table)
{
    beginResetModel();
    m_table = std::move(table);
    const auto name = std::find_if(m_table.columns.begin(), m_table.columns.end(),
                                   [](const ReportColumn &column) { return column.kind == CellKind::Name; });
    m_nameColumn = name == m_table.columns.end() ? -1 : static_cast<int>(name - m_table.columns.begin());
    endResetModel();
    if (columnCount())
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int ReportModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rowCount);
}

int ReportModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ReportModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    return columnHeader(m_table.columns[static_cast<size_t>(section)], role);
}

QVariant ReportModel::data(const QModelIndex &index, int role) const
{
    const auto row = static_cast<size_t>(index.row()), column = static_cast<size_t>(index.column());
    if (!index.isValid() || row >= m_table.rowCount || column >= m_table.columns.size())
        return {};
    const CellKind kind = m_table.columns[column].kind;
    switch (role) {
    case Qt::DisplayRole:
        return cellValue(m_table.cell(row, column));
    case ShortRole: {
        const bool hasShort = m_table.shortName && index.column() == m_nameColumn;
        const QString brief = hasShort ? m_table.shortName(row) : QString();
        return brief.isEmpty() ? QVariant() : QVariant(brief);
    }
    case NarrowRole:
        return m_table.narrowNames && index.column() == m_nameColumn ? QVariant(m_table.narrowNames(row)) : QVariant();
    case MarkedRole:
        return m_table.isMarked && m_table.isMarked(row, m_table.columns[column]) &&
               cellValue(m_table.cell(row, column)).isValid(); // a blank cell makes no claim
    case Qt::ToolTipRole:
        if (data(index, MarkedRole).toBool())
            return plainToolTip(m_table.notes.join(u'\n'));
        return isText(kind) ? QVariant(plainToolTip(cellValue(m_table.cell(row, column)).toString())) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(cellAlignment(kind));
    default:
        return {};
    }
}

} // namespace ws
