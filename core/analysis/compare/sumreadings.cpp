#include "core/analysis/compare/sumreadings.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/torchtable.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {
namespace {

using Reading = Explanation::Reading;

constexpr double countedKernel = 0.01, coveredStage = 0.9, smallestChange = 1.03, largeCopy = 0.01, largeStage = 0.05;
constexpr double onceShare = 0.01;
constexpr size_t maxStages = 5;

struct LabelTime
{
    double us = 0, calls = 0; ///< calls 0: it stands in several rows of the device
    bool isUnit() const { return calls >= double(fewestSamples); }
};
using LabelTimes = std::map<std::string, LabelTime, std::less<>>;

/// Of the part; of a whole file each table of torch, the identical ones once.
std::vector<int> tablesOf(const ComparedPart &part)
{
    if (!part.tables.empty())
        return part.tables;
    std::vector<int> tables;
    const std::vector<int> sameAs = repeatedTables(part.run->tables);
    for (size_t k = 0; k < sameAs.size(); ++k)
        if (sameAs[k] < 0)
            tables.push_back(int(k));
    return tables;
}

bool isCut(std::string_view name)
{
    return name.ends_with("...") || name.ends_with("…");
}

struct Stage
{
    std::string name;
    double a = 0, b = 0;               ///< ns
    std::vector<const DiffRow *> rows; ///< of both runs, in this stage in both
};

/// The stages of the default mapping, copies and sets left out.
struct Stages
{
    std::map<std::string, Stage> byName;
    double a = 0, b = 0; ///< all kernels, ns

    explicit Stages(const DiffTable &kernels)
    {
        std::vector<std::string> names;
        for (const DiffRow &row : kernels.rows) {
            names.push_back(row.key);
            names.push_back(row.keyB.empty() ? row.key : row.keyB);
        }
        StageClassifier classifier(std::make_shared<const NameSet>(names));
        const auto classes = classifier.classify(defaultMapping());
        for (size_t k = 0; k < kernels.rows.size(); ++k)
            add(kernels.rows[k], classes->groups[classes->group[2 * k]], classes->groups[classes->group[2 * k + 1]]);
    }

private:
    static bool isCopy(const StageGroup &group) { return workKindOf(group) != CategoryKind::Kernel; }
    static std::string label(const StageGroup &group)
    {
        return group.substage.empty() || group.substage == group.stage ? group.stage
                                                                       : group.stage + " · " + group.substage;
    }

    void add(const DiffRow &row, const StageGroup &inA, const StageGroup &inB)
    {
        const std::string nameA = label(inA), nameB = label(inB);
        if (!isCopy(inA)) {
            byName[nameA].a += double(row.a.totalNs);
            a += double(row.a.totalNs);
        }
        if (!isCopy(inB)) {
            byName[nameB].b += double(row.b.totalNs);
            b += double(row.b.totalNs);
        }
        if (nameA == nameB && !isCopy(inA) && row.a.count && row.b.count && row.match != DiffRow::Order &&
            !isCut(row.key) && !isCut(row.keyB))
            byName[nameA].rows.push_back(&row);
    }
};

std::vector<Stage> byTime(const Stages &stages)
{
    std::vector<Stage> sorted;
    for (const auto &[name, stage] : stages.byName) {
        sorted.push_back(stage);
        sorted.back().name = name;
    }
    const auto part = [&](const Stage &stage) {
        return (stages.a > 0 ? stage.a / stages.a : 0) + (stages.b > 0 ? stage.b / stages.b : 0);
    };
    std::ranges::stable_sort(sorted, [&](const Stage &x, const Stage &y) { return part(x) > part(y); });
    return sorted;
}

/// "8.2", "21", and "1.04" where one decimal would say nothing.
QString factorText(double factor)
{
    return formatFixed(factor, factor < 1.095 ? 2 : factor < 9.95 ? 1 : 0);
}

void addPerCall(const Stage &stage, const Stages &all, std::vector<Reading> &readings)
{
    double low = HUGE_VAL, high = 0, inA = 0, inB = 0;
    size_t kernels = 0;
    for (const DiffRow *row : stage.rows) {
        const bool counts =
            double(row->a.totalNs) >= countedKernel * all.a || double(row->b.totalNs) >= countedKernel * all.b;
        if (!counts || row->a.totalNs <= 0 || row->b.totalNs <= 0)
            continue;
        const double speedup = *row->perCallA() / *row->perCallB();
        low = std::min(low, speedup);
        high = std::max(high, speedup);
        inA += double(row->a.totalNs);
        inB += double(row->b.totalNs);
        ++kernels;
    }
    const bool isFaster = low >= smallestChange, isSlower = high <= 1 / smallestChange;
    if (!kernels || inA < coveredStage * stage.a || inB < coveredStage * stage.b || (!isFaster && !isSlower))
        return;
    const QString least = factorText(isFaster ? low : 1 / high), most = factorText(isFaster ? high : 1 / low);
    const QString range = least == most ? least : least + QChar(0x2013) + most;
    readings.push_back(
        {"per-call",
         (isFaster ? Core::tr("%1: per call %2 × faster in B (kernels: %3, %4 of its time in A, %5 in B).")
                   : Core::tr("%1: per call %2 × slower in B (kernels: %3, %4 of its time in A, %5 in B)."))
             .arg(toText(stage.name), range)
             .arg(formatCount(int64_t(kernels)))
             .arg(formatPercent(inA / stage.a), formatPercent(inB / stage.b)),
         std::llround(stage.b - stage.a), stage.rows.front()->key});
}

/// One side has less than a tenth of the calls and of the time: what is left of it is other work, or its first calls.
bool isLackingCalls(const DiffTable &kernels)
{
    constexpr double few = 0.1;
    const auto isFew = [](double one, double other) { return one > 0 && one < few * other; };
    const auto countA = double(kernels.a.count), countB = double(kernels.b.count);
    const auto nsA = double(kernels.a.totalNs), nsB = double(kernels.b.totalNs);
    return (isFew(countA, countB) && isFew(nsA, nsB)) || (isFew(countB, countA) && isFew(nsB, nsA));
}

void addLackingCalls(const DiffTable &kernels, std::vector<Reading> &readings)
{
    const bool inB = kernels.b.count < kernels.a.count;
    const uint64_t few = std::min(kernels.a.count, kernels.b.count), all = std::max(kernels.a.count, kernels.b.count);
    readings.push_back({"few-calls",
                        Core::tr("%1 has %2 of the other's %3 calls of kernels: it does less, or its graphs were "
                                 "recorded without their kernels. Times of a call are those of other calls.")
                            .arg(inB ? QStringLiteral("B") : QStringLiteral("A"), formatCount(int64_t(few)),
                                 formatCount(int64_t(all))),
                        kernels.deltaNs()});
}

void addShares(const std::vector<Stage> &sorted, const Stages &all, std::vector<Reading> &readings)
{
    QStringList parts;
    for (const Stage &stage : sorted) {
        if (size_t(parts.size()) < maxStages && (stage.a >= largeStage * all.a || stage.b >= largeStage * all.b))
            parts << Core::tr("%1 %2 against %3")
                         .arg(toText(stage.name), formatPercent(stage.a / all.a), formatPercent(stage.b / all.b));
    }
    if (parts.empty()) // many small ones
        return;
    readings.push_back({"shares", Core::tr("Of the time of the kernels listed, A against B: %1.").arg(clauses(parts)),
                        std::llround(all.b - all.a)});
}

/// How one row and all others change, where that row makes more than half of the whole change. A run that only lasts
/// longer has none: all its counts grow by one factor.
void addLargest(const DiffTable &kernels, std::vector<Reading> &readings)
{
    constexpr double smallestSum = 0.01, sameFactor = 1.02;
    const int64_t sum = kernels.deltaNs();
    if (kernels.rows.size() < 2 || std::abs(double(sum)) <= smallestSum * double(kernels.a.totalNs))
        return;
    const auto isPair = [](const DiffRow &row) { return row.a.count && row.b.count && row.match != DiffRow::Order; };
    const auto largest = std::ranges::find_if(
        kernels.rows, [&](const DiffRow &row) { return isPair(row) && 2 * double(row.deltaNs()) / double(sum) > 1; });
    if (largest == kernels.rows.end())
        return;
    const auto factor = [](const DiffRow &row) { return double(row.b.count) / double(row.a.count); };
    const double own = factor(*largest);
    const bool isLonger =
        largest->a.count != largest->b.count && std::ranges::all_of(kernels.rows, [&](const DiffRow &row) {
            return !isPair(row) || (factor(row) <= own * sameFactor && factor(row) * sameFactor >= own);
        });
    if (isLonger)
        return;
    const int64_t rest = sum - largest->deltaNs();
    const int64_t longest = std::max({std::abs(sum), std::abs(rest), std::abs(largest->deltaNs())});
    const auto change = [longest](int64_t ns) {
        return (ns < 0 ? Core::tr("%1 less") : Core::tr("%1 more")).arg(formatBeside(std::abs(ns), longest));
    };
    const QString callsA = formatCount(int64_t(largest->a.count)), callsB = formatCount(int64_t(largest->b.count));
    readings.push_back(
        {"largest",
         Core::tr("GPU work in B: %1; %2 (%3): %4, all else: %5.")
             .arg(change(sum), toText(shortName(largest->key)),
                  callsA == callsB ? Core::tr("%1 × in both").arg(callsA) : Core::tr("%1 × → %2 ×").arg(callsA, callsB),
                  change(largest->deltaNs()), change(rest)),
         largest->deltaNs(), largest->key});
}

void addBandwidths(const DiffTable &rows, const DiffTable &kernels, std::vector<Reading> &readings)
{
    for (const DiffRow &row : rows.rows) {
        const bool isLarge = double(row.a.totalNs) >= largeCopy * double(kernels.a.totalNs) ||
                             double(row.b.totalNs) >= largeCopy * double(kernels.b.totalNs);
        if (row.bandwidthA && row.bandwidthB && isLarge)
            readings.push_back(
                {"bandwidth",
                 Core::tr("%1: %2 GB/s in A, %3 GB/s in B.")
                     .arg(toText(row.key), formatFixed(*row.bandwidthA, 1), formatFixed(*row.bandwidthB, 1)),
                 row.deltaNs(), row.key});
    }
}

/// What the device takes for the labels of torch's tables: the rows of the device, which have no time of the CPU.
LabelTimes labelTimes(const ComparedPart &part)
{
    LabelTimes times;
    for (const int index : tablesOf(part)) {
        const Table &table = part.run->tables[size_t(index)];
        if (table.kind != "torch")
            continue;
        const TorchColumns columns = torchColumns(table);
        if (columns.selfDevice < 0 || columns.calls < 0)
            continue;
        for (size_t row = 0; row < table.rows.size() && row < table.rowKinds.size(); ++row) {
            const std::string_view name = table.nameAt(row, columns.name);
            const double us = table.numberAt(row, columns.selfDevice);
            if (table.rowKinds[row] != RowKind::Annotation || us <= 0 || isCutName(name))
                continue;
            const auto [label, isNew] = times.try_emplace(std::string(name));
            label->second = {us, isNew ? table.numberAt(row, columns.calls) : 0};
        }
    }
    return times;
}

} // namespace

std::vector<NamedBalance> comparedBalances(const ComparedPart &a, const ComparedPart &b, const QString &labelA,
                                           const QString &labelB)
{
    const auto only = [](const ComparedPart &part) {
        std::vector<NamedBalance> all = balancesOf(part.run->tables, tablesOf(part));
        return all.size() == 1 ? std::optional(std::move(all.front())) : std::nullopt;
    };
    auto inA = only(a), inB = only(b);
    if (!inA || !inB)
        return {};
    if (a.run != b.run) { // the name of the file says more than that of its table
        inA->name = labelA.toStdString();
        inB->name = labelB.toStdString();
    }
    std::vector<NamedBalance> balances{{"A: " + inA->name, inA->balance}, {"B: " + inB->name, inB->balance}};
    for (const ComparedPart *part : {&a, &b}) {
        if (part == &b && b.run == a.run)
            break;
        for (const LooseBalance &loose : looseBalances(part->run->tables))
            if (loose.table < 0)
                balances.push_back({loose.name, loose.balance});
    }
    return balances;
}

std::vector<Reading> labelReadings(const ComparedPart &a, const ComparedPart &b)
{
    const LabelTimes inA = labelTimes(a), inB = labelTimes(b);
    const LabelTimes::value_type *longest = nullptr;
    for (const auto &label : inA)
        if (const auto other = inB.find(label.first); other != inB.end() && label.second.isUnit() &&
                                                      other->second.isUnit() &&
                                                      (!longest || label.second.us > longest->second.us))
            longest = &label;
    if (!longest)
        return {};
    const LabelTime &timeA = longest->second, &timeB = inB.at(longest->first);
    const int64_t meanA = std::llround(timeA.us * 1e3 / timeA.calls),
                  meanB = std::llround(timeB.us * 1e3 / timeB.calls);
    const int64_t longer = std::max(meanA, meanB);
    return {
        {"label", Core::tr("From its first work to its last on the device, %1 takes %2 on average in A (%3 ×) and %4 "
                           "in B (%5 ×).")
                      .arg(toText(longest->first), formatBeside(meanA, longer), formatCount(std::llround(timeA.calls)),
                           formatBeside(meanB, longer), formatCount(std::llround(timeB.calls)))}};
}

std::vector<Reading> balanceReadings(const std::vector<NamedBalance> &balances)
{
    std::vector<Reading> readings;
    if (balances.size() < 2)
        return readings;
    const TorchBalance &a = balances[0].balance, &b = balances[1].balance;
    const auto nsOf = [](double us) { return std::llround(us * 1e3); };
    const int64_t largestNs = nsOf(std::max({a.cpuUs, b.cpuUs, a.deviceUs, b.deviceUs}));
    const auto time = [&](double us) { return formatBeside(nsOf(us), largestNs); }; // one unit in all sentences
    const QString device = a.device == b.device && !a.device.empty() ? toText(a.device) : Core::tr("device");
    readings.push_back(
        {"balance",
         Core::tr("Self times, two sums that may overlap: %1 %2 beside %3 of the CPU in A, %4 beside %5 in "
                  "B.")
             .arg(device, time(a.deviceUs), time(a.cpuUs), time(b.deviceUs), time(b.cpuUs)),
         nsOf(b.deviceUs - a.deviceUs)});
    const auto wait = [&](const TorchBalance &of, const QString &side) {
        if (of.callWaits)
            readings.push_back({"wait",
                                Core::tr("The largest wait of %1 is %2: %3 (%4 of the CPU time).")
                                    .arg(side, toText(of.call), time(of.callUs), formatPercent(of.callUs / of.cpuUs)),
                                nsOf(of.callUs), of.call});
    };
    wait(a, QStringLiteral("A"));
    wait(b, QStringLiteral("B"));
    if (a.onceUs() >= onceShare * a.cpuUs || b.onceUs() >= onceShare * b.cpuUs)
        readings.push_back({"once",
                            Core::tr("Paid once, by a first run only: loading of modules %1 in A, %2 in B; lazy "
                                     "loading of functions %3 in A, %4 in B.")
                                .arg(time(a.moduleLoadingUs), time(b.moduleLoadingUs), time(a.functionLoadingUs),
                                     time(b.functionLoadingUs)),
                            nsOf(b.onceUs() - a.onceUs())});
    return readings;
}

std::vector<Reading> sumReadings(const DiffTable &kernels, const DiffTable &rows)
{
    std::vector<Reading> readings;
    const Stages stages(kernels);
    if (stages.a > 0 && stages.b > 0) {
        const std::vector<Stage> sorted = byTime(stages);
        if (isLackingCalls(kernels))
            addLackingCalls(kernels, readings);
        else {
            addLargest(kernels, readings);
            for (const Stage &stage : sorted)
                addPerCall(stage, stages, readings);
        }
        addShares(sorted, stages, readings);
    }
    addBandwidths(rows, kernels, readings);
    return readings;
}

} // namespace ws
