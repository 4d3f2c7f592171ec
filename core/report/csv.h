#pragma once
// Writes CSV as RFC 4180 has it: a field with a comma, a quote or a line break stands in quotes, quotes are doubled.
// Lines end with a line feed alone, as gputrc2graph's files do. Numbers are raw: integers as they are, doubles with as
// many digits as it takes to read the same value back, '.' as decimal sign, never localised. Text passes as UTF-8.

#include <QString>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace ws {

class CsvWriter
{
public:
    explicit CsvWriter(std::string &out) : m_out(out) {}

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
    bool m_rowStarted = false;
};

} // namespace ws
