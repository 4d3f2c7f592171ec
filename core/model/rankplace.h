#pragma once
// Where the run of a file stands in its job: rank, stage, host. The file's own words count first (distributedInfo),
// then what the profiler wrote beside it (Ascend's profiler_info_<rank>.json), then the names of file and folders
// ("…-rank-3.json", "trace-TP-0.json.gz", "stage_1/…"; "plugins/profile/RUN/HOST.xplane.pb").

#include "core/model/run.h"

#include <optional>
#include <string>

namespace ws {

struct RankPlace
{
    std::optional<int64_t> rank;
    std::string stage, host; ///< empty: not known
};

RankPlace rankPlaceOf(const Run &run);
/// Of a file that need not be a run; only its name and folders count.
RankPlace rankPlaceOf(const QString &path);

/// distributedInfo.rank; none: not in the file.
std::optional<int64_t> rankOf(const Run &run);
/// Also of what the profiler wrote beside the file; nothing from names of files.
std::optional<int64_t> recordedRankOf(const Run &run);
/// distributedInfo.world_size.
std::optional<int64_t> worldSizeOf(const Run &run);

} // namespace ws
