#pragma once
// The rows of a KernelTable as a ColumnModel.

#include "core/analysis/kernels/kerneltable.h"
#include "widgets/toolkit/columnmodel.h"
#include "widgets/toolkit/shortnames.h"

#include <memory>

namespace ws {

class KernelModel : public ColumnModel
{
    Q_OBJECT
public:
    enum Column {
        Name,
        Split,
        Count,
        Total,
        Elapsed,
        Share,
        Min,
        P50,
        P95,
        Max,
        Mean,
        DelayP50,
        DelayMax,
        IdleBefore,
        Occupancy,
        BlocksPerSm
    };

    explicit KernelModel(QObject *parent = nullptr);
    /// `options`: what the table was made with; decides which cells are known.
    void setTable(std::shared_ptr<const Run> run, std::shared_ptr<const KernelTable> table,
                  const KernelTableOptions &options, std::shared_ptr<const ShortNames> shortNames = {});
    const KernelTable *table() const { return m_table.get(); }
    const KernelTableOptions &options() const { return m_options; }
    const KernelRow &row(int row) const { return m_table->rows[static_cast<size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    QVariant cell(int row, int column) const override;
    QVariant shortCell(int row, int column) const override;

private:
    void shareUnit();
    QVariant detailCell(const KernelRow &row, int column) const;

    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const KernelTable> m_table;
    KernelTableOptions m_options;
    std::shared_ptr<const ShortNames> m_shortNames;
};

} // namespace ws
