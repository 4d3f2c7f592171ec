// warpscope-cli gaps FILE [--csv|--json|--md]

#include "app/clitable.h"

#include "core/report/gapreport.h"

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
        printError(App::tr("no GPU work with times is in the file, so there are no gaps"));
        return Unreadable;
    }
    const auto gaps = std::make_shared<const Gaps>(*findGaps(*run));
    const ReportTable causes = gapCauseReport(run, gaps);
    return command.print(
        gapReport(run, gaps), [&] { return gapsJson(*run, *gaps); }, &causes);
}

} // namespace ws::cli
