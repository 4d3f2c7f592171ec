#include "core/report/html/scopedrun.h"

#include "core/analysis/stages/communication.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/texts.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ws {
namespace {

Error notFound(const ReportedRun &run, const QString &message)
{
    return {ErrorKind::NotFound, message, run.run->info.stamp.path};
}

/// The activities whose step is wanted.
std::shared_ptr<const ActivitySet> activitiesOf(const Run &run, const Steps &steps, const std::vector<uint8_t> &wanted,
                                                const Progress *progress)
{
    auto set = ActivitySet::ofRows(run, steps.ofActivity, wanted, {}, progress);
    return set ? std::make_shared<const ActivitySet>(std::move(*set)) : nullptr;
}

QStringList phaseNames(const Steps &steps)
{
    QStringList names;
    for (const Step &step : steps.steps)
        if (const QString name = toText(step.phase); !names.contains(name))
            names << name;
    return names;
}

} // namespace

std::optional<TimeRange> parseRange(const QString &text, int64_t end)
{
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    if (dots < 0)
        return {};
    const QString from = text.left(dots).trimmed(), to = text.mid(dots + 2).trimmed();
    const auto first = from.isEmpty() ? std::optional<int64_t>(0) : parseTime(from);
    const auto last = to.isEmpty() ? std::optional<int64_t>(end) : parseTime(to);
    if (!first || !last || *first >= *last)
        return {};
    return TimeRange{*first, *last};
}

Result<ScopedRun> scopedRun(const ReportedRun &run, const ReportScope &scope, const Progress *progress)
{
    ScopedRun scoped;
    scoped.of = &run;
    scoped.range = scope.range;
    const bool hasTimeline = run.run->gpu.size() > 0;
    if (!scope.isWhole() && !hasTimeline)
        return notFound(run, Core::tr("the file has no timeline, so it has no ranges, steps or phases of steps"));
    auto steps = hasTimeline ? findSteps(*run.run, progress) : std::optional(Steps());
    if (!steps)
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), {}};
    scoped.steps = std::make_shared<const Steps>(std::move(*steps));
    if (hasTimeline)
        scoped.communication = std::make_shared<const std::vector<uint8_t>>(
            communicationUnder(run.mapping, run.run->gpu, run.run->strings));
    const std::vector<Step> &all = scoped.steps->steps;
    if (scope.range) {
        if (scope.range->begin >= run.run->timeline.spanNs)
            return notFound(run, Core::tr("the range begins after the end of the recording, %1")
                                     .arg(formatDuration(run.run->timeline.spanNs)));
        scoped.range->end = std::min(scope.range->end, run.run->timeline.spanNs);
        scoped.window = scoped.range;
        scoped.listed.range = scoped.range;
        scoped.text = Core::tr("from %1 to %2 after the first event")
                          .arg(formatMoment(scoped.range->begin), formatMoment(scoped.range->end));
        return scoped;
    }
    if (scope.isWhole())
        return scoped;
    if (all.empty())
        return notFound(run, Core::tr("the file names no step"));
    std::vector<uint8_t> wanted(all.size(), 0);
    if (scope.step) {
        if (*scope.step >= all.size())
            return notFound(run, Core::tr("there is no step %1: the file has %2, the first is 1")
                                     .arg(qulonglong(*scope.step) + 1)
                                     .arg(formatCount(int64_t(all.size()))));
        wanted[*scope.step] = 1;
        scoped.listed.step = *scope.step;
        scoped.text = Core::tr("step %1 of %2: %3")
                          .arg(qulonglong(*scope.step) + 1)
                          .arg(formatCount(int64_t(all.size())))
                          .arg(toText(run.run->text(all[*scope.step].name)));
    } else {
        size_t count = 0;
        scoped.listed.phase = scope.phase.toStdString();
        for (size_t k = 0; k < all.size(); ++k)
            count += wanted[k] = toText(all[k].phase) == scope.phase;
        if (!count)
            return notFound(run, Core::tr("there is no phase “%1”; the file has %2")
                                     .arg(scope.phase, phaseNames(*scoped.steps).join(QStringLiteral(", "))));
        scoped.text =
            Core::tr("phase %1, steps: %2").arg(phaseText(scope.phase.toStdString()), formatCount(int64_t(count)));
    }
    scoped.only = activitiesOf(*run.run, *scoped.steps, wanted, progress);
    if (!scoped.only)
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), {}};
    return scoped;
}

} // namespace ws
