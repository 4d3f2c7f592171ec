#include "core/analysis/stages/tablework.h"

#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

using namespace ws;

namespace {

Table kernelTable(const char *report, const char *nameColumn, const char *countColumn, Unit unit, const char *kernel)
{
    Table table;
    table.kind = "nsys";
    table.report = report;
    table.columns = {
        {"Time (%)", Unit::Percent}, {"Total Time (ns)", unit}, {countColumn, Unit::Count}, {nameColumn, Unit::Text}};
    table.rows = {{Cell(90.0), Cell(1500.0), Cell(3.0), Cell(std::string(kernel))}};
    return table;
}

/// A table of nsys with these names, counts and times.
Table summary(const char *report, const std::vector<std::tuple<const char *, double, double>> &rows)
{
    Table table = kernelTable(report, "Name", "Instances", Unit::Nanoseconds, "");
    table.rows.clear();
    for (const auto &[name, count, ns] : rows)
        table.rows.push_back({Cell(1.0), Cell(ns), Cell(count), Cell(std::string(name))});
    return table;
}

} // namespace

TEST(TableWork, aTableThatIsQuotedTwiceCountsOnce)
{
    ws::Run run;
    const Table table = kernelTable("cuda_gpu_kern_sum", "Name", "Instances", Unit::Nanoseconds, "gemm");
    Table other = table;
    other.rows[0][1] = Cell(1501.0);
    run.tables = {table, table, other};
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 2u);
    EXPECT_EQ(works[1].table, 2);
    EXPECT_EQ(workWithoutTimeline(run, 1).size(), 1u) << "asked for by its number";
}

TEST(TableWork, saysWhichWorkTheSumsAreOf)
{
    ws::Run run;
    const Table kernels = kernelTable("cuda_gpu_kern_sum", "Name", "Instances", Unit::Nanoseconds, "gemm");
    const Table copies = kernelTable("cuda_gpu_mem_time_sum", "Operation", "Count", Unit::Nanoseconds, "[CUDA memcpy]");
    const auto kindsOf = [&](std::vector<Table> tables) {
        run.tables = std::move(tables);
        return workWithoutTimeline(run).front().kinds;
    };
    EXPECT_EQ(kindsOf({kernels}), WorkKinds::Kernels);
    EXPECT_EQ(kindsOf({copies}), WorkKinds::Copies);
    EXPECT_EQ(kindsOf({kernels, copies}), WorkKinds::All);
    EXPECT_EQ(kindsOf({kernelTable("cuda_gpu_sum", "Name", "Instances", Unit::Nanoseconds, "gemm")}), WorkKinds::All);
}

TEST(TableWork, aBarrierOfLevelZeroIsNoWork)
{
    ws::Run run;
    run.tables = {summary("cuda_gpu_kern_sum", {{"\"zeCommandListAppendBarrier\"", 8, 9000},
                                                {"zeCommandListAppendEventReset", 36, 100},
                                                {"zeCommandListAppendMemoryCopy(M2D)", 8, 600},
                                                {"myBarrierKernel", 4, 800}})};
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 1u);
    EXPECT_EQ(works[0].names->size(), 2u) << "a copy, and a kernel that is called like a barrier";
}

TEST(TableWork, theTitleOfAPartSaysThatCopiesAreInIt)
{
    ws::Run run;
    run.tables = {summary("cuda_gpu_kern_sum", {{"gemm", 3, 900}}),
                  kernelTable("cuda_gpu_mem_time_sum", "Operation", "Count", Unit::Nanoseconds, "[CUDA memcpy HtoD]")};
    EXPECT_EQ(workWithoutTimeline(run).front().title, "cuda_gpu_kern_sum + copies");
    EXPECT_EQ(workWithoutTimeline(run, 0).front().title, "cuda_gpu_kern_sum") << "asked for alone";
    run.tables[1].rows.clear();
    EXPECT_EQ(workWithoutTimeline(run).front().title, "cuda_gpu_kern_sum") << "none is in it";
    run.tables.pop_back();
    EXPECT_EQ(workWithoutTimeline(run).front().title, "cuda_gpu_kern_sum");
}

TEST(TableWork, kernelsThatASecondSummaryListsWithTheCopiesCountOnce)
{
    ws::Run run;
    const Table kernels = summary("cuda_gpu_kern_sum", {{"gemm", 3, 900}, {"flash", 2, 500}});
    const Table both = summary("cuda_gpu_sum", {{"gemm", 3, 900}, {"flash", 2, 500}, {"[CUDA memcpy HtoD]", 4, 40}});
    const Table others = summary("cuda_gpu_sum", {{"gemm", 3, 901}, {"flash", 2, 500}, {"[CUDA memcpy HtoD]", 4, 40}});
    run.tables = {kernels, both};
    auto works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 1u);
    EXPECT_EQ(works[0].sums.all.totalNs, 1440) << "the one that lists more";
    EXPECT_EQ(works[0].alsoIn, std::vector<int>{0});
    run.tables = {both, kernels};
    works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 1u);
    EXPECT_EQ(works[0].table, 0);
    EXPECT_EQ(workWithoutTimeline(run, 1).size(), 1u) << "asked for by its number";
    run.tables = {kernels, others};
    EXPECT_EQ(workWithoutTimeline(run).size(), 2u) << "other times are another recording";
    run.tables = {summary("cuda_gpu_kern_sum", {{"gemm", 3, 900}}), both};
    EXPECT_EQ(workWithoutTimeline(run).size(), 2u) << "one kernel alone may be alike by chance";
}

TEST(TableWork, workThatTwoCutSummariesHaveInCommonIsKnown)
{
    ws::Run run;
    run.tables = {summary("cuda_gpu_kern_sum", {{"gemm", 3, 900}, {"flash", 2, 500}, {"norm", 1, 80}}),
                  summary("cuda_gpu_kern_sum", {{"copy", 9, 90}, {"flash", 2, 500}, {"gemm", 3, 900}})};
    run.tables[1].title = "by calls";
    const auto works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 2u);
    EXPECT_TRUE(works[0].isAgain.empty());
    EXPECT_EQ(works[1].isAgain, (std::vector<uint8_t>{0, 1, 1}));
    EXPECT_EQ(works[1].sums.all.totalNs, 1490) << "a part is one table";
}

TEST(TableWork, percentagesThatAreNoWholeSayWhatTheRowsHold)
{
    ws::Run run;
    run.tables = {summary("cuda_gpu_kern_sum", {{"gemm", 3, 600'000}, {"copy", 2, 200'000}})};
    const auto whole = [&run](double first, double second) {
        run.tables[0].rows[0][0] = first;
        run.tables[0].rows[1][0] = second;
        return workWithoutTimeline(run).at(0).whole;
    };
    const WorkWhole cut = whole(60, 20);
    EXPECT_EQ(cut.of, WorkWhole::Of::OwnShares);
    EXPECT_EQ(cut.ns, 1'000'000);
    EXPECT_DOUBLE_EQ(cut.rowsShare, 0.8);
    EXPECT_TRUE(missingRowsText("kernels", cut).contains(QStringLiteral("the rows hold 80.0")));
    const WorkWhole all = whole(75, 25);
    EXPECT_EQ(all.ns, 800'000);
    EXPECT_FALSE(all.isCut());
    EXPECT_EQ(missingRowsText("kernels", all), QString());
    EXPECT_FALSE(whole(20, 60).isCut()) << "the percentages are not of these times";
}

TEST(TableWork, copiesJoinTheKernelTableAboveThem)
{
    ws::Run run;
    run.tables = {kernelTable("osrt_sum", "Name", "Num Calls", Unit::Nanoseconds, "ioctl"),
                  kernelTable("cuda_gpu_kern_sum", "Name", "Instances", Unit::Nanoseconds, "gemm"),
                  kernelTable("cuda_gpu_mem_time_sum", "Operation", "Count", Unit::Nanoseconds, "[CUDA memset]"),
                  kernelTable("cuda_gpu_kern_sum", "Name", "Instances", Unit::Microseconds, "flash")};
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 2u);
    EXPECT_EQ(works[0].table, 1);
    ASSERT_EQ(works[0].names->size(), 2u);
    EXPECT_EQ(works[0].names->text(1), "[CUDA memset]");
    EXPECT_EQ(works[0].sums.all.count, 6u);
    EXPECT_EQ(works[0].sums.all.totalNs, 3000);
    EXPECT_EQ(works[0].sums.all.elapsedNs, 3000);
    EXPECT_FALSE(works[0].sums.overlapKnown);
    EXPECT_EQ(works[1].sums.all.totalNs, 1'500'000);
    EXPECT_EQ(workWithoutTimeline(run, 2).size(), 1u);
    EXPECT_TRUE(workWithoutTimeline(run, 0).empty());
}

TEST(TableWork, aModuleOwnsItsKernelsAndASamplerAllThatIsBelowIt)
{
    const auto node = [](const char *name, uint32_t parent, uint32_t firstChild, uint32_t childCount, int64_t ns) {
        ModuleNode made;
        made.name = name;
        made.parent = parent;
        made.firstChild = firstChild;
        made.childCount = childCount;
        made.totalNs = ns;
        made.calls = 1;
        return made;
    };
    ModuleTree tree;
    tree.phase = "prefill";
    tree.view = "summary";
    tree.nodes = {node("Model", UINT32_MAX, 3, 2, 50), node("Sampler", UINT32_MAX, 5, 1, 7),
                  node("memset", UINT32_MAX, 0, 0, 2), node("MLP", 0, 6, 1, 30),
                  node("norm", 0, 0, 0, 20),           node("Softmax", 1, 7, 1, 7),
                  node("gemm", 3, 0, 0, 30),           node("exp", 5, 0, 0, 7)};
    tree.rootCount = 3;
    ws::Run run;
    run.layerwise = {tree};
    const auto works = workWithoutTimeline(run, -1, -1, {TreeParts::Modules});
    ASSERT_EQ(works.size(), 1u);
    std::map<std::string, int64_t> own;
    for (size_t i = 0; i < works[0].names->size(); ++i)
        own[std::string(works[0].names->text(i))] = works[0].sums.names[i].totalNs;
    EXPECT_EQ(own, (std::map<std::string, int64_t>{{"Model", 20}, {"MLP", 30}, {"Sampler", 7}, {"memset", 2}}));
}

TEST(TableWork, ofATorchTableOnlyDeviceWorkCountsAndCutNamesStayApart)
{
    Table table;
    table.kind = "torch";
    table.columns = {{"Name", Unit::Text},
                     {"Self CPU", Unit::Microseconds},
                     {"Self CUDA %", Unit::Percent},
                     {"Self CUDA", Unit::Microseconds},
                     {"CUDA total", Unit::Microseconds},
                     {"# of Calls", Unit::Count}};
    const auto row = [](const char *name, double us, double calls) {
        return std::vector<Cell>{std::string(name), 1.0, 2.0, us, 99.0, calls};
    };
    table.rows = {row("step", 50, 1), row("aten::mm", 10, 1), row("kernel_a...", 4, 2), row("kernel_a...", 6.5, 1)};
    table.rowKinds = {RowKind::Annotation, RowKind::Operator, RowKind::DeviceWork, RowKind::DeviceWork};
    ws::Run run;
    run.tables = {table};
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 1u);
    EXPECT_EQ(works[0].names->size(), 2u);
    EXPECT_EQ(works[0].sums.all.totalNs, 10'500);
    EXPECT_EQ(works[0].sums.all.count, 3u);
}

TEST(TableWork, aLayerwisePhaseIsTheSumOfItsLeaves)
{
    ModuleTree tree;
    tree.phase = "prefill";
    tree.view = "summary";
    ModuleNode root, leaf;
    root.name = "Model";
    root.childCount = 1;
    root.firstChild = 1;
    root.totalNs = leaf.totalNs = 70;
    leaf.name = "gemm";
    leaf.calls = 2;
    tree.nodes = {root, leaf};
    ws::Run run;
    run.layerwise = {tree, tree};
    run.layerwise[1].view = "model";
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    ASSERT_EQ(works.size(), 1u);
    EXPECT_EQ(works[0].title, "prefill");
    EXPECT_EQ(works[0].sums.all.totalNs, 70);
    EXPECT_EQ(workWithoutTimeline(run, -1, 1).size(), 1u) << "the model view's phase";
}

TEST(TableWork, oddCellsCountAsNothing)
{
    ws::Run run;
    run.tables = {kernelTable("cuda_gpu_kern_sum", "Name", "Instances", Unit::Nanoseconds, "gemm")};
    run.tables[0].rows.push_back({Cell(), Cell(), Cell(), Cell(std::string("blank"))});
    run.tables[0].rows.push_back({Cell(), Cell(-5.0), Cell(1e300), Cell(std::string("odd"))});
    run.tables[0].rows.push_back({Cell(), Cell(1.0), Cell(1.0), Cell()});
    const std::vector<NamedWork> works = workWithoutTimeline(run);
    EXPECT_EQ(works[0].names->size(), 3u);
    EXPECT_EQ(works[0].sums.all.totalNs, 1500);
}

TEST(TableWork, modulesOfALayerwiseProfileAddUpToThePhase)
{
    CORPUS_FILE(path, "layerwise/vllm_layerwise_r1_distill_llama8b.json");
    const auto run = test::corpusRun(path);
    const std::vector<NamedWork> kernels = workWithoutTimeline(*run);
    const std::vector<NamedWork> modules = workWithoutTimeline(*run, -1, -1, {TreeParts::Modules});
    ASSERT_EQ(kernels.size(), modules.size());
    for (size_t i = 0; i < kernels.size(); ++i) {
        EXPECT_EQ(kernels[i].sums.all.totalNs, modules[i].sums.all.totalNs);
        std::set<std::string_view> names;
        for (size_t name = 0; name < modules[i].names->size(); ++name)
            EXPECT_TRUE(names.insert(modules[i].names->text(name)).second) << modules[i].names->text(name);
        EXPECT_TRUE(names.contains("Sampler"));
    }
}
