#include "tests/core/modulefixture.h"
#include "tests/support/modeltester.h"

#include "core/analysis/modules/moduletree_build.h"
#include "core/report/moduleexport.h"
#include "widgets/modules/moduletreemodel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/toolkit/celldelegate.h"

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QPersistentModelIndex>
#include <QTest>
#include <QTreeView>

namespace ws {
namespace {

/// Net > Attention (cheap) and Mlp (dear, with a Linear), and work outside.
std::shared_ptr<const ModuleTree> smallTree()
{
    test::TraceText t;
    t.module("Net_0", 1, 0, 1000).module("Attention_0", 1, 10, 20).module("Mlp_0", 1, 100, 100);
    t.module("Linear_0", 1, 110, 20).launch(1, 12, 1).launch(1, 112, 2).launch(1, 150, 3).launch(1, 2000, 4);
    t.kernel(1, 3000, 10, "flash").kernel(2, 3100, 50, "gemm").kernel(3, 3200, 5, "silu").kernel(4, 3300, 7, "copy");
    const auto run = test::runFromJson(t.json());
    auto built = buildModuleTree(*run, *Attribution::make(*run, Attribution::Mode::All));
    return std::make_shared<const ModuleTree>(std::move(built->tree));
}

void fill(ModuleTreeModel &model, const std::shared_ptr<const ModuleTree> &tree)
{
    model.setTree(tree, std::make_shared<const NodeNames>(*tree));
}

/// "name(child,child)", all rows.
std::string text(const ModuleTreeModel &model, const QModelIndex &parent = {})
{
    std::string all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (row)
            all += ',';
        all += index.data().toString().toStdString();
        if (model.hasChildren(index))
            all.append("(").append(text(model, index)).append(")");
    }
    return all;
}

std::string cellOf(const QModelIndex &row, int column)
{
    return cellText(row.siblingAtColumn(column)).toStdString();
}

QModelIndex find(const ModuleTreeModel &model, std::string_view name)
{
    for (uint32_t i = 0; i < model.tree()->nodes.size(); ++i)
        if (model.tree()->nodes[i].name == name)
            return model.indexOf(i);
    return {};
}

TEST(ModuleTreeModel, behavesAsAModelThroughFillingSortingAndFiltering)
{
    ModuleTreeModel model;
    test::ModelTester tester(&model);
    fill(model, smallTree());
    model.sort(ModuleTreeModel::Total, Qt::DescendingOrder);
    model.setFilter(QStringLiteral("linear"));
    model.sort(ModuleTreeModel::Name, Qt::AscendingOrder);
    model.setFilter(QString());
    model.setTree(nullptr, nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(ModuleTreeModel, keepsTheTreesOwnOrderUntilItIsSorted)
{
    ModuleTreeModel model;
    fill(model, smallTree());
    EXPECT_EQ(text(model), "Net(Attention(flash),Mlp(Linear(gemm),silu)),outside any module(copy)");
    model.sort(ModuleTreeModel::Total, Qt::DescendingOrder);
    EXPECT_EQ(text(model), "Net(Mlp(Linear(gemm),silu),Attention(flash)),outside any module(copy)");
    model.sort(ModuleTreeModel::Total, Qt::AscendingOrder);
    EXPECT_EQ(text(model), "outside any module(copy),Net(Attention(flash),Mlp(silu,Linear(gemm)))");
    model.sort(ModuleTreeModel::Name, Qt::AscendingOrder);
    EXPECT_EQ(text(model), "Net(Attention(flash),Mlp(Linear(gemm),silu)),outside any module(copy)");
    model.sort(-1);
    EXPECT_EQ(text(model), "Net(Attention(flash),Mlp(Linear(gemm),silu)),outside any module(copy)");
}

TEST(ModuleTreeModel, aFilterKeepsWhatLeadsToAMatchAndWhatIsBelowIt)
{
    ModuleTreeModel model;
    fill(model, smallTree());
    model.setFilter(QStringLiteral("LINEAR"));
    EXPECT_EQ(text(model), "Net(Mlp(Linear(gemm)))");
    EXPECT_EQ(model.matchCount(), 1u);
    model.setFilter(QStringLiteral("mlp"));
    EXPECT_EQ(text(model), "Net(Mlp(Linear(gemm),silu))");
    model.setMatches(model.names()->matching(NamePattern(QStringLiteral("^(flash|copy)$"), true))->rows);
    EXPECT_EQ(text(model), "Net(Attention(flash)),outside any module(copy)");
    model.setFilter(QStringLiteral("no such name"));
    EXPECT_EQ(text(model), "");
    EXPECT_TRUE(model.isFiltered());
    model.setFilter(QString());
    EXPECT_FALSE(model.isFiltered());
    EXPECT_EQ(model.rowCount(), 2);
}

TEST(ModuleTreeModel, indexesThatAreHeldFollowTheirRows)
{
    ModuleTreeModel model;
    fill(model, smallTree());
    const QPersistentModelIndex gemm = find(model, "gemm"), copy = find(model, "copy");
    model.sort(ModuleTreeModel::Total, Qt::AscendingOrder);
    EXPECT_EQ(gemm.data().toString().toStdString(), "gemm");
    EXPECT_EQ(gemm.parent().data().toString().toStdString(), "Linear");
    model.setFilter(QStringLiteral("linear"));
    EXPECT_EQ(gemm.data().toString().toStdString(), "gemm");
    EXPECT_FALSE(copy.isValid()) << "hidden by the filter";
}

TEST(ModuleTreeModel, cellsHoldRawNumbersAndTheDelegateMakesTheText)
{
    ModuleTreeModel model;
    fill(model, smallTree());
    const QModelIndex mlp = find(model, "Mlp");
    EXPECT_EQ(mlp.siblingAtColumn(ModuleTreeModel::Total).data().toLongLong(), 55'000);
    EXPECT_EQ(cellOf(mlp, ModuleTreeModel::Total), "55.000");
    EXPECT_EQ(mlp.siblingAtColumn(ModuleTreeModel::Self).data().toLongLong(), 5'000);
    EXPECT_EQ(cellOf(mlp, ModuleTreeModel::OfTotal), "76.4");
    EXPECT_EQ(cellOf(mlp, ModuleTreeModel::OfParent), "84.6");
    EXPECT_FALSE(find(model, "gemm").siblingAtColumn(ModuleTreeModel::Cpu).data().isValid());
    EXPECT_EQ(model.headerData(ModuleTreeModel::Total, Qt::Horizontal).toString().toStdString(), "GPU time (µs)");
}

TEST(ModuleTreeModel, saysWhatIsMergedAndWhatIsInferred)
{
    test::TraceText t;
    t.module("Net_0", 1, 0, 100).module("Net_1", 1, 200, 100).launch(1, 10, 1, "cudaGraphLaunch").kernel(1, 500, 5);
    const auto run = test::runFromJson(t.json());
    const auto built = buildModuleTree(*run, *Attribution::make(*run, Attribution::Mode::All));
    ModuleTreeModel model;
    fill(model, std::make_shared<const ModuleTree>(built->tree));
    EXPECT_EQ(model.index(0, 0).data(ReportModel::ShortRole).toString(), QStringLiteral("Net ×2 ~"));
    EXPECT_TRUE(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("inferred")));
}

TEST(TreeOrder, theCostliestPathGoesThroughModulesToAKernel)
{
    const auto tree = smallTree();
    std::vector<std::string> names;
    for (const uint32_t row : costliestPath(*tree))
        names.push_back(tree->nodes[row].name);
    EXPECT_EQ(names, (std::vector<std::string>{"Net", "Mlp", "Linear", "gemm"}));
    EXPECT_TRUE(costliestPath(ModuleTree()).empty());
}

/// A chain of modules, each below the one before.
std::shared_ptr<const ModuleTree> chain(uint32_t levels)
{
    auto tree = std::make_shared<ModuleTree>();
    tree->rootCount = 1;
    tree->nodes.resize(levels);
    for (uint32_t i = 0; i < levels; ++i) {
        ModuleNode &node = tree->nodes[i];
        node.name = "Level" + std::to_string(i);
        node.parent = i - 1; // of the root: none
        node.depth = i;
        node.totalNs = 1000;
        node.firstChild = i + 1;
        node.childCount = i + 1 < levels;
    }
    return tree;
}

TEST(TreeOrder, rowsDeeperThanAViewCanShowAreLeftOut)
{
    const auto tree = chain(30'000);
    const TreeOrder order = orderTree(*tree, {}, {}, false);
    EXPECT_EQ(order.size(), deepestShown + 1);
    EXPECT_EQ(order.place[deepestShown + 1], noPlace);
    EXPECT_TRUE(isTooDeep(*tree));
    EXPECT_FALSE(isTooDeep(*chain(20)));
}

TEST(TreeOrder, rowsAreFoundAgainByTheirPaths)
{
    const auto before = chain(10), after = chain(6);
    EXPECT_EQ(sameRows(*before, {0, 3, 8}, *after), (std::set<uint32_t>{0, 3}));
    EXPECT_EQ(sameRows(*before, {2}, *after), (std::set<uint32_t>{2})) << "though what leads to it is not among them";
    ModuleTree renamed = *after;
    renamed.nodes[1].name = "Other";
    EXPECT_EQ(sameRows(*before, {0, 1, 3}, renamed), (std::set<uint32_t>{0}));
}

TEST(ModuleTreePane, unitsStandBelowTheHeadingsOnlyWithoutRoomBesideThem)
{
    ModuleTreePane pane;
    pane.resize(1'400, 400);
    pane.show();
    const auto tree = smallTree();
    pane.setTree(tree, std::make_shared<const NodeNames>(*tree));
    auto *header = pane.findChild<QHeaderView *>();
    const int low = header->height(), wide = header->sectionSize(1);
    pane.resize(600, 400);
    EXPECT_GT(header->height(), low);
    EXPECT_LT(header->sectionSize(1), wide);
    header->resizeSection(1, 300);
    pane.resize(1'400, 400);
    EXPECT_EQ(header->sectionSize(1), 300) << "widths of the user stay";
}

TEST(ModuleTreePane, theFocusAloneChoosesNoRow)
{
    ModuleTreePane pane;
    pane.resize(600, 400);
    const auto tree = smallTree();
    pane.setTree(tree, std::make_shared<const NodeNames>(*tree));
    pane.show();
    pane.activateWindow();
    std::vector<uint32_t> chosen;
    QObject::connect(&pane, &ModuleTreePane::selected, [&](uint32_t node) { chosen.push_back(node); });
    auto *view = pane.findChild<QTreeView *>();
    view->setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(QTest::qWaitFor([view] { return view->hasFocus() && view->currentIndex().isValid(); }, 60'000));
    EXPECT_TRUE(chosen.empty());
    QTest::keyClick(view, Qt::Key_Down);
    EXPECT_EQ(chosen.size(), 1U);
    EXPECT_EQ(chosen.front(), pane.currentNode());
}

TEST(ModuleTreePane, aTreeOfThirtyThousandLevelsIsExpandedFilteredAndReplaced)
{
    ModuleTreePane pane;
    pane.resize(600, 400);
    const auto tree = chain(30'000);
    const auto names = std::make_shared<const NodeNames>(*tree);
    pane.setTree(tree, names);
    pane.expandCostliest();
    EXPECT_EQ(pane.currentNode(), deepestShown);
    pane.expandCostliest();
    EXPECT_EQ(pane.currentNode(), deepestShown) << "nothing deeper to go to";
    const auto again = chain(29'999);
    pane.setTree(again, std::make_shared<const NodeNames>(*again));
    EXPECT_TRUE(pane.reveal(deepestShown));
    EXPECT_FALSE(pane.reveal(deepestShown + 1));
    pane.setFilter(QStringLiteral("Level29000"), false);
    pane.setTree(nullptr, nullptr);
}

TEST(ModuleExport, aTreeOfThirtyThousandLevelsStaysWithinMegabytes)
{
    const auto tree = chain(30'000);
    std::string csv;
    writeModuleCsv(csv, *tree);
    EXPECT_LT(csv.size(), size_t(100) << 20);
    EXPECT_NE(csv.find("…/Level9"), std::string::npos);
    EXPECT_LT(moduleTreeText(*tree).size(), size_t(100) << 20);
}

TEST(TreeOrder, aSubtreeIsARowAndAllBelowIt)
{
    const auto tree = smallTree();
    for (uint32_t root = 0; root < tree->nodes.size(); ++root) {
        const std::vector<uint8_t> inside = subtree(*tree, root);
        for (uint32_t row = 0; row < inside.size(); ++row) {
            uint32_t at = row;
            while (at != UINT32_MAX && at != root)
                at = tree->nodes[at].parent;
            EXPECT_EQ(inside[row], at == root);
        }
    }
}

} // namespace
} // namespace ws
