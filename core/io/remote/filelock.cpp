#include "core/io/remote/filelock.h"

#include <QFile>

#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ws {

FileLock::FileLock(FileLock &&other) noexcept : m_file(std::exchange(other.m_file, -1)) {}

FileLock &FileLock::operator=(FileLock &&other) noexcept
{
    std::swap(m_file, other.m_file);
    return *this;
}

FileLock::~FileLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

bool FileLock::tryLock(const QString &path, Kind kind)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    if (::flock(file, (kind == Kind::Shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
        ::close(file);
        return false;
    }
    if (m_file >= 0)
        ::close(m_file);
    m_file = file;
    return true;
}

} // namespace ws
