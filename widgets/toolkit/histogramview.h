#pragma once
// The distribution of durations: a bar per bin, lines at the median and the 95th percentile, the bin of the selected
// instance marked. A click chooses the first instance of a bin; the numbers are in the tool tip and in the table
// beside.

#include "core/analysis/instances/durations.h"

#include <QWidget>

#include <optional>

namespace ws {

class HistogramView : public QWidget
{
    Q_OBJECT
public:
    explicit HistogramView(QWidget *parent = nullptr);

    void setData(DurationHistogram histogram, const DurationStats &stats);
    void setCurrent(std::optional<int64_t> durationNs); ///< of the selected instance
    /// The bin drawn at `x`; SIZE_MAX: none.
    size_t binAt(double x) const;
    QString textOf(size_t bin) const;
    QSize sizeHint() const override { return {320, 160}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

signals:
    void binClicked(double fromNs, double toNs, bool isLast);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    QRectF plot() const;
    double xOf(double ns) const;
    void paintLine(QPainter &painter, int64_t ns, const QString &name, int line) const;

    DurationHistogram m_histogram;
    DurationStats m_stats;
    std::optional<int64_t> m_current;
};

} // namespace ws
