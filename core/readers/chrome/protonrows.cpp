// Triton's Proton (third_party/proton/csrc/lib/Data, proton.start(data="trace")). Until 2025 a JSON object for each
// stream, one a line, without a process; the thread is the stream. Since then one object: threads "GPU Stream n" (tid
// 200000 + n) hold the kernels, "Graph: Stream n" (100000 + n) the graphs' scopes, "CPU Thread n" the scopes that
// launched them, with arrows "launch->kernel" from the begin of a scope to the begin of a kernel. All work is of one
// device, which the file does not name.

#include "core/base/annotationname.h"
#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/writerrows.h"

namespace ws {
namespace {

using namespace json;

constexpr std::string_view protonDevice = "0";
constexpr uint64_t graphLanes = 100'000, gpuLanes = 200'000;

/// `"call_stack":["ROOT","block","matmul_kernel"]` → the scopes between, as a path.
std::string scopesIn(std::string_view args)
{
    std::string_view list;
    if (!args.empty())
        forEachMember(args, [&](const Member &m) {
            if (m.key == "call_stack")
                list = m.value;
        });
    std::vector<std::string> frames;
    const char *p = list.data(), *const end = p + list.size();
    for (bool escaped = false; p < end; ++p) {
        if (*p != '"')
            continue;
        const char *const close = stringEnd(p + 1, end, escaped);
        if (!close)
            break;
        frames.push_back(unescape({p + 1, static_cast<size_t>(close - p - 1)}));
        p = close;
    }
    std::string path;
    for (size_t i = !frames.empty() && frames.front() == "ROOT"; i + 1 < frames.size(); ++i)
        path.append(path.empty() ? std::string_view() : pathSeparator).append(frames[i]);
    return path;
}

class ProtonRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool nameProcess(StringId pid, StringId name) override
    {
        WriterRows::nameProcess(pid, name);
        return true; // "Trace"
    }

    void place(StringId &pid, StringId &tid) override
    {
        const Row row = rowOf(pid, tid);
        pid = row.lane == Lane::Cpu ? cpu() : text(protonDevice);
        tid = row.lane == Lane::Cpu ? tid : row.stream;
    }

    bool take(const WriterSlice &slice) override
    {
        const Row row = rowOf(slice.pid, slice.tid);
        if (slice.event.category == "kernel") {
            m_work.push_back({slice, row.stream, text(scopesIn(slice.event.args))});
            m_workAt[{slice.pid, slice.tid, slice.start}] = static_cast<uint32_t>(m_work.size() - 1);
            return true;
        }
        if (row.lane == Lane::Graph) {
            m_builder.addSlice(m_builder.track(TrackKind::GpuAnnotation, text(protonDevice), row.stream), slice.start,
                               slice.duration, slice.name, m_builder.category("gpu_user_annotation"), slice.offset);
            return true;
        }
        m_scopes.push_back({slice, 0, slice.event.category == "metric"});
        m_scopesOf.add(slice.pid, slice.tid, slice.start, slice.start + slice.duration,
                       static_cast<uint32_t>(m_scopes.size() - 1));
        return true;
    }

    bool takeFlow(const ChromeEvent &event, Flows::Kind kind, const ArrowEnd &end) override
    {
        if (event.category != "flow" || event.id.empty())
            return false;
        if (kind == Flows::Start)
            m_begins[std::string(event.id)] = end;
        else
            m_arrows.push_back({std::string(event.id), end});
        return false; // it is drawn as any
    }

    void release() override
    {
        for (const auto &[id, end] : m_arrows) {
            const auto begin = m_begins.find(id);
            const auto work = m_workAt.find({end.pid, end.tid, end.time});
            const uint32_t scope = begin == m_begins.end() ? UINT32_MAX : m_scopesOf.innermost(begin->second);
            if (scope != UINT32_MAX && work != m_workAt.end())
                m_work[work->second].launch = m_scopes[scope].launch = scope + 1;
        }
        for (const Scope &scope : m_scopes) {
            const HeldSlice &slice = scope.slice;
            if (scope.launch)
                m_builder.addLaunch(m_builder.cpuTrack(cpu(), slice.tid), slice.start, slice.duration, slice.name,
                                    m_builder.category("scope, launches", CategoryKind::Launch), slice.offset,
                                    scope.launch);
            else
                addSlice(slice, scope.isMetric ? "metric" : "scope", CategoryKind::UserAnnotation);
        }
        for (const Work &work : m_work) {
            GpuDetail detail;
            detail.correlation = work.launch;
            detail.annotation = view(work.scopes).empty() ? 0 : work.scopes;
            addWork(stream(text(protonDevice), work.stream), work.slice, kindOfWork(view(work.slice.name)), detail);
        }
    }

private:
    enum class Lane : uint8_t { Cpu, Graph, Gpu };
    struct Row
    {
        Lane lane = Lane::Gpu;
        StringId stream = 0;
    };
    struct Work
    {
        HeldSlice slice;
        StringId stream, scopes;
        uint64_t launch = 0;
    };
    struct Scope
    {
        HeldSlice slice;
        uint64_t launch; ///< index + 1 where it launches; else 0
        bool isMetric;
    };
    struct Place
    {
        StringId pid, tid;
        int64_t start;
        auto operator<=>(const Place &) const = default;
    };

    StringId cpu() { return text("CPU"); }

    Row rowOf(StringId pid, StringId tid)
    {
        std::string_view name = threadName(pid, tid);
        for (const auto &[prefix, lane] :
             {std::pair("GPU Stream ", Lane::Gpu), std::pair("Graph: Stream ", Lane::Graph)})
            if (name.starts_with(prefix))
                return {lane, text(name.substr(std::string_view(prefix).size()))};
        uint64_t lane = 0;
        if (name.starts_with("CPU Thread"))
            return {Lane::Cpu, tid};
        if (view(pid).empty() || !toUnsigned(view(tid), lane))
            return {Lane::Gpu, tid};
        return lane >= gpuLanes     ? Row{Lane::Gpu, number(lane - gpuLanes)}
               : lane >= graphLanes ? Row{Lane::Graph, number(lane - graphLanes)}
                                    : Row{Lane::Cpu, tid};
    }

    std::vector<Work> m_work;
    std::map<Place, uint32_t> m_workAt;
    std::vector<Scope> m_scopes;
    SlicesByThread m_scopesOf;
    std::map<std::string, ArrowEnd> m_begins;
    std::vector<std::pair<std::string, ArrowEnd>> m_arrows;
};

bool isProton(const TraceSigns &signs)
{
    return signs.args.contains("call_stack") && !signs.headerKeys.contains("schemaVersion") &&
           (signs.categories.contains("kernel") || signs.categories.contains("scope"));
}

} // namespace

const WriterKind protonWriter = {"Triton's Proton", isProton, [](Run &run, TimelineBuilder &builder) {
                                     return std::unique_ptr<WriterRows>(new ProtonRows(run, builder));
                                 }};

} // namespace ws
