#include "core/analysis/stages/pythonregex.h"

#include "core/analysis/stages/stagemapping.h"
#include "core/base/namepattern.h"
#include "core/base/texts.h"

#include <cctype>
#include <mutex>
#include <unordered_map>

namespace ws {

namespace {

// LF alone ends a line, as in Python.
const std::string prefix = std::string(matchLimit) + "(*LF)";

bool isHex(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c); });
}

class Translator
{
public:
    explicit Translator(std::string_view pattern) : m_in(pattern) {}

    TranslatedRegex run()
    {
        while (m_at < m_in.size())
            step();
        return std::move(m_out);
    }

private:
    bool sees(std::string_view text) const { return m_in.substr(m_at, text.size()) == text; }
    void note(const QString &text) { m_out.notes.push_back({m_at, text}); }
    void copy(size_t count)
    {
        m_out.pcre += m_in.substr(m_at, count);
        m_at += count;
    }
    void replace(size_t count, std::string_view text)
    {
        m_out.pcre += text;
        m_at += count;
    }

    void step()
    {
        const char c = m_in[m_at];
        if (c == '\\')
            return escape();
        if (m_inClass)
            return insideClass(c);
        if (c == '[') {
            m_inClass = true;
            copy(1);
            if (sees("^"))
                copy(1);
            if (sees("]")) // a leading bracket is a member
                copy(1);
            return;
        }
        if (sees("(*"))
            note(Core::tr("(*…) is a PCRE verb; Python refuses it"));
        else if (sees("(?"))
            group();
        else if (sees("{,"))
            return openCount();
        copy(1);
    }

    void insideClass(char c)
    {
        if (sees("[:"))
            note(Core::tr("[:…:] is a POSIX class here; Python takes its characters one by one"));
        else if (c == ']')
            m_inClass = false;
        copy(1);
    }

    void openCount()
    {
        size_t end = m_at + 2;
        while (end < m_in.size() && std::isdigit(static_cast<unsigned char>(m_in[end])))
            ++end;
        if (end < m_in.size() && m_in[end] == '}')
            replace(1, "{0");
        else
            copy(1);
    }

    void escape()
    {
        const char c = m_at + 1 < m_in.size() ? m_in[m_at + 1] : '\0';
        if (c == 'Z' && !m_inClass)
            return replace(2, "\\z");
        if (c == 'v')
            return replace(2, "\\x0b");
        const size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
        if (digits && m_at + 2 + digits <= m_in.size() && isHex(m_in.substr(m_at + 2, digits))) {
            const std::string number(m_in.substr(m_at + 2, digits));
            return replace(2 + digits, "\\x{" + number + "}");
        }
        if (c == 'N')
            note(Core::tr("\\N is a named character in Python, any character but a line end here"));
        else if (c == 'z')
            note(Core::tr("\\z is not known to Python before 3.14; write \\Z"));
        else if (c != '\0' && std::string_view("QERhHVKGXCecopPgk").find(c) != std::string_view::npos)
            note(Core::tr("\\%1 is not known to Python's re").arg(QLatin1Char(c)));
        else if (c == 'x' && m_in.substr(m_at + 2, 1) == "{")
            note(Core::tr("\\x{…} is not known to Python; write \\uXXXX"));
        copy(std::min<size_t>(2, m_in.size() - m_at));
    }

    void group()
    {
        const std::string_view rest = m_in.substr(m_at + 2);
        const char c = rest.empty() ? '\0' : rest[0];
        const char next = rest.size() < 2 ? '\0' : rest[1];
        const bool lookBehind = c == '<' && (next == '=' || next == '!');
        if ((c == '<' && !lookBehind) || c == '\'')
            note(Core::tr("Python writes a named group as (?P<name>…)"));
        else if (c == 'P' && next == '>')
            note(Core::tr("calling a group is not known to Python"));
        else if (c == 'R' || c == '&' || c == '+' || std::isdigit(static_cast<unsigned char>(c)) ||
                 (c == '-' && std::isdigit(static_cast<unsigned char>(next))))
            note(Core::tr("recursion is not known to Python"));
        else if (c == '|' || c == 'C' || c == '^')
            note(Core::tr("(?%1 is not known to Python").arg(QLatin1Char(c)));
        else if (c == '>')
            note(Core::tr("atomic groups need Python 3.11"));
        else if (std::islower(static_cast<unsigned char>(c)) || c == 'L' || c == '-')
            flags(rest);
    }

    void flags(std::string_view rest)
    {
        const size_t end = std::min(rest.find_first_of(":)"), rest.size());
        const std::string_view set = rest.substr(0, end);
        if (set.find_first_of("aLu") != std::string_view::npos)
            note(Core::tr("the flags a, L and u are known to Python only"));
        const bool whole = end < rest.size() && rest[end] == ')';
        if (whole && m_at > 0)
            note(Core::tr("Python takes flags for the whole pattern only at its beginning"));
    }

    std::string_view m_in;
    size_t m_at = 0;
    bool m_inClass = false;
    TranslatedRegex m_out;
};

} // namespace

TranslatedRegex translatePythonRegex(std::string_view pattern)
{
    return Translator(pattern).run();
}

namespace {

CompiledRegex compiled(std::string_view pattern, bool optimize)
{
    CompiledRegex result;
    TranslatedRegex translated = translatePythonRegex(pattern);
    result.notes = std::move(translated.notes);
    const std::string text = prefix + translated.pcre;
    result.regex = QRegularExpression(toText(text), QRegularExpression::UseUnicodePropertiesOption);
    if (!result.regex.isValid()) {
        const auto offset = std::max<qsizetype>(0, result.regex.patternErrorOffset() - qsizetype(prefix.size()));
        result.error = Core::tr("at character %1: %2").arg(offset + 1).arg(result.regex.errorString());
    } else if (optimize) {
        result.regex.optimize();
    }
    return result;
}

/// The machine code of a rule takes about a millisecond, and one question asks for the built-in rules several times.
class CompiledRegexes
{
public:
    CompiledRegex of(std::string_view pattern)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (const auto known = m_byPattern.find(std::string(pattern)); known != m_byPattern.end())
                return known->second;
        }
        CompiledRegex result = compiled(pattern, true);
        if (!result.ok() || !result.notes.empty()) // their texts are in the language of now
            return result;
        const std::lock_guard lock(m_mutex);
        if (m_byPattern.size() >= atMost)
            m_byPattern.clear();
        return m_byPattern.try_emplace(std::string(pattern), std::move(result)).first->second;
    }

private:
    static constexpr size_t atMost = 512; ///< more than the built-in rules and a long table of the user's
    std::mutex m_mutex;
    std::unordered_map<std::string, CompiledRegex> m_byPattern;
};

} // namespace

CompiledRegex compilePythonRegex(std::string_view pattern, bool optimize)
{
    if (pattern.size() > maxPatternBytes) {
        CompiledRegex result;
        result.error = Core::tr("the regex is longer than %1 bytes").arg(maxPatternBytes);
        return result;
    }
    static CompiledRegexes known;
    return optimize ? known.of(pattern) : compiled(pattern, false);
}

} // namespace ws
