#pragma once
// A ModuleTree for a QTreeView: internalId is the row's place in a breadth-first order, so row, parent and child cost
// O(1) in a tree of a million rows. Filters and sorts by itself (TreeOrder); persistent indexes keep the expanded and
// selected rows through both. Cells hold raw values; CellDelegate makes the text.

#include "core/analysis/limits/limits.h"
#include "widgets/modules/nodenames.h"
#include "widgets/modules/treeorder.h"
#include "widgets/toolkit/reportmodel.h"

#include <QAbstractItemModel>
#include <QColor>

#include <memory>

namespace ws {

class ModuleTreeModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column {
        Name,
        Total,
        OfTotal,
        OfParent,
        Self,
        Calls,
        PerCall,
        Cpu,
        FirstLimit, ///< limitColumns(), hidden at first
        LastLimit = FirstLimit + 3,
        Trace,
        ColumnCount
    };

    explicit ModuleTreeModel(QObject *parent = nullptr);

    /// Null: no rows. Clears the filter, keeps the sorting.
    void setTree(std::shared_ptr<const ModuleTree> tree, std::shared_ptr<const NodeNames> names);
    const ModuleTree *tree() const { return m_tree.get(); }
    std::shared_ptr<const ModuleTree> sharedTree() const { return m_tree; }
    /// By row of the tree, a chip in front of its name; 0: none. Forgotten with the tree.
    void setColours(std::vector<QRgb> colours);
    /// By row of the tree, see limitsByNode(). Forgotten with the tree.
    void setLimits(std::vector<NamedLimit> limits);
    const std::vector<NamedLimit> &limits() const { return m_limits; } ///< empty: not known
    bool hasLimits() const { return !m_limits.empty(); }
    const std::vector<ReportColumn> &columns() const { return m_columns; }

    void setFilter(const QString &text);
    /// Rows that match, from NodeNames::matching() of names().
    void setMatches(std::vector<uint8_t> rows);
    std::shared_ptr<const NodeNames> names() const { return m_names; }
    bool isFiltered() const { return !m_matches.empty(); }
    /// By row of the tree, empty without a filter.
    const std::vector<uint8_t> &matches() const { return m_matches; }
    std::vector<uint32_t> matchesAsShown() const; ///< in the order of the screen, all branches open
    size_t matchCount() const;

    /// Row of the tree; UINT32_MAX for an invalid index.
    uint32_t nodeOf(const QModelIndex &index) const;
    /// Invalid when the filter hides it.
    QModelIndex indexOf(uint32_t node, int column = 0) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override { return rowCount(parent) > 0; }
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Column -1: the tree's own order (modules as they were first called).
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    void reorder();
    void applyFilter(std::vector<uint8_t> matches);
    TreeOrder order() const;
    std::vector<double> sortKeys() const;
    ReportCell limitOf(uint32_t row, int column) const;
    void chooseUnits();
    QVariant cell(uint32_t row, int column) const;
    QStringList shownForms(uint32_t row) const; ///< of its name, widest first
    QString toolTip(uint32_t row) const;

    std::shared_ptr<const ModuleTree> m_tree;
    std::shared_ptr<const NodeNames> m_names;
    std::vector<ReportColumn> m_columns;
    std::vector<QRgb> m_colours;
    std::vector<NamedLimit> m_limits;
    std::vector<uint8_t> m_matches;
    TreeOrder m_order;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace ws
