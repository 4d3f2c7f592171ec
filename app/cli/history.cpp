// warpscope-cli history FILE.jsonl [--csv|--json|--md], and compare with more than two files

#include "app/cli/compare.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/report/seriesreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

#include <QFile>

namespace ws::cli {
namespace {

std::string tableText(const ReportTable &table, bool csv, bool markdown)
{
    if (csv)
        return tableCsv(wholeTable(table));
    if (markdown)
        return (tableMarkdown(wholeTable(table)) + u'\n' + table.notes.join(QLatin1String("\n\n")) + u'\n')
            .toStdString();
    return tableTerminalText(wholeTable(table), lineWidth());
}

} // namespace

int printSeries(const SeriesOptions &options, std::vector<std::shared_ptr<const ComparedRun>> runs)
{
    size_t baseline = 0;
    if (!options.key.isEmpty()) {
        QStringList names;
        for (const auto &run : runs)
            names << run->part.label;
        const std::vector<size_t> order = orderByKey(names, options.key);
        std::vector<std::shared_ptr<const ComparedRun>> sorted;
        for (size_t k = 0; k < order.size(); ++k) {
            sorted.push_back(runs[order[k]]);
            if (order[k] == 0)
                baseline = k;
        }
        runs = std::move(sorted);
    }
    const DiffBy by = options.by.value_or(runs.front()->hasTimeline() ? DiffBy::Kernel : DiffBy::Row);
    auto series = std::make_shared<RunSeries>(*runSeries(runs, baseline, by));
    if (!options.of.isEmpty())
        std::erase_if(series->rows,
                      [&](const SeriesRow &row) { return !toText(row.key).contains(options.of, Qt::CaseInsensitive); });
    if (options.json)
        return print(dumpJson(seriesJson(*series)));
    return print(tableText(seriesReport(series), options.csv, options.markdown));
}

int appendLines(const QString &path, const std::vector<std::shared_ptr<const ComparedRun>> &runs)
{
    QByteArray lines;
    for (const auto &run : runs)
        lines += QByteArray::fromStdString(
                     historyLine(*run).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) +
                 '\n';
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite | QIODevice::Append)) {
        printError(App::tr("%1 cannot be written: %2").arg(path, file.errorString()));
        return Unreadable;
    }
    if (file.size() > 0 && file.seek(file.size() - 1) && file.read(1) != "\n")
        lines.prepend('\n'); // a line that was cut stays a line of its own
    if (file.write(lines) != lines.size() || !file.flush()) {
        printError(App::tr("%1 cannot be written: %2").arg(path, file.errorString()));
        return Unreadable;
    }
    return Ok;
}

int runHistory(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({csv, json, markdown});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    const QString path = parser.positionalArguments().front();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        printError(QStringLiteral("%1: %2").arg(path, file.errorString()));
        return Unreadable;
    }
    const QByteArray content = file.readAll();
    size_t bad = 0;
    const auto entries = readHistory({content.constData(), size_t(content.size())}, bad);
    if (entries.empty()) {
        printError(App::tr("%1: no line is an entry that `compare --append` wrote").arg(path));
        return Unreadable;
    }
    if (bad)
        printError(App::tr("%1: %2 lines are no entries and were left out").arg(path, formatCount(int64_t(bad))));
    const ReportTable table = historyReport(historyRows(entries));
    if (parser.isSet(json))
        return print(dumpJson({{"schema", 1}, {"rows", tableRowsJson(table)}}));
    return print(tableText(table, parser.isSet(csv), parser.isSet(markdown)));
}

} // namespace ws::cli
