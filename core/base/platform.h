#pragma once
// What differs between operating systems, and the only place that does: platform_posix.cpp or platform_windows.cpp is
// compiled. All else is written for what Qt and the standard library give everywhere.

#include <QString>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string_view>

class QProcess;

namespace ws::platform {

constexpr int inputDescriptor = 0; ///< of standard input

/// Output without changed line ends, as UTF-8, and files of any size from standard input. First of all in main().
void prepareConsole();
/// Standard input comes from a person.
bool inputIsTerminal();
/// Diagnostics are read by a person.
bool errorsAreTerminal();
/// Columns of the terminal that standard output is; 0: it is none.
int terminalColumns();
/// Bytes of standard input as they come; waits for one. 0: the end; below 0: a failure.
int64_t readInput(char *buffer, size_t size);
/// What was standard output; whoever prints there from now on prints to the standard error. Null: a failure.
FILE *takeOutput();

/// The first place of `needle` and the last one of `letter` in the bytes, as fast as the system's library does it;
/// null: none.
const char *firstOf(std::string_view bytes, std::string_view needle);
const char *lastOf(std::string_view bytes, char letter);

/// Ends the process at once where running on to its end may hang: with a thread that still works (its data must not be
/// destroyed), and on Windows always: there libraries of graphics wait for threads that the system has ended before.
void endWhereItMayHang(int code, bool hasWorkingThread);

/// A path for the standard library.
std::filesystem::path pathOf(const QString &path);
/// A named pipe, a socket, or standard input where another program fills it (`path` is then standardInput()).
bool isPipe(const QString &path);
/// The time of a file can be set only where it is open for writing.
bool timeNeedsWriting();
/// A file that is mapped cannot be cut by others, and one that is read-only cannot be replaced.
bool mappedFilesAreLocked();

/// Bytes of an open file whose own position is not touched. Any threads at once.
class PositionedFile
{
public:
    /// `descriptor`: of the file, open for as long as this.
    explicit PositionedFile(int descriptor);
    ~PositionedFile();
    PositionedFile(const PositionedFile &) = delete;
    PositionedFile &operator=(const PositionedFile &) = delete;

    /// As many bytes as there are; 0 also where the system cannot read.
    size_t read(unsigned char *bytes, size_t size, int64_t at) const;

private:
    intptr_t m_file;
};
/// What the system says of an open file; below 0: nothing.
int64_t sizeOfFile(int descriptor);

/// A lock on a whole file, which is made if it is missing, for as long as what is returned is not given back; the
/// system takes it when the process dies. Below 0: another process has it.
intptr_t lockFile(const QString &path, bool isShared);
void unlockFile(intptr_t lock);

/// For debuggers, profilers and benches; up to 15 characters.
void nameThisThread(const char *name);
/// The calling thread gives way to the others of the process from now on.
void giveWay();
/// Cores that this process may use; 0: not known.
size_t usableCores();
/// The child does not outlive this program. Before its start.
void endWithParent(QProcess &child);

/// Memory of the machine.
int64_t machineBytes();
/// What the process has taken from its heap; 0: not known.
int64_t heapBytes();
/// Gives the system back what the heap keeps of freed memory.
void trimHeap();
/// Memory in whole pages that the system has back at once when it is given back; the heap would keep it. Null: none.
void *newPages(size_t bytes);
void giveBackPages(void *pages, size_t bytes);

} // namespace ws::platform
