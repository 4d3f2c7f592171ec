#pragma once
// The widths of a report table's columns: numbers are fitted to what they hold, texts share the rest whenever the table
// or its rows change. Widths that the user set stay. Where not all has room, units stand below their titles.

#include "widgets/toolkit/reportmodel.h"

#include <QObject>

#include <map>
#include <set>
#include <vector>

class QTableView;

namespace ws {

class TextColumns : public QObject
{
    Q_OBJECT
public:
    /// Of a view with its model, which owns it; `columns` are the model's and `nameColumn` takes what nobody needs.
    TextColumns(QTableView *view, const std::vector<ReportColumn> &columns, int nameColumn);

    std::vector<int> shown() const; ///< in the order of the header
    void fit(int minName);          ///< px; 0: as the width of the table allows
    void fitAgain();                ///< as before, if that was ever done
    void rowsChanged();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    bool isNumber(int column) const;
    /// Of its first rows, as far as a line of a text can be taken in.
    int cellsWidth(int column);
    /// With its title.
    int contentWidth(int column);
    void placeUnits(int minName, int leastName);

    QTableView *m_view;
    const std::vector<ReportColumn> &m_columns;
    int m_nameColumn;
    bool m_fitted = false;
    std::set<int> m_fixed;          ///< columns whose width the user or the panel set
    std::map<int, int> m_cellsWide; ///< px, by column; negative: of the rows before
    bool m_fitting = false;
    int m_minName = 0; ///< px
};

} // namespace ws
