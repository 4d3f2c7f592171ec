#pragma once
// The rows of an OperatorTable as a ColumnModel.

#include "core/analysis/kernels/operators.h"
#include "widgets/toolkit/columnmodel.h"

#include <memory>

namespace ws {

class OperatorModel : public ColumnModel
{
    Q_OBJECT
public:
    enum Column { Name, Shape, Calls, SelfDevice, OfGpuWork, TotalDevice, SelfCpu, TotalCpu, CpuPerCall, Activities };

    explicit OperatorModel(QObject *parent = nullptr);
    void setTable(std::shared_ptr<const Run> run, std::shared_ptr<const OperatorTable> table);
    const OperatorRow &row(int row) const { return m_table->rows[static_cast<size_t>(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    QVariant cell(int row, int column) const override;

private:
    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const OperatorTable> m_table;
};

} // namespace ws
