// warpscope-cli layers FILE [--pattern REGEX|--anchor NAME] [--csv|--json|--md]

#include "app/cli/clistepoptions.h"
#include "app/cli/clitable.h"

#include "core/report/layerreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {

int runLayers(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    StepOptions choice(parser);
    TableCommand command(self, parser);
    if (const auto exit = command.start(arguments, [&] { return choice.check(self); }))
        return *exit;
    const auto &run = command.run();
    const auto steps = choice.find(*run);
    if (!steps)
        return Unreadable;
    const auto layers = std::make_shared<const Layers>(*findLayers(*run, *steps));
    if (layers->layers.empty()) {
        printError(App::tr("no names of kernels repeat in a step of the file, so no layers can be inferred"));
        return Unreadable;
    }
    return command.print(layerReport(run, steps, layers), [&] { return layersJson(*run, *layers); });
}

} // namespace ws::cli
