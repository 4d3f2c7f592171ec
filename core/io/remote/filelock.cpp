#include "core/io/remote/filelock.h"

#include "core/base/platform.h"

#include <utility>

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
        platform::unlockFile(m_file);
}

bool FileLock::tryLock(const QString &path, Kind kind)
{
    const intptr_t file = platform::lockFile(path, kind == Kind::Shared);
    if (file < 0)
        return false;
    if (m_file >= 0)
        platform::unlockFile(m_file);
    m_file = file;
    return true;
}

} // namespace ws
