#include "core/report/comparereport.h"

#include "core/analysis/compare/explain.h"
#include "core/base/demangle.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/balancereport.h"
#include "core/report/gapreport.h"
#include "core/report/limitsreport.h"
#include "core/report/ncupairreport.h"
#include "core/report/tablewriters.h"
#include "core/report/texttable.h"
#include "core/report/trustreport.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

namespace ws {
namespace {

class CompareReport
{
    Q_DECLARE_TR_FUNCTIONS(CompareReport)
public:
    static std::vector<RowColumn<DiffRow>> columns(const Comparison &comparison, const DiffTable &table);
    static void addCalls(std::vector<RowColumn<DiffRow>> &columns);
    static void addUnits(std::vector<RowColumn<DiffRow>> &columns, const DiffTable &table);
    static void addLimits(std::vector<RowColumn<DiffRow>> &columns, const DiffTable &table);
    static QString changeText(const WorkChange &change, const PairLimits &limits);
    static QString callText(const DiffRow &row);
};

ReportCell orNothing(const std::optional<double> &value)
{
    return value ? ReportCell(*value) : ReportCell();
}
ReportCell rounded(const std::optional<double> &ns)
{
    return ns ? ReportCell(int64_t(std::llround(*ns))) : ReportCell();
}

/// The median call: what can be said of it. Calls of one row differ by their shapes: noise is what differs from unit to
/// unit.
QString CompareReport::callText(const DiffRow &row)
{
    if (!row.a.call.count || !row.b.call.count)
        return {};
    switch (row.doubt) {
    case DiffRow::OtherShapes:
        return tr("other shapes");
    case DiffRow::OtherGrids:
        return tr("other grids");
    case DiffRow::OtherWork:
        return tr("other work");
    case DiffRow::Neighbours:
        return tr("beside other kernels");
    case DiffRow::OtherCopies:
        return tr("other copies");
    case DiffRow::CutNames:
        return tr("cut names");
    case DiffRow::SharedName:
        return tr("shared name");
    case DiffRow::OtherRank:
        return tr("another rank");
    case DiffRow::NoDoubt:
        break;
    }
    if (row.call.tooFew)
        return tr("too few");
    if (row.call.outsideNoise)
        return row.call.deltaNs > 0 ? tr("slower") : tr("faster");
    if (!row.inside.empty())
        return (row.insideCall.deltaNs > 0 ? tr("slower in %1") : tr("faster in %1"))
            .arg(QString::fromStdString(shortName(row.inside, 40)));
    if (row.notable && row.status == DiffRow::Same)
        return tr("unchanged; long calls");
    if (row.units.tooFew)
        return tr("too few units");
    return row.units.outsideNoise ? tr("in other numbers") : tr("in the noise");
}

std::vector<RowColumn<DiffRow>> CompareReport::columns(const Comparison &comparison, const DiffTable &table)
{
    using Row = const DiffRow &;
    const bool perUnit = table.windowsA && table.windowsB;
    std::vector<double> changes; // of the sum that a row belongs to, by its place
    for (const DiffTable::Sum &sum : table.sums)
        changes.push_back(perUnit ? double(sum.b.unitNs) / double(table.windowsB) -
                                        double(sum.a.unitNs) / double(table.windowsA)
                                  : double(sum.deltaNs()));
    const auto changeOf = [&table, changes](Row row) {
        const DiffTable::Sum *sum = table.sumOf(row);
        return sum ? changes[size_t(sum - table.sums.data())] : 0;
    };
    const bool isOneSum = table.sums.size() < 2;
    const bool hasCalls = table.rows.empty() || std::ranges::any_of(table.rows, [](Row row) {
                              return (row.a.exists() && row.a.countsCalls) || (row.b.exists() && row.b.countsCalls);
                          });
    const QString counted =
        hasCalls ? tr("Of rows without a time per call: of their GPU work") : tr("Kernels, copies and sets");
    const QString of = table.ofPhases ? tr("One step of the phase: the mean") : tr("Over the whole recording");
    std::vector<RowColumn<DiffRow>> columns{
        {{"name", tr("Name"), CellKind::Name}, [](Row row) { return ReportCell(shownName(row.key)); }},
        {{"name_b", tr("Name in B"), CellKind::Name, tr("Where it has another name there"), true},
         [](Row row) { return row.keyB.empty() ? ReportCell() : ReportCell(shownName(row.keyB)); }},
        {{"part", table.ofPhases ? tr("Phase") : tr("Table"), CellKind::Text, {}, true},
         [](Row row) { return row.part.empty() ? ReportCell() : ReportCell(diffPartText(row.part)); }},
        {{"status", tr("Status"), CellKind::Text,
          tr("Same: no change beyond the spread between units. Unclear: there is a change, and that spread does not "
             "tell it from noise.")},
         [](Row row) { return ReportCell(diffStatusText(row.status)); }},
        {{"match", tr("Matched by"), CellKind::Text, tr("How the row of A and that of B were found to be the same")},
         [](Row row) { return ReportCell(diffMatchText(row.match)); }},
        {{"a_count", hasCalls ? tr("Calls A") : tr("Activities A"), CellKind::Count, counted, false, true},
         [](Row row) { return countCell(row.a.count); }},
        {{"b_count", hasCalls ? tr("Calls B") : tr("Activities B"), CellKind::Count, counted, false, true},
         [](Row row) { return countCell(row.b.count); }},
        {{"a_total_ns", tr("A"), CellKind::Time, of, false, true}, [](Row row) { return ReportCell(row.a.totalNs); }},
        {{"b_total_ns", tr("B"), CellKind::Time, of, false, true}, [](Row row) { return ReportCell(row.b.totalNs); }},
        {{"delta_ns", tr("Δ"), CellKind::Time,
          isOneSum ? tr("B − A; all rows add up to the change of the total")
                   : tr("B − A; the rows of one table add up to the change of its total"),
          false, true},
         [](Row row) { return ReportCell(row.deltaNs()); }},
        {{"delta_share", tr("Δ of A"), CellKind::Share, tr("Of the row's time in A")},
         [](Row row) {
             return row.a.totalNs > 0 ? ReportCell(double(row.deltaNs()) / double(row.a.totalNs)) : ReportCell();
         }},
    };
    // Sums over recordings of different lengths say how long they are.
    const bool hasOtherLengths = perUnit && table.windowsA != table.windowsB;
    if (hasOtherLengths) {
        const auto isSum = [](const RowColumn<DiffRow> &column) {
            return column.column.id == "a_total_ns" || column.column.id == "b_total_ns" ||
                   column.column.id == "delta_ns" || column.column.id == "delta_share";
        };
        const auto sums = std::ranges::stable_partition(columns, std::not_fn(isSum));
        std::vector<RowColumn<DiffRow>> last;
        for (RowColumn<DiffRow> &column : sums) {
            column.column.optional = true;
            last.push_back(std::move(column));
        }
        columns.erase(sums.begin(), columns.end());
        addUnits(columns, table);
        columns.push_back({{"delta_unit_share", tr("Δ of A per unit"), CellKind::Share, tr("Of the row's time in A")},
                           [a = table.windowsA](Row row) {
                               return row.a.unitNs > 0 ? ReportCell(row.unitDeltaNs * double(a) / double(row.a.unitNs))
                                                       : ReportCell();
                           }});
        addCalls(columns);
        std::ranges::move(last, std::back_inserter(columns));
    } else {
        addCalls(columns);
        if (perUnit)
            addUnits(columns, table);
    }
    if (hasLimits(comparison, table.by))
        addLimits(columns, table);
    columns.push_back({{"contribution", tr("Contribution"), CellKind::Share,
                        perUnit    ? tr("Of the change of a unit's summed times; what goes the other way is negative")
                        : isOneSum ? tr("Of the change of the total; what goes the other way is negative")
                                   : tr("Of the change of the times of its kind; what goes the other way is negative")},
                       [=](Row row) -> ReportCell {
                           const double part = perUnit ? row.unitDeltaNs : double(row.deltaNs());
                           const double whole = changeOf(row);
                           return whole != 0 ? ReportCell(part / whole) : ReportCell();
                       }});
    return columns;
}

/// TFLOP/s, GB/s and shares of work whose need is known, hidden at first.
void CompareReport::addLimits(std::vector<RowColumn<DiffRow>> &columns, const DiffTable &table)
{
    using Row = const DiffRow &;
    const bool perUnit = table.windowsA && table.windowsB;
    const auto side = [&](const QString &letter, const char *flops, const char *bytes, const char *share,
                          DiffSide DiffRow::*of) {
        const auto most = [perUnit, of](Row row) {
            const DiffSide &one = row.*of;
            return ofMost(one.work.limit, perUnit ? one.unitNs : one.totalNs);
        };
        for (const auto &[id, column] : {std::pair(flops, 0), std::pair(bytes, 1), std::pair(share, 2)}) {
            ReportColumn described = limitColumns()[size_t(column)];
            described.id = id;
            described.title = column == 2 ? tr("Of limit %1").arg(letter) : letter + u' ' + described.title;
            columns.push_back({std::move(described), [most, column](Row row) {
                                   const auto limit = most(row);
                                   return limitCell(limit ? &*limit : nullptr, size_t(column));
                               }});
        }
    };
    side(QStringLiteral("A"), "a_tflops", "a_gbs", "a_of_limit", &DiffRow::a);
    side(QStringLiteral("B"), "b_tflops", "b_gbs", "b_of_limit", &DiffRow::b);
    const QString of = perUnit ? tr("Part of Δ per unit") : tr("Part of Δ");
    const auto part = [](double WorkChange::*ns) {
        return [ns](Row row) { return row.change ? rounded(*row.change.*ns) : ReportCell(); };
    };
    columns.insert(columns.end(),
                   {{{"delta_work_ns", tr("Δ by work"), CellKind::Time,
                      tr("%1: the work needs more or less at the device's limit, FLOP or bytes").arg(of), true, true},
                     part(&WorkChange::workNs)},
                    {{"delta_device_ns", tr("Δ by device"), CellKind::Time,
                      tr("%1: the limit of the device is another one").arg(of), true, true},
                     part(&WorkChange::deviceNs)},
                    {{"delta_efficiency_ns", tr("Δ by efficiency"), CellKind::Time,
                      tr("%1: it ran nearer to the limit, or farther from it").arg(of), true, true},
                     part(&WorkChange::efficiencyNs)}});
}

void CompareReport::addCalls(std::vector<RowColumn<DiffRow>> &columns)
{
    using Row = const DiffRow &;
    const auto known = [](const DiffSide &side) { return side.call.count > 0; };
    columns.insert(columns.end(),
                   {{{"a_call_ns", tr("A per call"), CellKind::Time, tr("Total ÷ calls")},
                     [](Row row) { return rounded(row.perCallA()); }},
                    {{"b_call_ns", tr("B per call"), CellKind::Time, tr("Total ÷ calls")},
                     [](Row row) { return rounded(row.perCallB()); }},
                    {{"ratio", tr("Ratio"), CellKind::Number, tr("B per call ÷ A per call")},
                     [](Row row) { return orNothing(row.ratio()); }},
                    {{"a_median_ns", tr("Median A"), CellKind::Time, {}, true},
                     [=](Row row) { return known(row.a) ? ReportCell(row.a.call.medianNs) : ReportCell(); }},
                    {{"b_median_ns", tr("Median B"), CellKind::Time, {}, true},
                     [=](Row row) { return known(row.b) ? ReportCell(row.b.call.medianNs) : ReportCell(); }},
                    {{"noise_ns", tr("Noise"), CellKind::Time,
                      tr("What a difference of the medians has to exceed to count"), true},
                     [](Row row) {
                         return row.a.call.count && row.b.call.count && !row.call.tooFew ? rounded(row.call.noiseNs)
                                                                                         : ReportCell();
                     }},
                    {{"call", tr("Median call"), CellKind::Text, {}, true},
                     [](Row row) {
                         const QString text = callText(row);
                         return text.isEmpty() ? ReportCell() : ReportCell(text);
                     }},
                    {{"a_gb_per_s", tr("A GB/s"), CellKind::Number, tr("Size ÷ time"), true},
                     [](Row row) { return orNothing(row.bandwidthA); }},
                    {{"b_gb_per_s", tr("B GB/s"), CellKind::Number, tr("Size ÷ time"), true},
                     [](Row row) { return orNothing(row.bandwidthB); }}});
}

void CompareReport::addUnits(std::vector<RowColumn<DiffRow>> &columns, const DiffTable &table)
{
    using Row = const DiffRow &;
    const auto perUnit = [](int64_t ns, uint64_t windows) { return rounded(double(ns) / double(windows)); };
    const uint64_t a = table.windowsA, b = table.windowsB;
    columns.insert(
        columns.end(),
        {{{"a_unit_ns", tr("A per unit"), CellKind::Time, tr("Within the compared units, per device"), false, true},
          [=](Row row) { return perUnit(row.a.unitNs, a); }},
         {{"b_unit_ns", tr("B per unit"), CellKind::Time, tr("Within the compared units, per device"), false, true},
          [=](Row row) { return perUnit(row.b.unitNs, b); }},
         {{"delta_unit_ns", tr("Δ per unit"), CellKind::Time, {}, false, true},
          [](Row row) { return rounded(row.unitDeltaNs); }}});
    if (!table.tokensA || !table.tokensB)
        return;
    const auto perToken = [](int64_t ns, uint64_t tokens) { return double(ns) / double(tokens); };
    const uint64_t tokensA = table.tokensA, tokensB = table.tokensB;
    columns.insert(columns.end(),
                   {{{"a_token_ns", tr("A per token (ns)"), CellKind::Number,
                      tr("Of the compared units' tokens, per device"), false, true},
                     [=](Row row) { return ReportCell(perToken(row.a.unitNs, tokensA)); }},
                    {{"b_token_ns", tr("B per token (ns)"), CellKind::Number,
                      tr("Of the compared units' tokens, per device"), false, true},
                     [=](Row row) { return ReportCell(perToken(row.b.unitNs, tokensB)); }},
                    {{"delta_token_ns", tr("Δ per token (ns)"), CellKind::Number, {}, false, true}, [=](Row row) {
                         return ReportCell(perToken(row.b.unitNs, tokensB) - perToken(row.a.unitNs, tokensA));
                     }}});
}

/// "−0.81 ms by less work, −0.2 ms nearer to the device's limit"; a thousandth of the time is no change.
QString CompareReport::changeText(const WorkChange &change, const PairLimits &limits)
{
    const double longer = std::max(change.coveredA, change.coveredB);
    const auto textOf = [longer](double ns, const QString &more, const QString &less, const QString &same) {
        if (std::abs(ns) < longer / 1000)
            return same;
        return (ns > 0 ? more : less).arg(formatBeside(std::llround(ns), std::llround(longer)));
    };
    QStringList texts{
        textOf(change.workNs, tr("%1 by more work"), tr("%1 by less work"), tr("the work needs the same"))};
    if (!isOneDevice(limits)) {
        const QString byDevice = tr("%1 by the other device");
        texts << textOf(change.deviceNs, byDevice, byDevice, tr("the devices' limits are the same for it"));
    }
    texts << textOf(change.efficiencyNs, tr("%1 farther from the device's limit"),
                    tr("%1 nearer to the device's limit"), tr("it runs as near to the device's limit"));
    return listed(texts);
}

struct BudgetRow
{
    QString name;
    int64_t a = 0, b = 0;
    uint16_t numbers = GpuIdle; ///< what it rests on
};

std::vector<BudgetRow> budgetRows(const WallBudget &a, const WallBudget &b)
{
    std::vector<BudgetRow> rows{{CompareReport::tr("Computation"), a.computeNs, b.computeNs},
                                {CompareReport::tr("Exposed communication"), a.exposedCommNs, b.exposedCommNs},
                                {CompareReport::tr("Exposed copies"), a.exposedCopyNs, b.exposedCopyNs}};
    for (size_t c = 0; c < gapCauseCount; ++c)
        rows.push_back({CompareReport::tr("Idle, %1").arg(gapCauseInText(GapCause(c))), a.idle[c], b.idle[c],
                        GpuIdle | GapCauses});
    rows.push_back({CompareReport::tr("Wall"), a.wallNs, b.wallNs, 0});
    return rows;
}

/// "kernels −10.9 s; API calls −11.7 s"
QString sumsText(const std::vector<DiffTable::Sum> &sums)
{
    QStringList texts;
    for (const DiffTable::Sum &sum : sums)
        texts << CompareReport::tr("%1 %2").arg(countedTimeText(sum.of, sum.part), formatDuration(sum.deltaNs()));
    return clauses(texts);
}

/// The first rows, and the sum of the others as a note.
ReportTable firstRows(ReportTable table, const DiffTable &differences, size_t rows)
{
    if (table.rowCount <= rows)
        return table;
    const size_t more = table.rowCount - rows;
    std::vector<DiffTable::Sum> rest = differences.sums;
    std::ranges::fill(rest, DiffTable::Sum());
    for (size_t k = 0; k < rest.size(); ++k) {
        rest[k].of = differences.sums[k].of;
        rest[k].part = differences.sums[k].part;
    }
    for (size_t k = rows; k < differences.rows.size(); ++k)
        if (const DiffTable::Sum *sum = differences.sumOf(differences.rows[k]))
            rest[size_t(sum - differences.sums.data())].b.totalNs += differences.rows[k].deltaNs();
    std::erase_if(rest, [](const DiffTable::Sum &sum) { return !sum.b.totalNs; });
    auto first = std::make_shared<std::vector<uint32_t>>(rows);
    std::iota(first->begin(), first->end(), 0);
    table = withRows(std::move(table), first);
    const QString text =
        differences.sums.size() > 1 ? sumsText(rest) : formatDuration(rest.empty() ? 0 : rest.front().deltaNs());
    table.notes << CompareReport::tr("%1 more rows: Δ %2").arg(formatCount(int64_t(more)), text);
    return table;
}

QStringList conclusions(const Comparison &comparison)
{
    QStringList lines = comparison.reasons;
    for (const Explanation::Reading &reading : comparison.explanation.readings)
        lines << reading.text;
    return lines;
}

/// The consequences stand above it, in the list of reasons.
ReportTable fieldsBelowReasons(const Comparison &comparison)
{
    ReportTable table = comparabilityReport(comparison);
    table.columns.pop_back();
    return table;
}

/// A terminal has no room for the other columns beside those of the limits.
TablePart withLimitsOnly(TablePart part)
{
    const auto &columns = part.table.columns;
    const bool perUnit = part.table.columnOf("delta_unit_ns") >= 0;
    std::erase_if(part.columns, [&](size_t column) {
        const std::string &id = columns[column].id;
        const bool isTime = perUnit ? id == "a_unit_ns" || id == "b_unit_ns" || id == "delta_unit_ns"
                                    : id == "a_total_ns" || id == "b_total_ns" || id == "delta_ns";
        return id != "name" && !isTime && !id.ends_with("_of_limit") && !id.ends_with("_tflops") &&
               !id.ends_with("_gbs") && id != "delta_work_ns" && id != "delta_device_ns" && id != "delta_efficiency_ns";
    });
    return part;
}

QString unitSentence(const Comparison &comparison)
{
    const ComparedUnit &unit = comparison.unit;
    if (unit.kind == ComparedUnit::None)
        return {};
    QStringList more;
    if (unit.a.isWithoutFirst || unit.b.isWithoutFirst)
        more << CompareReport::tr("The first step of a recording is left out: what happens once is in its times.");
    for (const auto &[samples, side] : {std::pair(&unit.a, "A"), std::pair(&unit.b, "B")})
        if (samples->partsOfPeriod)
            more << CompareReport::tr(
                        "In %1 about %2 of these periods make a longer one that repeats: they are its parts, "
                        "such as layers.")
                        .arg(QLatin1String(side), formatCount(int64_t(samples->partsOfPeriod)));
    const QString text =
        (unit.kind == ComparedUnit::Step
             ? CompareReport::tr("Steps compared (%1): %2 of A, %3 of B. A is %4, B is %5.")
             : CompareReport::tr("Periods compared, each from one %1 to the next: %2 of A, %3 of B; not both files "
                                 "name steps. A is %4, B is %5."))
            .arg(unit.name, formatCount(int64_t(unit.a.count)), formatCount(int64_t(unit.b.count)), comparison.labelA,
                 comparison.labelB);
    return sentences(QStringList{text} + more);
}

} // namespace

QString diffStatusText(DiffRow::Status status)
{
    const QString texts[] = {CompareReport::tr("same"),   CompareReport::tr("slower"),  CompareReport::tr("faster"),
                             CompareReport::tr("added"),  CompareReport::tr("removed"), CompareReport::tr("renamed"),
                             CompareReport::tr("unclear")};
    return texts[status];
}

QString countedTimeText(CountedTime of, std::string_view part)
{
    const QString texts[] = {CompareReport::tr("kernels"),   CompareReport::tr("copies"),
                             CompareReport::tr("operators"), CompareReport::tr("API calls"),
                             CompareReport::tr("OS calls"),  CompareReport::tr("ranges")};
    return of == CountedTime::Other ? toText(part) : texts[size_t(of)];
}

QString diffMatchText(DiffRow::Match match)
{
    const QString texts[] = {CompareReport::tr("name"),     CompareReport::tr("order"),
                             CompareReport::tr("family"),   CompareReport::tr("module"),
                             CompareReport::tr("stage"),    CompareReport::tr("only kernel"),
                             CompareReport::tr("launches"), CompareReport::tr("nothing")};
    return texts[match];
}

QString diffPartText(std::string_view part)
{
    constexpr std::string_view dot = " · ";
    static constexpr const char *words[] = {
        QT_TRANSLATE_NOOP("CompareReport", "device work"), QT_TRANSLATE_NOOP("CompareReport", "operators"),
        QT_TRANSLATE_NOOP("CompareReport", "overhead"), QT_TRANSLATE_NOOP("CompareReport", "kernels")};
    const size_t at = part.find(dot);
    for (const char *word : words)
        if (at != part.npos && part.substr(at + dot.size()) == word)
            return toText(part.substr(0, at + dot.size())) + CompareReport::tr(word);
    return toText(part);
}

QString diffByText(DiffBy by)
{
    const QString texts[diffByCount] = {CompareReport::tr("by stage"),       CompareReport::tr("by module"),
                                        CompareReport::tr("by layer"),       CompareReport::tr("by family of kernels"),
                                        CompareReport::tr("by kernel"),      CompareReport::tr("by operator"),
                                        CompareReport::tr("by source line"), CompareReport::tr("by step"),
                                        CompareReport::tr("by API call"),    CompareReport::tr("by row")};
    return texts[size_t(by)];
}

QString fieldStateText(ComparedField::State state)
{
    const QString texts[] = {CompareReport::tr("same"), CompareReport::tr("differs, warns"),
                             CompareReport::tr("differs, blocks"), CompareReport::tr("unknown")};
    return texts[state];
}

QString verdictText(Verdict verdict)
{
    const QString texts[] = {CompareReport::tr("same file"),    CompareReport::tr("neutral"),
                             CompareReport::tr("slower"),       CompareReport::tr("faster"),
                             CompareReport::tr("inconclusive"), CompareReport::tr("not comparable")};
    return texts[size_t(verdict)];
}

bool hasLimits(const Comparison &comparison, DiffBy by)
{
    const bool areTimelines = comparison.tables.empty() || std::ranges::count(comparison.tables, DiffBy::Step) > 0;
    return by != DiffBy::Api && by != DiffBy::Row && areTimelines;
}

QStringList workChangeNotes(const DiffTable &table)
{
    if (!table.limits.isAsked())
        return {};
    for (const auto &[limits, name] : {std::pair(&*table.limits.a, "A"), std::pair(&*table.limits.b, "B")}) {
        if (!limits->hasInputs)
            return {CompareReport::tr("Whether the work or its efficiency changed is not known: %1 has no inputs of "
                                      "operators with their types (torch's record_shapes=True writes them).")
                        .arg(QLatin1String(name))};
        if (!limits->device.peaks)
            return {CompareReport::tr("Whether the work or its efficiency changed is not known: the limit of the "
                                      "device of %1 is not. %2")
                        .arg(QLatin1String(name), limits->device.why)};
    }
    const auto covered = [](const Limits &limits) { return formatPercent(1 - limits.sum.uncoveredShare()); };
    const QString inA = covered(*table.limits.a), inB = covered(*table.limits.b);
    const auto change = workChange(table);
    if (!change)
        return {CompareReport::tr("What the work needs is known of %1 of the GPU time in A and of %2 in B, without "
                                  "communication: too little to say of the whole whether the work or its efficiency "
                                  "changed.")
                    .arg(inA, inB)};
    const QString what = CompareReport::changeText(*change, table.limits);
    const int64_t a = std::llround(change->coveredA), b = std::llround(change->coveredB), longer = std::max(a, b);
    return {(table.windowsA && table.windowsB
                 ? CompareReport::tr("GPU work whose need is known (A %1, B %2 of what is no communication) takes %3 "
                                     "in A and %4 in B per unit and device: %5.")
                 : CompareReport::tr("GPU work whose need is known (A %1, B %2 of what is no communication) takes %3 "
                                     "in A and %4 in B: %5."))
                .arg(inA, inB, formatBeside(a, longer), formatBeside(b, longer), what)};
}

ReportTable differenceReport(const Comparison &comparison, const std::shared_ptr<const DiffTable> &table)
{
    ReportTable report{QStringLiteral("differences"), CompareReport::tr("Differences")};
    const auto rows = std::shared_ptr<const std::vector<DiffRow>>(table, &table->rows);
    setRows<DiffRow>(report, CompareReport::columns(comparison, *table), rows);
    setDecimals(report, {"ratio"}, 3);
    setDecimals(report, {"a_gb_per_s", "b_gb_per_s"}, 2);
    setDecimals(report, {"a_tflops", "b_tflops", "a_gbs", "b_gbs"}, 1);
    const auto status = size_t(report.columnOf("status")), match = size_t(report.columnOf("match"));
    const auto part = size_t(report.columnOf("part"));
    report.fileCell = [cell = report.cell, rows, status, match, part](size_t row, size_t column) {
        if (const std::string &id = (*rows)[row].part; column == part && !id.empty())
            return ReportCell(std::string_view(id));
        if (column == status)
            return ReportCell(diffStatusId((*rows)[row].status));
        return column == match ? ReportCell(diffMatchId((*rows)[row].match)) : cell(row, column);
    };
    report.isMarked = [rows](size_t row, const ReportColumn &column) {
        const bool a = (*rows)[row].cutA, b = (*rows)[row].cutB;
        if (isText(column.kind) || column.kind == CellKind::Count)
            return false;
        return column.id.starts_with("a_") ? a : column.id.starts_with("b_") ? b : a || b;
    };
    if (std::ranges::any_of(*rows, [](const DiffRow &row) { return row.cutA || row.cutB; }))
        report.notes << CompareReport::tr("* The recording cuts this step: its times are too small.");
    const bool hasOtherLengths = table->windowsA && table->windowsB && table->windowsA != table->windowsB;
    if (hasOtherLengths && table->sums.size() == 1) {
        const DiffTable::Sum &sum = table->sums.front();
        const double deltaNs =
            double(sum.b.unitNs) / double(table->windowsB) - double(sum.a.unitNs) / double(table->windowsA);
        report.notes << CompareReport::tr("A is %1, B is %2. Σ Δ per unit = %3 (%4). The recordings hold %5 and %6 "
                                          "units: their sums are no comparison.")
                            .arg(comparison.labelA, comparison.labelB, formatDuration(std::llround(deltaNs)),
                                 table->what, formatCount(int64_t(table->windowsA)),
                                 formatCount(int64_t(table->windowsB)));
    } else if (table->sums.size() < 2)
        report.notes << CompareReport::tr("A is %1, B is %2. Σ Δ = %3 (%4).")
                            .arg(comparison.labelA, comparison.labelB, formatDuration(table->deltaNs()), table->what);
    else
        report.notes << CompareReport::tr("A is %1, B is %2. Σ Δ: %3. These times overlap and are no sum.")
                            .arg(comparison.labelA, comparison.labelB, sumsText(table->sums));
    if (comparison.counted.isKnown())
        report.notes << CompareReport::tr("A unit is one call of %1 in A (%2 calls) and of %3 in B (%4 calls); every "
                                          "time ÷ these calls.")
                            .arg(toText(comparison.counted.kernelA), formatCount(int64_t(comparison.counted.a)),
                                 toText(comparison.counted.kernelB), formatCount(int64_t(comparison.counted.b)));
    report.notes << workChangeNotes(*table);
    if (!table->missing.isEmpty())
        report.notes << table->missing;
    showFilled(report, {"name_b"});
    chooseUnits(report);
    shareLargestUnit(report, {"a_total_ns", "b_total_ns", "delta_ns"});
    shareLargestUnit(report, {"a_unit_ns", "b_unit_ns", "delta_unit_ns"});
    shareLargestUnit(report, {"delta_work_ns", "delta_device_ns", "delta_efficiency_ns"});
    shareFinestUnit(report, {"a_median_ns", "b_median_ns", "a_call_ns", "b_call_ns"});
    report.columns[size_t(report.columnOf("noise_ns"))].unit =
        report.columns[size_t(report.columnOf("a_call_ns"))].unit;
    return report;
}

ReportTable comparabilityReport(const Comparison &comparison)
{
    ReportTable report{QStringLiteral("comparability"), CompareReport::tr("May they be compared?")};
    using Row = const ComparedField &;
    setRows<ComparedField>(
        report,
        {{{"field", CompareReport::tr("Field")}, [](Row row) { return ReportCell(row.title); }},
         {{"a", CompareReport::tr("A")}, [](Row row) { return ReportCell(row.a); }},
         {{"b", CompareReport::tr("B")}, [](Row row) { return ReportCell(row.b); }},
         {{"state", CompareReport::tr("State")}, [](Row row) { return ReportCell(fieldStateText(row.state)); }},
         {{"consequence", CompareReport::tr("Consequence")}, [](Row row) { return ReportCell(row.consequence); }}},
        std::make_shared<const std::vector<ComparedField>>(comparison.fields));
    return report;
}

QStringList withheldNotes(const Comparison &comparison)
{
    constexpr uint16_t used = GpuIdle | GapCauses | GpuTimes | GpuCounts;
    QStringList notes;
    const auto add = [&](const auto &trust, const QString &label) {
        if (trust)
            for (const QString &note : withheldNotes(*trust, used))
                notes << labelled(label, note);
    };
    add(comparison.trustA, CompareReport::tr("A"));
    add(comparison.trustB, CompareReport::tr("B"));
    return notes;
}

QStringList fitLines(const Comparison &comparison)
{
    const auto isOfTables = [](const Fit &fit) {
        return fit.reasons.size() == 1 && fit.reasons.front().id == "no-timeline";
    };
    const Fit &a = comparison.fitA, &b = comparison.fitB;
    if (isOfTables(a) && isOfTables(b))
        return {};
    if (a.verdict == FitVerdict::Yes && b.verdict == FitVerdict::Yes)
        return {CompareReport::tr("Both recordings can be relied on.")};
    // Limits are named; how far they reach stands in the overview of each run.
    const auto textOf = [](const Fit &fit) {
        QStringList texts{fitTitle(fit)};
        for (const TrustFinding &reason : fit.reasons)
            texts << trustText(reason);
        return sentences(fit.verdict == FitVerdict::No ? QStringList{fitTitle(fit)} + fitLines(fit) : texts);
    };
    const QString ofA = textOf(a), ofB = textOf(b);
    if (ofA == ofB)
        return {labelled(CompareReport::tr("A and B"), ofA)};
    QStringList lines;
    for (const auto &[fit, label, text] :
         {std::tuple(&a, CompareReport::tr("A"), ofA), std::tuple(&b, CompareReport::tr("B"), ofB)})
        if (fit->verdict != FitVerdict::Yes)
            lines << labelled(label, text);
    return lines;
}

ReportTable explanationReport(const Comparison &comparison)
{
    const Explanation &why = comparison.explanation;
    ReportTable report{QStringLiteral("explanation"), why.known
                                                          ? CompareReport::tr("A unit on one device (mean)")
                                                          : CompareReport::tr("The whole recordings, all devices")};
    using Row = const BudgetRow &;
    const auto rows = std::make_shared<const std::vector<BudgetRow>>(
        budgetRows(why.known ? why.a : why.wholeA, why.known ? why.b : why.wholeB));
    setRows<BudgetRow>(
        report,
        {{{"part", CompareReport::tr("Part")}, [](Row row) { return ReportCell(row.name); }},
         {{"a_ns", CompareReport::tr("A"), CellKind::Time}, [](Row row) { return ReportCell(row.a); }},
         {{"b_ns", CompareReport::tr("B"), CellKind::Time}, [](Row row) { return ReportCell(row.b); }},
         {{"delta_ns", CompareReport::tr("Δ"), CellKind::Time}, [](Row row) { return ReportCell(row.b - row.a); }}},
        rows);
    report.restRows = 1;
    report.isMarked = [rows, a = comparison.trustA, b = comparison.trustB](size_t row, const ReportColumn &column) {
        const uint16_t numbers = (*rows)[row].numbers;
        const bool inA = isWithheld(a.get(), numbers), inB = isWithheld(b.get(), numbers);
        return column.id == "a_ns" ? inA : column.id == "b_ns" ? inB : column.id == "delta_ns" && (inA || inB);
    };
    for (const QString &note : withheldNotes(comparison))
        report.notes << u'*' + QStringLiteral(" ") + note;
    chooseUnits(report);
    shareLargestUnit(report, {"a_ns", "b_ns", "delta_ns"});
    const UnitSamples &a = comparison.unit.a, &b = comparison.unit.b;
    if (why.known && a.foundWindows && b.foundWindows) {
        const WallBudget wholeA = meanBudget(why.wholeA, a.foundWindows),
                         wholeB = meanBudget(why.wholeB, b.foundWindows);
        const auto time = [longer = std::max(wholeA.wallNs, wholeB.wallNs)](int64_t ns) {
            return formatBeside(ns, longer);
        };
        report.notes << CompareReport::tr("Whole recordings ÷ periods found, with what the recordings cut: wall %1 → "
                                          "%2, idle %3 → %4, exposed communication %5 → %6.")
                            .arg(time(wholeA.wallNs), time(wholeB.wallNs), time(wholeA.idleNs()), time(wholeB.idleNs()),
                                 time(wholeA.exposedCommNs), time(wholeB.exposedCommNs));
    }
    return report;
}

QString comparisonMarkdown(const Comparison &comparison, const std::shared_ptr<const DiffTable> &table, size_t rows)
{
    QString text;
    for (const QString &line : fitLines(comparison))
        text += markdownText(line) + QLatin1String("\n\n");
    text += QStringLiteral("### %1\n\n").arg(comparison.headline);
    text += QStringLiteral("**%1**\n\n").arg(verdictText(comparison.verdict));
    if (const QString unit = unitSentence(comparison); !unit.isEmpty())
        text += unit + QLatin1String("\n\n");
    for (const QString &line : conclusions(comparison))
        text += QLatin1String("- ") + line + u'\n';
    if (!comparison.balances.empty()) {
        const ReportTable balance = balanceReport(comparison.balances);
        text += u'\n' + balance.title + QLatin1String("\n\n") + tableMarkdown(wholeTable(balance));
    }
    if (comparison.ncu) {
        const ReportTable ncu = ncuPairReport(comparison.ncu);
        text += u'\n' + ncu.title + QLatin1String("\n\n") + tableMarkdown(wholeTable(ncu));
    }
    if (comparison.explanation.known) {
        const ReportTable why = explanationReport(comparison);
        text += u'\n' + why.title + QLatin1String("\n\n") + tableMarkdown(wholeTable(why)) + u'\n' +
                why.notes.join(QLatin1String("\n\n")) + u'\n';
    }
    const ReportTable differences = firstRows(differenceReport(comparison, table), *table, rows);
    text += u'\n' + tableMarkdown(wholeTable(differences)) + u'\n' + differences.notes.join(QLatin1String("\n\n"));
    const ReportTable fields = fieldsBelowReasons(comparison);
    text += QStringLiteral("\n\n<details><summary>%1</summary>\n\n").arg(fields.title) +
            tableMarkdown(wholeTable(fields)) + QLatin1String("\n</details>\n");
    return text;
}

std::string comparisonText(const Comparison &comparison, const std::shared_ptr<const DiffTable> &table, int maxWidth)
{
    QString text;
    for (const QString &line : fitLines(comparison))
        text += line + u'\n';
    text += comparison.headline + u'\n';
    if (const QString unit = unitSentence(comparison); !unit.isEmpty())
        text += unit + u'\n';
    for (const QString &line : conclusions(comparison))
        text += QLatin1String("  ") + line + u'\n';
    std::string out = text.toStdString() + '\n';
    if (!comparison.balances.empty()) {
        const ReportTable balance = balanceReport(comparison.balances);
        out += balance.title.toStdString() + '\n' + tableTerminalText(wholeTable(balance), maxWidth) + '\n';
    }
    if (comparison.ncu) {
        const ReportTable ncu = ncuPairReport(comparison.ncu);
        out += ncu.title.toStdString() + '\n' + tableTerminalText(wholeTable(ncu), maxWidth) + '\n';
    }
    out += tableTerminalText(wholeTable(fieldsBelowReasons(comparison)), maxWidth) + '\n';
    if (comparison.explanation.wholeA.wallNs) {
        const ReportTable why = explanationReport(comparison);
        out += why.title.toStdString() + '\n' + tableTerminalText(wholeTable(why), maxWidth) + '\n';
    }
    const ReportTable report = differenceReport(comparison, table);
    const TablePart differences = wholeTable(report);
    return out + tableTerminalText(table->limits.isAsked() ? withLimitsOnly(differences) : differences, maxWidth);
}

} // namespace ws
