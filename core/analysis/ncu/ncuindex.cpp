#include "core/analysis/ncu/ncuindex.h"

#include "core/base/shortname.h"

#include <algorithm>

namespace ws {
namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The words of a name without namespaces and casts of numbers: ncu drops brackets and "const" of lambdas as well.
std::string wordsOf(const std::string &name)
{
    static constexpr std::string_view casts[] = {"int", "bool", "long", "unsigned", "unsigned int", "unsigned long"};
    std::string words;
    for (size_t at = 0; at < name.size();) {
        if (name[at] == '(') {
            const size_t end = name.find(')', at);
            const bool isCast =
                end != name.npos && end + 1 < name.size() && isWord(name[end + 1]) &&
                std::ranges::find(casts, std::string_view(name).substr(at + 1, end - at - 1)) != std::end(casts);
            at = isCast ? end + 1 : at + 1;
            continue;
        }
        size_t end = at;
        while (end < name.size() && isWord(name[end]))
            ++end;
        const std::string_view word = std::string_view(name).substr(at, end - at);
        const bool isScope = name.compare(end, 2, "::") == 0;
        if (!word.empty() && !isScope && word != "const" && word != "unnamed")
            words.append(word).append(1, ' ');
        at = std::max(end, at + 1);
    }
    return words;
}

} // namespace

NcuIndex::NcuIndex(std::vector<NcuRow> rows) : m_rows(std::move(rows)), m_taken(m_rows.size())
{
    for (size_t k = 0; k < m_rows.size(); ++k)
        for (size_t form = 0; form < forms; ++form)
            m_byName[form][nameIn(form, m_rows[k].kernel.name)].push_back(k);
}

NcuIndex::Found NcuIndex::find(const std::string &name)
{
    for (size_t form = 0; form < forms; ++form) {
        const std::vector<size_t> rows = rowsOfName(form, name);
        if (rows.empty())
            continue;
        const size_t longest =
            *std::ranges::max_element(rows, {}, [&](size_t k) { return m_rows[k].kernel.durationUs.value_or(0); });
        Found found{m_rows[longest], rows.size()};
        for (const size_t k : rows) {
            if (m_rows[k].kernel.grid == found.row.kernel.grid)
                found.row.fill(m_rows[k]);
            m_taken[k] = 1;
        }
        return found;
    }
    return {};
}

uint64_t NcuIndex::alone() const
{
    return uint64_t(std::ranges::count(m_taken, 0));
}

std::string NcuIndex::nameIn(size_t form, const std::string &name)
{
    const std::string signature = kernelSignature(name);
    switch (form) {
    case 0:
        return signature;
    case 1:
        return bareSignature(signature);
    case 2:
        return wordsOf(name);
    default:
        return kernelBaseName(signature);
    }
}

/// The bare function's name counts only where one side has no template arguments: they tell kernels apart.
std::vector<size_t> NcuIndex::rowsOfName(size_t form, const std::string &name) const
{
    const auto found = m_byName[form].find(nameIn(form, name));
    if (found == m_byName[form].end())
        return {};
    std::vector<size_t> rows = found->second;
    const auto hasArguments = [](const std::string &of) { return kernelSignature(of).find('<') != of.npos; };
    if (form + 1 == forms && hasArguments(name))
        std::erase_if(rows, [&](size_t k) { return hasArguments(m_rows[k].kernel.name); });
    return rows;
}

} // namespace ws
