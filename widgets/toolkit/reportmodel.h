#pragma once
// A ReportTable as an item model, for all tables of the window. Cells are raw values, read from the table when a view
// asks; CellDelegate formats them for the screen, core/report/tablewriters.h for exports. A model that shows more than
// values (colours, fonts) derives from it and overrides data().

#include "core/report/reporttable.h"

#include <QAbstractTableModel>

namespace ws {

Qt::Alignment cellAlignment(CellKind kind);
/// A column's header data by role, including the roles of ReportModel.
QVariant columnHeader(const ReportColumn &column, int role);
/// A cell's value: qlonglong, double or QString; invalid: not known.
QVariant cellValue(const ReportCell &cell);

class ReportModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        ShortRole = Qt::UserRole + 100, ///< cell: the shortened name on the screen, if it is shortened
        NarrowRole,                     ///< cell: QStringList, shorter forms of ShortRole, widest first
        KindRole,                       ///< header: CellKind
        UnitRole,                       ///< header: TimeUnit
        MissingRole,                    ///< cell: the text for a missing value, if not empty
        MarkedRole,                     ///< cell: true for a number that is not what it seems
    };

    explicit ReportModel(ReportTable table, QObject *parent = nullptr);

    void setTable(ReportTable table);
    const ReportTable &table() const { return m_table; }
    const std::vector<ReportColumn> &columns() const { return m_table.columns; }
    int columnOf(std::string_view id) const { return m_table.columnOf(id); } ///< -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    ReportTable m_table;
    int m_nameColumn = -1; ///< the one with short names
};

} // namespace ws
