// Where one operating system differs from another: in files of its own, which CMake chooses, and nowhere else.

#include "sourcetree.h"

#include <gtest/gtest.h>

#include <regex>

namespace ws::test {
namespace {

bool asksForSystem(const std::string &line)
{
    static const std::regex condition(R"(^\s*#\s*(if|ifdef|ifndef|elif)\b.*)"
                                      R"((_WIN32|WIN32|_WIN64|__MINGW|_MSC_VER|Q_OS_|__linux__|__unix__|__APPLE__|__GLIBC__))");
    return std::regex_search(line, condition);
}

bool includesSystem(const std::string &include)
{
    static const std::regex ofSystem(R"(^(sys/.*|(unistd|fcntl|pthread|sched|dlfcn|malloc|io|windows)\.h)$)");
    return std::regex_match(include, ofSystem);
}

bool isOfSystem(const std::string &path)
{
    static const std::regex own(R"(.*_(posix|windows|freedesktop|macos)\.cpp)");
    return std::regex_match(path, own);
}

/// Whether a line declares an object for each thread that has something to destroy when the thread ends. MinGW's
/// runtime gives the memory of such objects back before their destructors run.
bool destroysForThread(const std::string &line)
{
    static const std::regex object(R"(\bthread_local\b)");
    static const std::regex plain(R"(\bthread_local\s+(const\s+)?(constinit\s+)?(bool|int|size_t|u?int\d+_t)\s+\w+)");
    return std::regex_search(line, object) && !std::regex_search(line, plain);
}

} // namespace

TEST(Systems, whatAThreadHasOfItsOwnIsPlain)
{
    for (const SourceFile &file : sourceFiles({"core", "widgets", "app", "tests"})) {
        if (file.path.find("tst_systems") == std::string::npos) {
            for (const std::string &line : file.lines)
                EXPECT_FALSE(destroysForThread(line)) << file.path << ": " << line;
        }
    }
    EXPECT_TRUE(destroysForThread("    static thread_local std::string all;"));
    EXPECT_TRUE(destroysForThread("thread_local std::vector<int> all;"));
    EXPECT_FALSE(destroysForThread("    thread_local size_t recent = 0;"));
}

TEST(Systems, onlyTheirOwnFilesAskForThem)
{
    for (const SourceFile &file : sourceFiles({"core", "widgets", "app"})) {
        if (isOfSystem(file.path))
            continue;
        for (const std::string &line : file.lines)
            EXPECT_FALSE(asksForSystem(line)) << file.path << ": " << line;
        for (const std::string &include : file.includes)
            EXPECT_FALSE(includesSystem(include)) << file.path << ": " << include;
    }
}

TEST(Systems, aConditionOrAHeaderIsSeen)
{
    EXPECT_TRUE(asksForSystem("#ifdef _WIN32"));
    EXPECT_TRUE(asksForSystem("  # if defined(Q_OS_LINUX)"));
    EXPECT_FALSE(asksForSystem("#ifdef __SSE2__"));
    EXPECT_TRUE(includesSystem("unistd.h"));
    EXPECT_TRUE(includesSystem("sys/stat.h"));
    EXPECT_FALSE(includesSystem("core/base/platform.h"));
}

} // namespace ws::test
