#include "core/io/remote/remotesource.h"

#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/io/remote/growingfile.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

/// Read at several places, or by another program.
bool needsWhole(const QByteArray &magic, const QString &name)
{
    if (magic.startsWith("WSPA"))
        return false;
    const std::array closed{QStringLiteral(".nsys-rep"), QStringLiteral(".qdrep"), QStringLiteral(".ncu-rep")};
    return magic.startsWith("PK") || magic.startsWith("SQLi") ||
           std::ranges::any_of(closed, [&](const QString &end) { return name.endsWith(end, Qt::CaseInsensitive); });
}

/// True: all of it is there.
bool waitForWhole(RemoteTransfer &transfer, int64_t size, Progress &progress)
{
    for (int64_t there = 0, before = -1; there > before; there = transfer.waitFor(there)) {
        progress.bytesDone = before = there;
        if (there == size)
            return true;
    }
    return false;
}

} // namespace

Result<std::unique_ptr<ByteSource>> openRemote(const RemotePath &remote, Progress &progress)
{
    const auto transfer = std::make_shared<RemoteTransfer>(remote, progress);
    const Result<FileStamp> stamp = transfer->waitForStart();
    if (!stamp)
        return stamp.error();
    progress.bytesTotal = stamp->size;
    auto file = std::make_unique<GrowingFile>(stamp->path, stamp->size, transfer);
    const auto lost = [&] {
        return Error{progress.isCancelled() ? ErrorKind::Cancelled : ErrorKind::Unreadable, transfer->failure(),
                     remote.text()};
    };
    constexpr int64_t magicSize = 4;
    if (transfer->isPacked())
        progress.bytesTotal = -1;
    transfer->waitFor(std::min(stamp->size, magicSize) - 1);
    if (!transfer->isPacked()) // the program there could not read it
        progress.bytesTotal = stamp->size;
    if (!file->open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return Error{ErrorKind::Unreadable, Core::tr("cannot be opened: %1").arg(file->errorString()), remote.text()};
    if (needsWhole(file->peek(magicSize), remote.name()) && !waitForWhole(*transfer, stamp->size, progress))
        return lost();
    auto source = openFile(std::move(file), *stamp);
    if (!source && !transfer->failure().isEmpty())
        return lost();
    return source;
}

} // namespace ws
