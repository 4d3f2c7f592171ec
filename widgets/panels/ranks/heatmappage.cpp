#include "widgets/panels/ranks/heatmappage.h"

#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/toolkit/tablepane.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ws {
namespace {
constexpr int lowestTable = 200; ///< px: its controls, and the first rows
constexpr int readableRow = 24;  ///< px of the heatmap: with the numbers in its cells
} // namespace

HeatmapPage::HeatmapPage(RankHeatmap *heatmap, QWidget *parent) : QWidget(parent), m_heatmap(heatmap)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(heatmap, 100); // all that fit() allows
}

void HeatmapPage::setTable(TablePane *table)
{
    m_table = table;
    static_cast<QVBoxLayout *>(layout())->addWidget(table, 1);
    fit();
}

void HeatmapPage::fit()
{
    if (!m_table || m_table->parentWidget() != this) // it has the page alone
        return;
    const int room = height() - std::max(lowestTable, m_table->heightForWidth(width()));
    const bool isRoom = room >= m_heatmap->heightOf(readableRow);
    const int ofHeatmap = std::min(room, m_heatmap->heightOf(RankHeatmap::maxRow));
    m_heatmap->setMaximumHeight(isRoom ? ofHeatmap : QWIDGETSIZE_MAX);
    m_table->setVisible(isRoom);
}

void HeatmapPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace ws
