#pragma once
// The slices of a range by name.

#include "core/analysis/busy/rangestats.h"
#include "core/model/run.h"
#include "widgets/toolkit/columnmodel.h"

#include <memory>

namespace ws {

class NameStatsModel : public ColumnModel
{
    Q_OBJECT
public:
    enum Column { Name, Count, Total, Mean, Share };

    explicit NameStatsModel(QObject *parent = nullptr);
    void setStats(std::shared_ptr<const Run> run, std::shared_ptr<const RangeStats> stats);
    const NameStats &row(int row) const { return m_stats->names[static_cast<size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    QVariant cell(int row, int column) const override;

private:
    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const RangeStats> m_stats;
};

} // namespace ws
