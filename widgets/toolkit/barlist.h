#pragma once
// Short horizontal bars with a name at the left and a value at the right: shares of a whole, or the steps of a
// waterfall. Rows that lead somewhere are chosen by a click or by the arrow keys and Enter.

#include <QList>
#include <QWidget>

class QPainter;

namespace ws {

class PaintedTable;

struct Bar
{
    QString name;
    QString value;
    double from = 0, to = 0; ///< 0 to 1 of the room for bars
    QRgb colour = 0;
    QString toolTip = {};
    bool leads = false; ///< can be activated
    bool muted = false; ///< the rest, sums
};

class BarList : public QWidget
{
    Q_OBJECT
public:
    explicit BarList(QWidget *parent = nullptr);

    void setBars(QList<Bar> bars);
    const QList<Bar> &bars() const { return m_bars; }
    void setNameWidth(int width); ///< px that names have at least where there is room, to align bars below each other
    int nameWidth() const;        ///< px that they need
    int rowAt(double y) const;    ///< -1: none
    /// The same for a picture of this width, without what belongs to mouse and keys.
    void paintBars(QPainter &painter, int width) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void activated(int row);
    void menuRequested(int row, const QPoint &globalPos); ///< by the mouse or the menu key

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void addTable();
    int rowHeight() const;
    void step(int by);
    int nameWidthIn(int width) const;
    int valueWidth() const;

    PaintedTable *m_table = nullptr;
    QList<Bar> m_bars;
    int m_nameWidth = 0;
    int m_current = -1; ///< with the keyboard focus
    int m_hovered = -1;
};

} // namespace ws
