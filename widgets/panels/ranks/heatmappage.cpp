#include "widgets/panels/ranks/heatmappage.h"

#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/toolkit/tablepane.h"

#include <QLayout>

#include <algorithm>

namespace ws {
namespace {
constexpr int lowestTable = 200; ///< px: its controls, and the first rows
constexpr int readableRow = 24;  ///< px of the heatmap: with the numbers in its cells
} // namespace

HeatmapPage::HeatmapPage(RankHeatmap *heatmap, QWidget *parent) : QWidget(parent), m_heatmap(heatmap)
{
    heatmap->setParent(this);
}

void HeatmapPage::setTable(TablePane *table)
{
    m_table = table;
    table->setParent(this);
    fit();
}

QSize HeatmapPage::minimumSizeHint() const
{
    return m_heatmap->minimumSizeHint();
}

/// The heatmap has its whole height if the table keeps its own, else what the table needs least, else all.
void HeatmapPage::fit()
{
    const bool hasTable = m_table && m_table->parentWidget() == this; // else another page has it
    int ofHeatmap = height();
    if (hasTable) {
        const int readable = m_heatmap->heightOf(readableRow), whole = m_heatmap->heightOf(RankHeatmap::maxRow);
        const int lowest = std::max(lowestTable, m_table->layout()->minimumHeightForWidth(width()));
        const bool isRoom = height() - lowest >= readable;
        if (isRoom)
            ofHeatmap = std::clamp(height() - std::max(lowest, m_table->heightForWidth(width())), readable, whole);
        m_table->setGeometry(0, ofHeatmap, width(), height() - ofHeatmap);
        m_table->setVisible(isRoom);
    }
    m_heatmap->setGeometry(0, 0, width(), ofHeatmap);
}

void HeatmapPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace ws
