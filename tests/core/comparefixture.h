#pragma once
// Generated recordings for comparisons.

#include "core/analysis/compare/compareruns.h"
#include "core/analysis/compare/differences.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ws::test {

/// Work on devices, one after another on each.
class Recording
{
public:
    Recording &kernel(const std::string &name, int64_t ns, const char *device = "0")
    {
        int64_t &now = m_now[device[0] - '0'];
        m_names.push_back(name);
        m_work.push_back({device, "7", now, ns, m_names.back().c_str()});
        now += ns + 100;
        return *this;
    }
    Recording &pause(int64_t ns, const char *device = "0")
    {
        m_now[device[0] - '0'] += ns;
        return *this;
    }
    int64_t now(const char *device = "0") const { return m_now[device[0] - '0']; }
    /// Only what lies within it, as a recording of a part has it.
    std::shared_ptr<const ComparedRun> between(int64_t from, int64_t to, const std::string &label) const
    {
        std::vector<Work> part;
        for (const Work &work : m_work)
            if (work.start >= from && work.start + work.duration <= to)
                part.push_back(work);
        return comparedRun({runOfWork(part), -1, {}, QString::fromStdString(label)});
    }
    std::shared_ptr<const ComparedRun> run(const std::string &label = "run") const
    {
        return between(INT64_MIN / 4, INT64_MAX / 4, label);
    }

private:
    int64_t m_now[4] = {};
    std::deque<std::string> m_names;
    std::vector<Work> m_work;
};

inline ComparedPair compared(const std::shared_ptr<const ComparedRun> &a, const std::shared_ptr<const ComparedRun> &b)
{
    return *compareRuns(a, b);
}

inline const DiffRow *rowOf(const DiffTable &table, std::string_view key)
{
    const auto found =
        std::find_if(table.rows.begin(), table.rows.end(), [&](const DiffRow &row) { return row.key == key; });
    return found == table.rows.end() ? nullptr : &*found;
}

inline int64_t sumOfDeltas(const DiffTable &table)
{
    int64_t sum = 0;
    for (const DiffRow &row : table.rows)
        sum += row.deltaNs();
    return sum;
}

inline int64_t partsOf(const WallBudget &budget)
{
    return budget.busyNs() + budget.idleNs();
}

inline bool hasReading(const Comparison &comparison, std::string_view id)
{
    return std::any_of(comparison.explanation.readings.begin(), comparison.explanation.readings.end(),
                       [&](const Explanation::Reading &reading) { return reading.id == id; });
}

} // namespace ws::test
