#pragma once
// Numbers as profilers print them: "1,558,000,756", "231.000us", "94.79 Mb", "3083.44%", "n/a", "--". Strict: the whole
// text must be a number. Locale never matters. Numbers out of range (1e999) are refused.

#include "core/model/table.h"

#include <QString>

#include <optional>
#include <string_view>

namespace ws {

/// The decimal sign; the other one may separate thousands.
enum class DecimalSign : uint8_t { Point, Comma };

/// A finite number, thousands separators allowed.
std::optional<double> parseNumber(std::string_view text, DecimalSign sign = DecimalSign::Point);
/// A number times 10^`places`, exactly and rounded to a whole one; thousands separators and exponents allowed
/// ("86,000", "4e-05", as spreadsheets and pandas save times again). Nothing where it does not fit.
std::optional<int64_t> parseWhole(std::string_view text, int places, DecimalSign sign = DecimalSign::Point);
/// "231.000us", "5.5 ms", "5.931s" in µs. A number without a unit or with a cut one ("57.549m") is refused.
std::optional<double> parseMicroseconds(std::string_view text);
/// ns of one of a unit's word: 1000 of "us"; 0: it is no unit of time.
int64_t nanosecondsIn(std::string_view unit);
/// Whether a time is written as spreadsheets save long numbers, with an exponent and too few digits to tell even
/// microseconds: "8.1097E+14" of ns is so to 10 s.
bool isRoundedTime(std::string_view number, int64_t nsPerUnit);
/// The message of "rounded-starts": so are starts, while durations have their digits.
QString roundedStartsText();
/// Decimal digits of a unit of `nsPerUnit` ns as whole ns, exactly, the digits below rounded; also "2.4e+03".
std::optional<int64_t> wholeNanoseconds(std::string_view number, int64_t nsPerUnit,
                                        DecimalSign sign = DecimalSign::Point);
/// "402.32ms", "0ns" likewise.
std::optional<int64_t> wholeNanoseconds(std::string_view text);
/// "94.79 Mb", "-20 b" in bytes, 1024 based.
std::optional<double> parseBytes(std::string_view text);
/// "3083.44%".
std::optional<double> parsePercent(std::string_view text);

/// Blank, "--", "-", "n/a", "nan", "(!) n/a": a cell without a value.
bool isNoValue(std::string_view text);

/// A cell of a column with that unit; an unreadable one stays text. `text` is trimmed; of percentages "45.67%" is a
/// number, too.
Cell cellOf(std::string_view text, Unit unit, DecimalSign sign = DecimalSign::Point);

/// Unit from the header, as nsys writes it: "Avg (ns)", "Time(%)", "Total (MB)", "Instances".
Unit unitOfHeader(std::string_view header);

} // namespace ws
