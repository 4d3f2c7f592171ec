// warpscope-cli instances FILE --name TEXT|--regex R|--module PATH [--limits] [--pattern REGEX|--anchor NAME]
// [--csv|--json|--md]

#include "app/cli/clistepoptions.h"
#include "app/cli/clitable.h"

#include "core/report/instancereport.h"
#include "core/report/moduleinstancereport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

int printModule(const TableCommand &command, const QString &path, const std::shared_ptr<const Steps> &steps)
{
    const auto &run = command.run();
    const auto modules = std::make_shared<const Attribution>(*Attribution::make(*run, Attribution::Mode::All));
    const auto rows = std::make_shared<const std::vector<ModuleInstance>>(
        *moduleInstances(*run, *modules, callsOfModule(*run, *modules, path)));
    if (rows->empty()) {
        printError(App::tr("no module of the file has the path “%1”; `modules` lists them").arg(path));
        return Unreadable;
    }
    const auto context = std::make_shared<const InstanceContext>(run, steps, nullptr, modules);
    const ReportTable table = moduleInstanceReport(run, rows, context, modules);
    Instances calls;
    std::vector<int64_t> gpuNs;
    for (const ModuleInstance &row : *rows) {
        calls.rows.push_back({row.slice, false, 0});
        gpuNs.push_back(row.gpuNs);
    }
    const DurationStats stats = durationStats(gpuNs);
    if (command.wantsJson())
        return cli::print(instancesJson(table, stats));
    ReportTable durations = instanceStatsReport(run, calls, stats);
    durations.notes << App::tr("These are times of GPU work; the places are those of the calls on the CPU.");
    return command.print(table, {}, &durations);
}

int printNamed(const TableCommand &command, const NamePattern &pattern, const std::shared_ptr<const Steps> &steps,
               bool withLimits)
{
    const auto &run = command.run();
    const auto instances = std::make_shared<const Instances>(*findInstances(*run, pattern));
    if (instances->rows.empty()) {
        printError(App::tr("no kernel and no operator of the file has such a name"));
        return Unreadable;
    }
    const auto layers = std::make_shared<const Layers>(*findLayers(*run, *steps));
    const auto modules = std::make_shared<const Attribution>(*Attribution::make(*run, Attribution::Mode::All));
    const auto context = std::make_shared<const InstanceContext>(run, steps, layers, modules);
    ReportTable table = instanceReport(run, instances, context, withLimits ? knownLimits(*run) : nullptr);
    if (withLimits)
        table = withLimitsShown(std::move(table));
    const DurationStats stats = durationStats(durationsOf(*run, *instances));
    if (command.wantsJson())
        return cli::print(instancesJson(table, stats));
    const ReportTable durations = instanceStatsReport(run, *instances, stats);
    return command.print(table, {}, &durations);
}

} // namespace

int runInstances(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption name(QStringLiteral("name"),
                                  App::tr("kernels and operators whose name contains TEXT, whatever its case"),
                                  QStringLiteral("TEXT"));
    const QCommandLineOption regex(QStringLiteral("regex"),
                                   App::tr("kernels and operators whose name the regular expression matches"),
                                   QStringLiteral("R"));
    const QCommandLineOption module(
        QStringLiteral("module"),
        App::tr("the calls of a module by its path of classes, such as Model/DecoderLayer/MLP, or the end of it"),
        QStringLiteral("PATH"));
    const QCommandLineOption limits = limitsOption();
    parser.addOptions({name, regex, module, limits});
    StepOptions choice(parser);
    TableCommand command(self, parser);
    NamePattern pattern;
    const auto check = [&]() -> std::optional<int> {
        if (parser.isSet(name) + parser.isSet(regex) + parser.isSet(module) != 1)
            return wrongUsage(self, App::tr("one of --name, --regex and --module is needed"));
        pattern = NamePattern(parser.value(parser.isSet(regex) ? regex : name), parser.isSet(regex));
        if (!pattern.error().isEmpty())
            return wrongUsage(self, App::tr("--regex: %1").arg(pattern.error()));
        if (parser.isSet(module) ? parser.value(module).isEmpty() : pattern.isEmpty())
            return wrongUsage(self, App::tr("the name to look for is empty"));
        if (parser.isSet(limits) && parser.isSet(module))
            return wrongUsage(self, App::tr("--limits are of kernels and operators, not of the calls of a module"));
        return choice.check(self);
    };
    if (const auto exit = command.start(arguments, check))
        return *exit;
    const auto steps = choice.find(*command.run());
    if (!steps)
        return Unreadable;
    return parser.isSet(module) ? printModule(command, parser.value(module), steps)
                                : printNamed(command, pattern, steps, parser.isSet(limits));
}

} // namespace ws::cli
