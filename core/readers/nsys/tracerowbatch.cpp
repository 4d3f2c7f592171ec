#include "core/readers/nsys/tracerowbatch.h"

#include <cstring>

namespace ws {
namespace {

constexpr size_t longestExample = 200; // more of a finding's text is not shown

/// A hash of three places of a text of at least eight bytes.
size_t sampleOf(std::string_view text)
{
    uint64_t hash = text.size();
    for (size_t at : {size_t(0), text.size() / 2 - 4, text.size() - 8}) {
        uint64_t word;
        std::memcpy(&word, text.data() + at, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

} // namespace

void TraceRowBatch::row(const TraceRow &row)
{
    m_rows.push_back({row.start, row.duration, row.offset, row.correlation, nameOf(row), gridOf(row), streamOf(row)});
}

void TraceRowBatch::finding(const char *kind, const QString &message, int64_t offset, std::string_view text,
                            uint64_t count)
{
    for (Finding &known : m_findings)
        if (known.kind == kind) {
            known.count += count;
            return;
        }
    m_findings.push_back({kind, message, offset, std::string(text.substr(0, longestExample)), count});
}

void TraceRowBatch::clear()
{
    m_rows.clear();
    m_findings.clear();
}

/// A name of 250 characters is compared with the last one in its cache slot before it is hashed as a whole.
StringId TraceRowBatch::nameOf(const TraceRow &row)
{
    if (row.hasDoubledQuotes) {
        std::string plain;
        for (size_t i = 0; i < row.name.size(); ++i) {
            plain += row.name[i];
            i += row.name[i] == '"' && i + 1 < row.name.size() && row.name[i + 1] == '"';
        }
        return m_texts.intern(plain);
    }
    if (row.name.size() < 8)
        return m_texts.intern(row.name);
    StringId &known = m_names[sampleOf(row.name) % knownNames];
    if (known == 0 || m_texts.view(known) != row.name)
        known = m_texts.intern(row.name);
    return known;
}

StringId TraceRowBatch::gridOf(const TraceRow &row)
{
    constexpr size_t longest = 62; // three numbers of twenty digits
    if (row.grid.empty() || row.block.empty())
        return 0;
    const std::string_view grid = row.grid.substr(0, longest), block = row.block.substr(0, longest);
    const auto mix = [](std::string_view s) { return s.size() * 7 + static_cast<unsigned char>(s[0]) * 3u; };
    const size_t place = mix(grid) + mix(block) * 5 + static_cast<unsigned char>(grid[grid.size() / 2]);
    Grid &known = m_grids[place % knownGrids];
    if (known.text && known.grid == grid && known.block == block)
        return known.text;
    std::string text = "grid [";
    text.append(grid).append("] block [").append(block).append("]");
    for (char &c : text)
        c = c == ';' || c == '\t' ? ',' : c;
    known = {std::string(grid), std::string(block), m_texts.intern(text)};
    return known.text;
}

uint32_t TraceRowBatch::streamOf(const TraceRow &row)
{
    const auto last = [](std::string_view s, size_t k) {
        return s.size() > k ? static_cast<unsigned char>(s[s.size() - k - 1]) : 0u;
    };
    uint32_t &known = m_lastStreams[(last(row.device, 1) * 5 + last(row.stream, 0)) % knownStreams];
    const auto isIt = [&](const auto &stream) { return stream.first == row.device && stream.second == row.stream; };
    if (known && isIt(m_streams[known - 1]))
        return known - 1;
    std::string key(row.device);
    key.append(1, '\0').append(row.stream);
    known = m_streamKeys.intern(key); // the first is 1
    if (known > m_streams.size())
        m_streams.emplace_back(row.device, row.stream);
    return known - 1;
}

} // namespace ws
