#include "core/analysis/kernels/kerneltable.h"

#include "core/analysis/gpuscan.h"
#include "core/base/parallel.h"
#include "core/base/quantiles.h"

#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

/// Gives each activity its row: by name alone, or by name and the text that splits it.
class RowIndex
{
public:
    RowIndex(const Run &run, KernelSplit split) : m_run(run), m_split(split), m_byName(run.strings.size(), UINT32_MAX)
    {
        if (split == KernelSplit::Shape)
            for (size_t i = 0; i < run.ops.size(); ++i)
                if (run.ops.shape[i])
                    m_shapes.emplace(key(run.ops.slice[i]), run.ops.shape[i]);
    }

    StringId splitOf(size_t activity) const
    {
        const GpuWork &gpu = m_run.gpu;
        if (m_split == KernelSplit::Grid)
            return activity < gpu.grid.size() ? gpu.grid[activity] : 0;
        if (m_split == KernelSplit::Shape && gpu.op[activity].valid()) {
            auto found = m_shapes.find(key(gpu.op[activity]));
            return found == m_shapes.end() ? 0 : found->second;
        }
        return 0;
    }

    uint32_t of(size_t activity, std::vector<KernelRow> &rows)
    {
        const StringId name = m_run.gpu.name[activity];
        const StringId split = splitOf(activity);
        uint32_t &row =
            split ? m_bySplit.try_emplace(uint64_t(name) << 32 | split, UINT32_MAX).first->second : m_byName[name];
        if (row == UINT32_MAX) {
            row = static_cast<uint32_t>(rows.size());
            rows.push_back({});
            rows.back().name = name;
            rows.back().split = split;
        }
        return row;
    }

private:
    static uint64_t key(EventRef slice) { return uint64_t(slice.lane) << 32 | slice.index; }

    const Run &m_run;
    KernelSplit m_split;
    std::vector<uint32_t> m_byName;
    std::unordered_map<uint64_t, uint32_t> m_bySplit;
    std::unordered_map<uint64_t, StringId> m_shapes; ///< of operators
};

/// Values grouped by row in one array by counting sort: percentiles without an allocation per row.
class Grouped
{
public:
    Grouped(size_t size, const std::vector<uint64_t> &counts) : m_begin(counts.size() + 1)
    {
        std::partial_sum(counts.begin(), counts.end(), m_begin.begin() + 1);
        m_values.resize(size);
        m_next.assign(m_begin.begin(), m_begin.end() - 1);
    }
    void add(uint32_t row, int64_t value) { m_values[m_next[row]++] = value; }
    std::span<int64_t> of(size_t row) { return std::span(m_values).subspan(m_begin[row], m_next[row] - m_begin[row]); }

private:
    std::vector<uint64_t> m_begin, m_next;
    std::vector<int64_t> m_values;
};

constexpr uint64_t worthAThread = 200'000; ///< activities
constexpr uint32_t outside = UINT32_MAX;   ///< row of an activity that is not in the range

class KernelBuilder
{
public:
    KernelBuilder(const Run &run, const KernelTableOptions &options, const Progress *progress)
        : m_run(run), m_options(options), m_progress(progress)
    {
    }

    std::optional<KernelTable> build()
    {
        if (!sweep() || !percentiles())
            return std::nullopt;
        if (m_options.details && !details())
            return std::nullopt;
        if (!m_options.range && !m_options.only)
            addUntimed();
        for (KernelRow &row : m_table.rows) {
            if (!row.count)
                continue;
            row.meanNs = static_cast<double>(row.totalNs) / static_cast<double>(row.count);
            row.share = m_table.busyNs ? static_cast<double>(row.elapsedNs) / static_cast<double>(m_table.busyNs) : 0;
        }
        std::stable_sort(m_table.rows.begin(), m_table.rows.end(),
                         [](const KernelRow &a, const KernelRow &b) { return a.totalNs > b.totalNs; });
        return std::move(m_table);
    }

private:
    bool cancelled() const { return m_progress && m_progress->isCancelled(); }

    template <class Visit> bool forEach(Visit visit) const
    {
        return forEachActivity(m_run.gpu, m_options.range, m_options.only.get(), m_progress, visit);
    }

    /// Counts, sums, extremes, and the running-end sweep.
    bool sweep()
    {
        RowIndex index(m_run, m_options.split);
        RunningUnion busy;
        auto &rows = m_table.rows;
        m_rowOf.assign(m_run.gpu.size(), outside);
        const bool finished = forEach([&](size_t i, int64_t start, int64_t end) {
            const uint32_t at = index.of(i, rows);
            const int64_t duration = end - start;
            KernelRow &row = rows[at];
            row.minNs = row.count ? std::min(row.minNs, duration) : duration;
            row.maxNs = std::max(row.maxNs, duration);
            ++row.count;
            row.totalNs = saturatingAdd(row.totalNs, duration);
            row.elapsedNs += busy.add(start, end);
            m_rowOf[i] = at;
            m_table.totalNs = saturatingAdd(m_table.totalNs, duration);
            ++m_table.activities;
        });
        m_table.busyNs = busy.length;
        return finished;
    }

    /// Work without a time counts, in a row of its own where no other work has its name.
    void addUntimed()
    {
        const UntimedWork &untimed = m_run.gpu.untimed;
        if (!untimed.size())
            return;
        std::unordered_map<StringId, size_t> rows;
        for (size_t i = 0; i < m_table.rows.size(); ++i)
            if (!m_table.rows[i].split)
                rows.emplace(m_table.rows[i].name, i);
        for (const StringId name : untimed.name) {
            const auto [row, isNew] = rows.try_emplace(name, m_table.rows.size());
            if (isNew)
                m_table.rows.push_back({.name = name});
            ++m_table.rows[row->second].untimed;
        }
    }

    Grouped emptyGroups() const
    {
        std::vector<uint64_t> counts;
        for (const KernelRow &row : m_table.rows)
            counts.push_back(row.count);
        return Grouped(m_table.activities, counts);
    }

    bool percentiles()
    {
        Grouped groups = emptyGroups();
        if (!forEach([&](size_t i, int64_t start, int64_t end) { groups.add(m_rowOf[i], end - start); }))
            return false;
        const size_t rows = m_table.rows.size();
        const auto work = [&](size_t i) {
            std::tie(m_table.rows[i].p50Ns, m_table.rows[i].p95Ns) = medianAndP95Ns(groups.of(i));
        };
        return parallelFor({0, rows}, m_table.activities > worthAThread ? 1 : rows, work, m_progress);
    }

    bool details()
    {
        if (!delays() || !idleBefore())
            return false;
        return mean(m_run.gpu.occupancy, &KernelRow::occupancy) && mean(m_run.gpu.blocksPerSm, &KernelRow::blocksPerSm);
    }

    bool delays()
    {
        const GpuWork &gpu = m_run.gpu;
        Grouped groups = emptyGroups();
        const bool finished = forEach([&](size_t i, int64_t, int64_t) {
            if (const uint32_t launch = gpu.launch[i]; launch != noLaunch)
                groups.add(m_rowOf[i], gpu.start[i] - m_run.timeline.end(m_run.launches.slice[launch]));
        });
        for (size_t i = 0; i < m_table.rows.size() && finished; ++i) {
            const std::span<int64_t> values = groups.of(i);
            KernelRow &row = m_table.rows[i];
            row.linked = values.size();
            if (values.empty())
                continue;
            row.delayMaxNs = *std::max_element(values.begin(), values.end());
            row.delayP50Ns = medianNs(values);
        }
        return finished;
    }

    /// The gaps on each stream, clipped to the range. Work that ends before the range ends a gap too, so it walks over
    /// all work.
    bool idleBefore()
    {
        const GpuWork &gpu = m_run.gpu;
        std::vector<int64_t> streamEnd(gpu.streams.size(), INT64_MAX); // no gap before a stream's first activity
        const int64_t from = m_options.range ? m_options.range->begin : INT64_MIN;
        return forEachActivity(gpu, {}, m_progress, [&](size_t i, int64_t start, int64_t activityEnd) {
            int64_t &end = streamEnd[gpu.stream[i]];
            const bool isFirst = end == INT64_MAX;
            if (!isFirst && m_rowOf[i] != outside)
                m_table.rows[m_rowOf[i]].idleBeforeNs += std::max<int64_t>(0, start - std::max(end, from));
            end = isFirst ? activityEnd : std::max(end, activityEnd);
        });
    }

    bool mean(std::span<const float> values, double KernelRow::*column)
    {
        if (values.empty())
            return true;
        std::vector<std::pair<double, uint64_t>> sums(m_table.rows.size());
        const bool finished = forEach([&](size_t i, int64_t, int64_t) {
            if (std::isnan(values[i]))
                return;
            sums[m_rowOf[i]].first += static_cast<double>(values[i]);
            ++sums[m_rowOf[i]].second;
        });
        for (size_t i = 0; i < sums.size(); ++i)
            if (sums[i].second)
                m_table.rows[i].*column = sums[i].first / static_cast<double>(sums[i].second);
        return finished;
    }

    const Run &m_run;
    const KernelTableOptions &m_options;
    const Progress *m_progress;
    KernelTable m_table;
    std::vector<uint32_t> m_rowOf; ///< by activity
};

} // namespace

std::optional<KernelTable> kernelTable(const Run &run, const KernelTableOptions &options, const Progress *progress)
{
    return KernelBuilder(run, options, progress).build();
}

std::vector<uint32_t> kernelInstances(const Run &run, const KernelRow &row, const KernelTableOptions &options)
{
    const RowIndex index(run, options.split);
    std::vector<uint32_t> instances;
    forEachActivity(run.gpu, options.range, options.only.get(), nullptr, [&](size_t i, int64_t, int64_t) {
        if (run.gpu.name[i] == row.name && (options.split == KernelSplit::None || index.splitOf(i) == row.split))
            instances.push_back(static_cast<uint32_t>(i));
    });
    return instances;
}

} // namespace ws
