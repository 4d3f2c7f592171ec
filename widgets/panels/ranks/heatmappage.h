#pragma once
// The heatmap, and below it the table of the ranks where they leave it room: a job of few ranks would fill a strip of a
// large window and nothing else.

#include <QPointer>
#include <QWidget>

namespace ws {

class RankHeatmap;
class TablePane;

class HeatmapPage : public QWidget
{
    Q_OBJECT
public:
    explicit HeatmapPage(RankHeatmap *heatmap, QWidget *parent = nullptr);
    void setTable(TablePane *table); ///< becomes its child
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();

    RankHeatmap *m_heatmap;
    QPointer<TablePane> m_table;
};

} // namespace ws
