// warpscope-cli remote HOST:FOLDER

#include "app/cli/cli.h"
#include "core/base/format.h"
#include "core/io/remote/remotefolder.h"
#include "core/io/remote/sshrun.h"

#include <QDateTime>

namespace ws::cli {
namespace {

QString lineOf(const RemoteEntry &entry, const RemotePath &folder)
{
    const QString when =
        entry.modified > 0 ? QDateTime::fromSecsSinceEpoch(entry.modified).toString(QStringLiteral("yyyy-MM-dd hh:mm"))
                           : QString();
    const QString slash = folder.path.endsWith(u'/') ? QString() : QStringLiteral("/");
    return QStringLiteral("%1  %2  %3%4%5%6\n")
        .arg(entry.isFolder ? QString() : formatBytes(entry.size), 10)
        .arg(when, 16)
        .arg(folder.text(), slash, plainWords(entry.name), entry.isFolder ? QStringLiteral("/") : QString());
}

} // namespace

int runRemote(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    const QString argument = parser.positionalArguments().front();
    const auto place = remotePath(argument);
    if (!place)
        return wrongUsage(self,
                          App::tr("“%1” is no folder of another machine; HOST:/FOLDER is expected").arg(argument));
    const Result<RemoteFolder> folder = listRemote(*place, Progress());
    if (!folder) {
        printError(folder.error().text());
        return Unreadable;
    }
    QString lines;
    for (const bool folders : {false, true})
        for (const RemoteEntry &entry : folder->entries)
            if (entry.isFolder == folders)
                lines += lineOf(entry, {place->host, folder->path});
    return print(lines.toStdString());
}

} // namespace ws::cli
