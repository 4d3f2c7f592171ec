#pragma once
// Where the fields of a CSV line end, found 64 bytes at a time: a field has some three characters, so a loop over
// characters is mispredicted once per field, which costs more than the search.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ws {

class FieldEnds
{
public:
    /// `readable`: up to where bytes may be looked at, after the line's end.
    FieldEnds(std::string_view line, char delimiter, const char *readable)
        : m_base(line.data()), m_end(line.data() + line.size()), m_readable(readable), m_delimiter(delimiter),
          m_mask(maskAt(m_base))
    {
    }

    /// The first delimiter at or after `from` (never less than in the call before), or the line's end.
    const char *next(const char *from)
    {
        for (;;) {
            if (from - m_base < 64) {
                const uint64_t mask = m_mask & ~uint64_t(0) << (from - m_base);
                if (mask)
                    return m_base + std::countr_zero(mask);
                from = m_base + std::min<std::ptrdiff_t>(64, m_end - m_base);
            }
            if (from == m_end)
                return m_end;
            m_base = from;
            m_mask = maskAt(m_base);
        }
    }

    /// Places of the first `most` delimiters, fewer if there are fewer; before any call of next().
    size_t collect(uint32_t *places, size_t max)
    {
        size_t count = 0;
        for (const char *line = m_base;;) {
            for (uint64_t left = m_mask; left && count < max; left &= left - 1)
                places[count++] = static_cast<uint32_t>(m_base - line) + static_cast<uint32_t>(std::countr_zero(left));
            if (count == max || m_end - m_base <= 64)
                return count;
            m_base += 64;
            m_mask = maskAt(m_base);
        }
    }

private:
    /// Bit i: a delimiter is i bytes after `p`; nothing after the end counts.
    uint64_t maskAt(const char *p) const
    {
        if (m_end - p >= 64)
            return maskOf(p);
        if (m_readable - p >= 64)
            return maskOf(p) & ((uint64_t(1) << (m_end - p)) - 1);
        char padded[64];
        const auto left = static_cast<size_t>(m_end - p);
        std::memset(padded, m_delimiter == '\n' ? 0 : '\n', sizeof padded);
        if (left)
            std::memcpy(padded, p, left);
        return maskOf(padded);
    }

    uint64_t maskOf(const char *p) const
    {
        uint64_t mask = 0;
#if defined(__SSE2__)
        const __m128i wanted = _mm_set1_epi8(m_delimiter);
        for (int k = 0; k < 4; ++k) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p + 16 * k));
            mask |= uint64_t(static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)))) << (16 * k);
        }
#else
        for (int i = 0; i < 64; ++i)
            mask |= uint64_t(p[i] == m_delimiter) << i;
#endif
        return mask;
    }

    const char *m_base;
    const char *m_end;
    const char *m_readable;
    char m_delimiter;
    uint64_t m_mask; ///< of the 64 bytes from m_base on
};

} // namespace ws
