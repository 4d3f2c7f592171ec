#pragma once
// Numbers for the screen, the same in window, reports and command line: thousands separated by a narrow no-break space,
// '.' as decimal sign, one time unit per column. Times are rounded in integers, half away from zero. Files for programs
// (CSV, JSON) hold raw numbers instead.

#include <QString>

#include <cstdint>
#include <optional>

namespace ws {

enum class TimeUnit : uint8_t { Nanoseconds, Microseconds, Milliseconds, Seconds };

/// "ns", "µs", "ms", "s"
QString timeUnitName(TimeUnit unit);
/// The unit of a time in a sentence or a label: the largest in which it is at least one, so that two of one thing never
/// differ in their unit.
TimeUnit unitOf(int64_t ns);
/// The unit for a column whose largest magnitude is `largestNs`: where its smaller values have more digits.
TimeUnit timeUnitFor(int64_t largestNs);
/// The number alone: ns without decimals, else with three.
QString formatTime(int64_t ns, TimeUnit unit);
/// With its own unit, as of unitOf(): "12.345 µs", "7.619 ms".
QString formatDuration(int64_t ns);
/// The same with all digits to the nanosecond: "7.618681 ms".
QString formatExactly(int64_t ns);
/// ns of a time of 0 or more with '.' as decimal sign and its unit (ns, us, µs, ms, s; none: ns), "12.5ms". Nothing: it
/// is none.
std::optional<int64_t> parseTime(const QString &text);
/// As unitOf(), but seconds from 100 s on, as timeUnitFor(): for times beside the timeline's ruler.
TimeUnit rulerUnitFor(int64_t largestNs);
/// A time since the begin, in the unit of the ruler: of seconds, three decimals would not tell two places apart.
QString formatMoment(int64_t ns);
/// As formatDuration(), in the unit of the times beside it: "1.678 ms" beside "99.937 ms". Where fewer than three
/// digits would be left, in its own unit.
QString formatDurationIn(int64_t ns, TimeUnit unit);
/// About four digits, for sentences and charts whose exact number stands elsewhere: "5.147 ms", "122.5 ms", "17 ns".
QString formatRounded(int64_t ns);
/// The same in the unit of the largest time of a sentence: "0.336 ms" beside "2.032 ms"; what is not 0 but rounds to it
/// is "< 0.001 ms".
QString formatBeside(int64_t ns, int64_t largestNs);
/// "1 234 567"
QString formatCount(int64_t count);
/// A fraction of 1 as "71.3 %"; what is not 0 but rounds to it is "< 0.1 %".
QString formatPercent(double fraction);
/// A fraction of 1 as "71.3", for columns with "%" in the header.
QString formatPercentNumber(double fraction);
/// "3 297.9": exactly so many decimals.
QString formatFixed(double number, int decimals);
/// Up to three decimals, no trailing zeros: "1 234.5", "7".
QString formatNumber(double number);
/// "1.5 MiB", 1024 based.
QString formatBytes(int64_t bytes);

} // namespace ws
