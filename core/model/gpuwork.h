#pragma once
// GPU work of a run: kernels, copies and sets of all devices in one array sorted by start, so that every analysis
// (busy split, kernel table, stages) is one linear pass. Label slices (gpu_user_annotation) are not in here.
// It repeats start and duration of the GPU lanes: 16 bytes for the one event in ten that is GPU work.

#include "core/model/timeline.h"

#include <cstdint>
#include <vector>

namespace ws {

constexpr uint32_t noLaunch = UINT32_MAX;

struct GpuStream
{
    uint16_t device = 0; ///< index into GpuWork::devices
    StringId stream = 0; ///< "7"
    uint32_t track = 0;
};

/// GPU work whose time in the file is none (see TimelineBuilder::finish()): it is in no lane and in no other array of
/// GpuWork, so nothing is measured from it. Tables add it to their counts. The arrays are parallel.
struct UntimedWork
{
    ValueColumn<StringId> name;
    ValueColumn<CategoryKind> kind;
    ValueColumn<uint16_t> stream; ///< index into GpuWork::streams
    ValueColumn<uint32_t> launch; ///< index into Launches, noLaunch: none in the file
    size_t size() const { return name.size(); }
};

/// All GPU activities and the call that launched each; the arrays are parallel.
struct GpuWork
{
    ValueColumn<int64_t> start; ///< ns since the run's origin, ascending
    /// ns, never negative. Shorter than that of its slice where the file's is impossible: then the work ends where the
    /// next one of its stream begins, and a diagnostic "impossible-duration" counts it.
    ValueColumn<int64_t> duration;
    ValueColumn<StringId> name;
    ValueColumn<uint16_t> stream;    ///< index into streams
    ValueColumn<CategoryKind> kind;  ///< Kernel, Memcpy or Memset
    ValueColumn<EventRef> slice;     ///< the box in the timeline
    ValueColumn<uint32_t> launch;    ///< index into Launches, noLaunch: none in the file
    ValueColumn<EventRef> op;        ///< operator that launched it; invalid: none known
    NarrowColumn<StringId> grid;     ///< "grid [8,1,1] block [128,1,1]"; 0: not in the file. May be empty as a whole
    ValueColumn<float> occupancy;    ///< args "est. achieved occupancy %"; NaN: not in the file. May be empty
    ValueColumn<float> blocksPerSm;  ///< args "blocks per SM"; NaN: not in the file. May be empty
    ValueColumn<uint64_t> graphNode; ///< graph << 32 | node where the file names both, else the node; 0: none. May be
                                     ///< empty
    ValueColumn<StringId> annotation; ///< the module and name that torch wrote into the event of a graph's node
                                      ///< (annotationName()); 0: none. May be empty
    ValueColumn<StringId>
        matchName; ///< what rules are matched against; empty: the names themselves. See nameForRules()
    ValueColumn<StringId> collective; ///< what the arguments say of a collective, but its number, as a JSON object of
                                      ///< torch's keys; 0: none. May be empty
    ValueColumn<int64_t> collectiveNumber; ///< args "Seq": counts the collectives of a group; -1: none. May be empty
    UntimedWork untimed;
    std::vector<GpuStream> streams;
    std::vector<StringId> devices;
    std::vector<StringId> ranks; ///< by device, in a file that several ranks share: "TP00", "rank 1"; else empty
    uint64_t copiedExternalIds =
        0; ///< External ids in the file that only repeat the correlation: they name no operator

    size_t size() const { return start.size(); }
    int64_t end(size_t i) const { return start[i] + duration[i]; }
    uint16_t device(size_t i) const { return streams[stream[i]].device; }
    /// The name that stage rules look at: "NAME|collective=allreduce" where the event's arguments name a collective, so
    /// that kernels of one name (ncclDevKernel_Generic) are distinguished, else the name.
    StringId nameForRules(size_t i) const { return matchName.empty() ? name[i] : matchName[i]; }
    size_t memoryBytes() const;
};

/// API calls that have a correlation id or an External id, in the order of the first.
struct Launches
{
    ValueColumn<EventRef> slice;
    ValueColumn<EventRef> op;     ///< the cpu_op that its External id names, else the innermost around the whole call
    ValueColumn<EventRef> module; ///< innermost nn.Module slice on the same thread that contains the call's start
    ValueColumn<StringId> kernel; ///< args "kernel", the launched kernel's name (ROCm); 0: none. May be empty
    /// Whose context a call waits for, as a text of GpuWork::devices; 0: not known. May be empty as a whole.
    ValueColumn<StringId> waitsFor;
    size_t size() const { return slice.size(); }
};

inline constexpr char inputsSeparator = '\x1f'; ///< texts of JSON have none

/// Operators (cpu_op), in the order of their tracks and starts.
struct CpuOps
{
    ValueColumn<EventRef> slice;
    ValueColumn<EventRef> module;    ///< innermost nn.Module slice on the same thread that contains the op's start
    ValueColumn<int64_t> sequence;   ///< args "Sequence number"; -1: none. Forward and backward share it
    ValueColumn<uint32_t> fwdThread; ///< args "Fwd thread id" (torch's own numbering); 0: a forward op or none
    ValueColumn<StringId> shape;     ///< args "Input Dims" as text without blanks; 0: none
    /// The inputs of an operator that workFormOf() knows: the texts of "Input Dims", "Input type", "Concrete Inputs" and
    /// "Input Strides" (only where one is 0) with inputsSeparator between, empty ones where the file has none; 0:
    /// another operator. May be empty as a whole.
    ValueColumn<StringId> inputs;
    /// args "Call stack": "FILE(LINE): FUNCTION;…", the innermost first; 0: none. May be empty as a whole.
    ValueColumn<StringId> callStack;
    ValueColumn<StringId> collective;      ///< as GpuWork::collective
    ValueColumn<int64_t> collectiveNumber; ///< as GpuWork::collectiveNumber
    size_t size() const { return slice.size(); }
};

} // namespace ws
