#pragma once
// Collects the correct result of reading from the events while they are written.

#include "tracegen_simulator.h"

#include <unordered_map>

namespace ws::tracegen {

struct Mutation;

class TruthCollector
{
public:
    void start(const Options &options, int64_t steps, int64_t totalEvents);
    void phase(char phase) { ++m_phases[size_t(uint8_t(phase) % 128)]; }
    void event(const Event &event, const Step &step, const Mutation &mutation);
    Truth finish(std::string damaged);

    static char phaseOf(Kind kind);

private:
    struct Interval
    {
        int64_t start, end;
    };
    static int64_t unionOf(std::vector<Interval> &intervals);

    Truth m_truth;
    bool m_annotated = true;
    std::array<int64_t, 128> m_phases{};
    std::unordered_map<std::string_view, NameTotal> m_names;
    std::vector<std::vector<Interval>> m_intervals; ///< [device]; empty: not wanted
};

} // namespace ws::tracegen
