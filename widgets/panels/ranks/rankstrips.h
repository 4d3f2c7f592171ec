#pragma once
// All ranks on the job's clock: a strip per rank with its steps, each divided as its time is (computation by stages,
// waiting, transfers, copies, idle), and the matched collectives as marks at their true times. Within a step the parts
// stand in this order, not in that of the recording, which the rank's own trace shows.

#include "core/base/timerange.h"
#include "widgets/panels/ranks/rankgrid.h"

#include <QPointer>

namespace ws {

class RankStrips : public RankGrid
{
    Q_OBJECT
public:
    explicit RankStrips(QWidget *parent = nullptr);

    std::optional<Place> placeAt(QPointF at) const override;
    TimeRange visibleRange() const { return m_visible; } ///< ns on the job's clock
    void showRange(TimeRange range);
    void showAll();

protected:
    QRectF boxOf(Place place) const override;
    void paintPlot(QPainter &painter) override;
    void jobChanged() override;
    void wheelEvent(QWheelEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    TimeRange rangeOf(Place place) const; ///< on the job's clock
    double xOf(int64_t ns) const;
    void zoom(double factor, double atX);
    void pan(double px);
    void paintStep(QPainter &painter, Place place) const;
    void paintCollectives(QPainter &painter) const;
    void paintRuler(QPainter &painter) const;

    TimeRange m_all, m_visible;
    double m_dragX = 0;
};

} // namespace ws
