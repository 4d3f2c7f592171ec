#include "widgets/session/gaptext.h"

#include "core/analysis/gaps/gapevidence.h"
#include "core/base/phrases.h"
#include "core/report/gapreport.h"
#include "core/report/overviewfacts.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>

namespace ws {

QString gapLengthText(const Gap &gap, std::optional<TimeUnit> unit)
{
    return Views::tr("%1 idle").arg(formatDurationIn(gap.durationNs, unit.value_or(unitOf(gap.durationNs))));
}

namespace {

QString withEvidence(const Gap &gap, const QString &idle, const QString &evidence)
{
    if (evidence.isEmpty())
        return Views::tr("%1, %2", "how long idle, why").arg(idle, gapCauseInText(gap));
    return Views::tr("%1, %2: %3", "how long idle, why, the call or operator").arg(idle, gapCauseInText(gap), evidence);
}

} // namespace

QString gapText(const Run &run, const Gap &gap)
{
    return withEvidence(gap, gapLengthText(gap), gapEvidenceText(run, gap));
}

QString shortGapText(const Run &run, const Gap &gap, std::optional<TimeUnit> unit)
{
    return withEvidence(gap, gapLengthText(gap, unit), gapEvidenceText(run, gap, nullptr));
}

QString idleText(const Run &run, const Gaps &gaps, size_t device)
{
    const DeviceIdle &idle = gaps.devices[device];
    QString text = Views::tr("%1 idle %2", "device, time")
                       .arg(deviceTitle(run, static_cast<uint16_t>(device)), formatDuration(idle.idleNs));
    if (idle.idleNs == 0)
        return text;
    std::array<size_t, gapCauseCount> order{0, 1, 2, 3};
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return idle.byCause[a] > idle.byCause[b]; });
    QStringList causes;
    for (const size_t cause : order)
        if (idle.byCause[cause])
            causes << gapCauseInText(static_cast<GapCause>(cause)) + u' ' +
                          formatPercent(double(idle.byCause[cause]) / double(idle.idleNs));
    return labelled(text, listed(causes));
}

EventRef gapSlice(const Run &run, const Gap &gap)
{
    const EventRef launcher = launcherOf(run, gap);
    return gap.evidence.valid() ? gap.evidence : launcher.valid() ? launcher : run.gpu.slice[gap.endedBy];
}

void markGap(RunContext &context, const Gap &gap)
{
    context.select(gapSlice(*context.run(), gap));
    context.setGap(TimeRange{gap.startNs, gap.endNs()});
    context.revealSpan({gap.startNs, gap.endNs()});
}

void showGap(RunContext &context, const Gap &gap)
{
    const int64_t margin = std::min(gap.durationNs, (INT64_MAX - gap.durationNs) / 2); // its length fits
    context.showSpan({gap.startNs - margin, gap.endNs() + std::min(margin, INT64_MAX - gap.endNs())});
    context.select(gapSlice(*context.run(), gap));
    context.setGap(TimeRange{gap.startNs, gap.endNs()});
}

} // namespace ws
