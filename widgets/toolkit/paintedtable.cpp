#include "widgets/toolkit/paintedtable.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>

#include <algorithm>
#include <vector>

namespace ws {
namespace {

constexpr int tellMs = 200;
constexpr qsizetype maxCells = 20'000; ///< that are handed out at a time

class TableAccess;

/// Safe to ask at any time; without effect, and empty, when the view has changed or is gone.
class CellAccess : public QAccessibleInterface, public QAccessibleTableCellInterface, public QAccessibleActionInterface
{
public:
    CellAccess(PaintedTable *table, PaintedTable::Position position)
        : m_table(table), m_position(position), m_version(table->version())
    {
    }

    bool isValid() const override { return m_table && m_table->version() == m_version; }
    QObject *object() const override { return nullptr; }
    QWindow *window() const override { return parent() ? parent()->window() : nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return isValid() ? QAccessible::queryAccessibleInterface(m_table->view()) : nullptr;
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QString text(QAccessible::Text kind) const override
    {
        const PaintedTable::Cell is = cell();
        return kind == QAccessible::Name          ? is.name
               : kind == QAccessible::Value       ? is.value
               : kind == QAccessible::Description ? is.description
                                                  : QString();
    }
    void setText(QAccessible::Text, const QString &) override {}
    QRect rect() const override
    {
        const QRect box = cell().box;
        return box.isEmpty() || !m_table->view()->isVisible() ? QRect() : box.translated(origin());
    }
    QAccessible::Role role() const override
    {
        return m_position.column == 0 ? QAccessible::RowHeader : QAccessible::Cell;
    }
    QAccessible::State state() const override;

    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QList<QAccessibleInterface *> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface *> rowHeaderCells() const override;
    int columnIndex() const override { return m_position.column; }
    int rowIndex() const override { return m_position.row; }
    bool isSelected() const override { return cell().isSelected; }
    QAccessibleInterface *table() const override { return parent(); }

    QStringList actionNames() const override { return cell().canPress ? QStringList(pressAction()) : QStringList(); }
    void doAction(const QString &action) override
    {
        if (action == pressAction() && cell().canPress && m_table->source().press)
            m_table->source().press(m_position.row, m_position.column);
    }
    QStringList keyBindingsForAction(const QString &) const override { return {}; }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface *>(this)
               : type == QAccessible::ActionInterface  ? static_cast<QAccessibleActionInterface *>(this)
                                                       : static_cast<void *>(nullptr);
    }

    PaintedTable::Position position() const { return m_position; }

private:
    PaintedTable::Cell cell() const
    {
        return isValid() ? m_table->source().cell(m_position.row, m_position.column) : PaintedTable::Cell();
    }
    QPoint origin() const { return m_table->view()->mapToGlobal(QPoint()); }

    QPointer<PaintedTable> m_table;
    PaintedTable::Position m_position;
    uint64_t m_version;
};

/// The children are all cells, row by row.
class TableAccess : public QAccessibleWidget, public QAccessibleTableInterface
{
public:
    explicit TableAccess(PaintedTable *table) : QAccessibleWidget(table->view(), QAccessible::Table), m_table(table) {}
    ~TableAccess() override { forgetCells(); }

    bool isValid() const override { return m_table && QAccessibleWidget::isValid(); }
    QAccessible::State state() const override
    {
        QAccessible::State state = QAccessibleWidget::state();
        state.readOnly = true;
        return state;
    }
    int childCount() const override { return starts().back(); }
    QAccessibleInterface *child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        const auto next = std::upper_bound(starts().begin(), starts().end(), index);
        const auto row = static_cast<int>(next - starts().begin()) - 1;
        return cellAt(row, index - starts()[static_cast<size_t>(row)]);
    }
    int indexOfChild(const QAccessibleInterface *child) const override
    {
        const auto *cell = dynamic_cast<const CellAccess *>(child);
        return cell && cell->isValid() && cell->table() == this ? indexOf(cell->position()) : -1;
    }
    QAccessibleInterface *childAt(int x, int y) const override;
    QAccessibleInterface *focusChild() const override
    {
        return m_table && widget()->hasFocus() ? cellOf(m_table->current()) : nullptr;
    }
    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface *>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }

    QAccessibleInterface *caption() const override { return nullptr; }
    QAccessibleInterface *summary() const override { return nullptr; }
    QAccessibleInterface *cellAt(int row, int column) const override;
    int selectedCellCount() const override { return static_cast<int>(selectedCells().size()); }
    QList<QAccessibleInterface *> selectedCells() const override
    {
        QAccessibleInterface *cell = m_table ? cellOf(m_table->current()) : nullptr;
        return cell ? QList<QAccessibleInterface *>{cell} : QList<QAccessibleInterface *>();
    }
    QString columnDescription(int) const override { return {}; }
    QString rowDescription(int row) const override
    {
        return row >= 0 && row < rowCount() ? m_table->source().cell(row, 0).name : QString();
    }
    int columnCount() const override
    {
        int most = 0;
        for (size_t row = 0; row + 1 < starts().size(); ++row)
            most = std::max(most, starts()[row + 1] - starts()[row]);
        return most;
    }
    int rowCount() const override { return static_cast<int>(starts().size()) - 1; }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent *) override {}

    int indexOf(PaintedTable::Position position) const
    {
        const bool exists = position.row >= 0 && position.row < rowCount() && position.column >= 0 &&
                            position.column < cellCount(position.row);
        return exists ? starts()[static_cast<size_t>(position.row)] + position.column : -1;
    }

private:
    QAccessibleInterface *cellOf(PaintedTable::Position position) const
    {
        return position.isValid() ? cellAt(position.row, position.column) : nullptr;
    }
    int cellCount(int row) const { return starts()[static_cast<size_t>(row) + 1] - starts()[static_cast<size_t>(row)]; }
    void forgetCells() const
    {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
        m_cells.clear();
    }
    /// The index of each row's first cell, and at the end the number of all.
    const std::vector<int> &starts() const;

    QPointer<PaintedTable> m_table;
    mutable uint64_t m_version = UINT64_MAX; ///< of m_starts and m_cells
    mutable std::vector<int> m_starts{0};
    mutable QHash<int, QAccessible::Id> m_cells; ///< by index
};

const std::vector<int> &TableAccess::starts() const
{
    const uint64_t version = m_table ? m_table->version() : UINT64_MAX;
    if (m_table && version == m_version)
        return m_starts;
    forgetCells();
    m_version = version;
    m_starts.assign(1, 0);
    const int rows = m_table ? m_table->source().rowCount() : 0;
    for (int row = 0; row < rows; ++row)
        m_starts.push_back(m_starts.back() + 1 + m_table->source().boxCount(row));
    return m_starts;
}

QAccessibleInterface *TableAccess::cellAt(int row, int column) const
{
    const int index = indexOf({row, column});
    if (index < 0)
        return nullptr;
    if (const auto known = m_cells.constFind(index); known != m_cells.constEnd())
        return QAccessible::accessibleInterface(*known);
    if (m_cells.size() >= maxCells)
        forgetCells();
    auto *cell = new CellAccess(m_table, {row, column});
    m_cells.insert(index, QAccessible::registerAccessibleInterface(cell));
    return cell;
}

QAccessibleInterface *TableAccess::childAt(int x, int y) const
{
    if (!isValid() || !rect().contains(x, y))
        return nullptr;
    const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
    if (m_table->source().positionAt)
        return cellOf(m_table->source().positionAt(at));
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < cellCount(row); ++column)
            if (m_table->source().cell(row, column).box.contains(at))
                return cellAt(row, column);
    return nullptr;
}

QAccessible::State CellAccess::state() const
{
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    const PaintedTable::Cell is = cell();
    state.readOnly = true;
    state.selectable = is.canPress;
    state.focusable = is.canPress;
    state.selected = is.isSelected;
    state.focused = is.isSelected && m_table->view()->hasFocus();
    state.invisible = !m_table->view()->isVisible();
    state.offscreen = is.box.isEmpty() || !m_table->view()->rect().intersects(is.box);
    return state;
}

QList<QAccessibleInterface *> CellAccess::rowHeaderCells() const
{
    QAccessibleInterface *of = parent();
    if (!of || m_position.column == 0)
        return {};
    return {of->tableInterface()->cellAt(m_position.row, 0)};
}

QAccessibleInterface *tableAccess(const QString &, QObject *object)
{
    auto *table = object && object->isWidgetType()
                      ? object->findChild<PaintedTable *>(QString(), Qt::FindDirectChildrenOnly)
                      : nullptr;
    return table ? new TableAccess(table) : nullptr;
}

/// Whether a screen reader is there, as Qt tells its observers.
class Listening : public QAccessible::ActivationObserver
{
public:
    Listening() : m_isOn(QAccessible::isActive()) { QAccessible::installActivationObserver(this); }
    bool isOn() const { return m_isOn; }
    void accessibilityActiveChanged(bool active) override { m_isOn = active; }

private:
    bool m_isOn;
};

/// Never deleted: Qt's list of observers may be gone before.
const Listening &listening()
{
    static const auto *const observer = new Listening;
    return *observer;
}

void tellOf(PaintedTable &table, QAccessible::Event kind, PaintedTable::Position position)
{
    QAccessibleInterface *access = QAccessible::queryAccessibleInterface(table.view());
    auto *cells = dynamic_cast<TableAccess *>(access);
    const int index = cells ? cells->indexOf(position) : -1;
    if (index < 0)
        return;
    QAccessibleEvent event(table.view(), kind);
    event.setChild(index);
    QAccessible::updateAccessibility(&event);
}

} // namespace

PaintedTable::PaintedTable(QWidget *view, Source source) : QObject(view), m_source(std::move(source))
{
    [[maybe_unused]] static const bool isInstalled = (QAccessible::installFactory(tableAccess), true);
    // A name that the view was given before has made the interface of a plain widget.
    QAccessibleInterface *known = QAccessible::queryAccessibleInterface(view);
    if (known && !known->tableInterface())
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(known));
    listening(); // from now on
    m_told.setSingleShot(true);
    m_told.setInterval(tellMs);
    connect(&m_told, &QTimer::timeout, this, [this] {
        QAccessibleTableModelChangeEvent event(this->view(), QAccessibleTableModelChangeEvent::ModelReset);
        QAccessible::updateAccessibility(&event);
        tellCurrent();
    });
}

QWidget *PaintedTable::view() const
{
    return static_cast<QWidget *>(parent());
}

void PaintedTable::change()
{
    ++m_version;
    if (listening().isOn() && !m_told.isActive())
        m_told.start();
}

void PaintedTable::tellCurrent()
{
    if (!listening().isOn())
        return;
    const Position position = current();
    if (!position.isValid())
        return;
    tellOf(*this, QAccessible::SelectionAdd, position);
    if (view()->hasFocus())
        tellOf(*this, QAccessible::Focus, position);
    emit told(position.row, position.column);
}

} // namespace ws
