#include "core/base/differingwords.h"

#include "core/base/namecut.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ws {
namespace {

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool isDecimal(char c)
{
    return c >= '0' && c <= '9';
}

bool isSmall(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isCapital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// Reads a name twice: first the words that say what it does, then every word and every sign, so that two different
/// names differ somewhere.
class WordCursor
{
public:
    WordCursor(std::string_view name, size_t longestWhole) : m_name(name), m_longestWhole(longestWhole) {}

    /// Empty at the end.
    std::string_view next()
    {
        while (true) {
            if (m_at >= m_name.size()) {
                if (m_readsAll)
                    return {};
                m_readsAll = true;
                m_at = m_identifierEnd = 0;
                continue;
            }
            if (m_at < m_identifierEnd || isWordCharacter(m_name[m_at])) {
                if (const std::string_view word = readWord(); !word.empty())
                    return word;
            } else if (const char sign = m_name[m_at++]; m_readsAll && sign != ' ') {
                m_end = m_name.size() + 2 + m_at;
                return m_name.substr(m_at - 1, 1);
            }
        }
    }

    size_t end() const { return m_end; } ///< of the last word; counted on in the second pass
    /// What stands between a word that ended there and the last word.
    std::string_view gapSince(size_t end, size_t wordSize) const
    {
        const size_t begin = m_end - wordSize;
        if (end == 0 || end > begin || begin - end > 1)
            return " ";
        return begin == end ? "" : m_name[m_at - wordSize - 1] == '_' ? "_" : " ";
    }

private:
    /// Empty: a word that is left out.
    std::string_view readWord()
    {
        if (m_at >= m_identifierEnd) {
            m_identifierEnd = m_at;
            while (m_identifierEnd < m_name.size() && isWordCharacter(m_name[m_identifierEnd]))
                ++m_identifierEnd;
            m_isSplit = m_identifierEnd - m_at > m_longestWhole;
            if (!m_readsAll && saysLittle(m_name.substr(m_at, m_identifierEnd - m_at))) {
                m_at = m_identifierEnd;
                return {};
            }
        }
        if (m_isSplit && !m_readsAll)
            while (m_at < m_identifierEnd && m_name[m_at] == '_')
                ++m_at;
        size_t end = m_at;
        while (end < m_identifierEnd && !(m_isSplit && isBreak(end)))
            ++end;
        end = std::max(end, std::min(m_at + 1, m_identifierEnd)); // in the second pass an underscore is a word
        const std::string_view word = m_name.substr(m_at, end - m_at);
        m_at = end;
        m_end = m_readsAll ? m_name.size() + 2 + end : end; // nothing continues across the passes
        return word;
    }

    /// "a_bc" has one at the underscore, "aBc" before the B, "aB" none.
    bool isBreak(size_t at) const
    {
        if (m_name[at] == '_')
            return true;
        return at > m_at && at + 1 < m_identifierEnd && isCapital(m_name[at]) && isSmall(m_name[at - 1]) &&
               isSmall(m_name[at + 1]);
    }

    /// Namespaces, words of the language, numbers of lambdas.
    bool saysLittle(std::string_view word) const
    {
        if (m_name.substr(m_identifierEnd).starts_with("::"))
            return true;
        if (m_at > 0 && m_name[m_at - 1] == '#')
            return true;
        if (isDecimal(word[0]) && m_name.substr(0, m_at).ends_with("(instance "))
            return true;
        return word == "lambda" || word == "operator" || word == "const" || word == "instance" || word == "void";
    }

    std::string_view m_name;
    size_t m_longestWhole;
    size_t m_at = 0, m_end = 0, m_identifierEnd = 0;
    bool m_readsAll = false, m_isSplit = false;
};

/// A word as it is shown: "3ul" is 3.
std::string shownWord(std::string_view word)
{
    if (!isDecimal(word[0]))
        return std::string(word);
    const size_t digits = word.find_first_not_of("0123456789");
    const std::string_view rest = digits == word.npos ? std::string_view() : word.substr(digits);
    return std::string(rest == "u" || rest == "ul" || rest == "l" ? word.substr(0, digits) : word);
}

size_t commonBeginning(std::string_view a, std::string_view b)
{
    return size_t(std::mismatch(a.begin(), a.begin() + long(std::min(a.size(), b.size())), b.begin()).first -
                  a.begin());
}

/// Some different words, sorted; `brief` leaves out what all of them begin with, and what follows the difference.
std::vector<DifferingWord> shownWords(const std::vector<std::string_view> &sorted)
{
    constexpr size_t fewest = 3;
    size_t common = sorted.size() < 2 ? 0 : commonBeginning(sorted.front(), sorted.back());
    while (common > 0 && (common == sorted.front().size() || isDecimal(sorted.front()[common - 1])))
        --common; // numbers stay whole, and no word becomes empty
    common = common < fewest ? 0 : common;
    std::vector<DifferingWord> words;
    for (size_t i = 0; i < sorted.size(); ++i) {
        size_t same = 0;
        if (i > 0)
            same = commonBeginning(sorted[i - 1], sorted[i]);
        if (i + 1 < sorted.size())
            same = std::max(same, commonBeginning(sorted[i], sorted[i + 1]));
        DifferingWord word{shownWord(sorted[i]), {}, same + 1};
        const std::string_view rest = std::string_view(word.text).substr(std::min(common, word.text.size()));
        const size_t least = std::max(same + 1 - common, fewest);
        const size_t number = rest.find_first_not_of("0123456789");
        word.brief = number == 0 ? firstCharacters(rest, least) : rest.substr(0, std::max(number, least));
        words.push_back(std::move(word));
    }
    return words;
}

class Branches
{
public:
    Branches(std::span<const std::string_view> names, size_t longestWhole)
        : m_words(names.size()), m_lastEnd(names.size())
    {
        for (const std::string_view name : names)
            m_cursors.emplace_back(name, longestWhole);
        std::vector<size_t> all(names.size());
        std::iota(all.begin(), all.end(), size_t(0));
        m_open.push_back(std::move(all));
        while (!m_open.empty()) { // not by recursion: a name may have thousands of words
            const std::vector<size_t> group = std::move(m_open.back());
            m_open.pop_back();
            if (group.size() > 1)
                split(group);
        }
    }

    std::vector<std::vector<DifferingWord>> take() { return std::move(m_words); }

private:
    /// Reads on to the first word in which the members differ; those that agree there remain a group.
    void split(const std::vector<size_t> &group)
    {
        std::vector<std::string_view> next(group.size());
        bool allEqual = true;
        while (allEqual) {
            for (size_t k = 0; k < group.size(); ++k)
                next[k] = m_cursors[group[k]].next();
            if (next[0].empty() && std::ranges::all_of(next, &std::string_view::empty))
                return; // only names that are equal come to their ends together
            allEqual = std::ranges::all_of(next, [&](std::string_view word) { return word == next[0]; });
        }
        std::vector<size_t> order(group.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::ranges::stable_sort(order, [&](size_t a, size_t b) { return next[a] < next[b]; });
        std::vector<std::string_view> distinct;
        for (const size_t k : order)
            if (distinct.empty() || distinct.back() != next[k])
                distinct.push_back(next[k]);
        const size_t ended = distinct[0].empty() ? 1 : 0;
        distinct.erase(distinct.begin(), distinct.begin() + long(ended));
        const std::vector<DifferingWord> words = shownWords(distinct);
        size_t branch = 0;
        std::vector<size_t> members;
        for (size_t k = 0; k < order.size(); ++k) {
            const size_t name = group[order[k]];
            const std::string_view word = next[order[k]];
            if (!word.empty()) {
                while (distinct[branch] != word)
                    ++branch;
                add(name, word, words[branch]);
            }
            members.push_back(name);
            if (k + 1 == order.size() || next[order[k + 1]] != word)
                m_open.push_back(std::exchange(members, {}));
        }
    }

    void add(size_t name, std::string_view word, DifferingWord shown)
    {
        const WordCursor &cursor = m_cursors[name];
        shown.before = cursor.gapSince(m_lastEnd[name], word.size());
        m_words[name].push_back(std::move(shown));
        m_lastEnd[name] = cursor.end();
    }

    std::vector<WordCursor> m_cursors;
    std::vector<std::vector<DifferingWord>> m_words;
    std::vector<size_t> m_lastEnd; ///< of each name's last word
    std::vector<std::vector<size_t>> m_open;
};

} // namespace

std::vector<std::vector<DifferingWord>> differingWords(std::span<const std::string_view> names, size_t longestWhole)
{
    return names.empty() ? std::vector<std::vector<DifferingWord>>() : Branches(names, longestWhole).take();
}

} // namespace ws
