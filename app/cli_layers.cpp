// warpscope-cli layers FILE [--csv|--json|--md]

#include "app/cli.h"

#include "core/report/layerreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runLayers(const Command &self, const QStringList &arguments)
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
    const std::shared_ptr<const Run> run = loadRun(parser.positionalArguments().front());
    if (!run)
        return Unreadable;
    const auto steps = std::make_shared<const Steps>(*findSteps(*run));
    const auto layers = std::make_shared<const Layers>(*findLayers(*run, *steps));
    if (layers->layers.empty()) {
        printError(App::tr("no names of kernels repeat in a step of the file, so no layers can be inferred"));
        return Unreadable;
    }
    if (parser.isSet(json))
        return print(dumpJson(layersJson(*run, *layers)));
    const ReportTable table = layerReport(run, steps, layers);
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(table)));
    if (parser.isSet(markdown))
        return print(tableMarkdown(wholeTable(table)).toStdString());
    return print(tableTerminalText(wholeTable(table)));
}

} // namespace ws::cli
