#include "core/io/remote/growingfile.h"

#include <algorithm>

namespace ws {

GrowingFile::GrowingFile(const QString &spool, int64_t size, std::shared_ptr<RemoteTransfer> transfer)
    : QFile(spool), m_transfer(std::move(transfer)), m_size(size)
{
}

qint64 GrowingFile::readData(char *data, qint64 most)
{
    const int64_t at = pos(), there = m_transfer->waitFor(at);
    if (there > at)
        return QFile::readData(data, std::min<qint64>(most, there - at));
    const QString failure = m_transfer->failure();
    if (failure.isEmpty())
        return 0;
    setErrorString(failure);
    return -1;
}

} // namespace ws
