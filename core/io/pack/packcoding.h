#pragma once
// How the values of a column become few bytes. Differences between neighbours (or the values themselves) are divided by
// what they have in common, written in as few bytes as they need, and deflated in pieces, so that all cores take part.

#include "core/base/valuecolumn.h"
#include "core/io/pack/packsections.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ws {

enum class PackCoding : uint32_t {
    Raw,         ///< as in memory
    Bytes,       ///< as in memory, deflated
    Numbers,     ///< unsigned: divisor, then quotients, each in groups of 7 bits, the lowest first
    Differences, ///< signed or unsigned: as Numbers, of the differences to the value before, in zigzag
    Pairs,       ///< of 32-bit numbers: all first ones + 1, then each second one less the one of the last equal first
    Narrow,      ///< a NarrowColumn as in memory: `elementBytes` (1 to 8) each, and 7 bytes. Not of codedBytes()
};

/// The bytes of a section. `elementBytes` is 1, 2, 4 or 8; Pairs: 8.
std::string codedBytes(PackCoding coding, const void *values, size_t count, uint32_t elementBytes);

/// Null when the section is of another type, or its bytes are not what a coding makes. It takes no more memory than
/// the section's bytes can mean.
template <class T> std::optional<ValueColumn<T>> codedValues(const PackSection &section);

/// How many values a section can have at most, of what its bytes say; nothing where they say nothing.
struct CodedSection
{
    explicit CodedSection(const PackSection &section);
    bool isValid = false;
    /// Writes `section.count` values. False: the bytes are no coding of so many.
    bool write(void *values) const;

private:
    const PackSection &m_section;
    std::string m_inflated;
};

template <class T> std::optional<ValueColumn<T>> codedValues(const PackSection &section)
{
    if (section.elementBytes != sizeof(T))
        return {};
    const CodedSection coded(section);
    if (!coded.isValid)
        return {};
    ValueColumn<T> column;
    column.resizeForOverwrite(section.count);
    if (section.count && !coded.write(column.data()))
        return {};
    return column;
}

} // namespace ws
