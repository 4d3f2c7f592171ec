#pragma once
// Changes that a row hides: a kernel that is slower in one module of many leaves the median of all its calls as it was,
// and so does one kernel of a module. The calls of a row are divided once more, by module or by kernel, and each part
// is tested like a row, with a threshold for the number of all parts. Only for differences().

#include "core/analysis/compare/workkeys.h"

namespace ws {

struct InsideSide
{
    const ComparedRun &run;
    const WorkKeys &keys;
    const std::vector<uint32_t> &rowOfKey;
    const UnitSamples *unit; ///< null: the calls of the whole recording
};

/// Fills DiffRow::shapeNs: what a unit takes longer because a kernel ran with other launch grids more often, though it
/// takes as long with each. Nothing where a file has no grids. O(GPU work).
void findShapeMix(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b);

/// Finds rows of other shapes (DiffRow::doubt) where the operators' inputs are known. Of rows of kernels (`areKernels`)
/// what calls of B do beside those of A: the k-th call of a row beside the k-th, where both ran it as often. By the
/// inputs of operators, where one of their sizes is a multiple or a part, else by the threads of launch grids. Only
/// where four fifths of that time, and most of all of the kernels' time, have one factor that is far from 1. O(GPU
/// work).
std::optional<WorkScale> findOtherWork(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b,
                                       bool areKernels);

/// Finds rows of copies of other sizes (DiffRow::doubt) and of other memory (DiffRow::memoryA), by the call of median
/// time on each side, which is read from the file. Nothing where files keep no sizes, or lie on other machines. O(GPU
/// work).
void findOtherCopies(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b);

/// Fills DiffRow::inside of rows of more than one part. O(GPU work).
void findInside(std::vector<DiffRow> &rows, const InsideSide &a, const InsideSide &b, bool byModule);

} // namespace ws
