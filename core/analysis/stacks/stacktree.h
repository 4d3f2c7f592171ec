#pragma once
// Builds the nodes of CallStacks: equal frames below one node are one node.

#include "core/analysis/stacks/callstacks.h"

#include <unordered_map>

namespace ws {

class StackTree
{
public:
    explicit StackTree(std::vector<StackNode> &nodes) : m_nodes(nodes) {}
    StackTree(const Run &run, std::vector<StackNode> &nodes) : m_run(&run), m_nodes(nodes), m_ofName(run.strings.size())
    {
    }

    /// The node of the frame below `parent` (noStackNode: an outermost one).
    uint32_t child(uint32_t parent, std::string_view frame) { return childOf(parent, number(frame), frame); }
    uint32_t child(uint32_t parent, StringId name)
    {
        const std::string_view frame = m_run->text(name);
        if (!m_ofName[name])
            m_ofName[name] = number(frame) + 1;
        return childOf(parent, m_ofName[name] - 1, frame);
    }

    /// From the nodes' own sums.
    void addTotals()
    {
        for (size_t i = m_nodes.size(); i-- > 0;) {
            StackNode &node = m_nodes[i];
            node.total.add(node.self.gpuNs, node.self.activities);
            if (node.parent != noStackNode)
                m_nodes[node.parent].total.add(node.total.gpuNs, node.total.activities);
        }
    }

private:
    uint32_t number(std::string_view frame)
    {
        return m_numbers.try_emplace(frame, static_cast<uint32_t>(m_numbers.size())).first->second;
    }

    uint32_t childOf(uint32_t parent, uint32_t number, std::string_view frame)
    {
        const auto [found, isNew] =
            m_children.try_emplace(uint64_t(parent) << 32 | number, static_cast<uint32_t>(m_nodes.size()));
        if (isNew)
            m_nodes.push_back({frame, parent, {}, {}});
        return found->second;
    }

    const Run *m_run = nullptr;
    std::vector<StackNode> &m_nodes;
    std::unordered_map<std::string_view, uint32_t> m_numbers;
    std::vector<uint32_t> m_ofName; ///< by StringId: number + 1; 0: not seen
    std::unordered_map<uint64_t, uint32_t> m_children;
};

} // namespace ws
