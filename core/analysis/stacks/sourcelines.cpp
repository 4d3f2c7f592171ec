#include "core/analysis/stacks/sourcelines.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stacks/ownframe.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

/// Sorts the rows and drops those without work, such as frames that only enclose others' launches; activities follow.
void sortRows(SourceLines &lines)
{
    std::vector<uint32_t> order, place(lines.rows.size(), StackNotCounted);
    for (uint32_t i = 0; i < lines.rows.size(); ++i)
        if (lines.rows[i].sum.activities)
            order.push_back(i);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        const SourceLine &x = lines.rows[a], &y = lines.rows[b];
        return x.sum.gpuNs != y.sum.gpuNs ? x.sum.gpuNs > y.sum.gpuNs : x.name < y.name;
    });
    std::vector<SourceLine> sorted;
    for (uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        sorted.push_back(lines.rows[order[i]]);
    }
    lines.rows = std::move(sorted);
    for (uint32_t &row : lines.ofActivity)
        if (row < place.size())
            row = place[row];
}

} // namespace

SourceLines sourceLines(const CallStacks &stacks)
{
    SourceLines lines;
    lines.notRecorded = stacks.notRecorded;
    lines.notLinked = stacks.notLinked;
    lines.all = stacks.all;
    std::unordered_map<std::string_view, uint32_t> rows;
    std::vector<uint32_t> rowOf(stacks.nodes.size());  // of the innermost own frame up to the node
    for (size_t i = 0; i < stacks.nodes.size(); ++i) { // parents come first
        const StackNode &node = stacks.nodes[i];
        rowOf[i] = node.parent == noStackNode ? SourceLines::noOwnFrame : rowOf[node.parent];
        const bool isBelowOwn = rowOf[i] != SourceLines::noOwnFrame && !lines.rows[rowOf[i]].isOfScript;
        const bool isOfScript = !isBelowOwn && stacks.ownFrames.isOfScript(node.frame);
        const bool isCaptured = node.isAnnotation && rowOf[i] == SourceLines::noOwnFrame;
        if (isOfScript || isCaptured || (!node.isAnnotation && stacks.ownFrames.isOwn(node.frame))) {
            const auto [found, isNew] = rows.try_emplace(node.frame, static_cast<uint32_t>(lines.rows.size()));
            if (isNew)
                lines.rows.push_back({node.frame, {}, isOfScript});
            rowOf[i] = found->second;
        }
        StackSum &sum = rowOf[i] == SourceLines::noOwnFrame ? lines.noFrame : lines.rows[rowOf[i]].sum;
        sum.add(node.self.gpuNs, node.self.activities);
    }
    lines.ofActivity = stacks.ofActivity;
    for (uint32_t &row : lines.ofActivity)
        if (row < rowOf.size())
            row = rowOf[row];
    sortRows(lines);
    return lines;
}

std::optional<SourceLines> operatorLines(const Run &run, const StackOptions &options, const Progress *progress)
{
    SourceLines lines;
    lines.ofActivity.assign(run.gpu.size(), StackNotCounted);
    std::unordered_map<StringId, uint32_t> rows;
    const auto visit = [&](size_t i, int64_t start, int64_t end) {
        const int64_t ns = end - start;
        lines.all.add(ns);
        const EventRef op = run.gpu.op.empty() ? EventRef() : run.gpu.op[i];
        const StringId captured = run.gpu.annotation.empty() ? 0 : run.gpu.annotation[i];
        if (op.valid() || captured) {
            const StringId name = op.valid() ? run.timeline.name(op) : captured;
            const auto [found, isNew] = rows.try_emplace(name, static_cast<uint32_t>(lines.rows.size()));
            if (isNew)
                lines.rows.push_back({run.text(name), {}});
            lines.ofActivity[i] = found->second;
            return lines.rows[found->second].sum.add(ns);
        }
        const bool isLinked = !run.gpu.launch.empty() && run.gpu.launch[i] != noLaunch;
        lines.ofActivity[i] = isLinked ? SourceLines::noOwnFrame : uint32_t(StackNotLinked);
        (isLinked ? lines.noFrame : lines.notLinked).add(ns);
    };
    if (!forEachActivity(run.gpu, options.range, options.only.get(), progress, visit))
        return std::nullopt;
    sortRows(lines);
    return lines;
}

} // namespace ws
