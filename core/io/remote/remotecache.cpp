#include "core/io/remote/remotecache.h"

#include "core/base/texts.h"
#include "core/io/wholefile.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace ws {

const QString remoteCacheSetting = QStringLiteral("remote/cacheGiB");
const QString packOnHostSetting = QStringLiteral("remote/packOnHost");

namespace {

// Beside a file that may have any other name.
const QString ownNames = QStringLiteral(".warpscope-");
const QString stateName = u'/' + ownNames + QStringLiteral("source");
const QString usedName = u'/' + ownNames + QStringLiteral("used");
const QString writerName = u'/' + ownNames + QStringLiteral("writer");

QString cacheFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/remote");
}

QString folderOf(const QString &spool)
{
    return QFileInfo(spool).path();
}

/// What this process knows without asking the disk.
struct Known
{
    std::mutex mutex;
    std::map<QString, RemotePath> remotes; ///< by spool
    std::map<QString, FileLock> used;      ///< by spool
    std::set<QString> folders;             ///< their spools
    static Known &instance()
    {
        static Known known;
        return known;
    }
};

/// Lines of `source`: host, path, "SIZE TIME HAVE" or "SIZE TIME HAVE KEY", and "whole" behind it.
QList<QByteArray> sourceLines(const QString &spool)
{
    QFile file(folderOf(spool) + stateName);
    QList<QByteArray> lines = file.open(QIODevice::ReadOnly) ? file.read(1 << 16).split('\n') : QList<QByteArray>();
    return lines.size() >= 3 ? lines : QList<QByteArray>();
}

struct Kept
{
    QString folder;
    int64_t bytes = 0;
    QDateTime used;
};

std::vector<Kept> allKept()
{
    std::vector<Kept> all;
    for (const QFileInfo &folder : QDir(cacheFolder()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        Kept kept{folder.absoluteFilePath(), 0, QFileInfo(folder.absoluteFilePath() + usedName).lastModified()};
        for (const QFileInfo &file : QDir(kept.folder).entryInfoList(QDir::Files | QDir::Hidden))
            kept.bytes += file.size();
        all.push_back(kept);
    }
    return all;
}

} // namespace

QString spoolOf(const RemotePath &remote)
{
    const QByteArray hash = QCryptographicHash::hash(remote.text().toUtf8(), QCryptographicHash::Sha1).toHex();
    constexpr qsizetype longest = 80; // letters; a file system takes 255 bytes
    QString name = remote.name().right(longest);
    if (name.isEmpty() || name == u'.' || name == QLatin1String("..") || name.startsWith(ownNames))
        name = QStringLiteral("trace");
    const QString spool = cacheFolder() + u'/' + QString::fromLatin1(hash) + u'/' + name;
    const std::lock_guard lock(Known::instance().mutex);
    Known::instance().remotes.insert({spool, remote});
    return spool;
}

std::optional<RemotePath> remoteOf(const QString &path)
{
    if (!path.startsWith(cacheFolder()))
        return {};
    Known &known = Known::instance();
    const std::lock_guard lock(known.mutex);
    if (const auto found = known.remotes.find(path); found != known.remotes.end())
        return found->second;
    const QList<QByteArray> lines = sourceLines(path);
    if (lines.isEmpty())
        return {};
    const RemotePath remote{QString::fromUtf8(lines[0]), QString::fromUtf8(QByteArray::fromPercentEncoding(lines[1]))};
    known.remotes.insert({path, remote});
    return remote;
}

QString shownPath(const QString &path)
{
    const auto remote = remoteOf(path);
    return remote ? remote->text() : path;
}

QString shownName(const QString &path)
{
    const auto remote = remoteOf(path);
    return remote ? remote->text() : QFileInfo(path).fileName();
}

bool isRemoteFolder(const QString &spool)
{
    const std::lock_guard lock(Known::instance().mutex);
    return Known::instance().folders.contains(spool);
}

void setRemoteFolder(const QString &spool, bool isFolder)
{
    const std::lock_guard lock(Known::instance().mutex);
    if (isFolder)
        Known::instance().folders.insert(spool);
    else
        Known::instance().folders.erase(spool);
}

RemoteState spoolState(const QString &spool)
{
    const QList<QByteArray> lines = sourceLines(spool);
    const QList<QByteArray> words = lines.value(2).split(' ');
    const QFileInfo file(spool);
    if (words.size() < 3 || words.size() > 5 || !file.isFile())
        return {};
    RemoteState state{words[0].toLongLong(), words[1].toLongLong(), words[2].toLongLong(),
                      QString::fromLatin1(words.value(3)), words.size() == 5};
    if (file.size() < state.size) // the writer was ended before it could say how far it came
        state.have = file.size();
    return state.have >= 0 && state.have <= state.size ? state : RemoteState();
}

int64_t missingBytes(const QString &path)
{
    const RemoteState state = remoteOf(path) ? spoolState(path) : RemoteState();
    return state.size < 0 || state.isPacked() ? 0 : state.size - state.have;
}

bool isBrokenOff(const QString &path)
{
    const RemoteState state = remoteOf(path) ? spoolState(path) : RemoteState();
    return state.size >= 0 && (state.isPacked() ? !state.isPackedWhole : state.have < state.size);
}

bool writeSpoolState(const RemotePath &remote, const RemoteState &state)
{
    const std::string text =
        remote.host.toStdString() + '\n' + remote.path.toUtf8().toPercentEncoding("/").toStdString() + '\n' +
        std::to_string(state.size) + ' ' + std::to_string(state.modified) + ' ' + std::to_string(state.have) +
        (state.isPacked() ? ' ' + state.packedBy.toStdString() : "") + (state.isPackedWhole ? " whole" : "");
    return writeWholeFile(folderOf(spoolOf(remote)) + stateName, text, Existing::Replace).ok();
}

Result<QString> keepSpool(const RemotePath &remote)
{
    const QString spool = spoolOf(remote), folder = folderOf(spool);
    QDir().mkpath(cacheFolder());
    QFile::setPermissions(cacheFolder(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    constexpr int tries = 20; // another process may be removing it
    for (int i = 0; i < tries; ++i) {
        FileLock lock;
        if (!QDir().mkpath(folder) || !lock.tryLock(folder + usedName, FileLock::Kind::Shared) ||
            !QFileInfo::exists(folder + usedName))
            continue;
        QFile used(folder + usedName);
        if (used.open(QIODevice::ReadWrite))
            used.setFileTime(QDateTime::currentDateTime(), QFileDevice::FileModificationTime);
        const std::lock_guard guard(Known::instance().mutex);
        Known::instance().used.insert_or_assign(spool, std::move(lock));
        return spool;
    }
    return Error{ErrorKind::Unreadable,
                 Core::tr("there is no place for it: the folder %1 cannot be written").arg(folder), remote.text()};
}

void forgetSpool(const QString &spool)
{
    QFile::remove(folderOf(spool) + stateName);
}

QString writerLock(const QString &spool)
{
    return folderOf(spool) + writerName;
}

bool packsOnHost()
{
    return QSettings().value(packOnHostSetting, true).toBool();
}

int64_t remoteCacheLimit()
{
    constexpr int64_t gib = int64_t(1) << 30, preset = 10, most = 1 << 20;
    const qlonglong set = QSettings().value(remoteCacheSetting).toLongLong();
    return (set > 0 && set < most ? set : preset) * gib;
}

int64_t remoteCacheBytes()
{
    int64_t bytes = 0;
    for (const Kept &kept : allKept())
        bytes += kept.bytes;
    return bytes;
}

void trimRemoteCache(int64_t limit)
{
    std::vector<Kept> all = allKept();
    std::ranges::sort(all, {}, &Kept::used);
    int64_t bytes = 0;
    for (const Kept &kept : all)
        bytes += kept.bytes;
    for (const Kept &kept : all) {
        FileLock lock;
        if (bytes <= limit)
            return;
        if (!lock.tryLock(kept.folder + usedName, FileLock::Kind::Exclusive))
            continue;
        bytes -= kept.bytes;
        QDir(kept.folder).removeRecursively();
    }
}

} // namespace ws
