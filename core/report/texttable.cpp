#include "core/report/texttable.h"

#include <algorithm>

namespace ws {
namespace {

qsizetype width(const QString &text)
{
    return text.size() - std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLowSurrogate(); });
}

} // namespace

void TextTable::addColumn(const QString &title, Align align)
{
    m_columns.push_back({title, align});
}

void TextTable::addRow(const QStringList &cells)
{
    m_rows.push_back(cells);
}

void TextTable::appendLine(QString &out, const QStringList &cells, const std::vector<qsizetype> &widths) const
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        QString cell = cells.value(static_cast<qsizetype>(i));
        cell.replace(QLatin1Char('\n'), QLatin1Char(' '));
        const QString padding(std::max<qsizetype>(0, widths[i] - width(cell)), QLatin1Char(' '));
        if (i)
            out += QStringLiteral("  ");
        if (m_columns[i].align == Right)
            out += padding + cell;
        else
            out += i + 1 < m_columns.size() ? cell + padding : cell;
    }
    out += QLatin1Char('\n');
}

std::string TextTable::text() const
{
    QStringList titles;
    std::vector<qsizetype> widths;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        titles.append(m_columns[i].title);
        qsizetype widest = width(m_columns[i].title);
        for (const QStringList &row : m_rows)
            widest = std::max(widest, width(row.value(static_cast<qsizetype>(i))));
        widths.push_back(widest);
    }
    QString out;
    appendLine(out, titles, widths);
    for (const QStringList &row : m_rows)
        appendLine(out, row, widths);
    return out.toStdString();
}

} // namespace ws
