#include "core/analysis/modules/capturefiles.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace ws {
namespace {

/// "rank_3", "TP-3" → "3"; empty: none.
QString rankOf(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral("(?:rank|\\bTP)[-_]?0*(\\d+)"),
                                            QRegularExpression::CaseInsensitiveOption);
    return pattern.match(name).captured(1);
}

QStringList jsonFiles(const QDir &folder)
{
    return folder.entryList({QStringLiteral("*.json"), QStringLiteral("*.json.gz")}, QDir::Files, QDir::Name);
}

} // namespace

QStringList captureFilesBeside(const QString &tracePath)
{
    const QFileInfo trace(tracePath);
    const QString rank = rankOf(trace.fileName());
    QStringList found;
    const auto take = [&](const QDir &folder, bool rankIsEnough) {
        for (const QString &name : jsonFiles(folder)) {
            const QString otherRank = rankOf(name);
            const bool isCapture =
                name.contains(QLatin1String("capture"), Qt::CaseInsensitive) || (rankIsEnough && !otherRank.isEmpty());
            const bool isOther = !rank.isEmpty() && !otherRank.isEmpty() && rank != otherRank;
            if (const QString path = folder.filePath(name);
                isCapture && !isOther && QFileInfo(path) != QFileInfo(trace.absoluteFilePath()))
                found.push_back(path);
        }
    };
    const QDir folder = trace.absoluteDir();
    take(folder, false);
    if (const QDir captures(folder.filePath(QStringLiteral("capture_traces"))); captures.exists())
        take(captures, true);
    return found;
}

QStringList captureFilesIn(const QString &folder, const QString &tracePath)
{
    const QDir given(folder), inner(given.filePath(QStringLiteral("capture_traces")));
    const QDir captures = inner.exists() && !jsonFiles(inner).isEmpty() ? inner : given;
    const QString rank = rankOf(QFileInfo(tracePath).fileName());
    QStringList all, own;
    for (const QString &name : jsonFiles(captures)) {
        const QString path = captures.filePath(name), ofRank = rankOf(name);
        if (QFileInfo(path) == QFileInfo(QFileInfo(tracePath).absoluteFilePath()))
            continue;
        all << path;
        if (!rank.isEmpty() && (ofRank.isEmpty() || ofRank == rank))
            own << path;
    }
    const bool hasOwn =
        std::ranges::any_of(own, [&](const QString &path) { return rankOf(QFileInfo(path).fileName()) == rank; });
    return hasOwn ? own : all;
}

} // namespace ws
