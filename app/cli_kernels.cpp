// warpscope-cli kernels FILE [--csv]

#include "app/cli.h"

#include "core/analysis/kernels/kerneltable.h"
#include "core/base/format.h"
#include "core/report/csv.h"
#include "core/report/texttable.h"

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
    const Run &run = *loaded;
    const KernelTable table = *kernelTable(run);
    if (table.rows.empty()) {
        printError(tr("the file holds no GPU work; `summary` says what it holds"));
        return Unreadable;
    }
    if (!parser.isSet(csv))
        return print(asText(run, table));
    std::string out;
    writeCsv(out, run, table);
    return print(out);
}

} // namespace ws::cli
