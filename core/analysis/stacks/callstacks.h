#pragma once
// GPU work by the Python call stack that launched it, as a tree from the outermost frame inwards. The stack of GPU work
// are the frames (python_function, nn.Module calls among them) open at the start of its launch, on the thread of the
// launch: begin ≤ t < end; of frames with one begin the longer is outside. Where no frame was ever open on that thread,
// the operator on another one that caused the launch tells the stack (Ascend's calls run on a thread of their own).
// Where a run has no frames at all, the arguments "Call stack" of the operator that launched the work, or of the
// nearest one around it that has them, replace them (old Kineto, Ascend).
//
// Work of a CUDA graph whose event says what it was captured from (GpuWork::annotation) has that as its innermost
// frame, also where it has no other.
//
// Work without frames, and work whose launch is not in the file, are sums of their own, so that everything adds up to
// the summed durations of the GPU work, to the nanosecond. Rejected: a stack per activity (a million vectors).

#include "core/analysis/activityset.h"
#include "core/analysis/stacks/ownframe.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ws {

struct StackSum
{
    int64_t gpuNs = 0; ///< summed durations; saturates
    uint64_t activities = 0;
    void add(int64_t ns, uint64_t count = 1);
    bool operator==(const StackSum &) const = default;
};

constexpr uint32_t noStackNode = UINT32_MAX;

struct StackNode
{
    std::string_view frame;        ///< lives as long as the run
    uint32_t parent = noStackNode; ///< less than its own index; noStackNode: an outermost frame
    StackSum self;                 ///< launched by the frame itself …
    StackSum total;                ///< … and by it or below
    bool isAnnotation = false;     ///< what a graph was captured from, in the words of its kernels' events
};

/// ofActivity: the index of a node, or one of these.
enum : uint32_t { StackNotCounted = UINT32_MAX, StackNotLinked = UINT32_MAX - 1, StackNotRecorded = UINT32_MAX - 2 };

struct CallStacks
{
    std::vector<StackNode> nodes; ///< parents before their children
    std::vector<uint32_t> ofActivity;
    StackSum notRecorded;       ///< its launch is in the file, but no frame was open
    StackSum notLinked;         ///< its launch is not in the file
    StackSum all;               ///< Σ self + notRecorded + notLinked
    bool fromOperators = false; ///< from the arguments of operators, whose frames have whole paths
    OwnFrames ownFrames;
};

struct StackOptions
{
    std::optional<TimeRange> range;               ///< GPU work that intersects it, clipped to it
    std::shared_ptr<const ActivitySet> only = {}; ///< null: all
    bool operator==(const StackOptions &) const = default;
};

/// Nothing when cancelled. O(frames × log frames + launches × depth).
std::optional<CallStacks> callStacks(const Run &run, const StackOptions &options = {},
                                     const Progress *progress = nullptr);

/// The same tree from the innermost frame outwards: the roots are the frames that launched work, the children of a node
/// their callers. `self` is the time of stacks that end (begin) there, `total` of all stacks through the node; the
/// roots' totals add up as the selfs of the other tree. ofActivity is empty. O(Σ depth of distinct stacks).
CallStacks fromInnermost(const CallStacks &stacks);

/// The frames of an argument "Call stack", the innermost first: "inner.py(3): f;outer.py(4): g", on Ascend with line
/// ends behind the semicolons.
std::vector<std::string_view> framesOfArgument(std::string_view text);

/// Frames of a node, the outermost first.
std::vector<std::string_view> framesOf(const CallStacks &stacks, uint32_t node);

} // namespace ws
