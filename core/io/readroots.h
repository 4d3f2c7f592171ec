#pragma once
// The folders whose files may be read, for a program that somebody else steers (`mcp`). Without any, everything may.
// The places that open what a user named, or what lies beside it, ask here, so a link out of a folder leads nowhere
// whoever follows it. Rejected: checks of arguments alone, which files beside a file pass by.

#include "core/base/result.h"

#include <QStringList>

#include <optional>

namespace ws {

/// Names the folders of setReadRoots() to a program that this one starts, one a line.
inline constexpr const char *readRootsVariable = "WARPSCOPE_READ_ROOTS";

/// Folders that exist. From now on only files in them are read, no other program writes an open form of a closed
/// report, and nothing is kept in the user's cache.
void setReadRoots(const QStringList &folders);
bool hasReadRoots();

/// An error where a file must not be read, in words that do not say whether it exists. Links are followed first.
std::optional<Error> outsideReadRoots(const QString &path);

} // namespace ws
