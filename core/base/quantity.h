#pragma once
// Measured numbers for the screen: three digits and a unit, "2.62 GB/s". The unit is what the profiler wrote into the
// name of the number, "memory bandwidth (GB/s)". The exact number stays one hover or copy away.

#include <QString>

#include <string_view>

namespace ws {

/// Three significant digits, whole numbers from 1000 on: "2.62", "31", "0.0371", "1 234". Not finite: "nan", "inf".
QString roundedNumber(double number);

/// Three digits with the prefix of a power of 1000: (1.0004e9, "B") is "1.00 GB"; below 1000 without one.
QString withPrefix(double number, const QString &unit);

/// The unit at the end of a name: "GB/s" of "memory bandwidth (GB/s)", "%" of "est. achieved occupancy %", "B" of
/// "bytes" and of "Total Bytes". Empty: it names none that is known ("allocated (CPU)").
QString unitInName(std::string_view name);

/// A number with a unit; bytes get a prefix, many of them a larger one, other units stay what they are: "2.62 GB/s",
/// "31 %", "1.00 GB", "58.5 GB" of 58 491 MB.
QString quantity(double number, const QString &unit);

} // namespace ws
