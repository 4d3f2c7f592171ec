// warpscope-cli table FILE [--table N] [--peak TFLOPS] [--csv|--json|--md]

#include "app/cli/clifolders.h"
#include "app/cli/clitable.h"

#include "core/base/texts.h"
#include "core/model/torchbalance.h"
#include "core/report/printedreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <numeric>

namespace ws::cli {
namespace {

ReportTable reportOf(const RunPtr &run, size_t table, double peakTflops)
{
    ReportTable report = printedReport(run, table, printedRows(run->tables[table]), {}, peakTflops);
    if (const int same = identicalTables(run->tables)[table]; same >= 0)
        report.notes
            << App::tr("Identical to table %1, %2.").arg(same + 1).arg(shownTitle(run->tables[size_t(same)].title));
    return report;
}

/// Under its title; the columns in the order of the file.
std::string asText(const ReportTable &table)
{
    return table.title.toStdString() + '\n' + tableTerminalText(wholeTable(table), lineWidth());
}

std::string asMarkdown(const ReportTable &table)
{
    const QString title = QStringLiteral("### ") + markdownText(table.title) + QStringLiteral("\n\n");
    return title.toStdString() + markdownOf(table);
}

/// Tables that the file, its part and --table name; empty with a message on stderr.
std::vector<size_t> chosen(const Selected &selected, const QString &wanted)
{
    std::vector<size_t> tables(selected.run->tables.size());
    std::iota(tables.begin(), tables.end(), size_t(0));
    if (tables.empty()) {
        printError(
            App::tr("%1: the file holds no table; `summary` says what it holds").arg(selected.run->info.stamp.path));
        return {};
    }
    if (selected.table >= 0)
        return {static_cast<size_t>(selected.table)};
    if (wanted.isEmpty())
        return tables;
    const int number = wanted.toInt();
    if (number >= 1 && static_cast<size_t>(number) <= tables.size())
        return {static_cast<size_t>(number) - 1};
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
    const QCommandLineOption peak(QStringLiteral("peak"),
                                  App::tr("the device's peak in TFLOP/s: tables with FLOPs show their share of it"),
                                  QStringLiteral("TFLOPS"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({csv, json, markdown, which, peak});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    bool isNumber = true;
    const double tflops = parser.isSet(peak) ? parser.value(peak).toDouble(&isNumber) : 0;
    if (!isNumber || !std::isfinite(tflops) || (parser.isSet(peak) && tflops <= 0))
        return wrongUsage(self, App::tr("--peak takes TFLOP/s, not “%1”").arg(parser.value(peak)));
    if (const auto exit = forEachInFolder(self, parser, arguments, InFolder::Tables))
        return *exit;
    const std::optional<Selected> selected = load(parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    const std::vector<size_t> tables = chosen(*selected, parser.value(which));
    if (tables.empty())
        return Unreadable;
    std::string out;
    nlohmann::ordered_json document = {{"schema", 1}, {"tables", nlohmann::ordered_json::array()}};
    for (size_t wanted : tables) {
        const ReportTable table = reportOf(selected->run, wanted, tflops);
        if (parser.isSet(json)) {
            nlohmann::ordered_json one = {
                {"number", wanted + 1}, {"title", table.title.toStdString()}, {"rows", tableRowsJson(table)}};
            for (const QString &note : table.notes)
                one["notes"].push_back(note.toStdString());
            document["tables"].push_back(std::move(one));
            continue;
        }
        out.append(out.empty() ? "" : "\n")
            .append(parser.isSet(csv)        ? tableCsv(wholeTable(table))
                    : parser.isSet(markdown) ? asMarkdown(table)
                                             : asText(table));
    }
    return print(parser.isSet(json) ? dumpJson(document) : out);
}

} // namespace ws::cli
