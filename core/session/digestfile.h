#pragma once
// Digests as files (*.wsd, docs/digest.md): what `warpscope-cli digest` leaves beside a trace, so that a job of a
// thousand ranks can be looked at without the traces. Lines that begin with "warpscope-digest" and the version, then
// one compressed block with its length and checksum, in which all numbers are variable-length and times are
// differences. A version that this program does not read, and every damage, is refused; nothing is guessed.
// Rejected: JSON (a thousand digests took eight seconds to parse), SQLite (three times the size).

#include "core/analysis/job/rankdigest.h"
#include "core/base/result.h"

namespace ws {

/// 2: queued gaps are idle time "launched before"; 3: whatever the CPU waits for meanwhile, and a step ends where the
/// next one begins; 4: where computation runs beside collectives; 5: how
/// long Ascend's planes transfer in them.
inline constexpr int digestVersion = 5;
/// What versions 3 and 4 lack is not told of their steps; older ones would tell other numbers.
inline constexpr int oldestDigestVersion = 3;

/// The content of a file; the ranks of one trace together.
std::string writeDigests(const std::vector<RankDigestPtr> &digests);
/// Errors: UnknownFormat, Unsupported (another version), Malformed with the byte.
Result<std::vector<RankDigestPtr>> readDigests(std::string_view bytes);

/// Errors: also NotFound, Unreadable, TooLarge.
Result<std::vector<RankDigestPtr>> loadDigests(const QString &path);
bool isDigestFile(const QString &path); ///< by its first bytes

} // namespace ws
