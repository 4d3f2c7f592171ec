// warpscope-cli kernels FILE [--csv]

#include "app/cli.h"

#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/stages/tablework.h"
#include "core/base/format.h"
#include "core/report/csv.h"
#include "core/report/texttable.h"

#include <algorithm>
#include <numeric>

namespace ws::cli {
namespace {

void writeCsv(std::string &out, const Run &run, const KernelTable &table)
{
    CsvWriter csv(out);
    csv << "name"
        << "count"
        << "totalNs"
        << "elapsedNs"
        << "minNs"
        << "p50Ns"
        << "p95Ns"
        << "maxNs"
        << "meanNs"
        << "share";
    csv.endRow();
    for (const KernelRow &row : table.rows) {
        csv << run.text(row.name) << row.count << row.totalNs << row.elapsedNs << row.minNs << row.p50Ns << row.p95Ns
            << row.maxNs << row.meanNs << row.share;
        csv.endRow();
    }
}

std::string asText(const Run &run, const KernelTable &kernels)
{
    const TimeUnit sums = timeUnitFor(kernels.totalNs);
    int64_t longest = 0;
    for (const KernelRow &row : kernels.rows)
        longest = std::max(longest, row.maxNs);
    const TimeUnit single = timeUnitFor(longest);
    const auto title = [](const char *name, TimeUnit unit) {
        return tr(name) + QStringLiteral(" (%1)").arg(timeUnitName(unit));
    };
    TextTable table;
    table.addColumn(tr("count"));
    table.addColumn(title(QT_TRANSLATE_NOOP("cli", "total"), sums));
    table.addColumn(title(QT_TRANSLATE_NOOP("cli", "elapsed"), sums));
    table.addColumn(tr("% of busy"));
    for (const char *name : {"min", "p50", "p95", "max"})
        table.addColumn(title(name, single));
    table.addColumn(tr("name"), TextTable::Left);
    for (const KernelRow &row : kernels.rows) {
        const std::string_view name = run.text(row.name);
        table.addRow({formatCount(static_cast<int64_t>(row.count)), formatTime(row.totalNs, sums),
                      formatTime(row.elapsedNs, sums), formatPercentNumber(row.share), formatTime(row.minNs, single),
                      formatTime(row.p50Ns, single), formatTime(row.p95Ns, single), formatTime(row.maxNs, single),
                      QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))});
    }
    return table.text();
}

std::vector<size_t> byTotal(const NamedWork &work)
{
    std::vector<size_t> order(work.sums.names.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return work.sums.names[a].totalNs > work.sums.names[b].totalNs; });
    return order;
}

double shareOf(const NamedWork &work, const NameSum &sum)
{
    return work.sums.all.totalNs ? static_cast<double>(sum.totalNs) / static_cast<double>(work.sums.all.totalNs) : 0;
}

/// What only a timeline tells stays empty.
void writeCsv(std::string &out, const std::vector<NamedWork> &works)
{
    CsvWriter csv(out);
    for (const char *title :
         {"name", "count", "totalNs", "elapsedNs", "minNs", "p50Ns", "p95Ns", "maxNs", "meanNs", "share", "part"})
        csv << title;
    csv.endRow();
    for (const NamedWork &work : works)
        for (const size_t i : byTotal(work)) {
            const NameSum &sum = work.sums.names[i];
            csv << work.names->text(i) << sum.count << sum.totalNs;
            for (int column = 0; column < 5; ++column)
                csv.blank();
            sum.count ? csv << static_cast<double>(sum.totalNs) / static_cast<double>(sum.count) : csv.blank();
            csv << shareOf(work, sum) << work.title;
            csv.endRow();
        }
}

std::string asText(const NamedWork &work)
{
    const TimeUnit unit = timeUnitFor(work.sums.all.totalNs);
    TextTable table;
    table.addColumn(tr("count"));
    table.addColumn(tr("total") + QStringLiteral(" (%1)").arg(timeUnitName(unit)));
    table.addColumn(tr("% of total"));
    table.addColumn(tr("name"), TextTable::Left);
    for (const size_t i : byTotal(work)) {
        const NameSum &sum = work.sums.names[i];
        const std::string_view name = work.names->text(i);
        table.addRow({formatCount(static_cast<int64_t>(sum.count)), formatTime(sum.totalNs, unit),
                      formatPercentNumber(shareOf(work, sum)),
                      QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))});
    }
    return work.title + '\n' + table.text();
}

/// Of a file that holds sums per kernel and no timeline.
int printWork(const std::vector<NamedWork> &works, bool asCsv)
{
    std::string out;
    if (asCsv)
        writeCsv(out, works);
    else
        for (const NamedWork &work : works)
            out.append(out.empty() ? "" : "\n").append(asText(work));
    return print(out);
}

} // namespace

int runKernels(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption csv(QStringLiteral("csv"), tr("print CSV, times in integer nanoseconds"));
    parser.addOption(csv);
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    const auto loaded = loadRun(parser.positionalArguments().front());
    if (!loaded)
        return Unreadable;
    if (selected->runs.size() > 1)
        return wrongUsage(self, tr("the file has %1 parts: name one, as FILE#1").arg(selected->runs.size()));
    const Run &run = *selected->runs.front();
    if (run.gpu.size() == 0) {
        const std::vector<NamedWork> works = workWithoutTimeline(run, selected->table, selected->phase);
        if (!works.empty())
            return printWork(works, parser.isSet(csv));
        printError(tr("%1: no GPU work in this file, so there are no kernels to list")
                       .arg(parser.positionalArguments().front()));
        return Unreadable;
    }
    const KernelTable table = *kernelTable(run);
    if (!parser.isSet(csv))
        return print(asText(run, table));
    std::string out;
    writeCsv(out, run, table);
    return print(out);
}

} // namespace ws::cli
