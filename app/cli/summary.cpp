// warpscope-cli summary FILE… [--json]

#include "app/cli/clifolders.h"
#include "core/base/texts.h"

#include "core/analysis/busy/busy.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/stages/communication.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/io/remote/remotecache.h"
#include "core/model/devicewords.h"
#include "core/model/nestedslices.h"
#include "core/model/runlabel.h"
#include "core/model/torchbalance.h"
#include "core/report/summary.h"
#include "core/report/texttable.h"
#include "core/report/trustreport.h"

#include <nlohmann/json.hpp>

namespace ws::cli {
namespace {

constexpr size_t kernelsShown = 10;

void addLine(QString &out, const QString &name, const QString &value)
{
    out += (name.size() < 14 ? name.leftJustified(14) : name + QStringLiteral("  ")) + value + QLatin1Char('\n');
}

QString busyText(const BusySplit &split)
{
    const auto part = [&](int64_t ns) {
        return formatPercent(split.spanNs ? static_cast<double>(ns) / static_cast<double>(split.spanNs) : 0);
    };
    return App::tr(
               "%1 activities in %2: busy %3 = compute %4 + exposed communication %5 + exposed copies %6; idle %7 (of "
               "the span)")
        .arg(formatCount(static_cast<int64_t>(split.activities)), formatDuration(split.spanNs), part(split.busyNs),
             part(split.computeNs), part(split.exposedCommNs), part(split.exposedCopyNs), part(split.idleNs));
}

/// `isIdleKnown`: trust does not withhold how long the GPU was idle, and with it what was exposed.
void addGpu(QString &out, const Run &run, bool isIdleKnown)
{
    const auto splitText = [isIdleKnown](const BusySplit &split) {
        return isIdleKnown
                   ? busyText(split)
                   : App::tr("%1 activities in %2; how much of it is idle is not known")
                         .arg(formatCount(static_cast<int64_t>(split.activities)), formatDuration(split.spanNs));
    };
    const Busy busy = *busySplit(run.gpu, defaultCommunication(run.gpu, run.strings));
    addLine(out, forDevice(busy.devices.size() > 1 ? App::tr("any GPU") : App::tr("GPU"), run), splitText(busy.whole));
    if (busy.devices.size() > 1)
        for (size_t i = 0; i < busy.devices.size(); ++i)
            addLine(out, App::tr("  device %1").arg(toText(run.text(run.gpu.devices[i]))), splitText(busy.devices[i]));
    const KernelTable kernels = *kernelTable(run);
    TextTable table;
    const TimeUnit unit = timeUnitFor(kernels.rows.front().totalNs);
    table.addColumn(App::tr("total (%1)").arg(timeUnitName(unit)));
    table.addColumn(App::tr("elapsed (%1)").arg(timeUnitName(unit)));
    table.addColumn(App::tr("% of busy"));
    table.addColumn(App::tr("count"));
    table.addColumn(App::tr("name"), TextTable::Left);
    for (size_t i = 0; i < std::min(kernelsShown, kernels.rows.size()); ++i) {
        const KernelRow &row = kernels.rows[i];
        table.addRow({formatTime(row.totalNs, unit), formatTime(row.elapsedNs, unit), formatPercentNumber(row.share),
                      formatCount(static_cast<int64_t>(row.count + row.untimed)),
                      toText(shownName(run.text(row.name)))});
    }
    out += QLatin1Char('\n') + QString::fromStdString(table.text(lineWidth()));
    if (kernels.rows.size() > kernelsShown)
        out += App::tr("… and %1 more names").arg(formatCount(int64_t(kernels.rows.size() - kernelsShown))) +
               QLatin1Char('\n');
}

const std::string &nameOf(const Table &table)
{
    return table.report.empty() ? table.title : table.report;
}

/// The tables of several runs in one document are told apart by their titles.
bool reportIsRepeated(const Run &run, size_t table)
{
    return std::ranges::count(run.tables, run.tables[table].report, &Table::report) > 1;
}

QString describe(const Run &run)
{
    const RunInfo &info = run.info;
    QString out;
    addLine(out, App::tr("file"), shownPath(info.stamp.path) + recordingMark(run));
    addLine(out, App::tr("format"),
            toText(info.format) + QStringLiteral(", ") + QString::fromLatin1(containerName(info.container)) +
                (info.complete ? QString() : App::tr(", cut: see below")));
    const Fit fit = fitOf(run, *trustFindings(run, *findSteps(run)));
    addLine(out, App::tr("fit"), fitTitle(fit));
    for (const QString &reason : fitLines(fit))
        addLine(out, {}, reason);
    for (const auto &[name, value] : info.facts)
        addLine(out, toText(name), toText(value));
    if (info.totalEvents)
        addLine(out, App::tr("events"),
                App::tr("%1, slices %2, tracks %3, over %4")
                    .arg(formatCount(static_cast<int64_t>(info.totalEvents)),
                         formatCount(static_cast<int64_t>(info.slices)),
                         formatCount(static_cast<int64_t>(run.timeline.tracks.size())),
                         formatDuration(run.timeline.spanNs)));
    if (const NestedSlices modules(run.timeline, {CategoryKind::Module}); modules.size())
        addLine(out, App::tr("modules"),
                App::tr("%1 calls, %2 names, %3 deep")
                    .arg(formatCount(static_cast<int64_t>(modules.size())),
                         formatCount(static_cast<int64_t>(modules.distinctNames(run.timeline))),
                         formatCount(static_cast<int64_t>(modules.maxDepth()))));
    const std::vector<int> sameAs = identicalTables(run.tables);
    for (size_t k = 0; k < run.tables.size(); ++k) {
        const Table &table = run.tables[k];
        QString text = App::tr("%1 %2, %3 rows")
                           .arg(toText(table.kind), toText(reportIsRepeated(run, k) ? table.title : nameOf(table)))
                           .arg(formatCount(int64_t(table.rows.size())));
        if (sameAs[k] >= 0)
            text += App::tr(", identical to %1").arg(toText(run.tables[size_t(sameAs[k])].title));
        addLine(out, App::tr("table"), text);
    }
    for (const ModuleTree &tree : run.layerwise)
        addLine(out, App::tr("phase"),
                toText(tree.phase) + QLatin1Char(' ') + toText(tree.view) + QStringLiteral(", ") +
                    formatDuration(tree.totalNs));
    if (run.gpu.size())
        addGpu(out, run,
               std::ranges::none_of(fit.reasons, [](const TrustFinding &one) { return one.withholds & GpuIdle; }));
    for (const Diagnostic &d : run.diagnostics.all())
        addLine(out, App::tr("note"), formatCount(static_cast<int64_t>(d.count)) + QStringLiteral(" × ") + d.message);
    return out;
}

} // namespace

int runSummary(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON"));
    parser.addOption(json);
    if (const auto exit = parse(self, parser, arguments, 1, INT_MAX))
        return *exit;
    const NamedFiles named = withFolders(parser.positionalArguments());
    const QStringList &files = named.files;
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    QString text;
    int exit = Ok;
    for (qsizetype k = 0; k < files.size(); ++k) {
        const std::vector<RunPtr> runs = loadRecordings(files[k]);
        if (runs.empty() && !named.isOfFolder[size_t(k)])
            exit = Unreadable;
        for (const RunPtr &run : runs)
            if (parser.isSet(json))
                all.push_back(finished(summaryJson(*run, progressOfCall())));
            else
                text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + describe(*run);
    }
    if (all.empty() && text.isEmpty())
        return Unreadable;
    const int printed = print(parser.isSet(json) ? dumpJson(files.size() == 1 && all.size() == 1 ? all.front() : all)
                                                 : text.toStdString());
    return printed == Ok ? exit : printed;
}

} // namespace ws::cli
