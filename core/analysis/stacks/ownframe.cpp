#include "core/analysis/stacks/ownframe.h"

#include <algorithm>
#include <array>
#include <string>

namespace ws {
namespace {

constexpr std::array frameworks{std::string_view("torch"),       std::string_view("torch_npu"),
                                std::string_view("torchvision"), std::string_view("functorch"),
                                std::string_view("triton"),      std::string_view("numpy")};

constexpr std::array libraryFolders{
    std::string_view("asyncio"),   std::string_view("concurrent"), std::string_view("multiprocessing"),
    std::string_view("logging"),   std::string_view("importlib"),  std::string_view("collections"),
    std::string_view("json"),      std::string_view("email"),      std::string_view("http"),
    std::string_view("urllib"),    std::string_view("unittest"),   std::string_view("ctypes"),
    std::string_view("encodings"), std::string_view("xml"),        std::string_view("sqlite3")};

/// Modules of the standard library, of all versions since 3.8, and the one package of the same kind; "test" is a usual
/// name of a script.
constexpr std::string_view libraryModules =
    " "
    "abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 "
    "cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent "
    "configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal "
    "difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch "
    "fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html "
    "http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale "
    "logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis "
    "nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools "
    "pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc "
    "pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select "
    "selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile "
    "sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig "
    "syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token tokenize tomllib "
    "trace traceback tracemalloc tty turtle turtledemo types typing typing_extensions unicodedata unittest urllib uu "
    "uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport "
    "zlib zoneinfo ";

constexpr std::string_view separators = "/\\";

template <size_t n> bool isOneOf(const std::array<std::string_view, n> &words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool hasFrameworkFolder(std::string_view file)
{
    for (size_t end = file.find_first_of(separators); end != file.npos; end = file.find_first_of(separators)) {
        if (isOneOf(frameworks, file.substr(0, end)))
            return true;
        file.remove_prefix(end + 1);
    }
    return false;
}

bool isOfLibrary(std::string_view file, bool hasWholePaths)
{
    const size_t first = file.find_first_of(separators);
    if (first == file.npos)
        return !hasWholePaths && file.ends_with(".py");
    const bool inPython = file.find("/lib/python3") != file.npos;
    const bool isPackage = file.find("site-packages") != file.npos || file.find("dist-packages") != file.npos;
    return (inPython && !isPackage) || (!hasWholePaths && isOneOf(libraryFolders, file.substr(0, first)));
}

bool isScript(std::string_view file)
{
    return file.ends_with(".py") && file.find_first_of(separators) == file.npos &&
           libraryModules.find(' ' + std::string(file.substr(0, file.size() - 3)) + ' ') == libraryModules.npos;
}

constexpr std::string_view wholeProgram = "): <module>";

} // namespace

std::string_view frameFile(std::string_view frame)
{
    for (size_t close = frame.find("): "); close != frame.npos; close = frame.find("): ", close + 1)) {
        const std::string_view before = frame.substr(0, close);
        const size_t open = before.rfind('(');
        if (open == before.npos || open + 1 == close)
            continue;
        if (before.find_first_not_of("0123456789", open + 1) == before.npos)
            return before.substr(0, open);
    }
    return {};
}

bool isOwnFrame(std::string_view frame, bool hasWholePaths)
{
    const std::string_view file = frameFile(frame);
    return !file.empty() && !file.starts_with('<') && !file.starts_with(modulePrefix) &&
           file.find("torchinductor_") == file.npos && !hasFrameworkFolder(file) && !isOfLibrary(file, hasWholePaths);
}

OwnFrames::OwnFrames(const Run &run, bool hasWholePaths) : m_hasWholePaths(hasWholePaths)
{
    for (size_t id = 0; id < run.strings.size() && !m_hasScript && !hasWholePaths; ++id) {
        const std::string_view text = run.text(static_cast<StringId>(id));
        m_hasScript = text.ends_with(wholeProgram) && isScript(frameFile(text));
    }
}

bool OwnFrames::isOfScript(std::string_view frame) const
{
    return m_hasScript && isScript(frameFile(frame)) && !frame.ends_with(wholeProgram);
}

std::string_view withoutFolders(std::string_view name)
{
    const std::string_view file = frameFile(name);
    const size_t last = file.rfind('/');
    const size_t before = last == file.npos || last == 0 ? file.npos : file.rfind('/', last - 1);
    return before == file.npos ? name : name.substr(before + 1);
}

} // namespace ws
