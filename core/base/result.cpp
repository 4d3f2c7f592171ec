#include "core/base/result.h"

#include "core/base/texts.h"

namespace ws {

QString Error::text() const
{
    QString result;
    if (!file.isEmpty())
        result += file + QStringLiteral(": ");
    if (offset >= 0)
        result += Core::tr("byte %1: ").arg(offset);
    return result + message;
}

} // namespace ws
