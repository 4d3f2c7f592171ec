// warpscope-cli ranks FOLDER|TRACE|DIGEST… [--steps|--collectives|--stages|--files|--against JOB] [--mapping M]
// [--csv|--json|--md]

#include "app/cli/cli.h"

#include "core/report/jobcomparereport.h"
#include "core/report/jobfilereport.h"
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
    for (const Straggler &one : job.verdict.found) {
        found.push_back({{"rank", job.labels[one.rank].toStdString()},
                         {"kind", stragglerKindId(one.kind)},
                         {"costNs", one.costNs},
                         {"costShare", one.costShare},
                         {"excessNs", one.excessNs},
                         {"steps", one.steps},
                         {"ofSteps", one.ofSteps},
                         {"stage", one.what},
                         {"kernel", one.kernel}});
        if (one.ranks.empty())
            continue;
        Json ranks = Json::array();
        for (const uint32_t rank : one.ranks)
            ranks.push_back(job.labels[rank].toStdString());
        found.back()["place"] = one.place;
        found.back()["ranks"] = std::move(ranks);
        found.back()["ratio"] = one.ratio;
    }
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
            {"files", tableRowsJson(jobFileReport(job, std::make_shared<const JobSources>(sources)))},
            {"failures", failures}};
}

Json comparedJson(const TwoJobsPtr &jobs, const QStringList &said)
{
    Json sentences = Json::array();
    for (const QString &sentence : said)
        sentences.push_back(sentence.toStdString());
    return {{"schema", 1},
            {"verdict", jobVerdictId(jobs->comparison)},
            {"sentences", sentences},
            {"ranks", tableRowsJson(jobCompareReport(jobs))}};
}

/// The job of these arguments, null without a rank; says what of them is none.
struct LoadedJob
{
    RankJobPtr job;
    JobSources sources;
};

LoadedJob loadRanks(const QStringList &named, const StageMapping &mapping)
{
    Progress own;
    Progress &progress = progressOfCall() ? *progressOfCall() : own;
    LoadedJob loaded{nullptr, finished(loadJob(named, mapping, progress))};
    for (const Error &failure : loaded.sources.failures)
        printError(failure.text());
    if (loaded.sources.ranks.empty())
        printError(App::tr("no rank of a job is in %1").arg(named.join(QStringLiteral(", "))));
    else
        loaded.job = std::make_shared<const RankJob>(finished(makeRankJob(loaded.sources.ranks, progressOfCall())));
    return loaded;
}

} // namespace

int runRanks(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption steps(QStringLiteral("steps"), App::tr("one row a step and rank"));
    const QCommandLineOption collectives(QStringLiteral("collectives"), App::tr("one row a collective and rank"));
    const QCommandLineOption stages(QStringLiteral("stages"), App::tr("one column a stage"));
    const QCommandLineOption files(QStringLiteral("files"), App::tr("one row a file: what it is to the job"));
    const QCommandLineOption against(QStringLiteral("against"),
                                     App::tr("what changed against this job: a folder, trace or digest"),
                                     QStringLiteral("JOB"));
    const QCommandLineOption mapping(QStringLiteral("mapping"), App::tr("stages by this mapping: a name or FILE"),
                                     QStringLiteral("M"));
    const QCommandLineOption csv(QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    const QCommandLineOption markdown(QStringLiteral("md"), App::tr("print Markdown"));
    parser.addOptions({steps, collectives, stages, files, against, mapping, csv, json, markdown});
    if (const auto exit = parse(self, parser, arguments, 1, std::numeric_limits<int>::max()))
        return *exit;
    if (parser.isSet(csv) + parser.isSet(json) + parser.isSet(markdown) > 1)
        return wrongUsage(self, App::tr("--csv, --json and --md exclude one another"));
    if (parser.isSet(steps) + parser.isSet(collectives) + parser.isSet(stages) + parser.isSet(files) +
            parser.isSet(against) >
        1)
        return wrongUsage(self, App::tr("--steps, --collectives, --stages, --files and --against exclude one another"));
    const std::optional<StageMapping> rules = loadMapping(parser.value(mapping));
    if (!rules)
        return Unreadable;
    const auto [job, sources] = loadRanks(parser.positionalArguments(), *rules);
    if (!job)
        return Unreadable;
    TwoJobsPtr jobs; // A is the one before
    if (parser.isSet(against)) {
        const LoadedJob before = loadRanks({parser.value(against)}, *rules);
        if (!before.job)
            return Unreadable;
        jobs = compareJobs(before.job, job);
    }
    QStringList sentences = jobs ? jobCompareSentences(*jobs) : jobSentences(*job);
    if (jobs)
        sentences << App::tr("A is %1, B is %2.")
                         .arg(parser.value(against), parser.positionalArguments().join(QStringLiteral(", ")));
    if (parser.isSet(json))
        return print(dumpJson(jobs ? comparedJson(jobs, sentences) : jobJson(job, sources)));
    const ReportTable table = jobs                        ? jobCompareReport(jobs)
                              : parser.isSet(steps)       ? rankStepReport(job)
                              : parser.isSet(collectives) ? rankCollectiveReport(job)
                              : parser.isSet(stages)      ? rankStageReport(job)
                              : parser.isSet(files) ? jobFileReport(job, std::make_shared<const JobSources>(sources))
                                                    : rankReport(job);
    if (parser.isSet(csv))
        return print(tableCsv(wholeTable(table)));
    if (parser.isSet(markdown))
        return print(sentences.join(QStringLiteral("\n\n")).toStdString() + "\n\n" +
                     tableMarkdown(wholeTable(table)).toStdString() + '\n');
    return print(sentences.join(u'\n').toStdString() + "\n\n" + tableTerminalText(wholeTable(table), lineWidth()));
}

} // namespace ws::cli
