#include "widgets/stages/pivotmodel.h"

#include "core/base/shortname.h"

#include <QFont>

#include <algorithm>

namespace ws {

PivotModel::PivotModel(QObject *parent) : ColumnModel(parent)
{
    setData({});
}

void PivotModel::setData(ChartData data)
{
    beginResetModel();
    m_data = std::move(data);
    m_ids.clear();
    for (const ChartBar &bar : m_data.bars)
        m_ids.push_back(bar.label.toStdString());
    std::vector<TableColumn> columns{{"stage", tr("Stage"), CellKind::Text},
                                     {"substage", headOfLabels(), CellKind::Name}};
    const bool one = m_data.bars.size() == 1;
    for (size_t i = 0; i < m_data.bars.size(); ++i)
        columns.push_back(
            {one ? "elapsed_ns" : m_ids[i].c_str(),
             one ? tr("Elapsed") : QString::fromStdString(cutInMiddle(m_ids[i], 24)), CellKind::Time,
             QString::fromStdString(m_ids[i]) + u'\n' +
                 tr("Elapsed time: work that runs while earlier work still runs counts only where it goes on alone."),
             false, true});
    if (one) {
        columns.push_back({"share", tr("Share"), CellKind::Share, tr("Of the last row: all that the chart shows.")});
        columns.push_back({"instances", tr("Instances"), CellKind::Count, {}, false, true});
    }
    m_isPair = m_data.bars.size() == 2 && m_data.bars[0].run != m_data.bars[1].run;
    if (m_isPair)
        columns.push_back(
            {"difference_ns", tr("Difference"), CellKind::Time, tr("The second run less the first one."), false, true});
    int64_t largest = 0;
    for (const ChartBar &bar : m_data.bars)
        largest = std::max(largest, bar.wholeNs);
    for (TableColumn &column : columns) // bars are there to be compared: one unit for all
        if (column.kind == CellKind::Time && largest)
            column.unit = timeUnitFor(largest);
    setColumns(std::move(columns));
    endResetModel();
}

QString PivotModel::headOfLabels() const
{
    if (m_data.isModules)
        return tr("Module");
    return m_data.level == ChartLevel::Stages      ? tr("Stage")
           : m_data.level == ChartLevel::Substages ? tr("Substage")
                                                   : tr("Kernel");
}

/// The second bar less the first; nothing where one of them is not known.
QVariant PivotModel::difference(int segment) const
{
    const auto differ = [](int64_t a, int64_t b) { return static_cast<qlonglong>(b - a); };
    if (segment >= 0) {
        const auto at = static_cast<size_t>(segment);
        const std::vector<int64_t> &ns = m_data.segments[at].ns;
        return m_data.isKnown(at, 0) && m_data.isKnown(at, 1) ? differ(ns[0], ns[1]) : QVariant();
    }
    for (size_t at = 0; at < m_data.segments.size(); ++at)
        if (m_data.isKnown(at, 0) != m_data.isKnown(at, 1))
            return {}; // one total holds the time without GPU work, the other does not
    return differ(m_data.bars[0].wholeNs, m_data.bars[1].wholeNs);
}

int PivotModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || m_data.segments.empty() ? 0 : static_cast<int>(m_data.segments.size()) + 1;
}

int PivotModel::segmentOf(int row) const
{
    return row >= 0 && row < static_cast<int>(m_data.segments.size()) ? row : -1;
}

QVariant PivotModel::data(const QModelIndex &index, int role) const
{
    const int segment = segmentOf(index.row());
    if (role == Qt::DecorationRole && index.column() == Label && segment >= 0)
        return QColor(m_data.segments[static_cast<size_t>(segment)].colour);
    if (role == ColumnModel::MissingRole)
        return index.column() >= FirstBar ? QStringLiteral("–") : QString();
    if (role == Qt::FontRole && segment < 0) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return ColumnModel::data(index, role);
}

QVariant PivotModel::cell(int row, int column) const
{
    const int at = segmentOf(row);
    const size_t bars = m_data.bars.size();
    const auto bar = static_cast<size_t>(column - FirstBar);
    if (at < 0) {
        if (column == Stage)
            return {};
        if (column == Label)
            return tr("Total");
        if (bar < bars)
            return static_cast<qlonglong>(m_data.bars[bar].wholeNs);
        if (m_isPair)
            return difference(-1);
        if (bar == bars)
            return 1.0;
        qlonglong count = 0;
        for (const ChartSegment &segment : m_data.segments)
            count += segment.kind == ChartSegment::NonGpuTime ? 0 : static_cast<qlonglong>(segment.count[0]);
        return count;
    }
    const ChartSegment &segment = m_data.segments[static_cast<size_t>(at)];
    if (column == Stage)
        return segment.kind == ChartSegment::NonGpuTime ? QString() : QString::fromStdString(segment.key.stage);
    if (column == Label)
        return segment.key.name.empty() ? segment.label : QString::fromStdString(segment.key.name);
    if (bar < bars)
        return m_data.isKnown(static_cast<size_t>(at), bar) ? QVariant(static_cast<qlonglong>(segment.ns[bar]))
                                                            : QVariant();
    if (m_isPair)
        return difference(at);
    if (bar == bars)
        return m_data.share(static_cast<size_t>(at), 0);
    return static_cast<qlonglong>(segment.count[0]);
}

} // namespace ws
