#pragma once
// A graph whose kernels' modules are known, written as the trace of its capture and as that of its replay.

#include "core/analysis/modules/capturematch.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace ws::test {

struct CapturedKernel
{
    std::vector<std::string> path; ///< instances from the outside in
    std::string name;
    std::string api = "hipLaunchKernel";
};
using Graph = std::vector<CapturedKernel>;

inline std::string joined(const std::vector<std::string> &path)
{
    std::string text;
    for (const std::string &part : path)
        text += (text.empty() ? "" : "/") + part;
    return text;
}

/// Layers of eight kernels with the same names, `prefix` before those of matrix products.
inline Graph layer(int number, const std::string &prefix = {})
{
    const std::string index = std::to_string(number);
    const std::vector<std::string> attention{"Model_0", "Layer_" + index, "Attention_" + index},
        mlp{"Model_0", "Layer_" + index, "Mlp_" + index};
    return {{attention, "norm"}, {attention, prefix + "qkv"}, {attention, "flash"}, {attention, prefix + "proj"},
            {mlp, "norm"},       {mlp, prefix + "up"},        {mlp, "silu"},        {mlp, prefix + "down"}};
}

inline Graph model(int layers, const std::string &prefix = {})
{
    Graph graph{{{"Model_0", "Embedding_0"}, "gather"}};
    for (int i = 0; i < layers; ++i)
        for (CapturedKernel &kernel : layer(i, prefix))
            graph.push_back(std::move(kernel));
    graph.push_back({{"Head_0"}, prefix + "logits"});
    return graph;
}

struct CaptureText
{
    bool names = true;   ///< args "kernel"
    bool begins = true;  ///< StreamBeginCapture
    bool ends = true;    ///< StreamEndCapture
    int64_t time = 1000; ///< where the next graph begins
    int correlation = 1;
    TraceText text = {};

    CaptureText &graph(const Graph &graph)
    {
        if (begins)
            text.launch(1, time - 2, correlation++, "hipStreamBeginCapture");
        for (const CapturedKernel &kernel : graph) {
            const int64_t at = time + 10 * (&kernel - graph.data());
            text.launch(1, at + 5, correlation++, kernel.api, 1,
                        names && kernel.api.find("Kernel") != kernel.api.npos ? R"("kernel":")" + kernel.name + '"'
                                                                              : std::string());
        }
        for (size_t depth = 0; depth < 4; ++depth)
            modules(graph, depth);
        time += 10 * static_cast<int64_t>(graph.size()) + 100;
        if (ends)
            text.launch(1, time - 50, correlation++, "hipStreamEndCapture");
        return *this;
    }

    std::shared_ptr<const Capture> read() const
    {
        const auto run = runFromJson(text.json());
        return run ? std::make_shared<const Capture>(*Capture::of(*run)) : nullptr;
    }

private:
    /// One slice around all neighbours with the same path.
    void modules(const Graph &graph, size_t depth)
    {
        const auto upTo = [&](size_t i) {
            const auto &path = graph[i].path;
            return depth < path.size() ? joined({path.begin(), path.begin() + ptrdiff_t(depth) + 1}) : std::string();
        };
        for (size_t i = 0; i < graph.size();) {
            size_t end = i + 1;
            while (end < graph.size() && upTo(end) == upTo(i))
                ++end;
            if (!upTo(i).empty())
                text.module(graph[i].path[depth], 1, time + 10 * int64_t(i), 10 * int64_t(end - i));
            i = end;
        }
    }
};

inline std::shared_ptr<const Capture> captureOf(const std::vector<Graph> &graphs)
{
    CaptureText capture;
    for (const Graph &graph : graphs)
        capture.graph(graph);
    return capture.read();
}

struct ReplayText
{
    bool nodes = false; ///< args "graph node id", in order
    int64_t time = 1000;
    int correlation = 1;
    TraceText text = {};

    /// All kernels start one µs after the other; `order`: their places in time, empty: as captured.
    ReplayText &launch(const Graph &graph, const std::vector<size_t> &order = {})
    {
        text.launch(1, time, correlation, "hipGraphLaunch");
        for (size_t i = 0; i < graph.size(); ++i) {
            const size_t place = order.empty() ? i : order[i];
            text.kernel(correlation, time + 10 + int64_t(place), 1, graph[i].name,
                        nodes ? R"("graph node id":)" + std::to_string((uint64_t(7) << 32) + 100 + 3 * i)
                              : std::string());
        }
        time += static_cast<int64_t>(graph.size()) + 100;
        ++correlation;
        return *this;
    }
};

struct Matched
{
    RunResult run;
    CaptureMatch match;

    Matched(const ReplayText &replay, std::shared_ptr<const Capture> capture)
        : run(runFromJson(replay.text.json())), match(*CaptureMatch::make(*run, std::move(capture)))
    {
    }
    /// By activity; "-" without a module.
    std::vector<std::string> paths() const
    {
        std::vector<std::string> paths;
        for (size_t i = 0; i < run->gpu.size(); ++i)
            paths.push_back(match.call(i) == noSlice ? "-" : match.capture().pathOf(match.call(i)));
        return paths;
    }
};

/// As Matched::paths().
inline std::vector<std::string> truth(const Graph &graph)
{
    std::vector<std::string> paths;
    for (const CapturedKernel &kernel : graph)
        paths.push_back(joined(kernel.path));
    return paths;
}

} // namespace ws::test
