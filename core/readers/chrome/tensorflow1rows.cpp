// Timelines of TensorFlow 1 (tensorflow/python/client/timeline.py over RunMetadata). Each device is a process "…
// Compute" with rows for display. The streams of a GPU ("/gpu:0/stream:12", "/device:GPU:0/stream:12") are its work;
// "stream:all" and "memcpy" repeat them. The GPU as a device of the graph ("/job:…/gpu:0") shows when the host
// scheduled its operators. A kernel is called by its operator's type and names the node.

#include "core/base/texts.h"
#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/writerrows.h"

#include <tuple>

namespace ws {
namespace {

using namespace json;

constexpr std::string_view computeSuffix = " Compute";

/// "/job:worker/task:1/device:GPU:0/stream:12 Compute" → "/job:worker/task:1", "GPU", "0", "12".
struct StreamName
{
    std::string_view host, word, device, stream; ///< stream: also "all"; "memcpy": without a stream
    explicit operator bool() const { return !device.empty(); }
    bool isWork() const { return !stream.empty() && stream.find_first_not_of("0123456789") == stream.npos; }
};

StreamName streamName(std::string_view process)
{
    if (!process.ends_with(computeSuffix))
        return {};
    process.remove_suffix(computeSuffix.size());
    const size_t slash = process.rfind('/');
    if (slash == process.npos)
        return {};
    StreamName name;
    const std::string_view last = process.substr(slash + 1);
    if (last.starts_with("stream:"))
        name.stream = last.substr(7);
    else if (last != "memcpy")
        return {};
    process = process.substr(0, slash); // "/job:worker/task:1/device:GPU:0"
    const size_t colon = process.rfind(':');
    if (colon == process.npos || colon + 1 == process.size() ||
        process.find_first_not_of("0123456789", colon + 1) != process.npos)
        return {};
    name.device = process.substr(colon + 1);
    process = process.substr(0, colon);
    const size_t word = process.find_last_of(":/") + 1;
    name.word = process.substr(word);
    const size_t part = process.rfind('/');
    name.host = part == process.npos ? std::string_view() : process.substr(0, part);
    return name;
}

/// "stream:all" of "/gpu:0/stream:all Compute".
std::string_view lastPart(std::string_view process)
{
    process.remove_suffix(computeSuffix.size());
    return process.substr(process.rfind('/') + 1);
}

class Tensorflow1Rows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool nameProcess(StringId pid, StringId name) override
    {
        WriterRows::nameProcess(pid, name);
        return true; // place() gives it another number
    }

    /// The processes' numbers are counted by the writer, and those of devices begin at 0, too.
    void place(StringId &pid, StringId &tid) override
    {
        const std::string_view process = processName(pid);
        if (const StreamName name = streamName(process)) {
            tid = text(name.isWork() ? name.stream : lastPart(process));
            pid = deviceOf(name);
        } else if (!process.empty()) {
            pid = text(process);
            m_builder.process(pid).name = pid;
        }
    }

    bool take(const WriterSlice &slice) override
    {
        if (slice.event.category != "Op")
            return false;
        std::string_view node;
        if (!slice.event.args.empty())
            forEachMember(slice.event.args, [&](const Member &m) {
                if (m.key == "name")
                    node = m.token();
            });
        const std::string_view process = processName(slice.pid);
        const StreamName name = streamName(process);
        if (isCopy(slice, process, text(node)))
            return true;
        if (!name) {
            m_ops.push_back({slice, text(node)});
            m_opsOfNode[text(node)].push_back(static_cast<uint32_t>(m_ops.size()));
        } else if (!name.isWork()) {
            addBeside(deviceOf(name), text(lastPart(process)), slice);
        } else {
            m_work.push_back({slice, text(node), deviceOf(name), text(name.stream)});
        }
        return true;
    }

    /// Operators become known after the work that they launched.
    void release() override
    {
        if (m_copies)
            m_run.diagnostics.add("repeated-tasks",
                                  Core::tr("events that several processes of one name hold; they count once"), -1, {},
                                  m_copies);
        for (uint32_t i = 0; i < m_ops.size(); ++i) {
            OpDetail detail;
            detail.externalId = i + 1;
            StringId pid = m_ops[i].slice.pid, tid = m_ops[i].slice.tid;
            place(pid, tid);
            const HeldSlice &slice = m_ops[i].slice;
            m_builder.addOp(m_builder.cpuTrack(pid, tid), slice.start, slice.duration, slice.name,
                            m_builder.category("Op", CategoryKind::CpuOp), slice.offset, detail);
        }
        for (auto &[node, ops] : m_opsOfNode)
            std::ranges::stable_sort(ops, {}, [this](uint32_t op) { return m_ops[op - 1].slice.start; });
        for (const Work &work : m_work) {
            GpuDetail detail;
            detail.externalId = operatorOf(work);
            addWork(stream(work.device, work.stream), work.slice, kindOfWork(view(work.slice.name)), detail);
        }
    }

private:
    struct Op
    {
        HeldSlice slice;
        StringId node;
    };
    struct Work
    {
        HeldSlice slice;
        StringId node, device, stream;
    };

    /// A file of several runs may repeat the events of the earlier ones, in further processes of the same names.
    bool isCopy(const WriterSlice &slice, std::string_view process, StringId node)
    {
        if (process.empty())
            return false;
        const auto [first, isNew] =
            m_pidOf.try_emplace({text(process), slice.tid, slice.start, slice.duration, slice.name, node}, slice.pid);
        const bool isSecond = !isNew && first->second != slice.pid;
        m_copies += isSecond;
        return isSecond;
    }

    StringId deviceOf(const StreamName &name)
    {
        if (m_host.empty())
            m_host = name.host;
        return name.host == m_host ? text(name.device) : text(std::string(name.host) + ' ' + std::string(name.device));
    }

    /// The last operator of the node that had begun, else the first; 0: none.
    uint64_t operatorOf(const Work &work) const
    {
        const auto found = m_opsOfNode.find(work.node);
        if (found == m_opsOfNode.end())
            return 0;
        const auto begins = [this](uint32_t op) { return m_ops[op - 1].slice.start; };
        const auto after = std::ranges::upper_bound(found->second, work.slice.start, {}, begins);
        return after == found->second.begin() ? *after : *std::prev(after);
    }

    std::vector<Op> m_ops;
    std::map<StringId, std::vector<uint32_t>> m_opsOfNode; ///< index + 1
    std::vector<Work> m_work;
    std::map<std::tuple<StringId, StringId, int64_t, int64_t, StringId, StringId>, StringId> m_pidOf; ///< of an event
    uint64_t m_copies = 0;
    std::string m_host; ///< of the first device
};

bool isTensorflow1(const TraceSigns &signs)
{
    return signs.hasProcess([](std::string_view name) {
        return name.ends_with(computeSuffix) && name.starts_with('/') &&
               (name.find("cpu:") != name.npos || name.find("CPU:") != name.npos || bool(streamName(name)) ||
                name.starts_with("/job:"));
    });
}

} // namespace

const WriterKind tensorflow1Writer = {"TensorFlow 1 (timeline)", isTensorflow1, [](Run &run, TimelineBuilder &builder) {
                                          return std::unique_ptr<WriterRows>(new Tensorflow1Rows(run, builder));
                                      }};

} // namespace ws
