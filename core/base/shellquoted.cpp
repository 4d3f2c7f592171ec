#include "core/base/shellquoted.h"

namespace ws {

QString shellQuoted(const QString &text)
{
    QString inner = text;
    return QLatin1Char('\'') + inner.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

} // namespace ws
