#include "core/analysis/stages/regexneedles.h"

#include "core/base/platform.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <optional>

namespace ws {

namespace {

using Texts = std::vector<std::string>;
using Needles = std::vector<Needle>;

constexpr size_t maxTexts = 64;    // alternatives a run of literals may grow to
constexpr size_t maxNeedles = 512; // per regex; a rule of many alternatives keeps its filter
constexpr size_t pieceBytes = 3;
constexpr int maxNesting = 32;

// The knowledge about a part of a pattern: all texts it can match (exact), or texts of which one must occur (needed).
// Bare: it has no assertions (^, \b, (?!…)) and no possessive quantifiers (?+), so an exact text alone is a match.
struct Known
{
    std::optional<Texts> exact;
    Needles needed;
    bool bare = true;
};

bool isAlphanumeric(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

Needles needles(const Texts &texts, bool enough)
{
    Needles all;
    for (const std::string &text : texts)
        all.push_back({text, enough});
    return all;
}

size_t shortest(const Needles &needles)
{
    size_t min = needles.empty() ? 0 : SIZE_MAX;
    for (const Needle &needle : needles)
        min = std::min(min, needle.text.size());
    return min;
}

void keepBetter(Needles &best, const Needles &other)
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

// A sequence being read: the literals that end here, and the best earlier ones.
class Sequence
{
public:
    void add(const Known &part)
    {
        m_bare = m_bare && part.bare;
        if (!part.exact)
            return breakRun(), addNeeded(part.needed);
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
        known.bare = m_bare;
        if (m_whole)
            known.exact = m_run;
        keepBetter(m_best, needles(m_run, m_whole && m_bare));
        known.needed = m_best;
        return known;
    }

private:
    void breakRun()
    {
        keepBetter(m_best, needles(m_run, false));
        m_run = {""};
        m_whole = false;
    }
    void addNeeded(Needles part) // a match of the part is not a match of all
    {
        for (Needle &needle : part)
            needle.enough = false;
        keepBetter(m_best, part);
    }

    Texts m_run{""};
    Needles m_best;
    bool m_whole = true;
    bool m_bare = true;
};

class PatternReader
{
public:
    explicit PatternReader(std::string_view pattern) : m_in(pattern) {}

    Needles run()
    {
        const Known known = alternatives(0);
        return isUnderstood() ? known.needed : Needles();
    }
    /// After run(): the pattern has nothing unusual.
    bool isUnderstood() const { return !m_unusual && m_at == m_in.size(); }
    /// After run(): where the top level's alternatives begin, but for the first.
    const std::vector<size_t> &alternativeBegins() const { return m_begins; }

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
            if (nesting == 0)
                m_begins.push_back(m_at);
            const Known next = sequence(nesting);
            join(all.exact, next.exact);
            all.bare = all.bare && next.bare;
            if (all.needed.empty() || next.needed.empty() || all.needed.size() + next.needed.size() > maxNeedles)
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
                return static_cast<void>(giveUp()); // a literal brace, or an error
            m_at = end;
        } else if (c != '?' && c != '*' && c != '+') {
            return sequence.add(part);
        }
        ++m_at;
        part.bare = part.bare && peek() != '+';
        if (peek() == '?' || peek() == '+')
            ++m_at;
        if (c == '+' && part.exact)
            sequence.add({std::nullopt, needles(*part.exact, false)}); // at least once, then unknown
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
            return {Texts{""}, {}, false};
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
            return {Texts{""}, {}, false};
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
        return around ? Known{Texts{""}, {}, false} : inside;
    }

    std::string_view m_in;
    size_t m_at = 0;
    std::vector<size_t> m_begins;
    bool m_unusual = false;
};

} // namespace

std::vector<Needle> needlesOf(std::string_view pattern)
{
    return PatternReader(pattern).run();
}

std::vector<std::string> alternativesOf(const std::string &pattern, size_t max)
{
    PatternReader reader(pattern);
    reader.run();
    const std::vector<size_t> &begins = reader.alternativeBegins();
    if (!reader.isUnderstood() || begins.size() >= max)
        return {pattern};
    std::vector<std::string> all;
    size_t from = 0;
    for (size_t begin : begins) {
        all.push_back(pattern.substr(from, begin - 1 - from));
        from = begin;
    }
    all.push_back(pattern.substr(from));
    return all;
}

TextSignatures::TextSignatures(std::span<const std::string_view> texts)
{
    for (size_t from = 0; from < texts.size(); from += perBlock) {
        const std::span block = texts.subspan(from, std::min(perBlock, texts.size() - from));
        size_t bytes = 0;
        for (std::string_view text : block)
            bytes += text.size();
        const int bits = std::clamp(static_cast<int>(std::bit_width(bytes * 4 / block.size())), 8, 14);
        m_blocks.push_back({m_words.size(), bits, ~uint64_t(0) >> (perBlock - block.size())});
        m_words.resize(m_words.size() + (size_t(1) << bits));
        uint64_t *words = m_words.data() + m_blocks.back().first;
        for (size_t n = 0; n < block.size(); ++n)
            for (size_t i = 0; i + pieceBytes <= block[n].size(); ++i)
                words[hash(block[n].data() + i) >> (32 - bits)] |= uint64_t(1) << n;
    }
}

uint32_t TextSignatures::hash(const char *piece)
{
    const auto byte = [&](int i) { return static_cast<uint32_t>(static_cast<unsigned char>(piece[i])); };
    return (byte(0) | byte(1) << 8 | byte(2) << 16) * 0x9E3779B1u;
}

uint64_t TextSignatures::candidates(size_t block, std::span<const uint32_t> hashes) const
{
    const Block &at = m_blocks[block];
    uint64_t texts = at.texts;
    for (uint32_t hash : hashes)
        texts &= m_words[at.first + (hash >> (32 - at.bits))];
    return texts;
}

Prefilter::Prefilter(std::string_view pattern)
{
    for (Needle &needle : needlesOf(pattern)) {
        Entry &entry = m_entries.emplace_back();
        for (size_t i = 0; i + pieceBytes <= needle.text.size(); ++i)
            entry.hashes.push_back(TextSignatures::hash(needle.text.data() + i));
        entry.needle = std::move(needle);
    }
}

Prefilter::Answer Prefilter::look(const TextSignatures &signatures, std::span<const std::string_view> texts,
                                  size_t block) const
{
    Answer answer;
    if (m_entries.empty())
        answer.ask = signatures.candidates(block, {});
    for (const auto &[needle, hashes] : m_entries) {
        const uint64_t known = needle.enough ? answer.yes : answer.yes | answer.ask;
        for (uint64_t left = signatures.candidates(block, hashes) & ~known; left; left &= left - 1) {
            const std::string_view text =
                texts[block * TextSignatures::perBlock + static_cast<size_t>(std::countr_zero(left))];
            if (platform::firstOf(text, needle.text))
                (needle.enough ? answer.yes : answer.ask) |= left & -left;
        }
    }
    answer.ask &= ~answer.yes;
    return answer;
}

} // namespace ws
