#include "core/readers/nsys/nsysrep.h"

#include "core/base/texts.h"
#include "core/readers/nsys/nsyssqlite.h"
#include "core/readers/toolkit/exporttool.h"

#include <QFileInfo>
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

} // namespace

QString nsysProgram()
{
    return exportProgram(nsysSetting, QStringLiteral("nsys"));
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
    const ExportJob job{nsys,
                        QStringLiteral("nsys export"),
                        {QStringLiteral("export"), QStringLiteral("--type"), QStringLiteral("sqlite"),
                         QStringLiteral("--output"), database, QFileInfo(path).absoluteFilePath()},
                        {},
                        path};
    if (const auto error = runExport(job, progress))
        return *error;
    if (!QFileInfo::exists(database))
        return Error{ErrorKind::Unreadable, Core::tr("nsys export wrote no database"), path};
    const auto opened = SqliteFile::open(database);
    Result<std::shared_ptr<Run>> result = Error{};
    if (opened)
        result = readNsysDatabase(**opened, source.stamp(), progress);
    else
        result = opened.error();
    if (!result) {
        Error error = result.error();
        error.file = path;
        return error;
    }
    // The database is deleted with the last run that can fetch rows from it.
    auto *index = new SeekIndex{FileStamp::of(database), Container::Sqlite, {}};
    (*result)->seek = std::shared_ptr<const SeekIndex>(index, [folder](const SeekIndex *p) { delete p; });
    return RunPtr(*result);
}

} // namespace ws
