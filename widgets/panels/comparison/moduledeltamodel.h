#pragma once
// The module trees of two runs as one item model: A, B and Δ of each row, per unit where units are known. Cells hold
// raw values; siblings stand in the order of ModuleDeltas, the largest Δ first.

#include "core/report/moduledeltareport.h"
#include "widgets/toolkit/reportmodel.h"

#include <QAbstractItemModel>

#include <memory>

namespace ws {

class ModuleDeltaModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { Name, A, B, Delta, Bar, OwnA, OwnB, OwnDelta, CallsA, CallsB, Status, ColumnCount };

    explicit ModuleDeltaModel(QObject *parent = nullptr);

    /// Null: no rows.
    void setDeltas(std::shared_ptr<const ModuleDeltas> deltas);
    const std::shared_ptr<const ModuleDeltas> &deltas() const { return m_deltas; }
    /// Row of the deltas; UINT32_MAX for an invalid index.
    uint32_t rowOf(const QModelIndex &index) const;
    QModelIndex indexOf(uint32_t row) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    /// Bar: the Δ as −1 … 1 of the largest one.
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(const ModuleDelta &row, int column) const;
    QVariant time(const ModuleCost &cost, bool isOwn, bool isB, bool exists) const;

    std::shared_ptr<const ModuleDeltas> m_deltas;
    ModuleDeltaNames m_names{ModuleDeltas()};
    std::vector<ReportColumn> m_columns;
    double m_largest = 0; ///< |Δ| of all rows
};

} // namespace ws
