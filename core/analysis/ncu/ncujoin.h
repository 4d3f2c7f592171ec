#pragma once
// Finds the kernel of a timeline that a row of Nsight Compute measured. Each tool runs the program anew, so there is no
// common id and no common time; they share only names, launch grids and their order. ncu often measures a stretch of
// the launches (--launch-skip, --launch-count) or some names (--kernel-name): it searches the launches whose names have
// rows, in order, for the stretch with the rows' names and grids; then the k-th row of a name belongs to the k-th
// launch of that name from there on. Without such a stretch the k-th row of a name and grid belongs to the k-th launch
// of both, then of the name alone. Tools write names differently: with the whole signature, without namespaces and
// casts (ncu's default), or the function alone. So it searches a name in these three forms, one after the other, and a
// launch whose name was matched in one form is excluded from the next. Template arguments tell kernels apart where both
// have them, and so do namespaces: "kernel" is the function of many. Where the timeline has several devices and every
// row names one of them, each device is joined by itself.

#include "core/model/run.h"

#include <optional>
#include <utility>
#include <vector>

namespace ws {

struct NcuJoin
{
    static constexpr uint32_t alone = UINT32_MAX;
    std::vector<uint32_t> activityOfRow;                      ///< by row of the table: index into Run::gpu, or alone
    std::vector<std::pair<uint32_t, uint32_t>> rowOfActivity; ///< (activity, row), ascending
    size_t joined = 0;
    size_t rowsAlone = 0;      ///< rows without a launch
    size_t kernelsAlone = 0;   ///< kernels of the timeline without a row
    size_t gridsDiffer = 0;    ///< pairs whose launch grids are known and differ: the order of launches is not the same
    bool placed = true;        ///< the rows are a stretch of launches; false: each took the next launch of its name
    size_t places = 0;         ///< stretches that fit equally well, with this one; the max of several devices
    size_t launchesBefore = 0; ///< of names that have rows, before the stretch

    std::optional<uint32_t> rowOf(size_t activity) const;
    /// Where less than half of the rows have a launch, or no grid of a pair agrees, the two files have nothing in
    /// common but names.
    bool isOfOneProgram() const { return joined > 0 && joined >= rowsAlone && gridsDiffer < joined; }
};

/// `table`: of kind "ncu-kernels", its rows in the order of launch. O(rows + GPU work).
NcuJoin joinNcu(const Table &table, const Run &timeline);

} // namespace ws
