#include "widgets/tables/texttablemodel.h"

#include "core/model/nanoseconds.h"
#include "widgets/toolkit/palette.h"

#include <QFont>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ws {
namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "Total Time (ns)" → "Total Time", "Self CPU %" → "Self CPU": the unit is added again by the view.
QString withoutUnit(QString title)
{
    for (const char *unit : {" (ns)", " (us)", " (ms)", " (s)", " (%)", "(%)", " %"})
        if (title.endsWith(QLatin1String(unit)) && title.size() > static_cast<qsizetype>(qstrlen(unit))) {
            title.chop(static_cast<qsizetype>(qstrlen(unit)));
            break;
        }
    return title;
}

/// Whole numbers without an exponent.
QVariant rawNumber(double number)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::floor(number) == number && std::abs(number) <= exact)
        return static_cast<qlonglong>(number);
    return number;
}

int findNameColumn(const Table &table)
{
    for (const char *name : {"Kernel Name", "Kernel", "Name", "Operation", "Range", "NVTX Range", "API Name"})
        if (const int column = table.columnIndex(name); column >= 0)
            return column;
    for (size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].unit == Unit::Text)
            return static_cast<int>(i);
    return 0;
}

/// Sums of averages, minima and percentiles mean nothing.
bool isSummable(const Column &column)
{
    if (column.unit == Unit::Text || column.unit == Unit::Number)
        return false;
    static constexpr std::string_view others[] = {"Avg",    "avg", "Med",       "Min",    "Max",
                                                  "StdDev", "hit", "occupancy", "SM (%)", "Memory (%)"};
    return std::none_of(std::begin(others), std::end(others),
                        [&](std::string_view word) { return column.name.find(word) != column.name.npos; });
}

/// Numbers that name something are not grouped and do not line up by size.
bool isIdentifier(const Column &column)
{
    static constexpr std::string_view ids[] = {"PID", "TID", "Pid", "Tid", "RangeId", "ParentId", "CorrId"};
    return column.unit == Unit::Number && std::find(std::begin(ids), std::end(ids), column.name) != std::end(ids);
}

} // namespace

TextTableModel::TextTableModel(std::shared_ptr<const Run> run, size_t table, QObject *parent)
    : ColumnModel(parent), m_run(std::move(run)), m_index(table), m_rows(this->table().rows.size())
{
    std::iota(m_rows.begin(), m_rows.end(), 0);
    m_nameColumn = findNameColumn(this->table());
    describeColumns();
    chooseUnits();
}

void TextTableModel::setLink(std::shared_ptr<const NcuLink> link)
{
    if (link == m_link)
        return;
    beginResetModel();
    m_link = std::move(link);
    describeColumns();
    chooseUnits();
    endResetModel();
}

uint32_t TextTableModel::activityOf(int row) const
{
    return m_link ? m_link->join.activityOfRow[static_cast<size_t>(m_rows[static_cast<size_t>(row)])] : NcuJoin::alone;
}

EventRef TextTableModel::kernelOf(int row) const
{
    const uint32_t activity = activityOf(row);
    return activity == NcuJoin::alone ? EventRef{} : m_link->timeline->gpu.slice[activity];
}

void TextTableModel::describeColumns()
{
    m_ids.clear();
    std::vector<TableColumn> columns;
    for (const Column &column : table().columns) {
        m_ids.push_back(column.name);
        columns.push_back(describe(column));
    }
    if (!columns.empty())
        columns[static_cast<size_t>(m_nameColumn)].kind = CellKind::Name;
    if (!table().rowKinds.empty()) {
        m_kindColumn = static_cast<int>(columns.size());
        columns.push_back({"row_kind", tr("Kind of row"), CellKind::Text,
                           tr("Labels, operators, work of the device and overhead of the profiler overlap: add up only "
                              "rows of one kind")});
    }
    m_startColumn = m_link ? static_cast<int>(columns.size()) : -1;
    if (m_link) {
        const QString order = tr("The k-th row of a name belongs to the k-th launch of that name in the open timeline");
        columns.push_back({"timeline_start_ns", tr("Start in timeline"), CellKind::Time, order});
        columns.push_back({"timeline_duration_ns", tr("Duration in timeline"), CellKind::Time, order, false, true});
    }
    setColumns(std::move(columns));
}

TableColumn TextTableModel::describe(const Column &column) const
{
    const QString name = toText(column.name);
    TableColumn described{m_ids.back().c_str(), withoutUnit(name), CellKind::Text, name, false, isSummable(column)};
    if (isIdentifier(column)) {
        described.title = name;
        return described;
    }
    switch (column.unit) {
    case Unit::Text:
        described.title = name;
        break;
    case Unit::Number:
    case Unit::Megabytes:
        described.kind = CellKind::Number;
        described.title = name;
        break;
    case Unit::Count:
        described.kind = CellKind::Count;
        described.title = name;
        break;
    case Unit::Percent:
        described.kind = CellKind::Share;
        break;
    case Unit::Bytes:
        described.kind = CellKind::Bytes;
        break;
    default:
        described.kind = CellKind::Time;
    }
    return described;
}

void TextTableModel::setRowKind(std::optional<RowKind> kind)
{
    beginResetModel();
    m_rows.clear();
    for (size_t i = 0; i < table().rows.size(); ++i)
        if (!kind || table().rowKinds[i] == *kind)
            m_rows.push_back(static_cast<int>(i));
    endResetModel();
}

bool TextTableModel::isAmbiguous(int row) const
{
    const auto at = static_cast<size_t>(m_rows[static_cast<size_t>(row)]);
    return at < table().ambiguousName.size() && table().ambiguousName[at];
}

int TextTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString TextTableModel::kindName(RowKind kind)
{
    switch (kind) {
    case RowKind::Annotation:
        return tr("label");
    case RowKind::Operator:
        return tr("operator");
    case RowKind::DeviceWork:
        return tr("device work");
    case RowKind::Overhead:
        return tr("overhead");
    case RowKind::Plain:
        break;
    }
    return {};
}

const Cell &TextTableModel::cellAt(int row, int column) const
{
    return table().rows[static_cast<size_t>(m_rows[static_cast<size_t>(row)])][static_cast<size_t>(column)];
}

QVariant TextTableModel::cell(int row, int column) const
{
    if (column == m_kindColumn) {
        const QString kind = kindName(table().rowKinds[static_cast<size_t>(m_rows[static_cast<size_t>(row)])]);
        return isAmbiguous(row) ? tr("%1, ambiguous name").arg(kind) : kind;
    }
    if (!isOfFile(column))
        return timelineCell(row, column);
    const Cell &value = cellAt(row, column);
    if (const auto *text = std::get_if<std::string>(&value))
        return toText(*text);
    const auto *number = std::get_if<double>(&value);
    if (!number)
        return {};
    const Unit unit = table().columns[static_cast<size_t>(column)].unit;
    if (const double scale = nanosecondsPer(unit); scale > 0)
        return *number * scale;
    if (unit == Unit::Percent)
        return *number / 100;
    if (isIdentifier(table().columns[static_cast<size_t>(column)]))
        return qlonglong(*number);
    return *number;
}

QVariant TextTableModel::timelineCell(int row, int column) const
{
    const uint32_t activity = activityOf(row);
    if (activity == NcuJoin::alone)
        return {};
    const GpuWork &gpu = m_link->timeline->gpu;
    return qlonglong(column == m_startColumn ? gpu.start[activity] : gpu.duration[activity]);
}

QVariant TextTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == RawRole && isOfFile(index.column())) {
        const auto *number = std::get_if<double>(&cellAt(index.row(), index.column()));
        return number ? rawNumber(*number) : QVariant();
    }
    if (index.column() == m_nameColumn && isAmbiguous(index.row())) {
        if (role == Qt::FontRole) {
            QFont font;
            font.setItalic(true);
            return font;
        }
        if (role == Qt::ToolTipRole)
            return tr("%1\nCut short by torch; several rows share what is left of the name. They are different kernels "
                      "and are never merged.")
                .arg(cell(index.row(), index.column()).toString());
    }
    if (role == Qt::ForegroundRole && m_kindColumn >= 0) {
        const RowKind kind = table().rowKinds[static_cast<size_t>(m_rows[static_cast<size_t>(index.row())])];
        if (kind == RowKind::Annotation || kind == RowKind::Overhead)
            return QColor(Palette::current().muted);
    }
    return ColumnModel::data(index, role);
}

} // namespace ws
