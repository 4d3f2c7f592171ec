#pragma once
// The nn.Module that a backward operator works for. Autograd runs on a thread of its own where no module is called, but
// an operator there carries the "Sequence number" of the forward operator whose gradient it computes and torch's number
// of the thread that ran it ("Fwd thread id"); a fwdbwd flow goes from one to the other. The module that enclosed the
// forward operator owns the backward one. A flow decides; without one, it is the latest forward operator with the
// number that began before, on the thread that fits this "Fwd thread id" best: torch's thread numbers are not those of
// the trace, and every thread counts its sequence from 0.

#include "core/model/nestedslices.h"
#include "core/model/run.h"

namespace ws {

class BackwardLinks
{
public:
    BackwardLinks() = default;
    /// `modules`: the nn.Module slices of the run.
    BackwardLinks(const Run &run, const NestedSlices &modules);

    /// The forward module of the innermost linked backward operator that contains the time on this thread, as an index
    /// into the modules; noSlice: none.
    uint32_t moduleAt(uint32_t track, int64_t ns) const;

private:
    NestedSlices m_ops;             ///< backward operators
    std::vector<uint32_t> m_module; ///< parallel
};

} // namespace ws
