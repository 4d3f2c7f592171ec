#include "core/analysis/compare/rowcalls.h"

#include "core/analysis/gpuscan.h"

namespace ws {

std::optional<RowCalls> rowCalls(const ComparedRun &run, DiffBy by, const DiffSide &side, const Progress *progress)
{
    RowCalls calls;
    const bool byOperator = by == DiffBy::Operator;
    const bool isNamed = byOperator || by == DiffBy::Kernel || by == DiffBy::Family || by == DiffBy::Stage;
    if (!isNamed || side.names.empty() || !run.hasTimeline())
        return calls;
    const Run &of = run.run();
    std::vector<uint8_t> isOfRow(of.strings.size());
    for (const StringId name : side.names)
        isOfRow[name] = 1;
    const GpuWork &gpu = of.gpu;
    const bool finished = forEachActivity(gpu, {}, progress, [&](size_t i, int64_t, int64_t) {
        if (byOperator && !gpu.op[i].valid())
            return;
        if (!isOfRow[byOperator ? of.timeline.name(gpu.op[i]) : gpu.name[i]])
            return;
        calls.work.push_back(static_cast<uint32_t>(i));
        calls.ns.push_back(gpu.duration[i]);
    });
    return finished ? std::optional(std::move(calls)) : std::nullopt;
}

std::optional<RowDistribution> rowDistribution(const ComparedRun &a, const ComparedRun &b, DiffBy by,
                                               const DiffRow &row, const Progress *progress)
{
    auto inA = rowCalls(a, by, row.a, progress);
    auto inB = inA ? rowCalls(b, by, row.b, progress) : std::nullopt;
    if (!inB)
        return std::nullopt;
    RowDistribution both{std::move(*inA), std::move(*inB), {}, {}, {}, {}};
    both.statsA = durationStats(both.a.ns);
    both.statsB = durationStats(both.b.ns);
    std::tie(both.binsA, both.binsB) = durationHistograms(both.a.ns, both.b.ns);
    return both;
}

} // namespace ws
