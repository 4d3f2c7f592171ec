#include "core/report/texttable.h"

#include "core/base/shortname.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ws {
namespace {

bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x20000 && c <= 0x3FFFD);
}

/// Columns of a terminal.
qsizetype width(const QString &text)
{
    const QList<uint> characters = text.toUcs4();
    return characters.size() + std::count_if(characters.begin(), characters.end(), isWide);
}

QString cutAtEnd(const QString &text, qsizetype room)
{
    if (width(text) <= room)
        return text;
    QString cut = text.left(room - 1);
    while (width(cut) >= room)
        cut.chop(1);
    return cut + u'…';
}

} // namespace

QString markdownText(QString plain)
{
    for (const char sign : {'\\', '|', '*', '_', '`', '<', '['})
        plain.replace(QLatin1Char(sign), QStringLiteral("\\") + QLatin1Char(sign));
    return plain.replace(u'\n', u' ').replace(u'\r', u' ');
}

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
        out += m_columns[i].align == Right ? padding + cell : cell + padding;
    }
    while (out.endsWith(QLatin1Char(' ')))
        out.chop(1);
    out += QLatin1Char('\n');
}

std::vector<qsizetype> TextTable::padding(std::vector<qsizetype> widths) const
{
    for (size_t i = m_columns.size(); i-- > 0 && m_columns[i].align != Right;)
        widths[i] = std::min<qsizetype>(widths[i], maxPadding);
    return widths;
}

std::vector<qsizetype> TextTable::widths(const std::vector<QStringList> &rows) const
{
    std::vector<qsizetype> widths;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        qsizetype widest = width(m_columns[i].title);
        for (const QStringList &row : rows)
            widest = std::max(widest, width(row.value(static_cast<qsizetype>(i))));
        widths.push_back(widest);
    }
    return widths;
}

std::vector<QStringList> TextTable::fitted(int maxWidth) const
{
    std::vector<QStringList> rows = m_rows;
    std::vector<qsizetype> room = widths(rows);
    qsizetype tooWide =
        std::accumulate(room.begin(), room.end(), qsizetype(2) * (qsizetype(room.size()) - 1)) - maxWidth;
    for (; tooWide > 0; --tooWide) { // the widest text gives way
        size_t widest = m_columns.size();
        for (size_t i = 0; i < m_columns.size(); ++i)
            if (m_columns[i].align != Right && room[i] > minText &&
                (widest == m_columns.size() || room[i] > room[widest]))
                widest = i;
        if (widest == m_columns.size())
            break;
        --room[widest];
    }
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const auto column = static_cast<qsizetype>(i);
        std::map<QString, std::string> texts; // distinct ones
        for (const QStringList &row : rows)
            if (row.size() > column)
                texts.try_emplace(row[column], row[column].toStdString());
        if (m_columns[i].align == Right || room[i] >= widths(rows)[i])
            continue;
        if (m_columns[i].align == LeftCut) {
            for (QStringList &row : rows)
                if (row.size() > column)
                    row[column] = cutAtEnd(row[column], room[i]);
            continue;
        }
        std::vector<std::string_view> views;
        for (const auto &[text, bytes] : texts)
            views.push_back(bytes);
        const std::vector<std::string> brief = shortNames(views, static_cast<size_t>(room[i]));
        size_t next = 0;
        for (auto &[text, bytes] : texts)
            bytes = brief[next++];
        for (QStringList &row : rows)
            if (row.size() > column)
                row[column] = QString::fromStdString(texts[row[column]]);
    }
    return rows;
}

int TextTable::leastWidth() const
{
    const std::vector<qsizetype> full = widths(m_rows);
    qsizetype sum = full.empty() ? 0 : qsizetype(2) * (qsizetype(full.size()) - 1);
    for (size_t i = 0; i < full.size(); ++i)
        sum += m_columns[i].align == Left ? std::min(full[i], std::max<qsizetype>(minText, width(m_columns[i].title)))
                                          : full[i];
    return static_cast<int>(sum);
}

std::string TextTable::text(int maxWidth) const
{
    const std::vector<QStringList> rows = maxWidth > 0 ? fitted(maxWidth) : m_rows;
    const std::vector<qsizetype> columns = padding(widths(rows));
    QStringList titles;
    for (const Column &column : m_columns)
        titles.append(column.title);
    QString out;
    appendLine(out, titles, columns);
    for (const QStringList &row : rows)
        appendLine(out, row, columns);
    return out.toStdString();
}

} // namespace ws
