#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/report/verdictreport.h"

#include <algorithm>

namespace ws {
namespace {

QString countText(VerdictCount::What what, bool knowsMemory)
{
    switch (what) {
    case VerdictCount::LowSm:
        return knowsMemory ? Core::tr("SM throughput below %1 %, memory below %2 %")
                                 .arg(NcuThresholds::smPercent)
                                 .arg(NcuThresholds::memoryBoundPercent)
                           : Core::tr("SM throughput below %1 %").arg(NcuThresholds::smPercent);
    case VerdictCount::LowL2:
        return Core::tr("L2 hit rate below %1 %").arg(NcuThresholds::l2HitPercent);
    case VerdictCount::LowOccupancy:
        return Core::tr("achieved below %1 % of the theoretical occupancy").arg(NcuThresholds::occupancyRatio * 100);
    case VerdictCount::MemoryBound:
        break;
    }
    return Core::tr("memory throughput of %1 % or more").arg(NcuThresholds::memoryBoundPercent);
}

QString shareText(int64_t ns, int64_t all)
{
    return formatPercent(all > 0 ? double(ns) / double(all) : 0);
}

} // namespace

bool hasWholeMicroseconds(const KernelVerdicts &verdicts)
{
    return std::ranges::all_of(verdicts.rows, [](const KernelVerdict &row) { return row.totalNs % 1000 == 0; });
}

QString verdictTime(const KernelVerdicts &verdicts, int64_t ns)
{
    QString text = formatDuration(ns);
    if (hasWholeMicroseconds(verdicts) && unitOf(ns) == TimeUnit::Microseconds)
        text.remove(QStringLiteral(".000"));
    return text;
}

QString verdictHeadline(const KernelVerdicts &verdicts)
{
    constexpr size_t shown = 3;
    QStringList stages;
    if (!verdicts.hasTimes())
        return Core::tr("Kernels, and not how long any of them took: %1.")
            .arg(formatCount(int64_t(verdicts.rows.size())));
    for (size_t k = 0; k < std::min(shown, verdicts.stages.size()); ++k) {
        const StageSum &sum = verdicts.stages[k];
        const QString stage = toText(sum.stage), share = shareText(sum.ns, verdicts.totalNs);
        stages << (sum.name.empty() ? Core::tr("%1 %2").arg(stage, share)
                                    : Core::tr("%1 (%2 …) %3").arg(stage, toText(sum.name), share));
    }
    return Core::tr("%1 of kernel time, kernels: %2. %3.")
        .arg(verdictTime(verdicts, verdicts.totalNs), formatCount(int64_t(verdicts.rows.size())), listed(stages));
}

QStringList verdictSentences(const KernelVerdicts &verdicts)
{
    QStringList lines;
    for (const std::string &doubt : verdicts.doubts)
        lines << toText(doubt);
    lines << countSentences(verdicts);
    QStringList stages;
    for (const StageSum &sum : verdicts.stages)
        if (sum.untimed < sum.kernels)
            stages << Core::tr("%1 %2 (%3)")
                          .arg(toText(sum.stage), verdictTime(verdicts, sum.ns), shareText(sum.ns, verdicts.totalNs));
    if (const QString named = findingsSentence(verdicts); !named.isEmpty())
        lines << named;
    if (!stages.isEmpty())
        lines << Core::tr("Time by stage: %1").arg(listed(stages));
    return lines << coverageSentences(verdicts);
}

QStringList countSentences(const KernelVerdicts &verdicts)
{
    const bool knowsMemory =
        std::ranges::find(verdicts.counts, VerdictCount::MemoryBound, &VerdictCount::what) != verdicts.counts.end();
    QStringList lines;
    for (const VerdictCount &count : verdicts.counts) {
        const QString what = countText(count.what, knowsMemory), some = formatCount(int64_t(count.count)),
                      all = formatCount(int64_t(count.of));
        lines << (verdicts.hasTimes() ? Core::tr("%1: %2 of %3 kernels, %4 of the time")
                                            .arg(what, some, all, shareText(count.ns, verdicts.totalNs))
                                      : Core::tr("%1: %2 of %3 kernels").arg(what, some, all));
    }
    return lines;
}

QString findingsSentence(const KernelVerdicts &verdicts)
{
    constexpr size_t shown = 5;
    QStringList names;
    for (size_t k = 0; k < std::min(shown, verdicts.findings.size()); ++k) {
        const FindingCount &sum = verdicts.findings[k];
        const QString name = toText(sum.name), some = formatCount(int64_t(sum.count)),
                      all = formatCount(int64_t(verdicts.measured));
        names << (verdicts.hasTimes()
                      ? Core::tr("%1: %2 of %3 (%4)").arg(name, some, all, shareText(sum.ns, verdicts.totalNs))
                      : Core::tr("%1: %2 of %3").arg(name, some, all));
    }
    if (names.isEmpty())
        return {};
    return verdicts.hasTimes() ? Core::tr("Findings by time: %1").arg(clauses(names))
                               : Core::tr("Findings: %1").arg(clauses(names));
}

QStringList coverageSentences(const KernelVerdicts &verdicts)
{
    QStringList lines;
    for (const std::string &gap : verdicts.gaps)
        lines << toText(gap);
    if (verdicts.untimed && verdicts.hasTimes())
        lines << Core::tr("%1 of %2 kernels have no duration in the file: times and shares are of the others.")
                     .arg(formatCount(int64_t(verdicts.untimed)), formatCount(int64_t(verdicts.rows.size())));
    if (verdicts.measured < verdicts.rows.size()) {
        int64_t ns = 0;
        for (const KernelVerdict &row : verdicts.rows)
            ns += row.ncuRows ? row.totalNs : 0;
        lines << Core::tr("Nsight Compute measured %1 of %2 kernels, %3 of the time.")
                     .arg(formatCount(int64_t(verdicts.measured)))
                     .arg(formatCount(int64_t(verdicts.rows.size())))
                     .arg(shareText(ns, verdicts.totalNs));
    }
    if (verdicts.alone)
        lines << Core::tr("Rows of Nsight Compute whose kernel has no time: %1")
                     .arg(formatCount(int64_t(verdicts.alone)));
    return lines;
}

} // namespace ws
