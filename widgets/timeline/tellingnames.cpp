#include "widgets/timeline/tellingnames.h"

#include "core/base/differingwords.h"
#include "core/base/texts.h"
#include "widgets/toolkit/elidedonce.h"

#include <unordered_map>

namespace ws {
namespace {

constexpr size_t manyNames = 5'000; ///< milliseconds; recordings have some hundred

QString partOf(const std::vector<DifferingWord> &words)
{
    QString part;
    for (const DifferingWord &word : words)
        part += (part.isEmpty() ? QString(QChar(0x2026)) : QStringLiteral(" ")) + toText(word.text);
    return part;
}

/// Whether a word may end before this character: not within "17", but within "FlashFwd".
bool isBreak(const QString &name, qsizetype at)
{
    if (at <= 0 || at >= name.size())
        return true;
    const QChar before = name[at - 1], after = name[at];
    return !before.isLetterOrNumber() || !after.isLetterOrNumber() || (before.isLower() && after.isUpper());
}

/// Whether the beginning of a name has all words of the telling part, in their order; what stands between them is not
/// in the part.
bool hasWords(const QString &begin, const QString &name, const QString &telling)
{
    qsizetype at = 0;
    for (const QString &word : telling.mid(1).split(u' ')) {
        do
            at = begin.indexOf(word, at) + 1;
        while (at > 0 && !(isBreak(name, at - 1) && isBreak(name, at - 1 + word.size())));
        if (at == 0)
            return false;
        at += word.size() - 1;
    }
    return true;
}

} // namespace

std::vector<QString> tellingParts(std::span<const std::string_view> names)
{
    constexpr size_t longestWhole = 8; // characters of an identifier that is not read in its parts
    std::vector<QString> parts(names.size());
    std::vector<std::string_view> distinct;
    std::unordered_map<std::string_view, size_t> places;
    for (const std::string_view name : names)
        if (places.emplace(name, distinct.size()).second)
            distinct.push_back(name);
    if (distinct.size() < 2 || distinct.size() > manyNames)
        return parts;
    const auto words = differingWords(distinct, longestWhole);
    for (size_t i = 0; i < names.size(); ++i)
        parts[i] = partOf(words[places.at(names[i])]);
    return parts;
}

QString nameWithPart(const QString &name, const QString &telling, const QFontMetrics &metrics, int room)
{
    if (metrics.horizontalAdvance(name) <= room)
        return name;
    if (telling.isEmpty())
        return {};
    if (!name.contains(QChar(0x2026))) // of one that is cut already, the end is kept, too
        if (const QString head = elidedOnce(name, metrics, room, Qt::ElideRight); hasWords(head, name, telling))
            return head; // the telling part comes first: it is not said twice
    if (metrics.horizontalAdvance(telling) > room)
        return {};
    const int left = room - metrics.horizontalAdvance(telling);
    const auto whole = std::max(1, metrics.horizontalAdvance(name));
    qsizetype kept = std::min(name.size() - telling.size(), name.size() * left / whole + 3);
    if (const qsizetype cut = name.indexOf(QChar(0x2026)); cut >= 0) // the part begins with one
        kept = std::min(kept, cut);
    while (kept > 0 && (metrics.horizontalAdvance(name.left(kept)) > left || name[kept - 1].isHighSurrogate()))
        --kept;
    constexpr qsizetype fewest = 2; // one letter in front is only noise
    return kept < fewest ? telling : name.left(kept).trimmed() + telling;
}

} // namespace ws
