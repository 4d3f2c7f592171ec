#pragma once
// The module trees that are made from a trace's run: by nn.Module calls, or by repetition of kernel names.

#include "core/analysis/layers/layertree.h"
#include "core/analysis/modules/capturematch.h"
#include "core/analysis/modules/moduletree_build.h"
#include "widgets/modules/nodenames.h"
#include "widgets/session/runcache.h"

#include <memory>
#include <optional>
#include <vector>

namespace ws {

struct TraceTree
{
    BuiltModuleTree built;
    std::shared_ptr<const NodeNames> names;
    std::vector<uint32_t> sample; ///< by row of the tree: an activity that it counts; UINT32_MAX: none
    QString note = {};            ///< what there is to know of the whole tree; empty: the panel's own

    static TraceTree of(BuiltModuleTree built);
};

/// The attribution with what the capture of the graphs tells.
struct CapturedKey : DerivedKey
{
    using Value = Attribution;
    std::shared_ptr<const Attribution> attribution;
    std::shared_ptr<const CaptureMatch> match; ///< of the same run
    bool operator==(const CapturedKey &) const = default;
    std::optional<Attribution> make(const RunPtr &, const Progress &) const { return attribution->withCapture(match); }
};

struct ModuleTreeKey : DerivedKey
{
    using Value = TraceTree;
    std::shared_ptr<const Attribution> attribution;
    ModuleTreeOptions options;
    bool isKept() const { return !options.range; }
    bool operator==(const ModuleTreeKey &) const = default;
    std::optional<TraceTree> make(const RunPtr &run, const Progress &progress) const;
};

struct LayerTreeKey : DerivedKey
{
    using Value = TraceTree;
    std::shared_ptr<const Steps> steps;
    ModuleTreeOptions options;
    bool isKept() const { return !options.range; }
    bool operator==(const LayerTreeKey &) const = default;
    std::optional<TraceTree> make(const RunPtr &run, const Progress &progress) const;
};

/// The module calls of these rows that are not nested in another of them.
std::vector<EventRef> callsOf(const Attribution &attribution, const BuiltModuleTree &built,
                              const std::vector<uint8_t> &inside);
/// Those of one row, nested ones too: indices into Attribution::modules().
std::vector<uint32_t> callsOfRow(const BuiltModuleTree &built, uint32_t row);
/// From the first to the last GPU work below the row; nothing without any. UINT32_MAX: no row.
std::optional<TimeRange> spanOfRow(const Run &run, const BuiltModuleTree &built, uint32_t row);

} // namespace ws
