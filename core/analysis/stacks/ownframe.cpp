#include "core/analysis/stacks/ownframe.h"

#include <algorithm>
#include <array>

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
    return !file.empty() && !file.starts_with('<') && !file.starts_with("nn.Module: ") &&
           file.find("torchinductor_") == file.npos && !hasFrameworkFolder(file) && !isOfLibrary(file, hasWholePaths);
}

} // namespace ws
