#include "core/analysis/kernels/operators.h"

#include "core/analysis/gpuscan.h"
#include "core/model/nestedslices.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

class OperatorBuilder
{
public:
    OperatorBuilder(const Run &run, const OperatorOptions &options, const Progress *progress)
        : m_run(run), m_options(options), m_progress(progress),
          m_slices(run.timeline, {CategoryKind::CpuOp, CategoryKind::Launch, CategoryKind::UserAnnotation},
                   Crossing::Inside)
    {
        for (uint32_t i = 0; i < m_slices.size(); ++i) {
            uint32_t around = m_slices.parent(i);
            while (around != noSlice && !m_slices.endsWithin(i, around))
                around = m_slices.parent(around);
            m_around.push_back(around);
        }
    }

    std::optional<OperatorTable> build()
    {
        findRows();
        if (!addDeviceTime())
            return std::nullopt;
        if (!addTimes())
            return std::nullopt;
        auto &rows = m_table.rows;
        if (m_options.range || m_options.only)
            std::erase_if(rows, [](const OperatorRow &row) { return row.calls == 0 && row.totalDeviceNs == 0; });
        std::stable_sort(rows.begin(), rows.end(), [](const OperatorRow &a, const OperatorRow &b) {
            return std::tie(a.selfDeviceNs, a.selfCpuNs) > std::tie(b.selfDeviceNs, b.selfCpuNs);
        });
        return std::move(m_table);
    }

private:
    static constexpr uint32_t noRow = UINT32_MAX;
    static constexpr size_t block = 1 << 16; ///< slices between two checks of the cancel flag

    void findRows()
    {
        std::vector<StringId> shapes;
        if (m_options.byShape) {
            shapes.resize(m_slices.size());
            for (size_t i = 0; i < m_run.ops.size(); ++i)
                if (m_run.ops.shape[i])
                    shapes[m_slices.find(m_run.ops.slice[i])] = m_run.ops.shape[i];
        }
        std::vector<uint32_t> byName(m_run.strings.size(), noRow);
        std::unordered_map<uint64_t, uint32_t> byShape;
        m_row.assign(m_slices.size(), noRow);
        for (size_t i = 0; i < m_slices.size(); ++i) {
            if (m_run.timeline.category(m_slices.slice(i)).kind != CategoryKind::CpuOp)
                continue;
            const StringId name = m_run.timeline.name(m_slices.slice(i));
            const StringId shape = m_options.byShape ? shapes[i] : 0;
            uint32_t &row =
                shape ? byShape.try_emplace(uint64_t(name) << 32 | shape, noRow).first->second : byName[name];
            if (row == noRow) {
                row = static_cast<uint32_t>(m_table.rows.size());
                m_table.rows.push_back({});
                m_table.rows.back().name = name;
                m_table.rows.back().shape = shape;
            }
            m_row[i] = row;
        }
    }

    bool addDeviceTime()
    {
        m_deviceNs.assign(m_slices.size(), 0);
        m_counted.assign(m_slices.size(), !m_options.only);
        const ActivitySet *only = m_options.only.get();
        return forEachActivity(m_run.gpu, m_options.range, only, m_progress, [&](size_t i, int64_t start, int64_t end) {
            const int64_t ns = end - start;
            m_table.deviceNs = saturatingAdd(m_table.deviceNs, ns);
            const uint32_t op = m_slices.find(m_run.gpu.op[i]);
            if (op == noSlice) {
                m_table.outsideNs = saturatingAdd(m_table.outsideNs, ns);
                ++m_table.outsideActivities;
                return;
            }
            OperatorRow &row = m_table.rows[m_row[op]];
            row.selfDeviceNs = saturatingAdd(row.selfDeviceNs, ns);
            ++row.activities;
            m_deviceNs[op] = saturatingAdd(m_deviceNs[op], ns);
            m_counted[op] = true;
        });
    }

    /// The part of slice `i` before `end` that lies in the range; negative: none.
    int64_t clipped(size_t i, int64_t end) const
    {
        int64_t from = m_slices.start(i);
        if (m_options.range) {
            if (!intersects(*m_options.range, from, m_slices.end(i)))
                return -1;
            from = std::max(from, m_options.range->begin);
            end = std::min(end, m_options.range->end);
        }
        return std::max<int64_t>(end - from, 0);
    }

    /// A call of the same row is around it, so that its time is in the row's total already.
    bool isInsideItself(size_t i) const
    {
        uint32_t around = m_around[i];
        while (around != noSlice && m_row[around] != m_row[i])
            around = m_around[around];
        return around != noSlice;
    }

    /// Children come after their parents: in reverse order every slice is complete when it is reached.
    bool addTimes()
    {
        std::vector<int64_t> childrenNs(m_slices.size());
        for (size_t i = m_slices.size(); i-- > 0;) {
            if (i % block == 0 && m_progress && m_progress->isCancelled())
                return false;
            const int64_t cpuNs = clipped(i, m_slices.end(i));
            if (const uint32_t around = m_around[i]; around != noSlice) {
                m_deviceNs[around] = saturatingAdd(m_deviceNs[around], m_deviceNs[i]);
                m_counted[around] = m_counted[around] || m_counted[i];
            }
            if (const uint32_t parent = m_slices.parent(i); parent != noSlice && cpuNs > 0)
                // one that outlasts its parent takes only the part inside from it
                childrenNs[parent] += std::max<int64_t>(clipped(i, std::min(m_slices.end(i), m_slices.end(parent))), 0);
            if (m_row[i] == noRow)
                continue;
            OperatorRow &row = m_table.rows[m_row[i]];
            const bool isInside = isInsideItself(i);
            if (!isInside)
                row.totalDeviceNs = saturatingAdd(row.totalDeviceNs, m_deviceNs[i]);
            if (cpuNs < 0 || !m_counted[i])
                continue;
            ++row.calls;
            if (!isInside)
                row.totalCpuNs = saturatingAdd(row.totalCpuNs, cpuNs);
            row.selfCpuNs = saturatingAdd(row.selfCpuNs, std::max<int64_t>(cpuNs - childrenNs[i], 0));
        }
        return true;
    }

    const Run &m_run;
    const OperatorOptions &m_options;
    const Progress *m_progress;
    NestedSlices m_slices;
    std::vector<uint32_t> m_around; ///< by slice, the innermost that it does not outlast: a total holds what ends in it
    std::vector<uint32_t> m_row;    ///< by slice; noRow: not an operator
    std::vector<int64_t> m_deviceNs; ///< by slice: launched directly, then anywhere below
    std::vector<bool> m_counted;     ///< by slice: a call of the table
    OperatorTable m_table;
};

} // namespace

std::optional<OperatorTable> operatorTable(const Run &run, const OperatorOptions &options, const Progress *progress)
{
    return OperatorBuilder(run, options, progress).build();
}

} // namespace ws
