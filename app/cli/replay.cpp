// warpscope-cli replay FILE [--step N] [--edit EDIT]… [--pattern REGEX|--anchor NAME] [--json]
// warpscope-cli path FILE [--step N] [--pattern REGEX|--anchor NAME] [--csv|--json|--md]

#include "app/cli/clistepoptions.h"
#include "app/cli/clitable.h"

#include "core/report/replayreport.h"
#include "core/report/summary.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

QCommandLineOption stepOption()
{
    return {QStringLiteral("step"), App::tr("only this step, counted from 1; else means over the steps"),
            QStringLiteral("N")};
}

/// The number of --step, 0 without; nothing: it is none.
std::optional<uint32_t> stepNumber(const QCommandLineParser &parser)
{
    if (!parser.isSet(QStringLiteral("step")))
        return 0;
    bool isNumber = false;
    const uint32_t step = parser.value(QStringLiteral("step")).toUInt(&isNumber);
    return isNumber && step > 0 ? std::optional(step) : std::nullopt;
}

/// Empty, with the error printed: there is nothing to replay, or no such step.
std::optional<Replay> replayed(const std::shared_ptr<const Run> &run, const StepOptions &stepOptions, uint32_t step)
{
    std::shared_ptr<const ReplayModel> model;
    if (hasNamedRanks(*run)) {
        model = std::make_shared<const ReplayModel>(*jobModel(run));
    } else {
        const auto steps = stepOptions.find(*run);
        if (!steps)
            return std::nullopt;
        model = std::make_shared<const ReplayModel>(*processModel(run, *steps));
    }
    if (model->activities == 0) {
        printError(
            App::tr("the file has neither GPU work with times nor operations of ranks, so nothing can be replayed"));
        return std::nullopt;
    }
    if (step > model->stepNames.size()) {
        printError(App::tr("there are %1 steps with work, no step %2").arg(model->stepNames.size()).arg(step));
        return std::nullopt;
    }
    return *replayOf(model, step ? std::optional(step - 1) : std::nullopt);
}

} // namespace

int runReplay(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption edit(QStringLiteral("edit"),
                                  App::tr("what is changed, as “kernel:REGEX*0.5”, “stage:NAME=limit”, “gaps=0”, "
                                          "“cpu*0.5”, “rank:NAME=median”; may be given several times"),
                                  QStringLiteral("EDIT"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    parser.addOptions({stepOption(), edit});
    StepOptions stepOptions(parser);
    parser.addOption(json);
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (const auto exit = stepOptions.check(self))
        return *exit;
    const auto step = stepNumber(parser);
    if (!step)
        return wrongUsage(self, App::tr("“%1” is no number of a step").arg(parser.value(QStringLiteral("step"))));
    std::vector<ReplayEdit> edits;
    for (const QString &text : parser.values(edit)) {
        const Result<ReplayEdit> one = parseReplayEdit(text);
        if (!one)
            return wrongUsage(self, one.error().text());
        edits.push_back(*one);
    }
    const RunPtr run = loadRun(parser.positionalArguments().front());
    if (!run)
        return Unreadable;
    const std::optional<Replay> replay = replayed(run, stepOptions, *step);
    if (!replay)
        return Unreadable;
    std::optional<Prediction> prediction;
    std::vector<RankExcess> excesses;
    if (replay->holds()) {
        const Result<Prediction> answer = predict(*replay, edits);
        if (!answer) {
            printError(answer.error().text());
            return Unreadable;
        }
        prediction = *answer;
        excesses = rankExcesses(*replay);
    }
    const Prediction *known = prediction ? &*prediction : nullptr;
    if (parser.isSet(json))
        return print(dumpJson(replayJson(*replay, known, excesses)));
    return print(replaySentences(*replay, known, excesses).join(u'\n').toStdString() + '\n');
}

int runPath(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOption(stepOption());
    StepOptions stepOptions(parser);
    TableCommand command(self, parser);
    std::optional<uint32_t> step;
    const auto check = [&]() -> std::optional<int> {
        if (const auto exit = stepOptions.check(self))
            return exit;
        step = stepNumber(parser);
        if (!step)
            return wrongUsage(self, App::tr("“%1” is no number of a step").arg(parser.value(QStringLiteral("step"))));
        return std::nullopt;
    };
    if (const auto exit = command.start(arguments, check))
        return *exit;
    const std::optional<Replay> replay = replayed(command.run(), stepOptions, *step);
    if (!replay)
        return Unreadable;
    return command.print(pathReport(*replay), [&] { return pathJson(*replay); });
}

} // namespace ws::cli
