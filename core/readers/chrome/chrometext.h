#pragma once
// The text of one event of a Chrome trace: the timeline has the offset of its JSON object in the unpacked content.

#include "core/io/bytesource.h"
#include "core/model/eventtext.h"

namespace ws {

/// A JSON object changed as little as needed for a strict parser to take it: raw control characters, unknown
/// escapes and invalid UTF-8 inside strings; numbers beyond 64 bits or a double, and words such as NaN, become strings.
std::string mendedJson(std::string_view text);

/// The object at `offset` of the unpacked content, within JsonBounds. Errors: those of readUnpacked(); Malformed when
/// there is no object (of up to 64 MiB).
Result<nlohmann::ordered_json> eventJson(const SeekIndex &index, int64_t offset);

/// The same of a file that is not read yet: unpacks it up to there. Errors also: those of ByteSource::open(),
/// Cancelled.
Result<nlohmann::ordered_json> eventJsonAt(const QString &path, int64_t offset);

class ChromeText : public EventText
{
public:
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;
};

} // namespace ws
