#include "core/base/format.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ws {
namespace {

constexpr QChar thinSpace(0x202F); ///< narrow and no-break: a number never breaks over two lines

struct UnitFacts
{
    int64_t ns;        ///< one unit
    int64_t lastDigit; ///< what the last shown decimal is worth, ns
    int decimals;
};
constexpr std::array<UnitFacts, 4> units = {
    {{1, 1, 0}, {1'000, 1, 3}, {1'000'000, 1'000, 3}, {1'000'000'000, 1'000'000, 3}}};

uint64_t magnitude(int64_t value)
{
    return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

QString grouped(uint64_t value)
{
    QString digits = QString::number(value);
    for (auto at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, thinSpace);
    return digits;
}

QString withUnit(const QString &number, const QString &unit)
{
    return number + thinSpace + unit;
}

} // namespace

QString timeUnitName(TimeUnit unit)
{
    constexpr const char *names[] = {"ns", "µs", "ms", "s"};
    return QString::fromUtf8(names[size_t(unit)]);
}

TimeUnit timeUnitFor(int64_t largestNs)
{
    const uint64_t ns = magnitude(largestNs);
    if (ns < 1'000)
        return TimeUnit::Nanoseconds;
    if (ns < 10'000'000)
        return TimeUnit::Microseconds;
    return ns < 100'000'000'000 ? TimeUnit::Milliseconds : TimeUnit::Seconds;
}

TimeUnit unitOf(int64_t ns)
{
    size_t unit = 0;
    while (unit + 1 < std::size(units) && magnitude(ns) >= static_cast<uint64_t>(units[unit + 1].ns))
        ++unit;
    return static_cast<TimeUnit>(unit);
}

QString formatTime(int64_t ns, TimeUnit unit)
{
    const UnitFacts &facts = units[size_t(unit)];
    const auto digit = static_cast<uint64_t>(facts.lastDigit);
    const uint64_t shown = magnitude(ns) / digit + (magnitude(ns) % digit >= (digit + 1) / 2 && digit > 1);
    const auto perUnit = static_cast<uint64_t>(facts.ns / facts.lastDigit);
    QString text = grouped(shown / perUnit);
    if (facts.decimals)
        text += QLatin1Char('.') + QString::number(shown % perUnit).rightJustified(facts.decimals, QLatin1Char('0'));
    return ns < 0 && shown ? QChar(0x2212) + text : text;
}

QString formatDuration(int64_t ns)
{
    const TimeUnit unit = unitOf(ns);
    return withUnit(formatTime(ns, unit), timeUnitName(unit));
}

QString formatExactly(int64_t ns)
{
    const TimeUnit unit = unitOf(ns);
    if (unit <= TimeUnit::Microseconds)
        return formatDuration(ns);
    const auto perUnit = static_cast<uint64_t>(units[size_t(unit)].ns);
    const int digits = unit == TimeUnit::Milliseconds ? 6 : 9;
    QString text = grouped(magnitude(ns) / perUnit) + QLatin1Char('.') +
                   QString::number(magnitude(ns) % perUnit).rightJustified(digits, QLatin1Char('0'));
    constexpr qsizetype fewestDecimals = 3;
    while (text.endsWith(QLatin1Char('0')) && text.size() - text.indexOf(QLatin1Char('.')) - 1 > fewestDecimals)
        text.chop(1);
    return withUnit(ns < 0 ? QChar(0x2212) + text : text, timeUnitName(unit));
}

std::optional<int64_t> parseTime(const QString &text)
{
    static const QRegularExpression form(QStringLiteral(R"(^\s*([0-9]+(?:\.[0-9]+)?)\s*(ns|us|µs|ms|s)?\s*$)"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return {};
    const QString unit = match.captured(2);
    const double factor = unit == QLatin1String("s")                           ? 1e9
                          : unit == QLatin1String("ms")                        ? 1e6
                          : unit.endsWith(u's') && unit != QLatin1String("ns") ? 1e3
                                                                               : 1;
    const double ns = match.captured(1).toDouble() * factor;
    if (!(ns < double(INT64_MAX / 2)))
        return {};
    return std::llround(ns);
}

TimeUnit rulerUnitFor(int64_t largestNs)
{
    return magnitude(largestNs) < 1'000'000 ? timeUnitFor(largestNs)
                                            : std::max(TimeUnit::Milliseconds, timeUnitFor(largestNs));
}

QString formatMoment(int64_t ns)
{
    const TimeUnit unit = rulerUnitFor(ns);
    return withUnit(formatTime(ns, unit), timeUnitName(unit));
}

QString formatDurationIn(int64_t ns, TimeUnit unit)
{
    if (magnitude(ns) < static_cast<uint64_t>(units[size_t(unit)].ns / 10))
        return formatDuration(ns);
    return withUnit(formatTime(ns, unit), timeUnitName(unit));
}

QString formatRounded(int64_t ns)
{
    return formatBeside(ns, ns);
}

QString formatBeside(int64_t ns, int64_t largestNs)
{
    const uint64_t largest = std::max(magnitude(ns), magnitude(largestNs));
    auto unit = size_t(unitOf(magnitude(ns) < magnitude(largestNs) ? largestNs : ns));
    if (unit > 0 && unit + 1 < std::size(units) &&
        static_cast<double>(largest) >= 999.95 * static_cast<double>(units[unit].ns)) // would round to 1000
        ++unit;
    const double value = static_cast<double>(magnitude(ns)) / static_cast<double>(units[unit].ns);
    if (unit == 0 || value >= 10'000) // seconds have no larger unit
        return formatDuration(ns);
    if (value > 0 && value < 0.0005) // never a zero that is none
        return withUnit(ns < 0 ? QStringLiteral("> \u22120.001") : QStringLiteral("< 0.001"),
                        timeUnitName(static_cast<TimeUnit>(unit)));
    const int decimals = value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0;
    return withUnit(formatFixed(ns < 0 ? -value : value, decimals), timeUnitName(static_cast<TimeUnit>(unit)));
}

QString formatCount(int64_t count)
{
    return count < 0 ? QChar(0x2212) + grouped(magnitude(count)) : grouped(magnitude(count));
}

QString formatPercentNumber(double fraction)
{
    if (!std::isfinite(fraction))
        return QStringLiteral("–");
    const double percent = fraction * 100;
    if (percent != 0 && std::abs(percent) < 0.05)
        return percent > 0 ? QStringLiteral("< 0.1") : QStringLiteral("> \u22120.1");
    return formatFixed(percent, 1);
}

QString formatPercent(double fraction)
{
    return withUnit(formatPercentNumber(fraction), QStringLiteral("%"));
}

QString formatFixed(double number, int decimals)
{
    if (!std::isfinite(number))
        return QStringLiteral("–");
    QString text = QString::number(std::abs(number), 'f', decimals);
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    for (qsizetype at = (point < 0 ? text.size() : point) - 3; at > 0; at -= 3)
        text.insert(at, thinSpace);
    return number < 0 ? QChar(0x2212) + text : text;
}

QString formatNumber(double number)
{
    constexpr double exact = 9e15;
    if (!std::isfinite(number))
        return QStringLiteral("–");
    if (std::abs(number) >= exact)
        return QString::number(number, 'g', 6);
    const double rounded = std::round(number * 1000) / 1000;
    const double whole = std::trunc(rounded);
    const auto thousandths = static_cast<int>(std::lround(std::abs(rounded - whole) * 1000));
    QString text = formatCount(static_cast<int64_t>(whole));
    if (thousandths == 0)
        return text;
    QString decimals = QString::number(thousandths).rightJustified(3, QLatin1Char('0'));
    while (decimals.endsWith(QLatin1Char('0')))
        decimals.chop(1);
    if (rounded < 0 && whole == 0)
        text.prepend(QChar(0x2212));
    return text + QLatin1Char('.') + decimals;
}

QString formatBytes(int64_t bytes)
{
    if (magnitude(bytes) < 1024)
        return withUnit(formatCount(bytes), QStringLiteral("B"));
    constexpr const char *names[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes) / 1024;
    size_t unit = 0;
    for (; std::abs(value) >= 1024 && unit + 1 < std::size(names); ++unit)
        value /= 1024;
    return withUnit(formatFixed(value, 1), QString::fromLatin1(names[unit]));
}

} // namespace ws
