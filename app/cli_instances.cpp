// warpscope-cli instances FILE --name TEXT|--regex R [--csv|--json|--md]

#include "app/clistepoptions.h"
#include "app/clitable.h"

#include "core/report/instancereport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runInstances(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption name(QStringLiteral("name"),
                                  App::tr("kernels and operators whose name contains TEXT, whatever its case"),
                                  QStringLiteral("TEXT"));
    const QCommandLineOption regex(QStringLiteral("regex"),
                                   App::tr("kernels and operators whose name the regular expression matches"),
                                   QStringLiteral("R"));
    parser.addOptions({name, regex});
    StepOptions choice(parser);
    TableCommand command(self, parser);
    NamePattern pattern;
    const auto check = [&]() -> std::optional<int> {
        if (parser.isSet(name) == parser.isSet(regex))
            return wrongUsage(self, App::tr("one of --name and --regex is needed"));
        pattern = NamePattern(parser.value(parser.isSet(regex) ? regex : name), parser.isSet(regex));
        if (!pattern.error().isEmpty())
            return wrongUsage(self, App::tr("--regex: %1").arg(pattern.error()));
        if (pattern.isEmpty())
            return wrongUsage(self, App::tr("the name to look for is empty"));
        return choice.check(self);
    };
    if (const auto exit = command.start(arguments, check))
        return *exit;
    const auto &run = command.run();
    const auto instances = std::make_shared<const Instances>(*findInstances(*run, pattern));
    if (instances->rows.empty()) {
        printError(App::tr("no kernel and no operator of the file has such a name"));
        return Unreadable;
    }
    const auto steps = choice.find(*run);
    if (!steps)
        return Unreadable;
    const auto layers = std::make_shared<const Layers>(*findLayers(*run, *steps));
    const auto modules = std::make_shared<const Attribution>(*Attribution::make(*run, Attribution::Mode::All));
    const auto context = std::make_shared<const InstanceContext>(run, steps, layers, modules);
    const ReportTable table = instanceReport(run, instances, context);
    const DurationStats stats = durationStats(durationsOf(*run, *instances));
    if (command.wantsJson())
        return cli::print(instancesJson(table, stats));
    const ReportTable durations = instanceStatsReport(run, *instances, stats);
    return command.print(table, {}, &durations);
}

} // namespace ws::cli
