#include "widgets/toolkit/sumline.h"

#include "widgets/toolkit/reportmodel.h"

#include <QAbstractProxyModel>

#include <algorithm>

namespace ws {

SumLine::SumLine(QWidget *parent) : LineLabel(parent)
{
    setContentsMargins(8, 2, 8, 2);
}

/// So that the line is never empty.
QString SumLine::rowsText(const ReportTable &table)
{
    const size_t rows = table.rowCount - std::min(table.rowCount, table.restRows);
    return rows ? tr("%n row(s)", nullptr, static_cast<int>(rows)) : QString();
}

/// A sum for each shown column that has one; none where the rows must not be added up.
QStringList SumLine::sums(const ReportTable &table, const std::vector<int> &rows, const std::vector<int> &columns) const
{
    QStringList parts;
    if (m_mayAdd && !m_mayAdd(rows))
        return parts;
    for (const int c : columns) {
        const ReportColumn &column = table.columns[static_cast<size_t>(c)];
        if (!column.summable)
            continue;
        double sum = 0;
        int64_t whole = 0;
        for (const int row : rows) {
            const QVariant value = cellValue(table.cell(static_cast<size_t>(row), static_cast<size_t>(c)));
            whole += value.toLongLong();
            sum += value.toDouble();
        }
        const QString text = column.kind == CellKind::Time     ? formatDuration(whole)
                             : column.kind == CellKind::Share  ? formatPercent(sum)
                             : column.kind == CellKind::Bytes  ? formatBytes(whole)
                             : column.kind == CellKind::Number ? formatNumber(sum)
                                                               : formatCount(whole);
        parts << QStringLiteral("%1 %2").arg(column.title, text);
    }
    return parts;
}

void SumLine::showSums(const ReportTable &table, const QAbstractProxyModel &shown, const std::vector<int> &selected,
                       const std::vector<int> &columns)
{
    const QString separator = QStringLiteral("  ·  ");
    if (selected.size() > 1) // of a single row nothing is added up
        return setText((QStringList{tr("Selected rows: %1").arg(formatCount(static_cast<int64_t>(selected.size())))} +
                        sums(table, selected, columns))
                           .join(separator));
    const int all = m_allRows < 0 ? static_cast<int>(table.rowCount) : m_allRows;
    if (shown.rowCount() == all)
        return setText(m_note.isEmpty() ? rowsText(table) : m_note);
    constexpr int quick = 200'000; // more take a moment for each letter that is typed
    QStringList parts{tr("%1 of %2 rows shown").arg(formatCount(shown.rowCount()), formatCount(all))};
    if (shown.rowCount() <= quick) {
        std::vector<int> rows;
        for (int row = 0; row < shown.rowCount(); ++row)
            rows.push_back(shown.mapToSource(shown.index(row, 0)).row());
        parts += sums(table, rows, columns);
    }
    setText(parts.join(separator));
}

} // namespace ws
