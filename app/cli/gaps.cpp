// warpscope-cli gaps FILE [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/analysis/trust/trust.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/gapreport.h"
#include "core/report/trustreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runGaps(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments))
        return *exit;
    const auto &run = command.run();
    if (run->gpu.size() == 0) {
        const QString none = noKnownGpuWithOption(*run);
        printError(none.isEmpty() ? App::tr("no GPU work with times is in the file, so there are no gaps") : none);
        return Unreadable;
    }
    const auto gaps = std::make_shared<const Gaps>(finished(findShownGaps(*run, progressOfCall())));
    const std::vector<TrustFinding> findings = finished(trustFindings(*run, {}, progressOfCall()));
    const std::vector<int64_t> graphs = wholeGraphNs(*run);
    ReportTable causes = gapCauseReport(run, gaps);
    causes.notes += withheldNotes(findings, GpuIdle | GapCauses);
    for (size_t d = 0; d < graphs.size(); ++d)
        if (graphs[d])
            causes.notes << App::tr("Device %1: %2 are within such graphs and count as busy.")
                                .arg(toText(run->text(run->gpu.devices[d])), formatDuration(graphs[d]));
    const auto json = [&] {
        auto document = gapsJson(
            *run,
            finished(findGaps(*run, progressOfCall()))); // for programs: with the causes, and that they are withheld
        for (size_t d = 0; d < graphs.size(); ++d)
            if (graphs[d])
                document["devices"][d]["withinGraphsNs"] = graphs[d];
        if (auto list = withheldJson(findings, GpuIdle | GapCauses); !list.empty())
            document["withheld"] = std::move(list);
        return document;
    };
    return command.print(gapReport(run, gaps), json, &causes);
}

} // namespace ws::cli
