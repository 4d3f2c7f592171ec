#include "widgets/panels/comparison/moduledeltamodel.h"

#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "widgets/toolkit/plaintext.h"

#include <QFont>

#include <cmath>

namespace ws {

ModuleDeltaModel::ModuleDeltaModel(QObject *parent) : QAbstractItemModel(parent)
{
    setDeltas(nullptr);
}

void ModuleDeltaModel::setDeltas(std::shared_ptr<const ModuleDeltas> deltas)
{
    beginResetModel();
    m_deltas = std::move(deltas);
    m_names = ModuleDeltaNames(m_deltas ? *m_deltas : ModuleDeltas());
    m_largest = 0;
    if (m_deltas)
        for (const ModuleDelta &row : m_deltas->rows)
            m_largest = std::max(m_largest, std::abs(m_deltas->delta(row, false)));
    m_columns = moduleDeltaReport(m_deltas).columns;
    m_columns.insert(m_columns.begin() + Bar,
                     {"bar", tr("Faster | slower"), CellKind::Text,
                      tr("Δ of each row, to one scale: to the left faster, to the right slower")});
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

uint32_t ModuleDeltaModel::rowOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<uint32_t>(index.internalId()) : UINT32_MAX;
}

QModelIndex ModuleDeltaModel::indexOf(uint32_t row) const
{
    if (!m_deltas || row >= m_deltas->rows.size())
        return {};
    const uint32_t above = m_deltas->rows[row].parent;
    const uint32_t first = above == UINT32_MAX ? 0 : m_deltas->rows[above].firstChild;
    return createIndex(static_cast<int>(row - first), 0, quintptr(row));
}

QModelIndex ModuleDeltaModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    const uint32_t first = parent.isValid() ? m_deltas->rows[parent.internalId()].firstChild : 0;
    return createIndex(row, column, quintptr(first + static_cast<uint32_t>(row)));
}

QModelIndex ModuleDeltaModel::parent(const QModelIndex &index) const
{
    return index.isValid() ? indexOf(m_deltas->rows[index.internalId()].parent) : QModelIndex();
}

int ModuleDeltaModel::rowCount(const QModelIndex &parent) const
{
    if (!m_deltas || parent.column() > 0)
        return 0;
    return static_cast<int>(parent.isValid() ? m_deltas->rows[parent.internalId()].childCount : m_deltas->rootCount);
}

int ModuleDeltaModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant ModuleDeltaModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    return columnHeader(m_columns[static_cast<size_t>(section)], role);
}

/// Nothing where the run has no such row: that is not the same as no time.
QVariant ModuleDeltaModel::time(const ModuleCost &cost, bool isOwn, bool isB, bool exists) const
{
    return exists ? QVariant(static_cast<qlonglong>(std::llround(m_deltas->shown(cost, isOwn, isB)))) : QVariant();
}

QVariant ModuleDeltaModel::cell(const ModuleDelta &row, int column) const
{
    const bool inA = row.status != ModuleDelta::Added, inB = row.status != ModuleDelta::Removed;
    switch (column) {
    case Name:
        return toText(row.name);
    case A:
    case OwnA:
        return time(row.a, column == OwnA, false, inA);
    case B:
    case OwnB:
        return time(row.b, column == OwnB, true, inB);
    case Delta:
    case OwnDelta:
        return static_cast<qlonglong>(std::llround(m_deltas->delta(row, column == OwnDelta)));
    case Bar:
        return m_largest > 0 ? m_deltas->delta(row, false) / m_largest : 0.0;
    case CallsA:
        return inA ? QVariant(static_cast<qlonglong>(row.a.calls)) : QVariant();
    case CallsB:
        return inB ? QVariant(static_cast<qlonglong>(row.b.calls)) : QVariant();
    default:
        break;
    }
    return moduleStatusText(row.status);
}

QVariant ModuleDeltaModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ModuleDelta &row = m_deltas->rows[index.internalId()];
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, index.column());
    case ReportModel::ShortRole:
        return index.column() == Name ? QVariant(m_names.of(row)) : QVariant();
    case Qt::ToolTipRole:
        if (index.column() == Name)
            return plainToolTip(
                toText(shownName(row.name)) +
                (row.nameB.empty() ? QString() : QStringLiteral("\n→ ") + toText(shownName(row.nameB))));
        return index.column() == Bar ? QVariant(plainToolTip(formatDuration(std::llround(m_deltas->delta(row, false)))))
                                     : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(cellAlignment(m_columns[static_cast<size_t>(index.column())].kind));
    case Qt::FontRole:
        if (index.column() == Name && row.kind == ModuleNode::Unattributed) {
            QFont font;
            font.setItalic(true);
            return font;
        }
        return {};
    default:
        return {};
    }
}

} // namespace ws
