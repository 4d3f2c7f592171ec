#include "core/readers/perfetto/perfettotext.h"

#include "core/base/texts.h"
#include "core/model/run.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t longestPacketHead = 16, longestPacket = size_t(16) << 20;
constexpr int deepestValue = 16;
enum EventPart : uint32_t { EventArgument = 4 };
// DebugAnnotation (protos/perfetto/trace/track_event/debug_annotation.proto)
enum ValueField : uint32_t {
    ValueNameId = 1,
    ValueBool = 2,
    ValueUint = 3,
    ValueInt = 4,
    ValueDouble = 5,
    ValueText = 6,
    ValuePointer = 7,
    ValueJson = 9,
    ValueName = 10,
    ValueEntry = 11,
    ValueElement = 12,
    ValueTextId = 17,
};

/// The bytes of a packet whose field begins at the start of `bytes`; empty: there is none.
std::string_view packetIn(std::string_view bytes)
{
    WireReader reader(bytes);
    WireField field;
    return reader.next(field) && field.number == 1 && field.type == WireField::Bytes ? field.bytes : std::string_view();
}

struct Value
{
    std::string name;
    Json json;
};

Value valueOf(std::string_view message, const InternedNames &names, const StringPool &strings, int depth)
{
    Value value;
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        const bool isBytes = field.type == WireField::Bytes;
        switch (field.number) {
        case ValueNameId:
            if (const auto known = names.arguments.find(field.value); known != names.arguments.end())
                value.name = strings.view(known->second.name);
            break;
        case ValueName:
            value.name = field.bytes;
            break;
        case ValueBool:
            value.json = field.value != 0;
            break;
        case ValueUint:
        case ValuePointer:
            value.json = field.value;
            break;
        case ValueInt:
            value.json = field.integer();
            break;
        case ValueDouble:
            value.json = field.real();
            break;
        case ValueText:
        case ValueJson:
            value.json = std::string(field.bytes);
            break;
        case ValueTextId:
            if (const auto known = names.texts.find(field.value); known != names.texts.end())
                value.json = std::string(strings.view(known->second));
            break;
        case ValueEntry:
        case ValueElement:
            if (!isBytes || depth >= deepestValue)
                break;
            if (Value inner = valueOf(field.bytes, names, strings, depth + 1); field.number == ValueElement)
                value.json.push_back(std::move(inner.json));
            else if (value.json.is_object() || value.json.is_null())
                value.json[inner.name] = std::move(inner.json);
            break;
        default:
            break;
        }
    }
    return value;
}

} // namespace

Result<Json> PerfettoText::event(const Run &run, EventRef slice) const
{
    const auto at = static_cast<int64_t>(run.timeline.lane(slice).textOf(slice.index));
    if (!run.seek)
        return Error{ErrorKind::Unsupported,
                     Core::tr("the content came through a pipe and cannot be read a second time"), run.info.stamp.path,
                     at};
    const auto after = std::ranges::upper_bound(m_packed, at, {}, &PackedPackets::begin);
    std::string bytes;
    if (after != m_packed.begin()) {
        const PackedPackets &packed = *(after - 1);
        const auto content = readUnpacked(*run.seek, packed.at, static_cast<size_t>(packed.size));
        if (!content)
            return content.error();
        const auto unpacked = unpackPackets(*content);
        if (unpacked && static_cast<size_t>(at - packed.begin) < unpacked->size())
            bytes = unpacked->substr(static_cast<size_t>(at - packed.begin));
    } else {
        auto content = readUnpacked(*run.seek, at, longestPacketHead);
        if (!content)
            return content.error();
        uint64_t key = 0, size = 0;
        const char *const end = content->data() + content->size();
        const char *body = readVarint(content->data(), end, key);
        body = body ? readVarint(body, end, size) : nullptr;
        if (body && size < longestPacket)
            content =
                readUnpacked(*run.seek, at, static_cast<size_t>(size) + static_cast<size_t>(body - content->data()));
        if (!content)
            return content.error();
        bytes = std::move(*content);
    }
    const Packet packet(packetIn(bytes));
    if (!packet.hasEvent)
        return Error{ErrorKind::Malformed, Core::tr("there is no event at this place of the file"), run.info.stamp.path,
                     at};
    static const InternedNames none;
    const InternedNames *names = &none;
    if (const auto tables = m_tables.find(packet.sequence); tables != m_tables.end())
        for (const auto &table : tables->second)
            if (table->from <= at)
                names = table.get();
    Json event, args = Json::object();
    event["name"] = std::string(run.text(run.timeline.name(slice)));
    event["timestamp"] = packet.timestamp;
    WireReader reader(packet.event);
    WireField field;
    while (reader.next(field)) {
        if (field.number != EventArgument || field.type != WireField::Bytes)
            continue;
        Value value = valueOf(field.bytes, *names, run.strings, 0);
        args[value.name == "copy_bytes" ? "bytes" : value.name] = std::move(value.json);
    }
    event["args"] = std::move(args);
    return event;
}

} // namespace ws
