#pragma once
// The order and the columns that the user has chosen of the tables of a window, for session files and for tables that
// are made again, as in another language. A child of the window: tables that are made later, such as those of a job,
// look for it there when they are first shown.

#include "core/session/sessionfile.h"

#include <QObject>

namespace ws {

class TablePane;

class TableChoices : public QObject
{
    Q_OBJECT
public:
    explicit TableChoices(QWidget *window);

    /// Also of tables that are gone or not there yet.
    std::vector<SavedTable> chosen() const;
    /// Of a session that was opened: for the tables there are and those to come. Others keep what they have.
    void take(std::vector<SavedTable> tables);
    /// Gives a table its choice, if there is one.
    void apply(TablePane *table) const;
    /// Gives a table its choice as soon as it is shown for the first time, and keeps what the user chooses of it.
    static void follow(TablePane *table);
    /// That of a widget's window; null: none.
    static TableChoices *of(const QWidget *widget);

private:
    void keep(SavedTable table);

    std::vector<SavedTable> m_tables; ///< of a session, or chosen since
};

} // namespace ws
