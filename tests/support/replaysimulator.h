#pragma once
// A program of a CPU and a GPU whose dependencies are known, run by rules of its own: threads that launch, wait and
// hand over, streams with events, graphs, and what no profiler records. It writes the trace that a profiler would, and
// can be run again with an edit, so that a prediction has a truth beside it.

#include "tests/support/support.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ws::test {

struct SimulatedOp
{
    enum What : uint8_t {
        Cpu,
        Launch,
        Graph,
        Record, ///< also within a graph, as WaitEvent: without a call then
        WaitEvent,
        SyncDevice,
        SyncStream,
        Spin, ///< until the GPU is done and `us` more, without a call
        Poll,
        HandOver,
        Lock,     ///< until the other thread has done what is `within`, which it begins at once; nothing says so
        HostFunc, ///< cudaLaunchHostFunc: the stream waits while a thread of the driver runs it
        Copy,     ///< to memory that is not pinned: the call returns behind it
        Pace,     ///< until a clock that ticks every `us` ticks next, as a loader of fixed rate does
        Pause,    ///< of the CPU, once, in the third step: no edit makes it shorter
        Urgent    ///< a kernel of a stream of higher priority: what runs in others meanwhile stands still
    };
    What what = Cpu;
    double us = 0;  ///< of the CPU, or of the kernel
    int stream = 7; ///< launched on, recorded on, waiting, waited for
    int name = 0;   ///< of the kernel: "kernel_3"
    int event = 0;
    std::vector<SimulatedOp> within = {}; ///< kernels of a graph; what the other thread does
};

struct SimulatedEdit
{
    static constexpr int none = -1, all = -2; ///< all but communication

    int name = none; ///< kernels of that name × factor
    double factor = 1;
    double cpu = 1; ///< the CPU's own work and its calls × this
};

class ReplaySimulator
{
public:
    static constexpr int communication = 99; ///< the name of a kernel of communication

    struct Costs
    {
        double call = 5, graphCall = 12, launch = 3, stream = 1, graph = 0.6, event = 1.5, syncReturn = 6, syncOwn = 2;
        double jitter = 0.02;              ///< of latencies
        int queue = 1 << 30;               ///< launches that are not over, beyond which a launching call waits
        double work = 0;                   ///< of the durations of the kernels of a step, as they depend on its data
        double crowded = 1;                ///< × the duration of a kernel that begins beside one of another stream
        double throttled = 1;              ///< × the durations of kernels in steps with odd numbers
        double sliceEvery = 0, slice = 0;  ///< another process has the device so often and so long; 0: none has
        double gpuClock = 0, gpuDrift = 0; ///< µs and share by which GPU times are later than the CPU's
    };

    ReplaySimulator(const std::vector<SimulatedOp> &step, int steps, SimulatedEdit edit, unsigned seed)
        : ReplaySimulator(step, steps, edit, seed, Costs())
    {
    }
    ReplaySimulator(const std::vector<SimulatedOp> &step, int steps, SimulatedEdit edit, unsigned seed, Costs all)
        : costs(all), m_edit(edit), m_random(seed)
    {
        for (int s = 0; s < steps; ++s) {
            const double begin = m_now[1];
            m_firstStarts.push_back(-1);
            m_stepWork = 1 + costs.work * std::uniform_real_distribution<double>(-1, 1)(m_workRandom);
            run(step, 1);
            slice("user_annotation", "ProfilerStep#" + std::to_string(s), 1, 1, begin, m_now[1] - begin, "");
        }
    }

    std::string json() const
    {
        std::string all = R"({"traceEvents":[)" + m_events;
        for (const Kernel &one : m_kernels) {
            const double start = one.start * (1 + costs.gpuDrift) + costs.gpuClock + 1000;
            const std::string stream = std::to_string(one.stream);
            all += R"({"ph":"X","cat":")" + std::string(one.category) + R"(","name":")" + one.name +
                   R"(","pid":0,"tid":)" + stream + R"(,"ts":)" + microseconds(start) + R"(,"dur":)" +
                   microseconds(one.end - one.start) + R"(,"args":{"device":0,"stream":)" + stream +
                   R"(,"correlation":)" + std::to_string(one.correlation) + "}},";
        }
        all.pop_back();
        return all + "]}";
    }
    /// From the first start of a step's work to that of the next.
    double stepUs(size_t step) const { return m_firstStarts[step + 1] - m_firstStarts[step]; }
    /// From the first start of the first step's work to the last end, by steps.
    double meanStepUs() const { return (m_lastEnd - m_firstStarts.front()) / double(m_firstStarts.size()); }

private:
    double jittered(double us)
    {
        return us * (1 + costs.jitter * std::uniform_real_distribution<double>(-1, 1)(m_random));
    }

    void slice(const char *category, const std::string &name, int pid, int tid, double ts, double dur,
               const std::string &args)
    {
        const std::string times = R"("ts":)" + microseconds(ts + 1000) + R"(,"dur":)" + microseconds(dur);
        m_events += std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
                    std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + ',' + times + R"(,"args":{)" + args +
                    "}},";
    }

    void call(const char *name, int thread, double begin, double us, int correlation)
    {
        slice("cuda_runtime", name, 1, thread, begin, us, R"("correlation":)" + std::to_string(correlation));
    }

    struct Kernel
    {
        const char *category;
        std::string name;
        int stream;
        double start, end;
        int correlation;
    };

    static std::string nameOf(const SimulatedOp &op)
    {
        if (op.what == SimulatedOp::Copy)
            return "Memcpy DtoH (Device -> Pageable)";
        return op.name == communication ? "ncclDevKernel_AllReduce_Sum_bf16_RING_LL"
                                        : "kernel_" + std::to_string(op.name);
    }

    double durationOf(const SimulatedOp &op)
    {
        const bool isMeant =
            op.what != SimulatedOp::Copy &&
            (op.name == m_edit.name || (m_edit.name == SimulatedEdit::all && op.name != communication));
        double us = op.us * (isMeant ? m_edit.factor : 1);
        us *= m_stepWork;
        return m_firstStarts.size() % 2 ? us : us * costs.throttled;
    }

    /// Another process has the device again and again, in slices of its own length.
    double withOthersSlices(double start, double end) const
    {
        if (costs.sliceEvery <= 0)
            return end;
        for (double at = std::ceil(start / costs.sliceEvery) * costs.sliceEvery; at < end; at += costs.sliceEvery)
            end += costs.slice;
        return end;
    }

    void kernel(const SimulatedOp &op, double ready, int correlation)
    {
        double us = durationOf(op);
        double start = ready;
        if (const auto before = m_streamEnd.find(op.stream); before != m_streamEnd.end())
            start = std::max(start, before->second + jittered(correlation == m_lastGraph ? costs.graph : costs.stream));
        if (const auto event = m_streamWaits.find(op.stream); event != m_streamWaits.end()) {
            start = std::max(start, event->second + jittered(costs.event));
            m_streamWaits.erase(event);
        }
        for (const auto &[stream, until] : m_streamEnd)
            if (stream != op.stream && until > start && op.name != communication)
                us *= costs.crowded;
        if (m_firstStarts.back() < 0)
            m_firstStarts.back() = start;
        const double end = withOthersSlices(start, start + us);
        if (op.what == SimulatedOp::Urgent)
            for (Kernel &other : m_kernels)
                if (other.stream != op.stream && other.start < start && other.end > start) {
                    other.end += us;
                    m_streamEnd[other.stream] = std::max(m_streamEnd[other.stream], other.end);
                    m_lastEnd = std::max(m_lastEnd, other.end);
                }
        m_streamEnd[op.stream] = end;
        m_ends.push_back(end);
        m_lastEnd = std::max(m_lastEnd, end);
        m_kernels.push_back(
            {op.what == SimulatedOp::Copy ? "gpu_memcpy" : "kernel", nameOf(op), op.stream, start, end, correlation});
    }

    void graph(const SimulatedOp &op, double now)
    {
        m_lastGraph = -1;
        for (const SimulatedOp &node : op.within) {
            if (node.what == SimulatedOp::Record) {
                m_eventTime[node.event] = m_streamEnd[node.stream];
            } else if (node.what == SimulatedOp::WaitEvent) {
                m_streamWaits[node.stream] = std::max(m_streamWaits[node.stream], m_eventTime[node.event]);
            } else {
                kernel(node, now + jittered(costs.launch), m_correlation);
                m_lastGraph = m_correlation;
            }
        }
    }

    void run(const std::vector<SimulatedOp> &ops, int thread)
    {
        double &now = m_now[thread];
        for (const SimulatedOp &op : ops) {
            const double begin = now;
            switch (op.what) {
            case SimulatedOp::Cpu:
                now += op.us * m_edit.cpu;
                break;
            case SimulatedOp::Launch:
            case SimulatedOp::Urgent:
                now += costs.call * m_edit.cpu;
                if (int(m_ends.size()) > costs.queue)
                    now = std::max(now, m_ends[m_ends.size() - size_t(costs.queue)] + 2);
                call("cudaLaunchKernel", thread, begin, now - begin, ++m_correlation);
                kernel(op, now + jittered(costs.launch), m_correlation);
                break;
            case SimulatedOp::Graph:
                now += costs.graphCall * m_edit.cpu;
                call("cudaGraphLaunch", thread, begin, now - begin, ++m_correlation);
                graph(op, now);
                break;
            case SimulatedOp::Record:
                now += 1 * m_edit.cpu;
                call("cudaEventRecord", thread, begin, now - begin, ++m_correlation);
                m_eventTime[op.event] = m_streamEnd[op.stream];
                break;
            case SimulatedOp::WaitEvent:
                now += 1 * m_edit.cpu;
                call("cudaStreamWaitEvent", thread, begin, now - begin, ++m_correlation);
                m_streamWaits[op.stream] = std::max(m_streamWaits[op.stream], m_eventTime[op.event]);
                break;
            case SimulatedOp::SyncDevice:
            case SimulatedOp::SyncStream:
            case SimulatedOp::Spin: {
                double end = now + costs.syncOwn * m_edit.cpu;
                for (const auto &[stream, at] : m_streamEnd)
                    if (op.what != SimulatedOp::SyncStream || stream == op.stream)
                        end = std::max(end, at + jittered(costs.syncReturn));
                now = end + (op.what == SimulatedOp::Spin ? op.us : 0);
                if (op.what != SimulatedOp::Spin) // a loop in the program's own code leaves nothing in the file
                    call(op.what == SimulatedOp::SyncDevice ? "cudaDeviceSynchronize" : "cudaStreamSynchronize", thread,
                         begin, now - begin, ++m_correlation);
                break;
            }
            case SimulatedOp::Poll: { // asks every 4 µs
                double end = now;
                for (const auto &[stream, at] : m_streamEnd)
                    end = std::max(end, at);
                do {
                    call("cudaEventQuery", thread, now, 1, ++m_correlation);
                    now += 4;
                } while (now < end + 4);
                break;
            }
            case SimulatedOp::Lock: {
                double &other = m_now[2];
                other = std::max(other, now);
                run(op.within, 2);
                now = std::max(now, other) + op.us * m_edit.cpu;
                break;
            }
            case SimulatedOp::HostFunc: {
                now += costs.call * m_edit.cpu;
                call("cudaLaunchHostFunc", thread, begin, now - begin, ++m_correlation);
                m_streamEnd[op.stream] = std::max(m_streamEnd[op.stream], now + costs.launch) + op.us * m_edit.cpu;
                break;
            }
            case SimulatedOp::Copy:
                now += costs.call * m_edit.cpu;
                kernel(op, now + jittered(costs.launch), ++m_correlation);
                now = m_streamEnd[op.stream] + jittered(costs.syncReturn);
                call("cudaMemcpyAsync", thread, begin, now - begin, m_correlation);
                break;
            case SimulatedOp::Pace:
                now = std::max(now, std::ceil((now - 1) / op.us) * op.us);
                break;
            case SimulatedOp::Pause:
                now += m_firstStarts.size() == 3 ? op.us : 0;
                break;
            case SimulatedOp::HandOver: {
                double &other = m_now[2];
                other = std::max(other, now + 20 * m_edit.cpu);
                const double from = other;
                run(op.within, 2);
                slice("cpu_op", "autograd::engine::evaluate_function: MmBackward0", 1, 2, from, other - from,
                      R"("Fwd thread id":1,"Sequence number":1)");
                now = other + 15 * m_edit.cpu;
                break;
            }
            }
        }
    }

    Costs costs;
    std::vector<Kernel> m_kernels;
    std::vector<double> m_ends; ///< of all launched work
    SimulatedEdit m_edit;
    std::mt19937 m_random, m_workRandom{17}; ///< edits leave the second as it is
    std::string m_events;
    std::map<int, double> m_now{{1, 0}, {2, 0}}; ///< by thread
    std::map<int, double> m_streamEnd, m_streamWaits, m_eventTime;
    std::vector<double> m_firstStarts; ///< by step
    double m_lastEnd = 0, m_stepWork = 1;
    int m_correlation = 0, m_lastGraph = -1;
};

} // namespace ws::test
