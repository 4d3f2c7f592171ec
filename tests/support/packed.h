#pragma once
// Deflate and gzip data for tests, by zlib.

#include <string>

#include <zlib.h>

namespace ws::test {

/// `windowBits` and `strategy` as for zlib's deflateInit2: 15 + 16 makes gzip, -15 bare deflate.
inline std::string deflated(const std::string &text, int windowBits, int level = 6, int strategy = Z_DEFAULT_STRATEGY)
{
    z_stream z{};
    deflateInit2(&z, level, Z_DEFLATED, windowBits, 8, strategy);
    std::string out(deflateBound(&z, text.size()) + 64, '\0');
    z.next_in = reinterpret_cast<unsigned char *>(const_cast<char *>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<unsigned char *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

inline std::string gzipped(const std::string &text, int level = 6, int strategy = Z_DEFAULT_STRATEGY)
{
    return deflated(text, 15 + 16, level, strategy);
}

} // namespace ws::test
