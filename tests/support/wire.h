#pragma once
// Writes protobuf's wire format, field by field: messages are texts that are put into each other.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace ws::test {

inline std::string varint(uint64_t value)
{
    std::string bytes;
    do {
        const auto low = static_cast<char>(value & 0x7f);
        value >>= 7;
        bytes += value ? static_cast<char>(low | '\x80') : low;
    } while (value);
    return bytes;
}

inline std::string number(uint32_t field, uint64_t value)
{
    return varint(uint64_t(field) << 3) + varint(value);
}

inline std::string message(uint32_t field, std::string_view bytes)
{
    return varint(uint64_t(field) << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}

inline std::string fixed64(uint32_t field, uint64_t value)
{
    std::string bytes = varint(uint64_t(field) << 3 | 1);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
    return bytes;
}

inline std::string real(uint32_t field, double value)
{
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return fixed64(field, bits);
}

} // namespace ws::test
