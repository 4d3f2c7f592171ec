#include "core/analysis/ncu/ncupairs.h"

#include "core/analysis/ncu/ncurows.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/quantiles.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace ws {
namespace {

/// Launches of one kernel on one grid are one row, for which that of median time speaks.
std::vector<KernelVerdict> measuredOf(const KernelVerdicts &verdicts)
{
    std::map<std::array<std::string, 3>, std::vector<const KernelVerdict *>> launches;
    std::vector<std::vector<const KernelVerdict *> *> order;
    for (const KernelVerdict &row : verdicts.rows)
        if (row.ncuRows) {
            auto &same = launches[{row.name, row.grid, row.block}];
            if (same.empty())
                order.push_back(&same);
            same.push_back(&row);
        }
    std::vector<KernelVerdict> rows;
    for (auto *same : order) {
        std::ranges::stable_sort(*same, {}, &KernelVerdict::totalNs);
        KernelVerdict row = *(*same)[lowerMiddle(same->size())];
        row.calls = row.ncuRows = 0;
        row.totalNs = 0;
        for (const KernelVerdict *one : *same) {
            row.calls += one->calls;
            row.ncuRows += one->ncuRows;
            row.totalNs += one->totalNs;
            row.isTimed = row.isTimed && one->isTimed;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

bool areLaunchesOfOne(const std::vector<KernelVerdict> &rows)
{
    return !rows.empty() &&
           std::ranges::all_of(rows, [&](const KernelVerdict &row) { return row.name == rows.front().name; });
}

/// By how much the launches that both have differ, all together.
int64_t changeOf(const NcuPair &pair)
{
    if (!pair.isPair() || !pair.a->isTimed || !pair.b->isTimed)
        return 0;
    return std::abs(pair.callNsB() - pair.callNsA()) * int64_t(std::min(pair.a->calls, pair.b->calls));
}

enum Form : int { NameAndGrid, Name, Signature, BareSignature, Function, forms };

std::string nameIn(int form, const KernelVerdict &row)
{
    if (form == NameAndGrid)
        return row.name + '\n' + row.grid + '\n' + row.block;
    if (form == Name)
        return row.name;
    const std::string signature = kernelSignature(row.name);
    return form == Signature ? signature : form == BareSignature ? bareSignature(signature) : kernelBaseName(signature);
}

std::set<std::string> findingNames(const KernelVerdict &verdict)
{
    std::set<std::string> names;
    for (const std::string &text : findingsOf(verdict.finding))
        if (std::string name = nameOfFinding(text); !name.empty())
            names.insert(std::move(name));
    return names;
}

/// A launch that ncu lists but did not measure has no findings for that reason alone.
bool isMeasured(const KernelVerdict &row)
{
    const NcuKernel &metrics = row.metrics;
    return (row.isTimed && row.totalNs > 0) || metrics.smPercent || metrics.memoryPercent || metrics.dramPercent ||
           metrics.dramGBs || metrics.l1HitPercent || metrics.l2HitPercent || metrics.achievedOccupancy;
}

void compareFindings(NcuPair &pair)
{
    if (!isMeasured(*pair.a) || !isMeasured(*pair.b))
        return;
    const std::set<std::string> a = findingNames(*pair.a), b = findingNames(*pair.b);
    std::ranges::set_difference(a, b, std::back_inserter(pair.onlyA));
    std::ranges::set_difference(b, a, std::back_inserter(pair.onlyB));
}

int64_t longerOf(const NcuPair &pair)
{
    return std::max(pair.a ? pair.a->totalNs : 0, pair.b ? pair.b->totalNs : 0);
}

QString namesText(const std::vector<std::string> &names)
{
    QStringList texts;
    for (const std::string &name : names)
        texts << toText(name);
    return listed(texts);
}

/// "SM 9.2 % → 30.1 %", of the metrics that both have, where they are not the same.
QStringList metricTexts(const NcuKernel &a, const NcuKernel &b)
{
    struct Metric
    {
        std::optional<double> NcuKernel::*field;
        QString text;
        int decimals;
    };
    const Metric metrics[] = {{&NcuKernel::smPercent, Core::tr("SM %1 % → %2 %"), 1},
                              {&NcuKernel::l1HitPercent, Core::tr("L1 hits %1 % → %2 %"), 1},
                              {&NcuKernel::l2HitPercent, Core::tr("L2 hits %1 % → %2 %"), 1},
                              {&NcuKernel::dramGBs, Core::tr("DRAM %1 GB/s → %2 GB/s"), 1},
                              {&NcuKernel::achievedOccupancy, Core::tr("occupancy %1 % → %2 %"), 1},
                              {&NcuKernel::registers, Core::tr("registers %1 → %2"), 0}};
    QStringList texts;
    for (const Metric &metric : metrics)
        if (a.*metric.field && b.*metric.field) {
            const QString inA = formatFixed(*(a.*metric.field), metric.decimals),
                          inB = formatFixed(*(b.*metric.field), metric.decimals);
            if (inA != inB)
                texts << metric.text.arg(inA, inB);
        }
    return texts;
}

} // namespace

std::vector<NcuPair> ncuPairs(const KernelVerdicts &a, const KernelVerdicts &b)
{
    const std::vector<KernelVerdict> ofA = measuredOf(a), ofB = measuredOf(b);
    std::vector<const KernelVerdict *> inA, inB;
    for (const KernelVerdict &row : ofA)
        inA.push_back(&row);
    for (const KernelVerdict &row : ofB)
        inB.push_back(&row);
    std::vector<NcuPair> pairs;
    for (int form = 0; form < forms; ++form) {
        std::map<std::string, std::vector<size_t>> byName;
        std::map<std::string, size_t> uses;
        for (size_t k = 0; k < inB.size(); ++k)
            if (inB[k])
                byName[nameIn(form, *inB[k])].push_back(k);
        for (const KernelVerdict *row : inA)
            if (row)
                ++uses[nameIn(form, *row)];
        for (const KernelVerdict *&row : inA) {
            if (!row)
                continue;
            const std::string name = nameIn(form, *row);
            std::vector<size_t> &found = byName[name];
            if (found.empty() || (form == Function && (found.size() > 1 || uses[name] > 1)))
                continue;
            pairs.push_back({*row, *inB[found.front()], {}, {}});
            compareFindings(pairs.back());
            inB[found.front()] = row = nullptr;
            found.erase(found.begin());
        }
    }
    if (pairs.empty() && areLaunchesOfOne(ofA) && areLaunchesOfOne(ofB)) {
        pairs.push_back({ofA.front(), ofB.front(), {}, {}});
        compareFindings(pairs.back());
        inA.front() = inB.front() = nullptr;
    }
    for (const KernelVerdict *row : inA)
        if (row)
            pairs.push_back({*row, std::nullopt, {}, {}});
    for (const KernelVerdict *row : inB)
        if (row)
            pairs.push_back({std::nullopt, *row, {}, {}});
    std::ranges::stable_sort(pairs, [](const NcuPair &x, const NcuPair &y) {
        return x.isPair() != y.isPair() ? x.isPair() : longerOf(x) > longerOf(y);
    });
    return pairs;
}

QString ncuPairSentence(const std::vector<NcuPair> &pairs)
{
    const auto count = std::ranges::count_if(pairs, &NcuPair::isPair);
    if (!count)
        return {};
    const NcuPair &first = *std::ranges::max_element(pairs, {}, changeOf); // of equal ones that with the most time
    const int64_t a = first.callNsA(), b = first.callNsB(), longer = std::max(a, b);
    QStringList parts;
    if (!first.a->grid.empty() && !first.b->grid.empty() && first.a->grid != first.b->grid)
        parts << Core::tr("grid %1 → %2").arg(toText(first.a->grid), toText(first.b->grid));
    parts << metricTexts(first.a->metrics, first.b->metrics);
    if (!first.onlyA.empty())
        parts << Core::tr("only in A: %1").arg(namesText(first.onlyA));
    if (!first.onlyB.empty())
        parts << Core::tr("only in B: %1").arg(namesText(first.onlyB));
    const bool hasTimes = first.a->isTimed && first.b->isTimed;
    if (!hasTimes && parts.isEmpty())
        return {};
    QString text = toText(shortName(first.a->name, 60));
    if (const QString inB = toText(shortName(first.b->name, 60)); inB != text)
        text = Core::tr("%1 (in B %2)").arg(text, inB);
    if (first.a->calls != first.b->calls && first.a->ncuRows == first.a->calls && first.b->ncuRows == first.b->calls)
        text = Core::tr("%1, %2 × → %3 ×")
                   .arg(text, formatCount(int64_t(first.a->calls)), formatCount(int64_t(first.b->calls)));
    if (hasTimes)
        text = Core::tr("%1, per call %2 → %3").arg(text, formatBeside(a, longer), formatBeside(b, longer));
    if (!parts.isEmpty())
        text += QStringLiteral(": ") + clauses(parts);
    text += u'.';
    return count == 1 || !hasTimes
               ? text
               : sentences({text, Core::tr("Of the %1 kernels that Nsight Compute measured in both, it changes the "
                                           "most.")
                                      .arg(formatCount(count))});
}

} // namespace ws
