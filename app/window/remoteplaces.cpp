#include "app/window/remoteplaces.h"

#include "core/io/remote/remotepath.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <vector>

namespace ws {
namespace {

const QString placesKey = QStringLiteral("remote/places"); ///< "host:folder", the last one first

QStringList includedFiles(const QString &pattern, const QString &folder)
{
    QString path = pattern;
    if (path.startsWith(QLatin1String("~/")))
        path = QDir::homePath() + path.mid(1);
    const QFileInfo file(QDir(folder), path);
    QStringList files;
    for (const QString &name : file.dir().entryList({file.fileName()}, QDir::Files, QDir::Name))
        files << file.dir().filePath(name);
    return files;
}

void addHosts(QStringList &hosts, const QString &configuration, int depth)
{
    constexpr qint64 longest = 1 << 20;
    static const QRegularExpression keywordEnd(QStringLiteral("[\\s=]+")), gaps(QStringLiteral("[\\s\"]+"));
    QFile file(configuration);
    if (depth > 3 || !file.open(QIODevice::ReadOnly))
        return;
    for (const QString &line : QString::fromUtf8(file.read(longest)).split(u'\n')) {
        const QString text = line.trimmed();
        const QString first = text.section(keywordEnd, 0, 0).toLower();
        for (const QString &word : text.section(keywordEnd, 1).split(gaps, Qt::SkipEmptyParts))
            if (first == QLatin1String("host") && isHost(word) && !hosts.contains(word))
                hosts << word;
            else if (first == QLatin1String("include"))
                for (const QString &included : includedFiles(word, QFileInfo(configuration).path()))
                    addHosts(hosts, included, depth + 1);
    }
}

std::vector<RemotePath> places()
{
    std::vector<RemotePath> places;
    for (const QString &text : QSettings().value(placesKey).toStringList())
        if (const auto place = remotePath(text))
            places.push_back(*place);
    return places;
}

} // namespace

QStringList RemotePlaces::configuredHosts(const QString &configuration)
{
    QStringList hosts;
    addHosts(hosts, configuration, 0);
    return hosts;
}

QStringList RemotePlaces::hosts()
{
    QStringList hosts;
    for (const RemotePath &place : places())
        hosts << place.host;
    hosts += configuredHosts(QDir::homePath() + QStringLiteral("/.ssh/config"));
    hosts.removeDuplicates();
    return hosts;
}

QString RemotePlaces::folderOf(const QString &host)
{
    const std::vector<RemotePath> all = places();
    const auto found = std::ranges::find(all, host, &RemotePath::host);
    return found == all.end() ? QStringLiteral("~") : found->path;
}

void RemotePlaces::remember(const QString &host, const QString &folder)
{
    constexpr size_t most = 12;
    std::vector<RemotePath> all = places();
    std::erase_if(all, [&](const RemotePath &place) { return place.host == host; });
    all.insert(all.begin(), {host, folder});
    QStringList texts;
    for (size_t i = 0; i < std::min(all.size(), most); ++i)
        texts << all[i].text();
    QSettings().setValue(placesKey, texts);
}

} // namespace ws
