#include "core/base/phrases.h"

#include "core/base/texts.h"

namespace ws {

QString listed(const QStringList &parts)
{
    return parts.join(Core::tr(", ", "between the parts of a list"));
}

QString labelled(const QString &label, const QString &text)
{
    return Core::tr("%1: %2").arg(label, text);
}

QString sentences(const QStringList &parts)
{
    QString all;
    for (const QString &part : parts) {
        const bool needsSpace = !all.isEmpty() && !part.isEmpty() && all.back().unicode() < 0x3000;
        all += (needsSpace ? QStringLiteral(" ") : QString()) + part;
    }
    return all;
}

} // namespace ws
