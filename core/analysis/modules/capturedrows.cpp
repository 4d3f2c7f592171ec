#include "core/analysis/modules/capturedrows.h"

#include "core/analysis/modules/moduletree_build.h"

#include <set>

namespace ws {

uint32_t addRow(std::vector<ModuleNode> &rows, uint32_t parent, std::string_view name, ModuleNode::Kind kind)
{
    ModuleNode node;
    node.name = name;
    node.kind = kind;
    node.parent = parent;
    node.depth = parent == UINT32_MAX ? 0 : rows[parent].depth + 1;
    rows.push_back(std::move(node));
    return static_cast<uint32_t>(rows.size() - 1);
}

CapturedRows::CapturedRows(std::vector<ModuleNode> &rows, const Attribution &attribution, bool instances)
    : m_rows(rows), m_attribution(attribution), m_instances(instances)
{
    if (!attribution.capture())
        return;
    m_ofCall.assign(attribution.capture()->capture().calls().size(), UINT32_MAX);
    for (uint32_t i = 0; i < rows.size(); ++i)
        m_byName.emplace(std::pair(rows[i].parent, instances ? rows[i].detail : rows[i].name), i);
}

uint32_t CapturedRows::rowOfCall(uint32_t call)
{
    if (m_ofCall[call] != UINT32_MAX)
        return m_ofCall[call];
    const auto &calls = m_attribution.capture()->capture().calls();
    std::vector<uint32_t> inner; // calls can be nested deeper than a stack is large
    for (uint32_t c = call; c != noSlice && m_ofCall[c] == UINT32_MAX; c = calls[c].parent)
        inner.push_back(c);
    for (; !inner.empty(); inner.pop_back()) {
        const CapturedCall &next = calls[inner.back()];
        const uint32_t parent = next.parent == noSlice ? UINT32_MAX : m_ofCall[next.parent];
        const std::string_view name = moduleClass(next.instance);
        auto &row =
            m_byName.try_emplace({parent, m_instances ? next.instance : std::string(name)}, UINT32_MAX).first->second;
        if (row == UINT32_MAX) {
            row = addRow(m_rows, parent, name, ModuleNode::Module);
            if (m_instances)
                m_rows[row].detail = next.instance;
        }
        m_ofCall[inner.back()] = row;
    }
    return m_ofCall[call];
}

void CapturedRows::countCalls(const std::vector<uint32_t> &leaf)
{
    const CaptureMatch *match = m_attribution.capture();
    if (!match)
        return;
    const auto &calls = match->capture().calls();
    std::vector<uint32_t> lastPass(calls.size(), UINT32_MAX);
    std::set<std::pair<uint32_t, std::string_view>> instances; ///< (row, instance)
    for (const uint32_t i : match->inOrder()) {
        if (leaf[i] == UINT32_MAX)
            continue;
        for (uint32_t call = match->call(i); call != noSlice && lastPass[call] != match->pass(i);
             call = calls[call].parent) {
            const bool isNew = lastPass[call] == UINT32_MAX;
            lastPass[call] = match->pass(i);
            ModuleNode &row = m_rows[m_ofCall[call]];
            if (row.cpuNs >= 0)
                continue; // its own calls
            ++row.calls;
            if (isNew && instances.emplace(m_ofCall[call], calls[call].instance).second)
                ++row.instances;
        }
    }
}

} // namespace ws
