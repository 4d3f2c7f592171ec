#include "widgets/toolkit/tablepane.h"

#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/emptycolumns.h"
#include "widgets/toolkit/frozennames.h"
#include "widgets/toolkit/lowtable.h"
#include "widgets/toolkit/namefilterproxy.h"
#include "widgets/toolkit/plaintext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/sumline.h"
#include "widgets/toolkit/tablechoices.h"
#include "widgets/toolkit/textcolumns.h"
#include "widgets/toolkit/wraplayout.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ws {

TablePane::TablePane(ReportModel *model, const QString &id, QWidget *parent)
    : QWidget(parent), m_model(model), m_id(id), m_proxy(new NameFilterProxy(this))
{
    m_model->setParent(this);
    for (size_t i = 0; i < m_model->columns().size(); ++i)
        if (m_model->columns()[i].kind == CellKind::Name) {
            m_nameColumn = static_cast<int>(i);
            break;
        }
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(m_nameColumn);
    build();
    restoreColumns();
}

void TablePane::build()
{
    m_view = new LowTable(this);
    m_view->setHorizontalHeader(new ElidingHeader(m_view));
    m_view->setAccessibleName(tr("Table"));
    m_view->setModel(m_proxy);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setSortingEnabled(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setTabKeyNavigation(false);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + 6);
    QHeaderView *header = m_view->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setSectionsMovable(true);
    header->setHighlightSections(false);

    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter names"));
    m_filter->setAccessibleName(tr("Filter names"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAcceptDrops(false);
    m_filter->setMaximumWidth(320);
    m_regex = new QToolButton(this);
    m_regex->setText(QStringLiteral(".*"));
    m_regex->setCheckable(true);
    m_regex->setAutoRaise(true);
    m_regex->setToolTip(tr("The filter is a regular expression"));
    m_regex->setAccessibleName(m_regex->toolTip());
    m_problem = plainLabel(this);
    m_problem->setForegroundRole(QPalette::PlaceholderText);
    m_problem->hide();
    m_sum = new SumLine(this);

    m_bar = new WrapLayout;
    m_bar->setContentsMargins(8, 4, 8, 4);
    m_bar->setSpacing(8);
    m_bar->addStretch(1);
    m_bar->addWidget(m_problem);
    m_bar->addWidget(m_filter, 2);
    m_bar->addWidget(m_regex);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_sum);

    connect(m_filter, &QLineEdit::textChanged, this, &TablePane::applyFilter);
    connect(m_regex, &QToolButton::toggled, this, &TablePane::applyFilter);
    connect(m_proxy, &NameFilterProxy::applied, this, &TablePane::showProblem);
    m_columns = new TextColumns(m_view, m_model->columns(), m_nameColumn);
    connect(m_proxy, &QAbstractItemModel::modelAboutToBeReset, this, &TablePane::noteColumns);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &TablePane::followColumns);
    m_empty = new EmptyColumns(m_view, m_model);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &TablePane::followRun);
    connect(header, &QWidget::customContextMenuRequested, this, &TablePane::showHeaderMenu);
    connect(header, &QHeaderView::sectionClicked, this, [this] {
        m_hasOwnOrder = m_view->isSortingEnabled();
        emit choiceChanged();
    });
    FrozenNames::addTo(m_view, m_nameColumn);
    TableChoices::follow(this);
    connect(m_view, &QWidget::customContextMenuRequested, this, &TablePane::showMenu);
    connect(m_view, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { emit activated(m_proxy->mapToSource(index).row()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePane::updateSum);
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &TablePane::updateSum);
    connect(m_proxy, &QAbstractItemModel::modelReset, m_columns, &TextColumns::rowsChanged);
    connect(m_proxy, &QAbstractItemModel::layoutChanged, m_columns, &TextColumns::rowsChanged); // others are on top
    auto *copyAction = new QAction(tr("Copy"), m_view);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, [this] { copy(false); });
    m_view->addAction(copyAction);
}

void TablePane::sortBy(std::string_view columnId, Qt::SortOrder order)
{
    m_ownOrder = columnId;
    m_ownDirection = order;
    m_view->sortByColumn(m_model->columnOf(columnId), order);
}

void TablePane::takeOwnOrder()
{
    if (!std::exchange(m_hasOwnOrder, false))
        return;
    const int column = m_model->columnOf(m_ownOrder); // a table without an order of its own has its rows as they come
    m_view->sortByColumn(column, m_ownDirection);
}

/// Rows that were dropped are followed by those of a run, perhaps of the same one.
void TablePane::followRun()
{
    const RunPtr &run = m_model->table().run;
    if (!run || run->info.stamp.path == m_shownRun)
        return;
    m_shownRun = run->info.stamp.path;
    TableChoices::orderFor(this, m_shownRun);
}

void TablePane::setColumnShown(std::string_view columnId, bool shown)
{
    m_empty->setByPanel(m_model->columnOf(columnId), shown);
    m_columns->fitAgain();
}

bool TablePane::isAnyShown(std::string_view firstColumn, std::string_view lastColumn) const
{
    const int first = m_model->columnOf(firstColumn), last = m_model->columnOf(lastColumn);
    for (int column = first; column >= 0 && column <= last; ++column)
        if (!m_view->isColumnHidden(column))
            return true;
    return false;
}

void TablePane::setScope(const QString &text)
{
    if (!m_scope && text.isEmpty())
        return;
    if (!m_scope) {
        m_scope = plainLabel(this);
        m_scope->setForegroundRole(QPalette::PlaceholderText);
        m_bar->insertWidget(m_bar->indexOf(m_problem) - 1, m_scope); // before the stretch
    }
    m_scope->setText(text);
    m_scope->setVisible(!text.isEmpty());
}

std::vector<int> TablePane::selectedRows() const
{
    std::vector<int> shown;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        shown.push_back(index.row());
    std::sort(shown.begin(), shown.end());
    for (int &row : shown)
        row = m_proxy->mapToSource(m_proxy->index(row, 0)).row();
    return shown;
}

int TablePane::currentRow() const
{
    return m_proxy->mapToSource(m_view->currentIndex()).row();
}

/// `shownRows`: of the proxy.
TablePart TablePane::part(const std::vector<int> &shownRows) const
{
    TablePart part{m_model->table(), {}, {}};
    for (const int row : shownRows)
        part.rows.push_back(static_cast<size_t>(m_proxy->mapToSource(m_proxy->index(row, 0)).row()));
    for (const int column : m_columns->shown())
        part.columns.push_back(static_cast<size_t>(column));
    return part;
}

QString TablePane::csv(CsvStyle style) const
{
    std::vector<int> rows(static_cast<size_t>(m_proxy->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    TablePart shown = part(rows);
    std::sort(shown.columns.begin(), shown.columns.end()); // as the command line has them
    return QString::fromStdString(tableCsv(shown, style));
}

void TablePane::setNote(const QString &text)
{
    m_sum->setNote(text);
    updateSum();
}

void TablePane::setAllRows(int rows)
{
    m_sum->setAllRows(rows);
    updateSum();
}

void TablePane::setMayAdd(std::function<bool(const std::vector<int> &)> mayAdd)
{
    m_sum->setMayAdd(std::move(mayAdd));
    updateSum();
}

void TablePane::setFilter(const QString &text, bool regex)
{
    m_regex->setChecked(regex);
    m_filter->setText(text);
}

void TablePane::applyFilter()
{
    const NamePattern pattern(m_filter->text(), m_regex->isChecked());
    const QString error = pattern.error();
    QPalette colours;
    if (!error.isEmpty())
        colours.setColor(QPalette::Text, QColor(0xcc, 0x33, 0x33));
    m_filter->setPalette(colours);
    m_filter->setToolTip(error.isEmpty() ? QString() : plainToolTip(error));
    m_proxy->setPattern(pattern);
    updateSum();
}

/// A pattern that gave up may have missed names.
void TablePane::showProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    updateSum();
}

bool TablePane::isFiltering() const
{
    return m_proxy->isWorking();
}

QSortFilterProxyModel *TablePane::proxy() const
{
    return m_proxy;
}

void TablePane::fitNames(int min)
{
    m_columns->fit(min);
}

void TablePane::updateSum()
{
    m_sum->showSums(m_model->table(), *m_proxy, selectedRows(), m_columns->shown());
}

} // namespace ws
