#include "core/base/phrases.h"

#include "core/base/texts.h"

#include <algorithm>

namespace ws {

QString listed(const QStringList &parts)
{
    return parts.join(Core::tr(", ", "between the parts of a list"));
}

QString clauses(const QStringList &parts)
{
    return parts.join(Core::tr("; ", "between clauses"));
}

QString withDetail(const QString &text, const QString &detail)
{
    return Core::tr("%1 (%2)").arg(text, detail);
}

QString labelled(const QString &label, const QString &text)
{
    return Core::tr("%1: %2").arg(label, text);
}

QString sentences(const QStringList &parts)
{
    QString all;
    for (const QString &part : parts) {
        const bool needsSpace = !all.isEmpty() && !part.isEmpty() && all.back().unicode() < 0x3000;
        all += (needsSpace ? QStringLiteral(" ") : QString()) + part;
    }
    return all;
}

QString asSentence(QString text)
{
    if (text.isEmpty())
        return text;
    const QStringView word = QStringView(text).first(std::max<qsizetype>(0, text.indexOf(u' ')));
    if (std::ranges::all_of(word, [](QChar c) { return c >= u'a' && c <= u'z'; }) && !word.isEmpty())
        text[0] = text[0].toUpper();
    const QChar last = text.back();
    if (!QStringView(u".!?。！？…").contains(last))
        text += last.unicode() >= 0x3000 ? QChar(u'。') : QChar(u'.');
    return text;
}

} // namespace ws
