#pragma once
// One number of several runs, in their order: a line through points above the runs' names, from 0, with the baseline's
// value as a dashed line. A run without the number leaves a gap.

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace ws {

class PaintedTable;

struct Curve
{
    QString title;
    QStringList labels;
    std::vector<std::optional<double>> values; ///< parallel to labels; not negative
    QStringList texts;                         ///< parallel: the values as text
    size_t baseline = 0;                       ///< index
};

class CurveView : public QWidget
{
    Q_OBJECT
public:
    explicit CurveView(QWidget *parent = nullptr);

    void setCurve(Curve curve);
    const Curve &curve() const { return m_curve; }
    /// Where the point of a run is drawn; nothing without a value.
    std::optional<QPointF> pointOf(size_t run) const;
    QSize sizeHint() const override { return {320, 170}; }
    QSize minimumSizeHint() const override { return {160, 90}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addTable();
    QRectF plot() const;

    PaintedTable *m_table = nullptr;
    Curve m_curve;
};

} // namespace ws
