#include "tracegen_writer.h"

namespace ws::tracegen {

void Relayout::newLine()
{
    m_buffer += '\n';
    m_buffer.append(size_t(m_depth) * 4, ' ');
}

/// Python writes the shortest decimals: 12.340 becomes 12.34, 12.000 becomes 12.0.
void Relayout::endToken()
{
    if (m_tokenStart == std::string::npos)
        return;
    const size_t point = m_buffer.find('.', m_tokenStart);
    const bool exponent = m_buffer.find('e', m_tokenStart) != std::string::npos;
    if (point != std::string::npos && !exponent)
        while (m_buffer.back() == '0' && m_buffer.size() > point + 2)
            m_buffer.pop_back();
    m_tokenStart = std::string::npos;
}

void Relayout::flushOpening()
{
    if (!m_opened)
        return;
    m_opened = false;
    ++m_depth;
    if (m_layout == Layout::Indented)
        newLine();
}

void Relayout::structural(char c)
{
    const bool indented = m_layout == Layout::Indented;
    endToken();
    if (c == ']' || c == '}') {
        if (m_opened) {
            m_opened = false;
        } else {
            --m_depth;
            if (indented)
                newLine();
        }
        m_buffer += c;
        return;
    }
    flushOpening();
    m_buffer += c;
    if (c == '[' || c == '{')
        m_opened = true;
    else if (c == ':')
        m_buffer += ' ';
    else if (indented)
        newLine();
    else
        m_buffer += ' ';
}

void Relayout::write(std::string_view text)
{
    for (const char c : text) {
        if (m_inString) {
            m_buffer += c;
            m_inString = m_escaped || c != '"';
            m_escaped = !m_escaped && c == '\\';
        } else if (c == ' ' || c == '\n') {
            endToken();
        } else if (c == '"') {
            flushOpening();
            m_buffer += c;
            m_inString = true;
            m_escaped = false;
        } else if (c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}') {
            structural(c);
        } else {
            flushOpening();
            if (m_tokenStart == std::string::npos)
                m_tokenStart = m_buffer.size();
            m_buffer += c;
        }
    }
    if (m_buffer.size() >= 1 << 14 && m_tokenStart == std::string::npos) {
        m_out(m_buffer);
        m_buffer.clear();
    }
}

void Relayout::finish()
{
    endToken();
    m_out(m_buffer);
    m_buffer.clear();
}

} // namespace ws::tracegen
