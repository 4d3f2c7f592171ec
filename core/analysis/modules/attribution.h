#pragma once
// The nn.Module that each GPU activity belongs to, and how certain that is. Derived from a Run and a choice of rule,
// never stored in the Run; immutable. Two rules, of which the second only adds:
//   Stack  the innermost nn.Module slice on the launching thread that contains the launch's start.
//   All    for the rest: the module around the operator that launched it (by External id where the file has no
//          launch, by an ac2g flow where it has neither), and for backward work the module of the forward operator.
// Work of a CUDA graph belongs to the module that launched the graph, which is inferred: the trace does not tell what
// the graph's kernels were captured from. Time alone never decides.

#include "core/base/progress.h"
#include "core/model/nestedslices.h"
#include "core/model/run.h"

#include <optional>

namespace ws {

class Attribution
{
public:
    enum class Mode : uint8_t { Stack, All };
    enum class How : uint8_t {
        Exact,    ///< launched inside the module's slice, on its thread
        Inferred, ///< through an operator, a backward link or a graph
        Unknown,  ///< the file names no module for it
    };
    enum class Reason : uint8_t { None, NoLaunch, CudaGraph, OutsideModules }; ///< why How is Unknown

    /// Nothing when cancelled.
    static std::optional<Attribution> make(const Run &run, Mode mode, const Progress *progress = nullptr);

    Mode mode() const { return m_mode; }
    /// The nn.Module slices of the run.
    const NestedSlices &modules() const { return m_modules; }
    size_t size() const { return m_module.size(); } ///< activities of the run
    /// Index into modules(); noSlice: none.
    uint32_t module(size_t activity) const { return m_module[activity]; }
    /// The slice in the timeline; invalid: none.
    EventRef moduleSlice(size_t activity) const
    {
        return m_module[activity] == noSlice ? EventRef{} : m_modules.slice(m_module[activity]);
    }
    How how(size_t activity) const
    {
        if (m_module[activity] == noSlice)
            return How::Unknown;
        return m_detail[activity] ? How::Inferred : How::Exact;
    }
    Reason reason(size_t activity) const
    {
        return m_module[activity] == noSlice ? Reason(m_detail[activity]) : Reason::None;
    }

private:
    Attribution(const Run &run, Mode mode);
    bool byStack(const Run &run, const Progress *progress);
    bool byLinks(const Run &run, const Progress *progress);

    Mode m_mode;
    NestedSlices m_modules;
    std::vector<uint32_t> m_module; ///< by activity
    std::vector<uint8_t> m_detail;  ///< by activity: 1 when inferred; without a module the Reason
};

} // namespace ws
