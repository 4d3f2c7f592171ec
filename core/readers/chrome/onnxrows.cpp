// Profiles of ONNX Runtime (onnxruntime/core/common/profiler.cc): "Node" events are operators, "Kernel" events the work
// of a GPU, copies included, without a device and with a pid of -1. A kernel names the node that launched it
// ("parent_name"), and names repeat in every run of the model. WebGPU's kernels are "Api" events of pid -1; other "Api"
// events are calls.

#include "core/readers/chrome/jsonscan.h"
#include "core/readers/chrome/writerrows.h"

namespace ws {
namespace {

using namespace json;

constexpr std::string_view sizeKeys[] = {"grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z"};

struct OnnxArgs
{
    explicit OnnxArgs(std::string_view args)
    {
        if (args.empty())
            return;
        forEachMember(args, [this](const Member &m) {
            const std::string_view value = m.token();
            if (m.key == "op_name")
                op = value;
            else if (m.key == "provider")
                provider = value;
            else if (m.key == "parent_name")
                parent = value;
            else if (m.key == "stream")
                stream = value;
            else if (m.key == "input_type_shape")
                shape = m.value;
            else if (m.key == "cache_key")
                isWebGpu = true;
            else if (const auto key = std::ranges::find(sizeKeys, m.key); key != std::end(sizeKeys))
                sizes[key - std::begin(sizeKeys)] = value;
        });
    }

    /// Copies have −1 everywhere.
    std::string grid() const
    {
        if (sizes[0].empty() || sizes[0].starts_with('-'))
            return {};
        const auto list = [this](size_t first) {
            std::string text("[");
            for (size_t i = first; i < first + 3; ++i)
                text.append(sizes[i]).append(i < first + 2 ? "," : "]");
            return text;
        };
        return "grid " + list(0) + " block " + list(3);
    }

    std::string_view op, provider, parent, stream, shape;
    std::string_view sizes[std::size(sizeKeys)];
    bool isWebGpu = false;
};

class OnnxRows : public WriterRows
{
public:
    using WriterRows::WriterRows;

    bool take(const WriterSlice &slice) override
    {
        const OnnxArgs args(slice.event.args);
        const std::string_view category = slice.event.category;
        const bool isWork = category == "Kernel" || (category == "Api" && args.isWebGpu);
        if (isWork) {
            m_work.push_back({slice, args.parent.empty() ? 0 : text(args.parent),
                              text(args.stream.empty() ? "0" : args.stream), text(args.grid())});
        } else if (category == "Node") {
            addNode(slice, args);
        } else if (category == "Session") {
            addSlice(slice, category, CategoryKind::UserAnnotation);
        } else if (category == "Api") {
            addSlice(slice, category, CategoryKind::Launch);
        } else {
            return false;
        }
        return true;
    }

    void release() override
    {
        for (auto &[name, nodes] : m_nodesOfName)
            std::ranges::stable_sort(nodes, {}, &Node::start);
        for (const Work &work : m_work) {
            GpuDetail detail;
            detail.externalId = nodeOf(work);
            detail.grid = view(work.grid).empty() ? 0 : work.grid;
            addWork(stream(text("0"), work.stream), work.slice, kindOfWork(view(work.slice.name)), detail);
        }
    }

private:
    struct Work
    {
        HeldSlice slice;
        StringId parent, stream, grid;
    };
    struct Node
    {
        int64_t start;
        uint64_t id;
    };

    /// Its waits for others (fences) are no operators.
    void addNode(const WriterSlice &slice, const OnnxArgs &args)
    {
        constexpr std::string_view suffix = "_kernel_time";
        if (!view(slice.name).ends_with(suffix)) {
            addSlice(slice, "Node, beside its kernels", CategoryKind::Other);
            return;
        }
        OpDetail detail;
        detail.externalId = ++m_nodes;
        if (!args.shape.empty())
            detail.shape = text(args.shape);
        m_nodesOfName[slice.name].push_back({slice.start, detail.externalId});
        const StringId name = args.op.empty() ? slice.name : text(args.op);
        const std::string category = args.provider.empty() ? "Node" : "Node, " + std::string(args.provider);
        m_builder.addOp(m_builder.cpuTrack(slice.pid, slice.tid), slice.start, slice.duration, name,
                        m_builder.category(category, CategoryKind::CpuOp), slice.offset, detail);
    }

    /// The last node of that name that had begun, else the first; 0: none.
    uint64_t nodeOf(const Work &work)
    {
        const auto found = m_nodesOfName.find(work.parent);
        if (!work.parent || found == m_nodesOfName.end())
            return 0;
        const auto &nodes = found->second;
        const auto after = std::ranges::upper_bound(nodes, work.slice.start, {}, &Node::start);
        return after == nodes.begin() ? after->id : std::prev(after)->id;
    }

    std::vector<Work> m_work;
    std::map<StringId, std::vector<Node>> m_nodesOfName;
    uint64_t m_nodes = 0;
};

bool isOnnx(const TraceSigns &signs)
{
    constexpr std::string_view own[] = {"Session", "Node", "Kernel", "Api"};
    return (signs.categories.contains("Session") || signs.categories.contains("Node")) &&
           std::ranges::all_of(signs.categories, [&](const std::string &category) {
               return std::ranges::find(own, category) != std::end(own);
           });
}

} // namespace

const WriterKind onnxWriter = {"ONNX Runtime", isOnnx, [](Run &run, TimelineBuilder &builder) {
                                   return std::unique_ptr<WriterRows>(new OnnxRows(run, builder));
                               }};

} // namespace ws
