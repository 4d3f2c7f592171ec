#include "widgets/toolkit/tablechoices.h"

#include "widgets/toolkit/tablepane.h"

#include <QEvent>

#include <algorithm>

namespace ws {
namespace {

bool saysSomething(const SavedTable &table)
{
    return !table.sort.empty() || table.hidden;
}

class FirstShow : public QObject
{
public:
    explicit FirstShow(TablePane *table) : QObject(table), m_table(table) { table->installEventFilter(this); }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Show) {
            if (const TableChoices *choices = TableChoices::of(m_table))
                choices->apply(m_table);
            deleteLater();
        }
        return false;
    }

private:
    TablePane *m_table;
};

} // namespace

TableChoices::TableChoices(QWidget *window) : QObject(window) {}

std::vector<SavedTable> TableChoices::chosen() const
{
    std::vector<SavedTable> tables;
    const auto add = [&](const SavedTable &table) {
        if (saysSomething(table) && !std::ranges::count(tables, table.id, &SavedTable::id))
            tables.push_back(table);
    };
    for (const TablePane *pane : parent()->findChildren<TablePane *>())
        add(pane->chosen());
    std::ranges::for_each(m_tables, add);
    return tables;
}

void TableChoices::take(std::vector<SavedTable> tables, const QStringList &runs)
{
    for (SavedTable &table : tables) {
        for (const QString &run : runs)
            keepOrder(table, run);
        keep(std::move(table));
    }
    for (TablePane *pane : parent()->findChildren<TablePane *>())
        apply(pane);
}

void TableChoices::keep(SavedTable table)
{
    std::erase_if(m_tables, [&](const SavedTable &t) { return t.id == table.id; });
    if (saysSomething(table))
        m_tables.push_back(std::move(table));
}

void TableChoices::keepOrder(const SavedTable &table, const QString &run)
{
    if (!table.sort.empty() && !run.isEmpty())
        m_orders.insert_or_assign({table.id, run}, SavedTable{table.id, table.sort, table.descending, {}});
}

void TableChoices::orderFor(TablePane *table, const QString &run)
{
    TableChoices *choices = of(table);
    const std::string id = table->tableId().toStdString();
    const auto found = choices ? choices->m_orders.find({id, run}) : decltype(m_orders.end()){};
    if (choices && found != choices->m_orders.end())
        table->choose(found->second);
    else
        table->takeOwnOrder();
    if (choices)
        choices->keep(table->chosen());
}

void TableChoices::apply(TablePane *table) const
{
    const auto found = std::ranges::find(m_tables, table->tableId().toStdString(), &SavedTable::id);
    if (found != m_tables.end())
        table->choose(*found);
}

void TableChoices::follow(TablePane *table)
{
    new FirstShow(table);
    connect(table, &TablePane::choiceChanged, table, [table] {
        if (TableChoices *choices = of(table)) {
            choices->keep(table->chosen());
            choices->keepOrder(table->chosen(), table->shownRun());
        }
    });
}

TableChoices *TableChoices::of(const QWidget *widget)
{
    while (widget->parentWidget())
        widget = widget->parentWidget();
    return widget->findChild<TableChoices *>(QString(), Qt::FindDirectChildrenOnly);
}

} // namespace ws
