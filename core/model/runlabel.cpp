#include "core/model/runlabel.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <map>

namespace ws {
namespace {

/// Indices of things that share a label.
using Group = std::vector<size_t>;

std::vector<Group> alike(const QStringList &labels)
{
    std::map<QString, Group> byLabel;
    for (qsizetype i = 0; i < labels.size(); ++i)
        byLabel[labels[i]].push_back(static_cast<size_t>(i));
    std::vector<Group> groups;
    for (auto &[label, group] : byLabel)
        if (group.size() > 1)
            groups.push_back(std::move(group));
    return groups;
}

bool anyDiffer(const QStringList &texts)
{
    return std::any_of(texts.begin(), texts.end(), [&](const QString &text) { return text != texts.front(); });
}

/// For each title the words that are not in all of them.
QStringList differingWords(const QStringList &titles)
{
    constexpr qsizetype longest = 40; // characters
    static const QRegularExpression separators(QStringLiteral("[\\s,;:|()，；：（）]+"));
    std::vector<QStringList> words;
    for (const QString &title : titles)
        words.push_back(title.left(400).split(separators, Qt::SkipEmptyParts));
    QStringList result;
    for (const QStringList &own : words) {
        QStringList different;
        for (const QString &word : own)
            if (!std::all_of(words.begin(), words.end(), [&](const QStringList &of) { return of.contains(word); }))
                different << word;
        result << different.join(u' ').left(longest);
    }
    return result;
}

QStringList foldersOf(const QString &path)
{
    QStringList folders = path.split(u'/', Qt::SkipEmptyParts);
    if (!folders.isEmpty())
        folders.removeLast();
    return folders;
}

/// The nearest folders in which paths differ, from the first that does so on; what lies between is left out.
QStringList differingFolders(const QStringList &paths)
{
    std::vector<QStringList> folders;
    for (const QString &path : paths)
        folders.push_back(foldersOf(path));
    QStringList result(paths.size());
    qsizetype deepest = 0;
    for (const QStringList &list : folders)
        deepest = std::max(deepest, list.size());
    bool hasGap = false;
    for (qsizetype up = 1; up <= deepest && (up == 1 || alike(result).size()); ++up) {
        QStringList level;
        for (const QStringList &list : folders)
            level << list.value(list.size() - up);
        if (!anyDiffer(level)) {
            hasGap = true;
            continue;
        }
        for (qsizetype i = 0; i < result.size(); ++i) {
            const QString between = hasGap ? QStringLiteral("…/") : QString();
            result[i].prepend(level[i].isEmpty() ? between : level[i] + u'/' + between);
        }
        hasGap = false;
    }
    return result;
}

} // namespace

QStringList distinctLabels(const std::vector<Labelled> &things)
{
    QStringList labels;
    for (const Labelled &thing : things)
        labels << thing.name;
    for (const Group &group : alike(labels)) {
        QStringList titles, paths;
        for (size_t place : group) {
            titles << things[place].title;
            paths << things[place].path;
        }
        const QStringList words = differingWords(titles), folders = differingFolders(paths);
        for (size_t i = 0; i < group.size(); ++i) {
            QString &label = labels[static_cast<qsizetype>(group[i])];
            const auto at = static_cast<qsizetype>(i);
            label = folders[at] + label;
            if (!words[at].isEmpty())
                label += QStringLiteral(" · ") + words[at];
        }
    }
    for (const Group &group : alike(labels)) {
        int number = 1;
        for (size_t i = 1; i < group.size(); ++i) {
            QString &label = labels[static_cast<qsizetype>(group[i])];
            QString next;
            do {
                next = QStringLiteral("%1 (%2)").arg(label).arg(++number);
            } while (labels.contains(next));
            label = next;
        }
    }
    return labels;
}

QStringList namesInFolder(const QString &folder, const QStringList &files)
{
    const QDir root(folder);
    std::vector<Labelled> things;
    QStringList folders, names;
    for (const QString &file : files) {
        things.push_back({{}, {}, root.relativeFilePath(file)});
        folders << QFileInfo(things.back().path).path();
        names << QFileInfo(file).fileName();
    }
    if (files.size() < 2 || !anyDiffer(folders))
        return names;
    if (alike(folders).empty()) { // one in each folder
        QStringList own = distinctLabels(things);
        static const QRegularExpression end(QStringLiteral("[/…]+$"));
        for (QString &name : own)
            name.remove(end);
        return own.contains(QString()) ? names : own;
    }
    for (qsizetype i = 0; i < names.size(); ++i)
        names[i] = things[size_t(i)].path;
    return names;
}

QString runLabel(const Run &run)
{
    return QFileInfo(run.info.stamp.path).fileName() + recordingMark(run);
}

QString recordingMark(const Run &run)
{
    return run.info.recording ? QStringLiteral("#%1").arg(run.info.recording) : QString();
}

} // namespace ws
