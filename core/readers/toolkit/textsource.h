#pragma once
// Files that are read as text, whatever their encoding.

#include "core/io/bytesource.h"
#include "core/model/run.h"

#include <string>
#include <string_view>

namespace ws {

/// The start of a file as UTF-8; `storage` holds it if it was converted.
std::string_view headText(const Head &head, std::string &storage);

/// The whole content as clean UTF-8; fills stamp, container and completeness of the run. Errors: TooLarge, Cancelled.
Result<std::string> readText(ByteSource &source, Progress &progress, Run &run);

} // namespace ws
