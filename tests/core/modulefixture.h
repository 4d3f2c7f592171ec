#pragma once
// Small Chrome traces with modules, operators, launches and kernels, written event by event. Times in µs.

#include "tests/support/support.h"

#include <string>

namespace ws::test {

class TraceText
{
public:
    TraceText &module(const std::string &instance, int thread, int64_t ts, int64_t dur)
    {
        return cpu("python_function", "nn.Module: " + instance, thread, ts, dur, {});
    }
    TraceText &annotation(const std::string &name, int thread, int64_t ts, int64_t dur)
    {
        return cpu("user_annotation", name, thread, ts, dur, {});
    }
    TraceText &op(const std::string &name, int thread, int64_t ts, int64_t dur, const std::string &args = {})
    {
        return cpu("cpu_op", name, thread, ts, dur, args);
    }
    TraceText &launch(int thread, int64_t ts, int correlation, const std::string &name = "cudaLaunchKernel",
                      int64_t dur = 1, const std::string &args = {})
    {
        return cpu("cuda_runtime", name, thread, ts, dur,
                   "\"correlation\":" + std::to_string(correlation) + (args.empty() ? "" : "," + args));
    }
    /// On device 0, stream 7.
    TraceText &kernel(int correlation, int64_t ts, int64_t dur, const std::string &name = "gemm",
                      const std::string &args = {})
    {
        return add("X", "kernel", name, 0, 7, ts,
                   ",\"dur\":" + std::to_string(dur) + R"(,"args":{"device":0,"stream":7,"correlation":)" +
                       std::to_string(correlation) + (args.empty() ? "" : "," + args) + "}");
    }
    /// The end lies on stream 7 when `toThread` is 0.
    TraceText &flow(const char *category, int id, int fromThread, int64_t from, int toThread, int64_t to)
    {
        const std::string idText = ",\"id\":" + std::to_string(id);
        add("s", category, category, 1, fromThread, from, idText);
        return add("f", category, category, toThread ? 1 : 0, toThread ? toThread : 7, to, idText + R"(,"bp":"e")");
    }
    std::string json() const { return "[" + m_events + "]"; }

private:
    TraceText &cpu(const char *category, const std::string &name, int thread, int64_t ts, int64_t dur,
                   const std::string &args)
    {
        return add("X", category, name, 1, thread, ts, ",\"dur\":" + std::to_string(dur) + ",\"args\":{" + args + "}");
    }
    TraceText &add(const char *phase, const std::string &category, const std::string &name, int pid, int tid,
                   int64_t ts, const std::string &rest)
    {
        m_events += m_events.empty() ? "" : ",\n";
        m_events += std::string("{\"ph\":\"") + phase + "\",\"cat\":\"" + category + "\",\"name\":\"" + name +
                    "\",\"pid\":" + std::to_string(pid) + ",\"tid\":" + std::to_string(tid) +
                    ",\"ts\":" + std::to_string(ts) + rest + "}";
        return *this;
    }

    std::string m_events;
};

} // namespace ws::test
