#pragma once
// The user's pattern for finding names: text, or a regular expression. Every place that filters or searches by name
// uses this, so that all of them read the same syntax and none can be held up: a match may take as many steps as one of
// a mapping's rules, and one pattern some seconds over all names. It counts and reports the names it gave up on; they
// are never silent misses. A name of 70,000 characters may still take a second, so a regular expression has to run in a
// worker thread.

#include "core/base/progress.h"

#include <QRegularExpression>
#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace ws {

/// PCRE gives up a match after this many steps, about a millisecond.
inline constexpr char matchLimit[] = "(*LIMIT_MATCH=50000)";

class NamePattern
{
public:
    NamePattern() = default;
    /// Found anywhere in a name, whatever its case.
    NamePattern(const QString &text, bool isRegex);

    bool isEmpty() const { return m_text.isEmpty(); } ///< matches every name
    bool isRegex() const { return m_isRegex; }
    QString error() const; ///< why the regex is invalid; empty: it is valid, or plain text

    enum class Answer : uint8_t { No, Yes, GaveUp };
    Answer match(const QString &name) const;
    /// What the regex' group of that name has found; empty: nothing, or there is no such group.
    QString group(const QString &name, const QString &group) const;

private:
    QString m_text;
    bool m_isRegex = false;
    QRegularExpression m_regex;
};

/// A pattern on many names, with a limit on its total time.
class NameMatcher
{
public:
    explicit NameMatcher(NamePattern pattern, std::chrono::milliseconds patience = std::chrono::seconds(3));

    bool matches(const QString &name);
    /// One sentence for the user: on how many names it gave up; empty: on none.
    QString problem() const;

private:
    NamePattern m_pattern;
    std::chrono::nanoseconds m_patience;
    std::chrono::nanoseconds m_spent{0};
    uint64_t m_gaveUp = 0;
};

} // namespace ws
