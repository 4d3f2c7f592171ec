#include "core/base/result.h"

#include <QCoreApplication>

namespace ws {

QString Error::text() const
{
    QString result;
    if (!file.isEmpty())
        result += file + QStringLiteral(": ");
    if (offset >= 0)
        result += QCoreApplication::translate("core", "byte %1: ").arg(offset);
    return result + message;
}

} // namespace ws
