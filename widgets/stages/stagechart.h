#pragma once
// The stage chart in the window. Click selects what a segment stands for, double-click goes into it, a click on the
// legend hides or shows, hovering tells exact numbers.

#include "widgets/stages/chartscene.h"

#include <QGraphicsView>

namespace ws {

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

protected:
    void resizeEvent(QResizeEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    std::optional<ChartHit> hitAt(const QPoint &at) const;

    ChartScene *m_scene;
    std::optional<ChartHit> m_hover;
};

} // namespace ws
