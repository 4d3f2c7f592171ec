// The length of files: a file is one idea told whole.

#include "sourcetree.h"

#include <gtest/gtest.h>

namespace ws::test {
namespace {

constexpr size_t maxLines = 800;

} // namespace

TEST(Sizes, noFileIsLongerThan800Lines)
{
    for (const SourceFile &file : sourceFiles({"core", "widgets", "app", "tests"}))
        EXPECT_LE(file.lines.size(), maxLines) << file.path;
}

TEST(Sizes, nineOfTenFilesHaveAtMost400Lines)
{
    std::vector<SourceFile> files = sourceFiles({"core", "widgets", "app"});
    std::erase_if(files, [](const SourceFile &file) { return file.isHeader(); });
    std::string names;
    size_t count = 0;
    for (const SourceFile &file : files)
        if (file.lines.size() > 400) {
            ++count;
            names += ' ' + file.path;
        }
    EXPECT_LE(count * 10, files.size()) << count << " of " << files.size() << ':' << names;
}

} // namespace ws::test
