#include "core/analysis/limits/roofline.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

/// Grows with what it has to hold; empty at first.
class Span
{
public:
    void hold(double value)
    {
        if (!(value > 0) || !std::isfinite(value))
            return;
        m_least = std::min(m_least, value);
        m_most = std::max(m_most, value);
    }
    DecadeSpan decades() const
    {
        if (m_least > m_most)
            return {};
        const int from = static_cast<int>(std::floor(std::log10(m_least)));
        const int to = static_cast<int>(std::ceil(std::log10(m_most)));
        return {from, std::max(to, from + 1)};
    }

private:
    double m_least = HUGE_VAL, m_most = 0;
};

constexpr double nextToNothing = 0.005; ///< of the GPU time of all points

/// Of types that more than next to nothing is held against.
std::vector<RooflineCeiling> ceilingsOf(const Limits &limits)
{
    std::array<double, peakTypes> ns{};
    double all = 0;
    for (const LimitRow &row : limits.rows)
        if (row.limit && row.work.flop > 0) {
            ns[size_t(row.limit->peak)] += double(row.gpuNs);
            all += double(row.gpuNs);
        }
    std::vector<RooflineCeiling> ceilings;
    for (size_t type = 0; type < peakTypes; ++type) {
        const double tflops = limits.device.peaks ? limits.device.peaks->of(PeakType(type)) : 0;
        if (!(ns[type] > nextToNothing * all) || !(tflops > 0))
            continue;
        const auto same = std::ranges::find(ceilings, tflops, &RooflineCeiling::tflops);
        if (same != ceilings.end())
            same->types.push_back(PeakType(type));
        else
            ceilings.push_back({{PeakType(type)}, tflops});
    }
    std::ranges::stable_sort(ceilings, std::ranges::greater(), &RooflineCeiling::tflops);
    return ceilings;
}

void leaveOut(Roofline &roofline, const LimitRow &row)
{
    ++roofline.leftOut;
    roofline.leftOutNs = saturatingAdd(roofline.leftOutNs, row.gpuNs);
}

/// The slowest points as far as they have next to no time, if they are more than a decade below the others.
void leaveOutSlowest(Roofline &roofline, const Limits &limits)
{
    double all = 0;
    std::vector<uint32_t> bySpeed(roofline.points.size());
    for (uint32_t k = 0; k < bySpeed.size(); ++k) {
        bySpeed[k] = k;
        all += double(limits.rows[roofline.points[k].row].gpuNs);
    }
    std::ranges::sort(bySpeed, {}, [&](uint32_t k) { return roofline.points[k].tflops; });
    double below = 0;
    size_t kept = 0;
    for (; kept < bySpeed.size(); ++kept) {
        below += double(limits.rows[roofline.points[bySpeed[kept]].row].gpuNs);
        if (below > nextToNothing * all)
            break;
    }
    if (kept == bySpeed.size())
        return;
    const double least = std::pow(10.0, std::floor(std::log10(roofline.points[bySpeed[kept]].tflops)));
    std::erase_if(roofline.points, [&](const RooflinePoint &point) {
        if (point.tflops >= least)
            return false;
        leaveOut(roofline, limits.rows[point.row]);
        return true;
    });
}

/// The points that are so far below the highest ceiling that they would squeeze the others, if their time is little.
void leaveOutFarBelow(Roofline &roofline, const Limits &limits)
{
    constexpr double far = 1e-8, little = 0.05;
    if (roofline.ceilings.empty())
        return;
    const double least = roofline.ceilings.front().tflops * far;
    double all = 0, below = 0;
    for (const RooflinePoint &point : roofline.points) {
        const auto ns = double(limits.rows[point.row].gpuNs);
        all += ns;
        below += point.tflops < least ? ns : 0;
    }
    if (below > little * all)
        return;
    std::erase_if(roofline.points, [&](const RooflinePoint &point) {
        if (point.tflops >= least)
            return false;
        leaveOut(roofline, limits.rows[point.row]);
        return true;
    });
}

} // namespace

Roofline rooflineOf(const Limits &limits)
{
    Roofline roofline;
    for (uint32_t k = 0; k < limits.rows.size(); ++k) {
        const LimitRow &row = limits.rows[k];
        if (row.work.flop <= 0 || row.work.bytes <= 0 || row.gpuNs <= 0) {
            ++roofline.pointless;
            roofline.pointlessNs = saturatingAdd(roofline.pointlessNs, row.gpuNs);
        } else if (roofline.points.size() == Roofline::maxPoints) { // rows come by time
            leaveOut(roofline, row);
        } else {
            roofline.points.push_back(
                {k, double(row.work.flop) / double(row.work.bytes), row.flopPerNs() * 1e-3, double(row.gpuNs)});
        }
    }
    leaveOutSlowest(roofline, limits);
    roofline.ceilings = ceilingsOf(limits);
    leaveOutFarBelow(roofline, limits);
    roofline.bandwidth = limits.device.peaks ? limits.device.peaks->bandwidth : 0;
    Span intensity, tflops;
    double longest = 0;
    for (const RooflinePoint &point : roofline.points)
        longest = std::max(longest, point.timeShare);
    for (RooflinePoint &point : roofline.points) {
        point.timeShare /= longest;
        intensity.hold(point.intensity);
        tflops.hold(point.tflops);
    }
    for (const RooflineCeiling &ceiling : roofline.ceilings) {
        tflops.hold(ceiling.tflops);
        if (roofline.bandwidth > 0) // where the slope meets it
            intensity.hold(ceiling.tflops * 1e3 / roofline.bandwidth);
    }
    roofline.intensity = intensity.decades();
    roofline.tflops = tflops.decades();
    return roofline;
}

} // namespace ws
