#pragma once
// Call stacks as an icicle: the whole at the top, below each frame the frames that it called, as wide as their share of
// the GPU time. A click makes a frame the whole, a click on the top goes back. A chain of frames that only pass on what
// they call is one box. The same numbers stand in the table beside.

#include "core/analysis/stacks/callstacks.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace ws {

class IcicleView : public QWidget
{
    Q_OBJECT
public:
    explicit IcicleView(QWidget *parent = nullptr);

    /// Null: nothing. The frames live as long as `run`.
    void setStacks(RunPtr run, std::shared_ptr<const CallStacks> stacks);
    /// The node drawn at a point; noStackNode: none.
    uint32_t nodeAt(QPointF point) const;
    uint32_t zoomedTo() const { return m_root; } ///< noStackNode: the whole
    void zoomTo(uint32_t node);

    QSize sizeHint() const override { return {420, 240}; }
    QSize minimumSizeHint() const override { return {200, 80}; }

signals:
    void frameClicked(uint32_t node);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Box
    {
        uint32_t node;      ///< the last one of a chain; noStackNode: the whole
        uint32_t firstNode; ///< of the chain
        int row;
        double left, right; ///< px
    };

    void findChildren();
    void layOut();
    void addBelow(uint32_t node, int row, double left, double right);
    const std::vector<uint32_t> &childrenOf(uint32_t node) const;
    int64_t totalOf(uint32_t node) const;
    int rowHeight() const;
    const Box *boxAt(QPointF point) const;
    QString textOf(const Box &box) const;

    RunPtr m_run;
    std::shared_ptr<const CallStacks> m_stacks;
    std::vector<std::vector<uint32_t>> m_children; ///< by node, then the outermost ones; the largest first
    std::vector<Box> m_boxes;                      ///< drawn
    uint32_t m_root = noStackNode;
    int m_scroll = 0; ///< rows
    int m_rows = 0;
};

} // namespace ws
