#pragma once
// Call stacks as an icicle: the whole at the top, below each frame the frames that it called, as wide as their share of
// the GPU time. A click makes a frame the whole, a click on the top goes back. A chain of frames that only pass on what
// they call is one box. The same numbers stand in the table beside. With the keyboard: arrows from box to box, Enter
// makes the current one the whole, Backspace goes one frame outwards, Escape back to all.

#include "core/analysis/stacks/stackpicture.h"

#include <QWidget>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

class PaintedTable;

class IcicleView : public QWidget
{
    Q_OBJECT
public:
    explicit IcicleView(QWidget *parent = nullptr);

    /// Null: nothing. The frames live as long as `run`.
    void setStacks(RunPtr run, std::shared_ptr<const StackPicture> picture);
    /// The node drawn at a point; noStackNode: none.
    uint32_t nodeAt(QPointF point) const;
    uint32_t zoomedTo() const { return m_root; }       ///< noStackNode: the whole
    uint32_t currentNode() const { return m_current; } ///< of the keyboard; noStackNode: the whole
    void zoomTo(uint32_t node);
    /// Frames of this name stand out; empty: none does.
    void setMarked(std::string_view frame);

    QSize sizeHint() const override { return {420, 240}; }
    QSize minimumSizeHint() const override { return {200, 80}; }

signals:
    void frameClicked(uint32_t node);
    void zoomed(); ///< to another frame, or to the whole

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Box
    {
        uint32_t node;      ///< the last one of a chain; noStackNode: the whole
        uint32_t firstNode; ///< of the chain
        int row;
        double left, right; ///< px
        size_t parent;      ///< index of the box above; its own: the top
    };

    void addTable();
    size_t boxOf(int row, int column) const; ///< index; `column` from 1
    bool walk(int key);
    void setCurrent(uint32_t node);
    size_t currentBox() const;
    void layOut();
    void addBelow(size_t top);
    int64_t totalOf(uint32_t node) const;
    int rowHeight() const;
    const Box *boxAt(QPointF point) const;
    QString textOf(const Box &box) const;
    bool isMarked(const Box &box) const;

    PaintedTable *m_table = nullptr;
    RunPtr m_run;
    std::shared_ptr<const StackPicture> m_picture; ///< null: nothing
    std::shared_ptr<const CallStacks> m_stacks;    ///< of the picture
    std::vector<Box> m_boxes;                      ///< drawn; a box comes after the one above it
    uint32_t m_root = noStackNode;
    std::string m_marked;
    uint32_t m_current = noStackNode; ///< always of a drawn box
    int m_scroll = 0;                 ///< rows
    int m_rows = 0;
};

} // namespace ws
