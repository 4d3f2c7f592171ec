#pragma once
// A sortable, filterable table over a ReportModel with the features of every table of the window: text or regex filter,
// hidden columns in the header's menu, copying as TSV or Markdown, of a name as text or as a regex, CSV of the shown
// rows, and a line that sums up the selected rows. One class for all panels, so that all behave alike. Its menus close
// when their table changes.

#include "widgets/toolkit/tableexport.h"
#include "widgets/toolkit/wraplayout.h"

#include "core/report/tablewriters.h"

#include <QModelIndex>
#include <QWidget>

#include <functional>
#include <map>

class QLabel;
class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace ws {

class EmptyColumns;
class NameFilterProxy;
class ReportModel;
struct SavedTable;
class SumLine;
class TextColumns;

class TablePane : public QWidget, public TableSource
{
    Q_OBJECT
public:
    /// `id` names the pane in settings and exports ("kernels"). The model's first Name column is the one to filter.
    TablePane(ReportModel *model, const QString &id, QWidget *parent = nullptr);

    WrapLayout *bar() const { return m_bar; } ///< for the panel's own controls, left of the filter
    QTableView *view() const { return m_view; }
    ReportModel *model() const { return m_model; }
    QSortFilterProxyModel *proxy() const;
    QString tableId() const override { return m_id; }

    void sortBy(std::string_view columnId, Qt::SortOrder order); ///< the table's own order from now on
    void takeOwnOrder();                                         ///< instead of the user's
    QString shownRun() const { return m_shownRun; }              ///< path of the run of the rows; empty: of none
    void setColumnShown(std::string_view columnId, bool shown); ///< from now on the panel decides, not the user
    bool isAnyShown(std::string_view firstColumn, std::string_view lastColumn) const; ///< of these and those between
    /// Rows of the model that are selected, in the order shown.
    std::vector<int> selectedRows() const;
    int currentRow() const; ///< row of the model; -1: none
    /// The shown part: filtered, sorted, visible columns in the order of the command line's file.
    QString csv(CsvStyle style = CsvStyle::Raw) const override;
    void setScope(const QString &text); ///< the scope of the numbers, left of the filter
    void setNote(const QString &text);  ///< in the bottom line while nothing is selected and all rows are shown
    /// The rows that there are where the model has fewer, so that the bottom line sums up what it shows.
    void setAllRows(int rows);
    /// Whether these rows of the model may be summed up together; by default all may.
    void setMayAdd(std::function<bool(const std::vector<int> &rows)> mayAdd);
    /// A regular expression takes effect when a worker has tried it on all names.
    void setFilter(const QString &text, bool regex);
    bool isFiltering() const;             ///< the worker is not done yet
    SavedTable chosen() const;            ///< of order and columns by the user, also in a session or before; else empty
    void choose(const SavedTable &table); ///< columns that it has not are left out
    /// Columns of texts share the width that the numbers leave, also when the pane grows, as far as the user has not
    /// set theirs; the names take what nobody needs.
    void fitNames(int min = 0); ///< px; 0: as the width of the pane allows

signals:
    void activated(int modelRow); ///< double click or Enter
    void choiceChanged();         ///< of order or columns, by the user
    void optionalColumnShown();   ///< one that is hidden at first became visible
    void menuRequested();         ///< before the menu shows the panel's actions

protected:
    void restoreColumns(); ///< as the user left them, after the columns of the model have changed

private:
    void build();
    void showHeaderMenu(const QPoint &at);
    void showMenu(const QPoint &at);
    void applyFilter();
    void showProblem(const QString &problem);
    void updateSum();
    void followRun();
    QMenu *newMenu();
    TablePart part(const std::vector<int> &shownRows) const;
    void saveColumns() const;
    void noteColumns();
    void followColumns();
    bool isHiddenBySettings(const ReportColumn &column) const;
    QString hiddenKey() const, shownKey() const; ///< of the settings
    void copy(bool markdown);
    void copyNames(bool asRegex);

    ReportModel *m_model;
    QString m_id;
    int m_nameColumn = 0;
    NameFilterProxy *m_proxy = nullptr;
    QTableView *m_view = nullptr;
    TextColumns *m_columns = nullptr;
    EmptyColumns *m_empty = nullptr;
    WrapLayout *m_bar = nullptr;
    QLineEdit *m_filter = nullptr;
    QToolButton *m_regex = nullptr;
    QLabel *m_problem = nullptr; ///< of the filter
    SumLine *m_sum = nullptr;
    QLabel *m_scope = nullptr;                           ///< null until it has a text
    std::map<std::string, bool> m_wasHidden;             ///< by id, of the columns of before
    QString m_shownRun;
    std::string m_ownOrder; ///< id of the column; empty: none
    Qt::SortOrder m_ownDirection = Qt::DescendingOrder;
    bool m_hasOwnOrder = false, m_hasOwnColumns = false; ///< chosen, not by default
};

} // namespace ws
