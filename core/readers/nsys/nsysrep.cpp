#include "core/readers/nsys/nsysrep.h"

#include "core/base/shellquoted.h"
#include "core/base/texts.h"
#include "core/io/readroots.h"
#include "core/readers/nsys/nsyssqlite.h"
#include "core/readers/toolkit/exporttool.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace ws {
namespace {

Error withoutNsys(const QString &path)
{
    const QFileInfo file(path);
    const QString target = file.path() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral(".sqlite");
    return {ErrorKind::Unsupported,
            Core::tr(
                "reports of Nsight Systems are closed; nsys, which can export them, is neither on PATH nor set in "
                "the settings. Where it is installed run: nsys export --type sqlite --output %1 %2 and open the result")
                .arg(shellQuoted(target), shellQuoted(path)),
            path};
}

/// A program that was named for this session; empty: that of the settings.
QString &namedProgram()
{
    static QString program;
    return program;
}

QString besideReport(const QString &report)
{
    const QFileInfo file(report);
    return file.path() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral(".sqlite");
}

/// Where the export of this state of the report is kept when it cannot lie beside it; empty: there is no cache.
QString inCache(const FileStamp &stamp)
{
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/warpscope/nsys");
    if (hasReadRoots() || !QDir().mkpath(folder) || !QFileInfo(folder).isWritable())
        return {};
    const QString state =
        QStringLiteral("%1|%2|%3").arg(QFileInfo(stamp.path).absoluteFilePath()).arg(stamp.size).arg(stamp.modifiedMs);
    const QByteArray hash = QCryptographicHash::hash(state.toUtf8(), QCryptographicHash::Sha1).toHex();
    return folder + QLatin1Char('/') + QString::fromLatin1(hash) + QStringLiteral(".sqlite");
}

/// The oldest exports go: each is as large as its report. Those of the last day stay, an open run may fetch from them.
void trimNsysCache(const QString &exported)
{
    constexpr qsizetype maxKept = 8;
    const QFileInfoList all =
        QFileInfo(exported).dir().entryInfoList({QStringLiteral("*.sqlite")}, QDir::Files, QDir::Time);
    const QDateTime yesterday = QDateTime::currentDateTime().addDays(-1);
    for (qsizetype i = maxKept; i < all.size(); ++i)
        if (all[i].lastModified() < yesterday)
            QFile::remove(all[i].absoluteFilePath());
}

/// An export that is not older than its report.
bool isCurrent(const QString &database, const QString &report)
{
    const QFileInfo exported(database);
    return exported.isFile() && exported.lastModified() >= QFileInfo(report).lastModified();
}

Result<RunPtr> readExport(const QString &database, const FileStamp &stamp, const std::shared_ptr<QTemporaryDir> &folder,
                          Progress &progress)
{
    const auto opened = SqliteFile::open(database);
    if (!opened)
        return opened.error();
    auto result = readNsysDatabase(**opened, stamp, progress);
    if (!result)
        return result.error();
    // A database in a temporary folder is deleted with the last run that can fetch rows from it.
    auto *index = new SeekIndex{FileStamp::of(database), Container::Sqlite, {}};
    (*result)->seek = std::shared_ptr<const SeekIndex>(index, [folder](const SeekIndex *p) { delete p; });
    return RunPtr(*result);
}

/// Writes the database; an export that failed or was cancelled leaves none. False: another process was faster.
Result<bool> exportNsysTo(const QString &database, const QString &nsys, const QString &report, const Progress &progress)
{
    const QFileInfo target(database);
    const QString part = QStringLiteral("%1/%2.%3.part.sqlite")
                             .arg(target.path(), target.completeBaseName())
                             .arg(QCoreApplication::applicationPid());
    const ExportJob job{nsys,
                        QStringLiteral("nsys export"),
                        {QStringLiteral("export"), QStringLiteral("--type"), QStringLiteral("sqlite"),
                         QStringLiteral("--output"), part, QFileInfo(report).absoluteFilePath()},
                        {},
                        report};
    auto error = runExport(job, progress);
    if (!error && !QFileInfo::exists(part))
        error = Error{ErrorKind::Unreadable, Core::tr("nsys export wrote no database"), report};
    const bool isOurs = !error && QFile::rename(part, database);
    if (!error && !isOurs && !QFileInfo::exists(database))
        error = Error{ErrorKind::Unreadable, Core::tr("%1 cannot be written").arg(database), report};
    QFile::remove(part);
    if (error)
        return *error;
    return isOurs;
}

} // namespace

QString nsysProgram()
{
    const QString &named = namedProgram();
    if (named.isEmpty())
        return exportProgram(nsysSetting, QStringLiteral("nsys"));
    const QFileInfo file(named);
    return file.isFile() && file.isExecutable() ? file.absoluteFilePath() : QStandardPaths::findExecutable(named);
}

void useNsysProgram(const QString &program)
{
    namedProgram() = program;
}

Match matchNsysRep(const Head &head)
{
    const bool named = head.fileName.endsWith(QStringLiteral(".nsys-rep"), Qt::CaseInsensitive) ||
                       head.fileName.endsWith(QStringLiteral(".qdrep"), Qt::CaseInsensitive);
    const bool binary = head.bytes.find('\0') != std::string_view::npos;
    return named && binary ? Match::Possible : Match::No;
}

Result<RunPtr> readNsysRep(ByteSource &source, Progress &progress)
{
    const QString &path = source.path();
    const QString beside = besideReport(path), cached = inCache(source.stamp());
    for (const QString &kept : {beside, cached})
        if (!kept.isEmpty() && isCurrent(kept, path))
            if (auto run = readExport(kept, source.stamp(), nullptr, progress);
                run || run.error().kind == ErrorKind::Cancelled)
                return run;
    if (hasReadRoots())
        return Error{ErrorKind::Unsupported,
                     Core::tr("reports of Nsight Systems are closed, and no other program is started here; run nsys export "
                              "--type sqlite and open the result"),
                     path};
    const QString nsys = nsysProgram();
    if (nsys.isEmpty())
        return withoutNsys(path);
    // What lies beside the report stays, whatever it is.
    std::shared_ptr<QTemporaryDir> folder;
    QString database = !QFileInfo::exists(beside) && QFileInfo(QFileInfo(path).path()).isWritable() ? beside : cached;
    if (database.isEmpty()) {
        folder = std::make_shared<QTemporaryDir>();
        if (!folder->isValid())
            return Error{ErrorKind::Unreadable, Core::tr("no temporary folder: %1").arg(folder->errorString()), path};
        database = folder->filePath(QStringLiteral("export.sqlite"));
    } else if (database == cached) {
        QFile::remove(cached); // one that could not be read
    }
    const auto isOurs = exportNsysTo(database, nsys, path, progress);
    if (!isOurs)
        return isOurs.error();
    if (database == cached)
        trimNsysCache(cached);
    auto run = readExport(database, source.stamp(), folder, progress);
    if (!run) {
        if (*isOurs)
            QFile::remove(database);
        Error error = run.error();
        error.file = path;
        return error;
    }
    return run;
}

} // namespace ws
