#include "sourcetree.h"

#include "paths.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

namespace ws::test {
namespace {

SourceFile readSource(const std::filesystem::path &path, const std::filesystem::path &root)
{
    SourceFile file;
    file.path = path.lexically_relative(root).generic_string();
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        if (std::string name = includeOf(line); !name.empty())
            file.includes.push_back(std::move(name));
        file.lines.push_back(std::move(line));
    }
    return file;
}

} // namespace

std::string SourceFile::stem() const
{
    return std::filesystem::path(path).stem().string();
}

std::string includeOf(const std::string &line)
{
    static const std::regex include(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
    std::smatch match;
    return std::regex_search(line, match, include) ? match[1].str() : std::string();
}

std::vector<SourceFile> sourceFiles(const std::vector<std::string> &roots)
{
    namespace fs = std::filesystem;
    const fs::path root(WARPSCOPE_SOURCE_DIR);
    std::vector<SourceFile> files;
    for (const std::string &folder : roots)
        for (const auto &entry : fs::recursive_directory_iterator(root / folder))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
                files.push_back(readSource(entry.path(), root));
    std::sort(files.begin(), files.end(), [](const SourceFile &a, const SourceFile &b) { return a.path < b.path; });
    return files;
}

} // namespace ws::test
