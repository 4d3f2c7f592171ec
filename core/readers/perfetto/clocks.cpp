#include "core/readers/perfetto/clocks.h"

#include "core/readers/toolkit/wire.h"

#include <algorithm>

namespace ws {
namespace {

// ClockSnapshot (protos/perfetto/trace/clock_snapshot.proto)
enum SnapshotField : uint32_t { SnapshotClock = 1, PrimaryClock = 2 };
enum ClockField : uint32_t { ClockId = 1, ClockTimestamp = 2, IsIncremental = 3, UnitNs = 4 };
constexpr uint64_t firstOfSequence = 64, lastOfSequence = 127;
constexpr uint64_t longestUnit = 1'000'000'000;

struct Reading
{
    uint64_t id = 0, time = 0, unitNs = 1;
    bool isIncremental = false;
};

Reading readClock(std::string_view message)
{
    Reading reading;
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        if (field.number == ClockId)
            reading.id = field.value;
        else if (field.number == ClockTimestamp)
            reading.time = field.value;
        else if (field.number == IsIncremental)
            reading.isIncremental = field.value;
        else if (field.number == UnitNs)
            reading.unitNs = std::clamp<uint64_t>(field.value, 1, longestUnit);
    }
    return reading;
}

/// Wraps as the writer's arithmetic does; what becomes absurd is left out later.
int64_t inNs(uint64_t time, uint64_t unitNs)
{
    return static_cast<int64_t>(time * unitNs);
}

} // namespace

uint64_t TraceClocks::keyOf(uint64_t clock, uint64_t sequence)
{
    return clock >= firstOfSequence && clock <= lastOfSequence ? sequence : 0;
}

void TraceClocks::read(std::string_view snapshot, uint64_t sequence, bool isSecond)
{
    std::vector<Reading> readings;
    WireReader reader(snapshot);
    WireField field;
    while (reader.next(field)) {
        if (field.number == SnapshotClock && field.type == WireField::Bytes)
            readings.push_back(readClock(field.bytes));
        else if (field.number == PrimaryClock && field.type == WireField::Varint)
            m_traceClock = field.value;
    }
    const auto trace = std::ranges::find(readings, m_traceClock, &Reading::id);
    for (const Reading &reading : readings) {
        Clock &clock = m_clocks[{reading.id, keyOf(reading.id, sequence)}];
        clock.unitNs = reading.unitNs;
        clock.isIncremental = reading.isIncremental;
        clock.last = reading.time;
        if (!isSecond && trace != readings.end())
            clock.points.push_back({inNs(reading.time, reading.unitNs), inNs(trace->time, trace->unitNs)});
    }
}

std::optional<int64_t> TraceClocks::traceTime(uint64_t time, uint64_t id, uint64_t sequence)
{
    if (id == 0 || id == m_traceClock)
        return static_cast<int64_t>(time);
    const auto found = m_clocks.find({id, keyOf(id, sequence)});
    if (found == m_clocks.end())
        return {};
    Clock &clock = found->second;
    if (clock.isIncremental)
        time = clock.last += time;
    if (clock.points.empty())
        return {};
    const int64_t ns = inNs(time, clock.unitNs);
    // of several snapshots the last one before the time, in the order that the file has them
    const Point *known = &clock.points.front();
    for (const Point &point : clock.points)
        if (point.clockNs <= ns)
            known = &point;
    return static_cast<int64_t>(static_cast<uint64_t>(ns) - static_cast<uint64_t>(known->clockNs) +
                                static_cast<uint64_t>(known->traceNs));
}

} // namespace ws
