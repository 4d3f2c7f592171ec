#include "core/report/printedreport.h"

#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/model/nanoseconds.h"
#include "core/model/ncukernels.h"
#include "core/model/torchbalance.h"
#include "core/model/torchtable.h"
#include "core/report/verdictreport.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

class PrintedReport
{
    Q_DECLARE_TR_FUNCTIONS(PrintedReport)
public:
    static void addKinds(ReportTable &report, const Table &table);
    static void addFlops(ReportTable &report, double peakTflops);
    static void addTimeline(ReportTable &report);
    static QString kindText(const Table &table, size_t row);
    static void shareUnits(ReportTable &report);
};

/// "Total Time (ns)" → "Total Time", "Self CPU %" → "Self CPU": the screen adds the unit again.
QString withoutUnit(QString title)
{
    for (const char *unit :
         {" (ns)", " (us)", " (ms)", " (s)", " (sec)", "(ns)", "(us)", "(ms)", "(s)", " (%)", "(%)", " %"})
        if (title.endsWith(QLatin1String(unit)) && title.size() > static_cast<qsizetype>(qstrlen(unit))) {
            title.chop(static_cast<qsizetype>(qstrlen(unit)));
            break;
        }
    return title;
}

/// The name in the file, with the unit of its cells where the name lacks it: torch prints units into the cells.
std::string fileTitle(const Column &column)
{
    const bool named = column.name.ends_with(')') || column.name.ends_with('%');
    const bool hasUnit = column.unit != Unit::Text && column.unit != Unit::Number && column.unit != Unit::Count;
    if (named || !hasUnit)
        return column.name;
    std::string title = column.name;
    return title.append(" (").append(unitName(column.unit)).append(")");
}

/// Columns of tables that are made here, not by a profiler: their titles on the screen are the user's.
constexpr const char *ownTitles[] = {QT_TRANSLATE_NOOP("Core", "Kernel"),
                                     QT_TRANSLATE_NOOP("Core", "Grid"),
                                     QT_TRANSLATE_NOOP("Core", "Block"),
                                     QT_TRANSLATE_NOOP("Core", "Device"),
                                     QT_TRANSLATE_NOOP("Core", "Stream"),
                                     QT_TRANSLATE_NOOP("Core", "Duration"),
                                     QT_TRANSLATE_NOOP("Core", "SM"),
                                     QT_TRANSLATE_NOOP("Core", "Memory"),
                                     QT_TRANSLATE_NOOP("Core", "L1 hit"),
                                     QT_TRANSLATE_NOOP("Core", "L2 hit"),
                                     QT_TRANSLATE_NOOP("Core", "Achieved occupancy"),
                                     QT_TRANSLATE_NOOP("Core", "Theoretical occupancy"),
                                     QT_TRANSLATE_NOOP("Core", "Achieved of theoretical occupancy"),
                                     QT_TRANSLATE_NOOP("Core", "Severity"),
                                     QT_TRANSLATE_NOOP("Core", "Bottlenecks"),
                                     QT_TRANSLATE_NOOP("Core", "Name"),
                                     QT_TRANSLATE_NOOP("Core", "Self CPU time total"),
                                     QT_TRANSLATE_NOOP("Core", "Self device time total"),
                                     QT_TRANSLATE_NOOP("Core", "Line")};

bool isMadeHere(const Table &table)
{
    return table.kind == "ncu-kernels" || table.kind == looseTotalsKind;
}

QString ownTitle(const QString &title)
{
    for (const char *known : ownTitles)
        if (title == QLatin1String(known))
            return Core::tr(known);
    return title;
}

/// Sums of averages, minima and percentiles mean nothing.
bool isSummable(const Column &column)
{
    if (column.unit == Unit::Text || column.unit == Unit::Number)
        return false;
    static constexpr std::string_view others[] = {"Avg",    "avg", "Med",       "Min",    "Max",
                                                  "StdDev", "hit", "occupancy", "SM (%)", "Memory (%)"};
    return std::none_of(std::begin(others), std::end(others),
                        [&](std::string_view word) { return column.name.find(word) != column.name.npos; });
}

/// Numbers that are names have no thousands separators and no right alignment.
bool isIdentifier(const Column &column)
{
    static constexpr std::string_view ids[] = {"PID", "TID", "Pid", "Tid", "RangeId", "ParentId", "CorrId"};
    return column.unit == Unit::Number && std::find(std::begin(ids), std::end(ids), column.name) != std::end(ids);
}

CellKind kindOf(Unit unit)
{
    switch (unit) {
    case Unit::Text:
        return CellKind::Text;
    case Unit::Number:
    case Unit::Megabytes:
        return CellKind::Number;
    case Unit::Count:
        return CellKind::Count;
    case Unit::Percent:
        return CellKind::Share;
    case Unit::Bytes:
        return CellKind::Bytes;
    default:
        return CellKind::Time;
    }
}

ReportColumn describe(const Column &column)
{
    const QString name = toText(column.name);
    ReportColumn described{fileTitle(column), name, CellKind::Text, name, false, isSummable(column)};
    if (!isIdentifier(column))
        described.kind = kindOf(column.unit);
    if (described.kind == CellKind::Share || described.kind == CellKind::Time)
        described.title = withoutUnit(name);
    return described;
}

/// Whole numbers without an exponent.
ReportCell rawNumber(double number)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (std::floor(number) == number && std::abs(number) <= exact)
        return static_cast<int64_t>(number);
    return number;
}

ReportCell shownNumber(const Column &column, double number)
{
    if (const double scale = nanosecondsPer(column.unit); scale > 0)
        return number * scale;
    if (column.unit == Unit::Percent)
        return number / 100;
    return isIdentifier(column) ? rawNumber(number) : ReportCell(number);
}

ReportCell cellOf(const Table &table, size_t row, size_t column, bool forFile)
{
    const Cell &cell = table.rows[row][column];
    if (const auto *text = std::get_if<std::string>(&cell))
        return forFile ? std::string_view(*text) : shownName(*text);
    const auto *number = std::get_if<double>(&cell);
    if (!number)
        return {};
    return forFile ? rawNumber(*number) : shownNumber(table.columns[column], *number);
}

std::string_view kindWord(RowKind kind)
{
    static constexpr std::string_view words[] = {"plain", "annotation", "operator", "device-work", "overhead"};
    return words[static_cast<size_t>(kind)];
}

void PrintedReport::addKinds(ReportTable &report, const Table &table)
{
    if (!table.rowKinds.empty())
        report.columns.push_back({"row_kind", tr("Kind of row"), CellKind::Text,
                                  tr("Labels, operators, work of the device and overhead of the profiler overlap: add "
                                     "up only rows of one kind")});
}

void PrintedReport::addFlops(ReportTable &report, double peakTflops)
{
    report.columns.push_back({"tflop_per_s", QStringLiteral("TFLOP/s"), CellKind::Number,
                              tr("FLOPs ÷ time on the device with the calls below it; without a device on the CPU. "
                                 "Torch estimates FLOPs from shapes."),
                              true});
    if (peakTflops > 0)
        report.columns.push_back({"peak_share", tr("Of %1 TFLOP/s").arg(formatNumber(peakTflops)), CellKind::Share,
                                  tr("Of the peak that was named"), true});
}

bool isEmptyColumn(const Table &table, size_t column)
{
    return !table.rows.empty() && std::ranges::all_of(table.rows, [=](const std::vector<Cell> &row) {
        return std::holds_alternative<std::monostate>(row[column]);
    });
}

void PrintedReport::addTimeline(ReportTable &report)
{
    const QString order = tr("The k-th row of a name belongs to the k-th launch of that name in the open timeline");
    report.columns.push_back({"timeline_start_ns", tr("Start in timeline"), CellKind::Time, order});
    report.columns.push_back({"timeline_duration_ns", tr("Duration in timeline"), CellKind::Time, order, false, true});
}

/// One unit for sums ("Self CPU", "CPU total"), one for statistics of single calls ("Avg", "Max"); begins are alone.
void PrintedReport::shareUnits(ReportTable &report)
{
    const auto isBegin = [](const ReportColumn &column) {
        return column.title.contains(QLatin1String("start"), Qt::CaseInsensitive) ||
               column.title.contains(QLatin1String("timestamp"), Qt::CaseInsensitive) ||
               column.id.starts_with("timeline_");
    };
    TimeUnit largest = TimeUnit::Nanoseconds, finest = TimeUnit::Seconds;
    for (const ReportColumn &column : report.columns)
        if (column.kind == CellKind::Time && !isBegin(column))
            (column.summable ? largest : finest) =
                column.summable ? std::max(largest, column.unit) : std::min(finest, column.unit);
    for (ReportColumn &column : report.columns)
        if (column.kind == CellKind::Time && !isBegin(column))
            column.unit = column.summable ? std::min(largest, TimeUnit::Milliseconds) : finest;
}

QString PrintedReport::kindText(const Table &table, size_t row)
{
    const QString kind = rowKindTitle(table.rowKinds[row]);
    return isAmbiguous(table, row) ? tr("%1, ambiguous name").arg(kind) : kind;
}

ReportCell timelineCell(const PrintedLink &link, size_t row, bool isStart)
{
    const uint32_t activity = link.join->activityOfRow[row];
    if (activity == NcuJoin::alone)
        return {};
    const GpuWork &gpu = link.timeline->gpu;
    return isStart ? gpu.start[activity] : gpu.duration[activity];
}

/// The largest power of ten ns, up to a second, whose multiples all times of the column are; 0: 1 ns, or no times.
int64_t stepOf(const Table &table, size_t column)
{
    int64_t step = 1'000'000'000;
    bool any = false;
    for (size_t row = 0; row < table.rows.size() && step > 1; ++row) {
        const ReportCell cell = cellOf(table, row, column, false);
        if (std::holds_alternative<std::monostate>(cell))
            continue;
        const auto *real = std::get_if<double>(&cell);
        const auto *whole = std::get_if<int64_t>(&cell);
        if (!real && !whole)
            return 0;
        const double ns = real ? *real : static_cast<double>(*whole);
        if (ns != std::floor(ns) || std::abs(ns) >= 9e15)
            return 0;
        for (any = true; static_cast<int64_t>(ns) % step != 0;)
            step /= 10;
    }
    return any && step > 1 ? step : 0;
}

} // namespace

std::vector<size_t> printedRows(const Table &table, std::optional<RowKind> kind)
{
    std::vector<size_t> rows;
    for (size_t i = 0; i < table.rows.size(); ++i)
        if (!kind || table.rowKinds[i] == *kind)
            rows.push_back(i);
    return rows;
}

int printedNameColumn(const Table &table)
{
    for (const char *name : {"Kernel Name", "Kernel", "Name", "Operation", "Range", "NVTX Range", "API Name"})
        if (const int column = table.columnIndex(name); column >= 0)
            return column;
    for (size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].unit == Unit::Text)
            return static_cast<int>(i);
    return 0;
}

QString rowKindTitle(RowKind kind)
{
    switch (kind) {
    case RowKind::Annotation:
        return PrintedReport::tr("label");
    case RowKind::Operator:
        return PrintedReport::tr("operator");
    case RowKind::DeviceWork:
        return PrintedReport::tr("device work");
    case RowKind::Overhead:
        return PrintedReport::tr("overhead");
    case RowKind::Plain:
        break;
    }
    return {};
}

bool isAmbiguous(const Table &table, size_t row)
{
    return row < table.ambiguousName.size() && table.ambiguousName[row];
}

ReportTable printedReport(const std::shared_ptr<const Run> &run, size_t index, std::vector<size_t> rows,
                          const PrintedLink &link, double peakTflops)
{
    const Table &table = run->tables[index];
    ReportTable report{toText("text-" + table.kind + '-' + table.report), shownTitle(table.title), run};
    report.keys = 0; // the file does not say
    for (size_t c = 0; c < table.columns.size(); ++c) {
        report.columns.push_back(describe(table.columns[c]));
        if (isMadeHere(table))
            report.columns.back().title = ownTitle(report.columns.back().title);
        report.columns.back().optional = isEmptyColumn(table, c);
        if (report.columns.back().kind == CellKind::Time)
            report.columns.back().stepNs = stepOf(table, c);
    }
    if (!report.columns.empty())
        report.columns[static_cast<size_t>(printedNameColumn(table))].kind = CellKind::Name;
    for (const std::string &note : table.notes)
        report.notes << toText(note);
    PrintedReport::addKinds(report, table);
    const TorchColumns torch = table.kind == "torch" ? torchColumns(table) : TorchColumns();
    const size_t ofFile = table.columns.size(), ofFlops = report.columns.size();
    if (torch.flops >= 0)
        PrintedReport::addFlops(report, peakTflops);
    const size_t ofTimeline = report.columns.size();
    if (link.timeline)
        PrintedReport::addTimeline(report);
    report.rowCount = rows.size();
    const bool isNcu = table.kind == "ncu-kernels";
    const auto severities = size_t(isNcu ? table.columnIndex("Severity") : -1),
               findings = size_t(table.columnIndex(isNcu ? "Bottlenecks" : "主要瓶颈")); // the integrated report's
    const auto cell = [=, &table](size_t row, size_t column, bool forFile) -> ReportCell {
        if (column < ofFile && !forFile && (column == severities || column == findings))
            if (const auto *text = std::get_if<std::string>(&table.rows[row][column]))
                return withSeverities(*text);
        if (column < ofFile)
            return cellOf(table, row, column, forFile);
        if (column >= ofTimeline)
            return timelineCell(link, row, column == ofTimeline);
        if (column >= ofFlops) {
            const auto rate = tflopPerS(table, row, torch);
            return rate ? ReportCell(column == ofFlops ? *rate : *rate / peakTflops) : ReportCell();
        }
        return forFile ? ReportCell(kindWord(table.rowKinds[row])) : ReportCell(PrintedReport::kindText(table, row));
    };
    // `report` holds on to the run, and with it to `table`
    const auto shared = std::make_shared<const std::vector<size_t>>(std::move(rows));
    report.cell = [run, cell, shared](size_t row, size_t column) { return cell((*shared)[row], column, false); };
    report.fileCell = [run, cell, shared](size_t row, size_t column) { return cell((*shared)[row], column, true); };
    chooseUnits(report);
    PrintedReport::shareUnits(report);
    return report;
}

} // namespace ws
