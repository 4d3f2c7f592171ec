#pragma once
// Numbers as profilers print them: "1,558,000,756", "231.000us", "94.79 Mb", "3083.44%", "n/a", "--". Strict: a text
// that is not wholly a number is none. Locale never matters. Absurd numbers (1e999) are no numbers.

#include "core/model/table.h"

#include <optional>
#include <string_view>

namespace ws {

/// Which sign separates decimals; the other one may separate thousands.
enum class DecimalSign : uint8_t { Point, Comma };

/// A finite number, thousands separators allowed.
std::optional<double> parseNumber(std::string_view text, DecimalSign sign = DecimalSign::Point);
/// "231.000us", "5.5 ms", "5.931s" in µs. A number without a unit or with a cut one ("57.549m") is none.
std::optional<double> parseMicroseconds(std::string_view text);
/// "94.79 Mb", "-20 b" in bytes, 1024 based.
std::optional<double> parseBytes(std::string_view text);
/// "3083.44%".
std::optional<double> parsePercent(std::string_view text);

/// Blank, "--", "-", "n/a", "nan": a cell without a value.
bool isNoValue(std::string_view text);

/// A cell of a column with that unit; what cannot be read stays as text. `text` is trimmed.
Cell cellOf(std::string_view text, Unit unit, DecimalSign sign = DecimalSign::Point);

/// Unit by the header, as nsys writes it: "Avg (ns)", "Time(%)", "Total (MB)", "Instances".
Unit unitOfHeader(std::string_view header);

} // namespace ws
