#pragma once
// A program of a CPU and a GPU whose dependencies are known, run by rules of its own: threads that launch, wait and
// hand over, streams with events, graphs. It writes the trace that a profiler would, and can be run again with an edit,
// so that a prediction has a truth beside it.

#include "tests/support/support.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ws::test {

struct SimulatedOp
{
    enum What : uint8_t { Cpu, Launch, Graph, Record, WaitEvent, SyncDevice, SyncStream, Spin, Poll, HandOver };
    What what = Cpu;
    double us = 0;  ///< of the CPU, or of the kernel
    int stream = 7; ///< launched on, recorded on, waiting, waited for
    int name = 0;   ///< of the kernel: "kernel_3"
    int event = 0;
    std::vector<SimulatedOp> within = {}; ///< kernels of a graph; what the other thread does
};

struct SimulatedEdit
{
    int name = -1; ///< kernels of that name × factor; -1: none
    double factor = 1;
    double cpu = 1; ///< the CPU's own work and its calls × this
};

class ReplaySimulator
{
public:
    struct Costs
    {
        double call = 5, graphCall = 12, launch = 3, stream = 1, graph = 0.6, event = 1.5, syncReturn = 6, syncOwn = 2;
        double jitter = 0.02; ///< of latencies
        int queue = 1 << 30;  ///< launches that are not over, beyond which a launching call waits
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
            run(step, 1);
            slice("user_annotation", "ProfilerStep#" + std::to_string(s), 1, 1, begin, m_now[1] - begin, "");
        }
    }

    std::string json() const
    {
        std::string all = R"({"traceEvents":[)" + m_events;
        all.pop_back();
        return all + "]}";
    }
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

    void kernel(const SimulatedOp &op, double ready, int correlation)
    {
        const double us = op.us * (op.name == m_edit.name ? m_edit.factor : 1);
        double start = ready;
        if (const auto before = m_streamEnd.find(op.stream); before != m_streamEnd.end())
            start = std::max(start, before->second + jittered(correlation == m_lastGraph ? costs.graph : costs.stream));
        if (const auto event = m_streamWaits.find(op.stream); event != m_streamWaits.end()) {
            start = std::max(start, event->second + jittered(costs.event));
            m_streamWaits.erase(event);
        }
        if (m_firstStarts.back() < 0)
            m_firstStarts.back() = start;
        m_streamEnd[op.stream] = start + us;
        m_ends.push_back(start + us);
        m_lastEnd = std::max(m_lastEnd, start + us);
        const std::string stream = std::to_string(op.stream);
        slice("kernel", "kernel_" + std::to_string(op.name), 0, op.stream, start, us,
              R"("device":0,"stream":)" + stream + R"(,"correlation":)" + std::to_string(correlation));
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
                now += costs.call * m_edit.cpu;
                if (int(m_ends.size()) > costs.queue)
                    now = std::max(now, m_ends[m_ends.size() - size_t(costs.queue)] + 2);
                call("cudaLaunchKernel", thread, begin, now - begin, ++m_correlation);
                kernel(op, now + jittered(costs.launch), m_correlation);
                break;
            case SimulatedOp::Graph:
                now += costs.graphCall * m_edit.cpu;
                call("cudaGraphLaunch", thread, begin, now - begin, ++m_correlation);
                m_lastGraph = -1;
                for (const SimulatedOp &node : op.within) {
                    kernel(node, now + jittered(costs.launch), m_correlation);
                    m_lastGraph = m_correlation;
                }
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
                now = end;
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
    std::vector<double> m_ends; ///< of all launched work
    SimulatedEdit m_edit;
    std::mt19937 m_random;
    std::string m_events;
    std::map<int, double> m_now{{1, 0}, {2, 0}}; ///< by thread
    std::map<int, double> m_streamEnd, m_streamWaits, m_eventTime;
    std::vector<double> m_firstStarts; ///< by step
    double m_lastEnd = 0;
    int m_correlation = 0, m_lastGraph = -1;
};

} // namespace ws::test
