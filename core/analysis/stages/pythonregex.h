#pragma once
// A Python regex run by PCRE (QRegularExpression). Mappings are written for Python's re.search; the two agree on nearly
// all of the syntax. Otherwise the pattern is rewritten where that is exact (\Z, \v, \uXXXX, {,n}), else a note says
// so. docs/stages.md lists the differences. Rejected: std::regex (recursive: a long name overflows the stack), RE2 (no
// look-around, which mappings use).

#include <QRegularExpression>
#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// A construct that Python and PCRE read differently.
struct RegexNote
{
    size_t offset = 0; ///< byte in the pattern
    QString text;
};

struct TranslatedRegex
{
    std::string pcre;
    std::vector<RegexNote> notes;
};

TranslatedRegex translatePythonRegex(std::string_view pattern);

struct CompiledRegex
{
    QRegularExpression regex; ///< bounded: a match that needs too many steps is invalid, never endless
    QString error;            ///< empty: usable
    std::vector<RegexNote> notes;
    bool ok() const { return error.isEmpty(); }
};

/// Errors name the place in `pattern`. Without `optimize` the pattern is only checked (no machine code is made).
CompiledRegex compilePythonRegex(std::string_view pattern, bool optimize = true);

} // namespace ws
