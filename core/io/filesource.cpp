#include "core/io/filesource.h"

#include "core/base/texts.h"

#include <QFileInfo>

namespace ws {

FileSource::FileSource(std::unique_ptr<QFile> file, const FileStamp &stamp, Container container)
    : m_file(std::move(file))
{
    m_container = container;
    m_stamp = stamp;
    m_fileName = QFileInfo(stamp.path).fileName();
    m_index = std::make_shared<SeekIndex>();
    m_index->stamp = stamp;
    m_index->container = container;
}

size_t FileSource::readFile(void *buffer, size_t size)
{
    if (m_failedAt >= 0)
        return 0;
    const int64_t at = m_file->pos();
    const qint64 got = m_file->read(static_cast<char *>(buffer), static_cast<qint64>(size));
    if (got >= 0)
        return static_cast<size_t>(got);
    m_failedAt = at;
    m_incomplete = true;
    m_damage = Core::tr("reading failed at file byte %1: %2").arg(at).arg(m_file->errorString());
    return 0;
}

int64_t failedAt(const ByteSource &source)
{
    const auto *file = dynamic_cast<const FileSource *>(&source);
    return file ? file->failedAt() : -1;
}

const char *damageKind(const ByteSource &source)
{
    return failedAt(source) >= 0 ? "read-error" : source.isIncomplete() ? "damaged-container" : "extra-bytes";
}

} // namespace ws
