// warpscope-cli stages FILE… [--mapping M]… [--label L]… [--total-sec S]… [--sweep device|whole] [--csv|--json|--pivot]

#include "app/cli/clifolders.h"
#include "app/cli/clistepoptions.h"
#include "app/treeoptions.h"
#include "core/base/texts.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageconflicts.h"
#include "core/analysis/stages/stagestate.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/shortname.h"
#include "core/io/wholefile.h"
#include "core/model/devicewords.h"
#include "core/model/job.h"
#include "core/model/profilecontext.h"
#include "core/report/stageexport.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"

#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <map>

namespace ws::cli {
namespace {

struct Options
{
    QCommandLineOption mapping{QStringLiteral("mapping"),
                               App::tr("engine/model or FILE#engine/model; once per FILE, or once"),
                               QStringLiteral("M")};
    QCommandLineOption label{QStringLiteral("label"), App::tr("name of the k-th FILE"), QStringLiteral("L")};
    QCommandLineOption total{
        QStringLiteral("total-sec"),
        App::tr("seconds of the k-th FILE without profiling, or “span” for the recording: gives the row CPU(non-GPU)"),
        QStringLiteral("S")};
    QCommandLineOption sweep{QStringLiteral("sweep"),
                             App::tr("elapsed time per “device” (default with several) or over the “whole” trace"),
                             QStringLiteral("S")};
    QCommandLineOption by{QStringLiteral("by"), App::tr("per “run” (default), “step”, “phase” or “rank”"),
                          QStringLiteral("B")};
    TreeOptions trees;
    QCommandLineOption csv{QStringLiteral("csv"), App::tr("print gputrc2graph's result.csv")};
    QCommandLineOption pivot{QStringLiteral("pivot"), App::tr("print gputrc2graph's pivot as CSV")};
    QCommandLineOption json{QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds")};
    QCommandLineOption original{QStringLiteral("original-rounding"), App::tr("round seconds as gputrc2graph does")};
    QCommandLineOption output{QStringLiteral("o"), App::tr("write to this file instead"), QStringLiteral("OUT")};
    QCommandLineOption force{QStringLiteral("force"), App::tr("replace OUT when it exists")};
};

/// The k-th value, or the only one; empty without any.
QString valueFor(const QStringList &values, qsizetype k, bool oneForAll)
{
    return oneForAll && values.size() == 1 ? values.front() : values.value(k);
}

/// Prints broken rules and ignored parts of the mapping's file to stderr, once.
void warn(const MappingFromFile &mapping, const Classification &classes, std::map<QString, bool> &said)
{
    const auto showMessage = [&](const QString &line) {
        if (said.emplace(line, true).second)
            printError(App::tr("mapping %1: %2").arg(toText(classes.mapping.name()), line));
    };
    for (const Diagnostic &d : mapping.diagnostics.all())
        showMessage(d.count > 1 ? App::tr("%1 (%2 times)").arg(d.message, formatCount(int64_t(d.count))) : d.message);
    for (const QString &line : ruleProblems(classes))
        showMessage(line);
}

/// No rule: each module is a name of its own.
StageMapping moduleMapping()
{
    StageMapping mapping;
    mapping.engine = "layerwise";
    mapping.model = "modules";
    return mapping;
}

/// `contexts`: by run; what a layerwise profile says of itself.
nlohmann::ordered_json asJson(const std::vector<StageExportRun> &runs, const std::vector<ProfileContext> &contexts)
{
    using Json = nlohmann::ordered_json;
    Json json{{"schema", 1},
              {"mapping", runs.front().classes->mapping.name()},
              {"sweep", sweepName(runs.front().sums.sweep)},
              {"runs", Json::array()}};
    constexpr const char *sources[] = {"none", "given", "trace span"};
    for (size_t k = 0; k < runs.size(); ++k) {
        const StageExportRun &run = runs[k];
        const bool hasNonGpu = run.nonGpu.source != NonGpu::None;
        json["runs"].push_back({{"label", run.label},
                                {"mapping", run.classes->mapping.name()},
                                {"sweep", sweepName(run.sums.sweep)},
                                {"gpuNs", run.sums.all.elapsedNs},
                                {"overlapKnown", run.sums.overlapKnown},
                                {"anyGpuBusyNs", run.sums.anyBusyNs},
                                {"nonGpuNs", hasNonGpu ? Json(run.nonGpu.ns) : Json()},
                                {"nonGpuFrom", sources[run.nonGpu.source]},
                                {"rows", stageRowsJson(*run.classes, run.sums, run.byName)}});
        if (contexts[k] != ProfileContext())
            json["runs"].back()["context"] = contextJson(contexts[k]);
    }
    return json;
}

QString asText(const StageExportRun &run, const ProfileContext &context)
{
    const TimeUnit unit = timeUnitFor(std::max(run.sums.all.totalNs, run.nonGpu.ns));
    TextTable table;
    table.addColumn(App::tr("stage"), TextTable::Left);
    table.addColumn(App::tr("substage"), TextTable::Left);
    table.addColumn(App::tr("count"));
    table.addColumn(App::tr("total (%1)").arg(timeUnitName(unit)));
    table.addColumn(App::tr("elapsed (%1)").arg(timeUnitName(unit)));
    table.addColumn(App::tr("% of elapsed"));
    const auto share = [&](int64_t ns) {
        const int64_t all = run.sums.all.elapsedNs;
        return formatPercentNumber(all ? static_cast<double>(ns) / static_cast<double>(all) : 0);
    };
    const auto add = [&](const QString &stage, const QString &substage, const NameSum &sum) {
        table.addRow({stage, substage, formatCount(static_cast<int64_t>(sum.count)), formatTime(sum.totalNs, unit),
                      formatTime(sum.elapsedNs, unit), share(sum.elapsedNs)});
    };
    std::vector<StageRow> rows =
        run.byName ? moduleRows(*run.classes, run.sums) : stageRowsWithNames(*run.classes, run.sums);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const StageRow &a, const StageRow &b) { return a.sum.elapsedNs > b.sum.elapsedNs; });
    std::map<std::string_view, std::string> names; // distinct kernels keep distinct names
    for (const StageRow &row : rows)
        names.try_emplace(shownName(row.substage));
    std::vector<std::string_view> full;
    for (const auto &[name, brief] : names)
        full.push_back(name);
    const std::vector<std::string> brief = shortNames(full);
    for (size_t k = 0; k < full.size(); ++k)
        names[full[k]] = brief[k];
    for (const StageRow &row : rows)
        add(run.byName ? App::tr("module") : toText(row.stage), toText(names[shownName(row.substage)]), row.sum);
    add(App::tr("all GPU work"), {}, run.sums.all);
    if (run.nonGpu.source != NonGpu::None) {
        table.addRow({toText(nonGpuLabel), {}, {}, {}, formatTime(run.nonGpu.ns, unit), {}});
        table.addRow({App::tr("total"), {}, {}, {}, formatTime(run.sums.all.elapsedNs + run.nonGpu.ns, unit), {}});
    }
    const QString sweep = !run.sums.overlapKnown            ? App::tr("elapsed = total: no timeline in the file")
                          : run.sums.sweep == Sweep::Device ? App::tr("elapsed per device")
                          : run.nonGpu.source != NonGpu::None
                              ? App::tr("elapsed over all devices together: it and CPU(non-GPU) add up to the total")
                              : App::tr("elapsed over the whole trace");
    const QString how = run.byName ? App::tr("   by module, %1").arg(sweep)
                                   : App::tr("   mapping %1, %2").arg(toText(run.classes->mapping.name()), sweep);
    const QString title = toText(run.label) + how + u'\n';
    const QString of = contextTitle(context);
    return title + (of.isEmpty() ? of : of + u'\n') + QString::fromStdString(table.text(lineWidth()));
}

class Stages
{
public:
    Stages(const Command &self, const QCommandLineParser &parser, const Options &options, const StepOptions &choice)
        : m_self(self), m_parser(parser), m_options(options), m_choice(choice)
    {
    }

    int run()
    {
        const NamedFiles named = withFolders(m_parser.positionalArguments());
        const QStringList &files = named.files;
        if (m_parser.isSet(m_options.by)) {
            const auto by = barsByFromName(m_parser.value(m_options.by).toStdString());
            if (!by)
                return wrongUsage(m_self, App::tr("--by takes run, step, phase or rank"));
            if (*by != BarsBy::Run && m_parser.isSet(m_options.total))
                return wrongUsage(m_self, App::tr("--total-sec is a run's: it does not go with --by"));
            m_by = *by;
        }
        if (m_choice.isChosen() && m_by != BarsBy::Step && m_by != BarsBy::Phase)
            return wrongUsage(m_self, App::tr("--pattern and --anchor need --by step or --by phase"));
        if (const QString wrong = m_trees.read(m_parser, m_options.trees); !wrong.isEmpty())
            return wrongUsage(m_self, wrong);
        if (m_trees.choice.parts == TreeParts::Modules && m_parser.isSet(m_options.mapping))
            return wrongUsage(m_self, App::tr("--mapping is for kernels: it does not go with --parts modules"));
        if (m_parser.isSet(m_options.sweep))
            m_sweep =
                m_parser.value(m_options.sweep) == QLatin1String("whole") ? SweepChoice::Whole : SweepChoice::Device;
        for (const QCommandLineOption *option : {&m_options.mapping, &m_options.label, &m_options.total})
            if (m_parser.values(*option).size() > files.size())
                return wrongUsage(m_self, App::tr("more --%1 than FILEs").arg(option->names().front()));
        if (const qsizetype given = m_parser.values(m_options.mapping).size(); given > 1 && given < files.size())
            return wrongUsage(m_self, App::tr("one --mapping for all FILEs, or one for each"));
        for (qsizetype k = 0; k < files.size(); ++k)
            if (const int exit = addFile(files[k], named.names[k], k); exit != Ok) {
                if (exit != Unreadable || !named.isOfFolder[size_t(k)])
                    return exit;
            }
        if (m_bars.empty())
            return Unreadable;
        if (const qsizetype totals = m_parser.values(m_options.total).size(); totals > 0)
            for (const QString &file : files.mid(totals))
                printError(App::tr("%1: no --total-sec is given for it, so it has no CPU(non-GPU)").arg(file));
        labelBars();
        return deliver();
    }

private:
    /// A bar that waits for its label until all runs are known.
    struct Bar
    {
        StageExportRun out;
        size_t run = 0; ///< index into the job's members
        std::string part;
    };

    int addFile(const QString &file, const QString &name, qsizetype k)
    {
        if (m_trees.choice.parts == TreeParts::Modules) { // mappings are for kernels' names
            const std::optional<Selected> selected = load(file);
            return selected ? addRun(*selected, {moduleMapping(), {}}, file, name, k) : int(Unreadable);
        }
        const QString spec = valueFor(m_parser.values(m_options.mapping), k, true);
        const Result<MappingFromFile> mapping = m_library.resolve(spec.isEmpty() ? toText(defaultMappingName) : spec);
        if (!mapping) {
            printError(mapping.error().text());
            return mapping.error().kind == ErrorKind::NotFound && mapping.error().file.isEmpty() ? WrongUsage
                                                                                                 : Unreadable;
        }
        const std::optional<Selected> selected = load(file);
        if (!selected)
            return Unreadable;
        return addRun(*selected, *mapping, file, name, k);
    }

    int addRun(const Selected &selected, const MappingFromFile &mapping, const QString &file, const QString &name,
               qsizetype k)
    {
        const RunPtr &run = selected.run;
        constexpr size_t max = 2000; // each one has sums for all names
        const auto total = parseTotalTime(m_parser.values(m_options.total).value(k));
        if (!total)
            return wrongUsage(m_self, App::tr("--total-sec takes seconds or “span”"));
        StageRequest request{mapping.mapping,
                             {},
                             sweepBeside(*total, m_sweep),
                             {m_by, BarPick::First, max},
                             m_trees.choice,
                             {},
                             selected.table,
                             selected.phase};
        if (const QString problem = misfit(*run, m_trees.choice); !problem.isEmpty()) {
            printError(App::tr("%1: %2").arg(file, problem));
            return Unreadable;
        }
        StageState before;
        if (m_choice.isChosen() && run->gpu.size()) {
            request.steps = before.stepSource = m_choice.source();
            before.steps = m_choice.find(*run);
            if (!before.steps)
                return Unreadable;
        }
        const auto state = std::make_shared<const StageState>(stageState(run, &before, request, progressOfCall()));
        if (progressOfCall() && progressOfCall()->isCancelled())
            throw CallCancelled();
        if (state->names->size() == 0) {
            const QString none = noKnownGpuWithOption(*run);
            printError(none.isEmpty() ? App::tr("%1: no GPU work in this file, so it has no stages").arg(file)
                                      : QStringLiteral("%1: %2").arg(file, none));
            return Unreadable;
        }
        warn(mapping, *state->classes, m_said);
        showBars(*state);
        for (const QString &note : missingRowsNotes(*state))
            printError(QStringLiteral("%1: %2").arg(file, note));
        if (total->from != NonGpu::None && !takesTotal(*state))
            return wrongUsage(m_self, App::tr("--total-sec is a whole run's, and %1 has %2 parts: name one, FILE#PART")
                                          .arg(file)
                                          .arg(state->parts.size()));
        const NonGpu nonGpu = nonGpuOf(*run, *state, *total);
        if (const QString problem = problemOf(nonGpu, *state->sums); !problem.isEmpty())
            printError(App::tr("%1: %2").arg(file, problem));
        const bool severalInFile = state->bars || state->parts.size() > 1;
        for (const StageBarView &bar : barsOf(*state).bars)
            m_bars.push_back({{{}, state->classes, *bar.sums, nonGpu, m_trees.choice.parts == TreeParts::Modules},
                              m_job.members.size(),
                              severalInFile ? bar.label : std::string()});
        m_job.add(run, name);
        m_given.push_back(m_parser.values(m_options.label).value(k).toStdString());
        return Ok;
    }

    void showBars(const StageState &state) const
    {
        if (!state.bars)
            return;
        if (!state.bars->hasSteps)
            printError(App::tr("no annotation of a step is in the file (vLLM, SGLang, ProfilerStep …)"));
        if (state.bars->shown < state.bars->all)
            printError(App::tr("the first %1 of %2 steps")
                           .arg(formatCount(int64_t(state.bars->shown)), formatCount(int64_t(state.bars->all))));
    }

    /// Tables for gputrc2graph's users have its names, everything else has labels that are unique per file.
    void labelBars()
    {
        const bool isTable = m_parser.isSet(m_options.csv) || m_parser.isSet(m_options.pivot);
        const QStringList labels = labelsOf(m_job);
        for (const Bar &bar : m_bars) {
            const std::string &given = m_given[bar.run];
            StageExportRun run = bar.out;
            run.label = isTable ? modelEngine(run.classes->mapping, given, m_job.members[bar.run].name.toStdString(),
                                              bar.part, m_runs.size())
                        : given.empty() ? labels[static_cast<qsizetype>(bar.run)].toStdString()
                                        : given;
            if (!isTable && !bar.part.empty())
                run.label += '#' + bar.part;
            m_runs.push_back(std::move(run));
            m_contexts.push_back(profileContext(*m_job.members[bar.run].run));
        }
    }

    int deliver() const
    {
        const Rounding rounding = m_parser.isSet(m_options.original) ? Rounding::Original : Rounding::Full;
        std::string out;
        if (m_parser.isSet(m_options.json))
            out = dumpJson(asJson(m_runs, m_contexts));
        else if (m_parser.isSet(m_options.csv))
            out = resultCsv(m_runs, rounding);
        else if (m_parser.isSet(m_options.pivot))
            out = pivotCsv(m_runs, rounding);
        else
            for (size_t k = 0; k < m_runs.size(); ++k)
                out += asText(m_runs[k], m_contexts[k]).toStdString() + '\n';
        if (!m_parser.isSet(m_options.output))
            return print(out);
        const Existing existing = m_parser.isSet(m_options.force) ? Existing::Replace : Existing::Refuse;
        const Result<QString> written = writeWholeFile(m_parser.value(m_options.output), out, existing);
        const bool isThere = existing == Existing::Refuse && QFileInfo::exists(m_parser.value(m_options.output));
        if (!written)
            printError(written.error().text() + (isThere ? App::tr("; --force replaces it") : QString()));
        return written ? Ok : Unreadable;
    }

    const Command &m_self;
    const QCommandLineParser &m_parser;
    const Options &m_options;
    const StepOptions &m_choice;
    BarsBy m_by = BarsBy::Run;
    SweepChoice m_sweep = SweepChoice::Automatic;
    GivenTrees m_trees;
    MappingLibrary m_library;
    std::vector<Bar> m_bars;
    Job m_job;
    std::vector<std::string> m_given; ///< by member: --label; empty: none
    std::vector<StageExportRun> m_runs;
    std::vector<ProfileContext> m_contexts; ///< by run
    std::map<QString, bool> m_said;
};

} // namespace

int runStages(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const Options o;
    parser.addOptions(o.trees.all());
    parser.addOptions(
        {o.mapping, o.label, o.total, o.sweep, o.by, o.csv, o.pivot, o.json, o.original, o.output, o.force});
    StepOptions choice(parser);
    if (const auto exit = parse(self, parser, arguments, 1, 10000))
        return *exit;
    const int forms = int(parser.isSet(o.csv)) + int(parser.isSet(o.pivot)) + int(parser.isSet(o.json));
    if (forms > 1)
        return wrongUsage(self, App::tr("only one of --csv, --json, --pivot"));
    const QString sweep = parser.value(o.sweep);
    if (!sweep.isEmpty() && sweep != QLatin1String("whole") && sweep != QLatin1String("device"))
        return wrongUsage(self, App::tr("--sweep takes “device” or “whole”"));
    if (sweep == QLatin1String("device") && parser.isSet(o.total))
        return wrongUsage(self, App::tr("--sweep device gives seconds of devices, which do not add up to a total: it "
                                        "does not go with --total-sec"));
    if (const auto exit = choice.check(self))
        return *exit;
    return Stages(self, parser, o, choice).run();
}

} // namespace ws::cli
