#include "core/readers/perfetto/packets.h"

#include "core/io/inflater.h"

#include <algorithm>

namespace ws {
namespace {

// TracePacket (protos/perfetto/trace/trace_packet.proto)
enum PacketField : uint32_t {
    ProcessTree = 2,
    TrustedUid = 3,
    ClockSnapshot = 6,
    Timestamp = 8,
    SequenceId = 10,
    TrackEvent = 11,
    InternedData = 12,
    SequenceFlags = 13,
    TraceStats = 35,
    StateCleared = 41,
    DroppedBefore = 42,
    CompressedPackets = 50,
    TimestampClock = 58,
    Defaults = 59,
    TrackDescriptor = 60,
    TrustedPid = 79,
    FirstOnSequence = 87,
    MachineId = 98,
};
constexpr uint32_t packetOfTrace = 1;

bool isAboutPacket(uint32_t field)
{
    constexpr uint32_t fields[] = {TrustedUid,    Timestamp,    SequenceId,      InternedData,
                                   SequenceFlags, StateCleared, DroppedBefore,   TimestampClock,
                                   Defaults,      TrustedPid,   FirstOnSequence, MachineId};
    return std::ranges::find(fields, field) != std::end(fields);
}

struct KindName
{
    uint32_t field;
    const char *name;
};
constexpr KindName kindNames[] = {
    {1, "ftrace_events"},
    {2, "process_tree"},
    {4, "inode_file_map"},
    {5, "chrome_events"},
    {6, "clock_snapshot"},
    {7, "sys_stats"},
    {9, "process_stats"},
    {11, "track_event"},
    {33, "trace_config"},
    {34, "ftrace_stats"},
    {35, "trace_stats"},
    {36, "synchronization_marker"},
    {37, "profile_packet"},
    {38, "battery"},
    {39, "android_log"},
    {40, "power_rails"},
    {43, "process_descriptor"},
    {44, "thread_descriptor"},
    {45, "system_info"},
    {47, "packages_list"},
    {52, "gpu_counter_event"},
    {53, "gpu_render_stage_event"},
    {54, "streaming_profile_packet"},
    {55, "heap_graph"},
    {57, "vulkan_memory_event"},
    {60, "track_descriptor"},
    {63, "gpu_log"},
    {64, "module_symbols"},
    {65, "vulkan_api_event"},
    {66, "perf_sample"},
    {67, "cpu_info"},
    {69, "service_event"},
    {76, "gpu_mem_total_event"},
    {88, "gpu_info"},
    {89, "trace_uuid"},
};

} // namespace

std::string packetKindName(uint32_t field)
{
    const auto found = std::ranges::find(kindNames, field, &KindName::field);
    return found == std::end(kindNames) ? "field " + std::to_string(field) : found->name;
}

Packet::Packet(std::string_view bytes)
{
    WireReader reader(bytes);
    WireField field;
    while (reader.next(field)) {
        if (!kind && !isAboutPacket(field.number))
            kind = field.number;
        if (field.type == WireField::Varint) {
            switch (field.number) {
            case Timestamp:
                timestamp = field.value;
                hasTimestamp = true;
                break;
            case SequenceId:
                sequence = field.value;
                break;
            case SequenceFlags:
                flags |= static_cast<uint32_t>(field.value);
                break;
            case StateCleared:
                flags |= field.value ? 1 : 0;
                break;
            case DroppedBefore:
                isLossBefore = field.value;
                break;
            case TimestampClock:
                clock = field.value;
                hasClock = true;
                break;
            case TrustedPid:
                trustedPid = field.integer();
                break;
            default:
                break;
            }
        } else if (field.type == WireField::Bytes) {
            switch (field.number) {
            case TrackEvent:
                event = field.bytes;
                hasEvent = true;
                break;
            case InternedData:
                interned = field.bytes;
                break;
            case Defaults:
                defaults = field.bytes;
                hasDefaults = true;
                break;
            case TrackDescriptor:
                descriptor = field.bytes;
                break;
            case ClockSnapshot:
                clocks = field.bytes;
                break;
            case TraceStats:
                stats = field.bytes;
                break;
            case ProcessTree:
                processes = field.bytes;
                break;
            case CompressedPackets:
                packed = field.bytes;
                break;
            default:
                break;
            }
        }
    }
    isDamaged = reader.isDamaged();
}

std::optional<std::string> unpackPackets(std::string_view packed)
{
    constexpr size_t most = size_t(64) << 20, headOfZlib = 2;
    const bool isZlib = packed.size() > headOfZlib && (packed[0] & 0x0f) == 8 &&
                        (static_cast<uint8_t>(packed[0]) * 256u + static_cast<uint8_t>(packed[1])) % 31 == 0 &&
                        !(packed[1] & 0x20);
    if (!isZlib)
        return {};
    Inflater inflater(Inflater::Wrapper::None);
    inflater.setInput(reinterpret_cast<const unsigned char *>(packed.data()) + headOfZlib, packed.size() - headOfZlib);
    std::string all;
    for (;;) {
        const size_t before = all.size();
        if (before > most)
            return {};
        all.resize(before + std::max<size_t>(packed.size() * 4, 4096));
        char *out = all.data() + before;
        const Inflater::Status status = inflater.run(out, all.data() + all.size());
        const auto got = static_cast<size_t>(out - all.data());
        const bool isStuck = got == before && inflater.inputLeft() == 0;
        all.resize(got);
        if (status == Inflater::Status::MemberEnd)
            return all;
        if (status == Inflater::Status::Damaged || isStuck)
            return {};
    }
}

bool PacketStream::visitPacked(std::string_view bytes, int64_t at,
                               const std::function<bool(const Packet &, int64_t)> &visit)
{
    const auto content = unpackPackets(bytes);
    if (!content) {
        ++m_damagedPacked;
        return true;
    }
    const int64_t begin = std::max(m_packedEnd, m_window.size());
    m_packed.push_back({begin, at, static_cast<int64_t>(bytes.size())});
    m_packedEnd = begin + static_cast<int64_t>(content->size());
    WireReader reader(*content);
    WireField field;
    for (size_t place = 0; reader.next(field); place = reader.position())
        if (field.number == packetOfTrace && field.type == WireField::Bytes &&
            !visit(Packet(field.bytes), begin + static_cast<int64_t>(place)))
            return false;
    return true;
}

bool PacketStream::forEach(const std::function<bool(const Packet &, int64_t)> &visit)
{
    m_packed.clear();
    m_packedEnd = 0;
    m_damagedPacked = 0;
    MessageWalk walk(m_window, 0, m_window.size());
    MessageWalk::Field field;
    while (walk.next(field)) {
        if (field.isCut) {
            m_cutAt = field.at;
            m_isCut = true;
            break;
        }
        if (field.number != packetOfTrace || field.type != WireField::Bytes)
            continue;
        if ((++m_count & 0xFFF) == 0) {
            m_progress.bytesDone = field.at;
            if (m_progress.isCancelled())
                return false;
        }
        const std::string_view bytes = walk.bytes(field);
        if (bytes.size() < static_cast<size_t>(field.size)) { // the file became shorter while it was read
            m_cutAt = field.at;
            m_isCut = true;
            break;
        }
        const Packet packet(bytes);
        const bool goesOn = packet.packed.empty()
                                ? visit(packet, field.at)
                                : visitPacked(packet.packed, field.body + (packet.packed.data() - bytes.data()), visit);
        if (!goesOn)
            return false;
    }
    if (walk.isDamaged()) {
        m_cutAt = walk.position();
        m_isCut = false;
    }
    return true;
}

} // namespace ws
