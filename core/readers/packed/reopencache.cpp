#include "core/readers/packed/reopencache.h"

#include "core/base/platform.h"
#include "core/base/texts.h"
#include "core/io/inflater.h"
#include "core/readers/chrome/chrometext.h"
#include "core/readers/packed/packedrun.h"
#include "readershash.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QStorageInfo>

#include <nlohmann/json.hpp>

namespace ws {

const QString reopenCacheSetting = QStringLiteral("reopen/cacheGiB");

namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t worthSlices = 200'000; ///< fewer are read in a tenth of a second
constexpr int64_t worthBytes = 2 << 20;   ///< of the file
constexpr const char *keySection = "reopen.key", *pointsSection = "reopen.points", *statesSection = "reopen.states";

QString cacheFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/columns");
}

QString cacheFileOf(const QString &path)
{
    const QByteArray name = QFileInfo(path).absoluteFilePath().toUtf8();
    return cacheFolder() + u'/' +
           QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex()) +
           QStringLiteral(".wsp");
}

/// What a kept run belongs to; empty: the file cannot be read.
std::string keyOf(const QString &path)
{
    constexpr qint64 ends = 64 * 1024;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) || file.isSequential())
        return {};
    const FileStamp stamp = FileStamp::of(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(file.read(ends));
    if (file.size() > ends && file.seek(std::max(ends, file.size() - ends)))
        hash.addData(file.read(ends));
    const Json key = {{"path", QFileInfo(path).absoluteFilePath().toStdString()},
                      {"size", stamp.size},
                      {"modifiedMs", stamp.modifiedMs},
                      {"ends", hash.result().toHex().toStdString()},
                      {"program", WARPSCOPE_VERSION " " WARPSCOPE_READERS},
                      {"inflater", Inflater::stateName()},
                      {"language", Core::tr("cancelled").toStdString()}}; // of the readers' messages, which are kept
    return key.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view bytesOf(const PackSection &section)
{
    return {reinterpret_cast<const char *>(section.bytes.data()), section.bytes.size()};
}

PackSection sectionOf(const char *name, std::string_view bytes)
{
    return {name, 0, 1, bytes.size(), std::as_bytes(std::span(bytes.data(), bytes.size()))};
}

/// The file's bytes and what keeps them: mapped where nobody can take them away.
std::pair<std::span<const std::byte>, std::shared_ptr<const void>> contentOf(const QString &path)
{
    auto file = std::make_shared<QFile>(path);
    if (!file->open(QIODevice::ReadOnly) || file->size() <= 0)
        return {};
    const auto size = static_cast<size_t>(file->size());
    // a file that a server deletes ends the program that has it mapped
    static const QList<QByteArray> local = {"ext2",  "ext3", "ext4",    "xfs",  "btrfs", "zfs",
                                            "tmpfs", "f2fs", "overlay", "apfs", "hfs",   "NTFS"};
    if (local.contains(QStorageInfo(path).fileSystemType()))
        if (const uchar *mapped = file->map(0, file->size()))
            return {std::as_bytes(std::span(mapped, size)), file};
    auto bytes = std::make_shared<ValueColumn<std::byte>>();
    bytes->resizeForOverwrite(size);
    if (file->read(reinterpret_cast<char *>(bytes->data()), file->size()) != file->size())
        return {};
    return {{std::as_const(*bytes).data(), size}, bytes};
}

/// The time of a kept file is when it was used.
void noteUse(const QString &kept)
{
    const QIODevice::OpenMode timeOnly =
        platform::timeNeedsWriting() ? QIODevice::ReadWrite | QIODevice::ExistingOnly : QIODevice::ReadOnly;
    if (QFile file(kept); file.open(timeOnly))
        file.setFileTime(QDateTime::currentDateTime(), QFileDevice::FileModificationTime);
}

/// Those that are whole, and what a writer left that came to no end: an hour is more than one needs.
QFileInfoList keptFiles()
{
    QFileInfoList files = QDir(cacheFolder()).entryInfoList(QDir::Files, QDir::Time | QDir::Reversed);
    const QDateTime longAgo = QDateTime::currentDateTime().addSecs(-3600);
    files.removeIf(
        [&](const QFileInfo &file) { return file.suffix() != QLatin1String("wsp") && file.lastModified() > longAgo; });
    return files;
}

std::string packedPoints(const SeekIndex &seek)
{
    Json points = Json::array();
    for (const Checkpoint &point : seek.points)
        points.push_back({point.unpacked, point.packed, point.state.size()});
    return Json{{"container", unsigned(seek.container)},
                {"storedAt", seek.storedAt},
                {"storedSize", seek.storedSize},
                {"points", points}}
        .dump();
}

/// Throws what nlohmann throws.
std::shared_ptr<SeekIndex> seekIndexOf(const PackSections &sections, const FileStamp &stamp)
{
    const PackSection *points = sections.find(pointsSection), *states = sections.find(statesSection);
    if (!points || !states)
        return {};
    const Json json = Json::parse(bytesOf(*points));
    auto seek = std::make_shared<SeekIndex>();
    seek->stamp = stamp;
    seek->container = static_cast<Container>(json.at("container").get<uint8_t>());
    seek->storedAt = json.at("storedAt").get<int64_t>();
    seek->storedSize = json.at("storedSize").get<int64_t>();
    std::string_view left = bytesOf(*states);
    for (const Json &point : json.at("points")) {
        const auto size = std::min(left.size(), point.at(2).get<size_t>());
        seek->points.push_back(
            {point.at(0).get<int64_t>(), point.at(1).get<int64_t>(), std::string(left.substr(0, size))});
        left.remove_prefix(size);
    }
    return seek;
}

} // namespace

bool isWorthKeeping(const Run &run)
{
    return !run.storage && run.seek && dynamic_cast<const ChromeText *>(run.eventText.get()) &&
           run.info.recording == 0 && run.info.slices >= worthSlices && run.info.stamp.size >= worthBytes &&
           reopenCacheLimit() > 0;
}

RunPtr keptRun(const QString &path)
{
    const QString kept = cacheFileOf(path);
    if (reopenCacheLimit() == 0 || !QFileInfo(kept).isFile())
        return {};
    const auto [bytes, owner] = contentOf(kept);
    if (!owner)
        return {};
    try {
        const Result<PackSections> sections = PackSections::of(bytes, owner, kept);
        if (!sections || sections->isCut())
            return {};
        const PackSection *key = sections->find(keySection);
        if (!key || bytesOf(*key) != keyOf(path))
            return {};
        Result<std::shared_ptr<Run>> run = unpackRun(*sections, kept);
        if (!run)
            return {};
        (*run)->info.stamp = FileStamp::of(path);
        (*run)->seek = seekIndexOf(*sections, (*run)->info.stamp);
        if (!(*run)->seek)
            return {};
        (*run)->eventText = std::make_shared<ChromeText>();
        noteUse(kept);
        return std::move(*run);
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) { // JSON of another kind
        return {};
    }
}

Result<bool> keepRun(const Run &run, const Progress &progress)
{
    const QString path = run.info.stamp.path;
    const std::string key = keyOf(path);
    if (key.empty() || FileStamp::of(path) != run.info.stamp)
        return true;
    if (!QDir().mkpath(cacheFolder()))
        return Error{ErrorKind::Unreadable, Core::tr("this folder cannot be made"), cacheFolder()};
    QFile::setPermissions(cacheFolder(),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner); // as private as a trace
    const auto size = static_cast<int64_t>(run.memoryBytes());
    if (size > reopenCacheLimit())
        return true;
    trimReopenCache(reopenCacheLimit() - size);
    QSaveFile file(cacheFileOf(path));
    QFile::remove(file.fileName()); // runs that show it keep it; one that is read-only would not be replaced
    if (!file.open(QIODevice::WriteOnly))
        return Error{ErrorKind::Unreadable, file.errorString(), file.fileName()};
    std::string states;
    for (const Checkpoint &point : run.seek->points)
        states += point.state;
    const std::string points = packedPoints(*run.seek);
    const PackSection own[] = {sectionOf(keySection, key), sectionOf(pointsSection, points),
                               sectionOf(statesSection, states)};
    const Result<bool> written = writePacked(run, PackPurpose::Reopen, file, &progress, own);
    if (!written)
        return written.error();
    if (!platform::mappedFilesAreLocked())
        file.setPermissions(QFile::ReadOwner);
    if (!file.flush() || !file.commit()) // commit() does not see that the last bytes could not be written
        return Error{ErrorKind::Unreadable, file.errorString(), file.fileName()};
    return true;
}

int64_t reopenCacheLimit()
{
    constexpr int64_t gib = int64_t(1) << 30, preset = 2, most = 1 << 20;
    bool isNumber = false;
    const qlonglong set = QSettings().value(reopenCacheSetting).toLongLong(&isNumber);
    return (isNumber && set >= 0 && set < most ? set : preset) * gib;
}

int64_t reopenCacheBytes()
{
    int64_t bytes = 0;
    for (const QFileInfo &file : keptFiles())
        bytes += file.size();
    return bytes;
}

void trimReopenCache(int64_t limit)
{
    int64_t bytes = reopenCacheBytes();
    for (const QFileInfo &file : keptFiles()) { // those not used for longest first
        if (bytes <= limit)
            return;
        if (QFile::remove(file.filePath()))
            bytes -= file.size();
    }
}

} // namespace ws
