// warpscope-cli modules FILE [--phase P] [--every N] [--fold NAME]… [--view summary|model] [--attribution stack|all]
//               [--capture FILE2|FOLDER]… [--instances] [--csv|--json|--md]

#include "app/cli/clifolders.h"
#include "app/cli/clitable.h"
#include "app/treeoptions.h"
#include "core/base/texts.h"

#include "core/analysis/modules/moduletree_build.h"
#include "core/model/foldedtree.h"
#include "core/model/phases.h"
#include "core/model/profilecontext.h"
#include "core/report/capturereport.h"
#include "core/report/html/documenttables.h"
#include "core/report/moduleexport.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>

namespace ws::cli {
namespace {

struct Choice
{
    TreeChoice trees = {}; ///< of layerwise profiles
    QString view;          ///< "summary", "model"; empty: layerwise both, traces the summary
    bool instances = false;
    Attribution::Mode mode = Attribution::Mode::All;
    std::shared_ptr<const CaptureMatch> match = {}; ///< null: no capture
};

using Trees = std::vector<std::shared_ptr<const ModuleTree>>;

/// The trees of layerwise profiles, of the requested phases and view.
void addLayerwise(Trees &trees, const RunPtr &run, const Choice &choice)
{
    const std::vector<std::string> folded = choice.trees.folded.value_or(std::vector<std::string>());
    const std::vector<std::string> phases = chosenPhases(run->layerwise, choice.trees.phase, choice.trees.every);
    for (const ModuleTree &tree : run->layerwise) {
        if (std::ranges::find(phases, tree.phase) == phases.end() ||
            (!choice.view.isEmpty() && choice.view != toText(tree.view)))
            continue;
        if (folded.empty())
            trees.emplace_back(run, &tree);
        else
            trees.push_back(std::make_shared<const ModuleTree>(foldedTree(tree, folded)));
    }
}

void addTrace(Trees &trees, const Run &run, const Choice &choice)
{
    Attribution attribution = finished(Attribution::make(run, choice.mode, progressOfCall()));
    if (choice.match)
        attribution = attribution.withCapture(choice.match);
    ModuleTreeOptions options;
    options.instances = choice.instances || choice.view == QLatin1String("model");
    options.annotations = GraphAnnotations::of(run);
    auto tree =
        std::make_shared<ModuleTree>(finished(buildModuleTree(run, attribution, options, progressOfCall())).tree);
    trees.push_back(std::move(tree));
}

Trees treesOf(const Selected &selected, Choice choice)
{
    Trees trees;
    const RunPtr &run = selected.run;
    if (selected.phase >= 0 && choice.trees.phase.empty())
        choice.trees.phase = run->layerwise[static_cast<size_t>(selected.phase)].phase;
    if (!run->layerwise.empty())
        addLayerwise(trees, run, choice);
    else if (run->gpu.size() || !run->timeline.lanes.empty())
        addTrace(trees, *run, choice);
    return trees;
}

std::string asJson(const Trees &trees, const Run &run, const CaptureMatch *match)
{
    nlohmann::ordered_json json = {
        {"schema", 1}, {"source", trees.front()->source}, {"phases", nlohmann::ordered_json::array()}};
    if (!run.layerwise.empty())
        json["context"] = contextJson(profileContext(run));
    if (match)
        json["capture"] = captureJson(run, *match);
    for (const auto &tree : trees)
        json["phases"].push_back(moduleTreeJson(*tree));
    return dumpJson(json);
}

std::string asCsv(const Trees &trees)
{
    std::string out;
    writeModuleCsvHeader(out);
    for (const auto &tree : trees)
        writeModuleCsv(out, *tree);
    return out;
}

/// A table a tree, under its phase and view where there are several.
std::string asMarkdown(const Trees &trees)
{
    std::string out;
    for (const auto &tree : trees) {
        if (trees.size() > 1)
            out += "### " + markdownText(toText(tree->phase + ", " + tree->view)).toStdString() + "\n\n";
        out += markdownOf(moduleTable({}, tree, UINT32_MAX)) + '\n';
    }
    return out;
}

} // namespace

int runModules(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const TreeOptions trees;
    const QCommandLineOption view(QStringLiteral("view"), App::tr("summary (merged) or model (each instance)"),
                                  QStringLiteral("VIEW"));
    const QCommandLineOption instances(QStringLiteral("instances"), App::tr("list each instance of a module class"));
    const QCommandLineOption attribution(
        QStringLiteral("attribution"),
        App::tr("stack: launches inside a module's slice on its thread; all: also backward threads and operators"),
        QStringLiteral("RULE"), QStringLiteral("all"));
    const QCommandLineOption capture(
        QStringLiteral("capture"),
        App::tr("a trace of the capture of the graphs that FILE launches, or a folder of such traces, of which each "
                "launch takes the one that fits; it tells the modules of their kernels"),
        QStringLiteral("FILE2|FOLDER"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown, modules without their kernels"));
    parser.addOptions(
        {csv, json, markdown, trees.phase, trees.every, trees.fold, view, instances, attribution, capture});
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    GivenTrees given;
    if (const QString wrong = given.readRest(parser, trees); !wrong.isEmpty())
        return wrongUsage(self, wrong);
    Choice choice{given.choice, parser.value(view), parser.isSet(instances)};
    if (!choice.view.isEmpty() && choice.view != QLatin1String("summary") && choice.view != QLatin1String("model"))
        return wrongUsage(self, App::tr("--view is summary or model, not “%1”").arg(choice.view));
    const QString rule = parser.value(attribution);
    if (rule == QLatin1String("stack"))
        choice.mode = Attribution::Mode::Stack;
    else if (rule != QLatin1String("all"))
        return wrongUsage(self, App::tr("--attribution is stack or all, not “%1”").arg(rule));
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    if (const auto exit = forEachInFolder(self, parser, arguments))
        return *exit;
    const std::optional<Selected> selected = load(parser.positionalArguments().front());
    if (!selected)
        return Unreadable;
    if (const QString problem = misfit(*selected->run, choice.trees); !problem.isEmpty()) {
        printError(QStringLiteral("%1: %2").arg(parser.positionalArguments().front(), problem));
        return Unreadable;
    }
    if (parser.isSet(capture)) {
        choice.match = matchCapture(*selected->run, parser.values(capture), false);
        if (!choice.match)
            return Unreadable;
    }
    const Trees found = treesOf(*selected, choice);
    if (found.empty()) {
        printError(
            App::tr("%1: the file holds neither GPU work nor module calls").arg(parser.positionalArguments().front()));
        return Unreadable;
    }
    if (parser.isSet(json))
        return print(asJson(found, *selected->run, choice.match.get()));
    if (choice.match)
        printError(captureText(*selected->run, *choice.match));
    if (parser.isSet(csv))
        return print(asCsv(found));
    if (parser.isSet(markdown))
        return print(asMarkdown(found));
    std::string out;
    if (const QString of = contextTitle(profileContext(*selected->run)); !of.isEmpty())
        out = of.toStdString() + '\n';
    for (const auto &tree : found)
        out.append(out.empty() ? "" : "\n").append(moduleTreeText(*tree, lineWidth()));
    return print(out);
}

} // namespace ws::cli
