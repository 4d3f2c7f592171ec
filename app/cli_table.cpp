// warpscope-cli table FILE [--table N] [--csv]

#include "app/cli.h"

#include "core/report/printedreport.h"
#include "core/report/tablewriters.h"

namespace ws::cli {
namespace {

struct Chosen
{
    std::shared_ptr<const Run> run;
    size_t table;
};

ReportTable reportOf(const Chosen &chosen)
{
    return printedReport(chosen.run, chosen.table, printedRows(chosen.run->tables[chosen.table]));
}

/// Under its title; the columns in the order of the file.
std::string asText(const ReportTable &table)
{
    return table.title.toStdString() + '\n' + tableTerminalText(wholeTable(table));
}

/// Tables that the file, its part and --table name; empty with a message on stderr.
std::vector<Chosen> chosen(const Selected &selected, const QString &wanted)
{
    std::vector<Chosen> tables;
    for (const auto &run : selected.runs)
        for (size_t table = 0; table < run->tables.size(); ++table)
            tables.push_back({run, table});
    if (tables.empty()) {
        printError(App::tr("the file holds no table; `summary` says what it holds"));
        return {};
    }
    if (selected.table >= 0)
        return {tables[static_cast<size_t>(selected.table)]};
    if (wanted.isEmpty())
        return tables;
    const int number = wanted.toInt();
    if (number >= 1 && static_cast<size_t>(number) <= tables.size())
        return {tables[static_cast<size_t>(number) - 1]};
    printError(App::tr("there is no table %1; the file holds %2").arg(wanted).arg(tables.size()));
    return {};
}

} // namespace

int runTable(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"),
                                 App::tr("print CSV, numbers raw; several tables with a blank line "
                                         "between them"));
    const QCommandLineOption which(QStringLiteral("table"), App::tr("only the N-th table of the file"),
                                   QStringLiteral("N"));
    parser.addOptions({csv, which});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    const std::optional<Selected> selected = load(parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    const std::vector<Chosen> tables = chosen(*selected, parser.value(which));
    if (tables.empty())
        return Unreadable;
    std::string out;
    for (const Chosen &wanted : tables) {
        const ReportTable table = reportOf(wanted);
        out.append(out.empty() ? "" : "\n").append(parser.isSet(csv) ? tableCsv(wholeTable(table)) : asText(table));
    }
    return print(out);
}

} // namespace ws::cli
