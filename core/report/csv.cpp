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
    if (text.find_first_of("\",\r\n") == std::string_view::npos)
        return raw(text);
    raw("\"");
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
