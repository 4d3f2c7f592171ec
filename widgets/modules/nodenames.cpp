#include "widgets/modules/nodenames.h"

#include "core/base/platform.h"
#include "core/report/moduleexport.h"
#include "widgets/toolkit/shortnames.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include <cstring>

namespace ws {
namespace {

constexpr size_t maxShortened =
    50'000; ///< kernels; real files have some hundred, telling a million apart takes seconds

std::string lowered(std::string_view text)
{
    std::string lower(text);
    for (char &c : lower)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        else if (c == '\n')
            c = ' ';
    return lower;
}

} // namespace

NodeNames::NodeNames(const ModuleTree &tree)
{
    std::unordered_map<std::string_view, uint32_t> ids; // views into the tree
    std::vector<std::string_view> kernels;
    std::vector<uint32_t> kernelIds;
    std::vector<uint8_t> isKernel;
    m_nameOf.reserve(tree.nodes.size());
    for (const ModuleNode &node : tree.nodes) {
        const std::string &name = shownName(tree, node);
        const auto [found, isNew] = ids.try_emplace(name, static_cast<uint32_t>(m_names.size()));
        if (isNew) {
            m_names.push_back(name);
            isKernel.push_back(0);
        }
        m_nameOf.push_back(found->second);
        if (node.kind == ModuleNode::Kernel && !std::exchange(isKernel[found->second], uint8_t(1))) {
            kernels.push_back(found->first);
            kernelIds.push_back(found->second);
        }
    }
    if (kernels.size() > maxShortened)
        kernels.clear();
    std::vector<QStringList> forms = shortForms(kernels);
    m_forms.resize(m_names.size());
    for (size_t i = 0; i < forms.size(); ++i)
        m_forms[kernelIds[i]] = std::move(forms[i]);
    for (const std::string &name : m_names) {
        m_begins.push_back(m_lower.size());
        m_lower += lowered(name) + '\n';
    }
    std::vector<uint32_t> order(m_names.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) { return name(a) < name(b); });
    m_rank.resize(order.size());
    for (uint32_t i = 0; i < order.size(); ++i)
        m_rank[order[i]] = i;
}

std::vector<uint8_t> NodeNames::spread(const std::vector<uint8_t> &byName) const
{
    std::vector<uint8_t> byRow(m_nameOf.size());
    for (size_t i = 0; i < byRow.size(); ++i)
        byRow[i] = byName[m_nameOf[i]];
    return byRow;
}

std::vector<uint8_t> NodeNames::containing(const QString &text) const
{
    const std::string needle = lowered(text.toStdString());
    std::vector<uint8_t> byName(m_names.size());
    if (needle.empty())
        return std::vector<uint8_t>(m_nameOf.size(), 1);
    const char *const begin = m_lower.data();
    const char *const end = begin + m_lower.size();
    for (const char *at = begin; at < end;) {
        const char *hit = platform::firstOf({at, static_cast<size_t>(end - at)}, needle);
        if (!hit)
            break;
        const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), static_cast<size_t>(hit - begin));
        byName[static_cast<size_t>(next - m_begins.begin()) - 1] = 1;
        at = next == m_begins.end() ? end : begin + *next;
    }
    return spread(byName);
}

std::optional<NodeMatches> NodeNames::matching(const NamePattern &pattern, const Progress *progress) const
{
    NameMatcher matcher(pattern);
    std::vector<uint8_t> byName(m_names.size());
    for (size_t i = 0; i < m_names.size(); ++i) {
        if (progress && progress->isCancelled())
            return {};
        byName[i] = matcher.matches(QString::fromStdString(m_names[i]));
    }
    return NodeMatches{spread(byName), matcher.problem()};
}

} // namespace ws
