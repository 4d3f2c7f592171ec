#pragma once
// The numbers behind the stage chart: gputrc2graph's pivot. One row per substage (or stage, or kernel), one column per
// bar; the last row is total_elapsed_sec. A single bar also has columns for instances and share.

#include "widgets/stages/chartdata.h"
#include "widgets/toolkit/reportmodel.h"

namespace ws {

class PivotModel : public ReportModel
{
    Q_OBJECT
public:
    enum Fixed { Stage, Label, FirstBar };
    static constexpr int ColourRole = Qt::UserRole + 200;

    explicit PivotModel(QObject *parent = nullptr);

    /// `data` without a threshold, so that every row exists.
    void setData(ChartData data);
    const ChartData &chart() const { return *m_data; }
    /// The segment of a row; -1: the total.
    int segmentOf(int row) const;

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    std::vector<ReportColumn> describeColumns() const;

    std::shared_ptr<const ChartData> m_data;
};

} // namespace ws
