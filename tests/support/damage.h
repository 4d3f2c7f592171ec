#pragma once
// Bytes as a bad disk, a cut transfer or a careless editor leaves them.

#include <cstdint>
#include <random>
#include <string>

namespace ws::test {

/// One to four changes at random places: another byte, a flipped bit, a piece from elsewhere put in, a piece taken out.
/// Never empty.
inline std::string damagedAtRandom(const std::string &whole, std::mt19937 &random)
{
    std::string bytes = whole;
    for (uint32_t changes = 1 + random() % 4; changes > 0; --changes) {
        const size_t at = random() % bytes.size();
        switch (random() % 4) {
        case 0:
            bytes[at] = static_cast<char>(random());
            break;
        case 1:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
            break;
        case 2:
            bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 40));
            break;
        default:
            bytes.erase(at, random() % 40);
        }
        if (bytes.empty())
            bytes = whole;
    }
    return bytes;
}

} // namespace ws::test
