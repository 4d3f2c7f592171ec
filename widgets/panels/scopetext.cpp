#include "widgets/panels/scopetext.h"

#include "core/format.h"

#include <QCoreApplication>

namespace ws {

QString scopeText(const Session &session)
{
    if (!session.run())
        return {};
    if (const auto range = session.range())
        return QCoreApplication::translate("scope", "Range %1 to %2 (%3)")
            .arg(formatDuration(range->begin), formatDuration(range->end), formatDuration(range->length()));
    return QCoreApplication::translate("scope", "Whole run (%1)").arg(formatDuration(session.run()->timeline.spanNs));
}

} // namespace ws
