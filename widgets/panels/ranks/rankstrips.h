#pragma once
// All ranks on the job's clock: a strip per rank with its steps, each divided as its time is (computation by stages,
// waiting, transfers, copies, idle), and the collectives as marks at their true times, as bars where no steps are
// known. Within a step the parts stand in this order, not in that of the recording, which the rank's own trace shows. A
// click on a mark, or N and P, shows the same collective on every rank: who was there when, who waited, and the
// transfer.

#include "core/base/timerange.h"
#include "widgets/panels/ranks/rankcollectives.h"
#include "widgets/panels/ranks/rankgrid.h"
#include "widgets/panels/ranks/stripcolours.h"

#include <QPointer>

namespace ws {

class RankStrips : public RankGrid
{
    Q_OBJECT
public:
    explicit RankStrips(QWidget *parent = nullptr);

    std::optional<Place> placeAt(QPointF at) const override;
    bool isBlank() const { return m_all.length() <= 0; } ///< neither steps nor collectives on a known clock
    TimeRange visibleRange() const { return m_visible; } ///< ns on the job's clock
    void showRange(TimeRange range);
    void showAll();
    /// Marks it on all its ranks and zooms there; nothing where fewer than two clocks of it are known.
    void showCollective(uint32_t match, uint32_t rank);
    /// False: fewer than two clocks of its ranks are known.
    bool knows(uint32_t match) const { return m_collectives.span(match).length() > 0; }
    TimeRange spanOf(uint32_t match, uint32_t rank) const; ///< on the rank's own clock; empty: it takes no part
    std::optional<uint32_t> collective() const { return m_collective; } ///< index of the match
    /// Says which one is marked and what it does on the current rank; empty: none is.
    QString collectiveText() const;
    /// Of the stages with most computation, then the other parts of a step.
    Swatches::Entries legend() const { return stripLegend(job().get()); }

signals:
    void collectiveChanged(); ///< another one is marked, or none
    /// Enter or double-click while a collective is marked; `span` on the rank's own clock.
    void collectiveActivated(uint32_t rank, const ws::TimeRange &span);

protected:
    QRectF boxOf(Place place) const override;
    void paintPlot(QPainter &painter) override;
    void jobChanged() override;
    void wheelEvent(QWheelEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    QString tipAt(QPointF at) const override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    TimeRange rangeOf(Place place) const; ///< on the job's clock
    double xOf(int64_t ns) const;
    void zoom(double factor, double atX);
    void pan(double px);
    void paintStep(QPainter &painter, Place place) const;
    void paintCollectives(QPainter &painter) const;
    void paintBars(QPainter &painter, uint32_t rank) const;
    void paintChosen(QPainter &painter) const;
    void paintRuler(QPainter &painter) const;
    std::optional<uint32_t> collectiveAt(QPointF at) const;
    void stepCollective(int by);
    bool activateCollective();
    void mark(std::optional<uint32_t> collective);
    uint32_t markedRank() const; ///< the current one where it takes part

    TimeRange m_all, m_visible;
    double m_dragX = 0;
    mutable RankCollectives m_collectives; ///< keeps the marks of the rank that was asked for last
    std::optional<uint32_t> m_collective;
};

} // namespace ws
