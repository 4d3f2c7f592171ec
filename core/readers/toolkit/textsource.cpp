#include "core/readers/toolkit/textsource.h"

#include "core/io/filesource.h"
#include "core/readers/toolkit/textlines.h"

#include <nlohmann/json.hpp>

namespace ws {

std::string_view headText(const Head &head, std::string &storage)
{
    const bool plain = head.bytes.find('\0') == std::string_view::npos &&
                       head.bytes.find('\x1b') == std::string_view::npos && !head.bytes.starts_with("\xEF\xBB\xBF") &&
                       !head.bytes.starts_with("\xFF\xFE") && !head.bytes.starts_with("\xFE\xFF");
    if (plain)
        return head.bytes;
    storage = decodeHead(head.bytes);
    return storage;
}

Result<std::string> readText(ByteSource &source, Progress &progress, Run &run)
{
    auto bytes = source.readAll(progress);
    if (!bytes)
        return bytes.error();
    run.info.stamp = source.stamp();
    run.info.container = source.container();
    run.info.complete = !source.isIncomplete();
    if (!source.damage().isEmpty())
        run.diagnostics.add(failedAt(source) >= 0   ? damageKind(source)
                            : source.isIncomplete() ? "truncated"
                                                    : "container",
                            source.damage());
    return decodeText(std::move(*bytes), run.diagnostics);
}

Result<nlohmann::ordered_json> LineText::event(const Run &run, EventRef slice) const
{
    constexpr size_t longestLine = 64 * 1024;
    const Lane &lane = run.timeline.lane(slice);
    auto text = readUnpacked(*run.seek, static_cast<int64_t>(lane.textOf(slice.index)), longestLine);
    if (!text)
        return text.error();
    std::string line(trimmed(text->substr(0, text->find_first_of("\r\n"))));
    repairUtf8(line);
    return nlohmann::ordered_json{{"line", std::move(line)}};
}

} // namespace ws
