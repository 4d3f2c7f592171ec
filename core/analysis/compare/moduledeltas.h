#pragma once
// The module trees of two runs as one: every row of either tree is one row, with what it takes in A and in B. Children
// of two rows that are the same pair by kind and name; of what is left, kernels by signature and family, modules by the
// modules below them, and the last kernel of a module with the last one of the other if they are called as often.
// Whatever has no partner is added or removed, with everything below it. Own times add up: over all rows but kernels,
// which repeat the time of their module, the own Δ make the total Δ.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"
#include "core/model/moduletree.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

struct ModuleCost
{
    uint64_t calls = 0;
    int64_t totalNs = 0, ownNs = 0;         ///< over the whole recording; own: without the modules below
    int64_t unitTotalNs = 0, unitOwnNs = 0; ///< within the compared units of all devices
};

struct ModuleDelta
{
    enum Status : uint8_t { Both, Renamed, Added, Removed };

    std::string name;  ///< in A, else in B
    std::string nameB; ///< of Renamed
    uint32_t parent = UINT32_MAX, firstChild = 0, childCount = 0;
    uint32_t depth = 0;
    ModuleNode::Kind kind = ModuleNode::Module;
    Status status = Both;
    ModuleCost a, b;
    EventRef placeA, placeB; ///< its first call or GPU work; invalid: not in a timeline
};

struct ModuleDeltas
{
    std::vector<ModuleDelta> rows; ///< breadth-first, children contiguous; siblings by |Δ|, see delta()
    uint32_t rootCount = 0;
    ModuleCost a, b;                     ///< sums of the roots
    uint64_t windowsA = 0, windowsB = 0; ///< what "per unit" divides by; 0: no units
    QString missing;                     ///< why there are no rows; empty: there are
    bool ofPhases = false;               ///< of layerwise profiles: the mean step of each phase

    bool perUnit() const { return windowsA && windowsB; }
    /// Per unit and device where units are known, else over the whole recording; ns.
    double shown(const ModuleCost &cost, bool isOwn, bool isB) const;
    double delta(const ModuleDelta &row, bool isOwn) const
    {
        return shown(row.b, isOwn, true) - shown(row.a, isOwn, false);
    }
};

/// Nothing when cancelled. O(GPU work + rows × log rows), plus that of the attribution.
std::optional<ModuleDeltas> moduleDeltas(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                         const Progress *progress = nullptr);

} // namespace ws
