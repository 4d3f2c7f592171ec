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

} // namespace

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
