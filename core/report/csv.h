#pragma once
// Writes CSV as in RFC 4180: a field with a comma, a quote or a line break is quoted, quotes are doubled. Lines end
// with a line feed alone, as in gputrc2graph's files. Numbers are raw: integers unchanged, doubles with as many digits
// as needed to read the same value back, '.' as decimal sign, never localised. Text is UTF-8.
//
// A spreadsheet takes a text that begins with = + - @ (or a tab or carriage return) for a formula and runs it. Raw, the
// default, leaves texts unchanged, for programs; ForSpreadsheets puts an apostrophe in front of such a text.

#include <QString>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace ws {

enum class CsvStyle : uint8_t { Raw, ForSpreadsheets };

class CsvWriter
{
public:
    explicit CsvWriter(std::string &out, CsvStyle style = CsvStyle::Raw) : m_out(out), m_style(style) {}

    CsvWriter &operator<<(std::string_view text);
    CsvWriter &operator<<(const char *text) { return *this << std::string_view(text); }
    CsvWriter &operator<<(const std::string &text) { return *this << std::string_view(text); }
    CsvWriter &operator<<(const QString &text) { return *this << std::string_view(text.toStdString()); }
    /// NaN and infinities leave the field empty.
    CsvWriter &operator<<(double value);
    template <std::integral Number> CsvWriter &operator<<(Number value) { return raw(std::to_string(value)); }
    CsvWriter &blank() { return raw({}); }
    void endRow();

private:
    CsvWriter &raw(std::string_view text);

    std::string &m_out;
    CsvStyle m_style;
    bool m_rowStarted = false;
};

} // namespace ws
