#include "widgets/panels/code/fittingframe.h"

#include "widgets/toolkit/elidedonce.h"

#include <QRegularExpression>
#include <QStringList>

namespace ws {

QString fittingFrame(const QString &name, const QFontMetrics &metrics, int room)
{
    static const QRegularExpression line(QStringLiteral(R"(([^/\\]+)(\(\d+\))(: .*)$)"));
    static const QRegularExpression plain(
        QStringLiteral(R"(^(?:<built-in (?:method|function) (\S+?)(?: of .*)?>|nn\.Module: (.+))$)"));
    constexpr int leastLetters = 5;
    const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= room; };
    if (fits(name))
        return name;
    if (const auto match = line.match(name); match.hasMatch()) {
        const QString file = match.captured(1), number = match.captured(2);
        for (const QString &form : {file + number + match.captured(3), file + number, number})
            if (fits(form))
                return form;
        return {};
    }
    const auto match = plain.match(name);
    const QString brief = match.hasMatch() ? match.captured(match.lastCapturedIndex()) : name;
    if (fits(brief))
        return brief;
    return room < metrics.averageCharWidth() * leastLetters ? QString() : elidedOnce(brief, metrics, room);
}

} // namespace ws
