#pragma once
// The nn.Module that each GPU activity belongs to, and how certain that is. Derived from a Run and a choice of rule,
// never stored in the Run; immutable. Two rules, of which the second only adds:
//   Stack  the innermost nn.Module slice on the launching thread that contains the launch's start.
//   All    for the rest: the module around the operator that launched it (by External id where the file has no
//          launch, by an ac2g flow where it has neither), and for backward work the module of the forward operator.
// Work of a CUDA graph belongs to the module that launched the graph, which is inferred: the trace does not tell what
// the graph's kernels were captured from, unless torch wrote that into their events (annotation()). A trace of the
// capture tells too: withCapture(). Time alone never decides.

#include "core/analysis/modules/capturematch.h"
#include "core/base/progress.h"
#include "core/model/nestedslices.h"
#include "core/model/run.h"

#include <memory>
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
    /// Why How is Unknown. The last two only with a capture.
    enum class Reason : uint8_t { None, NoLaunch, CudaGraph, OutsideModules, NotInCapture, AmbiguousInCapture };

    /// Nothing when cancelled.
    static std::optional<Attribution> make(const Run &run, Mode mode, const Progress *progress = nullptr);

    /// The same with the modules that the capture tells for the work of graphs: they stand for the module around the
    /// graph's launch, which module() still names. `match`: of the same run.
    Attribution withCapture(std::shared_ptr<const CaptureMatch> match) const;
    /// Null: none.
    const CaptureMatch *capture() const { return m_capture.get(); }
    /// The call during the capture that owns it, an index into Capture::calls(); noSlice: module() owns it, if any.
    uint32_t capturedCall(size_t activity) const { return m_capture ? m_capture->call(activity) : noSlice; }

    /// What the event itself says it was captured from (GpuWork::annotation); 0: nothing. A capturedCall() precedes it.
    StringId annotation(size_t activity) const { return m_annotation.empty() ? 0 : m_annotation[activity]; }
    /// False: no work can have a module.
    bool namesModules() const { return m_modules.size() > 0 || !m_annotation.empty(); }

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
        if (capturedCall(activity) != noSlice)
            return m_capture->state(activity) == CaptureMatch::State::Exact ? How::Exact : How::Inferred;
        if (annotation(activity))
            return How::Inferred;
        if (m_module[activity] == noSlice)
            return How::Unknown;
        return m_detail[activity] ? How::Inferred : How::Exact;
    }
    Reason reason(size_t activity) const
    {
        return how(activity) == How::Unknown ? Reason(m_detail[activity]) : Reason::None;
    }

private:
    Attribution(const Run &run, Mode mode);
    bool byStack(const Run &run, const Progress *progress);
    bool byLinks(const Run &run, const Progress *progress);

    Mode m_mode;
    NestedSlices m_modules;
    std::vector<uint32_t> m_module; ///< by activity
    std::vector<StringId> m_annotation; ///< by activity; empty: none has one
    std::vector<uint8_t> m_detail;  ///< by activity: 1 when inferred; without a module the Reason
    std::shared_ptr<const CaptureMatch> m_capture;
};

} // namespace ws
