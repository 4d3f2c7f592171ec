// warpscope-cli compare A B [--by …] [--of ROW] [--limits] [--edit EDIT]… [--csv|--json|--md] [--fail-above PERCENT]

#include "app/cli/compare.h"

#include "app/cli/clincufiles.h"
#include "app/cli/clitable.h"
#include "core/analysis/compare/differences.h"
#include "core/analysis/compare/moduledeltas.h"
#include "core/analysis/ncu/ncurows.h"
#include "core/analysis/stages/tablework.h"
#include "core/base/texts.h"
#include "core/report/comparereport.h"
#include "core/report/findingchangesreport.h"
#include "core/report/moduledeltareport.h"
#include "core/report/replayreport.h"
#include "core/report/summary.h"
#include "core/report/tablewriters.h"
#include "core/report/texttable.h"
#include "core/session/sessionfile.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace ws::cli {
namespace {

/// Why the part has no such phase; empty: it has.
QString choosePhase(ComparedPart &part, const QString &phase)
{
    TreeChoice choice;
    choice.phase = phase.toStdString();
    if (const QString problem = misfit(*part.run, choice); !problem.isEmpty())
        return problem;
    if (part.phase >= 0 || !part.phases.empty())
        return App::tr("--phase is for whole files, not for FILE#PART");
    part.phases = choice.phase;
    return {};
}

/// What of the arguments are sessions is replaced by its files: both of its comparison, else its only one. Of A with
/// the edits that are switched on in it, unless some are given. False: an error was printed.
bool openSessions(QStringList &files, QStringList &edits)
{
    QStringList opened;
    const bool areGiven = !edits.isEmpty();
    for (const QString &file : files) {
        if (QFileInfo(file).isDir() || !isSessionFile(file)) {
            opened << file;
            continue;
        }
        const Result<SavedSession> session = loadSession(file);
        if (!session) {
            printError(session.error().text());
            return false;
        }
        std::vector<size_t> runs;
        if (session->pair && files.size() == 1)
            runs = {session->pair->runs[0], session->pair->runs[1]};
        else if (session->runs.size() == 1)
            runs = {0};
        if (runs.empty()) {
            printError(
                App::tr("%1: a session that is compared is of one file, or alone with its comparison").arg(file));
            return false;
        }
        for (const size_t run : runs) {
            const SavedRun &saved = session->runs[run];
            const QStringList places = placesOf(saved.file, file);
            const auto there =
                std::ranges::find_if(places, [](const QString &path) { return QFileInfo::exists(path); });
            if (there == places.end()) {
                printError(App::tr("%1: its file %2 is not there").arg(file, saved.file.absolute));
                return false;
            }
            for (const SavedEdit &edit : saved.edits)
                if (opened.isEmpty() && !areGiven && edit.isOn)
                    edits << edit.text;
            opened << (saved.part ? *there + u'#' + saved.part->name : *there);
        }
    }
    files = opened;
    return true;
}

/// A folder of files of Nsight Compute, often one for each kernel, as one run; null: it is something else. Nothing: an
/// error was printed.
std::optional<RunPtr> ncuOfFolder(const QString &path)
{
    if (!QFileInfo(path).isDir() || path.endsWith(QLatin1String("_ascend_pt")))
        return RunPtr();
    const auto files = loadWithNcu({path});
    if (!files)
        return std::nullopt;
    if (files->ncu.empty())
        return RunPtr();
    auto run = std::make_shared<Run>();
    run->info.stamp.path = QDir::cleanPath(path);
    run->tables.push_back(ncuTableOfRows(ncuLaunches(files->ncu)));
    return run;
}

/// The runs of the arguments; one FILE that consists of two parts is both. Nothing: an error was printed.
/// `phase`: of layerwise profiles, a phase or a kind of phases; empty: all.
std::optional<std::vector<std::shared_ptr<const ComparedRun>>> loadAll(const QStringList &files, const QString &phase)
{
    std::vector<ComparedPart> parts;
    for (const QString &file : files) {
        const std::optional<RunPtr> ncu = ncuOfFolder(file);
        if (!ncu)
            return std::nullopt;
        if (*ncu) {
            parts.push_back({*ncu, -1, {}, {}});
            continue;
        }
        const std::optional<Selected> selected = load(file);
        if (!selected)
            return std::nullopt;
        ComparedPart part{selected->run, selected->phase, {}, {}};
        if (selected->stepsOf)
            part = {selected->stepsOf, -1, {}, {}, selected->kind};
        if (selected->table >= 0)
            part.tables = {selected->table};
        parts.push_back(std::move(part));
    }
    if (!phase.isEmpty())
        for (size_t k = 0; k < parts.size(); ++k)
            if (const QString problem = choosePhase(parts[k], phase); !problem.isEmpty()) {
                printError(App::tr("%1: %2").arg(files[qsizetype(k)], problem));
                return std::nullopt;
            }
    if (parts.size() == 1) {
        parts = twoPartsOf(parts.front().run);
        if (parts.empty()) {
            printError(App::tr("one FILE is compared with itself only where it consists of two parts; name two FILEs"));
            return std::nullopt;
        }
    }
    std::vector<std::shared_ptr<const ComparedRun>> runs;
    for (ComparedPart &part : parts) {
        runs.push_back(comparedRun(std::move(part), {}, progressOfCall()));
        if (!runs.back())
            throw CallCancelled();
    }
    return runs;
}

/// The first row whose name contains the text; null: none.
const DiffRow *findRow(const DiffTable &table, const QString &name)
{
    for (const Qt::CaseSensitivity sensitivity : {Qt::CaseSensitive, Qt::CaseInsensitive})
        for (const DiffRow &row : table.rows)
            if (toText(row.key).contains(name, sensitivity) || toText(row.keyB).contains(name, sensitivity))
                return &row;
    return nullptr;
}

struct Limit
{
    bool isGiven = false;
    double fraction = 0;
};

/// Of the row where one is named, else of the unit.
int exitFor(const Limit &limit, const Comparison &comparison, const DiffRow *row)
{
    if (!limit.isGiven || comparison.verdict == Verdict::SameFile)
        return Ok;
    if (!comparison.isComparable() || comparison.scale)
        return Inconclusive;
    if (row && !row->units.tooFew && row->a.ofUnits.medianNs > 0)
        return row->units.outsideNoise && row->units.deltaNs > limit.fraction * double(row->a.ofUnits.medianNs) ? Slower
                                                                                                                : Ok;
    if (row) {
        if (row->call.tooFew || row->a.call.medianNs <= 0)
            return Inconclusive;
        return row->call.outsideNoise && row->call.deltaNs > limit.fraction * double(row->a.call.medianNs) ? Slower
                                                                                                           : Ok;
    }
    if (comparison.verdict == Verdict::Inconclusive)
        return Inconclusive;
    return comparison.verdict == Verdict::Slower && comparison.change().value_or(0) > limit.fraction ? Slower : Ok;
}

struct Options
{
    QCommandLineOption by{
        QStringLiteral("by"),
        App::tr("stage, module, layer, family, kernel (default), operator, line, step, api, or row: the "
                "rows of text tables (their default)"),
        QStringLiteral("KIND")};
    QCommandLineOption phase{
        QStringLiteral("phase"),
        App::tr("layerwise profiles: only this phase, or the mean step of a kind of phases, for example decode"),
        QStringLiteral("P")};
    QCommandLineOption unit{QStringLiteral("unit"),
                            App::tr("tables: one call of this kernel is a unit, a token or step, by which all times "
                                    "are divided; a part of its name is enough"),
                            QStringLiteral("kernel:NAME")};
    QCommandLineOption tree{QStringLiteral("tree"), App::tr("the module trees of both FILEs as one")};
    QCommandLineOption of{QStringLiteral("of"), App::tr("only the row whose name contains this text"),
                          QStringLiteral("ROW")};
    QCommandLineOption limits{
        QStringLiteral("limits"),
        App::tr("traces: what the rows reach of the device's limit, and whether their work or its efficiency changed")};
    QCommandLineOption edit{
        QStringLiteral("edit"),
        App::tr("what was predicted of this change to A, as replay --edit has it, and what came in B; may be given "
                "several times. Without, those that A's session keeps"),
        QStringLiteral("EDIT")};
    QCommandLineOption failAbove{
        QStringLiteral("fail-above"),
        App::tr("exit with 3 when B is slower than A by more than this and beyond the noise, with 4 when inconclusive"),
        QStringLiteral("PERCENT")};
    QCommandLineOption csv{QStringLiteral("csv"), App::tr("print CSV, times in integer nanoseconds")};
    QCommandLineOption json{QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds")};
    QCommandLineOption markdown{QStringLiteral("md"), App::tr("print Markdown")};
    QCommandLineOption key{QStringLiteral("key"),
                           App::tr("order more than two FILEs by the number behind this word in their names"),
                           QStringLiteral("WORD")};
    QCommandLineOption append{QStringLiteral("append"), App::tr("append one line of JSON for each FILE"),
                              QStringLiteral("FILE.jsonl")};
};

std::shared_ptr<const Overview> overviewOf(const ComparedRun &side)
{
    if (!side.hasTimeline())
        return nullptr;
    OverviewSources sources{side.part.run, side.named, side.unit, side.gaps};
    sources.communication = std::make_shared<const std::vector<uint8_t>>(side.communication);
    return std::make_shared<const Overview>(finished(makeOverview(std::move(sources), progressOfCall())));
}

nlohmann::ordered_json withFindings(nlohmann::ordered_json json, const ComparedPair &pair)
{
    const OverviewPair overviews{overviewOf(*pair.a), overviewOf(*pair.b)};
    json["findings"] = overviews.a || overviews.b
                           ? findingChangesJson(overviews, findingChangesReport(overviews, pair.comparison))
                           : nlohmann::ordered_json();
    return json;
}

/// Empty where neither run has a timeline.
std::string findingsText(const ComparedPair &pair, const char *heading, const char *item)
{
    if (pair.a->hasTimeline() != pair.b->hasTimeline()) // the content says so
        return {};
    const OverviewPair overviews{overviewOf(*pair.a), overviewOf(*pair.b)};
    if (!overviews.a && !overviews.b)
        return {};
    std::string text = heading + findingChangesTitle().toStdString() + '\n' + (*item == '-' ? "\n" : "");
    for (const QString &line : findingChangesLines(findingChangesReport(overviews, pair.comparison)))
        text += item + (*item == '-' ? markdownText(line) : line).toStdString() + '\n';
    return text;
}

class CompareCommand
{
public:
    explicit CompareCommand(const Command &self) : m_self(self)
    {
        m_parser.addOptions({m_options.by, m_options.phase, m_options.unit, m_options.tree, m_options.of,
                             m_options.limits, m_options.edit, m_options.failAbove, m_options.csv, m_options.json,
                             m_options.markdown, m_options.key, m_options.append});
    }

    int run(const QStringList &arguments)
    {
        if (const auto exit = parse(m_self, m_parser, arguments, 1, 1000))
            return *exit;
        if (const auto exit = readOptions())
            return *exit;
        QStringList files = m_parser.positionalArguments();
        m_edits = m_parser.values(m_options.edit);
        if (!openSessions(files, m_edits))
            return Unreadable;
        const auto runs = loadAll(files, m_parser.value(m_options.phase));
        if (!runs)
            return Unreadable;
        if (m_parser.isSet(m_options.append))
            if (const int exit = appendLines(m_parser.value(m_options.append), *runs); exit != Ok)
                return exit;
        return runs->size() == 2 ? compareTwo((*runs)[0], (*runs)[1]) : compareMany(*runs);
    }

private:
    std::optional<int> readOptions()
    {
        if (m_parser.isSet(m_options.csv) + m_parser.isSet(m_options.json) + m_parser.isSet(m_options.markdown) > 1)
            return wrongUsage(m_self, App::tr("--csv, --json and --md exclude one another"));
        if (m_parser.isSet(m_options.by)) {
            m_by = diffByFromId(m_parser.value(m_options.by).toStdString());
            if (!m_by)
                return wrongUsage(m_self, App::tr("--by takes stage, module, layer, family, kernel, operator, line, "
                                                  "step, api or row, not “%1”")
                                              .arg(m_parser.value(m_options.by)));
        }
        if (const QString unit = m_parser.value(m_options.unit); m_parser.isSet(m_options.unit)) {
            if (!unit.startsWith(QLatin1String("kernel:")) || unit.size() == 7)
                return wrongUsage(m_self, App::tr("--unit takes kernel:NAME, not “%1”").arg(unit));
            if (m_parser.positionalArguments().size() > 2 || m_parser.isSet(m_options.tree))
                return wrongUsage(m_self, App::tr("--unit compares two FILEs, without --tree"));
            m_unitKernel = unit.mid(7).toStdString();
        }
        for (const QString &edit : m_parser.values(m_options.edit))
            if (const auto parsed = parseReplayEdit(edit); !parsed)
                return wrongUsage(m_self, parsed.error().text());
        if (m_parser.isSet(m_options.edit) && (m_parser.positionalArguments().size() > 2 ||
                                               m_parser.isSet(m_options.tree) || m_parser.isSet(m_options.csv)))
            return wrongUsage(m_self, App::tr("--edit is of two FILEs, without --tree and --csv"));
        if (m_parser.isSet(m_options.failAbove)) {
            bool isNumber = false;
            m_limit.fraction = m_parser.value(m_options.failAbove).toDouble(&isNumber) / 100;
            m_limit.isGiven = true;
            if (!isNumber || !(m_limit.fraction >= 0))
                return wrongUsage(
                    m_self,
                    App::tr("--fail-above takes a percentage, not “%1”").arg(m_parser.value(m_options.failAbove)));
            if (m_parser.positionalArguments().size() > 2)
                return wrongUsage(m_self, App::tr("--fail-above compares two FILEs"));
        }
        if (m_parser.isSet(m_options.limits) &&
            (m_parser.positionalArguments().size() > 2 || m_parser.isSet(m_options.tree) || m_by == DiffBy::Api ||
             m_by == DiffBy::Row))
            return wrongUsage(m_self, App::tr("--limits compares the GPU work of two FILEs, without --tree, --by api "
                                              "and --by row"));
        if (m_parser.isSet(m_options.tree) &&
            (m_parser.positionalArguments().size() > 2 || m_by || m_limit.isGiven || m_parser.isSet(m_options.of)))
            return wrongUsage(m_self, App::tr("--tree is of two FILEs, without --by, --of and --fail-above"));
        return std::nullopt;
    }

    int compareTwo(const std::shared_ptr<const ComparedRun> &a, const std::shared_ptr<const ComparedRun> &b)
    {
        const ComparedPair pair = finished(compareRuns(a, b, progressOfCall(), m_unitKernel));
        if (const QString &problem = pair.comparison.counted.problem; !problem.isEmpty()) {
            printError(App::tr("no units: %1").arg(problem));
            return Unreadable;
        }
        if (m_parser.isSet(m_options.tree))
            return printTree(pair);
        const bool hasRows = std::ranges::count(pair.comparison.tables, DiffBy::Row) > 0;
        const DiffBy by = m_by.value_or(hasRows ? DiffBy::Row : DiffBy::Kernel);
        PairLimits limits;
        if (m_parser.isSet(m_options.limits)) {
            if (!a->hasTimeline() || !b->hasTimeline()) {
                printError(
                    App::tr("no limits: %1 has no timeline with GPU work").arg((a->hasTimeline() ? b : a)->part.label));
                return Unreadable;
            }
            limits = {knownLimits(a->run()), knownLimits(b->run())};
        }
        auto table = std::make_shared<DiffTable>(
            by == DiffBy::Kernel && !limits.isAsked()
                ? pair.kernels
                : finished(differences(*pair.a, *pair.b, pair.comparison, by, progressOfCall(), limits)));
        if (!table->missing.isEmpty() && m_by) {
            printError(
                App::tr("no differences by %1: %2").arg(QString::fromLatin1(diffById(by).data()), table->missing));
            return Unreadable;
        }
        const DiffRow *row = nullptr;
        if (m_parser.isSet(m_options.of)) {
            row = findRow(*table, m_parser.value(m_options.of));
            if (!row) {
                printError(App::tr("no row has “%1” in its name").arg(m_parser.value(m_options.of)));
                return Unreadable;
            }
            table->rows = {*row};
            row = &table->rows.front();
        }
        const int written = print(text(pair, table));
        return written == Ok ? exitFor(m_limit, pair.comparison, row) : written;
    }

    int printTree(const ComparedPair &pair) const
    {
        const auto deltas = std::make_shared<const ModuleDeltas>(
            finished(moduleDeltas(*pair.a, *pair.b, pair.comparison.unit, progressOfCall())));
        if (!deltas->missing.isEmpty()) {
            printError(App::tr("no module tree: %1").arg(deltas->missing));
            return Unreadable;
        }
        const QString &labelA = pair.comparison.labelA, &labelB = pair.comparison.labelB;
        if (m_parser.isSet(m_options.json))
            return print(dumpJson(moduleDeltaJson(deltas, labelA, labelB)));
        ReportTable report = moduleDeltaReport(deltas);
        if (m_parser.isSet(m_options.csv))
            return print(tableCsv(wholeTable(report)));
        report.notes.prepend(App::tr("A is %1, B is %2.").arg(labelA, labelB));
        if (m_parser.isSet(m_options.markdown))
            return print((tableMarkdown(wholeTable(report)) + u'\n' + report.notes.join(QLatin1String("\n\n")) + u'\n')
                             .toStdString());
        return print(tableTerminalText(wholeTable(report), lineWidth()));
    }

    std::string text(const ComparedPair &pair, const std::shared_ptr<const DiffTable> &table) const
    {
        const Comparison &comparison = pair.comparison;
        if (m_parser.isSet(m_options.json)) {
            auto json = withFindings(comparisonJson(comparison, *table), pair);
            if (!m_edits.isEmpty())
                json["predictions"] = foretoldJson(foretoldOf(pair));
            return dumpJson(json);
        }
        if (m_parser.isSet(m_options.csv))
            return tableCsv(wholeTable(differenceReport(comparison, table)));
        if (m_parser.isSet(m_options.markdown))
            return comparisonMarkdown(comparison, table).toStdString() + predictionsText(pair, "\n#### ", "- ") +
                   findingsText(pair, "\n#### ", "- ");
        return comparisonText(comparison, table, lineWidth()) + predictionsText(pair, "\n", "  ") +
               findingsText(pair, "\n", "  ");
    }

    Foretold foretoldOf(const ComparedPair &pair) const { return foretold(pair, *foretellingReplay(pair), m_edits); }

    /// Empty without edits.
    std::string predictionsText(const ComparedPair &pair, const char *heading, const char *item) const
    {
        if (m_edits.isEmpty())
            return {};
        std::string text = heading + foretoldTitle().toStdString() + '\n' + (*item == '-' ? "\n" : "");
        for (const QString &line : foretoldLines(foretoldOf(pair)))
            text += item + (*item == '-' ? markdownText(line) : line).toStdString() + '\n';
        return text;
    }

    int compareMany(const std::vector<std::shared_ptr<const ComparedRun>> &runs)
    {
        return printSeries({m_by, m_parser.value(m_options.key), m_parser.value(m_options.of),
                            m_parser.isSet(m_options.json), m_parser.isSet(m_options.csv),
                            m_parser.isSet(m_options.markdown)},
                           runs);
    }

    const Command &m_self;
    QCommandLineParser m_parser;
    Options m_options;
    std::optional<DiffBy> m_by;
    Limit m_limit;
    std::string m_unitKernel;
    QStringList m_edits;
};

} // namespace

int runCompare(const Command &self, const QStringList &arguments)
{
    return CompareCommand(self).run(arguments);
}

} // namespace ws::cli
