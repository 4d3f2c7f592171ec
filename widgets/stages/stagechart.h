#pragma once
// The stage chart in the window. A click selects a segment's kernels, a double-click drills into it, a click on the
// legend hides or shows, hovering shows exact numbers. A double-click on the name below the axis, or Ctrl and a
// double-click anywhere on the bar, applies to the whole bar.

#include "widgets/stages/chartscene.h"

#include <QGraphicsView>

namespace ws {

class PaintedTable;

class StageChart : public QGraphicsView
{
    Q_OBJECT
public:
    explicit StageChart(QWidget *parent = nullptr);
    void setData(ChartData data);
    const ChartData &data() const { return m_scene->data(); }
    const ChartScene &chartScene() const { return *m_scene; }

signals:
    void clicked(size_t segment, size_t bar);
    void doubleClicked(size_t segment);
    void legendClicked(size_t segment);
    void backgroundClicked();
    void barActivated(size_t bar);
    void pressed(); ///< any button, before its action
    void menuRequested(std::optional<size_t> segment, std::optional<size_t> bar, const QPoint &globalAt);

protected:
    bool viewportEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void addTable();
    std::optional<ChartHit> hitAt(const QPoint &at) const;
    std::optional<BarHit> barAt(const QPoint &at) const;
    QString tipAt(const QPoint &at) const;
    void showTip(const QPoint &at);

    ChartScene *m_scene;
    PaintedTable *m_table = nullptr;
    std::optional<ChartHit> m_hover;
    std::optional<BarHit> m_hoverBar;
};

} // namespace ws
