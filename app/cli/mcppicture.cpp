#include "app/cli/mcppicture.h"

#include "core/base/texts.h"
#include "core/io/readroots.h"
#include "core/io/wholefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace ws::cli {
namespace {

constexpr int longestMs = 120'000, pollMs = 20;
constexpr qint64 maxPictureBytes = 4 << 20;

/// Without a display, and without settings, caches and folders of the user.
QProcessEnvironment environmentOf(const QString &home, const QStringList &roots)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QString::fromLatin1(readRootsVariable), (roots + QStringList{home}).join(u'\n'));
    for (const char *name : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
        environment.insert(QString::fromLatin1(name), home);
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QString::fromLatin1(name));
    return environment;
}

QStringList argumentsOf(const McpPicture &picture, const QString &output)
{
    const QString size = QStringLiteral("%1x%2").arg(picture.width).arg(picture.height);
    if (picture.isStages)
        return {QStringLiteral("chart"),  picture.file, QStringLiteral("-o"),      output,
                QStringLiteral("--size"), size,         QStringLiteral("--scale"), QStringLiteral("1")};
    QStringList arguments{QStringLiteral("--new-window"), QStringLiteral("--lang=en"), QStringLiteral("--theme=light"),
                          QStringLiteral("--size=") + size, QStringLiteral("--screenshot=") + output};
    if (picture.toNs >= 0)
        arguments << QStringLiteral("--zoom")
                  << QStringLiteral("--range=%1-%2")
                         .arg(double(picture.fromNs) / 1e6, 0, 'f', 6)
                         .arg(double(picture.toNs) / 1e6, 0, 'f', 6);
    return arguments << QStringLiteral("--") << picture.file;
}

} // namespace

QString pictureProgram()
{
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/warpscope");
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(QStringLiteral("warpscope"));
}

Result<QByteArray> paintPicture(const McpPicture &picture, const QStringList &roots, const Progress &progress)
{
    const QTemporaryDir folder; // the picture alone lies in it, until it has been read
    if (!folder.isValid())
        return Error{ErrorKind::Unreadable, Core::tr("no temporary folder: %1").arg(folder.errorString()),
                     picture.file};
    const QString output = folder.filePath(QStringLiteral("picture.png"));
    QProcess process;
    process.setProcessEnvironment(environmentOf(folder.path(), roots));
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(pictureProgram(), argumentsOf(picture, output));
    QElapsedTimer time;
    time.start();
    const auto isToGoOn = [&] { return !progress.isCancelled() && time.elapsed() < longestMs; };
    bool isDone = false;
    while (!isDone && process.state() != QProcess::NotRunning && isToGoOn())
        isDone = process.waitForFinished(pollMs);
    if (process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
        if (progress.isCancelled())
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), picture.file};
        return Error{ErrorKind::Unreadable, Core::tr("the picture was not ready within %1 s").arg(longestMs / 1000),
                     picture.file};
    }
    QFile png(output);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0 || !png.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Unreadable,
                     Core::tr("no picture: %1").arg(QString::fromUtf8(process.readAll()).simplified().right(400)),
                     picture.file};
    if (png.size() > maxPictureBytes)
        return Error{ErrorKind::TooLarge, Core::tr("the picture is too large; ask for fewer pixels"), picture.file};
    return png.readAll();
}

Result<QString> keepPicture(const QByteArray &png, const QString &folder, const QString &trace, int &number)
{
    QString stem = QFileInfo(trace).fileName().section(u'.', 0, 0).left(60);
    stem.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9_-]")), QStringLiteral("_"));
    QString path;
    do
        path = QStringLiteral("%1/%2-%3.png").arg(folder, stem).arg(++number);
    while (QFileInfo::exists(path));
    return writeWholeFile(path, {png.constData(), size_t(png.size())}, Existing::Refuse);
}

} // namespace ws::cli
