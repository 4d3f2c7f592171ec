#pragma once
// The literals ("needles") of which a name must contain one so that a regex can match it. Nearly every rule of a
// mapping has needles, and most of its alternatives are plain literals: then finding one is the match. So a signature
// of a name's three-byte pieces, made once, and a search for the literal decide nearly all names, and the regex runs
// only where something around the literal matters. Only certain needles are extracted; an unusual pattern has none, and
// every name is tried.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct Needle
{
    std::string text;
    bool enough = false; ///< every text that holds it is matched
    bool operator==(const Needle &) const = default;
};

/// Literals of at least three bytes of which one must occur in every match; empty: nothing is known.
std::vector<Needle> needlesOf(std::string_view pattern);

/// The pattern's alternatives at its top level: a text is matched when one of them matches it. The pattern itself where
/// that is not certain (numbered groups, flags), or with more than `most`.
std::vector<std::string> alternativesOf(const std::string &pattern, size_t max);

/// The three-byte pieces of all texts: for every 64 texts a table of words by the piece's hash, one bit per text, so
/// that 64 texts are asked at once. It may have false positives, never false negatives.
class TextSignatures
{
public:
    static constexpr size_t perBlock = 64;

    TextSignatures() = default;
    explicit TextSignatures(std::span<const std::string_view> texts);
    size_t memoryBytes() const { return m_words.size() * sizeof(uint64_t) + m_blocks.size() * sizeof(Block); }

    static uint32_t hash(const char *piece);
    /// The texts of a block (bit n: its n-th) that may hold all of these pieces.
    uint64_t candidates(size_t block, std::span<const uint32_t> hashes) const;

private:
    struct Block
    {
        size_t first = 0;   ///< of its words
        int bits = 0;       ///< it has 2^bits words
        uint64_t texts = 0; ///< a bit each
    };
    std::vector<Block> m_blocks;
    std::vector<uint64_t> m_words;
};

/// The needles of one regex, ready to be looked for.
class Prefilter
{
public:
    /// One bit per text of a block; texts in neither cannot match.
    struct Answer
    {
        uint64_t yes = 0; ///< they match
        uint64_t ask = 0; ///< only the regex itself can tell
    };

    explicit Prefilter(std::string_view pattern);
    /// `texts`: all texts of `signatures`.
    Answer look(const TextSignatures &signatures, std::span<const std::string_view> texts, size_t block) const;
    bool isActive() const { return !m_entries.empty(); }

private:
    struct Entry
    {
        Needle needle;
        std::vector<uint32_t> hashes; ///< of its three-byte pieces
    };
    std::vector<Entry> m_entries;
};

} // namespace ws
