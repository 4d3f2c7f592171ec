#include "core/readers/toolkit/exporttool.h"

#include "core/base/texts.h"
#include "core/io/readroots.h"

#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>

namespace ws {
namespace {

constexpr int pollMs = 100;

} // namespace

QString exportProgram(const QString &setting, const QString &name)
{
    if (hasReadRoots())
        return {};
    const QString set = QSettings().value(setting).toString();
    if (!set.isEmpty())
        return QFileInfo(set).isFile() && QFileInfo(set).isExecutable() ? set : QStandardPaths::findExecutable(set);
    return QStandardPaths::findExecutable(name);
}

std::optional<Error> runExport(const ExportJob &job, const Progress &progress)
{
    QProcess process;
    process.setProgram(job.program);
    process.setArguments(job.arguments);
    if (job.outputFile.isEmpty())
        process.setProcessChannelMode(QProcess::MergedChannels);
    else
        process.setStandardOutputFile(job.outputFile);
    process.start(QIODevice::ReadOnly);
    if (!process.waitForStarted())
        return Error{ErrorKind::Unreadable,
                     Core::tr("%1 cannot be started: %2").arg(job.shownAs, process.errorString()), job.report};
    while (process.state() != QProcess::NotRunning && !process.waitForFinished(pollMs)) {
        if (!progress.isCancelled())
            continue;
        process.terminate();
        if (!process.waitForFinished(2000))
            process.kill();
        process.waitForFinished();
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), job.report};
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return std::nullopt;
    constexpr qsizetype maxWords = 400;
    const QByteArray said = job.outputFile.isEmpty() ? process.readAll() : process.readAllStandardError();
    const QString words = QString::fromUtf8(said).simplified().right(maxWords);
    return Error{ErrorKind::Unreadable,
                 Core::tr("%1 failed (%2); the report may come from a newer version of the program")
                     .arg(job.shownAs, words.isEmpty() ? process.errorString() : words),
                 job.report};
}

} // namespace ws
