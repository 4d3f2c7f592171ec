#pragma once
// What dropping a file here would do, drawn over the window's contents while files are dragged across it: the halves of
// a comparison, the middle for one more run, and the one under the mouse lit. It only draws; the events go to the
// window. Rejected: halves without a middle (then a file could not be opened as before over most of the window).

#include <QWidget>

#include <array>

namespace ws {

enum class DropZone { None, First, Middle, Second }; ///< First: left or top

/// Two fifths each for the halves, the rest between them; `withMiddle` false: two halves. None: outside of `area`.
DropZone dropZoneAt(QRect area, QPoint at, Qt::Orientation direction, bool withMiddle);
/// The part of `area` that belongs to a zone; empty: none.
QRect dropZoneRect(QRect area, DropZone zone, Qt::Orientation direction, bool withMiddle);

class DropOverlay : public QWidget
{
    Q_OBJECT
public:
    /// Lies over `area`, its parent, and has its size while it is shown.
    explicit DropOverlay(QWidget *area);

    /// What the zones do, in the order of the window; an empty text: no such zone. One text only, in the middle: the
    /// whole area is one zone.
    void setTexts(const QString &first, const QString &middle, const QString &second, Qt::Orientation direction);
    void setZone(DropZone zone); ///< the lit one
    DropZone zone() const { return m_zone; }
    DropZone zoneAt(QPoint at) const; ///< in the area's coordinates
    QString textOf(DropZone zone) const { return m_texts[static_cast<size_t>(zone)]; }

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    bool isWhole() const;
    QRect rectOf(DropZone zone) const;

    std::array<QString, 4> m_texts; ///< by DropZone
    Qt::Orientation m_direction = Qt::Horizontal;
    DropZone m_zone = DropZone::None;
};

} // namespace ws
