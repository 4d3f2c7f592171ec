#pragma once
// Selects the damaged events and their damage. It damages the text of an event while writing it, so that a damaged
// trace of any size needs no second copy.

#include "tracegen_writer.h"

namespace ws::tracegen {

class DamagePlan
{
public:
    DamagePlan(const Options &options, int64_t totalEvents);

    enum class Verdict : uint8_t { Write, Drop, CutHere };
    /// The damage of the `ordinal`-th event of the file.
    Verdict judge(const Event &event, int64_t ordinal, Mutation &mutation);
    /// Whether the step that starts with the `ordinal`-th event is written backwards.
    bool reverses(int64_t ordinal) const { return m_kind == Damage::Unsorted && ordinal >= m_at; }
    const std::string &description() const { return m_description; }

private:
    bool damagesName() const;
    std::string damagedName(std::string_view name) const;
    void note(const Event &event, int64_t ordinal);

    Damage m_kind;
    int64_t m_at;
    bool m_gpuToo; ///< GPU work may be damaged: there is nothing else
    bool m_done = false;
    std::string m_name;
    std::string m_description;
};

} // namespace ws::tracegen
