#include "core/readers/nsys/tracerowsink.h"

#include "core/readers/textlines.h"

#include <QCoreApplication>

#include <cmath>
#include <cstring>

namespace ws {
namespace {

QString say(const char *text)
{
    return QCoreApplication::translate("core", text);
}

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

TraceRowSink::TraceRowSink(Run &run)
    : m_run(run), m_builder(run), m_kernel(m_builder.category("kernel")), m_memcpy(m_builder.category("gpu_memcpy")),
      m_memset(m_builder.category("gpu_memset"))
{
}

void TraceRowSink::row(const TraceRow &row)
{
    int64_t duration = row.duration;
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", say("negative durations; taken as 0"), row.offset);
        duration = 0;
    }
    if (row.start + duration > farthestNs) {
        m_run.diagnostics.add("absurd-time", say("times of more than a hundred years; taken as 0"), row.offset);
        duration = 0;
    }
    GpuDetail detail;
    detail.occupancy = detail.blocksPerSm = NAN;
    detail.correlation = row.correlation;
    detail.grid = gridOf(row);
    m_builder.addGpuWork(trackOf(row.device, row.stream), row.start, duration, nameOf(row), categoryOf(row.name),
                         static_cast<uint64_t>(row.offset), detail);
}

void TraceRowSink::finding(const char *kind, const QString &message, int64_t offset, std::string_view text,
                           uint64_t count)
{
    m_run.diagnostics.add(kind, message, offset, text, count);
}

/// A name of 250 characters is compared with the one that was last at its place before it is hashed as a whole.
StringId TraceRowSink::nameOf(const TraceRow &row)
{
    if (!row.hasDoubledQuotes && row.name.size() >= 8) {
        StringId &known = m_names[sampleOf(row.name) % knownNames];
        if (known == 0 || m_run.strings.view(known) != row.name)
            known = m_run.strings.intern(row.name);
        return known;
    }
    if (!row.hasDoubledQuotes)
        return m_run.strings.intern(row.name);
    std::string plain;
    for (size_t i = 0; i < row.name.size(); ++i) {
        plain += row.name[i];
        i += row.name[i] == '"' && i + 1 < row.name.size() && row.name[i + 1] == '"';
    }
    return m_run.strings.intern(plain);
}

uint16_t TraceRowSink::categoryOf(std::string_view name) const
{
    if (!name.starts_with("[CUDA "))
        return m_kernel;
    return name.find("memset") != name.npos ? m_memset : name.find("memcpy") != name.npos ? m_memcpy : m_kernel;
}

/// "NVIDIA A100-SXM4-80GB (0)" is device 0 of that name.
uint32_t TraceRowSink::trackOf(std::string_view device, std::string_view stream)
{
    const auto last = [](std::string_view s, size_t k) {
        return s.size() > k ? static_cast<unsigned char>(s[s.size() - k - 1]) : 0u;
    };
    Stream &cached = m_streams[(last(device, 1) * 5 + last(stream, 0)) & 15];
    if (cached.track != UINT32_MAX && cached.device == device && cached.stream == stream)
        return cached.track;
    std::string_view number = device, model;
    const size_t open = device.rfind('(');
    if (device.ends_with(')') && open != device.npos && open + 2 < device.size()) {
        number = device.substr(open + 1, device.size() - open - 2);
        if (number.find_first_not_of("0123456789") == number.npos)
            model = trimmed(device.substr(0, open));
        else
            number = device;
    }
    const StringId pid = m_run.strings.intern(number);
    if (!model.empty()) {
        Process &process = m_builder.process(pid);
        process.name = m_run.strings.intern(model);
        process.labels = m_run.strings.intern("GPU " + std::string(number));
    }
    cached = {std::string(device), std::string(stream),
              m_builder.track(TrackKind::GpuStream, pid, m_run.strings.intern(stream))};
    return cached.track;
}

StringId TraceRowSink::gridOf(const TraceRow &row)
{
    constexpr size_t longest = 62; // three numbers of twenty digits
    if (row.grid.empty() || row.block.empty())
        return 0;
    const std::string_view grid = row.grid.substr(0, longest), block = row.block.substr(0, longest);
    const auto mix = [](std::string_view s) { return s.size() * 7 + static_cast<unsigned char>(s[0]) * 3u; };
    Grid &cached = m_grids[(mix(grid) + mix(block) * 5 + static_cast<unsigned char>(grid[grid.size() / 2])) & 63];
    if (cached.text && cached.grid == grid && cached.block == block)
        return cached.text;
    std::string text = "grid [";
    text.append(grid).append("] block [").append(block).append("]");
    for (char &c : text)
        c = c == ';' || c == '\t' ? ',' : c;
    cached = {std::string(grid), std::string(block), m_run.strings.intern(text)};
    return cached.text;
}

} // namespace ws
