#include "core/analysis/compare/explain.h"

#include "core/analysis/compare/units.h"
#include "core/analysis/gpuscan.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

using Reading = Explanation::Reading;

constexpr double largePart = 0.1; ///< of the change of a unit; what explains less is not named
constexpr double nearlyAllTime = 0.9, leastAllSlower = 1.01;
constexpr size_t fewestKernels = 5;
constexpr double mostlyWaiting = 0.8, halfOfExcess = 0.5;
constexpr double sameCount = 0.02;

QString nameOf(const DiffRow &row)
{
    return QString::fromStdString(shortName(row.key));
}

bool isTruncatedCount(double a, double b)
{
    return std::abs(a - b) <= sameCount * std::max(a, b);
}

/// A call of a kernel, and how much longer it takes than the median.
struct LongCall
{
    uint32_t activity = 0;
    int64_t excessNs = 0;
};

class Readings
{
public:
    Readings(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit, const DiffTable &kernels,
             const WallBudget &delta)
        : m_a(a), m_b(b), m_unit(unit), m_kernels(kernels), m_delta(delta)
    {
    }

    std::vector<Reading> all()
    {
        // What does not count needs no cause, and other work is one; single kernels stand in the table.
        if (!m_unit.wall.outsideNoise || m_kernels.scale)
            return {};
        allSlower();
        idle();
        for (const DiffRow &row : m_kernels.rows)
            if (isLarge(row.unitDeltaNs))
                ofRow(row);
        std::stable_sort(m_readings.begin(), m_readings.end(),
                         [](const Reading &x, const Reading &y) { return std::abs(x.ns) > std::abs(y.ns); });
        return std::move(m_readings);
    }

private:
    /// It goes in the same direction as the unit, and is a large part of its change.
    bool isLarge(double ns) const
    {
        return (ns > 0) == (m_delta.wallNs > 0) && std::abs(ns) >= largePart * std::abs(double(m_delta.wallNs));
    }

    void add(const char *id, const QString &text, double ns, const DiffRow *row = nullptr, EventRef placeA = {},
             EventRef placeB = {})
    {
        m_readings.push_back({id, text, std::llround(ns), row ? row->key : std::string(), placeA, placeB});
    }

    /// "+1.791 ms" → "1.791 ms"; in the unit of the change, so that the sentences compare.
    QString amount(double ns) const { return formatBeside(std::llround(std::abs(ns)), m_delta.wallNs); }

    void allSlower()
    {
        double time = 0, alike = 0, slower = 0, faster = 0;
        std::vector<double> ratios;
        for (const DiffRow &row : m_kernels.rows) {
            if (row.work != DiffRow::Computation)
                continue;
            const double ns =
                double(row.a.unitNs) / double(m_kernels.windowsA) + double(row.b.unitNs) / double(m_kernels.windowsB);
            time += ns;
            if (!row.a.unitCount || !row.b.unitCount || row.a.call.medianNs <= 0 ||
                !isTruncatedCount(callsA(row), callsB(row)))
                continue;
            const double ratio = double(row.b.call.medianNs) / double(row.a.call.medianNs);
            alike += ns;
            ratios.push_back(ratio);
            slower += ratio > leastAllSlower ? ns : 0;
            faster += ratio * leastAllSlower < 1 ? ns : 0;
        }
        if (ratios.size() < fewestKernels || alike < nearlyAllTime * time ||
            std::max(slower, faster) < nearlyAllTime * time || !isLarge(double(m_delta.computeNs)))
            return;
        std::sort(ratios.begin(), ratios.end());
        const double low = ratios[ratios.size() / 4], high = ratios[ratios.size() * 3 / 4];
        const QString range =
            QStringLiteral("%1 … %2").arg(formatPercent(std::abs(low - 1)), formatPercent(std::abs(high - 1)));
        add("all-slower",
            slower > faster
                ? Core::tr("The same kernels run as often as in A, and nearly all of them take longer (%1): a lower "
                           "clock or the host, not one kernel.")
                      .arg(range)
                : Core::tr("The same kernels run as often as in A, and nearly all of them take less time (%1): a "
                           "higher clock or the host, not one kernel.")
                      .arg(range),
            double(m_delta.computeNs));
    }

    void idle()
    {
        const int64_t ns = m_delta.idleNs();
        if (!isLarge(double(ns)) || isWithheld(m_a.trust.get(), GpuIdle) || isWithheld(m_b.trust.get(), GpuIdle))
            return;
        static const char *const causes[gapCauseCount] = {
            QT_TRANSLATE_NOOP("Core", "blocking calls"), QT_TRANSLATE_NOOP("Core", "launched late"),
            QT_TRANSLATE_NOOP("Core", "launched before"), QT_TRANSLATE_NOOP("Core", "no launch in the file")};
        std::vector<size_t> order{0, 1, 2, 3};
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t x, size_t y) { return std::abs(m_delta.idle[x]) > std::abs(m_delta.idle[y]); });
        QStringList parts;
        for (const size_t cause : order)
            if (m_delta.idle[cause] && (m_delta.idle[cause] > 0) == (ns > 0) && parts.size() < 2)
                parts << QStringLiteral("%1 %2").arg(Core::tr(causes[cause]), amount(double(m_delta.idle[cause])));
        add("idle",
            (ns > 0 ? Core::tr("On average the device idles %1 longer: %2.")
                    : Core::tr("On average the device idles %1 less: %2."))
                .arg(amount(double(ns)), listed(parts)),
            double(ns));
    }

    double callsA(const DiffRow &row) const { return double(row.a.unitCount) / double(m_kernels.windowsA); }
    double callsB(const DiffRow &row) const { return double(row.b.unitCount) / double(m_kernels.windowsB); }

    void ofRow(const DiffRow &row)
    {
        const double ns = row.unitDeltaNs;
        if (!row.a.unitCount || !row.b.unitCount) {
            add("kernel",
                row.a.unitCount ? Core::tr("%1 is gone: %2 less on average.").arg(nameOf(row), amount(ns))
                                : Core::tr("%1 is new: %2 more on average.").arg(nameOf(row), amount(ns)),
                ns, &row);
            return;
        }
        if (!isTruncatedCount(callsA(row), callsB(row))) {
            add("more-calls",
                Core::tr("On average %1 runs %2 times in B, %3 times in A.")
                    .arg(nameOf(row), formatNumber(callsB(row)), formatNumber(callsA(row))),
                ns, &row);
            return;
        }
        if (row.call.outsideNoise && (row.call.deltaNs > 0) == (ns > 0)) {
            const int64_t a = row.a.call.medianNs, b = row.b.call.medianNs, longer = std::max(a, b);
            add("kernel",
                Core::tr("%1 takes %2 each time, in A %3 (median).")
                    .arg(nameOf(row), formatBeside(b, longer), formatBeside(a, longer)),
                ns, &row);
            return;
        }
        outliers(row);
    }

    /// Calls of the row within the units on one device, of more than twice the median.
    std::vector<LongCall> longCalls(const ComparedRun &of, const UnitSamples &unit, const DiffSide &side,
                                    uint16_t device) const
    {
        std::vector<LongCall> calls;
        const std::vector<uint32_t> window = windowsOfWork(of.run().gpu, unit.places);
        const GpuWork &gpu = of.run().gpu;
        for (uint32_t i = 0; i < gpu.size(); ++i)
            if (window[i] != noStep && gpu.device(i) == device && isNamed(side, gpu.name[i]) &&
                gpu.duration[i] / 2 > side.call.medianNs)
                calls.push_back({i, gpu.duration[i] - side.call.medianNs});
        return calls;
    }
    static bool isNamed(const DiffSide &side, StringId name)
    {
        return std::find(side.names.begin(), side.names.end(), name) != side.names.end();
    }

    int64_t timeOn(const ComparedRun &of, const UnitSamples &unit, const DiffSide &side, uint16_t device) const
    {
        const std::vector<uint32_t> window = windowsOfWork(of.run().gpu, unit.places);
        const GpuWork &gpu = of.run().gpu;
        int64_t ns = 0;
        for (size_t i = 0; i < gpu.size(); ++i)
            if (window[i] != noStep && gpu.device(i) == device && isNamed(side, gpu.name[i]))
                ns = saturatingAdd(ns, gpu.duration[i]);
        return ns;
    }

    /// The median is unchanged: do single calls make the difference, and what do they wait for?
    void outliers(const DiffRow &row)
    {
        const double a = double(row.a.outlierNs) / double(m_kernels.windowsA),
                     b = double(row.b.outlierNs) / double(m_kernels.windowsB);
        const double change = b - a;
        if ((change > 0) != (row.unitDeltaNs > 0) || std::abs(change) < halfOfExcess * std::abs(row.unitDeltaNs))
            return;
        const bool inB = row.unitDeltaNs > 0;
        const ComparedRun &of = inB ? m_b : m_a;
        const UnitSamples &unit = inB ? m_unit.b : m_unit.a;
        const DiffSide &side = inB ? row.b : row.a;
        std::vector<LongCall> longest;
        uint16_t device = 0;
        int64_t excess = 0;
        for (uint16_t d = 0; d < of.run().gpu.devices.size(); ++d) {
            std::vector<LongCall> calls = longCalls(of, unit, side, d);
            int64_t sum = 0;
            for (const LongCall &call : calls)
                sum = saturatingAdd(sum, call.excessNs);
            if (sum > excess) {
                excess = sum;
                longest = std::move(calls);
                device = d;
            }
        }
        if (longest.empty())
            return;
        int64_t ns = 0;
        for (const LongCall &call : longest)
            ns = saturatingAdd(ns, of.run().gpu.duration[call.activity]);
        std::stable_sort(longest.begin(), longest.end(),
                         [](const LongCall &x, const LongCall &y) { return x.excessNs > y.excessNs; });
        const EventRef place = of.run().gpu.slice[longest.front().activity];
        const QString deviceText = toText(of.run().text(of.run().gpu.devices[device]));
        add("outliers",
            forDevice(Core::tr("%1: the median call is unchanged; in %2 %3 calls on GPU %4 make %5 of its %6 there."),
                      of.run())
                .arg(nameOf(row), inB ? QStringLiteral("B") : QStringLiteral("A"), formatCount(int64_t(longest.size())),
                     deviceText, amount(double(ns)), amount(double(timeOn(of, unit, side, device)))),
            row.unitDeltaNs, &row, inB ? EventRef{} : place, inB ? place : EventRef{});
        if (row.work == DiffRow::Communication)
            waits(row, of, side, longest, device, inB);
    }

    /// The same call on another device: the one that ends at the same time.
    static std::optional<uint32_t> partnerOf(const GpuWork &gpu, uint32_t call, const DiffSide &side)
    {
        const int64_t end = gpu.end(call), tolerance = std::max<int64_t>(gpu.duration[call] / 20, 100'000);
        std::optional<uint32_t> best;
        const auto from = std::lower_bound(gpu.start.begin(), gpu.start.end(), gpu.start[call] - tolerance);
        for (auto i = uint32_t(from - gpu.start.begin()); i < gpu.size() && gpu.start[i] <= end; ++i)
            if (gpu.device(i) != gpu.device(call) && isNamed(side, gpu.name[i]) &&
                std::abs(gpu.end(i) - end) <= tolerance &&
                (!best || std::abs(gpu.end(i) - end) < std::abs(gpu.end(*best) - end)))
                best = i;
        return best;
    }

    void waits(const DiffRow &row, const ComparedRun &of, const DiffSide &side, const std::vector<LongCall> &calls,
               uint16_t device, bool inB)
    {
        const GpuWork &gpu = of.run().gpu;
        int64_t all = 0, waited = 0, longest = 0;
        std::optional<uint32_t> cause;
        for (const LongCall &call : calls) {
            all = saturatingAdd(all, call.excessNs);
            const auto partner = partnerOf(gpu, call.activity, side);
            if (!partner)
                continue;
            const int64_t late = gpu.start[*partner] - gpu.start[call.activity];
            if (double(late) < halfOfExcess * double(call.excessNs))
                continue;
            waited = saturatingAdd(waited, call.excessNs);
            if (late > longest) {
                longest = late;
                cause = partner;
            }
        }
        if (!cause || double(waited) < mostlyWaiting * double(all))
            return;
        const auto text = [&](uint16_t d) { return toText(of.run().text(gpu.devices[d])); };
        const EventRef place = gpu.slice[*cause];
        add("waits",
            forDevice(
                Core::tr("%1: GPU %2 arrives first and waits for GPU %3, up to %4. The call is the messenger, not "
                         "the cause."),
                of.run())
                .arg(nameOf(row), text(device), text(gpu.device(*cause)), amount(double(longest))),
            row.unitDeltaNs, &row, inB ? EventRef{} : place, inB ? place : EventRef{});
    }

    const ComparedRun &m_a, &m_b;
    const ComparedUnit &m_unit;
    const DiffTable &m_kernels;
    const WallBudget &m_delta;
    std::vector<Reading> m_readings;
};

} // namespace

std::vector<Reading> readingsOf(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                const DiffTable &kernels, const WallBudget &delta)
{
    return Readings(a, b, unit, kernels, delta).all();
}

} // namespace ws
