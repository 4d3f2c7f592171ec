#include "core/report/tablewriters.h"

#include "core/base/texts.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

/// Calls `write` with the content of the cell: std::monostate, int64_t, double or std::string_view.
template <class Write> void visitCell(const ReportCell &cell, Write write)
{
    if (const auto *text = std::get_if<QString>(&cell)) {
        const std::string utf8 = text->toStdString();
        write(std::string_view(utf8));
    } else if (const auto *view = std::get_if<std::string_view>(&cell)) {
        write(*view);
    } else if (const auto *integer = std::get_if<int64_t>(&cell)) {
        write(*integer);
    } else if (const auto *real = std::get_if<double>(&cell)) {
        write(*real);
    } else {
        write(std::monostate());
    }
}

/// "total_ns" → "totalNs", "rate_GBs" → "rateGBs"
std::string jsonKey(std::string_view id)
{
    std::string key;
    for (size_t i = 0; i < id.size(); ++i) {
        const bool joins = id[i] == '_' && i + 1 < id.size() && std::isalpha(static_cast<unsigned char>(id[i + 1]));
        key += joins ? static_cast<char>(std::toupper(static_cast<unsigned char>(id[++i]))) : id[i];
    }
    return key;
}

QString oneLine(QString text)
{
    return text.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
}

QString markdownCell(const QString &text)
{
    return u' ' + markdownText(oneLine(text)) + QLatin1String(" |");
}

/// Of any row.
bool isKnown(const ReportTable &table, size_t column)
{
    for (size_t row = 0; row < table.rowCount; ++row)
        if (table.cell(row, column).index() != 0)
            return true;
    return false;
}

} // namespace

TablePart wholeTable(const ReportTable &table)
{
    TablePart part{table, std::vector<size_t>(table.rowCount), {}};
    std::iota(part.rows.begin(), part.rows.end(), size_t(0));
    for (size_t c = 0; c < table.columns.size(); ++c)
        if (!table.columns[c].optional || isKnown(table, c))
            part.columns.push_back(c);
    return part;
}

std::string tableCsv(const TablePart &part, CsvStyle style)
{
    std::string text;
    CsvWriter csv(text, style);
    for (const size_t column : part.columns)
        csv << part.table.columns[column].id;
    csv.endRow();
    for (const size_t row : part.rows) {
        for (const size_t column : part.columns)
            visitCell(part.table.forFile(row, column), [&](const auto &value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    csv.blank();
                else
                    csv << value;
            });
        csv.endRow();
    }
    return text;
}

QString tableTsv(const TablePart &part)
{
    QString text;
    const auto endCell = [&](size_t k) { text += k + 1 < part.columns.size() ? u'\t' : u'\n'; };
    for (size_t k = 0; k < part.columns.size(); ++k) {
        text += oneLine(QString::fromStdString(part.table.columns[part.columns[k]].id));
        endCell(k);
    }
    for (const size_t row : part.rows)
        for (size_t k = 0; k < part.columns.size(); ++k) {
            const ReportCell cell = part.table.forFile(row, part.columns[k]);
            if (const auto *integer = std::get_if<int64_t>(&cell))
                text += QString::number(*integer);
            else if (const auto *real = std::get_if<double>(&cell))
                text += QString::number(*real, 'g', 17);
            else
                text += oneLine(textOf(cell));
            endCell(k);
        }
    return text;
}

QString tableMarkdown(const TablePart &part)
{
    QString text = QStringLiteral("|");
    QString rule = QStringLiteral("|");
    for (const size_t c : part.columns) {
        text += markdownCell(titleWithUnit(part.table.columns[c]));
        rule += isText(part.table.columns[c].kind) ? QLatin1String(" --- |") : QLatin1String(" ---: |");
    }
    text += u'\n' + rule + u'\n';
    for (const size_t row : part.rows) {
        text += u'|';
        for (const size_t c : part.columns)
            text += markdownCell(markedText(part.table, row, c));
        text += u'\n';
    }
    return text;
}

namespace {

TextTable terminalTable(const TablePart &part, const std::vector<size_t> &order)
{
    TextTable text;
    for (const size_t c : order)
        text.addColumn(titleWithUnit(part.table.columns[c]),
                       isText(part.table.columns[c].kind) ? TextTable::Left : TextTable::Right);
    std::vector<bool> hasMarks; // digits stay below digits
    for (const size_t c : order)
        hasMarks.push_back(part.table.isMarked && std::ranges::any_of(part.rows, [&](size_t row) {
                               return part.table.isMarked(row, part.table.columns[c]);
                           }));
    for (const size_t row : part.rows) {
        QStringList cells;
        for (size_t k = 0; k < order.size(); ++k) {
            const QString cell = markedText(part.table, row, order[k]);
            cells << (hasMarks[k] && !cell.endsWith(u'*') ? cell + u' ' : cell);
        }
        text.addRow(cells);
    }
    return text;
}

/// The column that says least, of several the last: one that a window hides at first, a number that is no sum (an
/// average), a share (its time stands beside it), another number. None: one number and the texts stay.
std::optional<size_t> leastColumn(const ReportTable &table, const std::vector<size_t> &order)
{
    const auto rank = [](const ReportColumn &column) {
        return column.optional ? 0 : column.kind == CellKind::Share ? 2 : column.summable ? 3 : 1;
    };
    std::optional<size_t> found;
    size_t numbers = 0;
    for (size_t k = 0; k < order.size(); ++k) {
        const ReportColumn &column = table.columns[order[k]];
        numbers += !isText(column.kind);
        const bool mayGo = column.optional || !isText(column.kind);
        if (mayGo && (!found || rank(column) <= rank(table.columns[order[*found]])))
            found = k;
    }
    const bool isLastNumber = found && !isText(table.columns[order[*found]].kind) && numbers < 2;
    return isLastNumber ? std::nullopt : found;
}

} // namespace

std::string tableTerminalText(const TablePart &part, int maxWidth)
{
    std::vector<size_t> order = part.columns;
    std::stable_partition(order.begin(), order.end(),
                          [&](size_t column) { return part.table.columns[column].kind != CellKind::Name; });
    TextTable text = terminalTable(part, order);
    QStringList left;
    while (maxWidth > 0 && text.leastWidth() > maxWidth) {
        const auto least = leastColumn(part.table, order);
        if (!least)
            break;
        left.prepend(part.table.columns[order[*least]].title);
        order.erase(order.begin() + std::ptrdiff_t(*least));
        text = terminalTable(part, order);
    }
    std::string out = text.text(maxWidth);
    if (!left.isEmpty())
        out += Core::tr("Left out, because the terminal is narrow: %1.")
                   .arg(left.join(QStringLiteral(", ")))
                   .toStdString() +
               '\n';
    for (const QString &note : part.table.notes)
        out.append(note.toStdString()).append("\n");
    return out;
}

Json tableRowsJson(const ReportTable &table)
{
    std::vector<std::string> keys;
    for (const ReportColumn &column : table.columns)
        keys.push_back(jsonKey(column.id));
    Json rows = Json::array();
    for (size_t row = 0; row + table.restRows < table.rowCount; ++row) {
        Json item = Json::object();
        for (size_t c = 0; c < keys.size(); ++c)
            visitCell(table.forFile(row, c), [&](const auto &value) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    item[keys[c]] = value;
                else if (!table.columns[c].optional)
                    item[keys[c]] = nullptr;
            });
        rows.push_back(std::move(item));
    }
    return rows;
}

namespace {

/// A cell's value as JSON. Rows of one name follow one another, so the last text of each column is kept.
class JsonCells
{
public:
    explicit JsonCells(size_t columns) : m_last(columns), m_written(columns) {}

    void append(std::string &out, size_t column, const ReportCell &cell)
    {
        visitCell(cell, [&](const auto &value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::monostate>)
                out += "null";
            else if constexpr (std::is_same_v<Value, int64_t>)
                out += std::to_string(value);
            else if constexpr (std::is_same_v<Value, double>)
                out += Json(value).dump();
            else
                out += escaped(column, value);
        });
    }

private:
    const std::string &escaped(size_t column, std::string_view text)
    {
        if (m_written[column].empty() || m_last[column] != text) {
            m_last[column] = text;
            m_written[column] = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
        }
        return m_written[column];
    }

    std::vector<std::string> m_last, m_written; ///< by column
};

} // namespace

void appendRowsJson(std::string &out, const ReportTable &table)
{
    std::vector<std::string> keys;
    for (const ReportColumn &column : table.columns)
        keys.push_back('"' + jsonKey(column.id) + "\":");
    JsonCells cells(keys.size());
    out += '[';
    for (size_t row = 0; row + table.restRows < table.rowCount; ++row) {
        out += row ? ",\n{" : "\n{";
        for (size_t c = 0, written = 0; c < keys.size(); ++c) {
            const ReportCell cell = table.forFile(row, c);
            if (cell.index() == 0 && table.columns[c].optional)
                continue;
            out += written++ ? "," : "";
            cells.append(out += keys[c], c, cell);
        }
        out += '}';
    }
    out += ']';
}

} // namespace ws
