#include "widgets/session/viewcaption.h"

#include "core/analysis/compare/runfacts.h"
#include "core/base/format.h"
#include "core/model/devicewords.h"
#include "core/model/runlabel.h"
#include "widgets/toolkit/viewtexts.h"

#include <QSettings>

namespace ws {
namespace {

const QString separator = QStringLiteral("  ·  ");
constexpr qsizetype longestLine = 600; // of a name without end

/// What is selected in the window. Not every view follows all of it, so it says no more than that.
QStringList selections(const RunContext &context)
{
    QStringList texts;
    if (const auto range = context.range())
        texts << Views::tr("Selected range %1 to %2 (%3)")
                     .arg(formatMoment(range->begin), formatMoment(range->end), formatDuration(range->length()));
    else if (context.run()->timeline.spanNs > 0)
        texts << Views::tr("Recording of %1").arg(formatDuration(context.run()->timeline.spanNs));
    if (context.focus())
        texts << Views::tr("Selected: %1").arg(context.focus().title.left(200));
    if (context.highlight())
        texts << Views::tr("Highlighted: %1").arg(context.highlight().title.left(200));
    return texts;
}

} // namespace

const QString pictureCaptionSetting = QStringLiteral("pictures/caption");

bool wantsCaption()
{
    return QSettings().value(pictureCaptionSetting, true).toBool();
}

QStringList viewCaption(const RunContext &context, const QString &mapping, const std::optional<BusySplit> &busy)
{
    const RunPtr &run = context.run();
    if (!run)
        return {};
    QStringList first{runLabel(*run)}, third;
    if (const QString models = gpuModels(*run); !models.isEmpty())
        first << models;
    if (!mapping.isEmpty() && context.classes())
        third << Views::tr("Stages by the mapping %1").arg(mapping);
    if (busy && busy->spanNs > 0) {
        const double share = static_cast<double>(busy->busyNs) / static_cast<double>(busy->spanNs);
        const QString of = context.range() ? Views::tr("of the range, %1") : Views::tr("of the GPU span, %1");
        const size_t devices = run->gpu.devices.size();
        third << forDevice(devices > 1 ? Views::tr("any GPU busy %1: %2 %3") : Views::tr("GPU busy %1: %2 %3"), *run)
                     .arg(formatDuration(busy->busyNs), formatPercent(share),
                          forDevice(of, *run).arg(formatDuration(busy->spanNs)));
    }
    QStringList lines;
    for (const QStringList &line : {first, selections(context), third})
        if (!line.isEmpty())
            lines << line.join(separator).left(longestLine);
    return lines;
}

} // namespace ws
