// The direction of every #include line of the program.

#include "floors.h"
#include "sourcetree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace ws::test {
namespace {

using Graph = std::map<std::string, std::set<std::string>>;

/// The nodes of a cycle, in order; empty when there is none.
std::vector<std::string> circleOf(const Graph &graph)
{
    std::set<std::string> done;
    std::vector<std::string> way;
    std::function<bool(const std::string &)> visit = [&](const std::string &node) {
        if (const auto begin = std::find(way.begin(), way.end(), node); begin != way.end()) {
            way.erase(way.begin(), begin);
            return true;
        }
        if (!done.insert(node).second)
            return false;
        way.push_back(node);
        if (const auto found = graph.find(node); found != graph.end())
            for (const std::string &next : found->second)
                if (visit(next))
                    return true;
        way.pop_back();
        return false;
    };
    for (const auto &[node, next] : graph)
        if (visit(node))
            return way;
    return {};
}

/// The folder of a path, at most `depth` names long.
std::string folderOf(const std::string &path, int depth)
{
    size_t end = 0;
    for (int i = 0; i < depth && end != std::string::npos && path.find('/', end + 1) != std::string::npos; ++i)
        end = path.find('/', end + 1);
    return path.substr(0, end);
}

/// The includes between folders below `root`, without those inside a folder.
Graph foldersBelow(const std::string &root, int depth)
{
    Graph graph;
    for (const SourceFile &file : sourceFiles({root}))
        for (const std::string &include : file.includes)
            if (include.starts_with(root + '/')) {
                const std::string from = folderOf(file.path, depth), to = folderOf(include, depth);
                if (from != to)
                    graph[from].insert(to);
            }
    return graph;
}

std::string circleBelow(const std::string &root, int depth)
{
    std::string text;
    for (const std::string &folder : circleOf(foldersBelow(root, depth)))
        text += folder + " -> ";
    return text;
}

/// The number of folders on the longest path; 0 when there is a cycle.
size_t heightOf(const Graph &graph)
{
    std::map<std::string, size_t> known;
    std::function<size_t(const std::string &)> height = [&](const std::string &node) {
        if (const auto found = known.find(node); found != known.end())
            return found->second;
        size_t below = 0;
        if (const auto found = graph.find(node); found != graph.end())
            for (const std::string &next : found->second)
                below = std::max(below, height(next));
        return known[node] = below + 1;
    };
    size_t tallest = 0;
    if (circleOf(graph).empty())
        for (const auto &[node, next] : graph)
            tallest = std::max(tallest, height(node));
    return tallest;
}

} // namespace

TEST(Floors, aFileIncludesItsOwnFolderOrALowerFloor)
{
    for (const SourceFile &file : sourceFiles({"core", "widgets", "app"}))
        for (const std::string &include : file.includes)
            EXPECT_EQ(wrongDirection(file.path, include), "") << file.path << " includes " << include;
}

TEST(Floors, wrongDirectionsAreRecognized)
{
    EXPECT_NE(wrongDirection("core/base/format.cpp", "core/model/run.h"), "");
    EXPECT_NE(wrongDirection("core/readers/formats.cpp", "core/analysis/busy/busy.h"), "");
    EXPECT_NE(wrongDirection("core/analysis/busy/busy.cpp", "core/readers/formats.h"), "");
    EXPECT_NE(wrongDirection("core/analysis/busy/busy.cpp", "core/report/table.h"), "");
    EXPECT_NE(wrongDirection("core/newfolder/file.cpp", "core/base/format.h"), "");
    EXPECT_NE(wrongDirection("core/base/format.h", "widgets/toolkit/theme.h"), "");
    EXPECT_NE(wrongDirection("widgets/toolkit/theme.cpp", "widgets/session/session.h"), "");
    EXPECT_NE(wrongDirection("widgets/session/session.cpp", "widgets/stages/stagespanel.h"), "");
    EXPECT_NE(wrongDirection("widgets/stages/stagespanel.cpp", "widgets/mapping/mappingcombo.h"), "");
    EXPECT_NE(wrongDirection("widgets/panels/kernels/a.cpp", "widgets/panels/operators/b.h"), "");
    EXPECT_NE(wrongDirection("widgets/stages/stagespanel.cpp", "app/window/mainwindow.h"), "");
    EXPECT_NE(wrongDirection("app/opening/fileopener.cpp", "app/window/mainwindow.h"), "");
    EXPECT_NE(wrongDirection("app/cli/kernels.cpp", "app/opening/fileopener.h"), "");
    EXPECT_NE(wrongDirection("app/cli/kernels.cpp", "widgets/session/session.h"), "");
    EXPECT_NE(wrongDirection("app/window/menus.cpp", "app/cli/cli.h"), "");
    EXPECT_NE(wrongDirection("app/apptexts.h", "app/cli/cli.h"), "");
}

TEST(Floors, rightDirectionsAreAllowed)
{
    EXPECT_EQ(wrongDirection("core/report/table.cpp", "core/readers/formats.h"), "");
    EXPECT_EQ(wrongDirection("core/analysis/steps/a.cpp", "core/analysis/busy/b.h"), "");
    EXPECT_EQ(wrongDirection("core/readers/nsys/a.cpp", "core/io/bytesource.h"), "");
    EXPECT_EQ(wrongDirection("widgets/stages/a.cpp", "widgets/session/session.h"), "");
    EXPECT_EQ(wrongDirection("widgets/stages/a.cpp", "core/base/format.h"), "");
    EXPECT_EQ(wrongDirection("app/window/a.cpp", "widgets/stages/stagespanel.h"), "");
    EXPECT_EQ(wrongDirection("app/window/a.cpp", "app/opening/fileopener.h"), "");
    EXPECT_EQ(wrongDirection("app/cli/a.cpp", "app/apptexts.h"), "");
    EXPECT_EQ(wrongDirection("core/base/format.cpp", "QString"), "");
    EXPECT_EQ(wrongDirection("core/base/format.cpp", "sys/stat.h"), "");
}

TEST(Floors, noFoldersIncludeEachOtherInACircle)
{
    EXPECT_EQ(circleBelow("core", 2), "");
    EXPECT_EQ(circleBelow("core/analysis", 3), "");
    EXPECT_EQ(circleBelow("widgets", 3), "");
    EXPECT_EQ(circleBelow("app", 2), "");
    EXPECT_EQ(circleBelow("core/readers", 3), "");
}

TEST(Floors, aCircleOfFoldersIsFound)
{
    EXPECT_EQ(circleOf({{"a", {"b", "c"}}, {"c", {"d"}}, {"d", {"e"}}, {"e", {"c"}}}),
              (std::vector<std::string>{"c", "d", "e"}));
    EXPECT_TRUE(circleOf({{"a", {"b", "c"}}, {"b", {"d"}}, {"c", {"d"}}}).empty());
}

TEST(Floors, coreAndWidgetsHaveAtMostSixFloors)
{
    EXPECT_EQ(heightOf({{"a", {"b", "c"}}, {"b", {"c"}}}), 3u);
    EXPECT_LE(heightOf(foldersBelow("core", 2)), 6u);
    EXPECT_LE(heightOf(foldersBelow("widgets", 3)), 6u);
}

TEST(Floors, includeLinesAreRead)
{
    EXPECT_EQ(includeOf("#include \"core/base/format.h\""), "core/base/format.h");
    EXPECT_EQ(includeOf("  #  include <QString> // why"), "QString");
    EXPECT_EQ(includeOf("// #include <QString>"), "");
}

/// Reading this header takes longer than most files that would get it from another header.
TEST(Floors, theJsonHeaderStaysOutOfHeadersThatManyInclude)
{
    const std::set<std::string> allowed{"core/readers/torch/layerwise.h", "core/readers/chrome/chromeparser.h"};
    for (const SourceFile &file : sourceFiles({"core", "widgets", "app"}))
        if (file.isHeader() && !allowed.contains(file.path)) {
            EXPECT_EQ(std::count(file.includes.begin(), file.includes.end(), "nlohmann/json.hpp"), 0) << file.path;
        }
}

TEST(Floors, coreIncludesNeitherQtGuiNorQtWidgets)
{
    for (const SourceFile &file : sourceFiles({"core"}))
        for (const std::string &include : file.includes)
            for (const char *name : {"QtGui", "QtWidgets", "QColor", "QWidget", "QPainter", "QFont", "QImage"})
                EXPECT_FALSE(include.starts_with(name)) << file.path << " includes " << include;
}

} // namespace ws::test
