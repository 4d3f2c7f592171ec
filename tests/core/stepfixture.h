#pragma once
// Small traces of steps, launches and kernels, and what findSteps() makes of them.

#include "core/analysis/steps/stepsource.h"
#include "tests/support/support.h"

#include <string>
#include <vector>

namespace ws::test {

/// A small trace; times in µs.
struct StepTrace
{
    std::string events;

    StepTrace &slice(const char *category, const std::string &name, const char *pid, const char *tid, int start,
                     int duration, const std::string &args = {})
    {
        events += (events.empty() ? "" : ",\n") + std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" +
                  name + R"(","pid":)" + pid + R"(,"tid":)" + tid + R"(,"ts":)" + std::to_string(start) + R"(,"dur":)" +
                  std::to_string(duration) + R"(,"args":{)" + args + "}}";
        return *this;
    }
    StepTrace &step(const std::string &name, int start, int duration, const char *tid = "1", const char *pid = "10")
    {
        return slice("user_annotation", name, pid, tid, start, duration);
    }
    StepTrace &launch(int correlation, int start, const char *tid = "1", const char *pid = "10")
    {
        return slice("cuda_runtime", "cudaLaunchKernel", pid, tid, start, 1,
                     R"("correlation":)" + std::to_string(correlation));
    }
    StepTrace &kernel(int correlation, int start, int duration, const char *stream = "7")
    {
        return slice("kernel", "k", "0", stream, start, duration,
                     std::string(R"("device":0,"stream":)") + stream +
                         (correlation ? R"(,"correlation":)" + std::to_string(correlation) : std::string()));
    }
    StepTrace &label(const std::string &name, int start, int duration, const char *stream = "7")
    {
        return slice("gpu_user_annotation", name, "0", stream, start, duration);
    }
    RunResult run() const { return runFromJson("{\"traceEvents\":[" + events + "]}"); }
    /// "name phase batch/tokens wall gpu×activities", one per step, then "outside ns"; times in µs, - for none. An
    /// error is a line of its own.
    std::vector<std::string> steps(const StepSource &source = {}) const
    {
        const RunResult run = this->run();
        const Result<Steps> result = findSteps(*run, source);
        if (!result)
            return {"error: " + result.error().text().toStdString()};
        const Steps &found = *result;
        std::vector<std::string> lines;
        const auto number = [](const std::optional<int64_t> &n) { return n ? std::to_string(*n) : std::string("-"); };
        for (const Step &s : found.steps)
            lines.push_back(std::string(run->text(s.name)) + ' ' + s.phase + ' ' + number(s.batch) + '/' +
                            number(s.tokens) + ' ' + std::to_string(s.wall.length() / 1000) + ' ' +
                            std::to_string(s.gpuNs / 1000) + "x" + std::to_string(s.activities));
        lines.push_back("outside " + std::to_string(found.outsideNs / 1000));
        return lines;
    }
};

} // namespace ws::test
