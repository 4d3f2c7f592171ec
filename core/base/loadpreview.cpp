#include "core/base/loadpreview.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr int firstShift = 6; ///< bins of 64 ns

void addTo(int64_t &sum, int64_t ns, int shift)
{
    sum = std::min(sum + ns, LoadPreview::mostSlices << shift); // so that no sum overflows
}

} // namespace

bool LoadPreview::isDue()
{
    const auto now = std::chrono::steady_clock::now();
    if (now < m_due)
        return false;
    m_due = now + m_interval;
    return true;
}

/// Time that slices cover of each bin, as often as they overlap.
std::vector<int64_t> LoadPreview::busyNs(const Row &row) const
{
    std::vector<int64_t> busy = row.edgeNs;
    int64_t covering = 0;
    for (size_t bin = 0; bin < busy.size(); ++bin) {
        covering += row.cover[bin];
        busy[bin] += std::min(covering, mostSlices) << m_shift;
    }
    return busy;
}

/// Bins of 2^shift ns, not narrower than before, the first at `firstBin`; all that there is lies within them.
void LoadPreview::regrid(int shift, int64_t firstBin)
{
    for (Row &row : m_rows) {
        if (row.edgeNs.empty())
            continue;
        const std::vector<int64_t> busy = busyNs(row);
        row.edgeNs.assign(binCount, 0);
        row.cover.assign(binCount, 0);
        for (size_t bin = 0; bin < busy.size(); ++bin)
            if (busy[bin])
                addTo(row.edgeNs[size_t(((m_firstBin + int64_t(bin)) >> (shift - m_shift)) - firstBin)], busy[bin],
                      shift);
    }
    m_shift = shift;
    m_firstBin = firstBin;
}

/// Leaves so many bins on both sides that the next time this is needed is far away, in whatever order slices come.
void LoadPreview::makeRoom(int64_t begin, int64_t end)
{
    const bool isFirst = m_shift == 0;
    m_span = isFirst ? TimeRange{begin, end} : TimeRange{std::min(m_span.begin, begin), std::max(m_span.end, end)};
    const auto binsOf = [this](int shift) { return (m_span.end >> shift) - (m_span.begin >> shift) + 1; };
    int shift = isFirst ? firstShift : m_shift;
    if (!isFirst && (m_span.begin >> shift) >= m_firstBin && (m_span.end >> shift) < m_firstBin + int64_t(binCount))
        return;
    while (binsOf(shift) > int64_t(binCount) * 3 / 4)
        ++shift;
    if (isFirst)
        m_shift = shift;
    const int64_t before = (int64_t(binCount) - binsOf(shift)) / 4; // most files grow towards later times
    regrid(shift, (m_span.begin >> shift) - before);
}

void LoadPreview::Writer::add(size_t row, int64_t start, int64_t duration)
{
    LoadPreview &preview = m_preview;
    const int64_t end = start + duration;
    if (preview.m_shift == 0 || start < preview.m_span.begin || end > preview.m_span.end)
        preview.makeRoom(start, end);
    Row &to = preview.m_rows[row];
    if (to.edgeNs.empty()) {
        to.edgeNs.assign(binCount, 0);
        to.cover.assign(binCount, 0);
    }
    const int shift = preview.m_shift;
    const int64_t within = (int64_t(1) << shift) - 1;
    const auto first = size_t((start >> shift) - preview.m_firstBin),
               last = size_t((end >> shift) - preview.m_firstBin);
    if (first == last)
        return addTo(to.edgeNs[first], duration, shift);
    addTo(to.edgeNs[first], within + 1 - (start & within), shift);
    addTo(to.edgeNs[last], end & within, shift);
    ++to.cover[first + 1];
    --to.cover[last];
}

TimeRange LoadPreview::span() const
{
    const std::lock_guard lock(m_mutex);
    return m_span;
}

std::vector<LoadPreview::RowName> LoadPreview::rows() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<RowName> names;
    for (const Row &row : m_rows)
        names.push_back(row.name);
    return names;
}

std::vector<LoadPreview::Density> LoadPreview::densities(const std::vector<size_t> &rows, TimeRange range,
                                                         size_t parts) const
{
    std::vector<Density> densities(rows.size(), Density(parts, 0));
    const std::lock_guard lock(m_mutex);
    if (m_shift == 0 || range.length() <= 0 || parts == 0)
        return densities;
    // Measured in bins from the first one: absolute times have more digits than a double.
    const double width = double(int64_t(1) << m_shift), perPart = double(range.length()) / width / double(parts);
    const double begin = double((m_span.begin >> m_shift) - m_firstBin) +
                         double(m_span.begin & ((int64_t(1) << m_shift) - 1)) / width +
                         double(range.begin - m_span.begin) / width;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] >= m_rows.size() || m_rows[rows[i]].edgeNs.empty())
            continue;
        const std::vector<int64_t> busy = busyNs(m_rows[rows[i]]);
        for (size_t part = 0; part < parts; ++part) {
            const double from = begin + double(part) * perPart, to = from + perPart;
            const auto first = size_t(std::clamp(std::floor(from), 0.0, double(binCount)));
            const auto end = size_t(std::clamp(std::ceil(to), 0.0, double(binCount)));
            double sum = 0;
            for (size_t bin = first; bin < end; ++bin)
                sum += double(busy[bin]) / width * (std::min(to, double(bin + 1)) - std::max(from, double(bin)));
            densities[i][part] = float(std::clamp(sum / perPart, 0.0, double(mostSlices)));
        }
    }
    return densities;
}

void LoadPreview::setOverview(std::string text)
{
    const std::lock_guard lock(m_mutex);
    m_overview = std::move(text);
}

void LoadPreview::setDigests(std::string bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        m_digests = std::move(bytes);
    }
    if (digestsCame)
        digestsCame();
}

std::string LoadPreview::digests() const
{
    const std::lock_guard lock(m_mutex);
    return m_digests;
}

std::string LoadPreview::overview() const
{
    const std::lock_guard lock(m_mutex);
    return m_overview;
}

} // namespace ws
