#include "core/base/texts.h"
#include "core/readers/torch/layerwise.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ws {

namespace {

using Json = nlohmann::ordered_json;

constexpr double longestUs = 9e15; ///< in ns still an int64
constexpr size_t deepestContext = 64;
constexpr size_t maxMembers = 1000; ///< per object of the context: a new key is compared with all others

/// Python writes NaN and Infinity into JSON. Outside strings they become empty strings of the same length.
size_t blankNonFinite(std::string &json)
{
    if (json.find("NaN") == std::string::npos && json.find("Infinity") == std::string::npos)
        return 0;
    size_t count = 0;
    bool inString = false;
    for (size_t at = 0; at < json.size(); ++at) {
        if (json[at] == '\\' && inString) {
            ++at;
            continue;
        }
        inString = inString != (json[at] == '"');
        if (inString || (json[at] != 'N' && json[at] != 'I' && json[at] != '-'))
            continue;
        for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
            if (json.compare(at, word.size(), word) != 0)
                continue;
            json.replace(at, word.size(), word.size(), ' ');
            json[at] = json[at + 1] = '"';
            at += word.size() - 1;
            ++count;
            break;
        }
    }
    return count;
}

/// Builds the context block; leaves out what is nested too deeply or too large.
class ContextBuilder
{
public:
    explicit ContextBuilder(Json &root) : m_open{&root} {}

    /// An array when `isArray`, else an object. False: the value was left out.
    bool open(const std::string &key, bool isArray)
    {
        Json *value = m_open.size() < deepestContext ? add(key, isArray ? Json::array() : Json::object()) : nullptr;
        if (value)
            m_open.push_back(value);
        return value;
    }
    /// Null: left out.
    Json *add(const std::string &key, Json value)
    {
        Json &top = *m_open.back();
        if (top.is_array()) {
            top.push_back(std::move(value));
            return &top.back();
        }
        return top.size() < maxMembers ? &(top[key] = std::move(value)) : nullptr;
    }
    void close() { m_open.pop_back(); }

private:
    std::vector<Json *> m_open; ///< a list grows only while none of its members is open
};

class LayerwiseHandler : public nlohmann::json_sax<Json>
{
public:
    LayerwiseHandler(LayerwiseContent &content, Diagnostics &diagnostics)
        : m_content(content), m_diagnostics(diagnostics), m_context(content.context)
    {
    }

    bool null() override { return scalar(Json(nullptr)); }
    bool boolean(bool value) override { return scalar(Json(value)); }
    bool number_integer(number_integer_t value) override { return number(static_cast<double>(value), Json(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value), Json(value)); }
    bool number_float(number_float_t value, const string_t &) override { return number(value, Json(value)); }
    bool binary(binary_t &) override { return true; }

    bool string(string_t &value) override
    {
        if (top() != Frame::Entry)
            return scalar(Json(std::move(value)));
        if (m_key == "name")
            node().name = std::move(value);
        else if (m_key == "trace")
            node().detail = std::move(value);
        return true;
    }

    bool key(string_t &value) override
    {
        m_key.swap(value);
        return true;
    }
    bool start_object(size_t) override { return open(false); }
    bool start_array(size_t) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool parse_error(size_t position, const std::string &, const Json::exception &) override
    {
        m_content.complete = false;
        m_diagnostics.add("truncated", Core::tr("The JSON ends or is damaged here; everything before it was read."),
                          static_cast<int64_t>(position > 0 ? position - 1 : 0));
        return false;
    }

private:
    enum class Frame : uint8_t { Root, Context, Phase, Metadata, Nodes, Node, Entry, Ignored, None };

    Frame top() const { return m_frames.empty() ? Frame::None : m_frames.back(); }
    ModuleTree &tree() { return m_content.trees.back(); }
    ModuleNode &node() { return tree().nodes[m_openNodes.back()]; }

    Frame next(bool isArray) const
    {
        switch (top()) {
        case Frame::None:
            return isArray ? Frame::Ignored : Frame::Root;
        case Frame::Root:
            return isArray ? Frame::Ignored : m_key == "context" ? Frame::Context : Frame::Phase;
        case Frame::Phase:
            if (isArray)
                return m_key == "summary_stats" || m_key == "model_stats" ? Frame::Nodes : Frame::Ignored;
            return m_key == "metadata" ? Frame::Metadata : Frame::Ignored;
        case Frame::Nodes:
            return isArray ? Frame::Ignored : Frame::Node;
        case Frame::Node:
            if (isArray)
                return m_key == "children" ? Frame::Nodes : Frame::Ignored;
            return m_key == "entry" ? Frame::Entry : Frame::Ignored;
        case Frame::Context:
            return Frame::Context;
        default:
            return Frame::Ignored;
        }
    }

    bool open(bool isArray)
    {
        Frame frame = next(isArray);
        if (frame == Frame::Context && top() == Frame::Context && !m_context.open(m_key, isArray)) {
            largeContext();
            frame = Frame::Ignored;
        }
        if (frame == Frame::Phase) {
            m_phase = m_key;
            m_runningSeqs = -1;
            m_firstTree = m_content.trees.size();
        }
        if (frame == Frame::Nodes && top() == Frame::Phase)
            startTree();
        if (frame == Frame::Node)
            startNode();
        if (top() == Frame::Nodes && frame == Frame::Ignored)
            badNode();
        m_frames.push_back(frame);
        return true;
    }

    bool close()
    {
        const Frame frame = top();
        m_frames.pop_back();
        if (frame == Frame::Context && top() == Frame::Context)
            m_context.close();
        if (frame == Frame::Node)
            m_openNodes.pop_back();
        return true;
    }

    void startTree()
    {
        ModuleTree tree;
        tree.phase = m_phase;
        tree.view = m_key == "model_stats" ? "model" : "summary";
        tree.source = "layerwise";
        tree.runningSeqs = m_runningSeqs;
        m_content.trees.push_back(std::move(tree));
    }

    void startNode()
    {
        ModuleNode node;
        node.parent = m_openNodes.empty() ? UINT32_MAX : m_openNodes.back();
        node.depth = static_cast<uint32_t>(m_openNodes.size());
        node.calls = tree().view == "model" ? 1 : 0; // a row of the model view is one call
        m_openNodes.push_back(static_cast<uint32_t>(tree().nodes.size()));
        tree().nodes.push_back(std::move(node));
    }

    void largeContext()
    {
        m_diagnostics.add("deep-context",
                          Core::tr("Parts of the context that are nested too deeply or too many were left out."));
    }

    void badNode()
    {
        m_diagnostics.add("bad-node", Core::tr("Entries of a list of nodes that are not nodes were skipped."));
    }

    bool scalar(Json value)
    {
        if (top() == Frame::Context && !m_context.add(m_key, std::move(value)))
            largeContext();
        else if (top() == Frame::Nodes)
            badNode();
        return true;
    }

    bool number(double value, Json json)
    {
        if (top() == Frame::Entry)
            entryNumber(value);
        else if (top() == Frame::Metadata && m_key == "num_running_seqs")
            setRunningSeqs(value);
        else
            return scalar(std::move(json));
        return true;
    }

    void setRunningSeqs(double value)
    {
        m_runningSeqs = value >= 0 && value < 1e15 ? static_cast<int64_t>(value) : -1;
        for (size_t i = m_firstTree; i < m_content.trees.size(); ++i) // metadata after the lists
            m_content.trees[i].runningSeqs = m_runningSeqs;
    }

    void entryNumber(double value)
    {
        ModuleNode &n = node();
        if (m_key == "cuda_time_us") {
            n.totalNs = nanoseconds(value);
            if (n.parent == UINT32_MAX && std::abs(value) < longestUs)
                tree().totalUs += value;
        } else if (m_key == "cpu_time_us") {
            n.cpuNs = value >= 0 ? nanoseconds(value) : -1;
        } else if (m_key == "pct_cuda_time") {
            n.filePercent = value;
        } else if (m_key == "invocations") {
            n.calls = value > 0 && value < 1e18 ? static_cast<uint64_t>(value) : 0;
        }
    }

    int64_t nanoseconds(double us)
    {
        if (std::abs(us) < longestUs)
            return std::llround(us * 1000);
        m_diagnostics.add("absurd-number", Core::tr("Times of more than 285 years were set to zero."));
        return 0;
    }

    LayerwiseContent &m_content;
    Diagnostics &m_diagnostics;
    ContextBuilder m_context;
    std::vector<Frame> m_frames;
    std::vector<uint32_t> m_openNodes; ///< indices into the nodes of the last tree
    std::string m_key;
    std::string m_phase;
    int64_t m_runningSeqs = -1;
    size_t m_firstTree = 0; ///< of the open phase
};

/// From the order of the file (depth first) to breadth first: a stable sort by depth, parents renumbered.
void sortBreadthFirst(ModuleTree &tree)
{
    std::vector<uint32_t> starts; // per depth, then running
    for (const ModuleNode &node : tree.nodes) {
        if (starts.size() < node.depth + 2)
            starts.resize(node.depth + 2, 0);
        ++starts[node.depth + 1];
    }
    for (size_t i = 1; i < starts.size(); ++i)
        starts[i] += starts[i - 1];
    tree.rootCount = starts.empty() ? 0 : starts[1];
    std::vector<uint32_t> position(tree.nodes.size());
    for (size_t i = 0; i < tree.nodes.size(); ++i)
        position[i] = starts[tree.nodes[i].depth]++;
    std::vector<ModuleNode> sorted(tree.nodes.size());
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        ModuleNode &node = tree.nodes[i];
        if (node.parent != UINT32_MAX)
            node.parent = position[node.parent];
        sorted[position[i]] = std::move(node);
    }
    tree.nodes = std::move(sorted);
    for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].parent == UINT32_MAX)
            continue;
        ModuleNode &parent = tree.nodes[tree.nodes[i].parent];
        if (parent.childCount++ == 0)
            parent.firstChild = i;
    }
}

/// What needs the whole tree: self time, kernels (leaves that took time), sums that do not agree.
void finishTree(ModuleTree &tree, Diagnostics &diagnostics)
{
    sortBreadthFirst(tree);
    double rootPercent = 0;
    for (ModuleNode &node : tree.nodes) {
        int64_t below = 0;
        for (uint32_t i = 0; i < node.childCount; ++i)
            below += tree.nodes[node.firstChild + i].totalNs;
        node.selfNs = std::max<int64_t>(node.totalNs - below, 0);
        if (node.childCount == 0 && node.totalNs != 0 && node.depth > 0)
            node.kind = ModuleNode::Kernel;
        const int64_t tolerance = std::max<int64_t>(node.childCount, std::abs(node.totalNs) / 1000);
        if (node.childCount > 0 && std::abs(node.totalNs - below) > tolerance)
            diagnostics.add("parent-sum",
                            Core::tr("Nodes whose time differs from the sum of their children: percentages of "
                                     "the parent do not add up to 100."),
                            -1, node.name);
        if (node.parent == UINT32_MAX) {
            rootPercent += std::max(node.filePercent, 0.0);
            tree.totalNs += node.totalNs;
        }
    }
    if (rootPercent > 100.5)
        diagnostics.add("root-percent",
                        Core::tr("The percentages of the roots add up to more than 100: a root was written "
                                 "twice, totals count it twice."),
                        -1, tree.phase);
}

} // namespace

Result<LayerwiseContent> parseLayerwise(std::string text, Diagnostics &diagnostics)
{
    LayerwiseContent content;
    if (const size_t count = blankNonFinite(text))
        diagnostics.add("not-finite", Core::tr("NaN or Infinity instead of a number."), -1, {}, count);
    LayerwiseHandler handler(content, diagnostics);
    Json::sax_parse(text, &handler);
    if (content.trees.empty())
        return Error{
            ErrorKind::Malformed, Core::tr("the JSON holds no phase with summary_stats or model_stats"), {}, -1};
    for (ModuleTree &tree : content.trees)
        finishTree(tree, diagnostics);
    std::map<std::string, size_t> phases; // by name: the place of the first tree
    for (const ModuleTree &tree : content.trees)
        phases.try_emplace(tree.phase, phases.size());
    std::ranges::stable_sort(content.trees, {}, [&](const ModuleTree &tree) {
        return std::pair(phases[tree.phase], tree.view == "model"); // the summary of a phase stands first
    });
    return content;
}

} // namespace ws
