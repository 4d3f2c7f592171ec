#include "widgets/toolkit/tablechoices.h"

#include "widgets/toolkit/tablepane.h"

#include <QEvent>

#include <algorithm>

namespace ws {
namespace {

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
    for (const TablePane *pane : parent()->findChildren<TablePane *>()) {
        SavedTable table = pane->chosen();
        const bool isKnown = std::ranges::any_of(tables, [&](const SavedTable &t) { return t.id == table.id; });
        if (!isKnown && (!table.sort.empty() || table.hidden))
            tables.push_back(std::move(table));
    }
    return tables;
}

void TableChoices::take(std::vector<SavedTable> tables)
{
    m_tables = std::move(tables);
    for (TablePane *pane : parent()->findChildren<TablePane *>())
        apply(pane);
}

void TableChoices::apply(TablePane *table) const
{
    const auto found = std::ranges::find_if(
        m_tables, [id = table->tableId().toStdString()](const SavedTable &t) { return t.id == id; });
    if (found != m_tables.end())
        table->choose(*found);
}

void TableChoices::applyWhenShown(TablePane *table)
{
    new FirstShow(table);
}

TableChoices *TableChoices::of(const QWidget *widget)
{
    while (widget->parentWidget())
        widget = widget->parentWidget();
    return widget->findChild<TableChoices *>(QString(), Qt::FindDirectChildrenOnly);
}

} // namespace ws
