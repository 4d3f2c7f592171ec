#include "widgets/stages/pivotmodel.h"

#include "core/analysis/gpuscan.h"
#include "core/base/shares.h"
#include "core/report/limitsreport.h"

#include <QFont>

#include <algorithm>

namespace ws {
namespace {

QString headOfLabels(const ChartData &data)
{
    if (data.isModules)
        return PivotModel::tr("Module");
    return data.level == ChartLevel::Stages      ? PivotModel::tr("Stage")
           : data.level == ChartLevel::Substages ? PivotModel::tr("Substage")
                                                 : PivotModel::tr("Kernel");
}

/// The second bar minus the first; nothing where only one total includes the time without GPU work.
ReportCell totalDifference(const ChartData &data)
{
    for (size_t at = 0; at < data.segments.size(); ++at)
        if (data.isKnown(at, 0) != data.isKnown(at, 1))
            return {};
    return data.bars[1].wholeNs - data.bars[0].wholeNs;
}

/// `column`: index into limitColumns(). Nothing where most of the time is of work of which the need is not known.
ReportCell reachedCell(const NamedLimit &sum, int64_t gpuNs, size_t column)
{
    const auto limit = ofMost(sum, gpuNs);
    return limit ? limitCell(&*limit, column) : ReportCell();
}

ReportCell sumCell(const ChartData &data, size_t column)
{
    const size_t bars = data.bars.size(), bar = column - PivotModel::FirstBar;
    if (column == PivotModel::Stage)
        return {};
    if (column == PivotModel::Label)
        return PivotModel::tr("Total");
    if (bar < bars)
        return data.bars[bar].wholeNs;
    if (data.isPair())
        return totalDifference(data);
    if (bar == bars)
        return 1.0;
    if (bar > bars + 1) {
        NamedLimit all;
        int64_t gpuNs = 0;
        for (const ChartSegment &segment : data.segments) {
            addTo(all, segment.limit);
            gpuNs = saturatingAdd(gpuNs, segment.gpuNs);
        }
        return reachedCell(all, gpuNs, bar - bars - 2);
    }
    uint64_t count = 0;
    for (const ChartSegment &segment : data.segments)
        count += segment.kind == ChartSegment::NonGpuTime ? 0 : segment.count[0];
    return countCell(count);
}

ReportCell segmentCell(const ChartData &data, size_t row, size_t column)
{
    const ChartSegment &segment = data.segments[row];
    const size_t bars = data.bars.size(), bar = column - PivotModel::FirstBar;
    if (column == PivotModel::Stage)
        return segment.kind == ChartSegment::NonGpuTime ? QString() : QString::fromStdString(segment.key.stage);
    if (column == PivotModel::Label)
        return segment.key.name.empty() ? segment.label : QString::fromStdString(segment.key.name);
    if (bar < bars)
        return data.isKnown(row, bar) ? ReportCell(segment.ns[bar]) : ReportCell();
    if (data.isPair())
        return data.isKnown(row, 0) && data.isKnown(row, 1) ? ReportCell(segment.ns[1] - segment.ns[0]) : ReportCell();
    if (bar > bars + 1)
        return reachedCell(segment.limit, segment.gpuNs, bar - bars - 2);
    return bar == bars ? ReportCell(data.share(row, 0)) : countCell(segment.count[0]);
}

} // namespace

PivotModel::PivotModel(QObject *parent) : ReportModel({}, parent)
{
    setData({});
}

void PivotModel::setData(ChartData chart)
{
    m_data = std::make_shared<const ChartData>(std::move(chart));
    ReportTable table{QStringLiteral("stages"), tr("Stages")};
    table.keys = FirstBar;
    table.columns = describeColumns();
    if (!m_data->segments.empty()) {
        table.rowCount = m_data->segments.size() + 1;
        table.restRows = 1;
    }
    table.fileCell = [data = m_data](size_t row, size_t column) {
        return row < data->segments.size() ? segmentCell(*data, row, column) : sumCell(*data, column);
    };
    table.cell = [data = m_data, all = table.fileCell](size_t row, size_t column) {
        const size_t bar = column - FirstBar, bars = data->bars.size();
        const bool isOfOneBar = bars == 1 && bar == bars; // the share
        const bool isHidden = column >= FirstBar && row < data->segments.size() && (bar < bars || isOfOneBar) &&
                              data->isBesideOthers(row, isOfOneBar ? 0 : bar);
        return isHidden ? ReportCell() : all(row, column);
    };
    if (const int share = table.columnOf("share"); share >= 0 && m_data->bars.size() == 1) { // beside 100 %
        std::vector<double> shares;
        for (size_t row = 0; row < m_data->segments.size(); ++row)
            shares.push_back(m_data->share(row, 0));
        table.cell = [exact = table.cell, share = static_cast<size_t>(share),
                      shown = sharesThatAddUp(std::move(shares))](size_t row, size_t column) {
            return column == share && row < shown.size() ? ReportCell(shown[row]) : exact(row, column);
        };
    }
    setTable(std::move(table));
}

std::vector<ReportColumn> PivotModel::describeColumns() const
{
    std::vector<ReportColumn> columns{{"stage", tr("Stage"), CellKind::Text},
                                      {"substage", headOfLabels(*m_data), CellKind::Name}};
    const bool one = m_data->bars.size() == 1;
    for (const ChartBar &bar : m_data->bars)
        columns.push_back(
            {one ? "elapsed_ns" : bar.label.toStdString() + " (ns)", one ? tr("Elapsed") : bar.label, CellKind::Time,
             bar.label + u'\n' +
                 tr("Elapsed time: work that runs while earlier work still runs counts only where it goes on alone."),
             false, true});
    if (one) {
        columns.push_back({"share", tr("Of total"), CellKind::Share, tr("Of the last row: all that the chart shows.")});
        columns.push_back({"instances", tr("Instances"), CellKind::Count, {}, false, true});
        for (ReportColumn &limit : limitColumns()) {
            limit.decimals = limit.kind == CellKind::Number ? 1 : -1;
            columns.push_back(std::move(limit));
        }
    }
    if (m_data->isPair())
        columns.push_back({"difference_ns", tr("Difference"), CellKind::Time, tr("The second run minus the first one."),
                           false, true});
    int64_t largest = 0;
    for (const ChartBar &bar : m_data->bars)
        largest = std::max(largest, bar.wholeNs);
    for (ReportColumn &column : columns) // one unit for all bars, to compare them
        if (column.kind == CellKind::Time && largest)
            column.unit = timeUnitFor(largest);
    return columns;
}

int PivotModel::segmentOf(int row) const
{
    return row >= 0 && row < static_cast<int>(m_data->segments.size()) ? row : -1;
}

QVariant PivotModel::data(const QModelIndex &index, int role) const
{
    const int segment = segmentOf(index.row());
    if (role == Qt::DecorationRole && index.column() == Label && segment >= 0)
        return QColor(m_data->segments[static_cast<size_t>(segment)].colour);
    const int bar = index.column() - FirstBar;
    const bool isHidden = segment >= 0 && bar >= 0 && bar < static_cast<int>(m_data->bars.size()) &&
                          m_data->isBesideOthers(static_cast<size_t>(segment), static_cast<size_t>(bar));
    if (role == MissingRole && isHidden)
        return tr("hidden");
    if (role == Qt::ToolTipRole && isHidden)
        return tr("It ran only while earlier work still ran, so no elapsed time is its own.");
    if (role == MissingRole)
        return index.column() >= FirstBar ? QStringLiteral("–") : QString();
    if (role == Qt::FontRole && segment < 0) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return ReportModel::data(index, role);
}

} // namespace ws
