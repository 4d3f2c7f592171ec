#pragma once
// Files of other tools and archives, which no reader takes, recognised by their content. The refusal names the tool and
// says what to do instead; a format that merely looks alike must not take them: a kernel_details.csv of Ascend has the
// columns of an nsys summary. When a reader for a tool is added, its line is removed from the table.

#include "core/io/bytesource.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ws {

/// Unsupported with the tool and what to open instead; nothing when no tool known here wrote the head. A Chrome trace
/// is never refused, whichever tool wrote it.
std::optional<Error> foreignFile(const Head &head, const QString &path);

/// The same for text that no reader has taken: it would have been searched for tables.
std::optional<Error> foreignText(const Head &head, const QString &path);
/// For a zip archive of several files, by its first one.
std::optional<Error> foreignArchive(const QString &path);
/// For a folder that a tool shows as one file.
std::optional<Error> foreignFolder(const QString &folder);

/// The same for a SQLite database, by the names of its tables (sorted).
std::optional<Error> foreignDatabase(const std::vector<std::string> &tables, const QString &path);

} // namespace ws
