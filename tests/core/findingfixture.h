#pragma once
// Small traces for findings: one GPU, one stream unless said, times in µs.

#include "core/analysis/findings/finding.h"
#include "core/analysis/stages/communication.h"
#include "core/report/overviewreport.h"
#include "tests/support/support.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <algorithm>

#include <string>

namespace ws::test {

class FindingTrace
{
public:
    /// A step on the CPU; work launched at `launch` within it belongs to it.
    FindingTrace &step(int ts, int dur, const std::string &name = "ProfilerStep#1")
    {
        return slice("user_annotation", name, ts, dur);
    }
    FindingTrace &slice(const char *category, const std::string &name, int ts, int dur, int tid = 1,
                        const nlohmann::json &args = nlohmann::json::object())
    {
        m_events.push_back({{"ph", "X"},
                            {"cat", category},
                            {"name", name},
                            {"pid", 100},
                            {"tid", tid},
                            {"ts", ts},
                            {"dur", dur},
                            {"args", args}});
        return *this;
    }
    /// A kernel, or a copy where the name begins with "Memcpy", and its launch (1 µs) at `launch`; -1: none.
    FindingTrace &work(const std::string &name, int start, int dur, int launch, nlohmann::json args = {},
                       int stream = 7, const char *call = "cudaLaunchKernel", int tid = 1)
    {
        args.emplace("device", 0);
        args["stream"] = stream;
        if (launch >= 0) {
            args["correlation"] = ++m_correlation;
            m_events.push_back({{"ph", "X"},
                                {"cat", "cuda_runtime"},
                                {"name", call},
                                {"pid", 100},
                                {"tid", tid},
                                {"ts", launch},
                                {"dur", 1},
                                {"args", {{"correlation", m_correlation}}}});
        }
        m_events.push_back({{"ph", "X"},
                            {"cat", name.starts_with("Memcpy") ? "gpu_memcpy" : "kernel"},
                            {"name", name},
                            {"pid", args["device"]},
                            {"tid", stream},
                            {"ts", start},
                            {"dur", dur},
                            {"args", args}});
        return *this;
    }
    /// The launch of the last work lasts so long.
    FindingTrace &launching(int dur)
    {
        m_events[m_events.size() - 2]["dur"] = dur;
        return *this;
    }
    /// `count` kernels of `dur` every `every`, the first at `start`, each launched `ahead` before it starts.
    FindingTrace &series(const std::string &name, int count, int start, int dur, int every, int ahead)
    {
        for (int i = 0; i < count; ++i)
            work(name, start + i * every, dur, start + i * every - ahead);
        return *this;
    }
    FindingTrace &device(const nlohmann::json &properties)
    {
        m_header["deviceProperties"] = nlohmann::json::array({properties});
        return *this;
    }
    std::string text() const
    {
        nlohmann::json json = m_header;
        json["traceEvents"] = m_events;
        return json.dump();
    }

private:
    nlohmann::json m_events = nlohmann::json::array(), m_header = nlohmann::json::object();
    int m_correlation = 0;
};

struct FoundFindings
{
    explicit FoundFindings(const FindingTrace &trace)
    {
        run = load(trace.text());
        const Steps steps = *findSteps(*run);
        const WorkUnit unit = steps.steps.empty() ? *findWorkUnit(*run) : WorkUnit();
        const Gaps gaps = *findGaps(*run);
        const auto communication = defaultCommunication(run->gpu, run->strings);
        const auto trust = *trustFindings(*run, steps);
        budget = *runBudget({*run, steps, unit, gaps, communication});
        all = *findFindings({*run, steps, gaps, budget, communication, trust});
    }
    /// Null: the rule is silent.
    const Finding *find(std::string_view id) const
    {
        const auto found = std::ranges::find(all, id, &Finding::id);
        return found == all.end() ? nullptr : &*found;
    }
    std::string ids() const
    {
        std::string text;
        for (const Finding &finding : all)
            text += (text.empty() ? "" : " ") + finding.id;
        return text;
    }
    std::shared_ptr<const Run> run;
    RunBudget budget;
    std::vector<Finding> all;

private:
    /// From a file, so that texts of events can be read again.
    std::shared_ptr<const Run> load(const std::string &text)
    {
        QFile file(m_folder.filePath(QStringLiteral("a.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
            return nullptr;
        file.close();
        Progress progress;
        return *loadRun(file.fileName(), progress);
    }
    QTemporaryDir m_folder;
};

inline constexpr const char *pageableCopy = "Memcpy HtoD (Pageable -> Device)";

inline Overview overviewOf(const std::shared_ptr<const Run> &run)
{
    return *makeOverview({run});
}
inline Overview overviewOf(const FindingTrace &trace)
{
    return overviewOf(runFromJson(trace.text()).run);
}

} // namespace ws::test
