#pragma once
// A loaded file. A Run never changes after loading: it is shared between views and worker threads as
// shared_ptr<const Run>. What depends on a choice (mapping, attribution, range) is derived elsewhere, never stored
// here. Parts may be empty: a torch table has no timeline, a trace has no tables; views show what exists.

#include "core/base/diagnostics.h"
#include "core/base/jsonbox.h"
#include "core/base/stringpool.h"
#include "core/io/bytesource.h"
#include "core/model/gpuwork.h"
#include "core/model/moduletree.h"
#include "core/model/table.h"
#include "core/model/timeline.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

class EventText;

struct RunInfo
{
    FileStamp stamp;
    std::string format; ///< id of the format table: "kineto", "chrome", "torch-table" …
    Container container = Container::Plain;
    bool complete = true; ///< false: the container or the content ended early, see the diagnostics
    uint64_t totalEvents = 0;
    std::map<std::string, uint64_t> byPhase; ///< `ph` as is, "None" without
    uint64_t slices = 0;                     ///< X with a usable ts + matched B/E pairs
    uint64_t counterEvents = 0;
    uint64_t gpuAnnotations = 0;
    std::optional<int64_t> baseTimeNs;
    uint32_t recording = 0; ///< its number from 1 on, where the file holds several one after the other; else 0
    JsonBox header;         ///< all top-level keys but traceEvents
    std::vector<std::pair<std::string, std::string>> facts; ///< further lines for the File tab, (name, value)
};

struct Run
{
    /// Where the values of columns lie that the run does not own; the first member, so that it goes last.
    std::shared_ptr<const void> storage;
    RunInfo info;
    StringPool strings;
    Timeline timeline;
    GpuWork gpu;
    Launches launches;
    CpuOps ops;
    std::vector<ModuleTree> layerwise; ///< vLLM layerwise profiles: one per phase and view
    std::vector<Table> tables;
    Diagnostics diagnostics;
    std::shared_ptr<const SeekIndex> seek;          ///< to find the bytes of an event again; null: not available
    std::shared_ptr<const EventText> eventText;     ///< null: the format keeps no text per event
    std::vector<std::shared_ptr<const Run>> others; ///< recording 1: the further ones of its file, in their order

    std::string_view text(StringId id) const { return strings.view(id); }
    /// Of events and names; without what is derived from them.
    size_t memoryBytes() const { return timeline.memoryBytes() + gpu.memoryBytes() + strings.memoryBytes(); }
};

/// A file is one run, whatever it holds; only recordings that were written one after the other into one file are a run
/// each. Several files are several runs.
using RunPtr = std::shared_ptr<const Run>;

} // namespace ws
