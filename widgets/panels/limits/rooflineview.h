#pragma once
// A roofline: discs of operators with their shapes, as large as their GPU time, below the slope of the bandwidth and
// the ceilings of the types. A click chooses the row of a disc, a double click goes to its work. Rejected: a scatter
// series of Qt Charts 6.4 takes quadratic time and has one size for all its points, and a logarithmic axis there has no
// lines within a decade.

#include "core/analysis/limits/roofline.h"
#include "core/model/run.h"
#include "widgets/toolkit/picture.h"

#include <QWidget>

#include <memory>
#include <optional>

class QPainter;

namespace ws {

class PaintedTable;
class Palette;

class RooflineView : public QWidget
{
    Q_OBJECT
public:
    explicit RooflineView(QWidget *parent = nullptr);

    /// `limits` null: nothing to show.
    void setLimits(RunPtr run, std::shared_ptr<const Limits> limits);
    const Roofline &roofline() const { return m_roofline; }
    void setCurrentRow(std::optional<uint32_t> row); ///< of the limits: its disc gets a frame

    /// Index into roofline().points: the smallest disc at the place; nothing: none.
    std::optional<size_t> pointAt(QPointF at) const;
    QPointF centreOf(size_t point) const; ///< px in the view
    double radiusOf(size_t point) const;  ///< px
    QString textOf(size_t point) const;   ///< lines of the tool tip
    /// What is not in the picture; empty: nothing.
    QString leftOutText() const;
    /// The picture as a file; `caption`: plain lines below it.
    Picture picture(const QStringList &caption) const;

    QSize sizeHint() const override { return {420, 300}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

signals:
    void rowClicked(uint32_t row);   ///< of the limits
    void rowActivated(uint32_t row); ///< double click
    void pictureWanted();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    struct Frame; ///< the plot's place and its scales, for one size

    void addTable();
    Frame frame(QSizeF size) const;
    void paint(QPainter &painter, const Frame &frame, const Palette &palette) const;
    void paintAxes(QPainter &painter, const Frame &frame, const Palette &palette) const;
    void paintCeilings(QPainter &painter, const Frame &frame, const Palette &palette) const;
    void paintPoints(QPainter &painter, const Frame &frame, const Palette &palette) const;
    void paintLegend(QPainter &painter, const Frame &frame, const Palette &palette) const;

    PaintedTable *m_table = nullptr;
    RunPtr m_run;
    std::shared_ptr<const Limits> m_limits;
    Roofline m_roofline;
    std::optional<uint32_t> m_current; ///< row
    std::optional<size_t> m_hovered;   ///< point
};

} // namespace ws
