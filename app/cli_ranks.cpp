// warpscope-cli ranks FOLDER|TRACE|DIGEST… [--steps|--collectives|--stages] [--mapping M] [--csv|--json|--md]

#include "app/cli.h"

#include "core/report/rankreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"
#include "core/session/jobsources.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace ws::cli {
namespace {

using Json = nlohmann::ordered_json;

Json verdictJson(const RankJob &job)
{
    Json found = Json::array();
    for (const Straggler &one : job.verdict.found)
        found.push_back({{"rank", job.labels[one.rank].toStdString()},
                         {"kind", stragglerKindId(one.kind)},
                         {"costNs", one.costNs},
                         {"costShare", one.costShare},
                         {"excessNs", one.excessNs},
                         {"steps", one.steps},
                         {"ofSteps", one.ofSteps},
                         {"stage", one.what},
                         {"kernel", one.kernel}});
    return {{"basis", verdictBasisId(job.verdict.basis)}, {"stragglers", found}};
}

Json jobJson(const RankJobPtr &job, const JobSources &sources)
{
    Json failures = Json::array(), sentences = Json::array();
    for (const Error &failure : sources.failures)
        failures.push_back({{"file", failure.file.toStdString()}, {"message", failure.message.toStdString()}});
    for (const QString &sentence : jobSentences(*job))
        sentences.push_back(sentence.toStdString());
    return {{"schema", 1},
            {"sentences", sentences},
            {"verdict", verdictJson(*job)},
            {"missingRanks", job->missingRanks},
            {"ranks", tableRowsJson(rankReport(job))},
            {"stages", tableRowsJson(rankStageReport(job))},
            {"steps", tableRowsJson(rankStepReport(job))},
            {"collectives", tableRowsJson(rankCollectiveReport(job))},
            {"failures", failures}};
}

} // namespace

int runRanks(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption steps(QStringLiteral("steps"), App::tr("one row a step and rank"));
    const QCommandLineOption collectives(QStringLiteral("collectives"), App::tr("one row a collective and rank"));
    const QCommandLineOption stages(QStringLiteral("stages"), App::tr("one column a stage"));
    const QCommandLineOption mapping(QStringLiteral("mapping"), App::tr("stages by this mapping: a name or FILE"),
                                     QStringLiteral("M"));
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({steps, collectives, stages, mapping, csv, json, markdown});
    if (const auto exit = parse(self, parser, arguments, 1, std::numeric_limits<int>::max()))
        return *exit;
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    if (parser.isSet(steps) + parser.isSet(collectives) + parser.isSet(stages) > 1)
        return wrongUsage(self, App::tr("--steps, --collectives and --stages exclude one another"));
    const std::optional<StageMapping> rules = loadMapping(parser.value(mapping));
    if (!rules)
        return Unreadable;
    Progress progress;
    const JobSources sources = *loadJob(parser.positionalArguments(), *rules, progress);
    for (const Error &failure : sources.failures)
        printError(failure.text());
    if (sources.ranks.empty()) {
        printError(App::tr("no rank of a job is in these files"));
        return Unreadable;
    }
    const auto job = std::make_shared<const RankJob>(*makeRankJob(sources.ranks));
    if (parser.isSet(json))
        return print(dumpJson(jobJson(job, sources)));
    const ReportTable table = parser.isSet(steps)         ? rankStepReport(job)
                              : parser.isSet(collectives) ? rankCollectiveReport(job)
                              : parser.isSet(stages)      ? rankStageReport(job)
                                                          : rankReport(job);
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(table)));
    const std::string sentences = jobSentences(*job).join(u'\n').toStdString() + "\n\n";
    if (parser.isSet(markdown))
        return print(jobSentences(*job).join(QStringLiteral("\n\n")).toStdString() + "\n\n" +
                     tableMarkdown(wholeTable(table)).toStdString() + '\n');
    return print(sentences + tableTerminalText(wholeTable(table), lineWidth()));
}

} // namespace ws::cli
