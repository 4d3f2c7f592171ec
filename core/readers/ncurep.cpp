#include "core/readers/ncurep.h"

#include "core/base/shellquoted.h"
#include "core/base/texts.h"
#include "core/io/readroots.h"
#include "core/readers/textdocument.h"
#include "core/readers/toolkit/exporttool.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace ws {
namespace {

Error withoutNcu(const QString &path)
{
    const QFileInfo file(path);
    const QString target = file.path() + QLatin1Char('/') + file.completeBaseName() + QStringLiteral(".csv");
    return {
        ErrorKind::Unsupported,
        Core::tr("reports of Nsight Compute are closed; ncu, which can export them, is neither on PATH nor set in the "
                 "settings. Where it is installed run: ncu --import %1 --csv --page details > %2 and open the result")
            .arg(shellQuoted(path), shellQuoted(target)),
        path};
}

/// Where the export of this state of the report is kept; empty: there is no cache.
QString cachedExport(const FileStamp &stamp)
{
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + QStringLiteral("/warpscope/ncu");
    if (hasReadRoots() || !QDir().mkpath(folder) || !QFileInfo(folder).isWritable())
        return {};
    const QString state =
        QStringLiteral("%1|%2|%3").arg(QFileInfo(stamp.path).absoluteFilePath()).arg(stamp.size).arg(stamp.modifiedMs);
    const QByteArray hash = QCryptographicHash::hash(state.toUtf8(), QCryptographicHash::Sha1).toHex();
    return folder + QLatin1Char('/') + QString::fromLatin1(hash) + QStringLiteral(".csv");
}

/// The oldest exports go.
void trimNcuCache(const QString &exported)
{
    constexpr qsizetype maxKept = 32;
    const QFileInfoList all =
        QFileInfo(exported).dir().entryInfoList({QStringLiteral("*.csv")}, QDir::Files, QDir::Time);
    for (qsizetype i = maxKept; i < all.size(); ++i)
        QFile::remove(all[i].absoluteFilePath());
}

/// Writes the CSV; an export that failed or was cancelled leaves none.
std::optional<Error> exportNcu(const QString &csv, const QString &ncu, const QString &report, const Progress &progress)
{
    const QString part = csv + QStringLiteral(".%1.part").arg(QCoreApplication::applicationPid());
    const ExportJob job{ncu,
                        QStringLiteral("ncu --import"),
                        {QStringLiteral("--import"), QFileInfo(report).absoluteFilePath(), QStringLiteral("--csv"),
                         QStringLiteral("--page"), QStringLiteral("details")},
                        part,
                        report};
    auto error = runExport(job, progress);
    if (!error) {
        QFile::remove(csv);
        if (!QFile::rename(part, csv))
            error = Error{ErrorKind::Unreadable, Core::tr("%1 cannot be written").arg(csv), report};
    }
    QFile::remove(part);
    return error;
}

} // namespace

QString ncuProgram()
{
    return exportProgram(ncuSetting, QStringLiteral("ncu"));
}

Match matchNcuRep(const Head &head)
{
    const bool named = head.fileName.endsWith(QStringLiteral(".ncu-rep"), Qt::CaseInsensitive);
    const bool binary = head.bytes.find('\0') != std::string_view::npos;
    return binary && (named || head.bytes.starts_with("NVR")) ? Match::Certain : Match::No;
}

Result<RunPtr> readNcuRep(ByteSource &source, Progress &progress)
{
    const QString &path = source.path();
    QTemporaryDir temporary;
    QString csv = cachedExport(source.stamp());
    if (csv.isEmpty() || !QFileInfo::exists(csv)) {
        if (hasReadRoots())
            return Error{ErrorKind::Unsupported,
                         Core::tr("reports of Nsight Compute are closed, and no other program is started here; run ncu "
                                  "--import REPORT --csv --page details and open the result"),
                         path};
        const QString ncu = ncuProgram();
        if (ncu.isEmpty())
            return withoutNcu(path);
        if (csv.isEmpty())
            csv = temporary.filePath(QStringLiteral("export.csv"));
        if (const auto error = exportNcu(csv, ncu, path, progress))
            return *error;
        trimNcuCache(csv);
    }
    const auto exported = ByteSource::open(csv);
    auto run = exported ? readTextDocument(**exported, progress) : Result<RunPtr>(exported.error());
    if (!run) {
        QFile::remove(csv);
        Error error = run.error();
        if (error.kind == ErrorKind::UnknownFormat)
            error = Error{ErrorKind::Unreadable, Core::tr("ncu --import wrote no table of the details page"), path};
        error.file = path;
        return error;
    }
    std::const_pointer_cast<Run>(*run)->info.stamp = source.stamp();
    return run;
}

} // namespace ws
