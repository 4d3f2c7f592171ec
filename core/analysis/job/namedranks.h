#pragma once
// Ranks that share one file: traces of schedulers and pipelines without GPU rows name them in their processes and
// threads ("DP rank [0]" / "PP rank 1, TP rank 0, compute"). Each combination of such words is a rank; what a thread's
// name adds tells computation from communication ("pp-comm").
//
// The steps are told from the order of the slices: where the name of each rank's last slice (or computation) is the
// same and occurs equally often in all ranks, each of its slices ends a step. Otherwise the recording is one step.

#include "core/analysis/job/rankdigest.h"

#include <algorithm>

namespace ws {

/// In order of their coordinates; empty: none are named. `part` and the times are set, not the file. Nothing when
/// cancelled. Stages are the names of the slices.
std::optional<std::vector<RankDigest>> namedRanks(const Run &run, const Progress *progress = nullptr);

/// Whether namedRanks() may find some: no GPU work, and two different names of ranks. Fast.
bool hasNamedRanks(const Run &run);

/// "DP rank [0]", "PP rank 1, TP rank 0, compute" → {("DP", 0), ("PP", 1), ("TP", 0)} by their order in the text.
struct RankCoordinate
{
    std::string dimension; ///< "DP", "PP", "TP", "EP", "CP"; empty: just "rank 3"
    int64_t index = 0;
    auto operator<=>(const RankCoordinate &) const = default;
};
/// `rest`: the text behind the last coordinate, without separators; may be null.
std::vector<RankCoordinate> rankCoordinates(std::string_view text, std::string *rest = nullptr);
/// Those of a row by the names of its process and its own; empty: it is of no rank.
std::vector<RankCoordinate> rankCoordinates(const Run &run, const Track &track, std::string *rest = nullptr);
/// "DP 0 · PP 1 · TP 0"
std::string rankLabel(const std::vector<RankCoordinate> &coordinates);

/// Of the slices of one row of computations, from `first` on: sorts them by start and leaves out what lies within
/// another one. What crosses its end, or begins at it, by the rounding of times stays.
template <class Slice> void leaveParts(std::vector<Slice> &slices, size_t first)
{
    constexpr int64_t rounding = 100'000;
    const auto begin = slices.begin() + static_cast<std::ptrdiff_t>(first);
    std::stable_sort(begin, slices.end(), [](const Slice &a, const Slice &b) {
        return a.start < b.start || (a.start == b.start && a.end > b.end);
    });
    int64_t outerEnd = INT64_MIN;
    const auto isPart = [&](const Slice &slice) {
        const bool is = slice.end <= outerEnd && slice.start < outerEnd - rounding;
        outerEnd = std::max(outerEnd, slice.end);
        return is;
    };
    slices.erase(std::remove_if(begin, slices.end(), isPart), slices.end());
}

/// The name that ends the steps of all ranks: that of the last slice of each, or of its last computation, where it
/// occurs equally often in all; 0: none does. `slicesOf(rank)`: with start, end, name and isComm.
template <class Ranks, class SlicesOf> StringId stepEndOf(const Ranks &ranks, SlicesOf slicesOf)
{
    for (const bool isOfAll : {true, false}) {
        StringId name = 0;
        size_t count = 0;
        bool isOne = true;
        for (const auto &rank : ranks) {
            int64_t last = INT64_MIN;
            StringId own = 0;
            for (const auto &slice : slicesOf(rank))
                if ((isOfAll || !slice.isComm) && slice.end >= last) {
                    last = slice.end;
                    own = slice.name;
                }
            size_t times = 0;
            for (const auto &slice : slicesOf(rank))
                times += slice.name == own;
            isOne = isOne && own && (name == 0 || (own == name && times == count));
            name = own;
            count = times;
        }
        if (isOne && count > 1)
            return name;
    }
    return 0;
}

} // namespace ws
