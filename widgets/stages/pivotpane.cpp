#include "widgets/stages/pivotpane.h"

#include "widgets/toolkit/elidingheader.h"

#include <QEvent>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

constexpr int minPartName = 130; ///< px of a part's name

QStringList labelsOf(const ChartData &chart)
{
    QStringList labels;
    for (const ChartBar &bar : chart.bars)
        labels << bar.label;
    return labels;
}

} // namespace

PivotPane::PivotPane(QWidget *parent) : PivotPane(new PivotModel, parent) {}

PivotPane::PivotPane(PivotModel *pivot, QWidget *parent)
    : TablePane(pivot, QStringLiteral("stages"), parent), m_pivot(pivot)
{
    view()->setAccessibleName(tr("Stages"));
    view()->setSortingEnabled(false); // the chart's order; the total stays last
    proxy()->sort(-1);
    view()->horizontalHeader()->setSortIndicatorShown(false);
    view()->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    view()->setMinimumWidth(200);
    view()->viewport()->installEventFilter(this);
    connect(view()->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column) { m_widthsAreTheUsers = m_widthsAreTheUsers || column >= PivotModel::FirstBar; });
}

void PivotPane::setData(ChartData data)
{
    const bool isOther = labelsOf(data) != labelsOf(m_pivot->chart());
    const bool areTheUsers = m_widthsAreTheUsers && !isOther;
    const int columns = m_pivot->columnCount();
    m_pivot->setData(std::move(data));
    if (m_pivot->columnCount() != columns)
        restoreColumns();
    m_widthsAreTheUsers = areTheUsers;
    fitBars(); // of other numbers, too
}

void PivotPane::showStages(bool shown)
{
    setColumnShown("stage", shown);
    fitNames(minPartName);
}

void PivotPane::fitBars()
{
    if (m_widthsAreTheUsers || m_isFitting)
        return;
    m_isFitting = true;
    constexpr int min = 84, max = 220;

    view()->resizeColumnToContents(PivotModel::Stage);
    std::vector<int> columns, wanted, needed; // for the heading, for the numbers
    const int names = view()->columnWidth(PivotModel::Stage) + minPartName;
    const auto *header = static_cast<ElidingHeader *>(view()->horizontalHeader());
    const QAbstractItemView *cells = view(); // QTableView hides the hint
    for (int column = PivotModel::FirstBar; column < m_pivot->columnCount(); ++column)
        if (!view()->isColumnHidden(column)) {
            columns.push_back(column);
            needed.push_back(std::max(min, cells->sizeHintForColumn(column)));
        }
    const auto wish = [&](bool unitsBelow) {
        wanted.clear();
        for (size_t i = 0; i < needed.size(); ++i) {
            const int heading = header->titleWidth(columns[i], unitsBelow) + 4;
            wanted.push_back(std::max(std::clamp(heading, min, max), needed[i]));
        }
        return std::accumulate(wanted.begin(), wanted.end(), names) <= view()->viewport()->width();
    };
    const bool hasRoom = wish(false) || wish(true);
    const int share = (view()->viewport()->width() - names) / std::max(1, static_cast<int>(wanted.size()));
    const int crowded = std::max(96, share);
    for (size_t i = 0; i < wanted.size(); ++i)
        view()->setColumnWidth(columns[i], hasRoom ? wanted[i] : std::max(needed[i], std::min(wanted[i], crowded)));
    fitNames(minPartName);
    m_widthsAreTheUsers = m_isFitting = false; // not by the user
}

bool PivotPane::eventFilter(QObject *object, QEvent *event)
{
    const bool isEaten = TablePane::eventFilter(object, event);
    if (event->type() == QEvent::Resize && object == view()->viewport())
        fitBars();
    return isEaten;
}

const ChartBar *PivotPane::currentBar() const
{
    const std::vector<ChartBar> &bars = m_pivot->chart().bars;
    const int bar = bars.size() == 1 ? 0 : view()->currentIndex().column() - PivotModel::FirstBar;
    return bar >= 0 && bar < static_cast<int>(bars.size()) ? &bars[static_cast<size_t>(bar)] : nullptr;
}

const ChartSegment *PivotPane::segment(int row) const
{
    const int segment = m_pivot->segmentOf(row);
    return segment < 0 ? nullptr : &m_pivot->chart().segments[static_cast<size_t>(segment)];
}

} // namespace ws
