#include "floors.h"

#include <map>
#include <vector>

namespace ws::test {
namespace {

std::vector<std::string> foldersOf(const std::string &path)
{
    std::vector<std::string> folders;
    size_t begin = 0;
    for (size_t end = path.find('/'); end != std::string::npos; end = path.find('/', begin)) {
        folders.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

/// 0 for a folder that has no layer yet: give it one here.
int coreFloor(const std::string &folder)
{
    static const std::map<std::string, int> floors{{"base", 1},     {"io", 1},      {"model", 2}, {"readers", 3},
                                                   {"analysis", 4}, {"session", 5}, {"report", 6}};
    const auto found = floors.find(folder);
    return found == floors.end() ? 0 : found->second;
}

/// Everything that is neither the toolkit nor the session is a view.
int widgetsFloor(const std::string &folder)
{
    return folder == "toolkit" ? 1 : folder == "session" ? 2 : 3;
}

std::string insideCore(const std::string &from, const std::string &to)
{
    if (from == to)
        return {};
    if (coreFloor(from) == 0 || coreFloor(to) == 0)
        return "a folder of core without a floor";
    if (coreFloor(to) > coreFloor(from))
        return "from a lower floor up";
    if (from == "analysis" && to == "readers")
        return "readers and analysis do not know each other";
    return {};
}

std::string insideWidgets(const std::vector<std::string> &from, const std::vector<std::string> &to)
{
    if (from == to)
        return {};
    const int lower = widgetsFloor(to[1]), upper = widgetsFloor(from[1]);
    if (lower > upper)
        return "from a lower floor up";
    if (lower == upper)
        return "folders of views do not include each other";
    return {};
}

/// The command line, the opening of files and the chart know nothing of each other; the window knows the latter two.
std::string insideApp(const std::vector<std::string> &from, const std::vector<std::string> &to)
{
    if (to.size() < 2 || from == to)
        return {}; // a header that the programs share
    if (from.size() < 2)
        return "what the programs share includes one of them";
    return from[1] == "window" && to[1] != "cli" ? "" : "folders of app include each other; only window may";
}

} // namespace

std::string wrongDirection(const std::string &from, const std::string &to)
{
    static const std::map<std::string, int> programs{{"core", 1}, {"widgets", 2}, {"app", 3}};
    const std::vector<std::string> upper = foldersOf(from), lower = foldersOf(to);
    if (lower.empty() || !programs.contains(lower[0]))
        return {};
    if (programs.at(lower[0]) > programs.at(upper.at(0)))
        return upper[0] + " includes " + lower[0];
    if (upper[0] == "app" && lower[0] == "widgets" && upper.size() > 1 && upper[1] == "cli")
        return "the command line includes widgets";
    if (upper[0] != lower[0])
        return {};
    if (upper[0] == "app")
        return insideApp(upper, lower);
    if (upper.size() < 2 || lower.size() < 2)
        return "a file outside of the folders";
    return upper[0] == "core" ? insideCore(upper[1], lower[1]) : insideWidgets(upper, lower);
}

} // namespace ws::test
