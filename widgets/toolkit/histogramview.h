#pragma once
// The distribution of durations: a bar per bin, lines at the median and the 95th percentile, the bin of the selected
// instance marked. A click chooses the first instance of a bin; the numbers are in the tool tip and in the table
// beside. Two distributions stand over each other, each as shares of its own number: A filled, B as an outline.

#include "core/analysis/instances/durations.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

namespace ws {

class PaintedTable;

class HistogramView : public QWidget
{
    Q_OBJECT
public:
    explicit HistogramView(QWidget *parent = nullptr);

    void setData(DurationHistogram histogram, const DurationStats &stats);
    /// Two with equal edges.
    void setPair(DurationHistogram a, const DurationStats &statsA, DurationHistogram b, const DurationStats &statsB);
    bool isPair() const { return m_isPair; }
    const DurationHistogram &histogram(bool ofB = false) const { return ofB ? m_other : m_histogram; }
    void setCurrent(std::optional<int64_t> durationNs); ///< of the selected instance
    /// The one of median length that a view shows: it is marked in place of the median, which of an even number is the
    /// mean of two.
    void setShown(int64_t durationNs);
    /// The bin drawn at `x`; SIZE_MAX: none.
    size_t binAt(double x) const;
    QString textOf(size_t bin) const;
    /// A dashed line from `top` down at a duration, and its text. No line runs through a text.
    struct Mark
    {
        QString text;
        double x = 0, top = 0;
        QRectF box;
    };
    std::vector<Mark> marks() const;
    /// The shortest and the longest duration below an axis of `width` px: rounded where they would meet, and the
    /// longest alone where they still would.
    std::pair<QString, QString> endTexts(double width) const;
    QSize sizeHint() const override { return {320, 160}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

signals:
    void binClicked(double fromNs, double toNs, bool isLast);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void addTable();
    void choose(size_t bin);
    bool isCurrent(size_t bin) const;
    QRectF plot() const;
    double xOf(double ns) const;
    std::vector<Mark> keptApart(std::vector<Mark> marks) const;
    Mark markOf(int64_t ns, const QString &name, int line) const;
    void paintBars(QPainter &painter) const;
    void paintOutline(QPainter &painter) const;
    /// Of 1: the fullest bin of both.
    double heightOf(const DurationHistogram &histogram, uint64_t all, size_t bin) const;

    PaintedTable *m_table = nullptr;
    bool m_isPair = false;
    DurationHistogram m_other; ///< B
    DurationStats m_otherStats;
    DurationHistogram m_histogram;
    DurationStats m_stats;
    std::optional<int64_t> m_current, m_shown;
};

} // namespace ws
