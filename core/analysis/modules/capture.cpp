#include "core/analysis/modules/capture.h"

#include "core/analysis/modules/backwardlinks.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/base/demangle.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

constexpr size_t checkedCalls = 1 << 16; ///< calls between two checks of the cancel flag

/// The meaning of an API call for a capture.
enum class Api : uint8_t { Unseen, Other, Begin, End, Kernel, Copy, Fill };

Api apiOf(std::string_view name)
{
    const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
    if (has("StreamBeginCapture"))
        return Api::Begin;
    if (has("StreamEndCapture"))
        return Api::End;
    if (has("Graph"))
        return Api::Other; // cudaGraphAddMemcpyNode
    if (has("Launch") && has("Kernel"))
        return Api::Kernel;
    if (has("Memcpy"))
        return Api::Copy;
    return has("Memset") ? Api::Fill : Api::Other;
}

uint32_t runtimeWork(std::string_view kernel)
{
    if (kernel.starts_with("__amd_rocclr_copyBuffer"))
        return Copy;
    return kernel.starts_with("__amd_rocclr_fillBuffer") ? Fill : UINT32_MAX;
}

} // namespace

size_t Capture::launches() const
{
    size_t sum = 0;
    for (const CapturedGraph &graph : m_graphs)
        sum += graph.size();
    return sum;
}

uint32_t Capture::workOf(std::string_view kernel) const
{
    if (const uint32_t work = runtimeWork(kernel); work != UINT32_MAX)
        return work;
    const auto found = m_kernels.find(std::string(shownName(kernel)));
    return found == m_kernels.end() ? UINT32_MAX : found->second;
}

std::string Capture::pathOf(uint32_t call) const
{
    std::string path;
    for (; call != noSlice; call = m_calls[call].parent)
        path = m_calls[call].instance + (path.empty() ? "" : "/") + path;
    return path;
}

void Capture::own(std::vector<CapturedNeed> needs, const std::vector<CapturedOwner> &ofLaunch)
{
    m_needs = std::move(needs);
    m_owners = 0;
    for (CapturedGraph &graph : m_graphs)
        for (CapturedLaunch &launch : graph) {
            launch.need = ofLaunch[launch.launch].need;
            launch.owner = ofLaunch[launch.launch].call;
            if (launch.owner != noSlice)
                m_owners = std::max(m_owners, launch.owner + 1);
        }
}

Capture Capture::joined(std::vector<std::pair<std::string, Capture>> files)
{
    Capture all;
    std::map<std::pair<uint32_t, std::string>, uint32_t> paths; ///< (path above, instance) → path
    std::map<std::pair<std::string, std::string>, uint32_t> needs;
    for (auto &[name, capture] : files) {
        std::vector<uint32_t> need;
        for (CapturedNeed &one : capture.m_needs) {
            const auto next = static_cast<uint32_t>(all.m_needs.size());
            const auto [known, isNew] = needs.try_emplace({one.name, one.inputs}, next);
            if (isNew)
                all.m_needs.push_back(std::move(one));
            need.push_back(known->second);
        }
        std::unordered_map<uint32_t, uint32_t> works;
        for (const auto &[kernel, work] : capture.m_kernels) {
            const auto next = static_cast<uint32_t>(all.m_kernels.size()) + FirstKernelName;
            works[work] = all.m_kernels.try_emplace(kernel, next).first->second;
        }
        const auto firstCall = static_cast<uint32_t>(all.m_calls.size());
        for (CapturedCall &call : capture.m_calls) {
            call.parent = call.parent == noSlice ? noSlice : call.parent + firstCall;
            const uint32_t above = call.parent == noSlice ? noSlice : all.m_calls[call.parent].path;
            const auto next = static_cast<uint32_t>(paths.size());
            call.path = paths.try_emplace({above, call.instance}, next).first->second;
            all.m_calls.push_back(std::move(call));
        }
        for (size_t graph = 0; graph < capture.m_graphs.size(); ++graph) {
            for (CapturedLaunch &launch : capture.m_graphs[graph]) {
                launch.work = launch.work < FirstKernelName ? launch.work : works[launch.work];
                launch.call = launch.call == noSlice ? noSlice : launch.call + firstCall;
                launch.need = launch.need == noSlice ? noSlice : need[launch.need];
                launch.owner = launch.owner == noSlice ? noSlice : launch.owner + all.m_owners;
            }
            all.m_graphs.push_back(std::move(capture.m_graphs[graph]));
            all.m_labels.push_back(std::move(capture.m_labels[graph]));
            all.m_fileOf.push_back(static_cast<uint32_t>(all.m_files.size()));
        }
        all.m_owners += capture.m_owners;
        all.m_files.push_back(std::move(name));
    }
    return all;
}

class CaptureReader
{
public:
    CaptureReader(const Run &run, const Progress *progress)
        : m_run(run), m_progress(progress), m_modules(run.timeline, {CategoryKind::Module}), m_backward(run, m_modules)
    {
    }

    std::optional<Capture> read()
    {
        if (!findCalls())
            return std::nullopt;
        divide();
        if (!m_hasBrackets && !m_loose.empty())
            keep(std::move(m_loose));
        keepUsedCalls();
        return std::move(m_capture);
    }

private:
    struct ApiCall
    {
        int64_t start;
        uint32_t launch;
        Api api;
    };

    /// The calls that matter, by time.
    bool findCalls()
    {
        const Launches &launches = m_run.launches;
        std::vector<uint8_t> executed(launches.size());
        for (const uint32_t launch : m_run.gpu.launch)
            if (launch != noLaunch)
                executed[launch] = true;
        std::vector<Api> known(m_run.strings.size());
        for (uint32_t i = 0; i < launches.size(); ++i) {
            if (i % checkedCalls == 0 && m_progress && m_progress->isCancelled())
                return false;
            const StringId name = m_run.timeline.name(launches.slice[i]);
            if (known[name] == Api::Unseen)
                known[name] = apiOf(m_run.text(name));
            const Api api = known[name];
            const bool isBracket = api == Api::Begin || api == Api::End;
            m_hasBrackets = m_hasBrackets || isBracket;
            if (isBracket || (api != Api::Other && !executed[i]))
                m_found.push_back({m_run.timeline.start(launches.slice[i]), i, api});
        }
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const ApiCall &a, const ApiCall &b) { return a.start < b.start; });
        return true;
    }

    /// Launches before an end without a begin are of a capture that the recording has cut; captures at the same time
    /// on several threads are one graph.
    void divide()
    {
        int open = 0;
        CapturedGraph graph;
        for (const ApiCall &call : m_found) {
            if (call.api == Api::Begin) {
                if (open++ == 0)
                    graph.clear();
            } else if (call.api == Api::End) {
                open = std::max(0, open - 1);
                if (open == 0 && !graph.empty())
                    keep(std::move(graph));
                if (open == 0)
                    graph.clear();
            } else {
                (m_hasBrackets ? graph : m_loose).push_back(launchOf(call));
            }
        }
        if (open > 0 && !graph.empty())
            keep(std::move(graph));
    }

    void keep(CapturedGraph graph)
    {
        m_capture.m_graphs.push_back(std::move(graph));
        m_capture.m_labels.push_back(labelAt(m_lastStart));
    }

    /// The annotation of an engine around the captured launches, the innermost of several.
    std::string labelAt(int64_t ns)
    {
        if (!m_labels) {
            m_labels.emplace();
            for (const Lane &lane : m_run.timeline.lanes)
                for (size_t i = 0; i < lane.size(); ++i)
                    if (m_run.timeline.categories[lane.category[i]].kind == CategoryKind::UserAnnotation &&
                        m_run.text(lane.name[i]).starts_with("capture_"))
                        m_labels->push_back({lane.start[i], lane.endOf(i), lane.name[i]});
        }
        const Label *label = nullptr;
        for (const Label &one : *m_labels)
            if (one.begin <= ns && ns < one.end && (!label || one.begin >= label->begin))
                label = &one;
        return label ? std::string(m_run.text(label->name)) : std::string();
    }

    CapturedLaunch launchOf(const ApiCall &call)
    {
        m_lastStart = call.start;
        CapturedLaunch launch;
        launch.launch = call.launch;
        launch.api = m_run.timeline.name(m_run.launches.slice[call.launch]);
        launch.work = call.api == Api::Copy ? Copy : call.api == Api::Fill ? Fill : kernelOf(call.launch);
        launch.call = m_modules.find(m_run.launches.module[call.launch]);
        if (launch.call == noSlice) {
            const EventRef slice = m_run.launches.slice[call.launch];
            launch.call = m_backward.moduleAt(m_run.timeline.lane(slice).track, call.start);
            launch.isLinked = true;
        }
        return launch;
    }

    uint32_t kernelOf(uint32_t launch)
    {
        const auto &kernels = m_run.launches.kernel;
        if (launch >= kernels.size() || !kernels[launch])
            return NamelessKernel;
        const std::string_view name = m_run.text(kernels[launch]);
        if (const uint32_t work = runtimeWork(name); work != UINT32_MAX)
            return work;
        const auto next = static_cast<uint32_t>(m_capture.m_kernels.size()) + FirstKernelName;
        return m_capture.m_kernels.try_emplace(std::string(shownName(name)), next).first->second;
    }

    /// Module calls with captured launches and those around them, numbered anew.
    void keepUsedCalls()
    {
        std::vector<uint32_t> number(m_modules.size(), noSlice);
        for (const CapturedGraph &graph : m_capture.m_graphs)
            for (const CapturedLaunch &launch : graph)
                for (uint32_t call = launch.call; call != noSlice && number[call] == noSlice;
                     call = m_modules.parent(call))
                    number[call] = 0;
        std::map<std::pair<uint32_t, std::string>, uint32_t> paths;
        for (uint32_t i = 0; i < number.size(); ++i) {
            if (number[i] == noSlice)
                continue;
            number[i] = static_cast<uint32_t>(m_capture.m_calls.size());
            CapturedCall call;
            call.instance = moduleInstance(m_run.text(m_run.timeline.name(m_modules.slice(i))));
            const uint32_t outer = m_modules.parent(i);
            call.parent = outer == noSlice ? noSlice : number[outer];
            const uint32_t above = outer == noSlice ? noSlice : m_capture.m_calls[call.parent].path;
            const auto next = static_cast<uint32_t>(paths.size());
            call.path = paths.try_emplace({above, call.instance}, next).first->second;
            m_capture.m_calls.push_back(std::move(call));
        }
        for (CapturedGraph &graph : m_capture.m_graphs)
            for (CapturedLaunch &launch : graph)
                launch.call = launch.call == noSlice ? noSlice : number[launch.call];
    }

    struct Label
    {
        int64_t begin, end;
        StringId name;
    };

    const Run &m_run;
    const Progress *m_progress;
    std::optional<std::vector<Label>> m_labels; ///< once one is asked for
    int64_t m_lastStart = 0;                    ///< of the captured launch before
    NestedSlices m_modules;
    BackwardLinks m_backward;
    Capture m_capture;
    std::vector<ApiCall> m_found;
    CapturedGraph m_loose; ///< without brackets in the file
    bool m_hasBrackets = false;
};

std::optional<Capture> Capture::of(const Run &run, const Progress *progress)
{
    return CaptureReader(run, progress).read();
}

} // namespace ws
