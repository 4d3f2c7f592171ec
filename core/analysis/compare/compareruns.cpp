#include "core/analysis/compare/compareruns.h"

#include "core/analysis/compare/comparability.h"
#include "core/analysis/compare/differences.h"
#include "core/analysis/compare/explain.h"
#include "core/analysis/compare/mixedkernels.h"
#include "core/analysis/compare/printedrows.h"
#include "core/analysis/compare/runfacts.h"
#include "core/analysis/compare/sumreadings.h"
#include "core/analysis/compare/units.h"
#include "core/analysis/ncu/ncurows.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/runlabel.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <set>

namespace ws {
namespace {

constexpr double beyondGpu = 0.1; ///< of a step: what its windows on the GPU leave out is told
constexpr double namedPart = 0.1; ///< of the change: parts that the headline names

Labelled labelled(const ComparedPart &part)
{
    Labelled thing{part.label, {}, part.run->info.stamp.path};
    const std::vector<Table> &tables = part.run->tables;
    if (!tables.empty())
        thing.title = QString::fromStdString(tables[part.tables.empty() ? 0 : size_t(part.tables.front())].title);
    return thing;
}

QString unitWord(const ComparedUnit &unit)
{
    return unit.kind == ComparedUnit::Step ? Core::tr("step") : Core::tr("period");
}

QString tooFewText(const ComparedUnit &unit)
{
    return (unit.kind == ComparedUnit::Step
                ? Core::tr("Too few steps (%1): %2 in A and %3 in B, but a verdict needs at least %4 of each.")
                : Core::tr("Too few periods (%1): %2 in A and %3 in B, but a verdict needs at least %4 of each."))
        .arg(unit.name, formatCount(int64_t(unit.a.count)), formatCount(int64_t(unit.b.count)),
             formatCount(int64_t(fewestSamples)));
}

/// "1.791 ms more idle, 0.378 ms more exposed communication"
QString partsText(const WallBudget &delta)
{
    struct Named
    {
        int64_t ns;
        QString more, less;
    };
    std::vector<Named> parts{
        {delta.computeNs, Core::tr("%1 more computation"), Core::tr("%1 less computation")},
        {delta.exposedCommNs, Core::tr("%1 more exposed communication"), Core::tr("%1 less exposed communication")},
        {delta.exposedCopyNs, Core::tr("%1 more exposed copies"), Core::tr("%1 less exposed copies")},
        {delta.idleNs(), Core::tr("%1 more idle"), Core::tr("%1 less idle")}};
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Named &x, const Named &y) { return std::abs(x.ns) > std::abs(y.ns); });
    QStringList texts;
    for (const Named &part : parts)
        if (double(std::abs(part.ns)) >= namedPart * double(std::abs(delta.wallNs)) && part.ns)
            texts << (part.ns > 0 ? part.more : part.less).arg(formatBeside(std::abs(part.ns), parts.front().ns));
    return listed(texts);
}

/// "decode: the mean step takes 40.0 % less GPU time in B: …"
QString phaseSentence(const PhasePair &pair)
{
    const auto mean = [](const PhaseSteps &steps) {
        double sum = 0;
        for (const ModuleTree *tree : steps.trees)
            sum += double(tree->totalNs);
        return std::llround(sum / double(steps.trees.size()));
    };
    const int64_t a = mean(pair.a), b = mean(pair.b), longer = std::max(a, b);
    const auto stepsA = int64_t(pair.a.trees.size()), stepsB = int64_t(pair.b.trees.size());
    const QString name = toText(pair.name), of = stepsA == 1 && stepsB == 1
                                                     ? name
                                                     : Core::tr("the mean step of %1 (steps: %2 in A, %3 in B)")
                                                           .arg(name, formatCount(stepsA), formatCount(stepsB));
    if (a == b || a <= 0)
        return Core::tr("GPU time of %1: %2 in A, %3 in B.").arg(of, formatBeside(a, longer), formatBeside(b, longer));
    return (b > a ? Core::tr("GPU time of %1: %2 more in B, %3 instead of %4.")
                  : Core::tr("GPU time of %1: %2 less in B, %3 instead of %4."))
        .arg(of, formatPercent(double(std::abs(b - a)) / double(a)), formatBeside(b, longer), formatBeside(a, longer));
}

/// What changes from phase to phase, and which phases have no partner.
std::vector<Explanation::Reading> phaseReadings(const PhasePairs &phases)
{
    std::vector<Explanation::Reading> readings;
    for (const PhasePair &pair : phases.pairs)
        readings.push_back({"phase", phaseSentence(pair)});
    const auto alone = [&](const std::vector<PhaseSteps> &kinds, const QString &side) {
        for (const PhaseSteps &steps : kinds)
            readings.push_back(
                {"phase-alone", Core::tr("%1 is only in %2: it is not compared.").arg(toText(steps.kind), side)});
    };
    alone(phases.onlyA, QStringLiteral("A"));
    alone(phases.onlyB, QStringLiteral("B"));
    return readings;
}

/// "Per call of softmax (335 in A, 442 in B) kernels take 85.5 % less in B: 5.83 ms instead of 40.3 ms."
QString countedSentence(const CountedUnit &counted)
{
    const double a = double(counted.kernelsNsA) / double(counted.a), b = double(counted.kernelsNsB) / double(counted.b);
    const QString inA = toText(counted.kernelA), inB = toText(counted.kernelB);
    const QString of = inA == inB ? inA : Core::tr("%1 (in B %2)").arg(inA, inB);
    const QString calls =
        Core::tr("calls: %1 in A, %2 in B").arg(formatCount(int64_t(counted.a)), formatCount(int64_t(counted.b)));
    const auto time = [&](double ns) { return formatBeside(std::llround(ns), std::llround(std::max(a, b))); };
    if (a <= 0 || a == b)
        return Core::tr("Kernels per call of %1 (%2): %3 in A, %4 in B.").arg(of, calls, time(a), time(b));
    return (b > a ? Core::tr("Kernels per call of %1 (%2): %3 more in B, %4 instead of %5.")
                  : Core::tr("Kernels per call of %1 (%2): %3 less in B, %4 instead of %5."))
        .arg(of, calls, formatPercent(std::abs(b - a) / a), time(b), time(a));
}

/// "[CUDA memcpy HtoD]: the host's side is pinned memory in A and pageable memory in B …"
Explanation::Reading memoryReading(const DiffRow &row)
{
    const auto text = [](std::string_view memory) {
        return memory == "pageable" ? Core::tr("pageable memory") : Core::tr("pinned memory");
    };
    return {"copy-memory",
            Core::tr("%1: the host's side is %2 in A and %3 in B (of the call of median time).")
                .arg(toText(row.key), text(row.memoryA), text(row.memoryB)),
            row.deltaNs(),
            row.key,
            row.a.place,
            row.b.place};
}

class Judge
{
public:
    Judge(const ComparedPair &pair, Comparison &comparison)
        : m_a(*pair.a), m_b(*pair.b), m_kernels(pair.kernels), m_result(comparison)
    {
    }

    void judge()
    {
        m_result.verdict = verdict();
        m_result.headline = headline();
    }

private:
    /// "The same calls do about 8 × the work in B …"
    static QString scaleText(const WorkScale &scale)
    {
        const bool isMore = scale.factor > 1;
        const QString factor = formatNumber(isMore ? scale.factor : 1 / scale.factor);
        const QString side = isMore ? QStringLiteral("B") : QStringLiteral("A"),
                      other = isMore ? QStringLiteral("A") : QStringLiteral("B");
        const QString kernels = formatCount(int64_t(scale.kernels)), perWork = formatNumber(scale.timePerWork);
        return scale.isOfInputs
                   ? Core::tr(
                         "The same calls do about %1 × the work in %2 that they do in %3: the inputs of %4 kernels' "
                         "operators say so. Their times do not tell which is faster; for the same work, B takes %5 "
                         "× the time.")
                         .arg(factor, side, other, kernels, perWork)
                   : Core::tr(
                         "The same calls have about %1 × the threads in %2 that they have in %3: the launch grids of "
                         "%4 kernels say so. Their times do not tell which is faster; per thread, B takes %5 × the "
                         "time.")
                         .arg(factor, side, other, kernels, perWork);
    }

    Verdict verdict()
    {
        if (isSameRecording(m_a, m_b)) {
            pairWithThemselves();
            m_result.reasons << Core::tr("Both sides are the same recording.");
            return Verdict::SameFile;
        }
        for (const ComparedField &field : m_result.fields)
            if (field.state == ComparedField::Blocks)
                m_result.reasons << withValues(field);
        for (const auto &[fit, name] : {std::pair(&m_result.fitA, "A"), std::pair(&m_result.fitB, "B")})
            if (isUnfit(*fit))
                m_result.reasons << Core::tr("The recording of %1 cannot be relied on.").arg(QLatin1String(name));
        const bool blocked = !m_result.reasons.isEmpty();
        const ComparedUnit &unit = m_result.unit;
        if (!m_result.counted.problem.isEmpty())
            m_result.reasons << Core::tr("Units cannot be counted: %1.").arg(m_result.counted.problem);
        if (m_result.counted.isKnown() && unit.kind == ComparedUnit::None)
            m_result.reasons << Core::tr("Sums do not tell how units differ among themselves, so it is not known what "
                                         "of a difference is noise.");
        else if (unit.kind == ComparedUnit::None && !isWithoutUnit())
            m_result.reasons << Core::tr("There is no unit of work to compare: %1.").arg(unit.whyNone);
        else if (unit.kind != ComparedUnit::None && unit.wall.tooFew)
            m_result.reasons << tooFewText(unit);
        if (m_result.scale)
            m_result.reasons.prepend(scaleText(*m_result.scale));
        const bool open = !m_result.reasons.isEmpty() || unit.kind == ComparedUnit::None;
        if (const QString beside = besideText(); !beside.isEmpty())
            m_result.reasons << beside;
        for (const ComparedField &field : m_result.fields)
            if (field.state == ComparedField::Warns)
                m_result.reasons << withValues(field);
        if (blocked)
            return Verdict::NotComparable;
        if (open)
            return Verdict::Inconclusive;
        addNumbers();
        if (!unit.wall.outsideNoise)
            return Verdict::Neutral;
        return unit.wall.deltaNs > 0 ? Verdict::Slower : Verdict::Faster;
    }

    /// Content or phases say already that no unit can be compared.
    bool isWithoutUnit() const
    {
        return std::ranges::any_of(m_result.fields, [](const ComparedField &field) {
            return (field.id == "content" &&
                    (field.state == ComparedField::Warns || field.state == ComparedField::Blocks)) ||
                   (field.id == "phase" && field.state == ComparedField::Blocks);
        });
    }

    /// A file of another kind, without a GPU, has nothing that its recording lacks.
    bool isUnfit(const Fit &fit) const
    {
        return fit.verdict == FitVerdict::No && !fit.isWithoutGpu &&
               !(isOnlyCounted(m_result.fitA) && isOnlyCounted(m_result.fitB));
    }

    /// Only how long the device was idle is not known, because the profiler ran kernels one at a time to count in them:
    /// calls of two such recordings can be compared.
    static bool isOnlyCounted(const Fit &fit)
    {
        constexpr std::string_view counters = "kernel-counters";
        const auto leaves = [&](const TrustFinding &reason) {
            return reason.id == counters || !(reason.withholds & (GpuIdle | GpuTimes | GpuCounts));
        };
        return std::ranges::count(fit.reasons, counters, &TrustFinding::id) > 0 &&
               std::ranges::all_of(fit.reasons, leaves);
    }

    /// Of one recording each step is its own partner, also one that is cut.
    void pairWithThemselves()
    {
        std::vector<UnitPair> &pairs = m_result.unit.pairs;
        pairs.clear();
        for (uint32_t step = 0; m_result.unit.stepsA && step < m_result.unit.stepsA->steps.size(); ++step)
            pairs.push_back({step, step});
    }

    static QString withValues(const ComparedField &field)
    {
        return Core::tr("%1: %2 | %3. %4").arg(field.title, field.a, field.b, field.consequence);
    }

    void addNumbers()
    {
        const ComparedUnit &unit = m_result.unit;
        const int64_t deltaNs = std::abs(std::llround(unit.wall.deltaNs)), noiseNs = std::llround(unit.wall.noiseNs);
        const int64_t largest = std::max(deltaNs, noiseNs);
        const bool isTooLittle = !unit.wall.outsideNoise && deltaNs > noiseNs; // and not within the spread
        QString text =
            isTooLittle
                ? Core::tr(
                      "The medians differ by %1, which is beyond the spread of both runs but less than %2 of them: it "
                      "counts as none.")
                      .arg(formatBeside(deltaNs, largest), formatPercent(leastChange))
                : Core::tr("The medians differ by %1; by the spread of both runs, a difference counts beyond %2.")
                      .arg(formatBeside(deltaNs, largest), formatBeside(noiseNs, largest));
        if (unit.wall.byRanks)
            text = (*unit.wall.superiority > 0.5
                        ? Core::tr("In %1 of all pairs of a %2 of A with a %2 of B, that of B takes longer: more often "
                                   "than by chance, which decides. The medians alone do not: they differ by %3, and by "
                                   "the spread of both runs would have to by more than %4.")
                        : Core::tr("In %1 of all pairs of a %2 of A with a %2 of B, that of B takes less time: more "
                                   "often than by chance, which decides. The medians alone do not: they differ by %3, "
                                   "and by the spread of both runs would have to by more than %4."))
                       .arg(formatPercent(std::max(*unit.wall.superiority, 1 - *unit.wall.superiority)), unitWord(unit),
                            formatBeside(deltaNs, largest), formatBeside(noiseNs, largest));
        m_result.reasons.prepend(text);
    }

    QString headline() const
    {
        const ComparedUnit &unit = m_result.unit;
        const int64_t a = unit.a.wall.medianNs, b = unit.b.wall.medianNs, longer = std::max(a, b);
        switch (m_result.verdict) {
        case Verdict::SameFile:
            return Core::tr("The same file: nothing differs.");
        case Verdict::NotComparable:
            return m_result.fields.front().state == ComparedField::Blocks // the content
                       ? Core::tr("Not comparable: they hold different kinds of data.")
                       : isUnfit(m_result.fitA) || isUnfit(m_result.fitB)
                             ? Core::tr("Not comparable: a recording cannot be relied on.")
                         : isOtherWork() ? Core::tr("Not comparable: they do different work.")
                                         : sentences({Core::tr("Not comparable: they run other kernels."), ofSpans()});
        case Verdict::Inconclusive:
            return withoutVerdict();
        case Verdict::Neutral:
            if (unit.ofSums)
                return Core::tr("No difference beyond the noise: the median step (%1) takes %2 of GPU time in A and %3 "
                                "in B.")
                    .arg(unit.name, formatBeside(a, longer), formatBeside(b, longer));
            return Core::tr("No difference beyond the noise: the median %1 takes %2 in A and %3 in B.")
                .arg(unitWord(unit), formatBeside(a, longer), formatBeside(b, longer));
        case Verdict::Slower:
        case Verdict::Faster:
            break;
        }
        const bool slower = m_result.verdict == Verdict::Slower;
        if (unit.ofSums)
            return (slower ? Core::tr("The median step (%1) takes %2 more GPU time in B: %3 instead of %4.")
                           : Core::tr("The median step (%1) takes %2 less GPU time in B: %3 instead of %4."))
                .arg(unit.name, formatPercent(std::abs(m_result.change().value_or(0))), formatBeside(b, longer),
                     formatBeside(a, longer));
        const QString text = (slower ? Core::tr("The median %1 takes %2 longer in B: %3 instead of %4.")
                                     : Core::tr("The median %1 takes %2 less time in B: %3 instead of %4."))
                                 .arg(unitWord(unit), formatPercent(std::abs(m_result.change().value_or(0))),
                                      formatBeside(b, longer), formatBeside(a, longer));
        // The parts explain the mean; where that goes the other way, only the median speaks.
        const bool meansAgree = (unit.b.wall.meanNs > unit.a.wall.meanNs) == slower;
        const bool isKnown = meansAgree && !m_result.withholds(GpuIdle); // else work and idle time are not told apart
        const QString parts = isKnown ? partsText(m_result.explanation.delta) : QString();
        return parts.isEmpty() ? text : sentences({text, Core::tr("On average: %1.").arg(parts)});
    }

    /// The files say that the runs do different work, not only that they run kernels of other names.
    bool isOtherWork() const
    {
        return std::ranges::any_of(m_result.fields, [this](const ComparedField &field) {
            if (field.state != ComparedField::Blocks)
                return false;
            if (field.id != "kernels")
                return true;
            const auto common = workInCommon(m_a, m_b);
            return common && common->knowsOperators;
        });
    }

    /// How long both recordings take on one device, and what it does in it; empty: not known, or of several devices.
    QString ofSpans() const
    {
        const WallBudget &a = m_result.explanation.wholeA, &b = m_result.explanation.wholeB;
        if (!a.wallNs || !b.wallNs || m_a.run().gpu.devices.size() != 1 || m_b.run().gpu.devices.size() != 1)
            return {};
        const int64_t longer = std::max(a.wallNs, b.wallNs), busier = std::max(a.busyNs(), b.busyNs());
        if (m_result.withholds(GpuIdle)) // then its work is not known in full
            return forDevice(Core::tr("From its first work to its last the GPU takes %1 in A and %2 in B."), m_a.run())
                .arg(formatBeside(a.wallNs, longer), formatBeside(b.wallNs, longer));
        return forDevice(
                   Core::tr("From its first work to its last the GPU takes %1 in A and %2 in B; it works for %3 and "
                            "%4 of that."),
                   m_a.run())
            .arg(formatBeside(a.wallNs, longer), formatBeside(b.wallNs, longer), formatBeside(a.busyNs(), busier),
                 formatBeside(b.busyNs(), busier));
    }

    /// Of the only kernel of each file, or of the longest one that only its launches pair.
    QString ofOtherNames() const
    {
        const DiffRow *longest = nullptr;
        for (const DiffRow &row : m_kernels.rows)
            if (row.mayBeOtherWork() &&
                (!longest || row.a.totalNs + row.b.totalNs > longest->a.totalNs + longest->b.totalNs))
                longest = &row;
        if (!longest)
            return {};
        const int64_t a = std::llround(longest->perCallA().value_or(0)),
                      b = std::llround(longest->perCallB().value_or(0));
        return (longest->match == DiffRow::Lone
                    ? Core::tr(
                          "Inconclusive: the only kernel takes %1 per call in A (%2, %3 ×) and %4 in B (%5, %6 ×).")
                    : Core::tr("Inconclusive: all else is called as often in both, and a kernel of the same launches "
                               "takes %1 "
                               "per call in A (%2, %3 ×) and %4 in B (%5, %6 ×)."))
            .arg(formatBeside(a, std::max(a, b)), toText(shortName(longest->key)),
                 formatCount(int64_t(longest->a.count)), formatBeside(b, std::max(a, b)),
                 toText(shortName(longest->keyB)), formatCount(int64_t(longest->b.count)));
    }

    /// Of layerwise profiles the direction, where every step of one takes clearly less than every step of the other.
    QString withoutVerdict() const
    {
        if (m_result.scale)
            return m_result.scale->isOfInputs
                       ? Core::tr("No verdict: the same calls do other amounts of work in A and B.")
                       : Core::tr("No verdict: the same calls have other numbers of threads in A and B.");
        if (const QString pair = m_result.ncu ? ncuPairSentence(*m_result.ncu) : QString(); !pair.isEmpty())
            return pair;
        if (isOnlyNcu(m_a.run()) && isOnlyNcu(m_b.run()))
            return ofMeasuredLaunches();
        if (m_result.counted.isKnown())
            return countedSentence(m_result.counted);
        if (const QString names = ofOtherNames(); !names.isEmpty())
            return names;
        constexpr double clear = 1.05;
        bool isLess = true, isMore = true;
        const PhasePairs phases = phasePairs(m_a, m_b);
        for (const PhasePair &pair : phases.pairs) {
            const auto [minA, maxA] = std::ranges::minmax(pair.a.trees, {}, &ModuleTree::totalNs);
            const auto [minB, maxB] = std::ranges::minmax(pair.b.trees, {}, &ModuleTree::totalNs);
            isLess &= double(maxB->totalNs) * clear < double(minA->totalNs);
            isMore &= double(maxA->totalNs) * clear < double(minB->totalNs);
        }
        if (phases.pairs.empty() || isLess == isMore)
            return ofFewUnits();
        return isLess ? Core::tr("B takes less GPU time in every phase, but the steps are too few to know the noise.")
                      : Core::tr("B takes more GPU time in every phase, but the steps are too few to know the noise.");
    }

    /// Of files of Nsight Compute that have no kernel in common.
    QString ofMeasuredLaunches() const
    {
        const DiffTable launches = *differences(m_a, m_b, m_result, DiffBy::Row);
        const DiffSide &a = launches.a, &b = launches.b;
        const bool anyInBoth =
            std::ranges::any_of(launches.rows, [](const DiffRow &row) { return row.a.exists() && row.b.exists(); });
        if (a.totalNs <= 0 || b.totalNs <= 0 || anyInBoth || m_result.ncu) // pairs are of other forms of names, too
            return Core::tr("Inconclusive.");
        const int64_t longer = std::max(a.totalNs, b.totalNs);
        return Core::tr("Inconclusive: the launches that were measured take %1 in A (%2) and %3 in B (%4), and none of "
                        "their kernels is in both.")
            .arg(formatBeside(a.totalNs, longer), formatCount(int64_t(a.count)), formatBeside(b.totalNs, longer),
                 formatCount(int64_t(b.count)));
    }

    /// From one launch of a kernel to its next, where both have as many and most GPU work lies between them: of the
    /// kernels that are called as often in both the one with the fewest calls. Where the times between are uneven, it
    /// is silent.
    QString ofEqualRounds() const
    {
        constexpr uint64_t fewestCalls = 9; // eight times between them
        const DiffRow *round = nullptr;
        std::vector<int64_t> lengthsA, lengthsB;
        for (const DiffRow &row : m_kernels.rows) {
            if (row.work != DiffRow::Computation || row.match != DiffRow::Exact || row.a.count != row.b.count ||
                row.a.count < fewestCalls || (round && round->a.count <= row.a.count))
                continue;
            auto a = timesBetween(m_a.run().gpu, row.a), b = timesBetween(m_b.run().gpu, row.b);
            if (a.empty() || b.empty())
                continue;
            round = &row;
            lengthsA = std::move(a);
            lengthsB = std::move(b);
        }
        if (!round)
            return {};
        const int64_t a = medianNs(lengthsA), b = medianNs(lengthsB), longer = std::max(a, b);
        return Core::tr("%1 runs %2 times in both; the median time from one start to the next is %3 in A and %4 in B.")
            .arg(toText(shortName(round->key)), formatCount(int64_t(round->a.count)), formatBeside(a, longer),
                 formatBeside(b, longer));
    }

    /// Between the begins of a kernel's calls; empty where most of the GPU's calls do not lie there, where the times
    /// differ much, or with several devices.
    static std::vector<int64_t> timesBetween(const GpuWork &gpu, const DiffSide &of)
    {
        constexpr double most = 0.7, uneven = 2;
        if (gpu.devices.size() != 1)
            return {};
        std::vector<int64_t> lengths;
        size_t first = gpu.size(), last = 0;
        for (size_t i = 0; i < gpu.size(); ++i) {
            if (gpu.kind[i] != CategoryKind::Kernel || std::ranges::find(of.names, gpu.name[i]) == of.names.end())
                continue;
            if (first == gpu.size())
                first = i;
            else
                lengths.push_back(gpu.start[i] - gpu.start[last]);
            last = i;
        }
        if (lengths.empty() || double(last - first) < most * double(gpu.size()))
            return {};
        const int64_t median = medianNs(lengths), high = percentileNs(lengths, 90);
        return double(high) <= uneven * double(median) ? lengths : std::vector<int64_t>();
    }

    /// What the kernels take together that run as often in both, where they are nearly all.
    QString ofSameCalls() const
    {
        constexpr double nearlyAll = 0.9;
        int64_t allA = 0, allB = 0, a = 0, b = 0;
        size_t inBoth = 0, asOften = 0;
        std::set<uint64_t> counts;
        const DiffRow *most = nullptr; // of those that run as often
        for (const DiffRow &row : m_kernels.rows) {
            if (row.work == DiffRow::Copy || row.of != CountedTime::Kernels)
                continue;
            allA = saturatingAdd(allA, row.a.totalNs);
            allB = saturatingAdd(allB, row.b.totalNs);
            // Where a table cuts several names to the same one, their rows pair by order.
            const bool isOneName = row.match == DiffRow::Order && row.keyB.empty();
            const bool isSure = row.doubt == DiffRow::NoDoubt || (isOneName && row.doubt == DiffRow::CutNames);
            inBoth += row.match == DiffRow::Exact || isOneName;
            if ((row.match == DiffRow::Exact || isOneName) && isSure && row.a.count == row.b.count) {
                a = saturatingAdd(a, row.a.totalNs);
                b = saturatingAdd(b, row.b.totalNs);
                if (!most || std::abs(row.deltaNs()) > std::abs(most->deltaNs()))
                    most = &row;
                ++asOften;
                counts.insert(row.a.count);
            }
        }
        const auto isMost = [](int64_t part, int64_t of) { return part > 0 && double(part) >= nearlyAll * double(of); };
        if (!isMost(a, allA) || !isMost(b, allB)) {
            // A few kernels were replaced, and all others say by how often they run that both do the same.
            constexpr size_t fewestKernels = 8, fewestCounts = 4;
            const int64_t longer = std::max(allA, allB);
            if (asOften == inBoth && asOften >= fewestKernels && counts.size() >= fewestCounts)
                return sentences(
                    {Core::tr("Inconclusive: all %1 kernels that are in both run as often in both, and with "
                              "those of one alone they take %2 in A and %3 in B.")
                         .arg(formatCount(int64_t(asOften)), formatBeside(allA, longer), formatBeside(allB, longer)),
                     ofSpans()});
            return sentences({Core::tr("Inconclusive."), ofSpans()});
        }
        const int64_t longer = std::max(a, b);
        if (most && a != b && most->call.outsideNoise && 2 * (double(most->deltaNs()) / double(b - a)) > 1) {
            const int64_t callA = most->a.call.medianNs, callB = most->b.call.medianNs, call = std::max(callA, callB);
            return Core::tr(
                       "Inconclusive: kernels that run as often in both take %1 in A and %2 in B. Most of the "
                       "difference is %3, %4 × in both: its median call takes %5 in A and %6 in B, which is more than "
                       "its calls differ among themselves.")
                .arg(formatBeside(a, longer), formatBeside(b, longer), toText(shortName(most->key)),
                     formatCount(int64_t(most->a.count)), formatBeside(callA, call), formatBeside(callB, call));
        }
        return Core::tr(
                   "Inconclusive: kernels that run as often in both take %1 in A and %2 in B, and without units of "
                   "work it is not known what of a difference is noise.")
            .arg(formatBeside(a, longer), formatBeside(b, longer));
    }

    /// What the units take is told where they are too few for a verdict.
    QString ofFewUnits() const
    {
        const ComparedUnit &unit = m_result.unit;
        const int64_t a = unit.a.wall.medianNs, b = unit.b.wall.medianNs, longer = std::max(a, b);
        if (unit.ofSums || m_kernels.ofPhases) // a step of each kind has a sentence of its own
            return Core::tr("Inconclusive.");
        if (unit.kind == ComparedUnit::None || !unit.a.count || !unit.b.count)
            return sentences({ofSameCalls(), ofEqualRounds()});
        const int64_t stepA = unit.a.stepNs, stepB = unit.b.stepNs;
        if (stepA && stepB && double(std::max(stepA - a, stepB - b)) >= beyondGpu * double(std::min(stepA, stepB)))
            return forDevice(
                       Core::tr("Inconclusive: the median step takes %1 in A and %2 in B, of these %3 and %4 from the "
                                "GPU's first work to its last, but they are too few to know the noise."),
                       m_a.run())
                .arg(formatBeside(stepA, std::max(stepA, stepB)), formatBeside(stepB, std::max(stepA, stepB)),
                     formatBeside(a, longer), formatBeside(b, longer));
        return Core::tr(
                   "Inconclusive: the median %1 takes %2 in A and %3 in B, but they are too few to know the noise.")
            .arg(unitWord(unit), formatBeside(a, longer), formatBeside(b, longer));
    }

    /// Empty: in both as much of the kernels' time lies beside other kernels.
    QString besideText() const
    {
        constexpr double other = 0.1;
        const DiffSide &a = m_kernels.a, &b = m_kernels.b;
        const auto share = [](const DiffSide &side) { return double(side.besideNs) / double(side.totalNs); };
        if (a.totalNs <= 0 || b.totalNs <= 0 || std::abs(share(b) - share(a)) < other)
            return {};
        const int64_t busyA = m_result.explanation.wholeA.busyNs(), busyB = m_result.explanation.wholeB.busyNs();
        const int64_t longer = std::max(busyA, busyB);
        return Core::tr(
                   "Kernels run beside other kernels for %1 of the GPU work's time in A and for %2 in B. Each takes "
                   "longer so, and a call that takes longer for this is no slower kernel: the devices are busy for "
                   "%3 in A and for %4 in B.")
            .arg(formatPercent(share(a)), formatPercent(share(b)), formatBeside(busyA, longer),
                 formatBeside(busyB, longer));
    }

    const ComparedRun &m_a, &m_b;
    const DiffTable &m_kernels;
    Comparison &m_result;
};

/// The kinds of tables that both can have, without making them.
std::vector<DiffBy> kindsOf(const ComparedRun &a, const ComparedRun &b)
{
    if (areMixed(a, b))
        return {DiffBy::Kernel, DiffBy::Stage, DiffBy::Family};
    if (a.hasTimeline() != b.hasTimeline())
        return {};
    if (a.hasTimeline())
        return {DiffBy::Kernel, DiffBy::Stage, DiffBy::Family, DiffBy::Operator, DiffBy::Line,
                DiffBy::Module, DiffBy::Layer, DiffBy::Step,   DiffBy::Api};
    return {DiffBy::Row, DiffBy::Kernel, DiffBy::Stage, DiffBy::Family, DiffBy::Operator, DiffBy::Module, DiffBy::Api};
}

/// Tables; a layerwise profile has phases, which do different work.
bool areSums(const ComparedRun &run)
{
    return !run.hasTimeline() && run.part.phase < 0 && run.run().layerwise.empty();
}

void countIn(ComparedPair &pair, std::string_view kernel)
{
    CountedUnit &counted = pair.comparison.counted;
    if (!areSums(*pair.a) || !areSums(*pair.b)) {
        counted.problem =
            Core::tr("calls of a kernel are units of tables only; timelines and phases have steps or repetitions");
        return;
    }
    const DiffTable rows = *differences(*pair.a, *pair.b, pair.comparison, DiffBy::Row);
    counted = countUnits(pair.kernels, rows, kernel);
    if (counted.isKnown())
        pair.kernels = *differences(*pair.a, *pair.b, pair.comparison, DiffBy::Kernel);
}

/// Null: no kernel was measured by Nsight Compute in both, or parts of one file are compared.
std::shared_ptr<const std::vector<NcuPair>> ncuOfBoth(const ComparedRun &a, const ComparedRun &b,
                                                      const Progress *progress)
{
    std::vector<KernelVerdicts> verdicts;
    for (const ComparedRun *side : {&a, &b}) {
        if (!side->part.tables.empty() || side->part.phase >= 0 || !ncuTableOf(side->run()))
            return nullptr;
        auto found = kernelVerdicts(isOnlyNcu(side->run()) ? nullptr : side->part.run, {side->part.run}, progress);
        if (!found)
            return nullptr;
        verdicts.push_back(std::move(*found));
    }
    auto pairs = std::make_shared<const std::vector<NcuPair>>(ncuPairs(verdicts[0], verdicts[1]));
    return std::ranges::any_of(*pairs, &NcuPair::isPair) ? pairs : nullptr;
}

} // namespace

std::optional<ComparedPair> compareRuns(std::shared_ptr<const ComparedRun> a, std::shared_ptr<const ComparedRun> b,
                                        const Progress *progress, std::string_view unitKernel)
{
    ComparedPair pair{std::move(a), std::move(b), {}, {}};
    Comparison &result = pair.comparison;
    const QStringList labels = distinctLabels({labelled(pair.a->part), labelled(pair.b->part)});
    result.labelA = labels[0];
    result.labelB = labels[1];
    result.trustA = pair.a->trust;
    result.trustB = pair.b->trust;
    result.fitA = pair.a->fit;
    result.fitB = pair.b->fit;
    const auto wholeA = pair.a, wholeB = pair.b;
    countByProfilerSteps(pair.a, pair.b, progress);
    auto unit = comparedUnit(*pair.a, *pair.b, progress);
    if (!unit)
        return {};
    result.unit = std::move(*unit);
    result.tables = kindsOf(*pair.a, *pair.b);
    if (pair.a->hasTimeline() && pair.b->hasTimeline())
        result.alignment = alignUnits(*pair.a, *pair.b, result.unit).result;
    auto kernels = differences(*pair.a, *pair.b, result, DiffBy::Kernel, progress);
    if (!kernels)
        return {};
    pair.kernels = std::move(*kernels);
    result.scale = pair.kernels.scale;
    result.fields = comparability(*wholeA, *wholeB, result.unit, pair.kernels);
    if (!unitKernel.empty())
        countIn(pair, unitKernel);
    result.ncu = ncuOfBoth(*pair.a, *pair.b, progress);
    auto explanation = explain(*pair.a, *pair.b, result.unit, pair.kernels, progress);
    if (!explanation)
        return {};
    result.explanation = std::move(*explanation);
    Judge(pair, result).judge();
    if (result.isComparable() && result.verdict != Verdict::SameFile)
        std::ranges::move(phaseReadings(phasePairs(*pair.a, *pair.b)), std::back_inserter(result.explanation.readings));
    for (const DiffRow &row : pair.kernels.rows)
        if (!row.memoryA.empty())
            result.explanation.readings.push_back(memoryReading(row));
    if (areSums(*pair.a) && areSums(*pair.b) && !areMixed(*pair.a, *pair.b) && result.isComparable() &&
        result.verdict != Verdict::SameFile) {
        const auto rows = differences(*pair.a, *pair.b, result, DiffBy::Row, progress);
        if (!rows)
            return {};
        result.balances = comparedBalances(pair.a->part, pair.b->part, result.labelA, result.labelB);
        result.explanation.readings = balanceReadings(result.balances);
        std::ranges::move(labelReadings(pair.a->part, pair.b->part), std::back_inserter(result.explanation.readings));
        std::ranges::move(sumReadings(pair.kernels, *rows), std::back_inserter(result.explanation.readings));
        if (pair.a->part.run == pair.b->part.run)
            for (const Table &table : pair.a->run().tables)
                for (size_t k = 0; table.kind == looseTotalsKind && k < table.notes.size(); ++k)
                    result.explanation.readings.push_back({"totals", toText(table.notes[k])});
    }
    return pair;
}

} // namespace ws
