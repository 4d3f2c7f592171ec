#pragma once
// The timeline of one run: structure-of-arrays lanes, 19 bytes per slice in most files, owned by tracks. All times are
// integer nanoseconds since the run's origin (Timeline::originNs, the smallest time stamp of the file). Immutable after
// loading, so views and worker threads read it without locks. Rejected: an event struct with a pointer to its name and
// parent (80 bytes and more); one array for all tracks with an index tree (no cheaper to search than sorted lanes,
// harder to draw).

#include "core/base/narrowcolumn.h"
#include "core/base/stringpool.h"
#include "core/base/valuecolumn.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace ws {

/// Readers accept no time stamp beyond ± this (146 years), and no slice that ends after it: then the difference of any
/// two fits 64 bits.
constexpr int64_t farthestNs = (int64_t(1) << 62) - 1;

/// The meaning of a category for the analyses; the file's own word is in Category::name.
enum class CategoryKind : uint8_t {
    Other,
    Kernel,        ///< kernel, old Kineto: Kernel. Kernel, Memcpy and Memset together are "GPU work"
    Memcpy,        ///< gpu_memcpy
    Memset,        ///< gpu_memset
    GpuAnnotation, ///< gpu_user_annotation: a label over GPU work, never counted as GPU work
    Launch,        ///< cuda_runtime, cuda_driver, Runtime: API calls
    CpuOp,         ///< cpu_op, Operator
    UserAnnotation,
    Module, ///< python_function whose name begins with modulePrefix
    Python, ///< python_function otherwise
    Overhead,
};
inline bool isGpuWork(CategoryKind kind)
{
    return kind == CategoryKind::Kernel || kind == CategoryKind::Memcpy || kind == CategoryKind::Memset;
}

/// Of the profiler's name of a call of a module: "nn.Module: LlamaDecoderLayer_7".
inline constexpr std::string_view modulePrefix = "nn.Module: ";

struct Category
{
    StringId name = 0;
    CategoryKind kind = CategoryKind::Other;
};

/// One slice: lanes of all tracks lie in one vector.
struct EventRef
{
    uint32_t lane = UINT32_MAX;
    uint32_t index = 0;
    bool valid() const { return lane != UINT32_MAX; }
    bool operator==(const EventRef &) const = default;
};

/// One row of boxes. Slices of a lane never overlap (except in a track's overflow lane), so starts and ends are sorted.
struct Lane
{
    ValueColumn<int64_t> start;     ///< ns since the run's origin, ascending
    ValueColumn<uint32_t> duration; ///< ns; UINT32_MAX: look in longDurations
    NarrowColumn<StringId> name;
    NarrowColumn<uint16_t> category; ///< index into Timeline::categories
    NarrowColumn<uint64_t> text; ///< where the event's text begins in the unpacked content (sqlite: row id), 40 bits
    std::vector<std::pair<uint32_t, int64_t>> longDurations; ///< (index, ns), ascending; 4.29 s and longer
    uint32_t track = 0;
    bool overflow = false; ///< last sub-lane of a track with more than 1,024: its slices may overlap

    size_t size() const { return start.size(); }
    int64_t durationOf(size_t i) const { return duration[i] != UINT32_MAX ? duration[i] : longDuration(i); }
    int64_t endOf(size_t i) const { return start[i] + durationOf(i); }
    uint64_t textOf(size_t i) const { return text[i]; }
    /// First slice that ends after `ns` (size() when there is none). O(log n); on overflow lanes O(n).
    size_t firstEndingAfter(int64_t ns) const;
    /// First slice that starts at or after `ns`.
    size_t firstStartingFrom(int64_t ns) const;

private:
    int64_t longDuration(size_t i) const;
};

enum class TrackKind : uint8_t { GpuStream, GpuAnnotation, CpuThread, Async };

struct Track
{
    TrackKind kind = TrackKind::CpuThread;
    StringId pid = 0;   ///< as text; GPU tracks: the device
    StringId tid = 0;   ///< as text; GPU tracks: the stream (without "stream "); async: id
    StringId label = 0; ///< thread_name, or the name of an async track; may be empty
    int64_t sortIndex = 0;
    uint32_t firstLane = 0;
    uint32_t laneCount = 0;
    uint64_t sliceCount = 0;
};

struct Process
{
    StringId pid = 0;
    StringId name = 0;   ///< process_name
    StringId labels = 0; ///< process_labels, "GPU 0"
    int64_t sortIndex = 0;
};

/// One curve: a counter event's argument, or a figure of the [memory] instants. Times ascending.
struct CounterSeries
{
    StringId pid = 0;
    StringId name = 0; ///< the counter
    StringId key = 0;  ///< the argument; may be empty
    ValueColumn<int64_t> time;
    ValueColumn<double> value;
    double min = 0, max = 0;
};

/// Instant events (i, I, R), ascending in time.
struct Instants
{
    ValueColumn<int64_t> time;
    ValueColumn<StringId> name;
    ValueColumn<uint16_t> category;
    ValueColumn<uint32_t> track; ///< UINT32_MAX: a process or the whole run
    ValueColumn<uint64_t> text;
    size_t size() const { return time.size(); }
};

/// Flow events in the file's order; begin and end with the same (id, category) belong together.
struct Flows
{
    enum Kind : uint8_t { Start, Step, End };
    NarrowColumn<uint64_t> id; ///< the number, or a hash of a textual id
    ValueColumn<int64_t> time;
    NarrowColumn<uint32_t> track; ///< UINT32_MAX: the thread has no slices
    NarrowColumn<uint16_t> category;
    ValueColumn<uint8_t> kind;
    uint64_t counts[3] = {0, 0, 0}; ///< by Kind, also those not kept
    size_t size() const { return time.size(); }
};

struct Timeline
{
    int64_t originNs = 0; ///< smallest time stamp of a non-metadata event, absolute, without baseTimeNanoseconds
    int64_t spanNs = 0;   ///< last end − origin
    bool hasOrigin = false;
    std::vector<Lane> lanes;
    std::vector<Track> tracks;
    std::vector<Process> processes;
    std::vector<Category> categories; ///< the first is {0, Other}
    std::vector<CounterSeries> counters;
    Instants instants;
    Flows flows;

    const Lane &lane(EventRef e) const { return lanes[e.lane]; }
    const Track &track(EventRef e) const { return tracks[lanes[e.lane].track]; }
    int64_t start(EventRef e) const { return lanes[e.lane].start[e.index]; }
    int64_t duration(EventRef e) const { return lanes[e.lane].durationOf(e.index); }
    int64_t end(EventRef e) const { return lanes[e.lane].endOf(e.index); }
    StringId name(EventRef e) const { return lanes[e.lane].name[e.index]; }
    const Category &category(EventRef e) const { return categories[lanes[e.lane].category[e.index]]; }
    size_t memoryBytes() const;
};

} // namespace ws
