#include "core/readers/perfetto/sequences.h"

namespace ws {
namespace {

// InternedData, TracePacketDefaults, TrackEventDefaults (protos/perfetto/trace/…)
enum InternedField : uint32_t { Categories = 1, EventNames = 2, ArgumentNames = 3, ArgumentTexts = 29 };
enum EntryOfNames : uint32_t { EntryId = 1, EntryName = 2 };
enum DefaultsField : uint32_t { EventDefaults = 11, DefaultClock = 58 };
enum EventDefaultsField : uint32_t { DefaultTrack = 11, DefaultCounters = 31, DefaultRealCounters = 45 };

} // namespace

InternedNames::Category categoryNamed(std::string_view name, TimelineBuilder &builder)
{
    using Kind = CategoryKind;
    struct Known
    {
        std::string_view name;
        EventRole role;
        Kind kind;
    };
    // rocprofv3 (source/include/rocprofiler-sdk/cxx/perfetto.hpp), rocprof-sys and Omnitrace
    // (source/lib/core/categories.hpp)
    static constexpr Known known[] = {
        {"kernel_dispatch", EventRole::Kernel, Kind::Kernel},
        {"rocm_kernel_dispatch", EventRole::Kernel, Kind::Kernel},
        {"memory_copy", EventRole::Copy, Kind::Memcpy},
        {"rocm_memory_copy", EventRole::Copy, Kind::Memcpy},
        {"rocm_hip_stream", EventRole::HipStream, Kind::Other},
        {"device_hip", EventRole::HipDevice, Kind::Other},
        {"rocm_hip", EventRole::Launch, Kind::Launch},
        {"rocm_hsa", EventRole::Launch, Kind::Launch},
        {"hip_api", EventRole::Launch, Kind::Launch},
        {"hsa_api", EventRole::Launch, Kind::Launch},
        {"rocm_hip_api", EventRole::Launch, Kind::Launch},
        {"rocm_hsa_api", EventRole::Launch, Kind::Launch},
        {"marker_api", EventRole::Plain, Kind::UserAnnotation},
        {"rocm_marker_api", EventRole::Plain, Kind::UserAnnotation},
        {"rocm_roctx", EventRole::Plain, Kind::UserAnnotation},
        {"user", EventRole::Plain, Kind::UserAnnotation},
        {"python", EventRole::Plain, Kind::Python},
    };
    for (const Known &one : known)
        if (one.name == name)
            return {builder.category(name, one.kind), one.role};
    if (name.empty())
        return {};
    const uint16_t index = builder.category(name);
    switch (builder.kindOf(index)) {
    case Kind::Kernel:
        return {index, EventRole::Kernel};
    case Kind::Memcpy:
        return {index, EventRole::Copy};
    case Kind::Memset:
        return {index, EventRole::Set};
    case Kind::Launch:
        return {index, EventRole::Launch};
    case Kind::GpuAnnotation:
        return {index, EventRole::GpuLabel};
    default:
        return {index, EventRole::Plain};
    }
}

ArgumentKind argumentKind(std::string_view name)
{
    static const std::unordered_map<std::string_view, ArgumentKind> kinds = {
        {"begin_ns", ArgumentKind::BeginNs},
        {"end_ns", ArgumentKind::EndNs},
        {"corr_id", ArgumentKind::Correlation},
        {"correlation", ArgumentKind::Correlation},
        {"correlation_id", ArgumentKind::Correlation},
        {"External id", ArgumentKind::ExternalId},
        {"external id", ArgumentKind::ExternalId},
        {"agent", ArgumentKind::Device},
        {"device", ArgumentKind::Device},
        {"src_agent", ArgumentKind::From},
        {"src_agent_id", ArgumentKind::From},
        {"dst_agent", ArgumentKind::To},
        {"dst_agent_id", ArgumentKind::To},
        {"stream", ArgumentKind::Stream},
        {"stream_id", ArgumentKind::Stream},
        {"stream_ID", ArgumentKind::Stream},
        {"queue", ArgumentKind::Queue},
        {"op", ArgumentKind::Operation},
        {"copy_bytes", ArgumentKind::Bytes},
        {"bytes", ArgumentKind::Bytes},
        {"metadata", ArgumentKind::Metadata},
        {"grid_size", ArgumentKind::Grid},
        {"workgroup_size", ArgumentKind::Block},
    };
    const auto found = kinds.find(name);
    return found == kinds.end() ? ArgumentKind::Other : found->second;
}

void PacketSequences::begin(PacketSequence &sequence, uint64_t id, int64_t at)
{
    sequence = {};
    sequence.names = std::make_shared<InternedNames>();
    sequence.names->from = at;
    m_tables[id].push_back(sequence.names);
}

void PacketSequences::intern(std::string_view message, InternedNames &names)
{
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        if (field.type != WireField::Bytes || (field.number > ArgumentNames && field.number != uint32_t(ArgumentTexts)))
            continue;
        uint64_t id = 0;
        std::string_view text;
        WireReader entry(field.bytes);
        WireField part;
        while (entry.next(part)) {
            if (part.number == EntryId)
                id = part.value;
            else if (part.number == EntryName && part.type == WireField::Bytes)
                text = part.bytes;
        }
        if (field.number == Categories)
            names.categories[id] = categoryNamed(text, m_builder);
        else if (field.number == EventNames)
            names.names[id] = m_builder.strings().intern(text);
        else if (field.number == ArgumentNames)
            names.arguments[id] = {m_builder.strings().intern(text), argumentKind(text)};
        else
            names.texts[id] = m_builder.strings().intern(text);
    }
}

bool PacketSequences::take(const Packet &packet, int64_t at, PacketSequence *&of)
{
    PacketSequence &sequence = m_sequences[packet.sequence];
    of = &sequence;
    constexpr uint32_t cleared = 1, needsState = 2;
    if (!sequence.names || (packet.flags & cleared))
        begin(sequence, packet.sequence, at);
    if (packet.isLossBefore && !(packet.flags & cleared)) {
        ++m_lost;
        sequence.isLost = true;
    }
    if (packet.hasDefaults) {
        sequence.clock = 0;
        WireReader reader(packet.defaults);
        WireField field;
        while (reader.next(field)) {
            if (field.number == DefaultClock)
                sequence.clock = field.value;
            if (field.number != EventDefaults || field.type != WireField::Bytes)
                continue;
            sequence.counters.clear();
            sequence.realCounters.clear();
            WireReader event(field.bytes);
            WireField part;
            while (event.next(part))
                if (part.number == DefaultTrack)
                    sequence.track = part.value;
                else if (part.number == DefaultCounters && part.type == WireField::Varint)
                    sequence.counters.push_back(part.value);
                else if (part.number == DefaultRealCounters && part.type == WireField::Varint)
                    sequence.realCounters.push_back(part.value);
        }
    }
    if (!packet.interned.empty())
        intern(packet.interned, *sequence.names);
    return !sequence.isLost || !(packet.flags & needsState);
}

} // namespace ws
