// warpscope-cli kernels FILE [--phase P] [--limits] [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/analysis/stages/tablework.h"
#include "core/model/devicewords.h"
#include "core/report/kernelreport.h"
#include "core/report/workreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runKernels(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption limits = limitsOption();
    const QCommandLineOption phase(QStringLiteral("phase"),
                                   App::tr("of a layerwise profile: this phase, or the mean step of a kind (decode)"),
                                   QStringLiteral("P"));
    parser.addOptions({limits, phase});
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    Selected selected = command.selected();
    if (parser.isSet(phase)) {
        const QString file = parser.positionalArguments().front();
        if (const QString problem = misfit(*selected.run, {.phase = parser.value(phase).toStdString()});
            !problem.isEmpty()) {
            printError(QStringLiteral("%1: %2").arg(file, problem));
            return Unreadable;
        }
        auto part = selectPartOrMean(selected.stepsOf ? selected.stepsOf : selected.run, {file, parser.value(phase)});
        if (!part) {
            printError(part.error().text());
            return Unreadable;
        }
        selected = std::move(*part);
    }
    const RunPtr &run = selected.run;
    if (run->gpu.size() > 0 || run->gpu.untimed.size() > 0) {
        ReportTable table =
            kernelReport(run, std::make_shared<const KernelTable>(finished(kernelTable(*run, {}, progressOfCall()))),
                         {}, parser.isSet(limits) ? knownLimits(*run) : nullptr);
        return command.print(parser.isSet(limits) ? withLimitsShown(std::move(table)) : table);
    }
    auto works = workWithoutTimeline(*run, selected.table, selected.phase);
    if (!works.empty())
        return command.print(workReport(run, std::make_shared<const std::vector<NamedWork>>(std::move(works))));
    if (const QString none = noKnownGpuWithOption(*run); !none.isEmpty()) {
        printError(QStringLiteral("%1: %2").arg(parser.positionalArguments().front(), none));
        return Unreadable;
    }
    printError((run->tables.empty()
                    ? App::tr("%1: no GPU work in this file, so there are no kernels to list")
                    : App::tr("%1: its tables list no kernels with their times; `table` shows them, `ncu` those of "
                              "Nsight Compute"))
                   .arg(parser.positionalArguments().front()));
    return Unreadable;
}

} // namespace ws::cli
