#pragma once
// What changed between two runs, A and B, and whether that may be said at all. Window, command line and report all read
// this one structure, so that none of them judges by itself.
//
// Runs are judged per unit of work (a step, else the repetition of a kernel that both have), never by the length of
// their recordings. A difference of medians counts only beyond its noise (statistics.h). Whatever is not decided is
// Inconclusive, with the reason; there is no percentage in its place. Everything adds up in integer nanoseconds: the
// parts of a unit to its wall time, the rows of a table to the total of the run, so the rows' Δ to the total Δ. With A
// and B exchanged every Δ is the negative.

#include "core/analysis/budget/budget.h"
#include "core/analysis/compare/statistics.h"
#include "core/analysis/compare/workchange.h"
#include "core/analysis/ncu/ncupairs.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/trust/trust.h"
#include "core/base/stringpool.h"
#include "core/model/torchbalance.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

enum class Verdict : uint8_t {
    SameFile,
    Neutral, ///< the difference is within the noise
    Slower,  ///< B takes longer than A, beyond the noise
    Faster,
    Inconclusive,  ///< too few units, or none that both have
    NotComparable, ///< a field blocks: the runs do different work; or one cannot be relied on
};
/// In files: "same", "neutral", "regression", "improvement", "inconclusive"; of runs that are not comparable, too.
std::string_view verdictId(Verdict verdict);

/// One condition of the comparison.
struct ComparedField
{
    enum State : uint8_t {
        Same,
        Warns,   ///< differs: the numbers stand, but this may explain them
        Blocks,  ///< differs: they do different work
        Unknown, ///< at least one file does not say
    };
    std::string id; ///< "content", "gpu", "devices", "world", "rank", "graphs", "complete", "phase", "batch", "engine",
                    ///< "kernels", "stacks"
    QString title;
    QString a, b; ///< the values; empty: not in the file
    State state = Unknown;
    QString consequence; ///< one sentence; empty: none
};
/// In files: "same", "warns", "blocks", "unknown".
std::string_view fieldStateId(ComparedField::State state);

/// The units of one run that were compared.
struct UnitSamples
{
    uint64_t found = 0;        ///< in the recording, also those that it cuts or that have no partner
    uint64_t foundWindows = 0; ///< of repetitions, on all devices; 0: of steps
    uint64_t count = 0;        ///< units: steps, or repetitions on one device
    uint64_t windows = 0;      ///< their windows on all devices: count × devices, mostly
    SampleStats wall;          ///< over the windows; its error is that of `count` samples, because devices of one job
                               ///< run in step
    std::vector<DeviceWindow> places; ///< the windows, by device and begin
    std::vector<uint32_t> steps;      ///< parallel to places: index into the steps below
    bool isWithoutFirst = false;      ///< the first step of the recording is left out
    int64_t stepNs = 0; ///< the median time of these steps on the CPU, where at least one window ends with its work and
                        ///< not with the next step; 0: every window does, or the CPU does not name them
    uint64_t partsOfPeriod = 0; ///< of repetitions: so many make one period that the run repeats by itself; 0: none
};

/// Two units that were compared with each other; noStep: unpaired.
struct UnitPair
{
    uint32_t a = UINT32_MAX, b = UINT32_MAX; ///< index into the steps below
    QString why = {};                        ///< of unpaired ones; empty: paired
};

struct ComparedUnit
{
    enum Kind : uint8_t { None, Step, Repetition };
    Kind kind = None;
    QString name;    ///< phase of the steps with batch and tokens, or the anchor kernel; empty: None
    QString whyNone; ///< why there is no unit
    UnitSamples a, b;
    bool ofSums = false; ///< steps of a layerwise profile: their times are sums of GPU work, there are no windows
    Difference wall;     ///< of the medians, with its noise
    std::vector<UnitPair> pairs;                 ///< of all phases
    std::shared_ptr<const Steps> stepsA, stepsB; ///< named steps, or the repetitions; null: None
};

/// What a mean unit is made of, on one device; whole nanoseconds that add up to wallNs.
struct Explanation
{
    bool known = false;
    WallBudget a, b, delta;    ///< per unit and device; delta = b − a
    WallBudget wholeA, wholeB; ///< over the whole recordings, summed over the devices

    /// Part of delta.computeNs; they add up to it.
    struct Part
    {
        enum Kind : uint8_t {
            Count,   ///< kernels of both runs that ran more or less often
            Mean,    ///< … that took longer or shorter each time
            Shape,   ///< … that ran with other launch grids
            Added,   ///< kernels only in B
            Removed, ///< kernels only in A
            Overlap, ///< work that ran at the same time as other work
        };
        Kind kind = Count;
        int64_t ns = 0;
    };
    std::vector<Part> compute;

    /// A sentence that fits these numbers, and the rows it is about.
    struct Reading
    {
        std::string id; ///< explain.h, sumreadings.h: "all-slower", "waits" …
        QString text;
        int64_t ns = 0;                    ///< per unit and device; of sums: the change of their total
        std::string key = {};              ///< the row of the kernel table; empty: none
        EventRef placeA = {}, placeB = {}; ///< an example in each run; invalid: none
    };
    std::vector<Reading> readings; ///< the largest first
};

enum class DiffBy : uint8_t { Stage, Module, Layer, Family, Kernel, Operator, Line, Step, Api, Row };
constexpr size_t diffByCount = 10;
/// In files and on the command line: "stage", "module", "layer", "family", "kernel", "operator", "line", "step", "api",
/// "row".
std::string_view diffById(DiffBy by);
std::optional<DiffBy> diffByFromId(std::string_view id); ///< also "op"

/// What the times of a row are. Those of different kinds overlap, so they are never added up; in the order of tables.
enum class CountedTime : uint8_t { Kernels, Copies, Operators, ApiCalls, OsCalls, Ranges, Other };
/// In files: "kernels", "copies", "operators", "api", "os", "ranges", "other".
std::string_view countedTimeId(CountedTime of);

/// One side of a row.
struct DiffSide
{
    uint64_t count = 0;
    bool countsCalls = true; ///< of the row; false: GPU work is counted, and there are no times per call
    int64_t totalNs = 0;    ///< over the whole recording
    int64_t besideNs = 0;   ///< of it, the time of kernels while other kernels run on their device
    uint64_t unitCount = 0; ///< within the compared units …
    int64_t unitNs = 0;
    uint64_t steps = 0; ///< of a layerwise profile: the row is of the mean of so many steps, which are the units
    SampleStats
        call; ///< of single calls within the units, without units of all; only count where the file has sums only
    SampleStats ofUnits;              ///< of its time in each unit that it has work in; without units nothing
    uint64_t outliers = 0;            ///< calls of more than twice the median …
    int64_t outlierNs = 0;            ///< … and the time they take beyond it
    std::vector<StringId> names = {}; ///< of the run: kernels, or the operator; empty: not names of slices
    EventRef place = {};              ///< its first work or call; invalid: not in a timeline
    DiffWork work = {};               ///< only where limits are asked for

    bool exists() const { return count || totalNs; }
};

struct DiffRow
{
    enum Status : uint8_t {
        Same, ///< no change beyond the spread between units, and hardly any at all
        Slower,
        Faster,
        Added,
        Removed,
        Renamed, ///< another name, and none of the changes before
        Unclear, ///< it differs, and the spread between units, if there are any, does not tell that from noise
    };
    /// Lone: the only kernel of each run. Launches: with the same launches, where all other calls are the same. All but
    /// Exact may be other work.
    enum Match : uint8_t { Exact, Order, Family, Module, Stage, Lone, Launches, None };
    bool mayBeOtherWork() const { return match == Lone || match == Launches; } ///< only launches speak for the pair
    enum Work : uint8_t { Computation, Communication, Copy }; ///< of kernels; else Computation

    std::string key;  ///< in A, else in B; a rest begins with "("
    std::string keyB; ///< where it has another name in B
    std::string part; ///< of text tables: which table; of layerwise profiles: which kind of phases; else empty
    DiffSide a, b;
    Status status = Same;
    Match match = None;
    Work work = Computation;
    CountedTime of = CountedTime::Kernels;
    Difference call;  ///< of the medians of single calls
    Difference units; ///< of the medians of what the row takes in a unit
    /// The part of it whose median call changes beyond the noise where the row's own does not: the module in which a
    /// kernel is slower, or the kernel of a module. Empty: none.
    std::string inside;
    Difference insideCall;
    bool cutA = false, cutB = false; ///< of steps: the recording cuts it, so its times are too small
    double shapeNs = 0;              ///< the part of it that comes from another mix of launch grids; 0: not known
    double unitDeltaNs = 0;          ///< per unit and device: what it contributes to the change of a unit
    /// Why its times do not tell which side is faster: the calls work on inputs of other sizes, or on more threads that
    /// take longer (fewer that take less) where no inputs are known, most of the run does
    /// (DiffTable::scale), more of them lie beside other kernels, or there are more or fewer copies, or copies of other
    /// sizes; several names that the table cuts are alike, so that the row may be of two kernels; two ranks of one
    /// job wait for each other in them; or the compiler gives many kernels this name.
    enum Doubt : uint8_t {
        NoDoubt,
        OtherShapes,
        OtherGrids,
        OtherWork,
        Neighbours,
        OtherCopies,
        CutNames,
        OtherRank,
        SharedName
    };
    Doubt doubt = NoDoubt;
    double threads = 1;   ///< of a call, B ÷ A, by the launch grids; 1: not known
    std::string memoryA = {}, memoryB = {}; ///< of copies of other memory: "pageable", "pinned"; else empty
    bool notable = false; ///< more than jitter: by its median call, its number of calls, or single long calls
    std::optional<double> bandwidthA = {}, bandwidthB = {}; ///< of copies in tables with sizes; GB/s
    std::optional<WorkChange> change = {};                  ///< only where limits are asked for and known

    int64_t deltaNs() const { return b.totalNs - a.totalNs; }
    /// It is of the mean steps of a phase of both.
    bool isOfSteps() const { return a.steps && b.steps; }
    /// Total ÷ count; nothing without calls.
    std::optional<double> perCallA() const;
    std::optional<double> perCallB() const;
    std::optional<double> ratio() const; ///< per call, B ÷ A; without calls, and of mean steps, of the totals
};
/// "same", "slower", "faster", "added", "removed", "renamed", "unclear"
std::string_view diffStatusId(DiffRow::Status status);
/// "exact", "order", "family", "module", "stage", "lone", "launches", "none"
std::string_view diffMatchId(DiffRow::Match match);

/// The same calls do more or less work in B, because a batch, a sequence or a problem has another size.
struct WorkScale
{
    double factor = 1;      ///< work of a call, B ÷ A
    double timePerWork = 1; ///< time of these calls, B ÷ A, ÷ factor
    bool isOfInputs = true; ///< known from the operators' inputs; false: from the threads of launch grids
    uint64_t kernels = 0;   ///< that show it
};

struct DiffTable
{
    DiffBy by = DiffBy::Kernel;
    QString what;              ///< what is counted: "GPU work", "CPU calls (self time)" …
    std::vector<DiffRow> rows; ///< by what they contribute: per unit where units are known, else by total
    DiffSide a, b;             ///< sums of the rows
    /// The rows whose times may be added up; CountedTime::Other by part.
    struct Sum
    {
        CountedTime of = CountedTime::Kernels;
        std::string part; ///< only of CountedTime::Other
        DiffSide a, b;
        int64_t deltaNs() const { return b.totalNs - a.totalNs; }
    };
    std::vector<Sum> sums;                      ///< in the order of the rows
    const Sum *sumOf(const DiffRow &row) const; ///< the one that has the row
    uint64_t windowsA = 0, windowsB = 0;        ///< what "per unit" divides by; 0: no units
    uint64_t tokensA = 0, tokensB = 0;          ///< of the steps of these windows; 0: not known of all
    DiffSide unmatchedA, unmatchedB;            ///< the rows that only one run has
    QString missing;                            ///< why there are no rows; empty: there are
    std::optional<WorkScale>
        scale;             ///< with it no row is slower or faster; nothing: the calls do the same, as far as known
    bool ofPhases = false; ///< of layerwise profiles: times are those of the mean step of each phase
    PairLimits limits;     ///< with which DiffSide::work was made

    int64_t deltaNs() const { return b.totalNs - a.totalNs; }
};

/// Calls of a kernel that count as units where the files hold sums: tokens, or steps.
struct CountedUnit
{
    std::string kernelA, kernelB; ///< empty: none was asked for, or `problem`
    uint64_t a = 0, b = 0;
    int64_t kernelsNsA = 0, kernelsNsB = 0; ///< the kernels of all units, without copies
    QString problem;                        ///< why what was asked for cannot be counted

    bool isKnown() const { return a && b; }
};

/// Pairs of single calls that alignment within a unit found.
struct AlignmentResult
{
    uint64_t a = 0, b = 0; ///< kernels of the aligned units
    uint64_t byName = 0;   ///< pairs of equal names
    uint64_t byOrder = 0;  ///< all pairs
};

struct Comparison
{
    QString labelA, labelB;
    Verdict verdict = Verdict::Inconclusive;
    QString headline;    ///< the verdict as one sentence
    QStringList reasons; ///< of the verdict, the gravest first
    std::vector<ComparedField> fields;
    ComparedUnit unit;
    CountedUnit counted; ///< only of sums, which have no `unit`
    Explanation explanation;
    AlignmentResult alignment;
    std::optional<WorkScale> scale;                  ///< of the table of kernels
    std::shared_ptr<const std::vector<NcuPair>> ncu; ///< kernels that Nsight Compute measured in both; null: none
    std::vector<NamedBalance> balances; ///< of tables of torch: A, B, and totals of their document without a table
    std::shared_ptr<const std::vector<TrustFinding>> trustA, trustB; ///< of the recordings; null: without GPU work
    Fit fitA, fitB;             ///< whether the recordings can be relied on; with "no" nothing is compared
    std::vector<DiffBy> tables; ///< the kinds of which both runs have something, the most useful first

    /// In at least one of the runs these TrustNumbers (combined) mean nothing.
    bool withholds(uint16_t numbers) const
    {
        return isWithheld(trustA.get(), numbers) || isWithheld(trustB.get(), numbers);
    }
    bool isComparable() const { return verdict != Verdict::NotComparable; }
    /// B ÷ A − 1 of the unit's median wall time; nothing unless the verdict rests on it.
    std::optional<double> change() const;
};

} // namespace ws
