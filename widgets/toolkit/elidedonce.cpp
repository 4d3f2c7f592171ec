#include "widgets/toolkit/elidedonce.h"

#include <QRegularExpression>

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

const QChar ellipsis = u'\u2026';

/// Never half a character, nor two "…" in a row.
QString joined(QStringView head, QStringView tail)
{
    while (!head.isEmpty() && (head.back().isHighSurrogate() || head.back() == ellipsis))
        head.chop(1);
    if (!tail.isEmpty() && tail.front().isLowSurrogate())
        tail = tail.mid(1);
    return head.toString() + ellipsis + tail.toString();
}

/// Folders, file, line, and what stands behind them.
const QRegularExpression &placeInFile()
{
    static const QRegularExpression place(
        QStringLiteral(R"(^([^;<>]*[/\\])([^/\\;:()<>]+)(\(\d+\)|:\d+)((?:: [^;]*)?)$)"));
    return place;
}

} // namespace

bool isPlaceInFile(const QString &text)
{
    return (text.contains(u'/') || text.contains(u'\\')) && placeInFile().match(text).hasMatch();
}

QString elidedPlace(const QString &text, const QFontMetricsF &metrics, double room)
{
    const auto fits = [&](const QString &form) { return metrics.horizontalAdvance(form) <= room; };
    const auto match = placeInFile().match(text);
    if (!match.hasMatch() || fits(text))
        return elidedOnce(text, metrics, room);
    const QString folders = match.captured(1), file = match.captured(2) + match.captured(3), rest = match.captured(4);
    for (qsizetype from = 0; from < folders.size(); ++from) {
        const bool isEnd = folders[from] == u'/' || folders[from] == u'\\';
        if (const QString form = ellipsis + folders.mid(from) + file + rest; isEnd && from > 0 && fits(form))
            return form;
    }
    if (fits(file + ellipsis))
        return metrics.elidedText(file + rest, Qt::ElideRight, room);
    if (fits(file))
        return file;
    const double line = metrics.horizontalAdvance(match.captured(3));
    return metrics.elidedText(match.captured(2), Qt::ElideRight, std::max(0.0, room - line)) + match.captured(3);
}

QString elidedOnce(const QString &text, const QFontMetricsF &metrics, double room, Qt::TextElideMode mode)
{
    const qsizetype cut = text.lastIndexOf(ellipsis);
    if (cut < 0)
        return metrics.elidedText(text, mode, room);
    if (metrics.horizontalAdvance(text) <= room)
        return text;
    const QStringView head = QStringView(text).left(cut), tail = QStringView(text).mid(cut + 1);
    const auto keeping = [&](qsizetype kept) {
        const qsizetype atBack = std::min(tail.size(), std::max(kept / 2, kept - head.size()));
        return joined(head.left(kept - atBack), tail.last(atBack));
    };
    qsizetype fits = 0;
    for (qsizetype tooMany = text.size(); tooMany - fits > 1;) {
        const qsizetype tried = std::midpoint(fits, tooMany);
        (metrics.horizontalAdvance(keeping(tried)) <= room ? fits : tooMany) = tried;
    }
    return keeping(fits);
}

} // namespace ws
