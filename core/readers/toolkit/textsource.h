#pragma once
// Files that are read as text, whatever their encoding.

#include "core/io/bytesource.h"
#include "core/model/eventtext.h"
#include "core/model/run.h"

#include <string>
#include <string_view>

namespace ws {

/// The start of a file as UTF-8; `storage` holds it if it was converted.
std::string_view headText(const Head &head, std::string &storage);

/// The whole content as clean UTF-8; fills stamp, container and completeness of the run. Errors: TooLarge, Cancelled.
Result<std::string> readText(ByteSource &source, Progress &progress, Run &run);

/// The line of a slice as it stands in the file, where its offset leads; for rows that have more columns than a run
/// keeps.
class LineText : public EventText
{
public:
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;
};

} // namespace ws
