#pragma once
// A table that a profiler printed as a ColumnModel: times in one unit per column, percentages as bars, the rest as it
// stands. Exports carry the numbers as the file has them. A table of torch has one column more: what kind each row is,
// because labels, operators, device work and overhead overlap and must never be added up together; a table of ncu has
// two more when a timeline holds its kernels: when each of them started there and how long it took.

#include "widgets/session/pane.h"
#include "widgets/toolkit/columnmodel.h"

#include <deque>
#include <memory>
#include <optional>

namespace ws {

class TextTableModel : public ColumnModel
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

    const Table &table() const { return m_run->tables[m_index]; }
    int nameColumn() const { return m_nameColumn; }
    int kindColumn() const { return m_kindColumn; } ///< -1: the rows have no kinds
    /// Only rows of that kind; none: all.
    void setRowKind(std::optional<RowKind> kind);
    const std::vector<int> &rows() const { return m_rows; } ///< by row of the model: row of the table
    bool isAmbiguous(int row) const;                        ///< row of the model

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    static QString kindName(RowKind kind);

protected:
    QVariant cell(int row, int column) const override;

private:
    void describeColumns();
    TableColumn describe(const Column &column) const;
    const Cell &cellAt(int row, int column) const;
    bool isOfFile(int column) const { return column < static_cast<int>(table().columns.size()); }
    uint32_t activityOf(int row) const;
    QVariant timelineCell(int row, int column) const;

    std::shared_ptr<const Run> m_run;
    size_t m_index;
    std::shared_ptr<const NcuLink> m_link;
    std::deque<std::string> m_ids; ///< columns point to these
    std::vector<int> m_rows;
    int m_nameColumn = 0;
    int m_kindColumn = -1;
    int m_startColumn = -1; ///< in the timeline; the duration follows
};

} // namespace ws
