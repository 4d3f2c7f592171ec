#pragma once
// `.ncu-rep`: a closed format of Nsight Compute. `ncu --import FILE --csv --page details` writes it as CSV, which is
// read like one that a person made, and kept in the user's cache for the next time that report is opened. ncu is the
// program of the setting "tools/ncu", else the one on PATH; without one the error tells the command to run.

#include "core/readers/toolkit/match.h"

namespace ws {

inline const QString ncuSetting = QStringLiteral("tools/ncu"); ///< a path or a name; empty: ncu on PATH
/// The program that would export a report; empty: none.
QString ncuProgram();

Match matchNcuRep(const Head &head);
/// Errors: Unsupported (no ncu), Unreadable (ncu failed: its own words; or it wrote no table), Cancelled.
Result<RunPtr> readNcuRep(ByteSource &source, Progress &progress);

} // namespace ws
