#pragma once
// The program's own sources for the tests of this folder: every file with its lines and includes.

#include <string>
#include <vector>

namespace ws::test {

struct SourceFile
{
    std::string path; ///< from the root of the sources: "core/base/format.h"
    std::vector<std::string> lines;
    std::vector<std::string> includes; ///< as written, without the quotes or brackets

    bool isHeader() const { return path.ends_with(".h"); }
    std::string folder() const { return path.substr(0, path.rfind('/')); }
    std::string stem() const; ///< the file's name without its ending
};

/// All .cpp and .h files below these folders, in the order of their paths.
std::vector<SourceFile> sourceFiles(const std::vector<std::string> &roots);

/// The text between the quotes or brackets of an #include line; empty for other lines.
std::string includeOf(const std::string &line);

} // namespace ws::test
