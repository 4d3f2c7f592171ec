#include "core/stages/regexneedles.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>

namespace ws {

namespace {

using Texts = std::vector<std::string>;

constexpr size_t maxTexts = 64; // alternatives a run of literals may grow to
constexpr size_t pieceBytes = 3;
constexpr int maxNesting = 32;

// What is known of a part of a pattern: all texts it can stand for (exact), or texts of which one must occur (needed).
struct Known
{
    std::optional<Texts> exact;
    Texts needed;
};

bool isAlphanumeric(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

size_t shortest(const Texts &texts)
{
    size_t least = texts.empty() ? 0 : SIZE_MAX;
    for (const std::string &text : texts)
        least = std::min(least, text.size());
    return least;
}

void keepBetter(Texts &best, const Texts &other)
{
    const size_t length = shortest(other);
    if (length >= pieceBytes && (length > shortest(best) || (length == shortest(best) && other.size() < best.size())))
        best = other;
}

std::optional<Texts> product(const Texts &heads, const Texts &tails)
{
    if (heads.size() * tails.size() > maxTexts)
        return {};
    Texts all;
    for (const std::string &head : heads)
        for (const std::string &tail : tails)
            all.push_back(head + tail);
    return all;
}

// A sequence being read: the literals that end here, and the best ones that lie behind.
class Sequence
{
public:
    void add(const Known &part)
    {
        if (!part.exact)
            return breakRun(), keepBetter(m_best, part.needed);
        if (auto longer = product(m_run, *part.exact)) {
            m_run = std::move(*longer);
        } else {
            breakRun();
            m_run = *part.exact;
            m_whole = false;
        }
    }

    Known finish()
    {
        Known known;
        if (m_whole)
            known.exact = m_run;
        keepBetter(m_best, m_run);
        known.needed = m_best;
        return known;
    }

private:
    void breakRun()
    {
        keepBetter(m_best, m_run);
        m_run = {""};
        m_whole = false;
    }

    Texts m_run{""};
    Texts m_best;
    bool m_whole = true;
};

class Reader
{
public:
    explicit Reader(std::string_view pattern) : m_in(pattern) {}

    Texts run()
    {
        const Known known = alternatives(0);
        if (m_unusual || m_at != m_in.size())
            return {};
        Texts best = known.needed;
        if (known.exact)
            keepBetter(best, *known.exact);
        return best;
    }

private:
    bool atEnd() const { return m_at >= m_in.size(); }
    char peek(size_t ahead = 0) const { return m_at + ahead < m_in.size() ? m_in[m_at + ahead] : '\0'; }
    bool take(std::string_view text)
    {
        if (m_in.substr(m_at, text.size()) != text)
            return false;
        m_at += text.size();
        return true;
    }
    Known giveUp()
    {
        m_unusual = true;
        m_at = m_in.size();
        return {};
    }

    Known alternatives(int nesting)
    {
        if (nesting > maxNesting)
            return giveUp();
        Known all = sequence(nesting);
        while (!m_unusual && take("|")) {
            const Known next = sequence(nesting);
            join(all.exact, next.exact);
            if (all.needed.empty() || next.needed.empty() || all.needed.size() + next.needed.size() > maxTexts)
                all.needed.clear();
            else
                all.needed.insert(all.needed.end(), next.needed.begin(), next.needed.end());
        }
        return all;
    }

    static void join(std::optional<Texts> &all, const std::optional<Texts> &next)
    {
        if (all && next && all->size() + next->size() <= maxTexts)
            all->insert(all->end(), next->begin(), next->end());
        else
            all.reset();
    }

    Known sequence(int nesting)
    {
        Sequence sequence;
        while (!m_unusual && !atEnd() && peek() != '|' && peek() != ')') {
            Known part = atom(nesting);
            if (!m_unusual)
                quantifier(part, sequence);
        }
        return sequence.finish();
    }

    void quantifier(Known &part, Sequence &sequence)
    {
        const char c = peek();
        if (c == '{') {
            const size_t end = m_in.find_first_not_of("0123456789,", m_at + 1);
            if (end == std::string_view::npos || m_in[end] != '}')
                return static_cast<void>(giveUp()); // a brace that stands for itself, or an error
            m_at = end;
        } else if (c != '?' && c != '*' && c != '+') {
            return sequence.add(part);
        }
        ++m_at;
        if (peek() == '?' || peek() == '+')
            ++m_at;
        if (c == '+' && part.exact)
            sequence.add({std::nullopt, *part.exact}); // at least once, then unknown
        else if (c == '+')
            sequence.add(part);
        else if (c == '?' && part.exact && part.exact->size() < maxTexts) {
            part.exact->push_back("");
            sequence.add(part);
        } else
            sequence.add({}); // may be missing: nothing is certain
    }

    Known atom(int nesting)
    {
        const char c = m_in[m_at++];
        switch (c) {
        case '^':
        case '$':
            return {Texts{""}, {}};
        case '.':
            return {};
        case '\\':
            return escape();
        case '[':
            return characterClass();
        case '(':
            return group(nesting);
        case '*':
        case '+':
        case '?':
            return giveUp();
        default:
            break;
        }
        if (static_cast<unsigned char>(c) < 0x80)
            return {Texts{std::string(1, c)}, {}};
        while (static_cast<unsigned char>(peek()) >= 0x80 && static_cast<unsigned char>(peek()) < 0xc0)
            ++m_at; // the rest of one character: a quantifier holds for all of it
        return {};
    }

    Known escape()
    {
        if (atEnd())
            return giveUp();
        const char c = m_in[m_at++];
        if (std::ispunct(static_cast<unsigned char>(c)))
            return {Texts{std::string(1, c)}, {}};
        if (std::string_view("bBAZz").find(c) != std::string_view::npos)
            return {Texts{""}, {}};
        if (std::string_view("wWdDsSntr").find(c) != std::string_view::npos)
            return {};
        return giveUp();
    }

    Known characterClass()
    {
        Texts members;
        bool simple = peek() != '^' && peek() != ']';
        if (peek() == '^')
            ++m_at;
        for (bool first = true; !atEnd() && (first || peek() != ']'); first = false) {
            const char c = m_in[m_at++];
            if (c == '[' && (peek() == ':' || peek() == '.' || peek() == '='))
                return giveUp();
            simple = simple && c != '\\' && c != '-' && static_cast<unsigned char>(c) < 0x80;
            if (c == '\\' && !atEnd()) {
                if (isAlphanumeric(peek()) && std::string_view("wWdDsSntrb").find(peek()) == std::string_view::npos)
                    return giveUp();
                ++m_at;
            }
            members.push_back(std::string(1, c));
        }
        if (!take("]"))
            return giveUp();
        if (!simple || members.size() > 8)
            return {};
        return {members, {}};
    }

    Known group(int nesting)
    {
        bool around = false;
        if (peek() == '*')
            return giveUp();
        if (peek() == '?') {
            around = take("?=") || take("?!") || take("?<=") || take("?<!");
            if (!around && !take("?:"))
                return giveUp();
        }
        const Known inside = alternatives(nesting + 1);
        if (m_unusual || !take(")"))
            return giveUp();
        return around ? Known{Texts{""}, {}} : inside;
    }

    std::string_view m_in;
    size_t m_at = 0;
    bool m_unusual = false;
};

} // namespace

std::vector<std::string> requiredLiterals(std::string_view pattern)
{
    return Reader(pattern).run();
}

void TextSignatures::reserve(size_t texts, size_t bytes)
{
    m_first.reserve(texts);
    m_words.reserve(std::min<size_t>(bytes / 16, texts * 256) + texts * 4);
}

uint32_t TextSignatures::hash(const char *piece)
{
    const auto byte = [&](int i) { return static_cast<uint32_t>(static_cast<unsigned char>(piece[i])); };
    return (byte(0) | byte(1) << 8 | byte(2) << 16) * 0x9E3779B1u;
}

void TextSignatures::add(std::string_view text)
{
    const int bits = std::clamp(static_cast<int>(std::bit_width(text.size() * 4)), 8, 14);
    const size_t first = m_words.size();
    m_first.push_back({first, static_cast<uint64_t>(bits)});
    m_words.resize(first + (size_t(1) << (bits - 6)));
    for (size_t i = 0; i + pieceBytes <= text.size(); ++i) {
        const uint32_t bit = hash(text.data() + i) >> (32 - bits);
        m_words[first + (bit >> 6)] |= uint64_t(1) << (bit & 63);
    }
}

Prefilter::Prefilter(std::string_view pattern)
{
    for (const std::string &literal : requiredLiterals(pattern)) {
        std::vector<uint32_t> &hashes = m_literals.emplace_back();
        for (size_t i = 0; i + pieceBytes <= literal.size(); ++i)
            hashes.push_back(TextSignatures::hash(literal.data() + i));
    }
}

bool Prefilter::mayMatch(const TextSignatures &texts, size_t text) const
{
    return m_literals.empty() || std::any_of(m_literals.begin(), m_literals.end(), [&](const auto &hashes) {
               return std::all_of(hashes.begin(), hashes.end(), [&](uint32_t h) { return texts.mayContain(text, h); });
           });
}

} // namespace ws
