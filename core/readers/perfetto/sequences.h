#pragma once
// What the packets of one writer have in common: names that they refer to by number, the default track and clock, and
// whether packets of it were lost. A writer forgets all of it from time to time and begins anew.

#include "core/model/timelinebuilder.h"
#include "core/readers/perfetto/packets.h"

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ws {

/// What a category says of its events.
enum class EventRole : uint8_t {
    Plain,
    Launch, ///< a call that may launch GPU work
    Kernel,
    Copy,
    Set,
    GpuLabel,
    HipStream, ///< rocprof-sys: work of all kinds of one HIP stream
    HipDevice, ///< Omnitrace: likewise, of one device
    Untold,    ///< no category
};

/// What an annotation's name means to the reader.
enum class ArgumentKind : uint8_t {
    Other,
    BeginNs,
    EndNs,
    Correlation,
    ExternalId,
    Device,
    From,
    To,
    Stream,
    Queue,
    Operation,
    Bytes,
    Metadata, ///< Kineto: all arguments as JSON
    Grid,
    Block,
};

struct InternedNames
{
    struct Category
    {
        uint16_t index = 0;
        EventRole role = EventRole::Untold;
    };
    struct Argument
    {
        StringId name = 0;
        ArgumentKind kind = ArgumentKind::Other;
    };
    std::unordered_map<uint64_t, StringId> names, texts;
    std::unordered_map<uint64_t, Category> categories;
    std::unordered_map<uint64_t, Argument> arguments;
    int64_t from = 0; ///< place of the first packet that uses it
};

InternedNames::Category categoryNamed(std::string_view name, TimelineBuilder &builder);
ArgumentKind argumentKind(std::string_view name);

struct PacketSequence
{
    std::shared_ptr<InternedNames> names;
    uint64_t clock = 0;
    uint64_t track = 0;
    std::vector<uint64_t> counters, realCounters; ///< tracks of an event's extra values
    bool isLost = false;                          ///< names cannot be known until it begins anew
};

class PacketSequences
{
public:
    explicit PacketSequences(TimelineBuilder &builder) : m_builder(builder) {}

    /// Takes the packet's names and defaults. False: packets before it were lost, and its event cannot be understood.
    bool take(const Packet &packet, int64_t at, PacketSequence *&sequence);
    /// All tables of names by sequence, in the order of the file.
    using Tables = std::map<uint64_t, std::vector<std::shared_ptr<const InternedNames>>>;
    Tables takeTables() { return std::move(m_tables); }
    uint64_t lost() const { return m_lost; }

private:
    void begin(PacketSequence &sequence, uint64_t id, int64_t at);
    void intern(std::string_view message, InternedNames &names);

    TimelineBuilder &m_builder;
    std::unordered_map<uint64_t, PacketSequence> m_sequences;
    Tables m_tables;
    uint64_t m_lost = 0;
};

} // namespace ws
