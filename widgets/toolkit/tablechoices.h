#pragma once
// The order and the columns that the user has chosen of the tables of a window, for session files and for tables that
// are made again, as in another language. A child of the window: tables that are made later, such as those of a job,
// look for it there when they are first shown. Columns are chosen for all runs, an order for the run that was shown:
// the table of another one opens in its own order.

#include "core/session/sessionfile.h"

#include <QObject>
#include <QStringList>

#include <map>

namespace ws {

class TablePane;

class TableChoices : public QObject
{
    Q_OBJECT
public:
    explicit TableChoices(QWidget *window);

    /// Also of tables that are gone or not there yet.
    std::vector<SavedTable> chosen() const;
    /// Of a session that was opened with the runs of these paths: for the tables there are and those to come. Others
    /// keep what they have.
    void take(std::vector<SavedTable> tables, const QStringList &runs = {});
    /// Gives a table its choice, if there is one.
    void apply(TablePane *table) const;
    /// Gives a table its choice as soon as it is shown for the first time, and keeps what the user chooses of it.
    static void follow(TablePane *table);
    /// Gives a table, which shows the run of this path from now on, the order that was chosen there, else its own one.
    static void orderFor(TablePane *table, const QString &run);
    /// That of a widget's window; null: none.
    static TableChoices *of(const QWidget *widget);

private:
    void keep(SavedTable table);
    void keepOrder(const SavedTable &table, const QString &run);

    using TableOfRun = std::pair<std::string, QString>; ///< id of the table, path of the run

    std::vector<SavedTable> m_tables;          ///< of a session, or chosen since
    std::map<TableOfRun, SavedTable> m_orders; ///< without columns
};

} // namespace ws
