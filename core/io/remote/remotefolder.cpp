#include "core/io/remote/remotefolder.h"

#include "core/base/texts.h"
#include "core/io/remote/remotescript.h"
#include "core/io/remote/sshrun.h"

namespace ws {

std::vector<RemoteEntry> folderEntries(const QByteArray &lines)
{
    std::vector<RemoteEntry> entries;
    for (const QByteArray &line : lines.split('\n')) {
        const qsizetype size = line.indexOf(' ') + 1, time = line.indexOf(' ', size) + 1,
                        name = line.indexOf(' ', time);
        if (size != 2 || time == 0 || name < 0)
            continue;
        bool isSize = false, isTime = false;
        const RemoteEntry entry{QString::fromUtf8(line.mid(name + 1)),
                                line.mid(size, time - size - 1).toLongLong(&isSize),
                                line.mid(time, name - time).toLongLong(&isTime), line[0] == 'd'};
        if (isSize && isTime && !entry.name.isEmpty())
            entries.push_back(entry);
    }
    return entries;
}

Result<RemoteFolder> listRemote(const RemotePath &folder, const Progress &progress)
{
    constexpr qsizetype most = 1 << 20; // a hundred names
    QByteArray bytes;
    const SshRun run = runSsh(
        folder, remoteScript(), scriptArguments(folder.path, {}, RemoteForm::Own),
        [&](QByteArrayView more) {
            bytes += more;
            return bytes.size() <= most && !bytes.startsWith("warpscope-file ");
        },
        [&] { return progress.isCancelled(); });
    if (progress.isCancelled())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), folder.text()};
    const auto header = takeHeader(bytes);
    if (header && !header->isFolder)
        return Error{ErrorKind::Unsupported, Core::tr("this is a file, not a folder"), folder.text()};
    if (run.end == SshEnd::Failed || !header)
        return Error{ErrorKind::Unreadable,
                     run.words.isEmpty() ? Core::tr("the host gave no answer to the question for a folder") : run.words,
                     folder.text()};
    return RemoteFolder{header->folder, folderEntries(bytes)};
}

} // namespace ws
