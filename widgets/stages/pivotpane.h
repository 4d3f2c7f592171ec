#pragma once
// The table next to the stage chart: its columns change with runs and levels, and share the room until the user sets
// widths.

#include "widgets/stages/pivotmodel.h"
#include "widgets/toolkit/tablepane.h"

namespace ws {

class PivotPane : public TablePane
{
    Q_OBJECT
public:
    explicit PivotPane(QWidget *parent = nullptr);

    PivotModel *pivot() const { return m_pivot; }
    void setData(ChartData data);
    void showStages(bool shown); ///< the column of stages, where it is useful
    /// Cuts names of bars before columns scroll out of sight.
    void fitBars();
    /// The bar whose column the cursor is in, or the only one; null: none.
    const ChartBar *currentBar() const;
    /// The segment of a row of the model; null: the total.
    const ChartSegment *segment(int row) const;

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    explicit PivotPane(PivotModel *pivot, QWidget *parent);

    PivotModel *m_pivot;
    bool m_widthsAreTheUsers = false; ///< of the bars' columns
    bool m_isFitting = false;
};

} // namespace ws
