#include "core/readers/toolkit/pastedkernels.h"

#include "core/readers/toolkit/ruledtext.h"

#include <algorithm>

namespace ws {
namespace {

constexpr std::string_view sectionMark = "Section: ";
constexpr size_t indentOfSections = 4;

struct Placed
{
    std::string text;
    size_t of = 0; ///< the line it came from
};

/// Three columns of dashes, as above and below the names of metrics.
bool isRuleOfMetrics(std::string_view line)
{
    const auto rule = parseRule(line, 3);
    return rule && rule->columns.size() == 3;
}

bool isOfKernel(std::string_view line)
{
    return line.find(", Context ") != line.npos && line.find(", Stream ") != line.npos;
}

bool beginsRule(std::string_view line)
{
    return line.starts_with("OPT ") || line.starts_with("WRN ") || line.starts_with("INF ") || line.starts_with("ERR ");
}

class KernelPages
{
public:
    explicit KernelPages(const std::vector<TextLine> &lines)
    {
        for (size_t i = 0; i < lines.size(); ++i)
            m_all.push_back({std::string(lines[i].text), i});
    }

    /// False: nothing had to be changed.
    bool setAnew()
    {
        bool isChanged = false;
        for (size_t i = 0; i < m_all.size(); ++i) {
            const std::string_view line = m_all[i].text;
            const size_t at = line.find(sectionMark);
            if (at == line.npos || i + 1 >= m_all.size() || !isRuleOfMetrics(m_all[i + 1].text) ||
                (at > 0 && trimmed(line.substr(0, at)).empty()))
                continue; // ruled out: a page as ncu prints it
            i = at == 0 ? indent(i) : withoutWriter(i, at);
            isChanged = true;
        }
        return isChanged;
    }
    const std::vector<Placed> &all() const { return m_all; }

private:
    /// Takes a prefix off the lines around a section that have it; lines of other writers go behind them. Returns the
    /// last one that was changed.
    size_t withoutWriter(size_t section, size_t at)
    {
        const std::string before = m_all[section].text.substr(0, at);
        const std::string prefix(trimmedRight(before));
        const auto isOwn = [&](size_t i) { return hasPrefix(m_all[i].text, prefix); };
        const auto isNear = [&](size_t i) { return isOwn(i) || isOfOtherWriter(m_all[i].text, prefix); };
        size_t from = section, to = section + 1;
        while (from > m_done && isNear(from - 1))
            --from;
        while (to < m_all.size() && isNear(to))
            ++to;
        std::vector<Placed> own, others;
        for (size_t i = from; i < to; ++i)
            (isOwn(i) ? own : others).push_back(std::move(m_all[i]));
        const size_t indent = at - prefix.size();
        for (Placed &line : own) {
            line.text.erase(0, std::min(prefix.size(), line.text.size()));
            if (indent >= indentOfSections)
                line.text.erase(0, std::min(line.text.find_first_not_of(' '), indent - indentOfSections));
            else if (!trimmed(line.text).empty())
                line.text.insert(0, indentOfSections - indent, ' ');
        }
        m_done = from + own.size();
        std::ranges::move(own, m_all.begin() + std::ptrdiff_t(from));
        std::ranges::move(others, m_all.begin() + std::ptrdiff_t(m_done));
        return m_done - 1;
    }

    /// Indents a section, what belongs to it, and the kernel above. Returns the last line of these.
    size_t indent(size_t section)
    {
        size_t above = section;
        while (above > m_done && trimmed(m_all[above - 1].text).empty())
            --above;
        if (above > m_done && isOfKernel(m_all[above - 1].text) && !m_all[above - 1].text.starts_with(' '))
            m_all[above - 1].text.insert(0, "  ");
        bool isInTable = false, isInRule = false;
        size_t i = section, rules = 0;
        for (; i < m_all.size(); ++i) {
            std::string &line = m_all[i].text;
            if (trimmed(line).empty()) {
                isInRule = false;
                continue;
            }
            const bool isRule = isRuleOfMetrics(line);
            if (line.starts_with(sectionMark))
                rules = 0;
            rules += isRule ? 1 : 0;
            isInTable = rules == 1 || rules == 2; // above and below the names, then below the metrics
            isInRule = beginsRule(line) || (isInRule && !isRule);
            if (isOfKernel(line) && !line.starts_with(' '))
                line.insert(0, "  ");
            else if (isRule || isInTable || isInRule || line.starts_with(sectionMark))
                line.insert(0, indentOfSections, ' ');
            else if (!line.starts_with(' '))
                break;
        }
        m_done = i;
        return i - 1;
    }

    std::vector<Placed> m_all;
    size_t m_done = 0;
};

} // namespace

std::optional<PrintedText> withKernelsSetAnew(std::string_view text, const std::vector<TextLine> &lines)
{
    const auto mayNeedIt = [](const TextLine &line) {
        const size_t at = line.text.find(sectionMark);
        return at != line.text.npos && (at == 0 || !trimmed(line.text.substr(0, at)).empty());
    };
    if (text.find(sectionMark) == text.npos || std::none_of(lines.begin(), lines.end(), mayNeedIt))
        return std::nullopt;
    KernelPages pages(lines);
    if (!pages.setAnew())
        return std::nullopt;
    PrintedText printed;
    for (const Placed &line : pages.all()) {
        printed.text.append(line.text).append("\n");
        printed.origins.push_back({lines[line.of].number, lines[line.of].offset});
    }
    if (!text.ends_with('\n') && !printed.text.empty())
        printed.text.pop_back();
    return printed;
}

} // namespace ws
