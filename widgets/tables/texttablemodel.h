#pragma once
// A table that a profiler printed (core/report/printedreport.h) in the window: all rows or those of one kind, with the
// timeline that its kernels were found in.

#include "core/report/printedreport.h"
#include "widgets/session/pane.h"
#include "widgets/toolkit/reportmodel.h"

#include <memory>
#include <optional>

namespace ws {

class TextTableModel : public ReportModel
{
    Q_OBJECT
public:
    /// `table` is the index into run->tables.
    TextTableModel(std::shared_ptr<const Run> run, size_t table, QObject *parent = nullptr);
    /// Null: no timeline.
    void setLink(std::shared_ptr<const NcuLink> link);
    const NcuLink *link() const { return m_link.get(); }
    /// The kernel in the link's timeline; invalid: none.
    EventRef kernelOf(int row) const;

    const Table &printed() const { return m_run->tables[m_index]; }
    int nameColumn() const { return m_nameColumn; }
    int kindColumn() const { return columnOf("row_kind"); } ///< -1: the rows have no kinds
    /// Only rows of that kind; none: all.
    void setRowKind(std::optional<RowKind> kind);
    size_t printedRow(int row) const { return m_rows[static_cast<size_t>(row)]; }
    bool isAmbiguous(int row) const { return ws::isAmbiguous(printed(), printedRow(row)); }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    void makeTable();
    QString ambiguousToolTip(int row) const;

    std::shared_ptr<const Run> m_run;
    size_t m_index;
    std::shared_ptr<const NcuLink> m_link;
    std::vector<size_t> m_rows; ///< by row of the model: row of the table
    int m_nameColumn;
};

} // namespace ws
