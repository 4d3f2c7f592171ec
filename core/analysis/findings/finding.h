#pragma once
// What holds a unit of work back, with the evidence: one finding each for what takes at least 2 % of the unit. A
// finding concerns one device of the budget and the unit that the device's budget is of, so its times are parts of that
// bar. No device's findings say what it waited for on another one. Each rule is a file of its own, which says its
// threshold and when it is silent; docs/findings.md lists them all.
//
// What a unit could win respects what bounds it: where the CPU launches work only after the GPU has become idle, a
// shorter kernel before that, also some kernels before, only makes the gap longer. Such time is in `ns`, but not in
// `winNs`. A finding of which nothing remains is hidden by the launch limit.
//
// Rejected: estimates of how much a remedy brings (nobody can know), and findings by texts of names alone where the
// numbers do not agree.

#include "core/analysis/budget/runbudget.h"
#include "core/analysis/trust/trust.h"

#include <array>
#include <string>
#include <vector>

namespace ws {

constexpr double minFindingShare = 0.02; ///< of the unit

enum class FindingKind : uint8_t {
    Win,  ///< time that the unit could win at most
    Note, ///< of the recording: units or numbers that something spoils; no part of the budget
};

/// Collectives whose messages are so small that they transfer in a fraction of their time.
struct SmallCollectives
{
    uint64_t count = 0, of = 0; ///< that take longer than they need, and all
    int64_t bytes = 0;          ///< of the largest message of the former
    int64_t medianNs = 0;       ///< of their durations
    int64_t waitsNs = 0;  ///< of their time at least, in all
};

struct FindingPlace
{
    EventRef slice;  ///< invalid: only a time
    TimeRange range; ///< what to show
};

/// The meaning of the numbers that a rule does not use is none, they are 0 or empty.
struct Finding
{
    std::string id; ///< of the rule: "launch-bound"
    FindingKind kind = FindingKind::Win;
    uint16_t device = 0;  ///< index into GpuWork::devices
    int64_t ns = 0;       ///< of the unit, or for a Note of all units concerned
    int64_t winNs = 0;    ///< the part that a unit could win at most; 0 for a Note
    double share = 0;     ///< ns ÷ wall of the unit, or of the units concerned
    uint64_t count = 0;   ///< gaps, calls, kernels, copies or units that it is made of …
    uint64_t of = 0;      ///< … among so many
    int64_t medianNs = 0; ///< duration of one of them …
    int64_t maxNs = 0;    ///< … and of the longest
    int64_t everyNs = 0;  ///< launch-bound: from launch to launch, the median
    int64_t bytes = 0;    ///< exposed-copies: of `bytesOf` copies …
    int64_t bytesNs = 0;  ///< … which took so long together
    uint64_t bytesOf = 0;
    int64_t afterCopyNs = 0; ///< blocking-call, idle-after-call: of the gaps before which the device may have copied to
                             ///< the host
    int64_t toDeviceNs = 0;  ///< blocking-call, idle-after-call: of the gaps whose call copies to the device …
    int64_t afterUploadNs = 0; ///< … or before which the device has copied from the host
    bool isPageable = false; ///< exposed-copies: of memory that is not pinned, which its name may say as well
    int64_t nameNs = 0; ///< how much of `ns` is, exposed-…: while work of that name runs; blocking-call: in calls of
                        ///< that name; launch-bound: before work of that name
    int64_t launchNs = 0; ///< blocking-call: how much of `ns` the launching calls at the ends of the gaps run
    int64_t sinceLaunchNs = 0; ///< idle-after-call: from the launch on until the work begins, where it takes long
    std::array<int64_t, budgetPartCount> ofParts{}; ///< Win: by BudgetPart, what `ns` is made of
    Gap gap;                                        ///< of gaps: the longest; of length 0: none
    std::string name; ///< kernel, copy or call; outlier-layers: numbers of layers, "0, 17"; launch-bound:
                      ///< empty where the gaps are before work of several names
    std::string built, architecture; ///< old-architecture: "sm80", "sm90"; slower-type: "tf32", "bf16"
    EventRef op;                     ///< the operator around the call
    std::string line;                ///< the own Python frame around the call, its source line; empty: none
    double ofLimit = 0;              ///< time at the device's limit by time; 0: not known
    double left = 1;                 ///< the part of `ns` that could be won, if no late launch hid it
    bool areWeights = false;         ///< skinny-products: the second operand of most of them is the larger one
    bool isBatched = false;          ///< skinny-products: both operands of most of them are batches
    std::string shape;               ///< far-from-limit, skinny-products, slower-type: of the operator `name`
    double rate = 0;                 ///< far-from-limit: TFLOP/s, or GB/s where …; plain-fp32: TF32 by FP32
    bool isBoundByMemory = false;    ///< … the bandwidth is its limit
    uint64_t nameCount = 0;          ///< exposed-…, launch-bound: how many of `count` have that name
    bool isOfModel = false;          ///< cpu-pause: operators or modules fill most of it
    bool isOneThread = false;        ///< small-grid: nearly all of it is of kernels with a single thread
    bool isPlainSingle = false;      ///< one-kernel: a matrix product in FP32 without tensor cores
    int64_t transferNs = 0; ///< exposed-communication: how long HCCL's planes transfer while any communication runs …
    int64_t onlyWaitsNs = 0;         ///< … and how long they do nothing but wait; both 0: not recorded
    SmallCollectives small;          ///< exposed-communication
    bool isWithoutComputation = false; ///< exposed-communication: too little is computed to hide it behind
    bool isOfSeveral = false;        ///< exposed-communication: that of other devices is in the file, too
    bool isGraph = false;            ///< launch-bound: most launches are of graphs
    bool hasPauses = false;          ///< launch-bound: longer late gaps are findings of their own
    bool isFirst = false; ///< outlier-units, outlier-call: they are the first ones of their kind, nothing else is slow
    bool isSlowedByProfiler = false;  ///< call stacks, or the profiler's own work in these gaps: without, less is late
    std::vector<FindingPlace> places; ///< up to five, the gravest first

    /// Of no use before the launches come earlier.
    bool isHidden() const { return kind == FindingKind::Win && double(winNs) < left * double(ns) / 10; }
};

/// What a finding is about besides its rule, to tell whether two are of the same matter, also in another run: the
/// operator (without one the call) and its own function, the kernel, the architectures; empty: the rule alone says it.
std::string findingSubject(const Run &run, const Finding &finding);

/// All of the same run.
struct FindingInput
{
    const Run &run;
    const Steps &steps; ///< named ones; may be empty
    const Gaps &gaps;
    const RunBudget &budget;
    const std::vector<uint8_t> &isCommunication; ///< as for busySplit()
    const std::vector<TrustFinding> &trust;
};

/// Of the main device: wins by what they could win, then those that are hidden, then notes. Empty: nothing takes 2 %,
/// or there is no GPU work. Nothing when cancelled. O(GPU work + gaps × log n + names of kernels × rules of the default
/// mapping); reads the texts of up to eight copies.
std::optional<std::vector<Finding>> findFindings(const FindingInput &input, const Progress *progress = nullptr);

/// The wins of the other devices that have units of their own (or spans, where the budget is of these), hidden ones
/// left out; by device, each in the order above. Notes are of the recording, so the main device's suffice. O(devices ×
/// the above).
std::optional<std::vector<Finding>> findOnOtherDevices(const FindingInput &input, const Progress *progress = nullptr);

} // namespace ws
