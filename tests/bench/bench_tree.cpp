// The Modules tab's tree with a million rows: filter keystroke, sort, costliest path, scroll frames.
// usage: bench_tree [ROWS [DISTINCT_NAMES]]      prints Markdown; figures are medians of up to 9, and the worst

#include "core/model/moduletree.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/modules/moduletreeview.h"

#include <QApplication>
#include <QPixmap>
#include <QScrollBar>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

using namespace ws;
using Clock = std::chrono::steady_clock;

namespace {

/// Ten children per row, breadth-first, random times; a parent's time is the sum of its children's.
ModuleTree tree(uint32_t rows, uint32_t names)
{
    std::mt19937 random(1);
    ModuleTree tree;
    tree.source = "kineto";
    tree.view = "model";
    tree.rootCount = 10;
    tree.nodes.resize(rows);
    uint32_t next = tree.rootCount;
    for (uint32_t i = 0; i < rows; ++i) {
        ModuleNode &node = tree.nodes[i];
        node.name = "SyntheticDecoderLayer_" + std::to_string(random() % names);
        node.calls = 1 + random() % 100;
        node.firstChild = next;
        node.childCount = std::min<uint32_t>(10, rows - next);
        for (uint32_t k = 0; k < node.childCount; ++k) {
            tree.nodes[next + k].parent = i;
            tree.nodes[next + k].depth = node.depth + 1;
        }
        next += node.childCount;
        if (node.childCount == 0) {
            node.kind = ModuleNode::Kernel;
            node.selfNs = node.totalNs = 1 + random() % 100'000;
        }
    }
    for (uint32_t i = rows; i-- > 0;) {
        if (tree.nodes[i].parent == UINT32_MAX)
            tree.totalNs += tree.nodes[i].totalNs;
        else
            tree.nodes[tree.nodes[i].parent].totalNs += tree.nodes[i].totalNs;
    }
    return tree;
}

void report(const char *what, int rounds, const std::function<void(int)> &work)
{
    std::vector<double> ms;
    for (int i = 0; i < rounds; ++i) {
        const auto start = Clock::now();
        work(i);
        ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    std::sort(ms.begin(), ms.end());
    std::printf("| %s | %.1f | %.1f |\n", what, ms[ms.size() / 2], ms.back());
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const auto rows = static_cast<uint32_t>(argc > 1 ? std::atoi(argv[1]) : 1'000'000);
    const auto names = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 1'000'000);
    ModuleTreePane pane;
    pane.resize(1280, 720);
    pane.show();
    const auto frame = [&] { pane.grab(); };
    const auto data = std::make_shared<const ModuleTree>(tree(rows, names));
    std::printf("%u rows, up to %u names, 1280×720\n\n| step | ms | worst |\n|---|---|---|\n", rows, names);
    std::shared_ptr<const NodeNames> nodeNames;
    report("names (in the background)", 1, [&](int) { nodeNames = std::make_shared<const NodeNames>(*data); });
    report("tree to painted", 1, [&](int) {
        pane.setTree(data, nodeNames);
        frame();
    });
    const QString typed = QStringLiteral("layer_771");
    report("filter, a keystroke to painted", static_cast<int>(typed.size()), [&](int i) {
        pane.setFilter(typed.left(i + 1), false);
        frame();
    });
    report("filter cleared", 1, [&](int) {
        pane.setFilter({}, false);
        frame();
    });
    report("costliest path to painted", 1, [&](int) {
        pane.expandCostliest();
        frame();
    });
    const int columns[] = {ModuleTreeModel::Total, ModuleTreeModel::Name, ModuleTreeModel::PerCall};
    report("sort to painted", 9, [&](int i) {
        pane.view()->sortByColumn(columns[i % 3], i % 2 ? Qt::AscendingOrder : Qt::DescendingOrder);
        frame();
    });
    report("expand to depth 4 (capped) to painted", 1, [&](int) {
        pane.expandToDepth(4);
        frame();
    });
    QScrollBar *bar = pane.view()->verticalScrollBar();
    report("scroll frame", 9, [&](int i) {
        bar->setValue(bar->maximum() / 10 * i + 17);
        frame();
    });
    return 0;
}
