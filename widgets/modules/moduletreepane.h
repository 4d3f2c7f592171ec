#pragma once
// A module tree with its commands: filter, step through matches, expand to a depth or along the costliest path,
// choose columns, copy. Knows no session. Nothing is ever expanded without a limit: a tree may hold a million
// rows.

#include "widgets/modules/moduletreemodel.h"
#include "widgets/modules/nodenames.h"
#include "widgets/toolkit/backgroundjob.h"
#include "widgets/toolkit/tableexport.h"
#include "widgets/toolkit/wraplayout.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <set>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ws {

class ModuleTreeColumns;
class ModuleTreeView;

class ModuleTreePane : public QWidget, public TableSource
{
    Q_OBJECT
public:
    explicit ModuleTreePane(QWidget *parent = nullptr);

    WrapLayout *bar() const { return m_bar; } ///< for the panel's own controls, left of the filter
    ModuleTreeModel *model() const { return m_model; }
    ModuleTreeView *view() const { return m_view; }

    /// Expanded rows stay expanded where the new tree has a row of the same path.
    void setTree(std::shared_ptr<const ModuleTree> tree, std::shared_ptr<const NodeNames> names);
    void setNote(const QString &text); ///< shown in the bottom line
    /// A regular expression takes effect when a worker has tried it on all names.
    void setFilter(const QString &text, bool regex);
    bool isFiltering() const { return m_job.isRunning(); } ///< the worker is not done yet

    void expandToDepth(uint32_t depth); ///< 0: roots only
    void expandCostliest();             ///< from the current row, or from the roots
    /// Makes the row current and visible without emitting selected(). False: a filter hides it.
    bool reveal(uint32_t node);
    void step(int direction); ///< to the next or previous match of the filter, around the ends
    uint32_t currentNode() const;
    bool areLimitsShown() const;
    void setLimits(std::vector<NamedLimit> limits); ///< by row of the tree, see limitsByNode()

    QString tableId() const override { return QStringLiteral("modules"); }
    QString csv(CsvStyle style = CsvStyle::Raw) const override; ///< all rows
    QString indentedText() const;                               ///< all rows
    static constexpr size_t maxExpanded = 50'000;               ///< rows that one command makes visible

signals:
    void selected(uint32_t node); ///< by the user; UINT32_MAX: none
    void activated(uint32_t node);
    void limitsShown(); ///< the user made a column of limits visible

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void build();
    void buildView();
    QToolButton *addButton(const QString &text, const QString &toolTip);
    void applyFilter();
    void filterRows(const std::function<void()> &filter);
    void expandMatches();
    void expandTo(uint32_t node);
    void restoreExpanded();
    void showMenu(const QPoint &at);
    void updateNote();
    void updateCostliest();

    ModuleTreeModel *m_model;
    ModuleTreeView *m_view = nullptr;
    ModuleTreeColumns *m_columns = nullptr;
    WrapLayout *m_bar = nullptr;
    QLineEdit *m_filter = nullptr;
    QToolButton *m_regex = nullptr;
    QToolButton *m_costliest = nullptr;
    QLabel *m_line = nullptr;
    QString m_note;
    QString m_problem; ///< of the filter: the number of names it gave up on, or why it could not be tried
    BackgroundJob<NodeMatches> m_job;
    std::set<uint32_t> m_expanded; ///< by the user or a command; rows of the tree
    bool m_automatic = false;      ///< a filter expands, or a reveal selects: not by the user
};

} // namespace ws
