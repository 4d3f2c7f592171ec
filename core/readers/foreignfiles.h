#pragma once
// Files of other tools that no reader takes, told apart by what they hold, so that they are refused by the name of the
// tool and with what to do instead, and not taken for a format that merely looks alike: a kernel_details.csv of Ascend
// has the columns of an nsys summary. A line goes from the table when a reader for that tool comes.

#include "core/io/bytesource.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ws {

/// Unsupported with the tool and what to open instead; nothing when the head is of no tool known here. A Chrome trace,
/// whichever tool wrote it, is none of them.
std::optional<Error> foreignFile(const Head &head, const QString &path);

/// The same for a SQLite database, by the names of its tables (sorted).
std::optional<Error> foreignDatabase(const std::vector<std::string> &tables, const QString &path);

} // namespace ws
