#include "core/readers/toolkit/csvtext.h"

#include <algorithm>

namespace ws {

/// After the opening quote. False when the quote is never closed: then it takes nothing.
bool CsvText::quotedField(std::string &field)
{
    if (m_openQuote)
        return false; // the rest of the text holds no closing quote either
    size_t at = m_at + 1;
    for (;;) {
        const size_t quote = m_text.find('"', at);
        if (quote == std::string_view::npos) {
            field.clear();
            m_openQuote = true;
            return false;
        }
        field.append(m_text.substr(at, quote - at));
        if (quote + 1 >= m_text.size() || m_text[quote + 1] != '"') {
            m_at = quote + 1;
            return true;
        }
        field += '"';
        at = quote + 2;
    }
}

void CsvText::plainField(std::string &field)
{
    size_t end = m_at;
    while (end < m_text.size() && m_text[end] != m_delimiter && m_text[end] != '\n' && m_text[end] != '\r')
        ++end;
    field.append(m_text.substr(m_at, end - m_at));
    m_at = end;
}

std::optional<CsvRecord> CsvText::next()
{
    if (m_at >= m_text.size())
        return std::nullopt;
    CsvRecord record;
    for (;;) {
        std::string field;
        if (m_at < m_text.size() && m_text[m_at] == '"')
            quotedField(field);
        plainField(field); // also the text after a closing quote
        if (record.size() < maxFields)
            record.push_back(std::move(field));
        else
            m_tooManyFields = true;
        if (m_at >= m_text.size() || m_text[m_at] != m_delimiter)
            break;
        ++m_at;
    }
    if (m_at < m_text.size())
        m_at += m_text[m_at] == '\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n' ? 2 : 1;
    return record;
}

char csvDelimiter(std::string_view headerLine)
{
    char best = ',';
    std::ptrdiff_t max = 0;
    for (const char candidate : {',', ';', '\t'}) {
        const auto count = std::count(headerLine.begin(), headerLine.end(), candidate);
        if (count > max) {
            max = count;
            best = candidate;
        }
    }
    return best;
}

namespace {

/// The sign that must divide whole from broken digits in a field: not one that may separate thousands. 0: none.
char certainSign(std::string_view field)
{
    while (!field.empty() && (field.front() == '"' || field.front() == ' ' || field.front() == '-'))
        field.remove_prefix(1);
    while (!field.empty() && (field.back() == '"' || field.back() == ' ' || field.back() == '\r'))
        field.remove_suffix(1);
    const size_t at = field.find_first_of(".,");
    const auto isDigits = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    };
    if (at == field.npos || !isDigits(field.substr(0, at)) || !isDigits(field.substr(at + 1)))
        return 0;
    const bool maySeparate = field.size() - at - 1 == 3 && at <= 3 && field.front() != '0';
    return maySeparate ? char(0) : field[at];
}

} // namespace

DecimalSign decimalSign(std::string_view rows, char delimiter)
{
    constexpr size_t looked = 64 * 1024;
    if (delimiter != ';')
        return DecimalSign::Point;
    rows = rows.substr(0, looked);
    size_t points = 0, commas = 0;
    while (!rows.empty()) {
        const size_t end = std::min(rows.find_first_of(";\n"), rows.size());
        const char sign = certainSign(rows.substr(0, end));
        points += sign == '.';
        commas += sign == ',';
        rows.remove_prefix(std::min(end + 1, rows.size()));
    }
    return points > commas ? DecimalSign::Point : DecimalSign::Comma;
}

} // namespace ws
