// warpscope-cli table FILE [--table N] [--csv]

#include "app/cli.h"

#include "core/report/csv.h"
#include "core/report/texttable.h"

#include <cmath>

namespace ws::cli {
namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A column's name with the unit of its cells, where the name does not tell it: torch prints units into the cells.
std::string headerOf(const Column &column)
{
    const bool named = column.name.ends_with(')') || column.name.ends_with('%');
    const bool hasUnit = column.unit != Unit::Text && column.unit != Unit::Number && column.unit != Unit::Count;
    if (named || !hasUnit)
        return column.name;
    std::string header = column.name;
    return header.append(" (").append(unitName(column.unit)).append(")");
}

QString cellText(const Cell &cell)
{
    if (const auto *number = std::get_if<double>(&cell))
        return std::floor(*number) == *number && std::abs(*number) < 1e15 ? QString::number(*number, 'f', 0)
                                                                          : QString::number(*number, 'f', 3);
    if (const auto *text = std::get_if<std::string>(&cell))
        return toText(*text).replace(QLatin1Char('\n'), QStringLiteral(" ⏎ "));
    return {};
}

std::string asText(const Table &table)
{
    TextTable text;
    for (const Column &column : table.columns)
        text.addColumn(toText(headerOf(column)), column.unit == Unit::Text ? TextTable::Left : TextTable::Right);
    for (const auto &row : table.rows) {
        QStringList cells;
        for (const Cell &cell : row)
            cells.append(cellText(cell));
        text.addRow(cells);
    }
    std::string out = table.title;
    out.append("\n").append(text.text());
    for (const std::string &note : table.notes)
        out += note + '\n';
    return out;
}

std::string asCsv(const Table &table)
{
    std::string out;
    CsvWriter csv(out);
    for (const Column &column : table.columns)
        csv << headerOf(column);
    csv.endRow();
    for (const auto &row : table.rows) {
        for (const Cell &cell : row) {
            if (const auto *number = std::get_if<double>(&cell))
                csv << *number;
            else if (const auto *text = std::get_if<std::string>(&cell))
                csv << *text;
            else
                csv.blank();
        }
        csv.endRow();
    }
    return out;
}

/// Tables that the file, its part and --table name; empty with a message on stderr.
std::vector<const Table *> chosen(const Selected &selected, const QString &wanted)
{
    std::vector<const Table *> tables;
    for (const auto &run : selected.runs)
        for (const Table &table : run->tables)
            tables.push_back(&table);
    if (tables.empty()) {
        printError(tr("the file holds no table; `summary` says what it holds"));
        return {};
    }
    if (selected.table >= 0)
        return {tables[static_cast<size_t>(selected.table)]};
    if (wanted.isEmpty())
        return tables;
    const int number = wanted.toInt();
    if (number >= 1 && static_cast<size_t>(number) <= tables.size())
        return {tables[static_cast<size_t>(number) - 1]};
    printError(tr("there is no table %1; the file holds %2").arg(wanted).arg(tables.size()));
    return {};
}

} // namespace

int runTable(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), tr("print CSV, numbers raw; several tables with a blank line "
                                                           "between them"));
    const QCommandLineOption which(QStringLiteral("table"), tr("only the N-th table of the file"), QStringLiteral("N"));
    parser.addOptions({csv, which});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    const std::optional<Selected> selected = load(parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    const std::vector<const Table *> tables = chosen(*selected, parser.value(which));
    if (tables.empty())
        return Unreadable;
    std::string out;
    for (const Table *table : tables)
        out.append(out.empty() ? "" : "\n").append(parser.isSet(csv) ? asCsv(*table) : asText(*table));
    return print(out);
}

} // namespace ws::cli
