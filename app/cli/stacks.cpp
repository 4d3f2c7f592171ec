// warpscope-cli stacks FILE [--by line|stack|operator] [--folded] [--csv|--json|--md]

#include "app/cli/clitable.h"

#include "core/model/devicewords.h"
#include "core/report/stackreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

std::optional<StackBy> byOf(const QString &name)
{
    if (name == QLatin1String("line"))
        return StackBy::Line;
    if (name == QLatin1String("stack"))
        return StackBy::Stack;
    return name == QLatin1String("operator") ? std::optional(StackBy::Operator) : std::nullopt;
}

} // namespace

int runStacks(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption byOption(QStringLiteral("by"),
                                      App::tr("own source line (default), call “stack” or “operator”"),
                                      QStringLiteral("BY"), QStringLiteral("line"));
    const QCommandLineOption folded(QStringLiteral("folded"),
                                    App::tr("print a line per stack and its nanoseconds, for flame graph tools"));
    parser.addOptions({byOption, folded});
    TableCommand command(self, parser);
    StackBy by = StackBy::Line;
    const auto check = [&]() -> std::optional<int> {
        const auto wanted = byOf(parser.value(byOption));
        if (!wanted)
            return wrongUsage(self, App::tr("--by takes line, stack or operator"));
        by = parser.isSet(folded) && !parser.isSet(byOption) ? StackBy::Stack : *wanted;
        if (parser.isSet(folded) && command.hasForm())
            return wrongUsage(self, App::tr("--folded excludes --csv, --json and --md"));
        return std::nullopt;
    };
    if (const auto exit = command.start(arguments, check))
        return *exit;
    const auto &run = command.run();
    if (run->gpu.size() == 0) {
        const QString none = noKnownGpuWithOption(*run);
        printError(none.isEmpty() ? App::tr("no GPU work with times is in the file, so no stack launched any") : none);
        return Unreadable;
    }
    if (by == StackBy::Operator) {
        const auto lines = std::make_shared<const SourceLines>(*operatorLines(*run));
        if (parser.isSet(folded))
            return print(foldedLines(*lines, by));
        return command.print(lineReport(run, lines, by), [&] { return linesJson(*lines, by); });
    }
    const auto stacks = std::make_shared<const CallStacks>(*callStacks(*run));
    if (by == StackBy::Stack) {
        if (parser.isSet(folded))
            return print(foldedStacks(*stacks));
        return command.print(stackReport(run, stacks), [&] { return stacksJson(*stacks); });
    }
    const auto lines = std::make_shared<const SourceLines>(sourceLines(*stacks));
    if (parser.isSet(folded))
        return print(foldedLines(*lines, by));
    return command.print(lineReport(run, lines, by), [&] { return linesJson(*lines, by); });
}

} // namespace ws::cli
