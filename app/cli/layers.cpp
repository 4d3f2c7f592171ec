// warpscope-cli layers FILE [--pattern REGEX|--anchor NAME] [--csv|--json|--md]

#include "app/cli/clistepoptions.h"
#include "app/cli/clitable.h"

#include "core/io/remote/remotecache.h"
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
    const Selected &selected = command.selected();
    if (const RunPtr &profile = selected.stepsOf ? selected.stepsOf : selected.run; !profile->layerwise.empty()) {
        auto phases = treeLayers(*profile, selected.phase >= 0 && !selected.stepsOf
                                               ? profile->layerwise[size_t(selected.phase)].phase
                                               : selected.kind);
        if (!phases.empty())
            return command.print(treeLayerReport(profile, std::move(phases)));
        printError(App::tr("%1: no module of the profile holds modules that are there twice, so it has no layers")
                       .arg(shownPath(profile->info.stamp.path)));
        return Unreadable;
    }
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
