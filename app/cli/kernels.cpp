// warpscope-cli kernels FILE [--csv]

#include "app/cli/cli.h"

#include "core/analysis/stages/tablework.h"
#include "core/report/kernelreport.h"
#include "core/report/tablewriters.h"
#include "core/report/workreport.h"

namespace ws::cli {

int runKernels(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    parser.addOption(csv);
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    const std::optional<Selected> selected = load(parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    const RunPtr &run = selected->run;
    const auto write = [&](const ReportTable &table) {
        return print(parser.isSet(csv) ? tableCsv(wholeTable(table))
                                       : tableTerminalText(wholeTable(table), lineWidth()));
    };
    if (run->gpu.size() > 0 || run->gpu.untimed.size() > 0)
        return write(kernelReport(run, std::make_shared<const KernelTable>(*kernelTable(*run))));
    auto works = workWithoutTimeline(*run, selected->table, selected->phase);
    if (!works.empty())
        return write(workReport(run, std::make_shared<const std::vector<NamedWork>>(std::move(works))));
    printError((run->tables.empty()
                    ? App::tr("%1: no GPU work in this file, so there are no kernels to list")
                    : App::tr("%1: its tables list no kernels with their times; `table` shows them, `ncu` those of "
                              "Nsight Compute"))
                   .arg(parser.positionalArguments().front()));
    return Unreadable;
}

} // namespace ws::cli
