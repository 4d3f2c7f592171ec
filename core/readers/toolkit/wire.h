#pragma once
// The wire format of protobuf: a message is a list of fields, each a number, a kind and a value. What the fields mean
// is the readers' affair, so no schema, no generated code and no library is needed for the few fields that they use.
// Rejected: libprotobuf, which needs a whole message in memory as objects, several times the size of a big file.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ws {

/// Reads a number of up to ten bytes; null: it does not end before `end`, or it is longer.
inline const char *readVarint(const char *at, const char *end, uint64_t &value)
{
    uint64_t result = 0;
    for (unsigned shift = 0; at < end && shift < 70; shift += 7) {
        const auto byte = static_cast<uint8_t>(*at++);
        result |= shift < 64 ? uint64_t(byte & 0x7f) << shift : 0;
        if (byte < 0x80) {
            value = result;
            return at;
        }
    }
    return nullptr;
}

/// One field of a message that lies in memory as a whole.
struct WireField
{
    enum Type : uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };
    uint32_t number = 0;
    Type type = Varint;
    uint64_t value = 0;     ///< of Varint, Fixed64 and Fixed32
    std::string_view bytes; ///< of Bytes: a text or another message

    int64_t integer() const { return static_cast<int64_t>(value); }
    double real() const { return std::bit_cast<double>(value); }
};

class WireReader
{
public:
    explicit WireReader(std::string_view message)
        : m_begin(message.data()), m_at(m_begin), m_end(m_begin + message.size())
    {
    }

    /// False: the message ends, or is damaged where the field began.
    bool next(WireField &field)
    {
        if (m_at >= m_end || m_isDamaged)
            return false;
        const char *at = head(field);
        if (!at)
            return damaged();
        m_at = at;
        return true;
    }
    bool isDamaged() const { return m_isDamaged; }
    /// Bytes of the message before the field that is next, or that is damaged.
    size_t position() const { return static_cast<size_t>(m_at - m_begin); }

private:
    const char *head(WireField &field)
    {
        uint64_t key = 0;
        const char *at = readVarint(m_at, m_end, key);
        if (!at || key >> 3 == 0 || key >> 3 > maxNumber)
            return nullptr;
        field.number = static_cast<uint32_t>(key >> 3);
        field.type = static_cast<WireField::Type>(key & 7);
        const auto left = static_cast<size_t>(m_end - at);
        switch (field.type) {
        case WireField::Varint:
            return readVarint(at, m_end, field.value);
        case WireField::Fixed64:
            field.value = 0;
            return left < 8 ? nullptr : (std::memcpy(&field.value, at, 8), at + 8);
        case WireField::Fixed32:
            field.value = 0;
            return left < 4 ? nullptr : (std::memcpy(&field.value, at, 4), at + 4);
        case WireField::Bytes:
            if (at = readVarint(at, m_end, field.value); !at || field.value > static_cast<size_t>(m_end - at))
                return nullptr;
            field.bytes = {at, static_cast<size_t>(field.value)};
            return at + field.value;
        }
        return nullptr; // groups are not written any more
    }
    bool damaged()
    {
        m_isDamaged = true;
        return false;
    }

    static constexpr uint64_t maxNumber = (1u << 29) - 1;
    const char *m_begin, *m_at, *m_end;
    bool m_isDamaged = false;
};

} // namespace ws
