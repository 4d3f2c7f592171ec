#include "core/base/namepattern.h"

#include "core/base/format.h"
#include "core/base/texts.h"

namespace ws {

NamePattern::NamePattern(const QString &text, bool isRegex) : m_text(text), m_isRegex(isRegex)
{
    if (isRegex && !text.isEmpty())
        m_regex = QRegularExpression(QLatin1String(matchLimit) + text, QRegularExpression::CaseInsensitiveOption);
}

QString NamePattern::error() const
{
    return m_regex.isValid() ? QString() : m_regex.errorString();
}

NamePattern::Answer NamePattern::match(const QString &name) const
{
    if (isEmpty())
        return Answer::Yes;
    if (!m_isRegex)
        return name.contains(m_text, Qt::CaseInsensitive) ? Answer::Yes : Answer::No;
    if (!m_regex.isValid())
        return Answer::No;
    const QRegularExpressionMatch match = m_regex.match(name);
    return !match.isValid() ? Answer::GaveUp : match.hasMatch() ? Answer::Yes : Answer::No;
}

QString NamePattern::group(const QString &name, const QString &group) const
{
    return m_isRegex && m_regex.namedCaptureGroups().contains(group) ? m_regex.match(name).captured(group) : QString();
}

NameMatcher::NameMatcher(NamePattern pattern, std::chrono::milliseconds patience)
    : m_pattern(std::move(pattern)), m_patience(patience)
{
}

bool NameMatcher::matches(const QString &name)
{
    if (!m_pattern.isRegex())
        return m_pattern.match(name) == NamePattern::Answer::Yes;
    if (m_spent >= m_patience) {
        ++m_gaveUp;
        return false;
    }
    const auto begin = std::chrono::steady_clock::now();
    const NamePattern::Answer answer = m_pattern.match(name);
    m_spent += std::chrono::steady_clock::now() - begin;
    m_gaveUp += answer == NamePattern::Answer::GaveUp;
    return answer == NamePattern::Answer::Yes;
}

QString NameMatcher::problem() const
{
    if (m_gaveUp == 0)
        return {};
    return Core::tr("too many steps: given up on %1 names").arg(formatCount(int64_t(m_gaveUp)));
}

} // namespace ws
