#include "core/base/platform.h"

#include <QDir>
#include <QProcess>

#include <algorithm>
#include <bit>
#include <string>
#include <thread>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

extern "C" WINBASEAPI HRESULT WINAPI SetThreadDescription(HANDLE thread, PCWSTR name); // MinGW's headers lack it

namespace ws::platform {
namespace {

constexpr int outputDescriptor = 1, errorDescriptor = 2;

/// A character device that is no terminal is NUL.
bool isConsole(DWORD which)
{
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(which), &mode) != 0;
}

intptr_t asNumber(HANDLE handle)
{
    return handle == INVALID_HANDLE_VALUE ? -1 : reinterpret_cast<intptr_t>(handle);
}

HANDLE asHandle(intptr_t number)
{
    return number < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(number);
}

HANDLE handleOf(int descriptor)
{
    return asHandle(_get_osfhandle(descriptor));
}

OVERLAPPED overlappedAt(int64_t at)
{
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(at);
    place.OffsetHigh = static_cast<DWORD>(at >> 32);
    return place;
}

/// Expressions are not compiled to machine code, which is decided when the first one is used: each thread has a stack for
/// them, and MinGW gives the memory that holds it back before Qt, at the end of the thread, frees the stack.
[[maybe_unused]] const bool isWithoutJit = qputenv("QT_ENABLE_REGEXP_JIT", "0");

constexpr DWORD shareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

} // namespace

void prepareConsole()
{
    for (const int descriptor : {inputDescriptor, outputDescriptor, errorDescriptor})
        _setmode(descriptor, _O_BINARY);
    if (isConsole(STD_OUTPUT_HANDLE) || isConsole(STD_ERROR_HANDLE))
        SetConsoleOutputCP(CP_UTF8);
}

bool inputIsTerminal()
{
    return isConsole(STD_INPUT_HANDLE);
}

bool errorsAreTerminal()
{
    return isConsole(STD_ERROR_HANDLE);
}

int terminalColumns()
{
    CONSOLE_SCREEN_BUFFER_INFO info{};
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}

int64_t readInput(char *buffer, size_t size)
{
    return _read(inputDescriptor, buffer, static_cast<unsigned>(std::min<size_t>(size, INT32_MAX)));
}

FILE *takeOutput()
{
    fflush(stdout);
    const int own = _dup(outputDescriptor);
    FILE *output = own >= 0 ? _fdopen(own, "wb") : nullptr;
    if (output)
        _dup2(errorDescriptor, outputDescriptor);
    return output;
}

const char *firstOf(std::string_view bytes, std::string_view needle)
{
    const size_t at = bytes.find(needle);
    return at == bytes.npos ? nullptr : bytes.data() + at;
}

const char *lastOf(std::string_view bytes, char letter)
{
    const size_t at = bytes.rfind(letter);
    return at == bytes.npos ? nullptr : bytes.data() + at;
}

void endWhereItMayHang(int code, bool)
{
    fflush(nullptr);
    TerminateProcess(GetCurrentProcess(), static_cast<UINT>(code));
}

std::filesystem::path pathOf(const QString &path)
{
    return path.toStdWString();
}

bool isPipe(const QString &path)
{
    if (path == QLatin1String("/dev/stdin"))
        return GetFileType(GetStdHandle(STD_INPUT_HANDLE)) == FILE_TYPE_PIPE;
    return QDir::fromNativeSeparators(path).startsWith(QLatin1String("//./pipe/"), Qt::CaseInsensitive);
}

bool timeNeedsWriting()
{
    return true;
}

bool mappedFilesAreLocked()
{
    return true;
}

/// A file object of its own: reading at a place moves the position of the one that it is asked of.
PositionedFile::PositionedFile(int descriptor)
    : m_file(asNumber(ReOpenFile(handleOf(descriptor), GENERIC_READ, shareAll, 0)))
{
}

PositionedFile::~PositionedFile()
{
    if (m_file >= 0)
        CloseHandle(asHandle(m_file));
}

size_t PositionedFile::read(unsigned char *bytes, size_t size, int64_t at) const
{
    size_t filled = 0;
    while (filled < size) {
        OVERLAPPED place = overlappedAt(at + static_cast<int64_t>(filled));
        DWORD got = 0;
        const auto most = static_cast<DWORD>(std::min<size_t>(size - filled, size_t(1) << 30));
        if (!ReadFile(asHandle(m_file), bytes + filled, most, &got, &place) || got == 0)
            break;
        filled += got;
    }
    return filled;
}

int64_t sizeOfFile(int descriptor)
{
    LARGE_INTEGER size{};
    return GetFileSizeEx(handleOf(descriptor), &size) ? size.QuadPart : -1;
}

intptr_t lockFile(const QString &path, bool isShared)
{
    const std::wstring name = QDir::toNativeSeparators(path).toStdWString();
    const HANDLE file = CreateFileW(name.c_str(), GENERIC_READ | GENERIC_WRITE, shareAll, nullptr, OPEN_ALWAYS,
                                    FILE_ATTRIBUTE_NORMAL, nullptr);
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    OVERLAPPED place{};
    const DWORD kind = LOCKFILE_FAIL_IMMEDIATELY | (isShared ? 0 : LOCKFILE_EXCLUSIVE_LOCK);
    if (!LockFileEx(file, kind, 0, MAXDWORD, MAXDWORD, &place)) {
        CloseHandle(file);
        return -1;
    }
    return asNumber(file);
}

void unlockFile(intptr_t lock)
{
    CloseHandle(asHandle(lock));
}

void nameThisThread(const char *name)
{
    SetThreadDescription(GetCurrentThread(), QString::fromLatin1(name).toStdWString().c_str());
}

void giveWay()
{
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

size_t usableCores()
{
    DWORD_PTR own = 0, all = 0;
    const bool isKnown = GetProcessAffinityMask(GetCurrentProcess(), &own, &all) && own != 0;
    return isKnown && own != all ? static_cast<size_t>(std::popcount(own)) : std::thread::hardware_concurrency();
}

void endWithParent(QProcess &) {}

int64_t machineBytes()
{
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? static_cast<int64_t>(status.ullTotalPhys) : 0;
}

int64_t heapBytes()
{
    return 0;
}

void trimHeap() {}

void *newPages(size_t bytes)
{
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void giveBackPages(void *pages, size_t)
{
    VirtualFree(pages, 0, MEM_RELEASE);
}

} // namespace ws::platform
