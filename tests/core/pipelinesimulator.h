#pragma once
// A pipeline-parallel training job whose durations and dependencies are known (one forward, one backward at a time),
// and the one file of all its ranks that a scheduler's tracer writes.

#include "tests/support/support.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ws::test {

struct PipelineJob
{
    int dp = 2, pp = 4, microbatches = 4, steps = 6;
    /// ms of a computation; direction 0 forward, 1 backward.
    std::function<double(int step, int dp, int stage, int microbatch, int direction)> computeMs;
    double transferMs = 0.4, gatherMs = 20, scatterMs = 30, clipMs = 10, optimizerMs = 40;
};

class PipelineSimulator
{
public:
    explicit PipelineSimulator(const PipelineJob &job) : m_job(job)
    {
        double begin = 0;
        for (int step = 0; step < job.steps; ++step) {
            const double end = run(step, begin);
            m_sumMs += end - begin;
            begin = end + 100;
        }
    }

    double meanStepMs() const { return m_sumMs / m_job.steps; }
    std::string json() const
    {
        std::string all = "[";
        for (int d = 0; d < m_job.dp; ++d) {
            all += R"({"ph":"M","name":"process_name","pid":)" + std::to_string(d) + R"(,"args":{"name":"DP rank [)" +
                   std::to_string(d) + "]\"}},";
            for (int s = 0; s < m_job.pp; ++s)
                for (int row = 0; row < 3; ++row)
                    all += R"({"ph":"M","name":"thread_name","pid":)" + std::to_string(d) + R"(,"tid":)" +
                           std::to_string(s * 3 + row) + R"(,"args":{"name":"PP rank )" + std::to_string(s) +
                           ", TP rank 0, " +
                           (row == 0   ? "compute"
                            : row == 1 ? "pp-comm"
                                       : "dp-comm") +
                           "\"}},";
        }
        all += m_events;
        all.back() = ']';
        return all;
    }

private:
    void slice(const char *name, int d, int s, int row, double begin, double end)
    {
        m_events += R"({"ph":"X","name":")" + std::string(name) + R"(","cat":")" + name + R"(","pid":)" +
                    std::to_string(d) + R"(,"tid":)" + std::to_string(s * 3 + row) + R"(,"ts":)" +
                    microseconds(begin * 1000) + R"(,"dur":)" + microseconds((end - begin) * 1000) + "},";
    }

    struct Work
    {
        int microbatch, direction;
        double ready = -1, end = -1; ///< when the one before it is over
    };

    double run(int step, double begin)
    {
        std::vector<double> gathered(size_t(m_job.pp), begin + m_job.gatherMs);
        std::vector<std::vector<double>> computed(size_t(m_job.dp));
        for (int d = 0; d < m_job.dp; ++d) {
            for (int s = 0; s < m_job.pp; ++s)
                slice("params-all-gather", d, s, 2, begin, begin + m_job.gatherMs);
            computed[size_t(d)] = pipeline(step, d, begin + m_job.gatherMs);
        }
        double reduced = 0;
        for (int s = 0; s < m_job.pp; ++s) {
            double meet = 0;
            for (int d = 0; d < m_job.dp; ++d)
                meet = std::max(meet, computed[size_t(d)][size_t(s)]);
            for (int d = 0; d < m_job.dp; ++d)
                slice("grads-reduce-scatter", d, s, 2, computed[size_t(d)][size_t(s)], meet + m_job.scatterMs);
            reduced = std::max(reduced, meet + m_job.scatterMs);
            computed.front()[size_t(s)] = meet + m_job.scatterMs;
        }
        for (int d = 0; d < m_job.dp; ++d)
            for (int s = 0; s < m_job.pp; ++s) {
                slice("optimizer-clip-main-grad", d, s, 2, computed.front()[size_t(s)], reduced + m_job.clipMs);
                slice("optimizer", d, s, 0, reduced + m_job.clipMs, reduced + m_job.clipMs + m_job.optimizerMs);
            }
        return reduced + m_job.clipMs + m_job.optimizerMs;
    }

    /// By stage, when its last backward pass is over.
    std::vector<double> pipeline(int step, int d, double begin)
    {
        std::vector<std::vector<Work>> lists(size_t(m_job.pp));
        for (int s = 0; s < m_job.pp; ++s) {
            const int ahead = std::min(m_job.pp - s, m_job.microbatches);
            int f = 0, b = 0;
            while (f < ahead)
                lists[size_t(s)].push_back({f++, 0});
            while (b < m_job.microbatches) {
                lists[size_t(s)].push_back({b++, 1});
                if (f < m_job.microbatches)
                    lists[size_t(s)].push_back({f++, 0});
            }
        }
        const std::function<Work &(int, int, int)> done = [&](int s, int microbatch, int direction) -> Work & {
            auto &list = lists[size_t(s)];
            const auto at = std::find_if(list.begin(), list.end(), [&](const Work &work) {
                return work.microbatch == microbatch && work.direction == direction;
            });
            if (at->end >= 0)
                return *at;
            at->ready = at == list.begin() ? begin : done(s, (at - 1)->microbatch, (at - 1)->direction).end;
            double start = at->ready;
            const int from = direction ? s + 1 : s - 1;
            if (from >= 0 && from < m_job.pp)
                start = std::max(start, done(from, microbatch, direction).end) + m_job.transferMs;
            at->end = start + m_job.computeMs(step, d, s, microbatch, direction);
            return *at;
        };
        std::vector<double> ends;
        for (int s = 0; s < m_job.pp; ++s)
            ends.push_back(done(s, m_job.microbatches - 1, 1).end);
        for (int s = 0; s < m_job.pp; ++s)
            for (const Work &work : lists[size_t(s)]) {
                const double ms = m_job.computeMs(step, d, s, work.microbatch, work.direction);
                slice(work.direction ? "backward-compute" : "forward-compute", d, s, 0, work.end - ms, work.end);
                const int from = work.direction ? s + 1 : s - 1;
                if (from < 0 || from >= m_job.pp)
                    continue;
                const double meet = work.end - ms - m_job.transferMs;
                slice(work.direction ? "backward-recv" : "forward-recv", d, s, 1, meet, work.end - ms);
                slice(work.direction ? "backward-send" : "forward-send", d, from, 1, meet, work.end - ms);
            }
        return ends;
    }

    PipelineJob m_job;
    std::string m_events;
    double m_sumMs = 0;
};

} // namespace ws::test
