// The length of files and classes.

#include "sourcetree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>

namespace ws::test {
namespace {

constexpr size_t maxLines = 500;

/// Whether the header declares a type named like its file: "MainWindow" in mainwindow.h.
bool declaresItsType(const SourceFile &header)
{
    static const std::regex type(R"(^(?:class|struct)\s+(\w+)\b(?!.*;\s*$))");
    const std::string stem = header.stem();
    return std::any_of(header.lines.begin(), header.lines.end(), [&stem](const std::string &line) {
        std::smatch match;
        if (!std::regex_search(line, match, type))
            return false;
        std::string name = match[1];
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
        return name == stem;
    });
}

/// Lines of each class in all its files: class.h, class.cpp and every class_part.cpp next to them.
std::map<std::string, size_t> linesOfClasses(const std::vector<SourceFile> &files)
{
    std::map<std::string, size_t> lines;
    for (const SourceFile &file : files)
        if (file.isHeader() && declaresItsType(file))
            lines[file.folder() + '/' + file.stem()] = 0;
    for (const SourceFile &file : files) {
        std::string stem = file.folder() + '/' + file.stem();
        while (!lines.contains(stem) && stem.rfind('_') != std::string::npos && stem.rfind('_') > stem.rfind('/'))
            stem.resize(stem.rfind('_'));
        if (const auto found = lines.find(stem); found != lines.end())
            found->second += file.lines.size();
    }
    return lines;
}

SourceFile sourceOf(std::string path, std::vector<std::string> lines)
{
    return {std::move(path), std::move(lines), {}};
}

} // namespace

TEST(Sizes, noFileIsLongerThan500Lines)
{
    for (const SourceFile &file : sourceFiles({"core", "widgets", "app", "tests"}))
        EXPECT_LE(file.lines.size(), maxLines) << file.path;
}

TEST(Sizes, nineOfTenFilesHaveAtMost300Lines)
{
    std::vector<SourceFile> files = sourceFiles({"core", "widgets", "app"});
    std::erase_if(files, [](const SourceFile &file) { return file.isHeader(); });
    std::string names;
    size_t count = 0;
    for (const SourceFile &file : files)
        if (file.lines.size() > 300) {
            ++count;
            names += ' ' + file.path;
        }
    EXPECT_LE(count * 10, files.size()) << count << " of " << files.size() << ':' << names;
}

/// Cutting one class into several files makes it no smaller.
TEST(Sizes, noClassHasMoreThan500LinesInAllItsFiles)
{
    for (const auto &[name, lines] : linesOfClasses(sourceFiles({"core", "widgets", "app"})))
        EXPECT_LE(lines, maxLines) << name;
}

TEST(Sizes, aClassInSeveralFilesIsCountedOnce)
{
    const std::vector<SourceFile> files{
        sourceOf("app/mainwindow.h", {"class QMenu;", "class MainWindow : public QMainWindow"}),
        sourceOf("app/mainwindow.cpp", {"1", "2", "3"}),
        sourceOf("app/mainwindow_open.cpp", {"1", "2"}),
        sourceOf("app/mainwindowmenus.cpp", {"1"}),
        sourceOf("app/cli.h", {"int runCli();"}),
        sourceOf("app/cli_kernels.cpp", {"1"}),
    };
    EXPECT_EQ(linesOfClasses(files), (std::map<std::string, size_t>{{"app/mainwindow", 7}}));
}

} // namespace ws::test
