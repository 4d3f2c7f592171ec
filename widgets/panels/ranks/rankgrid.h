#pragma once
// The ranks of a job as rows under one another, with what the heatmap and the strips share: names at the left, the row
// under the mouse or the keyboard, scrolling where there are more rows than room. A row is as high as its share of the
// view, at least minRow px.

#include "core/analysis/job/rankjob.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>

namespace ws {

class PaintedTable;

class RankGrid : public QAbstractScrollArea
{
    Q_OBJECT
public:
    struct Place
    {
        uint32_t rank = 0, step = 0; ///< step of the job
        bool operator==(const Place &) const = default;
    };

    static constexpr int maxRow = 40; ///< px

    void setJob(std::shared_ptr<const RankJob> job);
    const std::shared_ptr<const RankJob> &job() const { return m_job; }
    std::optional<Place> current() const { return m_current; }
    void setCurrent(Place place);                               ///< scrolls there
    virtual std::optional<Place> placeAt(QPointF at) const = 0; ///< of the viewport
    int heightOf(int row) const;                                ///< px, with rows as high as this
    /// One line a fact: of the tool tip and of screen readers.
    QString textOf(Place place) const;

signals:
    void currentChanged(const ws::RankGrid::Place &place);
    void activated(const ws::RankGrid::Place &place); ///< double-click or Enter
    void menuWanted(uint32_t rank, const QPoint &globalPos);

protected:
    static constexpr int minRow = 4, headerHeight = 22;

    RankGrid(const QString &accessibleName, QWidget *parent);

    /// Of the viewport, scrolled; without the names.
    QRectF plot() const;
    QRectF rowRect(uint32_t rank) const;
    std::optional<uint32_t> rankAt(double y) const;
    virtual QRectF boxOf(Place place) const = 0;
    virtual void paintPlot(QPainter &painter) = 0;
    bool isThere(Place place) const;
    virtual void jobChanged() {}
    virtual QString tipAt(QPointF at) const; ///< empty: none

    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void addTable();
    void paintNames(QPainter &painter) const;
    void fitScrollBar();
    int rowHeight() const;
    void step(int ranks, int steps);

    std::shared_ptr<const RankJob> m_job;
    std::optional<Place> m_current;
    int m_namesWidth = 0;
    QStringList m_names; ///< of the ranks: without folders where they differ without them
    PaintedTable *m_table = nullptr;
};

} // namespace ws
