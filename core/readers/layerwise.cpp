#include "core/readers/layerwise.h"

#include "core/readers/jsonrepair.h"
#include "core/readers/textdocument.h"
#include "core/readers/textlines.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ws {

namespace {

using Json = nlohmann::ordered_json;

constexpr double longestUs = 9e15; ///< in ns still an int64
constexpr size_t deepestContext = 64;

QString say(const char *text)
{
    return QCoreApplication::translate("core", text);
}

double numberOf(const Json &entry, const char *key, double missing)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_number() ? found->get<double>() : missing;
}

std::string takeText(Json &entry, const char *key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? std::move(found->get_ref<std::string &>()) : std::string();
}

int64_t nanoseconds(double us, Diagnostics &diagnostics)
{
    if (std::abs(us) < longestUs)
        return std::llround(us * 1000);
    diagnostics.add("absurd-number", say("Times of more than 285 years were set to zero."));
    return 0;
}

/// The tree of one view. Nodes are taken breadth-first from the DOM; its strings are moved, not copied.
class TreeReader
{
public:
    TreeReader(ModuleTree &tree, Diagnostics &diagnostics) : m_tree(tree), m_diagnostics(diagnostics) {}

    void read(Json &roots)
    {
        addChildren(roots, UINT32_MAX, 0);
        m_tree.rootCount = static_cast<uint32_t>(m_tree.nodes.size());
        for (size_t i = 0; i < m_tree.nodes.size(); ++i) { // grows while it runs
            Json *children = m_children[i];
            const uint32_t depth = m_tree.nodes[i].depth;
            m_tree.nodes[i].firstChild = static_cast<uint32_t>(m_tree.nodes.size());
            if (children)
                addChildren(*children, static_cast<uint32_t>(i), depth + 1);
            m_tree.nodes[i].childCount = static_cast<uint32_t>(m_tree.nodes.size()) - m_tree.nodes[i].firstChild;
        }
        finish();
    }

private:
    void addChildren(Json &list, uint32_t parent, uint32_t depth)
    {
        for (Json &item : list) {
            const auto entry = item.is_object() ? item.find("entry") : item.end();
            if (!item.is_object() || entry == item.end() || !entry->is_object()) {
                m_diagnostics.add("bad-node", say("Nodes without an entry were left out."));
                continue;
            }
            const auto children = item.find("children");
            m_tree.nodes.push_back(node(*entry, parent, depth));
            m_children.push_back(children != item.end() && children->is_array() ? &*children : nullptr);
        }
    }

    ModuleNode node(Json &entry, uint32_t parent, uint32_t depth)
    {
        ModuleNode node;
        node.name = takeText(entry, "name");
        node.detail = takeText(entry, "trace");
        node.parent = parent;
        node.depth = depth;
        const double us = numberOf(entry, "cuda_time_us", 0);
        node.totalNs = nanoseconds(us, m_diagnostics);
        if (parent == UINT32_MAX) {
            m_tree.totalUs += us;
            m_tree.totalNs += node.totalNs;
        }
        if (const double cpu = numberOf(entry, "cpu_time_us", -1); cpu >= 0)
            node.cpuNs = nanoseconds(cpu, m_diagnostics);
        node.filePercent = numberOf(entry, "pct_cuda_time", -1);
        const double invocations = numberOf(entry, "invocations", m_tree.view == "model" ? 1 : 0);
        node.calls = invocations > 0 && invocations < 1e18 ? static_cast<uint64_t>(invocations) : 0;
        return node;
    }

    /// What only the whole tree tells: own time, kernels (leaves that took time), sums that do not agree.
    void finish()
    {
        double rootPercent = 0;
        for (ModuleNode &node : m_tree.nodes) {
            int64_t below = 0;
            for (uint32_t i = 0; i < node.childCount; ++i)
                below += m_tree.nodes[node.firstChild + i].totalNs;
            node.selfNs = std::max<int64_t>(node.totalNs - below, 0);
            if (node.childCount == 0 && node.totalNs != 0 && node.depth > 0)
                node.kind = ModuleNode::Kernel;
            const int64_t tolerance = std::max<int64_t>(node.childCount, std::abs(node.totalNs) / 1000);
            if (node.childCount > 0 && std::abs(node.totalNs - below) > tolerance)
                m_diagnostics.add("parent-sum",
                                  say("Nodes whose time differs from the sum of their children: percentages "
                                      "of the parent do not add up to 100."),
                                  -1, node.name);
            rootPercent += node.parent == UINT32_MAX ? std::max(node.filePercent, 0.0) : 0;
        }
        if (rootPercent > 100.5)
            m_diagnostics.add("root-percent",
                              say("The percentages of the roots add up to more than 100: a root was "
                                  "written twice, totals count it twice."),
                              -1, m_tree.phase);
    }

    ModuleTree &m_tree;
    Diagnostics &m_diagnostics;
    std::vector<Json *> m_children; ///< parallel to the nodes
};

/// Nesting depth, measured without recursion, no further than `limit`.
size_t depthOf(const Json &value, size_t limit)
{
    std::vector<const Json *> level{&value};
    size_t depth = 0;
    while (!level.empty() && depth < limit) {
        std::vector<const Json *> next;
        for (const Json *item : level)
            for (const Json &child : *item)
                if (child.is_structured())
                    next.push_back(&child);
        level = std::move(next);
        ++depth;
    }
    return depth;
}

/// Parses, and when that fails what stands before the damage.
Result<Json> parseOrRepair(std::string &text, Diagnostics &diagnostics, bool &complete)
{
    if (const size_t count = blankNonFinite(text))
        diagnostics.add("not-finite", say("NaN or Infinity instead of a number."), -1, {}, count);
    for (int attempt = 0;; ++attempt) {
        try {
            return Json::parse(text);
        } catch (const Json::parse_error &error) {
            const size_t byte = error.byte > 0 ? error.byte - 1 : 0;
            if (attempt > 0 || !closeOpenJson(text, byte))
                return Error{ErrorKind::Malformed,
                             say("the JSON is damaged and nothing before the damage can be used"),
                             {},
                             static_cast<int64_t>(byte)};
            complete = false;
            diagnostics.add("truncated", say("The JSON ends or is damaged here; what stands before it was read."),
                            static_cast<int64_t>(byte));
        } catch (const Json::out_of_range &) {
            return Error{ErrorKind::Malformed, say("the JSON holds a number that no program can store"), {}, -1};
        }
    }
}

} // namespace

Result<LayerwiseContent> parseLayerwise(std::string text, Diagnostics &diagnostics)
{
    LayerwiseContent content;
    Result<Json> parsed = parseOrRepair(text, diagnostics, content.complete);
    if (!parsed)
        return parsed.error();
    Json &json = *parsed;
    if (!json.is_object())
        return Error{ErrorKind::Malformed, say("a layerwise profile is a JSON object with phases"), {}, 0};
    for (auto &[name, phase] : json.items()) {
        if (name == "context" && phase.is_object()) {
            if (depthOf(phase, deepestContext) < deepestContext)
                content.context = std::move(phase);
            else
                diagnostics.add("deep-context", say("The context is nested too deeply and was left out."));
            continue;
        }
        if (!phase.is_object())
            continue;
        for (const char *view : {"summary", "model"}) {
            const auto stats = phase.find(std::string(view) + "_stats");
            if (stats == phase.end() || !stats->is_array())
                continue;
            ModuleTree tree;
            tree.phase = name;
            tree.view = view;
            tree.source = "layerwise";
            if (const auto metadata = phase.find("metadata"); metadata != phase.end() && metadata->is_object())
                tree.runningSeqs =
                    static_cast<int64_t>(std::clamp(numberOf(*metadata, "num_running_seqs", -1), -1.0, 1e15));
            TreeReader(tree, diagnostics).read(*stats);
            content.trees.push_back(std::move(tree));
        }
    }
    if (content.trees.empty())
        return Error{ErrorKind::Malformed, say("the JSON holds no phase with summary_stats or model_stats"), {}, -1};
    return content;
}

Match matchLayerwise(const Head &head)
{
    std::string storage;
    const std::string_view bytes = headText(head, storage);
    const auto has = [&](std::string_view text) { return bytes.find(text) != std::string_view::npos; };
    if (!trimmed(bytes.substr(0, 4096)).starts_with('{') || has("\"traceEvents\""))
        return Match::No;
    if ((has("\"summary_stats\"") || has("\"model_stats\"")) && has("\"cuda_time_us\""))
        return Match::Certain;
    return has("\"context\"") && has("\"engine_args\"") && has("\"torch_version\"") ? Match::Possible : Match::No;
}

Result<Document> readLayerwise(ByteSource &source, Progress &progress)
{
    auto run = std::make_shared<Run>();
    auto text = readText(source, progress, *run);
    if (!text)
        return text.error();
    auto content = parseLayerwise(std::move(*text), run->diagnostics);
    if (!content) {
        content.error().file = source.path();
        return content.error();
    }
    run->info.format = "layerwise";
    run->info.complete = run->info.complete && content->complete;
    run->layerwise = std::move(content->trees);
    run->info.header = std::move(content->context);
    progress.phase = Phase::Done;
    Document document;
    document.runs.push_back(std::move(run));
    return document;
}

} // namespace ws
