// The menus of TablePane: columns, copying.

#include "widgets/toolkit/tablepane.h"

#include "widgets/toolkit/emptycolumns.h"
#include "widgets/toolkit/namefilterproxy.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablechoices.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace ws {

/// A non-modal menu: other files open and tables change while it is shown. It belongs to the pane and closes as soon as
/// the rows that it was opened for change.
QMenu *TablePane::newMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_proxy, &QAbstractItemModel::modelAboutToBeReset, menu, &QWidget::close);
    return menu;
}

void TablePane::showHeaderMenu(const QPoint &at)
{
    QHeaderView *header = m_view->horizontalHeader();
    QMenu *menu = newMenu();
    for (int c = 0; c < m_model->columnCount(); ++c) {
        if (c == m_nameColumn)
            continue;
        const ReportColumn &column = m_model->columns()[static_cast<size_t>(c)];
        QAction *action = menu->addAction(QString(column.title).replace(u'&', QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(c));
        connect(action, &QAction::toggled, this, [this, header, c, optional = column.optional](bool shown) {
            m_empty->setByUser(c, shown);
            header->setSectionHidden(c, !shown);
            m_hasOwnColumns = true;
            saveColumns();
            emit choiceChanged();
            if (shown && optional)
                emit optionalColumnShown();
        });
    }
    menu->popup(header->mapToGlobal(at));
}

void TablePane::showMenu(const QPoint &at)
{
    QMenu *menu = newMenu();
    const bool any = m_view->selectionModel()->hasSelection();
    const auto add = [&](const QString &text, auto slot) {
        QAction *action = menu->addAction(text, this, slot);
        action->setEnabled(any);
    };
    add(tr("Copy rows"), [this] { copy(false); });
    add(tr("Copy rows as Markdown"), [this] { copy(true); });
    add(tr("Copy name"), [this] { copyNames(false); });
    add(tr("Copy name as regular expression"), [this] { copyNames(true); });
    emit menuRequested();
    for (QAction *action : actions()) // actions of the panel
        menu->addAction(action);
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

void TablePane::copy(bool markdown)
{
    std::vector<int> rows;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    QApplication::clipboard()->setText(markdown ? tableMarkdown(part(rows)) : tableTsv(part(rows)));
}

void TablePane::copyNames(bool asRegex)
{
    QStringList names;
    for (const int row : selectedRows()) {
        const QString name = m_model->index(row, m_nameColumn).data().toString();
        names << (asRegex ? QRegularExpression::escape(name) : name);
    }
    QApplication::clipboard()->setText(names.join(asRegex ? QLatin1Char('|') : QLatin1Char('\n')));
}

bool TablePane::isHiddenBySettings(const ReportColumn &column) const
{
    const auto id = QString::fromStdString(column.id);
    return QSettings().value(hiddenKey()).toStringList().contains(id) ||
           (column.optional && !QSettings().value(shownKey()).toStringList().contains(id));
}

void TablePane::restoreColumns()
{
    m_hasOwnColumns = QSettings().value(hiddenKey()).isValid();
    for (int c = 0; c < m_model->columnCount(); ++c)
        m_view->setColumnHidden(c, c != m_nameColumn && isHiddenBySettings(m_model->columns()[static_cast<size_t>(c)]));
}

void TablePane::noteColumns()
{
    m_wasHidden.clear();
    for (int c = 0; c < m_model->columnCount(); ++c)
        m_wasHidden[m_model->columns()[static_cast<size_t>(c)].id] = m_view->isColumnHidden(c);
}

/// The view keeps by its place whether a column is hidden: where others stand there now, by their ids.
void TablePane::followColumns()
{
    for (int c = 0; c < m_model->columnCount(); ++c) {
        const ReportColumn &column = m_model->columns()[static_cast<size_t>(c)];
        const auto known = m_wasHidden.find(column.id);
        m_view->setColumnHidden(c, c != m_nameColumn &&
                                       (known == m_wasHidden.end() ? isHiddenBySettings(column) : known->second));
    }
}

void TablePane::saveColumns() const
{
    QStringList hidden{QString()}; // an empty list would come back as "not saved"
    for (const std::string &id : m_empty->hiddenByChoice())
        hidden << QString::fromStdString(id);
    QSettings().setValue(hiddenKey(), hidden);
    QStringList shown; // those that are hidden at first
    for (const QString &id : QSettings().value(shownKey()).toStringList())
        if (m_model->columnOf(id.toStdString()) < 0) // not a column now
            shown << id;
    for (int c = 0; c < m_model->columnCount(); ++c)
        if (const ReportColumn &column = m_model->columns()[static_cast<size_t>(c)];
            column.optional && !m_view->isColumnHidden(c))
            shown << QString::fromStdString(column.id);
    QSettings().setValue(shownKey(), shown);
}

QString TablePane::hiddenKey() const
{
    return QStringLiteral("tables/%1/hidden").arg(m_id);
}

QString TablePane::shownKey() const
{
    return QStringLiteral("tables/%1/shown").arg(m_id);
}

SavedTable TablePane::chosen() const
{
    SavedTable table{m_id.toStdString(), {}, false, {}};
    const QHeaderView *header = m_view->horizontalHeader();
    if (const int column = header->sortIndicatorSection();
        m_hasOwnOrder && column >= 0 && column < m_model->columnCount()) {
        table.sort = m_model->columns()[static_cast<size_t>(column)].id;
        table.descending = header->sortIndicatorOrder() == Qt::DescendingOrder;
    }
    if (m_hasOwnColumns)
        table.hidden = m_empty->hiddenByChoice();
    return table;
}

void TablePane::choose(const SavedTable &table)
{
    bool isMoreShown = false;
    for (int c = 0; table.hidden && c < m_model->columnCount(); ++c) {
        if (c == m_nameColumn || m_empty->isPanels(c))
            continue;
        const ReportColumn &column = m_model->columns()[static_cast<size_t>(c)];
        const bool hide = std::ranges::count(*table.hidden, column.id) > 0;
        isMoreShown = isMoreShown || (column.optional && !hide && m_view->isColumnHidden(c));
        m_view->setColumnHidden(c, hide);
        m_empty->setByUser(c, false);
    }
    m_hasOwnColumns = m_hasOwnColumns || table.hidden;
    m_empty->rowsChanged();
    if (isMoreShown)
        emit optionalColumnShown();
    if (const int column = m_model->columnOf(table.sort); m_view->isSortingEnabled() && column >= 0) {
        m_hasOwnOrder = true;
        m_view->sortByColumn(column, table.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
}

} // namespace ws
