#pragma once
// A lock between processes, which the system takes back when one of them dies. Rejected: QLockFile (it has no shared
// locks).

#include <QString>

#include <cstdint>

namespace ws {

class FileLock
{
public:
    enum class Kind { Shared, Exclusive };

    FileLock() = default;
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    ~FileLock();

    /// Makes the file if it is missing. Does not wait; false: another has it.
    bool tryLock(const QString &path, Kind kind);
    bool isHeld() const { return m_file >= 0; }

private:
    intptr_t m_file = -1;
};

} // namespace ws
