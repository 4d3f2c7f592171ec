#pragma once
// Tables of raw values with described columns: what each column is (a time, a count, a share of what), its name in
// exports, its unit. Views and exports need nothing else: CellDelegate makes the text, tableexport writes CSV, TSV and
// Markdown. A model gives values through cell(); text is never made in here.

#include "core/base/format.h"

#include <QAbstractTableModel>
#include <QCoreApplication>

#include <vector>

namespace ws {

enum class CellKind : uint8_t {
    Text,
    Name, ///< a long name: cut in the middle, full in the tool tip
    Count,
    Time,  ///< ns
    Share, ///< 0 … 1, shown in percent; of what: see the header's tool tip
    Real,
    Bytes,
    Number, ///< as it is, up to three decimals; a unit stands in the title
};

struct TableColumn
{
    const char *id; ///< in CSV and settings: "total_ns"
    QString title;  ///< without unit
    CellKind kind = CellKind::Text;
    QString toolTip = {};  ///< what is counted; for shares: of what
    bool optional = false; ///< hidden until asked for
    bool summable = false; ///< the sum over selected rows means something
    TimeUnit unit = TimeUnit::Microseconds;
};

inline bool isText(CellKind kind)
{
    return kind == CellKind::Text || kind == CellKind::Name;
}
Qt::Alignment cellAlignment(CellKind kind);
/// What a model says of a column in its header, by role (also those of ColumnModel).
QVariant columnHeader(const TableColumn &column, int role);

class ColumnModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        ShortRole = Qt::UserRole + 100, ///< cell: a name as it is shown, when that is not all of it
        KindRole,                       ///< header: CellKind
        UnitRole,                       ///< header: TimeUnit
        IdRole,                         ///< header: the column's id
        RawRole,                        ///< cell: what exports carry, when it is not the value itself
        MissingRole,                    ///< cell: what stands where there is no value, when that is not nothing
    };

    using QAbstractTableModel::QAbstractTableModel;

    const std::vector<TableColumn> &columns() const { return m_columns; }
    int columnOf(const char *id) const; ///< -1: none

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    /// qlonglong (counts, ns), double (share, real) or QString; invalid: not known.
    virtual QVariant cell(int row, int column) const = 0;
    /// A shorter form of a Name cell for the screen; invalid: as it is.
    virtual QVariant shortCell(int row, int column) const;
    void setColumns(std::vector<TableColumn> columns) { m_columns = std::move(columns); }
    /// One unit per time column, by its largest value. Call before the reset ends.
    void chooseUnits();

private:
    std::vector<TableColumn> m_columns;
};

} // namespace ws
