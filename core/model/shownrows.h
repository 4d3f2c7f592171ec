#pragma once
// Gives the slices that a builder got since the last time to the preview of a load, and the names of their rows.

#include "core/base/loadpreview.h"
#include "core/model/rawtrack.h"
#include "core/model/run.h"

#include <unordered_map>

namespace ws {

class ShownRows
{
public:
    /// By pid << 32 | tid: label and sort index.
    using ThreadNames = std::unordered_map<uint64_t, std::pair<StringId, int64_t>>;

    /// `raw`: parallel to the run's tracks. Ten times a second at most; does nothing in between.
    void write(LoadPreview &preview, const Run &run, const std::vector<RawTrack> &raw, const ThreadNames &names);

private:
    struct Shown
    {
        size_t row;      ///< of the preview
        uint32_t slices; ///< of the track, that it has
    };
    LoadPreview::RowName nameOf(const Run &run, const Track &track, const ThreadNames &names) const;

    std::unordered_map<size_t, Shown> m_shown; ///< by track
};

} // namespace ws
