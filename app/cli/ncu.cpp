// warpscope-cli ncu FILE… [--csv|--json|--md]

#include "app/cli/clincufiles.h"
#include "core/analysis/ncu/kernelverdicts.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"
#include "core/report/verdictreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runNcu(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({csv, json, markdown});
    if (const auto exit = parse(self, parser, arguments, 1, 100'000))
        return *exit;
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    const auto files = loadWithNcu(parser.positionalArguments());
    if (!files)
        return Unreadable;
    if (files->others.size() > 1)
        return wrongUsage(self,
                          App::tr("only one FILE that is not of Nsight Compute: its times are those of the table"));
    const RunPtr times = files->others.empty() ? nullptr : files->others.front().second.run;
    const auto verdicts = std::make_shared<const KernelVerdicts>(*kernelVerdicts(times, files->ncu));
    if (verdicts->rows.empty() || (verdicts->measured == 0 && files->ncu.empty())) {
        printError(App::tr("%1: no kernels of Nsight Compute").arg(parser.positionalArguments().front()));
        return Unreadable;
    }
    if (parser.isSet(json))
        return print(dumpJson(verdictsJson(verdicts)));
    const ReportTable table = verdictReport(verdicts);
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(table)));
    const QStringList sentences = verdictSentences(*verdicts);
    if (parser.isSet(markdown))
        return print((QStringLiteral("- ") + sentences.join(QStringLiteral("\n- ")) + QStringLiteral("\n\n") +
                      tableMarkdown(wholeTable(table)))
                         .toStdString());
    return print(tableTerminalText(wholeTable(table), lineWidth()) + '\n' +
                 (sentences.join(u'\n') + u'\n').toStdString());
}

} // namespace ws::cli
