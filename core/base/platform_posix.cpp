#include "core/base/platform.h"

#include <QFile>
#include <QProcess>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <csignal>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ws::platform {

void prepareConsole() {}

bool inputIsTerminal()
{
    return isatty(STDIN_FILENO);
}

bool errorsAreTerminal()
{
    return isatty(STDERR_FILENO);
}

int terminalColumns()
{
    winsize size{};
    return !isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

int64_t readInput(char *buffer, size_t size)
{
    ssize_t got = 0;
    do
        got = ::read(STDIN_FILENO, buffer, size);
    while (got < 0 && errno == EINTR);
    return got;
}

FILE *takeOutput()
{
    fflush(stdout);
    const int own = dup(STDOUT_FILENO);
    FILE *output = own >= 0 ? fdopen(own, "w") : nullptr;
    if (output)
        dup2(STDERR_FILENO, STDOUT_FILENO);
    return output;
}

const char *firstOf(std::string_view bytes, std::string_view needle)
{
    return static_cast<const char *>(memmem(bytes.data(), bytes.size(), needle.data(), needle.size()));
}

const char *lastOf(std::string_view bytes, char letter)
{
#ifdef __GLIBC__
    return static_cast<const char *>(memrchr(bytes.data(), letter, bytes.size()));
#else
    const size_t at = bytes.rfind(letter);
    return at == bytes.npos ? nullptr : bytes.data() + at;
#endif
}

void endWhereItMayHang(int code, bool hasWorkingThread)
{
    if (hasWorkingThread)
        std::_Exit(code);
}

std::filesystem::path pathOf(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

bool isPipe(const QString &path)
{
    std::error_code unknown;
    const auto kind = std::filesystem::status(pathOf(path), unknown).type();
    return kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::socket;
}

bool timeNeedsWriting()
{
    return false;
}

bool mappedFilesAreLocked()
{
    return false;
}

PositionedFile::PositionedFile(int descriptor) : m_file(descriptor) {}

PositionedFile::~PositionedFile() = default;

size_t PositionedFile::read(unsigned char *bytes, size_t size, int64_t at) const
{
    size_t filled = 0;
    while (filled < size) {
        const ssize_t got =
            pread(static_cast<int>(m_file), bytes + filled, size - filled, at + static_cast<int64_t>(filled));
        if (got <= 0)
            break;
        filled += static_cast<size_t>(got);
    }
    return filled;
}

int64_t sizeOfFile(int descriptor)
{
    struct stat there;
    return fstat(descriptor, &there) == 0 ? there.st_size : -1;
}

intptr_t lockFile(const QString &path, bool isShared)
{
    const int file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return -1;
    if (::flock(file, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
        ::close(file);
        return -1;
    }
    return file;
}

void unlockFile(intptr_t lock)
{
    ::close(static_cast<int>(lock));
}

void nameThisThread(const char *name)
{
#ifdef __APPLE__
    pthread_setname_np(name);
#else
    pthread_setname_np(pthread_self(), name);
#endif
}

void giveWay()
{
#ifdef __linux__ // where QThread's priorities are ignored
    constexpr int more = 10;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), getpriority(PRIO_PROCESS, 0) + more); // at most 19
#endif
}

size_t usableCores()
{
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
        return static_cast<size_t>(CPU_COUNT(&cores));
#endif
    return std::thread::hardware_concurrency();
}

void endWithParent([[maybe_unused]] QProcess &child)
{
#ifdef __linux__
    child.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
#endif
}

int64_t machineBytes()
{
    return int64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

int64_t heapBytes()
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 info = mallinfo2();
    return int64_t(info.uordblks) + int64_t(info.hblkhd);
#else
    return 0;
#endif
}

void trimHeap()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void *newPages(size_t bytes)
{
    void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return pages == MAP_FAILED ? nullptr : pages;
}

void giveBackPages(void *pages, size_t bytes)
{
    munmap(pages, bytes);
}

} // namespace ws::platform
