#include "core/report/csv.h"

#include <charconv>
#include <cmath>

namespace ws {

CsvWriter &CsvWriter::raw(std::string_view text)
{
    if (m_rowStarted)
        m_out += ',';
    m_rowStarted = true;
    m_out += text;
    return *this;
}

CsvWriter &CsvWriter::operator<<(std::string_view text)
{
    const bool isFormula = m_style == CsvStyle::ForSpreadsheets && !text.empty() &&
                           std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    const bool isQuoted = text.find_first_of("\",\r\n") != std::string_view::npos;
    if (!isFormula && !isQuoted)
        return raw(text);
    raw(isQuoted ? "\"" : "");
    if (isFormula)
        m_out += '\'';
    if (!isQuoted) {
        m_out += text;
        return *this;
    }
    for (char c : text) {
        if (c == '"')
            m_out += '"';
        m_out += c;
    }
    m_out += '"';
    return *this;
}

CsvWriter &CsvWriter::operator<<(double value)
{
    if (!std::isfinite(value))
        return blank();
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return raw({digits, static_cast<size_t>(end - digits)});
}

void CsvWriter::endRow()
{
    m_out += '\n';
    m_rowStarted = false;
}

} // namespace ws
