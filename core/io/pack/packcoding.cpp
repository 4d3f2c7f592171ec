#include "core/io/pack/packcoding.h"

#include "core/base/parallel.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <numeric>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t pieceSize = size_t(1) << 20; ///< bytes deflated at once

/// In front of the deflated bytes of each piece.
struct PieceHeader
{
    uint32_t inflated;
    uint32_t deflated;
};

std::string deflatedPiece(std::string_view bytes)
{
    constexpr uint32_t level = 3;
    const auto memory = std::make_unique_for_overwrite<uint8_t[]>(ISAL_DEF_LVL3_DEFAULT);
    auto stream = std::make_unique<isal_zstream>();
    isal_deflate_stateless_init(stream.get());
    stream->level = level;
    stream->level_buf = memory.get();
    stream->level_buf_size = ISAL_DEF_LVL3_DEFAULT;
    stream->gzip_flag = IGZIP_DEFLATE;
    stream->flush = NO_FLUSH;
    stream->end_of_stream = 1;
    std::string out(bytes.size() + bytes.size() / 8 + 1024, '\0');
    stream->next_in = reinterpret_cast<uint8_t *>(const_cast<char *>(bytes.data())); // read only
    stream->avail_in = static_cast<uint32_t>(bytes.size());
    stream->next_out = reinterpret_cast<uint8_t *>(out.data()) + sizeof(PieceHeader);
    stream->avail_out = static_cast<uint32_t>(out.size() - sizeof(PieceHeader));
    isal_deflate_stateless(stream.get());
    const PieceHeader header{static_cast<uint32_t>(bytes.size()), stream->total_out};
    std::memcpy(out.data(), &header, sizeof header);
    out.resize(sizeof header + header.deflated);
    return out;
}

std::string deflated(std::string_view bytes)
{
    std::vector<std::string> pieces((bytes.size() + pieceSize - 1) / pieceSize);
    parallelFor({0, pieces.size()}, 1,
                [&](size_t i) { pieces[i] = deflatedPiece(bytes.substr(i * pieceSize, pieceSize)); });
    std::string all;
    all.reserve(
        std::accumulate(pieces.begin(), pieces.end(), size_t(0), [](size_t n, const auto &p) { return n + p.size(); }));
    for (const std::string &piece : pieces)
        all += piece;
    return all;
}

/// A few bytes can say that gigabytes of equal values follow. `plain`: what a long trace's column of equal ones takes.
uint64_t mostBytes(size_t packed, uint64_t plain)
{
    return plain + 64 * uint64_t(packed);
}

std::optional<std::string> inflated(std::span<const std::byte> bytes)
{
    struct Piece
    {
        const std::byte *from;
        PieceHeader header;
        size_t to;
    };
    std::vector<Piece> pieces;
    size_t total = 0;
    for (size_t at = 0; at < bytes.size();) {
        PieceHeader header;
        if (bytes.size() - at < sizeof header)
            return {};
        std::memcpy(&header, bytes.data() + at, sizeof header);
        at += sizeof header;
        constexpr uint64_t mostPerByte = 1032; // deflate cannot say more
        if (header.deflated > bytes.size() - at || header.inflated > pieceSize ||
            header.inflated > (header.deflated + 1) * mostPerByte)
            return {};
        pieces.push_back({bytes.data() + at, header, total});
        at += header.deflated;
        total += header.inflated;
    }
    if (total > mostBytes(bytes.size(), size_t(1) << 30))
        return {};
    std::string all(total, '\0');
    std::atomic<bool> bad{false};
    parallelFor({0, pieces.size()}, 1, [&](size_t i) {
        const Piece &piece = pieces[i];
        auto state = std::make_unique<inflate_state>();
        isal_inflate_init(state.get());
        state->next_in = reinterpret_cast<uint8_t *>(const_cast<std::byte *>(piece.from)); // read only
        state->avail_in = piece.header.deflated;
        state->next_out = reinterpret_cast<uint8_t *>(all.data()) + piece.to;
        state->avail_out = piece.header.inflated;
        if (isal_inflate_stateless(state.get()) != ISAL_DECOMP_OK || state->avail_out != 0)
            bad = true;
    });
    if (bad)
        return {};
    return all;
}

uint64_t zigzag(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? ~uint64_t(0) : 0);
}

uint64_t unzigzag(uint64_t coded)
{
    return coded >> 1 ^ (coded & 1 ? ~uint64_t(0) : 0);
}

void put(std::string &out, uint64_t value)
{
    while (value >= 0x80) {
        out += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    out += static_cast<char>(value);
}

/// Reads numbers as put() writes them; 0 after a wrong one, and isGood() is false.
class NumberReader
{
public:
    explicit NumberReader(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size()) {}
    uint64_t next()
    {
        if (m_at < m_end && !(*m_at & 0x80)) // nine of ten
            return static_cast<uint8_t>(*m_at++);
        uint64_t value = 0;
        for (uint32_t shift = 0; shift < 64 && m_at < m_end; shift += 7) {
            const auto byte = static_cast<uint8_t>(*m_at++);
            value |= uint64_t(byte & 0x7F) << shift;
            if (!(byte & 0x80))
                return value;
        }
        m_good = false;
        return 0;
    }
    bool isGood() const { return m_good && m_at == m_end; }

private:
    const char *m_at, *m_end;
    bool m_good = true;
};

template <class T> uint64_t load(const void *values, size_t i)
{
    T value;
    std::memcpy(&value, static_cast<const char *>(values) + i * sizeof(T), sizeof(T));
    return value;
}

/// Calls visit(i, number) for what Numbers or Differences write, before the division.
template <class T, class Visit> void forNumbers(bool differences, const void *values, size_t count, Visit visit)
{
    uint64_t before = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t value = load<T>(values, i);
        if (!differences)
            visit(value);
        else if (const auto difference = static_cast<std::make_signed_t<T>>(static_cast<T>(value - before)); true)
            visit(static_cast<uint64_t>(int64_t(difference)));
        before = value;
    }
}

uint64_t magnitude(uint64_t difference)
{
    return difference >> 63 ? 0 - difference : difference;
}

template <class T> std::string numbers(bool differences, const void *values, size_t count)
{
    uint64_t divisor = 0;
    forNumbers<T>(differences, values, count, [&](uint64_t number) {
        const uint64_t size = differences ? magnitude(number) : number;
        if (divisor == 0 || (divisor > 1 && size % divisor))
            divisor = std::gcd(divisor, size);
    });
    std::string out;
    out.reserve(count * 2 + 16);
    put(out, divisor);
    divisor = std::max<uint64_t>(divisor, 1);
    if (differences)
        forNumbers<T>(true, values, count, [&](uint64_t number) {
            put(out, zigzag(static_cast<uint64_t>(static_cast<int64_t>(number) / static_cast<int64_t>(divisor))));
        });
    else
        forNumbers<T>(false, values, count, [&](uint64_t number) { put(out, number / divisor); });
    return out;
}

template <class T> bool readNumbers(bool differences, std::string_view text, void *values, size_t count)
{
    NumberReader reader(text);
    const uint64_t divisor = std::max<uint64_t>(reader.next(), 1);
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t number = reader.next();
        value = differences ? value + unzigzag(number) * divisor : number * divisor;
        const auto narrow = static_cast<T>(value);
        std::memcpy(static_cast<char *>(values) + i * sizeof(T), &narrow, sizeof(T));
    }
    return reader.isGood();
}

/// The last second number of each first one.
class LastOfFirst
{
public:
    uint32_t &operator[](uint32_t first) { return first < m_usual.size() ? m_usual[first] : m_others[first]; }

private:
    std::vector<uint32_t> m_usual = std::vector<uint32_t>(size_t(1) << 16);
    std::unordered_map<uint32_t, uint32_t> m_others;
};

std::string pairs(const void *values, size_t count)
{
    std::string out;
    for (size_t i = 0; i < count; ++i)
        put(out, static_cast<uint32_t>(load<uint32_t>(values, 2 * i) + 1));
    LastOfFirst last;
    for (size_t i = 0; i < count; ++i) {
        const auto second = static_cast<uint32_t>(load<uint32_t>(values, 2 * i + 1));
        uint32_t &before = last[static_cast<uint32_t>(load<uint32_t>(values, 2 * i))];
        put(out, zigzag(uint64_t(int64_t(static_cast<int32_t>(second - before)))));
        before = second;
    }
    return out;
}

bool readPairs(std::string_view text, void *values, size_t count)
{
    NumberReader reader(text);
    auto *out = static_cast<char *>(values);
    for (size_t i = 0; i < count; ++i) {
        const auto first = static_cast<uint32_t>(reader.next() - 1);
        std::memcpy(out + 8 * i, &first, sizeof first);
    }
    LastOfFirst last;
    for (size_t i = 0; i < count; ++i) {
        uint32_t &before = last[static_cast<uint32_t>(load<uint32_t>(values, 2 * i))];
        before += static_cast<uint32_t>(unzigzag(reader.next()));
        std::memcpy(out + 8 * i + 4, &before, sizeof before);
    }
    return reader.isGood();
}

} // namespace

std::string codedBytes(PackCoding coding, const void *values, size_t count, uint32_t elementBytes)
{
    const std::string_view bytes(static_cast<const char *>(values), count * elementBytes);
    const bool differences = coding == PackCoding::Differences;
    switch (coding) {
    case PackCoding::Raw:
        return std::string(bytes);
    case PackCoding::Bytes:
        return deflated(bytes);
    case PackCoding::Pairs:
        return deflated(pairs(values, count));
    default:
        return deflated(elementBytes == 1   ? numbers<uint8_t>(differences, values, count)
                        : elementBytes == 2 ? numbers<uint16_t>(differences, values, count)
                        : elementBytes == 4 ? numbers<uint32_t>(differences, values, count)
                                            : numbers<uint64_t>(differences, values, count));
    }
}

CodedSection::CodedSection(const PackSection &section) : m_section(section)
{
    const auto coding = static_cast<PackCoding>(section.coding);
    const uint32_t size = section.elementBytes;
    if (coding > PackCoding::Pairs || (size != 1 && size != 2 && size != 4 && size != 8) ||
        (coding == PackCoding::Pairs && size != 8))
        return;
    if (coding == PackCoding::Raw) {
        isValid = section.bytes.size() % size == 0 && section.count == section.bytes.size() / size;
        return;
    }
    auto bytes = inflated(section.bytes);
    if (!bytes)
        return;
    m_inflated = std::move(*bytes);
    if (section.count > mostBytes(section.bytes.size(), uint64_t(4) << 30) / size)
        return;
    isValid = coding == PackCoding::Bytes ? m_inflated.size() % size == 0 && section.count == m_inflated.size() / size
                                          : section.count <= m_inflated.size(); // a number takes one byte at least
}

bool CodedSection::write(void *values) const
{
    const bool differences = static_cast<PackCoding>(m_section.coding) == PackCoding::Differences;
    switch (static_cast<PackCoding>(m_section.coding)) {
    case PackCoding::Raw:
        std::memcpy(values, m_section.bytes.data(), m_section.bytes.size());
        return true;
    case PackCoding::Bytes:
        std::memcpy(values, m_inflated.data(), m_inflated.size());
        return true;
    case PackCoding::Pairs:
        return readPairs(m_inflated, values, m_section.count);
    default:
        switch (m_section.elementBytes) {
        case 1:
            return readNumbers<uint8_t>(differences, m_inflated, values, m_section.count);
        case 2:
            return readNumbers<uint16_t>(differences, m_inflated, values, m_section.count);
        case 4:
            return readNumbers<uint32_t>(differences, m_inflated, values, m_section.count);
        default:
            return readNumbers<uint64_t>(differences, m_inflated, values, m_section.count);
        }
    }
}

} // namespace ws
