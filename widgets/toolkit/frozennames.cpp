#include "widgets/toolkit/frozennames.h"

#include "widgets/toolkit/elidingheader.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QScrollBar>

namespace ws {

FrozenNames::FrozenNames(QTableView *table, int column)
    : QTableView(table), m_table(table), m_tableViewport(table->viewport()), m_column(column)
{
    setHorizontalHeader(new ElidingHeader(this));
    setModel(table->model());
    QItemSelectionModel *own = selectionModel();
    setSelectionModel(table->selectionModel());
    delete own;
    setItemDelegate(table->itemDelegate());
    setAccessibleName(tr("Names"));
    setFocusPolicy(Qt::NoFocus); // keys belong to the table
    setSelectionBehavior(table->selectionBehavior());
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(table->verticalScrollMode());
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(table->verticalHeader()->defaultSectionSize());
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, table, [this](const QPoint &at) {
        emit m_table->customContextMenuRequested(m_table->viewport()->mapFromGlobal(viewport()->mapToGlobal(at)));
    });
    connect(this, &QAbstractItemView::activated, table, &QAbstractItemView::activated);
    connect(table->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, table->verticalScrollBar(), &QScrollBar::setValue);
    connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenNames::place);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, &FrozenNames::place);
    connect(table->horizontalHeader(), &QHeaderView::sectionMoved, this, &FrozenNames::place);
    connect(model(), &QAbstractItemModel::modelReset, this, &FrozenNames::showOneColumn);
    connect(model(), &QAbstractItemModel::columnsInserted, this, &FrozenNames::showOneColumn);
    table->viewport()->installEventFilter(this);
    showOneColumn();
}

void FrozenNames::showOneColumn()
{
    for (int column = 0; column < model()->columnCount(); ++column)
        setColumnHidden(column, column != m_column);
    place();
}

bool FrozenNames::isOut(const QTableView &table, int column)
{
    return !table.wordWrap() && !table.isColumnHidden(column) && table.columnViewportPosition(column) < 0;
}

void FrozenNames::addTo(QTableView *table, int column)
{
    auto *wait = new QObject(table);
    connect(table->horizontalScrollBar(), &QScrollBar::valueChanged, wait, [table, column, wait] {
        if (!isOut(*table, column))
            return;
        new FrozenNames(table, column);
        delete wait; // and with it this connection
    });
}

bool FrozenNames::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_tableViewport && event->type() == QEvent::Resize)
        place();
    return QTableView::eventFilter(object, event);
}

void FrozenNames::place()
{
    if (!m_table)
        return;
    const bool isShown = isOut(*m_table, m_column);
    if (isShown) {
        const QHeaderView *header = m_table->horizontalHeader();
        const int width = std::min(m_table->columnWidth(m_column), m_table->viewport()->width() / 2);
        setColumnWidth(m_column, width);
        horizontalHeader()->setFixedHeight(header->height());
        setGeometry(m_table->viewport()->x(), header->y(), width, header->height() + m_table->viewport()->height());
        verticalScrollBar()->setValue(m_table->verticalScrollBar()->value());
        raise();
    }
    setVisible(isShown);
}

void FrozenNames::wheelEvent(QWheelEvent *event)
{
    if (m_table)
        QCoreApplication::sendEvent(m_table->viewport(), event);
}

} // namespace ws
