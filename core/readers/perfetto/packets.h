#pragma once
// The packets of a trace one after the other, those inside compressed packets too, and the fields of one packet that
// matter. A packet's place is its byte in the file, or a number beyond the file's size for what was packed.

#include "core/base/progress.h"
#include "core/readers/toolkit/contentwindow.h"
#include "core/readers/toolkit/wire.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// A packet whose content was packed by the recorder.
struct PackedPackets
{
    int64_t begin = 0; ///< place of its first byte once unpacked
    int64_t at = 0;    ///< in the file …
    int64_t size = 0;  ///< … and its packed size
};

/// Bytes of zlib; nothing when they are damaged or become more than 64 MB.
std::optional<std::string> unpackPackets(std::string_view packed);

struct Packet
{
    explicit Packet(std::string_view bytes);

    uint64_t timestamp = 0, sequence = 0, clock = 0;
    int64_t trustedPid = -1;
    uint32_t flags = 0; ///< SEQ_INCREMENTAL_STATE_CLEARED 1, SEQ_NEEDS_INCREMENTAL_STATE 2
    uint32_t kind = 0;  ///< the first field that is not about the packet itself; 0: none
    bool hasTimestamp = false, hasClock = false, isLossBefore = false, isDamaged = false;
    std::string_view event, interned, defaults, descriptor, clocks, stats, processes, packed;
    bool hasEvent = false, hasDefaults = false;
};

class PacketStream
{
public:
    PacketStream(ContentWindow &window, Progress &progress) : m_window(window), m_progress(progress) {}

    /// Calls visit(packet, place) for all; its views are valid meanwhile. False: cancelled, or `visit` said so.
    bool forEach(const std::function<bool(const Packet &, int64_t)> &visit);
    /// Where no packet can be read any more, or a packet is cut; -1: nowhere.
    int64_t cutAt() const { return m_cutAt; }
    bool isCut() const { return m_isCut; } ///< the content ends there; false: it is damaged
    const std::vector<PackedPackets> &packed() const { return m_packed; }
    uint64_t damagedPacked() const { return m_damagedPacked; }

private:
    bool visitPacked(std::string_view bytes, int64_t at, const std::function<bool(const Packet &, int64_t)> &visit);

    ContentWindow &m_window;
    Progress &m_progress;
    std::vector<PackedPackets> m_packed;
    int64_t m_cutAt = -1, m_packedEnd = 0;
    bool m_isCut = false;
    uint64_t m_damagedPacked = 0, m_count = 0;
};

/// "ftrace events" of 1; a number for what has no name here.
std::string packetKindName(uint32_t field);

} // namespace ws
