#include "widgets/session/scopetext.h"

#include "core/base/format.h"

#include <QCoreApplication>

namespace ws {

QString scopeText(const Session &session)
{
    if (!session.run())
        return {};
    if (const auto range = session.range())
        return QCoreApplication::translate("scope", "Range %1 to %2 (%3)")
            .arg(formatDuration(range->begin), formatDuration(range->end), formatDuration(range->length()));
    if (session.run()->timeline.spanNs == 0) // tables, profiles without times
        return QCoreApplication::translate("scope", "Whole run");
    return QCoreApplication::translate("scope", "Whole run (%1)").arg(formatDuration(session.run()->timeline.spanNs));
}

QString focusedScopeText(const Session &session)
{
    const QString scope = scopeText(session);
    if (!session.focus())
        return scope;
    return QCoreApplication::translate("scope", "Only %1").arg(session.focus().title) + QStringLiteral("  ·  ") + scope;
}

} // namespace ws
