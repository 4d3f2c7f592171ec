#pragma once
// The numbers behind the stage chart: gputrc2graph's pivot. A row a substage (or stage, or kernel), a column a bar, the
// last row is total_elapsed_sec. With one bar, instances and share stand beside the time.

#include "widgets/stages/chartdata.h"
#include "widgets/toolkit/columnmodel.h"

namespace ws {

class PivotModel : public ColumnModel
{
    Q_OBJECT
public:
    enum Fixed { Stage, Label, FirstBar };
    static constexpr int ColourRole = Qt::UserRole + 200;

    explicit PivotModel(QObject *parent = nullptr);

    /// `data` without a threshold, so that every row is there.
    void setData(ChartData data);
    const ChartData &chart() const { return m_data; }
    /// The segment of a row; -1: the total.
    int segmentOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    QVariant cell(int row, int column) const override;

private:
    QString headOfLabels() const;
    QVariant difference(int segment) const;

    ChartData m_data;
    bool m_isPair = false;          ///< two runs: their difference is a column
    std::vector<std::string> m_ids; ///< of the bars' columns
};

} // namespace ws
