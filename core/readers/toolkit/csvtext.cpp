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

} // namespace ws
