#pragma once
// Times of packets on the trace's own clock. Recorders note what several clocks showed at one moment; clocks of one
// sequence may count from packet to packet (incremental), in a unit of their own.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace ws {

class TraceClocks
{
public:
    /// A ClockSnapshot. `isSecond`: the snapshots are known already, only what counts on from here is set.
    void read(std::string_view snapshot, uint64_t sequence, bool isSecond);
    /// ns of the trace's clock; nothing: this clock was never compared with it. Times of a clock that counts on must
    /// come in the order of the file.
    std::optional<int64_t> traceTime(uint64_t time, uint64_t clock, uint64_t sequence);
    uint64_t traceClock() const { return m_traceClock; }

private:
    struct Point
    {
        int64_t clockNs, traceNs;
    };
    struct Clock
    {
        std::vector<Point> points;
        uint64_t unitNs = 1;
        bool isIncremental = false;
        uint64_t last = 0; ///< in units
    };
    static uint64_t keyOf(uint64_t clock, uint64_t sequence);

    std::map<std::pair<uint64_t, uint64_t>, Clock> m_clocks; ///< by number and, for clocks of a sequence, that
    uint64_t m_traceClock = 6;                               ///< since the machine was started
};

} // namespace ws
