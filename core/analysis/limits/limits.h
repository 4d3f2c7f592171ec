#pragma once
// Achieved against achievable: which operator call GPU work belongs to, what that call needs (work.h), what the device
// could do at most (devicepeaks.h), and so how much of the time would be left at the limit.
//
// Counted are kernels, sets and copies within a device; copies from and to the host or another device are bound by
// PCIe or NVLink. Work belongs to the outermost operator around its launch, on the launch's thread, for which there are
// numbers: a convolution owns the copies that it makes for itself. Work of a graph's launch has no operator. The rest
// is not covered, and every sum stands beside how much is. A trace of a graph's capture supplies the operators of its
// replays, and names of steps the lengths of attention (furtherowners.h). Rejected: the innermost operator, which
// counts a convolution's layout copies as work of their own.

#include "core/analysis/activityset.h"
#include "core/analysis/limits/devicepeaks.h"
#include "core/analysis/limits/steplengths.h"
#include "core/analysis/limits/work.h"
#include "core/analysis/steps/steps.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/moduletree.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ws {

class CaptureMatch;
struct Gaps;

/// By what a row's need is known.
enum class LimitBasis : uint8_t {
    Shapes,
    StepLengths,         ///< and by lengths in the step's name
    StepLengthsNoWindow, ///< as if no layer had a sliding window: at most
};

enum class BoundBy : uint8_t { Compute, Memory };

/// The time of a call at the limit: the longer of FLOP by peak and bytes by bandwidth.
struct CallLimit
{
    double ns = 0;
    double computeNs = 0, memoryNs = 0; ///< FLOP by peak alone, bytes by bandwidth alone
    BoundBy by = BoundBy::Memory;
    PeakType peak = PeakType::Fp32;
    /// The kernels' names do not say in which arithmetic they compute, and the faster one is taken: the true limit is
    /// no shorter, and as long where memory bounds it by every arithmetic.
    bool isPeakAtMost = false;
    bool isAtLeast() const { return isPeakAtMost && by == BoundBy::Compute; } ///< the share that follows
};

struct LimitRow
{
    StringId name = 0; ///< 0: `printedName`
    std::string shape; ///< "bf16[4096,8192] bf16[8192,1024]": the tensors among the arguments
    CallWork work;     ///< of one call
    uint64_t calls = 0;
    int64_t gpuNs = 0;
    std::optional<CallLimit> limit = {};   ///< nothing: the device, a limit for this type, or a time is not known
    std::string printedName = {};          ///< of a layerwise profile or a capture, with its namespace: "aten::mm"
    LimitBasis basis = LimitBasis::Shapes; ///< others are in no sum
    int64_t lateNs = 0; ///< idle time of the device that such work ended, launched late; 0 as well: not asked for
    uint8_t arithmetic = 0; ///< of all its kernels, as floatArithmeticOf()

    /// The device waited longer for the launches of this work than it worked on it: no limit of the device matters.
    bool isBoundByLaunch() const { return lateNs > gpuNs; }
    std::string_view nameIn(const Run &run) const { return name ? run.text(name) : std::string_view(printedName); }

    double flopPerNs() const { return gpuNs ? double(work.flop) * double(calls) / double(gpuNs) : 0; }
    double bytesPerNs() const { return gpuNs ? double(work.bytes) * double(calls) / double(gpuNs) : 0; }
    double limitNs() const { return limit ? limit->ns * double(calls) : 0; }
    /// Of the device's limit; nothing: not known.
    std::optional<double> share() const
    {
        return limit && gpuNs ? std::optional(limitNs() / double(gpuNs)) : std::nullopt;
    }
};

/// Above this the inputs were still in a cache …
inline constexpr double cachedShare = 1;
/// … and above this perhaps the device, its clock, a shape or the times are not what they seem.
inline constexpr double impossibleShare = 1.2;

/// The rows of one operator, or what one kernel does for rows: a row's need is divided among its kernels by their time.
struct NamedLimit
{
    StringId name = 0;
    uint64_t activities = 0;
    int64_t gpuNs = 0; ///< in rows
    double flop = 0, bytes = 0;
    int64_t limitedNs = 0;     ///< the part of gpuNs in rows with a limit
    double limitNs = 0;        ///< of that part, at the limit
    double computeLimitNs = 0; ///< of limitNs: in rows that arithmetic bounds

    /// Of the device's limit; nothing: not known.
    std::optional<double> share() const
    {
        return limitedNs ? std::optional(limitNs / double(limitedNs)) : std::nullopt;
    }
    /// What bounds most of its time at the limit; meaningful with a share.
    BoundBy by() const { return computeLimitNs * 2 > limitNs ? BoundBy::Compute : BoundBy::Memory; }
};

/// One call of an operator with numbers.
struct LimitCall
{
    uint32_t op = 0;   ///< index into CpuOps; UINT32_MAX: its operator is in a capture, or it is known by a step's name
    uint32_t row = 0;  ///< index into Limits::rows
    int64_t gpuNs = 0; ///< of the GPU work that is looked at
};

/// Times that stand beside one another: a sum over rows is one beside the time of the same rows.
struct LimitSum
{
    int64_t ofNs = 0;         ///< counted GPU work
    int64_t coveredNs = 0;    ///< in rows
    int64_t collectiveNs = 0; ///< of what is not in rows
    int64_t limitedNs = 0;    ///< in rows with a limit
    double limitNs = 0;       ///< of these at the limit
    double matrixNs = 0;      ///< FLOP of matrix products by their peaks
    double memoryNs = 0;      ///< bytes of rows with a limit by the bandwidth

    /// Not in rows, of the work that is no communication.
    double uncoveredShare() const
    {
        const double own = double(ofNs) - double(collectiveNs);
        return own > 0 ? 1 - double(coveredNs) / own : 0;
    }
    /// So little is not covered that the sum is said of the whole.
    bool isOfWhole() const { return limitedNs > 0 && uncoveredShare() <= 0.2; }
    bool operator==(const LimitSum &) const = default;
};

struct StepLimit
{
    uint32_t step = 0; ///< index into Steps::steps
    LimitSum sum;
    int64_t wallNs = 0; ///< the longer of its slice on the CPU and the span of its GPU work
    /// Model FLOP utilisation: what the matrix products of the step need at their peaks, of its wall time, a device.
    /// Nothing: no limits, or less than half is covered.
    std::optional<double> mfu;
    std::optional<double> mbu; ///< the same of the bytes at the device's bandwidth
    bool isAtLeast = false;    ///< of both: more than a fifth is not covered, or some products have no peak
};

struct UncoveredWork
{
    StringId op = 0; ///< the innermost operator; 0: none is known
    int64_t ns = 0;
    bool isCollective = false;
    std::string printedName = {}; ///< of a layerwise profile
};

inline constexpr uint32_t noLimitRow = UINT32_MAX;

/// Counted work of graphs' launches without an operator in the trace, with a capture; attention is in none but the
/// first.
struct GraphCoverage
{
    int64_t graphNs = 0;
    int64_t capturedNs = 0;       ///< in rows
    int64_t ambiguousNs = 0;      ///< several places of the capture with unlike inputs fit
    int64_t unmatchedNs = 0;      ///< not in the capture
    int64_t otherSizeNs = 0;      ///< all captures that fit are of fewer tokens than the step has
    int64_t withoutNumbersNs = 0; ///< the captured operators have no numbers
};

struct WithheldAttention
{
    NoAttention why = NoAttention::NoLengths;
    int64_t ns = 0;
};

struct Limits
{
    std::vector<LimitRow> rows; ///< by time, the longest first
    /// Index into rows, or noLimitRow; by place in LimitOptions::only, without that list by activity.
    std::vector<uint32_t> rowOf;
    std::vector<uint32_t> callOf; ///< index into calls, else as rowOf
    std::vector<LimitCall> calls;
    std::vector<NamedLimit> kernels; ///< by time, the longest first
    std::vector<UncoveredWork> uncovered;
    LimitSum sum; ///< of the run
    PeakChoice device;
    std::vector<StepLimit> steps; ///< with GPU work; empty without steps
    /// Forward passes were computed again within a backward pass: the FLOP are those of the hardware, not of the model.
    bool hasRecomputation = false;
    std::optional<GraphCoverage> graphs; ///< nothing: no capture was given
    std::vector<WithheldAttention> withheldAttention;
    int64_t byStepNs = 0;   ///< in rows whose basis is lengths in names of steps
    bool hasInputs = false; ///< the file has inputs of operators at all
    bool isOfPart = false;  ///< of a range or of chosen work: nothing is said of steps

    /// As rowOf, but noLimitRow also where the row's need is at most so much: for conclusions.
    uint32_t provenRowOf(size_t place) const
    {
        const uint32_t row = place < rowOf.size() ? rowOf[place] : noLimitRow;
        return row == noLimitRow || rows[row].basis == LimitBasis::Shapes ? row : noLimitRow;
    }
};

struct LimitOptions
{
    UserPeaks peaks;
    const Steps *steps = nullptr; ///< null: no sums of steps
    /// Only this GPU work, ascending, in place of all: the operators around its launches alone are looked at.
    const std::vector<uint32_t> *only = nullptr;
    const CaptureMatch *capture = nullptr;                 ///< of the run, by captures with ownOperators(); null: none
    const std::vector<uint8_t> *isCommunication = nullptr; ///< as for busySplit(); null: by the default mapping
    const Gaps *gaps = nullptr;                            ///< of the run, for LimitRow::lateNs; null: not asked for
};

/// Nothing when cancelled. O(GPU work + operators); each distinct name with inputs is evaluated once.
std::optional<Limits> limitsOf(const Run &run, const LimitOptions &options = {}, const Progress *progress = nullptr);

/// Those of the work that intersects the range and is in the set, whole calls; without both of the run. `rowOf` and
/// `callOf` are by activity of the run, and there are no steps. Nothing when cancelled.
std::optional<Limits> limitsWithin(const Run &run, LimitOptions options, std::optional<TimeRange> range,
                                   const ActivitySet *only, const Progress *progress = nullptr);

/// Adds to a sum what GPU work of this duration does for its call: of the call's need the part that it has of its time.
void addWork(NamedLimit &sum, const Limits &limits, const LimitCall &call, int64_t ns);
/// `place`: as in Limits::rowOf; work without a row adds nothing.
void addWork(NamedLimit &sum, const Limits &limits, size_t place, int64_t ns);
void addTo(NamedLimit &sum, const NamedLimit &part);
/// By node of the tree, with all below it. `leaf`: see BuiltModuleTree.
std::vector<NamedLimit> limitsByNode(const Run &run, const Limits &limits, const ModuleTree &tree,
                                     const std::vector<uint32_t> &leaf);
/// Nothing where less than four fifths of the time of a sum are in rows: what its work reaches as a whole is not known.
std::optional<NamedLimit> ofMost(const NamedLimit &sum, int64_t totalNs);

/// By name of the operator, sums over its rows.
std::unordered_map<StringId, NamedLimit> limitsByOperator(const Limits &limits);

/// Whether it is a layerwise profile with a row for each call.
bool hasPrintedCalls(const Run &run);

/// Of a layerwise profile: the kernels of the phases that `phase` names (chosenPhases(); empty: all) by the calls that
/// the profile prints beside them. `rowOf` and `kernels` are empty. Collectives are not told apart. O(kernels).
Limits limitsOfProfile(const Run &run, std::string_view phase = {}, const LimitOptions &options = {});

/// Whether a copy of this name stays within its device.
bool isCopyWithinDevice(std::string_view name);

/// Whether the time of such an activity is bound by the device alone: kernels, sets, copies within it.
bool isBoundByDevice(const Run &run, size_t activity);

/// How a kernel's name says that fp32 is computed; bits that may be joined.
enum FloatArithmetic : uint8_t { NoFloatWord = 0, TensorFloat = 1, PlainFloat = 2, MatrixFloat = 4 };
uint8_t floatArithmeticOf(std::string_view kernel);

/// `arithmetic`: of all kernels of the row. Nothing: a figure that is needed is not known.
std::optional<CallLimit> limitOf(const CallWork &work, uint8_t arithmetic, const DevicePeaks &peaks);

} // namespace ws
