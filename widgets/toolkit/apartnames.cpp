#include "widgets/toolkit/apartnames.h"

#include <algorithm>

namespace ws {
namespace {

const QChar ellipsis = u'\u2026';

QString cutEnd(const QString &text, const QFontMetricsF &metrics, double room)
{
    QString cut = metrics.elidedText(text, Qt::ElideRight, room);
    while (cut.size() > 2 && cut.endsWith(ellipsis) && cut[cut.size() - 2] == ellipsis)
        cut.chop(1); // the text was cut before
    return cut;
}

QString withoutEllipsis(QString text)
{
    if (text.endsWith(ellipsis))
        text.chop(1);
    return text;
}

qsizetype commonBeginning(const QString &a, const QString &b)
{
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    return end - a.begin();
}

/// Of all names that are not this one.
qsizetype commonBeginning(const QString &name, const QStringList &all, const QString &beginning)
{
    qsizetype common = 0;
    for (const QString &other : all)
        if (other != name && other.startsWith(beginning))
            common = std::max(common, commonBeginning(name, other));
    return common;
}

qsizetype startOfWord(const QString &name, qsizetype at)
{
    while (at > 0 && name[at - 1].isLetterOrNumber())
        --at;
    return at;
}

} // namespace

QString withoutSuffixes(QString name)
{
    for (const char *suffix : {".gz", ".zip", ".json", ".sqlite", ".csv", ".txt", ".pt.trace"})
        if (name.endsWith(QLatin1String(suffix)))
            name.chop(static_cast<qsizetype>(qstrlen(suffix)));
    return name;
}

QString cutApart(const QString &name, const QStringList &all, const QFontMetricsF &metrics, double room)
{
    if (metrics.horizontalAdvance(name) <= room)
        return name;
    const QString cut = cutEnd(name, metrics, room);
    const qsizetype common = commonBeginning(name, all, withoutEllipsis(cut));
    if (common == 0)
        return cut;
    for (const qsizetype start : {startOfWord(name, common), common}) {
        const QString whole = ellipsis + name.mid(start), bare = withoutSuffixes(whole);
        QString rest = metrics.horizontalAdvance(whole) <= room ? whole : cutEnd(bare, metrics, room);
        if (withoutEllipsis(rest.mid(1)).isEmpty()) // no room for a mark at either end
            rest = ellipsis + name.mid(start, 1);
        const QString shown = withoutEllipsis(rest.mid(1));
        if (start + shown.size() > common || start == common)
            return rest;
    }
    return cut;
}

} // namespace ws
