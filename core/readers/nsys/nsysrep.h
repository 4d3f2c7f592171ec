#pragma once
// `.nsys-rep` (before 2021: `.qdrep`): a closed format of Nsight Systems. `nsys export --type sqlite` converts it to
// a database, which is kept beside the report under the name that nsys itself would choose, or in the cache where that
// folder cannot be written or another file has the name, and used again while the report is not newer.
// nsys is the program in the setting "tools/nsys", else the one on PATH; without one the error says which command to
// run.

#include "core/readers/toolkit/match.h"

namespace ws {

inline const QString nsysSetting = QStringLiteral("tools/nsys"); ///< a path or a name; empty: nsys on PATH
/// The program that would export a report; empty: none.
QString nsysProgram();
/// Takes this program, a path or a name, instead of that of the settings. Not while files are being read.
void useNsysProgram(const QString &program);

Match matchNsysRep(const Head &head);
/// Errors: Unsupported (no nsys), Unreadable (nsys failed: its message), Cancelled, and those of the sqlite reader.
Result<RunPtr> readNsysRep(ByteSource &source, Progress &progress);

} // namespace ws
