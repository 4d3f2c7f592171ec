#pragma once
// `.nsys-rep` (before 2021: `.qdrep`): a closed format of Nsight Systems. `nsys export --type sqlite` converts it to
// a database in a temporary folder, which is read and kept as long as the run (rows are fetched from it on demand).
// nsys is the program in the setting "tools/nsys", else the one on PATH; without one the error says which command to
// run.

#include "core/readers/toolkit/match.h"

namespace ws {

inline const QString nsysSetting = QStringLiteral("tools/nsys"); ///< a path or a name; empty: nsys on PATH
/// The program that would export a report; empty: none.
QString nsysProgram();

Match matchNsysRep(const Head &head);
/// Errors: Unsupported (no nsys), Unreadable (nsys failed: its message), Cancelled, and those of the sqlite reader.
Result<RunPtr> readNsysRep(ByteSource &source, Progress &progress);

} // namespace ws
