#include "core/readers/nsys/nsysrep.h"

#include "core/base/texts.h"
#include "core/readers/nsys/nsyssqlite.h"

#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace ws {
namespace {

constexpr int pollMs = 100;

QString quoted(const QString &path)
{
    QString inner = path;
    return QLatin1Char('\'') + inner.replace(QLatin1Char('\''), QStringLiteral("'\\''")) + QLatin1Char('\'');
}

Error withoutNsys(const QString &path)
{
    const QFileInfo file(path);
    const QString target = file.path() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral(".sqlite");
    return {ErrorKind::Unsupported,
            Core::tr(
                "reports of Nsight Systems are closed; nsys, which can export them, is neither on PATH nor set in "
                "the settings. Where it is installed run: nsys export --type sqlite --output %1 %2 and open the result")
                .arg(quoted(target), quoted(path)),
            path};
}

/// Waits for the export; cancelling ends nsys. Nothing: it succeeded.
std::optional<Error> run(QProcess &process, const QString &path, Progress &progress)
{
    process.start(QIODevice::ReadOnly);
    if (!process.waitForStarted())
        return Error{ErrorKind::Unreadable, Core::tr("nsys cannot be started: %1").arg(process.errorString()), path};
    while (process.state() != QProcess::NotRunning && !process.waitForFinished(pollMs)) {
        if (!progress.isCancelled())
            continue;
        process.terminate();
        if (!process.waitForFinished(2000))
            process.kill();
        process.waitForFinished();
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), path};
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return std::nullopt;
    constexpr qsizetype mostWords = 400;
    const QString words = QString::fromUtf8(process.readAll()).simplified().right(mostWords);
    return Error{ErrorKind::Unreadable,
                 Core::tr("nsys export failed (%1); the report may come from a newer Nsight Systems")
                     .arg(words.isEmpty() ? process.errorString() : words),
                 path};
}

} // namespace

QString nsysProgram()
{
    const QString set = QSettings().value(nsysSetting).toString();
    if (!set.isEmpty())
        return QFileInfo(set).isFile() && QFileInfo(set).isExecutable() ? set : QStandardPaths::findExecutable(set);
    return QStandardPaths::findExecutable(QStringLiteral("nsys"));
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
    const QString nsys = nsysProgram();
    if (nsys.isEmpty())
        return withoutNsys(path);
    auto folder = std::make_shared<QTemporaryDir>();
    if (!folder->isValid())
        return Error{ErrorKind::Unreadable, Core::tr("no temporary folder: %1").arg(folder->errorString()), path};
    const QString database = folder->filePath(QStringLiteral("export.sqlite"));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setProgram(nsys);
    process.setArguments({QStringLiteral("export"), QStringLiteral("--type"), QStringLiteral("sqlite"),
                          QStringLiteral("--output"), database, QFileInfo(path).absoluteFilePath()});
    if (const auto error = run(process, path, progress))
        return *error;
    if (!QFileInfo::exists(database))
        return Error{ErrorKind::Unreadable, Core::tr("nsys export wrote no database"), path};
    progress.bytesTotal = source.stamp().size;
    auto result = readNsysDatabase(database, source.stamp(), progress);
    if (!result) {
        Error error = result.error();
        error.file = path;
        return error;
    }
    // The database is deleted with the last run that can fetch rows from it.
    auto *index = new SeekIndex{FileStamp::of(database), Container::Sqlite, {}};
    (*result)->seek = std::shared_ptr<const SeekIndex>(index, [folder](const SeekIndex *p) { delete p; });
    (*result)->eventText = std::make_shared<SqliteText>();
    return RunPtr(*result);
}

} // namespace ws
