#pragma once

#include <QString>

namespace ws {

/// One word for a POSIX shell, whatever is in it.
QString shellQuoted(const QString &text);

} // namespace ws
