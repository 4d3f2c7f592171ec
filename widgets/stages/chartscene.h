#pragma once
// A stage chart as a scene: Qt Charts draws bars and axes, texts and legend are items on top of them, placed by
// chartLayout(). The same scene is shown in the window and rendered to SVG, PDF and PNG.

#include "widgets/stages/chartlayout.h"

#include <QGraphicsScene>

class QChart;
class QGraphicsRectItem;

namespace ws {

class ChartScene : public QGraphicsScene
{
    Q_OBJECT
public:
    explicit ChartScene(QObject *parent = nullptr);

    void setData(ChartData data, QSizeF size, const QFont &font);
    void resize(QSizeF size) { setData(std::move(m_data), size, m_font); }
    const ChartData &data() const { return m_data; }
    const ChartLayout &layout() const { return m_layout; }
    const QChart *chart() const { return m_chart; }
    /// A frame around one segment; none: no frame.
    void mark(const std::optional<ChartHit> &hit);

private:
    void fillChart();
    void fillAxes();
    void addTexts();

    ChartData m_data;
    ChartLayout m_layout;
    QFont m_font;
    QChart *m_chart;
    std::vector<QGraphicsItem *> m_items; ///< texts and legend
    QGraphicsRectItem *m_mark;
};

} // namespace ws
