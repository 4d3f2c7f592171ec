#include "widgets/toolkit/elidedonce.h"

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

} // namespace

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
