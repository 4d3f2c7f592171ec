#include "widgets/toolkit/emptycolumns.h"

#include "widgets/toolkit/reportmodel.h"

#include <QTableView>

namespace ws {

EmptyColumns::EmptyColumns(QTableView *view, const ReportModel *model) : QObject(view), m_view(view), m_model(model)
{
    connect(view->model(), &QAbstractItemModel::modelReset, this, &EmptyColumns::rowsChanged);
}

const std::string &EmptyColumns::idOf(int column) const
{
    return m_model->columns()[static_cast<size_t>(column)].id;
}

bool EmptyColumns::isEmpty(int column) const
{
    constexpr size_t quick = 50'000; // rows; more take a moment
    const ReportTable &table = m_model->table();
    if (!table.cell || table.rowCount == 0 || table.rowCount > quick)
        return false;
    for (size_t row = 0; row < table.rowCount; ++row)
        if (!cellValue(table.cell(row, static_cast<size_t>(column))).toString().isEmpty())
            return false;
    return true;
}

void EmptyColumns::rowsChanged()
{
    const std::vector<ReportColumn> &columns = m_model->columns();
    for (int c = static_cast<int>(m_model->table().keys); c < m_model->columnCount(); ++c) {
        const bool isOut = isText(columns[static_cast<size_t>(c)].kind) && !m_wanted.contains(idOf(c)) && isEmpty(c);
        if (isOut && !m_view->isColumnHidden(c)) {
            m_hidden.insert(idOf(c));
            m_view->setColumnHidden(c, true);
        } else if (!isOut && m_hidden.erase(idOf(c))) {
            m_view->setColumnHidden(c, false);
        }
    }
}

void EmptyColumns::setByUser(int column, bool shown)
{
    m_hidden.erase(idOf(column));
    if (shown)
        m_wanted.insert(idOf(column));
    else
        m_wanted.erase(idOf(column));
}

void EmptyColumns::setByPanel(int column, bool shown)
{
    m_panels.insert(idOf(column));
    m_view->setColumnHidden(column, !shown);
}

std::vector<std::string> EmptyColumns::hiddenByChoice() const
{
    std::vector<std::string> ids;
    for (int c = 0; c < m_model->columnCount(); ++c)
        if (m_view->isColumnHidden(c) && !m_hidden.contains(idOf(c)) && !m_panels.contains(idOf(c)))
            ids.push_back(idOf(c));
    return ids;
}

} // namespace ws
