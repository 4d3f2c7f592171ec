#include "core/readers/xla/xplanetext.h"

#include "core/base/texts.h"
#include "core/model/run.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ws {
namespace {

constexpr size_t longestHead = 32;

nlohmann::ordered_json valueOf(const XStat &stat, const XplaneNames &names, const StringPool &strings)
{
    switch (stat.kind) {
    case XStat::Real:
        return stat.real();
    case XStat::Unsigned:
        return stat.bits;
    case XStat::Signed:
        return static_cast<int64_t>(stat.bits);
    case XStat::Bytes:
        return std::to_string(stat.text.size()) + " bytes";
    default:
        return std::string(textOf(stat, names, strings));
    }
}

/// What a copy or a set moved: "size:655360" of memcpy_details, "num_bytes:64" of the others; nothing: not told.
std::optional<int64_t> bytesIn(std::string_view details)
{
    for (const std::string_view word : {"size:", "num_bytes:"}) {
        const size_t found = details.find(word);
        int64_t bytes = 0;
        if (found != details.npos &&
            std::from_chars(details.data() + found + word.size(), details.data() + details.size(), bytes).ec ==
                std::errc())
            return bytes;
    }
    return {};
}

Result<std::string> messageAt(const SeekIndex &index, int64_t at)
{
    const Error gone{ErrorKind::Malformed, Core::tr("there is no event at this place of the file"), index.stamp.path,
                     at};
    const auto head = readUnpacked(index, at, longestHead);
    if (!head)
        return head.error();
    uint64_t key = 0, size = 0;
    const char *const end = head->data() + head->size();
    const char *body = readVarint(head->data(), end, key);
    body = body ? readVarint(body, end, size) : nullptr;
    if (!body || (key & 7) != WireField::Bytes || size > uint64_t(xevent::longest))
        return gone;
    auto message = readUnpacked(index, at + (body - head->data()), static_cast<size_t>(size));
    if (message && message->size() < size)
        return gone;
    return message;
}

} // namespace

Result<nlohmann::ordered_json> XplaneText::event(const Run &run, EventRef slice) const
{
    const Lane &lane = run.timeline.lane(slice);
    const auto at = static_cast<int64_t>(lane.textOf(slice.index));
    const auto after = std::ranges::upper_bound(m_planes, at, {}, [](const auto &plane) { return plane->begin; });
    if (!run.seek || after == m_planes.begin())
        return Error{ErrorKind::Unsupported,
                     Core::tr("the content came through a pipe and cannot be read a second time"), run.info.stamp.path,
                     at};
    const XplaneNames &names = (*(after - 1))->names;
    const auto message = messageAt(*run.seek, at);
    if (!message)
        return message.error();
    nlohmann::ordered_json event, args = nlohmann::ordered_json::object();
    event["plane"] = (*(after - 1))->name;
    event["name"] = std::string(run.text(run.timeline.name(slice)));
    WireReader reader(*message);
    WireField field;
    while (reader.next(field)) {
        if (field.number == xevent::OffsetPs)
            event["offset_ps"] = field.integer();
        if (field.number == xevent::DurationPs)
            event["duration_ps"] = field.integer();
        if (field.number != xevent::Stat || field.type != WireField::Bytes)
            continue;
        const XStat stat = XStat::of(field.bytes);
        const XplaneNames::Stat *named = names.stats.find(stat.id);
        const std::string key(named && named->name ? run.text(named->name) : std::string_view());
        args[key.empty() ? '#' + std::to_string(stat.id) : key] = valueOf(stat, names, run.strings);
        if (named && (named->kind == XStatKind::MemcpyDetails || named->kind == XStatKind::MemsetDetails))
            if (const auto bytes = bytesIn(textOf(stat, names, run.strings)))
                args["bytes"] = *bytes;
    }
    event["args"] = std::move(args);
    return event;
}

} // namespace ws
