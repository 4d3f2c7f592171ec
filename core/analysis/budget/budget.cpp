#include "core/analysis/budget/budget.h"

#include "core/analysis/busy/busyscope.h"
#include "core/analysis/gpuscan.h"

#include <algorithm>

namespace ws {
namespace {

/// Lengths before a time: the three unions of BusyScope, and the gaps by cause.
struct Amounts
{
    std::array<int64_t, 3> unions{};
    std::array<int64_t, gapCauseCount> idle{};
};

/// The begins and ends of one device's windows; the amounts before each.
class Marks
{
public:
    void add(const TimeRange &range)
    {
        m_ns.push_back(range.begin);
        m_ns.push_back(range.end);
    }

    void sort()
    {
        std::sort(m_ns.begin(), m_ns.end());
        m_ns.erase(std::unique(m_ns.begin(), m_ns.end()), m_ns.end());
        m_amounts.resize(m_ns.size());
    }

    /// Answers the marks up to `ns`; all later work starts there or after.
    void answerUpTo(int64_t ns)
    {
        for (; m_next < m_ns.size() && m_ns[m_next] <= ns; ++m_next)
            for (size_t u = 0; u < m_unions.size(); ++u) {
                const RunningUnion &work = m_unions[u];
                m_amounts[m_next].unions[u] = work.length - (work.end > m_ns[m_next] ? work.end - m_ns[m_next] : 0);
            }
    }

    void add(BusyScope::Class workClass, int64_t start, int64_t end)
    {
        answerUpTo(start);
        for (size_t u = workClass; u < m_unions.size(); ++u)
            m_unions[u].add(start, end);
    }

    /// Gaps of the device come in order.
    void add(const Gap &gap)
    {
        answerGapsUpTo(gap.startNs);
        const auto cause = static_cast<size_t>(gap.cause);
        for (; m_nextGap < m_ns.size() && m_ns[m_nextGap] < gap.endNs(); ++m_nextGap) {
            m_amounts[m_nextGap].idle = m_idle;
            m_amounts[m_nextGap].idle[cause] += m_ns[m_nextGap] - gap.startNs;
        }
        m_idle[cause] += gap.durationNs;
    }

    void answerGapsUpTo(int64_t ns)
    {
        for (; m_nextGap < m_ns.size() && m_ns[m_nextGap] <= ns; ++m_nextGap)
            m_amounts[m_nextGap].idle = m_idle;
    }

    WallBudget between(const TimeRange &range) const
    {
        const Amounts &from = before(range.begin), &to = before(range.end);
        const auto grown = [&](size_t u) { return to.unions[u] - from.unions[u]; };
        WallBudget budget;
        budget.wallNs = range.length();
        budget.computeNs = grown(BusyScope::Compute);
        budget.exposedCommNs = grown(BusyScope::Communication) - grown(BusyScope::Compute);
        budget.exposedCopyNs = grown(BusyScope::Copy) - grown(BusyScope::Communication);
        for (size_t c = 0; c < gapCauseCount; ++c)
            budget.idle[c] = to.idle[c] - from.idle[c];
        const int64_t beyond = budget.wallNs - budget.busyNs() - budget.idleNs();
        budget.idle[static_cast<size_t>(GapCause::Unknown)] += beyond;
        return budget;
    }

private:
    const Amounts &before(int64_t ns) const
    {
        return m_amounts[static_cast<size_t>(std::lower_bound(m_ns.begin(), m_ns.end(), ns) - m_ns.begin())];
    }

    std::vector<int64_t> m_ns; ///< ascending
    std::vector<Amounts> m_amounts;
    size_t m_next = 0, m_nextGap = 0;
    std::array<RunningUnion, 3> m_unions;
    std::array<int64_t, gapCauseCount> m_idle{};
};

} // namespace

WallBudget &WallBudget::operator+=(const WallBudget &other)
{
    wallNs = saturatingAdd(wallNs, other.wallNs);
    computeNs = saturatingAdd(computeNs, other.computeNs);
    exposedCommNs = saturatingAdd(exposedCommNs, other.exposedCommNs);
    exposedCopyNs = saturatingAdd(exposedCopyNs, other.exposedCopyNs);
    for (size_t c = 0; c < gapCauseCount; ++c)
        idle[c] = saturatingAdd(idle[c], other.idle[c]);
    return *this;
}

BudgetPart idlePart(GapCause cause)
{
    return static_cast<BudgetPart>(static_cast<size_t>(BudgetPart::IdleBlocking) + static_cast<size_t>(cause));
}

int64_t partOf(const WallBudget &budget, BudgetPart part)
{
    switch (part) {
    case BudgetPart::Compute:
        return budget.computeNs;
    case BudgetPart::Communication:
        return budget.exposedCommNs;
    case BudgetPart::Copies:
        return budget.exposedCopyNs;
    default:
        return budget.idle[static_cast<size_t>(part) - static_cast<size_t>(BudgetPart::IdleBlocking)];
    }
}

std::optional<std::vector<WallBudget>> wallBudgets(const Run &run, const Gaps &gaps,
                                                   const std::vector<uint8_t> &isCommunication,
                                                   std::span<const DeviceWindow> windows, const Progress *progress)
{
    std::vector<Marks> marks(run.gpu.devices.size());
    for (const DeviceWindow &window : windows)
        marks[window.device].add(window.range);
    for (Marks &device : marks)
        device.sort();
    const bool finished = forEachActivity(run.gpu, {}, progress, [&](size_t i, int64_t start, int64_t end) {
        marks[run.gpu.device(i)].add(BusyScope::classOf(run.gpu, i, isCommunication), start, end);
    });
    if (!finished)
        return std::nullopt;
    for (const Gap &gap : gaps.gaps)
        marks[gap.device].add(gap);
    for (Marks &device : marks) {
        device.answerUpTo(INT64_MAX);
        device.answerGapsUpTo(INT64_MAX);
    }
    std::vector<WallBudget> budgets;
    budgets.reserve(windows.size());
    for (const DeviceWindow &window : windows)
        budgets.push_back(marks[window.device].between(window.range));
    return budgets;
}

std::vector<std::optional<TimeRange>> deviceSpans(const GpuWork &gpu)
{
    std::vector<std::optional<TimeRange>> spans(gpu.devices.size());
    for (size_t i = 0; i < gpu.size(); ++i) {
        auto &span = spans[gpu.device(i)];
        const int64_t end = saturatingAdd(gpu.start[i], gpu.duration[i]);
        if (!span)
            span = TimeRange{gpu.start[i], end};
        span->end = std::max(span->end, end);
    }
    return spans;
}

} // namespace ws
