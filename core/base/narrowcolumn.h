#pragma once
// A column of unsigned numbers in as many bytes as the largest of them needs. Names are numbered from 0 in the order in
// which a file has them, so most files need two bytes, where four are possible; categories need one. Reading one is a
// load and a mask.

#include "core/base/valuecolumn.h"

#include <bit>

namespace ws {

template <class T> class NarrowColumn
{
    static_assert(std::is_unsigned_v<T> && std::endian::native == std::endian::little);

public:
    using value_type = T;
    static constexpr size_t padding = 7; ///< bytes after the last value: each is read as eight bytes

    /// The same values; the memory of the wide ones is given back.
    static NarrowColumn of(ValueColumn<T> &&values)
    {
        const ValueColumn<T> wide = std::move(values);
        NarrowColumn narrow;
        narrow.resizeForOverwrite(wide.size(), wide.empty() ? 0 : *std::max_element(wide.begin(), wide.end()));
        for (size_t i = 0; i < wide.size(); ++i)
            narrow.set(i, wide[i]);
        return narrow;
    }

    ValueColumn<T> wide() const
    {
        ValueColumn<T> values;
        values.reserve(m_size);
        for (size_t i = 0; i < m_size; ++i)
            values.push_back((*this)[i]);
        return values;
    }

    /// `largest`: no value is greater. The values are arbitrary until they are set.
    void resizeForOverwrite(size_t count, uint64_t largest)
    {
        setWidth(std::max<uint32_t>(1, (static_cast<uint32_t>(std::bit_width(largest)) + 7) / 8));
        m_size = count;
        m_bytes.resizeForOverwrite(count ? count * m_width + padding : 0);
        if (count)
            std::memset(m_bytes.data() + count * m_width, 0, padding);
    }
    /// Different threads may set different values at the same time.
    void set(size_t i, T value)
    {
        uint8_t *at = m_bytes.data() + i * m_width;
        switch (m_width) {
        case 1:
            *at = static_cast<uint8_t>(value);
            return;
        case 2:
            copy<2>(at, value);
            return;
        case 3:
            copy<2>(at, value);
            at[2] = static_cast<uint8_t>(uint64_t(value) >> 16);
            return;
        case 4:
            copy<4>(at, value);
            return;
        default:
            copy<4>(at, value);
            for (uint32_t byte = 4; byte < m_width; ++byte)
                at[byte] = static_cast<uint8_t>(uint64_t(value) >> (8 * byte));
        }
    }
    /// As bytes() of a column whose values have `width` bytes. False: `bytes` is not as long as `count` values need.
    bool show(ValueColumn<uint8_t> bytes, size_t count, uint32_t width)
    {
        if (width < 1 || width > sizeof(T) || count > (SIZE_MAX - padding) / 8 ||
            bytes.size() != (count ? count * width + padding : 0))
            return false;
        setWidth(width);
        m_size = count;
        m_bytes = std::move(bytes);
        return true;
    }

    T operator[](size_t i) const
    {
        uint64_t word;
        std::memcpy(&word, m_bytes.data() + i * m_width, sizeof word);
        return static_cast<T>(word & m_mask);
    }
    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    uint32_t width() const { return m_width; }
    const ValueColumn<uint8_t> &bytes() const { return m_bytes; }
    size_t memoryBytes() const { return m_bytes.memoryBytes(); }

private:
    template <size_t count> static void copy(uint8_t *at, T value)
    {
        const auto wide = static_cast<uint64_t>(value);
        std::memcpy(at, &wide, count);
    }
    void setWidth(uint32_t width)
    {
        m_width = width;
        m_mask = ~uint64_t(0) >> (64 - 8 * width);
    }

    ValueColumn<uint8_t> m_bytes;
    size_t m_size = 0;
    uint32_t m_width = 1; ///< bytes of a value, 1 to 8
    uint64_t m_mask = 255;
};

} // namespace ws
