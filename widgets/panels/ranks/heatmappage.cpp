#include "widgets/panels/ranks/heatmappage.h"

#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/toolkit/tablepane.h"

#include <QEvent>
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

/// The heatmap has the height that its rows may take at most where the table keeps its own; less, as long as its
/// numbers can be read, where the table needs it; all where both would be too low.
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

bool HeatmapPage::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) // the table has become higher or lower, as in another language
        fit();
    return QWidget::event(event);
}

void HeatmapPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace ws
