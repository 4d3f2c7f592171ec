#include "core/base/demangle.h"
#include "core/base/differingwords.h"
#include "core/base/namecut.h"
#include "core/base/shortname.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace ws {
namespace {

constexpr size_t leastRoom = 12; ///< characters; a name and where it differs need some

/// At most `longest` characters of a word, but never less than makes it differ.
std::string cutWord(const DifferingWord &word, size_t longest)
{
    if (characterCount(word.text) <= longest)
        return word.text;
    return longest > std::max(word.differsAt, characterCount(word.brief)) ? cutAtEnd(word.text, longest) : word.brief;
}

std::string joined(const std::vector<DifferingWord> &words, size_t longest)
{
    std::string text;
    for (const DifferingWord &word : words) {
        if (!text.empty())
            text += word.before;
        text += cutWord(word, longest);
    }
    return text;
}

/// "f" and {"Half", "4"} → "f[Half 4]"; what is common gives way to what differs.
std::string withWords(std::string_view head, const std::vector<DifferingWord> &words, size_t room)
{
    if (words.empty())
        return cutName(head, room);
    constexpr size_t brackets = 2, longWord = 24;
    const size_t least = std::min(characterCount(head), std::max<size_t>(4, room / 4));
    const size_t forWords = room - brackets - least;
    std::string text = joined(words, room);
    for (size_t longest = std::min(longWord, forWords); longest > 0 && characterCount(text) > forWords; --longest)
        text = joined(words, longest);
    if (characterCount(text) > forWords) // no room for what is common
        return cutAtEnd("…" + text, room);
    return cutName(head, room - brackets - characterCount(text)) + "[" + text + "]";
}

/// The runs of letters and of digits of a mangled name: "Li64ELi8E" → "Li 64 ELi 8 E".
std::string mangledWords(std::string_view name)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::string words;
    for (size_t i = 0; i < name.size(); ++i) {
        if (i > 0 && isDigit(name[i]) != isDigit(name[i - 1]))
            words += ' ';
        words += name[i];
    }
    return words;
}

/// Of names that all differ.
class ShortList
{
public:
    ShortList(std::span<const std::string_view> names, size_t max) : m_room(std::max(max, leastRoom))
    {
        for (std::string_view name : names) {
            m_full.push_back(demangled(name));
            m_heads.push_back(uncutShortName(m_full.back()));
            m_shown.push_back(cutName(m_heads.back(), max));
        }
        tellMangledApart(names);
        m_group.resize(names.size());
        std::iota(m_group.begin(), m_group.end(), size_t(0));
        constexpr int rounds = 3; // a name made longer may meet another one
        for (int round = 0; round < rounds && joinEqual(); ++round)
            tellApart();
        number();
    }

    std::vector<std::string> take() { return std::move(m_shown); }

private:
    /// Readable forms may be alike where only a part of a name could be read ("run<…>").
    void tellMangledApart(std::span<const std::string_view> names)
    {
        std::unordered_map<std::string, std::vector<size_t>> alike;
        for (size_t i = 0; i < names.size(); ++i)
            if (isMangled(names[i]))
                alike[m_full[i]].push_back(i);
        for (const auto &[text, members] : alike)
            for (const size_t i : members)
                if (members.size() > 1)
                    m_full[i] = text + mangledWords(names[i]);
    }

    /// Names that look alike, with all that were told apart together with them, become one group.
    bool joinEqual()
    {
        std::unordered_map<std::string_view, size_t> owner;
        bool any = false;
        for (size_t i = 0; i < m_shown.size(); ++i) {
            const auto [found, isNew] = owner.try_emplace(m_shown[i], i);
            const size_t a = rootOf(i), b = rootOf(found->second);
            any |= !isNew;
            if (a != b)
                m_group[std::max(a, b)] = std::min(a, b);
        }
        return any;
    }

    size_t rootOf(size_t i)
    {
        while (m_group[i] != i)
            i = m_group[i] = m_group[m_group[i]];
        return i;
    }

    void tellApart()
    {
        std::vector<std::vector<size_t>> members(m_shown.size());
        for (size_t i = 0; i < m_shown.size(); ++i)
            members[rootOf(i)].push_back(i);
        for (const std::vector<size_t> &group : members) {
            if (group.size() < 2)
                continue;
            std::vector<std::string_view> names;
            for (const size_t i : group)
                names.push_back(m_full[i]);
            const auto words = differingWords(names, m_room * 2 / 5);
            for (size_t k = 0; k < group.size(); ++k)
                m_shown[group[k]] = withWords(m_heads[group[k]], words[k], m_room);
        }
    }

    void number()
    {
        std::unordered_map<std::string, size_t> times;
        for (const std::string &shown : m_shown)
            ++times[shown];
        std::unordered_set<std::string> taken;
        for (const auto &[shown, count] : times)
            if (count == 1)
                taken.insert(shown);
        std::unordered_map<std::string, size_t> next;
        for (std::string &shown : m_shown) {
            const std::string wanted = shown;
            if (times[wanted] == 1)
                continue;
            while (!taken.insert(shown).second) {
                const std::string number = " #" + std::to_string(++next[wanted] + 1);
                shown = cutName(wanted, m_room - number.size()) + number;
            }
        }
    }

    size_t m_room;
    std::vector<std::string> m_full, m_heads, m_shown;
    std::vector<size_t> m_group; ///< a tree by name: names told apart together have one root
};

} // namespace

std::vector<std::string> shortNames(std::span<const std::string_view> names, size_t max)
{
    std::unordered_map<std::string_view, size_t> places;
    std::vector<std::string_view> different;
    std::deque<std::string> ofObjects; // owns what `places` and `different` look at
    std::vector<std::string_view> own(names.begin(), names.end());
    for (std::string_view &name : own) {
        if (name.find(" at 0x") != name.npos)
            name = ofObjects.emplace_back(withoutAddress(name));
        if (places.try_emplace(name, different.size()).second)
            different.push_back(name);
    }
    std::vector<std::string> brief = ShortList(different, max).take();
    if (different.size() == names.size())
        return brief;
    std::vector<std::string> result;
    for (const std::string_view name : own)
        result.push_back(brief[places.at(name)]);
    return result;
}

} // namespace ws
