#include "widgets/modules/moduletreemodel.h"

#include "core/report/limitsreport.h"
#include "core/report/moduleexport.h"
#include "widgets/toolkit/plaintext.h"

#include <QFont>

#include <algorithm>

namespace ws {

ModuleTreeModel::ModuleTreeModel(QObject *parent) : QAbstractItemModel(parent)
{
    m_columns = {
        {"name", tr("Module"), CellKind::Name},
        {"total_ns", tr("GPU time"), CellKind::Time, tr("GPU time of everything below; each activity counts once")},
        {"of_total", tr("Of total"), CellKind::Share, tr("Of the summed duration of all GPU work in the tree")},
        {"of_parent", tr("Of parent"), CellKind::Share,
         tr("Of the row that it belongs to; roots: of the tree's total")},
        {"self_ns", tr("Self"), CellKind::Time, tr("GPU time of what the module launches itself, its modules apart")},
        {"calls", tr("Calls"), CellKind::Count, tr("Calls of the module; instances of the kernel")},
        {"per_call_ns", tr("Per call"), CellKind::Time, tr("GPU time divided by calls")},
        {"cpu_ns", tr("CPU time"), CellKind::Time, tr("Wall time of the module's calls on the CPU")},
        {"trace", tr("Trace"), CellKind::Text, tr("The operators behind it, as the file has them")},
    };
    std::vector<ReportColumn> limits = limitColumns();
    limits[0].decimals = limits[1].decimals = 1;
    m_columns.insert(m_columns.begin() + FirstLimit, limits.begin(), limits.end());
}

void ModuleTreeModel::setTree(std::shared_ptr<const ModuleTree> tree, std::shared_ptr<const NodeNames> names)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_names = std::move(names);
    m_colours.clear();
    m_limits.clear();
    m_matches.clear();
    chooseUnits();
    m_order = order();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void ModuleTreeModel::setColours(std::vector<QRgb> colours)
{
    m_colours = std::move(colours);
    if (rowCount() > 0) // a view repaints all rows it shows
        emit dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::DecorationRole});
}

void ModuleTreeModel::setLimits(std::vector<NamedLimit> limits)
{
    m_limits = std::move(limits);
    if (m_sortColumn >= FirstLimit && m_sortColumn <= LastLimit)
        reorder();
    if (rowCount() > 0)
        emit dataChanged(index(0, FirstLimit), index(rowCount() - 1, LastLimit));
}

/// Nothing where most of the row's time is of work of which the need is not known.
ReportCell ModuleTreeModel::limitOf(uint32_t row, int column) const
{
    if (row >= m_limits.size())
        return {};
    const auto limit = ofMost(m_limits[row], m_tree->nodes[row].totalNs);
    return limit ? limitCell(&*limit, static_cast<size_t>(column - FirstLimit)) : ReportCell();
}

void ModuleTreeModel::chooseUnits()
{
    for (int column = 0; column < ColumnCount; ++column) {
        ReportColumn &described = m_columns[static_cast<size_t>(column)];
        if (described.kind != CellKind::Time)
            continue;
        qlonglong largest = 0;
        for (uint32_t row = 0; m_tree && row < m_tree->nodes.size(); ++row)
            largest = std::max(largest, cell(row, column).toLongLong());
        described.unit = largest ? timeUnitFor(largest) : TimeUnit::Microseconds;
    }
    shareLargestUnit(m_columns, {"total_ns", "self_ns", "cpu_ns"});
}

std::vector<double> ModuleTreeModel::sortKeys() const
{
    std::vector<double> keys;
    if (m_sortColumn < 0 || m_sortColumn == Trace || m_sortColumn == LastLimit)
        return keys;
    keys.resize(m_tree->nodes.size());
    for (uint32_t row = 0; row < keys.size(); ++row) {
        const ModuleNode &node = m_tree->nodes[row];
        switch (m_sortColumn) {
        case Name:
            keys[row] = m_names->rank(row);
            break;
        case Self:
            keys[row] = static_cast<double>(node.selfNs);
            break;
        case Calls:
            keys[row] = static_cast<double>(node.calls);
            break;
        case PerCall:
            keys[row] = static_cast<double>(node.totalNs) / static_cast<double>(std::max<uint64_t>(node.calls, 1));
            break;
        case Cpu:
            keys[row] = static_cast<double>(node.cpuNs);
            break;
        case FirstLimit:
        case FirstLimit + 1:
        case FirstLimit + 2: {
            const ReportCell reached = limitOf(row, m_sortColumn);
            const double *value = std::get_if<double>(&reached);
            keys[row] = value ? *value : -1;
            break;
        }
        default: // siblings have one parent and one total, so shares sort like times
            keys[row] = static_cast<double>(node.totalNs);
        }
    }
    return keys;
}

TreeOrder ModuleTreeModel::order() const
{
    if (!m_tree)
        return {};
    return orderTree(*m_tree, m_matches.empty() ? std::vector<uint8_t>() : keptRows(*m_tree, m_matches), sortKeys(),
                     m_sortOrder == Qt::DescendingOrder);
}

void ModuleTreeModel::reorder()
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<uint32_t> rows;
    for (const QModelIndex &index : before)
        rows.push_back(nodeOf(index));
    m_order = order();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i)
        after.append(indexOf(rows[static_cast<size_t>(i)], before[i].column()));
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void ModuleTreeModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    if (m_tree)
        reorder();
}

void ModuleTreeModel::applyFilter(std::vector<uint8_t> matches)
{
    m_matches = std::move(matches);
    reorder();
}

void ModuleTreeModel::setFilter(const QString &text)
{
    if (m_tree && (!text.isEmpty() || isFiltered()))
        applyFilter(text.isEmpty() ? std::vector<uint8_t>() : m_names->containing(text));
}

void ModuleTreeModel::setMatches(std::vector<uint8_t> rows)
{
    if (m_tree && rows.size() == m_tree->nodes.size())
        applyFilter(std::move(rows));
}

size_t ModuleTreeModel::matchCount() const
{
    return static_cast<size_t>(std::count(m_matches.begin(), m_matches.end(), 1));
}

uint32_t ModuleTreeModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? m_order.row[index.internalId()] : UINT32_MAX;
}

QModelIndex ModuleTreeModel::indexOf(uint32_t node, int column) const
{
    if (node >= m_order.place.size() || m_order.place[node] == noPlace)
        return {};
    const uint32_t place = m_order.place[node], parent = m_order.parent[place];
    const uint32_t first = parent == noPlace ? 0 : m_order.firstChild[parent];
    return createIndex(static_cast<int>(place - first), column, quintptr(place));
}

QModelIndex ModuleTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    const uint32_t first = parent.isValid() ? m_order.firstChild[parent.internalId()] : 0;
    return createIndex(row, column, quintptr(first + static_cast<uint32_t>(row)));
}

QModelIndex ModuleTreeModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const uint32_t parent = m_order.parent[index.internalId()];
    return parent == noPlace ? QModelIndex() : indexOf(m_order.row[parent]);
}

int ModuleTreeModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_order.rootCount);
    return parent.column() == 0 ? static_cast<int>(m_order.childCount[parent.internalId()]) : 0;
}

int ModuleTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant ModuleTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    return columnHeader(m_columns[static_cast<size_t>(section)], role);
}

QVariant ModuleTreeModel::cell(uint32_t row, int column) const
{
    const ModuleNode &node = m_tree->nodes[row];
    switch (column) {
    case Name:
        return QString::fromStdString(shownName(*m_tree, node));
    case Total:
        return qlonglong(node.totalNs);
    case OfTotal:
        return shareOfTotal(*m_tree, node);
    case OfParent:
        return shareOfParent(*m_tree, node);
    case Self:
        return qlonglong(node.selfNs);
    case Calls:
        return qlonglong(node.calls);
    case PerCall:
        return node.calls ? QVariant(qlonglong(node.totalNs / static_cast<int64_t>(node.calls))) : QVariant();
    case Cpu:
        return node.cpuNs >= 0 ? QVariant(qlonglong(node.cpuNs)) : QVariant();
    case FirstLimit:
    case FirstLimit + 1:
    case FirstLimit + 2:
    case LastLimit:
        return cellValue(limitOf(row, column));
    default:
        return m_tree->source == "kineto" ? QVariant() : QVariant(QString::fromStdString(node.detail));
    }
}

QStringList ModuleTreeModel::shownForms(uint32_t row) const
{
    const ModuleNode &node = m_tree->nodes[row];
    QStringList forms = node.kind == ModuleNode::Kernel ? m_names->forms(row) : QStringList();
    if (forms.isEmpty())
        forms << QString::fromStdString(shownName(*m_tree, node));
    for (QString &form : forms) {
        if (node.instances > 1)
            form += QStringLiteral(" ×%1").arg(node.instances);
        if (node.attribution == ModuleNode::Inferred)
            form += QStringLiteral(" ~");
    }
    return forms;
}

QString ModuleTreeModel::toolTip(uint32_t row) const
{
    const ModuleNode &node = m_tree->nodes[row];
    QString text = QString::fromStdString(shownName(*m_tree, node));
    if (node.instances > 1)
        text += u'\n' + tr("%1 instances of the class, merged").arg(formatCount(static_cast<int64_t>(node.instances)));
    if (node.attribution == ModuleNode::Inferred)
        text += u'\n' + tr("~ the owner of some of this time is inferred: through a graph's launch, an operator or "
                           "a backward link");
    return text;
}

QVariant ModuleTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const uint32_t row = m_order.row[index.internalId()];
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, index.column());
    case ReportModel::ShortRole:
        return index.column() == Name ? QVariant(shownForms(row).first()) : QVariant();
    case ReportModel::NarrowRole:
        return index.column() == Name ? QVariant(shownForms(row).mid(1)) : QVariant();
    case Qt::ToolTipRole:
        return index.column() == Name    ? QVariant(plainToolTip(toolTip(row)))
               : index.column() == Trace ? QVariant(plainToolTip(cell(row, Trace).toString()))
                                         : QVariant();
    case Qt::DecorationRole:
        return index.column() == Name && row < m_colours.size() && m_colours[row] ? QVariant(QColor(m_colours[row]))
                                                                                  : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(cellAlignment(m_columns[static_cast<size_t>(index.column())].kind));
    case Qt::FontRole:
        if (index.column() == Name && m_tree->nodes[row].kind == ModuleNode::Unattributed) {
            QFont font;
            font.setItalic(true);
            return font;
        }
        return {};
    default:
        return {};
    }
}

std::vector<uint32_t> ModuleTreeModel::matchesAsShown() const
{
    std::vector<uint32_t> rows;
    std::vector<QModelIndex> open;
    const auto openAll = [&](const QModelIndex &parent) {
        for (int row = rowCount(parent); row-- > 0;)
            open.push_back(index(row, 0, parent));
    };
    openAll({});
    while (!open.empty()) {
        const QModelIndex at = open.back();
        open.pop_back();
        if (matches()[nodeOf(at)])
            rows.push_back(nodeOf(at));
        openAll(at);
    }
    return rows;
}

} // namespace ws
