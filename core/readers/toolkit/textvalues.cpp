#include "core/readers/toolkit/textvalues.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/textlines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace ws {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// True when every thousands separator is between groups of three digits.
bool groupsAreRegular(std::string_view whole, char separator)
{
    size_t at = whole.find(separator);
    if (at == 0 || at > 3 || whole.front() == '0') // "0,086" has a decimal comma
        return false;
    while (at != std::string_view::npos) {
        const size_t next = std::min(whole.find(separator, at + 1), whole.size());
        if (next - at != 4)
            return false;
        at = next == whole.size() ? std::string_view::npos : next;
    }
    return true;
}

struct Scale
{
    std::string_view suffix;
    double factor;
};

std::optional<double> parseScaled(std::string_view text, std::span<const Scale> scales)
{
    text = trimmed(text);
    size_t end = text.size();
    while (end > 0 && !isDigit(text[end - 1]) && text[end - 1] != '.')
        --end;
    const std::string_view suffix = trimmed(text.substr(end));
    for (const Scale &scale : scales)
        if (suffix == scale.suffix)
            if (const auto number = parseNumber(text.substr(0, end)); number && std::isfinite(*number * scale.factor))
                return *number * scale.factor;
    return std::nullopt;
}

} // namespace

std::optional<double> parseNumber(std::string_view text, DecimalSign sign)
{
    text = trimmed(text);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || text.size() > 400 || (!isDigit(text.front()) && text.front() != '-' && text.front() != '.'))
        return std::nullopt;
    const char separator = sign == DecimalSign::Point ? ',' : '.';
    std::string plain;
    if (text.find(',') != std::string_view::npos || sign == DecimalSign::Comma) {
        const std::string_view unsignedText = text.substr(text.front() == '-' ? 1 : 0);
        const char decimal = sign == DecimalSign::Point ? '.' : ',';
        const std::string_view whole = unsignedText.substr(0, unsignedText.find(decimal));
        if (whole.find(separator) != std::string_view::npos && !groupsAreRegular(whole, separator))
            return std::nullopt;
        plain = text;
        std::erase(plain, separator);
        std::replace(plain.begin(), plain.end(), ',', '.');
        text = plain;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

bool isRoundedTime(std::string_view number, int64_t nsPerUnit)
{
    constexpr double fineNs = 1'000;
    const size_t exponent = number.find_first_of("eE");
    if (exponent == number.npos)
        return false;
    const auto power =
        parseNumber(number.substr(exponent + 1 + (number.substr(exponent + 1).starts_with('+') ? 1 : 0)));
    const size_t sign = number.substr(0, exponent).find_last_of(".,");
    const double digits = sign == number.npos ? 0 : double(exponent - sign - 1);
    return power && *power > 0 &&
           double(nsPerUnit) * std::pow(10, std::clamp(*power - digits, -400.0, 400.0)) >= fineNs;
}

QString roundedStartsText()
{
    return Core::tr(
        "Starts are written with too few digits, as spreadsheets save long numbers: when work ran, and what "
        "lies between, is lost. Open the file as the profiler wrote it.");
}

std::optional<int64_t> parseWhole(std::string_view text, int places, DecimalSign sign)
{
    constexpr size_t longest = 400;
    text = trimmed(text);
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || text.size() > longest)
        return std::nullopt;
    if (const size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
        std::string_view exponent = text.substr(e + 1);
        exponent.remove_prefix(exponent.starts_with('+'));
        int power = 0;
        const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
        if (error != std::errc() || end != exponent.data() + exponent.size() || std::abs(power) > int(longest))
            return std::nullopt;
        places += power;
        text = text.substr(0, e);
    }
    const char decimal = sign == DecimalSign::Point ? '.' : ',', separator = sign == DecimalSign::Point ? ',' : '.';
    const size_t point = std::min(text.find(decimal), text.size());
    std::string digits(text.substr(0, point));
    if (digits.find(separator) != std::string::npos && !groupsAreRegular(digits, separator))
        return std::nullopt;
    std::erase(digits, separator);
    if (point < text.size()) {
        digits += text.substr(point + 1);
        places -= static_cast<int>(text.size() - point - 1);
    }
    if (digits.empty() || !std::ranges::all_of(digits, isDigit))
        return std::nullopt;
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty() || static_cast<int>(digits.size()) + places < 0)
        return 0;
    const bool roundsUp = places < 0 && digits[digits.size() - static_cast<size_t>(-places)] >= '5';
    digits.resize(static_cast<size_t>(static_cast<int>(digits.size()) + places), '0');
    int64_t whole = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    if (!digits.empty() && (error != std::errc() || whole == INT64_MAX))
        return std::nullopt;
    whole += roundsUp;
    return isNegative ? -whole : whole;
}

std::optional<double> parseMicroseconds(std::string_view text)
{
    static constexpr std::array<Scale, 6> scales{
        {{"us", 1}, {"ms", 1e3}, {"s", 1e6}, {"ns", 1e-3}, {"\u00B5s", 1}, {"\u03BCs", 1}}};
    return parseScaled(text, scales);
}

int64_t nanosecondsIn(std::string_view unit)
{
    static constexpr std::array<std::pair<std::string_view, int64_t>, 12> units{{{"ns", 1},
                                                                                 {"nsec", 1},
                                                                                 {"us", 1000},
                                                                                 {"usec", 1000},
                                                                                 {"\u00B5s", 1000},
                                                                                 {"\u03BCs", 1000},
                                                                                 {"ms", 1'000'000},
                                                                                 {"msec", 1'000'000},
                                                                                 {"s", 1'000'000'000},
                                                                                 {"sec", 1'000'000'000},
                                                                                 {"min", 60'000'000'000},
                                                                                 {"h", 3'600'000'000'000}}};
    for (const auto &[word, ns] : units)
        if (word == unit)
            return ns;
    return 0;
}

std::optional<int64_t> wholeNanoseconds(std::string_view number, int64_t nsPerUnit, DecimalSign sign)
{
    constexpr int64_t largest = 4'000'000'000'000'000'000; // differences of two such times still fit 64 bits
    number = trimmed(number);
    const bool isNegative = number.starts_with('-');
    number.remove_prefix(isNegative ? 1 : 0);
    const char point = sign == DecimalSign::Point ? '.' : ',';
    int64_t ns = 0, place = nsPerUnit;
    bool isFraction = false, isRounded = false;
    for (size_t i = 0; i < number.size(); ++i) {
        const char c = number[i];
        if (c == point && i > 0 && !isFraction) {
            isFraction = true;
        } else if (!isDigit(c)) {
            const auto value = parseNumber(number, sign); // an exponent
            if (!value || number.find_first_of("eE") == number.npos || *value > double(largest) / double(nsPerUnit))
                return std::nullopt;
            ns = std::llround(*value * double(nsPerUnit));
            break;
        } else if (!isFraction) {
            if (ns > largest / 10 - nsPerUnit)
                return std::nullopt;
            ns = ns * 10 + (c - '0') * nsPerUnit;
        } else if (!isRounded) {
            isRounded = place % 10 != 0;
            ns += isRounded ? (c - '0') * place / 10 + ((c - '0') * place % 10 >= 5 ? 1 : 0) : (c - '0') * (place / 10);
            place /= 10;
        }
    }
    if (number.empty() || !isDigit(number.front()))
        return std::nullopt;
    return isNegative ? -ns : ns;
}

std::optional<int64_t> wholeNanoseconds(std::string_view text)
{
    text = trimmed(text);
    size_t end = text.size();
    while (end > 0 && !isDigit(text[end - 1]) && text[end - 1] != '.')
        --end;
    const int64_t unit = nanosecondsIn(trimmed(text.substr(end)));
    return unit ? wholeNanoseconds(text.substr(0, end), unit) : std::nullopt;
}

std::optional<double> parseBytes(std::string_view text)
{
    constexpr double kilo = 1024;
    static constexpr std::array<Scale, 10> scales{{{"b", 1},
                                                   {"Kb", kilo},
                                                   {"Mb", kilo * kilo},
                                                   {"Gb", kilo * kilo * kilo},
                                                   {"Tb", kilo * kilo * kilo * kilo},
                                                   {"B", 1},
                                                   {"KB", kilo},
                                                   {"MB", kilo * kilo},
                                                   {"GB", kilo * kilo * kilo},
                                                   {"TB", kilo * kilo * kilo * kilo}}};
    return parseScaled(text, scales);
}

std::optional<double> parsePercent(std::string_view text)
{
    static constexpr std::array<Scale, 1> scales{{{"%", 1}}};
    return parseScaled(text, scales);
}

bool isNoValue(std::string_view text)
{
    constexpr std::string_view warning = "(!)"; // Nsight Compute puts it before what it could not measure
    static constexpr std::array<std::string_view, 7> none{"", "--", "-", "n/a", "N/A", "nan", "NaN"};
    text = trimmed(text);
    if (text.starts_with(warning))
        text = trimmed(text.substr(warning.size()));
    return std::find(none.begin(), none.end(), text) != none.end();
}

Cell cellOf(std::string_view text, Unit unit, DecimalSign sign)
{
    text = trimmed(text);
    if (unit != Unit::Text) {
        if (isNoValue(text))
            return {};
        const bool hasSign = unit == Unit::Percent && text.ends_with('%'); // "45.67%"
        if (const auto number = parseNumber(hasSign ? text.substr(0, text.size() - 1) : text, sign))
            return *number;
    }
    if (text.empty())
        return {};
    return std::string(text);
}

Unit unitOfHeader(std::string_view header)
{
    static constexpr std::array<std::pair<std::string_view, Unit>, 9> inParentheses{{{"(%)", Unit::Percent},
                                                                                     {"(ns)", Unit::Nanoseconds},
                                                                                     {"(us)", Unit::Microseconds},
                                                                                     {"(ms)", Unit::Milliseconds},
                                                                                     {"(s)", Unit::Seconds},
                                                                                     {"(sec)", Unit::Seconds},
                                                                                     {"(MB)", Unit::Megabytes},
                                                                                     {"(B)", Unit::Bytes},
                                                                                     {"(bytes)", Unit::Bytes}}};
    for (const auto &[text, unit] : inParentheses)
        if (header.find(text) != std::string_view::npos)
            return unit;
    static constexpr std::array<std::string_view, 9> counts{
        "Instances", "Num Calls", "Count", "Calls", "NumChild", "Lvl", "NVTX Inst", "Kern Inst", "Operations"};
    if (std::find(counts.begin(), counts.end(), header) != counts.end())
        return Unit::Count;
    return header.ends_with(')') && header.find('(') != std::string_view::npos ? Unit::Number : Unit::Text;
}

} // namespace ws
