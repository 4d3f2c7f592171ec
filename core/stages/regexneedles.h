#pragma once
// Which texts must stand in a name so that a regex can match it at all: one of a few literals. Nearly every rule of a
// mapping has such literals, so a signature of a name's three-byte pieces, made once, rules most names out without
// running the regex (about 20 ns instead of some µs for a name of 5,000 characters).
// Only what is certain is extracted; anything unusual in a pattern gives no literals, and every name is tried.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// Literals of at least three bytes of which one must occur in every match; empty: nothing is known.
std::vector<std::string> requiredLiterals(std::string_view pattern);

/// Set of the three-byte pieces of a text, hashed into 2^bits bits; may say yes wrongly, never no.
class TextSignatures
{
public:
    void reserve(size_t texts, size_t bytes);
    void add(std::string_view text);
    size_t size() const { return m_first.size(); }
    size_t memoryBytes() const { return m_words.size() * sizeof(uint64_t) + m_first.size() * sizeof(Place); }

    static uint32_t hash(const char *piece);
    bool mayContain(size_t text, uint32_t hash) const
    {
        const Place place = m_first[text];
        const uint32_t bit = hash >> (32 - place.bits);
        return m_words[place.word + (bit >> 6)] >> (bit & 63) & 1;
    }

private:
    struct Place
    {
        uint64_t word : 56;
        uint64_t bits : 8;
    };
    std::vector<Place> m_first;
    std::vector<uint64_t> m_words;
};

/// The literals of one regex, ready to be asked for.
class Prefilter
{
public:
    explicit Prefilter(std::string_view pattern);
    /// False: the regex cannot match that text.
    bool mayMatch(const TextSignatures &texts, size_t text) const;
    bool isActive() const { return !m_literals.empty(); }

private:
    std::vector<std::vector<uint32_t>> m_literals; ///< hashes of each literal's pieces
};

} // namespace ws
