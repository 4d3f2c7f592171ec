#pragma once
// A spool as a file that is read while it is still written: reading waits for the bytes, so that a trace is interpreted
// while it comes. Where the transfer broke off, reading fails with its reason, as on a disk that breaks.

#include "core/io/remote/remotetransfer.h"

#include <QFile>

namespace ws {

class GrowingFile : public QFile
{
public:
    GrowingFile(const QString &spool, int64_t size, std::shared_ptr<RemoteTransfer> transfer);
    qint64 size() const override { return m_size; }

protected:
    qint64 readData(char *data, qint64 most) override;

private:
    std::shared_ptr<RemoteTransfer> m_transfer; ///< ends with this
    qint64 m_size;
};

} // namespace ws
