#include "widgets/session/scopetext.h"

#include "core/base/format.h"
#include "widgets/toolkit/viewtexts.h"

namespace ws {

QString scopeText(const RunContext &context)
{
    if (!context.run())
        return {};
    if (const auto range = context.range())
        return Views::tr("Range %1 to %2 (%3)")
            .arg(formatDurationIn(range->begin, rulerUnitFor(range->end)), formatMoment(range->end),
                 formatDuration(range->length()));
    if (context.run()->timeline.spanNs == 0) // tables, profiles without times
        return Views::tr("Whole run");
    return Views::tr("Whole run (%1)").arg(formatDuration(context.run()->timeline.spanNs));
}

QString timeInScope(const RunContext &context, int64_t ns)
{
    const auto range = context.range();
    return formatDurationIn(ns, unitOf(range ? range->length() : context.run()->timeline.spanNs));
}

QString focusedScopeText(const RunContext &context)
{
    const QString scope = scopeText(context);
    if (!context.focus())
        return scope;
    return Views::tr("Only %1").arg(context.focus().title) + QStringLiteral("  ·  ") + scope;
}

QString limitText(const RunContext &context)
{
    if (!context.run() || (!context.range() && !context.focus()))
        return {};
    if (!context.focus())
        return scopeText(context);
    const QString only = Views::tr("Only %1").arg(shortTitle(context.focus()));
    return context.range() ? only + QStringLiteral("  ·  ") + scopeText(context) : only;
}

QString shortTitle(const Focus &focus)
{
    constexpr qsizetype longest = 80;
    return focus.title.size() > longest ? focus.title.left(longest) + u'…' : focus.title;
}

} // namespace ws
