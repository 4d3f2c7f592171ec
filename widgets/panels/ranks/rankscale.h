#pragma once
// What the colours of a heatmap stand for: the smallest value, all colours, the largest value.

#include <QWidget>

namespace ws {

class RankHeatmap;

class RankScale : public QWidget
{
    Q_OBJECT
public:
    /// `heatmap` outlives it.
    explicit RankScale(const RankHeatmap *heatmap, QWidget *parent = nullptr);

    void follow();        ///< the heatmap shows something else
    QString text() const; ///< "104.1 ms to 136.4 ms"
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString highest() const;

    const RankHeatmap *m_heatmap;
};

} // namespace ws
