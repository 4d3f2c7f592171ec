#pragma once
// The names column of a table, kept at its left edge while the other columns scroll below it: a second view of the same
// model, selection and order that shows one column. Rejected: splitting the table in two (columns could not be moved
// across), and painting the column in the first view (clicks and tool tips would miss it).

#include <QPointer>
#include <QTableView>

namespace ws {

class FrozenNames : public QTableView
{
    Q_OBJECT
public:
    /// Made when the column of `table`, which has its model and delegate, is first scrolled out of sight: most never
    /// are. None in a table that wraps its texts: the rows of both would be of different heights.
    static void addTo(QTableView *table, int column);

protected:
    void wheelEvent(QWheelEvent *event) override;

    bool eventFilter(QObject *object, QEvent *event) override;

private:
    FrozenNames(QTableView *table, int column);
    static bool isOut(const QTableView &table, int column);
    void showOneColumn();
    void place();

    QPointer<QTableView> m_table; ///< null: it is being destroyed, and this with it
    const QWidget *m_tableViewport;
    int m_column;
};

} // namespace ws
