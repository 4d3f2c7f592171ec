#pragma once
// One bar that adds up: its segments in order, each with its name and value where they fit. Idle time is hatched.

#include <QList>
#include <QWidget>

#include <cstdint>

namespace ws {

struct ShareSegment
{
    QString name;
    QString value; ///< "8.6 ms · 10.2 %"
    int64_t amount = 0;
    QRgb colour = 0;
    bool hatched = false;
};

class ShareBar : public QWidget
{
    Q_OBJECT
public:
    explicit ShareBar(QWidget *parent = nullptr);

    /// The whole is the sum of the amounts; negative ones count as 0. `title` stands left of the bar ("GPU 0").
    void setSegments(const QString &title, QList<ShareSegment> segments);
    void setCompact(bool compact); ///< one line of text instead of two
    void setTitleWidth(int width); ///< px, to align bars below each other
    int titleWidth() const;        ///< that the title needs
    int segmentAt(double x) const; ///< -1: none
    /// Left and right edge in the widget; they leave no pixel between segments.
    std::pair<double, double> edges(int segment) const;
    /// What is written in a segment: its name, cut if need be, and its value where that has room.
    QStringList linesOf(int segment) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

signals:
    void activated(int segment);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    int left() const;

    QString m_title;
    QList<ShareSegment> m_segments;
    QList<double> m_ends; ///< 0 to 1, where each segment ends
    int m_titleWidth = 0;
    bool m_isCompact = false;
};

} // namespace ws
