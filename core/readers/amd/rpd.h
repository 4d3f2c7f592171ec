#pragma once
// `.rpd`, the database of rocmProfileData: what ran on the GPUs (rocpd_op), the calls (rocpd_api), which call caused
// which work (rocpd_api_ops), the sizes of launches and copies, clocks and power (rocpd_monitor). See docs/formats.md.

#include "core/readers/toolkit/match.h"
#include "core/readers/toolkit/sqlitefile.h"

namespace ws {

bool isRpd(const SqliteFile &file);
/// Errors: Unsupported (no timeline in it), Cancelled, TooLarge.
Result<std::shared_ptr<Run>> readRpd(const SqliteFile &file, const FileStamp &stamp, Progress &progress);

} // namespace ws
