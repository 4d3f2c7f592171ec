#pragma once
// One row per profiled kernel out of Nsight Compute's many metrics: utilisation, bandwidth, hit rates, occupancy, and
// its bottlenecks: first the rules that ncu printed itself, whole, then thresholds, so that files without rules are
// classified too. All thresholds are relative to the device: an absolute bandwidth says nothing without its peak.

#include "core/model/table.h"

#include <optional>

namespace ws {

struct NcuRule
{
    std::string name; ///< "SOLBottleneck"; empty in console text
    std::string type; ///< "OPT", "WRN", "INF"
    std::string text;
    std::optional<double> speedupPercent; ///< as ncu estimates it
    bool isLocal =
        false; ///< the estimate is of what the rule measures ("Est. Local Speedup"), not of the kernel's time
};

enum class Severity : uint8_t { None, Low, Medium, High };
const char *severityName(Severity severity); ///< "", "low", "medium", "high"

/// Limits below which a value is a bottleneck.
struct NcuThresholds
{
    static constexpr double smPercent = 30;
    static constexpr double memoryBoundPercent = 60; ///< from here on memory bounds the kernel, so SM is no finding
    static constexpr double boundPercent =
        80; ///< as ncu: from here on the kernel is as fast as that part of the device
    static constexpr double l2HitPercent = 70;
    static constexpr double occupancyRatio = 0.8; ///< achieved / theoretical
};

struct NcuKernel
{
    std::string id;
    std::string name;
    std::string grid;
    std::string block;
    std::string device;
    std::string stream;
    std::optional<double> durationUs;
    std::optional<double> smPercent;
    std::optional<double> memoryPercent; ///< of the busiest part of the memory: L1, L2 or DRAM
    std::optional<double> dramPercent;
    std::optional<double> dramGBs;
    std::optional<double> dramBytes; ///< read + written; gives the bandwidth where ncu printed none
    std::optional<double> l1HitPercent;
    std::optional<double> l2HitPercent;
    std::optional<double> achievedOccupancy;    ///< percent
    std::optional<double> theoreticalOccupancy; ///< percent
    std::optional<double> occupancyRatio;       ///< achieved in percent of theoretical, where only that is known
    std::optional<double> registers;      ///< of a thread
    std::vector<NcuRule> rules;

    /// Takes a metric by ncu's name on the details page ("L2 Hit Rate") or the raw page ("lts__t_sector_hit_rate.pct").
    void setMetric(std::string_view metric, std::string_view unit, double value);
};

struct Bottleneck
{
    Severity severity = Severity::None;
    std::string text; ///< one sentence, with the value
};

/// Achieved in percent of theoretical occupancy; nothing where it is not known.
std::optional<double> occupancyOfTheoretical(const NcuKernel &kernel);

/// ncu's own rules, then what is below a threshold. A rule is high from 50 % estimated speedup, medium from 20 % or
/// without an estimate, else low; local estimates are never high. A value below a threshold is medium. The worst rule
/// is first, of equal ones that with the largest estimate. Before them: that the kernel takes what the memory, a
/// cache or the multiprocessors give, and then nothing is below a threshold.
std::vector<Bottleneck> bottlenecks(const NcuKernel &kernel);
/// " (estimated speedup 33.3 %)" at the end of the text of a rule; empty: it has no estimate.
std::string_view speedupOf(std::string_view bottleneck);
Severity worstOf(const std::vector<Bottleneck> &list);

/// Numbers that cannot be what they say: shares above 100 %, and a matrix product that runs long, misses the L2 cache
/// and would yet have moved next to nothing: its GB/s are TB/s (ncu prints each value in the unit that fits, and
/// scripts drop the units). For files without ncu's units.
struct NcuUnitDoubts
{
    std::vector<size_t> wrongBandwidth; ///< indices of kernels
    std::vector<std::string> notes;     ///< one sentence a kind
};
/// The second of them alone: a note for each kind that there is. Also for files with ncu's units.
std::vector<std::string> sharesAbove100(const std::vector<NcuKernel> &kernels);
NcuUnitDoubts ncuUnitDoubts(const std::vector<NcuKernel> &kernels);

/// The kernels of a details page (also of console text, which has the same columns), in order.
std::vector<NcuKernel> ncuKernelsOfDetails(const Table &details);
/// The kernels of a raw page: one row each, columns "metric (unit)".
std::vector<NcuKernel> ncuKernelsOfRaw(const Table &raw);

/// The table of kind "ncu-kernels".
Table ncuKernelTable(const std::vector<NcuKernel> &kernels);

} // namespace ws
