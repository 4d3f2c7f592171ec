#pragma once
// The event of a Perfetto trace that a person looks at, read again with the names of its sequence.

#include "core/model/eventtext.h"
#include "core/readers/perfetto/sequences.h"

namespace ws {

class PerfettoText : public EventText
{
public:
    PerfettoText(PacketSequences::Tables tables, std::vector<PackedPackets> packed)
        : m_tables(std::move(tables)), m_packed(std::move(packed))
    {
    }
    Result<nlohmann::ordered_json> event(const Run &run, EventRef slice) const override;

private:
    PacketSequences::Tables m_tables;
    std::vector<PackedPackets> m_packed; ///< by their place
};

} // namespace ws
