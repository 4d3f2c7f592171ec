#include "core/analysis/compare/moduledeltas.h"
#include "core/analysis/compare/workkeys.h"
#include "core/report/comparereport.h"
#include "core/report/moduledeltareport.h"
#include "core/report/tablewriters.h"
#include "tests/core/comparefixture.h"
#include "tests/core/modulefixture.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>

namespace ws::test {
namespace {

/// A step with a module tree: each call launches one kernel on its own behalf.
class ModuleText
{
public:
    ModuleText &step()
    {
        m_text.annotation("execute_context_0(0)_generation_4(4)", 1, m_now, 900);
        return *this;
    }
    ModuleText &module(const std::string &instance, const std::string &kernel, int64_t us,
                       const std::function<void(ModuleText &)> &inside = {})
    {
        const int64_t from = m_now;
        launch(kernel, us);
        if (inside)
            inside(*this);
        m_text.module(instance, 1, from, m_now - from);
        m_now += 2;
        return *this;
    }
    ModuleText &launch(const std::string &kernel, int64_t us)
    {
        ++m_correlation;
        m_text.launch(1, m_now + 1, m_correlation).kernel(m_correlation, m_now + 3, us, kernel);
        m_now += us + 10;
        return *this;
    }
    ModuleText &nextStep(int64_t at)
    {
        m_now = at;
        return *this;
    }
    std::shared_ptr<const ComparedRun> run() const
    {
        return comparedRun({runFromJson(m_text.json()).run, -1, {}, QStringLiteral("run")});
    }

private:
    TraceText m_text;
    int64_t m_now = 10;
    int m_correlation = 0;
};

ModuleDeltas deltasOf(const std::shared_ptr<const ComparedRun> &a, const std::shared_ptr<const ComparedRun> &b)
{
    return *moduleDeltas(*a, *b, compared(a, b).comparison.unit);
}

const ModuleDelta *find(const ModuleDeltas &deltas, std::string_view name)
{
    const auto found = std::ranges::find_if(deltas.rows, [&](const ModuleDelta &row) { return row.name == name; });
    return found == deltas.rows.end() ? nullptr : &*found;
}

/// Own Δ of all but kernels = Δ of the roots; each row's Δ = its own and that of the modules below.
void expectAddsUp(const ModuleDeltas &deltas)
{
    int64_t own = 0, roots = 0;
    double shownOwn = 0, shownRoots = 0;
    for (const ModuleDelta &row : deltas.rows) {
        if (row.kind != ModuleNode::Kernel || row.parent == UINT32_MAX) {
            own += row.b.ownNs - row.a.ownNs;
            shownOwn += deltas.delta(row, true);
        }
        if (row.parent == UINT32_MAX) {
            roots += row.b.totalNs - row.a.totalNs;
            shownRoots += deltas.delta(row, false);
        }
        int64_t below = row.b.ownNs - row.a.ownNs;
        for (uint32_t k = 0; k < row.childCount; ++k) {
            const ModuleDelta &child = deltas.rows[row.firstChild + k];
            EXPECT_EQ(child.depth, row.depth + 1);
            if (child.kind != ModuleNode::Kernel)
                below += child.b.totalNs - child.a.totalNs;
        }
        EXPECT_EQ(below, row.b.totalNs - row.a.totalNs) << row.name;
    }
    EXPECT_EQ(own, deltas.b.totalNs - deltas.a.totalNs);
    EXPECT_EQ(roots, own);
    EXPECT_NEAR(shownOwn, shownRoots, 1e-3 + 1e-9 * std::abs(shownRoots));
}

ModuleText model(int64_t attention, int64_t mlp, const std::string &mlpKernel = "mlp_gemm_128x64")
{
    ModuleText text;
    text.module("Model_0", "embed", 20, [&](ModuleText &in) {
        in.module("Attention_0", "flash", attention);
        in.module("Mlp_0", mlpKernel, mlp);
    });
    return text;
}

} // namespace

TEST(ModuleDeltas, kernelsOfTheTreeHaveShortNamesThatDiffer)
{
    ModuleDeltas deltas;
    deltas.rootCount = 3;
    const auto add = [&](const char *name, ModuleNode::Kind kind, ModuleDelta::Status status, const char *nameB = "") {
        ModuleDelta row;
        row.name = name;
        row.nameB = nameB;
        row.kind = kind;
        row.status = status;
        deltas.rows.push_back(row);
    };
    add("void f<c10::Half, 4>(int)", ModuleNode::Kernel, ModuleDelta::Both);
    add("void f<float, 4>(int)", ModuleNode::Kernel, ModuleDelta::Renamed, "void f<double, 4>(int)");
    add("Linear", ModuleNode::Module, ModuleDelta::Added);
    const ModuleDeltaNames names(deltas);
    EXPECT_EQ(names.of(deltas.rows[0]), QStringLiteral("f[Half]"));
    EXPECT_EQ(names.of(deltas.rows[1]), QStringLiteral("f[float] → f[double]"));
    EXPECT_EQ(names.of(deltas.rows[2]), QStringLiteral("+ Linear"));
    const ReportTable table = moduleDeltaReport(std::make_shared<const ModuleDeltas>(deltas));
    EXPECT_EQ(textOf(table.cell(0, 0)), QStringLiteral("f[Half]"));
}

TEST(CompareModules, aSlowerModuleIsTheFirstOfItsSiblings)
{
    const ModuleDeltas deltas = deltasOf(model(30, 50).run(), model(90, 45).run());
    expectAddsUp(deltas);
    ASSERT_EQ(deltas.rootCount, 1U);
    const ModuleDelta &root = deltas.rows[0];
    EXPECT_EQ(root.name, "Model");
    EXPECT_EQ(root.b.totalNs - root.a.totalNs, 55'000);
    EXPECT_EQ(root.b.ownNs - root.a.ownNs, 0);
    ASSERT_GE(root.childCount, 2U);
    EXPECT_EQ(deltas.rows[root.firstChild].name, "Attention");
    EXPECT_EQ(deltas.delta(deltas.rows[root.firstChild], false), 60'000);
    EXPECT_EQ(deltas.rows[root.firstChild + 1].name, "Mlp");
    EXPECT_EQ(deltas.delta(deltas.rows[root.firstChild + 1], false), -5'000);
}

TEST(CompareModules, swappedSidesNegateEveryRow)
{
    const auto a = model(30, 50).run();
    ModuleText other = model(31, 80, "another");
    other.module("Head_0", "logits", 7).launch("outside", 3);
    const auto b = other.run();
    const ModuleDeltas forth = deltasOf(a, b), back = deltasOf(b, a);
    expectAddsUp(forth);
    ASSERT_EQ(forth.rows.size(), back.rows.size());
    for (size_t i = 0; i < forth.rows.size(); ++i) {
        EXPECT_EQ(forth.rows[i].a.totalNs, back.rows[i].b.totalNs) << forth.rows[i].name;
        EXPECT_EQ(forth.delta(forth.rows[i], false), -back.delta(back.rows[i], false));
        EXPECT_EQ(forth.delta(forth.rows[i], true), -back.delta(back.rows[i], true));
    }
    const ModuleDeltas same = deltasOf(a, a);
    for (const ModuleDelta &row : same.rows) {
        EXPECT_EQ(same.delta(row, false), 0) << row.name;
        EXPECT_EQ(row.status, ModuleDelta::Both);
    }
}

TEST(CompareModules, whatOnlyOneRunHasIsARowOfItsOwnWithAllBelow)
{
    ModuleText more = model(30, 50);
    more.module("Adapter_0", "down", 5, [](ModuleText &in) { in.module("Linear_0", "up", 6); });
    const ModuleDeltas deltas = deltasOf(model(30, 50).run(), more.run());
    expectAddsUp(deltas);
    for (const char *name : {"Adapter", "Linear", "down", "up"}) {
        ASSERT_NE(find(deltas, name), nullptr) << name;
        EXPECT_EQ(find(deltas, name)->status, ModuleDelta::Added) << name;
        EXPECT_EQ(find(deltas, name)->a.totalNs, 0);
    }
    EXPECT_EQ(find(deltas, "Adapter")->b.totalNs, 11'000);
    EXPECT_EQ(find(deltas, "Adapter")->b.ownNs, 5'000);
    EXPECT_EQ(find(deltas, "Attention")->status, ModuleDelta::Both);
}

TEST(CompareModules, aRenamedModuleIsKnownByItsPartsAndAKernelByItsFamily)
{
    const auto wrapped = [](const char *outer, const char *kernel) {
        ModuleText text;
        text.module(outer, "embed", 20, [&](ModuleText &in) { in.module("Mlp_0", kernel, 40); });
        return text.run();
    };
    const ModuleDeltas deltas =
        deltasOf(wrapped("Llama_0", "nvjet_128x64_tn"), wrapped("CompiledLlama_0", "nvjet_192x64_tn"));
    expectAddsUp(deltas);
    ASSERT_NE(find(deltas, "Llama"), nullptr);
    EXPECT_EQ(find(deltas, "Llama")->status, ModuleDelta::Renamed);
    EXPECT_EQ(find(deltas, "Llama")->nameB, "CompiledLlama");
    EXPECT_EQ(find(deltas, "Mlp")->status, ModuleDelta::Both);
    ASSERT_NE(find(deltas, "nvjet_128x64_tn"), nullptr);
    EXPECT_EQ(find(deltas, "nvjet_128x64_tn")->nameB, "nvjet_192x64_tn");
    // Without parts there is nothing to know it by.
    const ModuleDeltas other =
        deltasOf(ModuleText().module("Llama_0", "x", 9).run(), ModuleText().module("Mistral_0", "x", 9).run());
    expectAddsUp(other);
    EXPECT_EQ(find(other, "Llama")->status, ModuleDelta::Removed);
    EXPECT_EQ(find(other, "Mistral")->status, ModuleDelta::Added);
}

TEST(CompareModules, aKernelOfOtherCallsHasNoPlaceToTake)
{
    const auto mlp = [](const char *kernel, int calls) {
        ModuleText text;
        text.module("Mlp_0", "norm", 5, [&](ModuleText &in) {
            for (int i = 0; i < calls; ++i)
                in.launch(kernel, 40);
        });
        return text.run();
    };
    const ModuleDeltas same = deltasOf(mlp("flash_attn", 2), mlp("Cijk_Ailk", 2));
    ASSERT_TRUE(find(same, "flash_attn"));
    EXPECT_EQ(find(same, "flash_attn")->status, ModuleDelta::Renamed);
    const ModuleDeltas other = deltasOf(mlp("flash_attn", 2), mlp("Cijk_Ailk", 3));
    expectAddsUp(other);
    EXPECT_EQ(find(other, "flash_attn")->status, ModuleDelta::Removed);
    EXPECT_EQ(find(other, "Cijk_Ailk")->status, ModuleDelta::Added);
}

TEST(CompareModules, timesArePerUnitWhereUnitsAreKnown)
{
    const auto steps = [](int count, int64_t us) {
        ModuleText text;
        for (int step = 0; step < count; ++step)
            text.nextStep(step * 1'000 + 10).step().module("Model_0", "gemm", us);
        return text.run();
    };
    const ModuleDeltas longer = deltasOf(steps(20, 300), steps(40, 300));
    ASSERT_TRUE(longer.perUnit());
    expectAddsUp(longer);
    EXPECT_GT(longer.b.totalNs, longer.a.totalNs);
    EXPECT_EQ(longer.delta(longer.rows[0], false), 0) << "twice as many steps are no change of one";
    const ModuleDeltas slower = deltasOf(steps(20, 300), steps(40, 310));
    EXPECT_NEAR(slower.delta(slower.rows[0], false), 10'000, 1e-6);
    EXPECT_NEAR(slower.shown(slower.rows[0].a, false, false), 300'000, 1e-6);
}

TEST(CompareModules, aRowKnowsItsPlaceInBothRuns)
{
    const auto a = model(30, 50).run(), b = model(90, 45, "another").run();
    const ModuleDeltas deltas = deltasOf(a, b);
    const auto nameAt = [](const ComparedRun &run, EventRef place) {
        return place.valid() ? std::string(run.run().text(run.run().timeline.name(place))) : std::string();
    };
    const ModuleDelta *attention = find(deltas, "Attention"), *flash = find(deltas, "flash");
    const ModuleDelta *renamed = find(deltas, "mlp_gemm_128x64");
    ASSERT_TRUE(attention && flash && renamed);
    EXPECT_EQ(nameAt(*a, attention->placeA), "nn.Module: Attention_0");
    EXPECT_EQ(nameAt(*b, attention->placeB), "nn.Module: Attention_0");
    EXPECT_EQ(nameAt(*b, flash->placeB), "flash");
    EXPECT_EQ(renamed->nameB, "another") << "the last kernel of the module, called as often";
    EXPECT_EQ(nameAt(*a, renamed->placeA), "mlp_gemm_128x64");
    EXPECT_EQ(nameAt(*b, renamed->placeB), "another");
    ModuleText more = model(30, 50);
    more.launch("outside", 3);
    const ModuleDeltas other = deltasOf(a, more.run());
    ASSERT_TRUE(find(other, "outside"));
    EXPECT_FALSE(find(other, "outside")->placeA.valid());
}

TEST(CompareModules, theTableHasThemDepthFirstWithWholePathsInFiles)
{
    ModuleText more = model(90, 45);
    more.module("Adapter_0", "down", 5);
    const auto deltas = std::make_shared<const ModuleDeltas>(deltasOf(model(30, 50).run(), more.run()));
    const ReportTable table = moduleDeltaReport(deltas);
    ASSERT_EQ(table.rowCount, deltas->rows.size());
    EXPECT_EQ(textOf(table.cell(0, 0)), QStringLiteral("Model"));
    EXPECT_EQ(textOf(table.cell(1, 0)), QStringLiteral(" Attention"));
    EXPECT_EQ(textOf(table.cell(2, 0)), QStringLiteral("  flash"));
    EXPECT_EQ(textOf(table.forFile(2, 0)), QStringLiteral("Model/Attention/flash"));
    const auto json = moduleDeltaJson(deltas, QStringLiteral("a"), QStringLiteral("b"));
    EXPECT_EQ(json["rows"].size(), table.rowCount);
    EXPECT_EQ(json["rows"][1]["deltaNs"], 60'000);
    const auto adapter = std::ranges::find_if(json["rows"], [](const auto &row) { return row["name"] == "Adapter"; });
    ASSERT_NE(adapter, json["rows"].end());
    EXPECT_EQ((*adapter)["status"], "added");
    EXPECT_TRUE((*adapter)["aNs"].is_null()) << "not the same as no time";
    EXPECT_EQ((*adapter)["bNs"], 5'000);
    const std::string csv = tableCsv(wholeTable(table));
    EXPECT_NE(csv.find("Model/Attention,"), csv.npos) << csv;
    EXPECT_EQ(moduleDeltaReport(nullptr).rowCount, 0U);
}

TEST(CompareModules, everyKindOfRowKnowsItsFirstWork)
{
    const auto steps = [](int64_t us) {
        ModuleText text;
        for (int step = 0; step < 10; ++step)
            text.nextStep(step * 1'000 + 10).step().module("Model_0", "gemm", us).launch("after", 5);
        return text.run();
    };
    const auto a = steps(300), b = steps(330);
    const ComparedPair pair = compared(a, b);
    for (const DiffBy by : {DiffBy::Kernel, DiffBy::Family, DiffBy::Stage, DiffBy::Module, DiffBy::Step}) {
        const DiffTable table = *differences(*a, *b, pair.comparison, by);
        ASSERT_FALSE(table.rows.empty()) << diffById(by);
        for (const DiffRow &row : table.rows) {
            EXPECT_EQ(row.a.place.valid(), row.a.count > 0) << diffById(by) << ' ' << row.key;
            EXPECT_EQ(row.b.place.valid(), row.b.count > 0) << diffById(by) << ' ' << row.key;
        }
    }
    const DiffTable modules = *differences(*a, *b, pair.comparison, DiffBy::Module);
    EXPECT_EQ(a->run().text(a->run().timeline.name(rowOf(modules, "Model")->a.place)), "gemm");
    const DiffTable calls = *differences(*a, *b, pair.comparison, DiffBy::Api);
    const DiffRow *launch = rowOf(calls, "cudaLaunchKernel");
    ASSERT_NE(launch, nullptr);
    EXPECT_EQ(b->run().text(b->run().timeline.name(launch->b.place)), "cudaLaunchKernel");
    EXPECT_EQ(b->run().timeline.start(launch->b.place), 1'000) << "the first one, 1 µs after the step begins";
}

TEST(CompareModules, aCallOfAModuleIsOneHoweverManyKernelsItLaunches)
{
    // 12 calls of a module: one kernel of 100 µs each, or two of 60 µs.
    const auto calls = [](bool isDivided) {
        ModuleText text;
        for (int call = 0; call < 12; ++call) {
            text.module("Mlp_0", "gemm", isDivided ? 60 : 100, [&](ModuleText &in) {
                if (isDivided)
                    in.launch("gemm", 60);
            });
            text.launch("after", 5);
        }
        return text.run();
    };
    const ComparedPair pair = compared(calls(false), calls(true));
    const DiffTable modules = *differences(*pair.a, *pair.b, pair.comparison, DiffBy::Module);
    const DiffRow *mlp = rowOf(modules, "Mlp");
    ASSERT_NE(mlp, nullptr);
    EXPECT_EQ(mlp->a.count, 12u);
    EXPECT_EQ(mlp->b.count, 12u) << "24 kernels";
    EXPECT_NEAR(mlp->ratio().value_or(0), 1.2, 1e-9);
    EXPECT_EQ(mlp->b.call.medianNs, 120'000);
    EXPECT_EQ(mlp->status, DiffRow::Slower);
    const auto outside =
        std::ranges::find_if(modules.rows, [](const DiffRow &row) { return row.key.starts_with("("); });
    ASSERT_NE(outside, modules.rows.end());
    EXPECT_FALSE(outside->a.countsCalls) << "work outside of all modules is no call";
    EXPECT_FALSE(outside->ratio());

    // Of a stage nothing is called: its kernels differ, and no status comes from their median.
    const DiffTable stages = *differences(*pair.a, *pair.b, pair.comparison, DiffBy::Stage);
    for (const DiffRow &row : stages.rows) {
        EXPECT_FALSE(row.ratio()) << row.key;
        EXPECT_FALSE(row.perCallB()) << row.key;
        EXPECT_EQ(row.a.call.count, 0u) << row.key;
    }
    const auto report = [&](const DiffTable &table) {
        return differenceReport(pair.comparison, std::make_shared<const DiffTable>(table));
    };
    const ReportTable ofStages = report(stages), ofModules = report(modules), ofKernels = report(pair.kernels);
    EXPECT_EQ(ofStages.columns[size_t(ofStages.columnOf("a_count"))].title, QStringLiteral("Activities A"));
    EXPECT_EQ(ofModules.columns[size_t(ofModules.columnOf("a_count"))].title, QStringLiteral("Calls A"));
    EXPECT_EQ(ofKernels.columns[size_t(ofKernels.columnOf("a_count"))].title, QStringLiteral("Calls A"));
    EXPECT_EQ(rowOf(pair.kernels, "gemm")->b.count, 24u) << "a kernel's calls are its launches";
}

TEST(CompareLines, aFunctionIsTheSameWhereverItsLineIsByNow)
{
    // `line` of forward() launches `us`, torch's own code 10, and a kernel without a stack 7.
    const auto run = [](int line, int us) {
        const auto event = [](const char *category, const std::string &name, const char *place, int ts, int dur,
                              const std::string &args) {
            return std::string(R"json({"ph":"X","cat":")json") + category + R"json(","name":")json" + name +
                   R"json(",)json" + place + R"json(,"ts":)json" + std::to_string(ts) + R"json(,"dur":)json" +
                   std::to_string(dur) + R"json(,"args":{)json" + args + "}},";
        };
        const char *cpu = R"json("pid":1,"tid":1)json", *gpu = R"json("pid":0,"tid":7)json";
        std::string json =
            event("python_function", "app/model.py(" + std::to_string(line) + "): forward", cpu, 10, 50, "");
        json += event("python_function", "torch/nn/functional.py(2): linear", cpu, 100, 50, "");
        const int at[] = {20, 110, 200}, length[] = {us, 10, 7};
        for (int k = 0; k < 3; ++k) {
            const std::string link = R"json("correlation":)json" + std::to_string(k + 1);
            json += event("cuda_runtime", "cudaLaunchKernel", cpu, at[k], 5, link);
            json += event("kernel", "gemm", gpu, 300 + 100 * k, length[k], R"json("device":0,"stream":7,)json" + link);
        }
        json.back() = ']';
        return comparedRun({runFromJson("[" + json).run, -1, {}, QStringLiteral("run")});
    };
    const auto a = run(10, 40), b = run(14, 60);
    const DiffTable table = *differences(*a, *b, compared(a, b).comparison, DiffBy::Line);
    EXPECT_EQ(sumOfDeltas(table), 20'000);
    EXPECT_EQ(table.a.totalNs, 57'000);
    const DiffRow *forward = rowOf(table, "app/model.py(10): forward");
    ASSERT_NE(forward, nullptr);
    EXPECT_EQ(forward->keyB, "app/model.py(14): forward");
    EXPECT_EQ(forward->deltaNs(), 20'000);
    EXPECT_EQ(table.rows.size(), 3U) << "and two rests";
    for (const DiffRow &row : table.rows)
        if (&row != forward) {
            EXPECT_TRUE(row.key.starts_with("(")) << row.key;
            EXPECT_EQ(row.deltaNs(), 0) << row.key;
        }
    const auto none = Recording().kernel("gemm", 1'000).run();
    EXPECT_FALSE(differences(*none, *b, compared(none, b).comparison, DiffBy::Line)->missing.isEmpty());
    EXPECT_EQ(withoutLineNumber("a/b.py(12): f"), "a/b.py: f");
    EXPECT_EQ(withoutLineNumber("<built-in method f(x): y>"), "<built-in method f(x): y>");
}

TEST(CompareUnits, workIsPerTokenWhereAllStepsKnowTheirs)
{
    // Decode steps of `tokens` requests, a token each.
    const auto steps = [](const std::string &name, int64_t us) {
        TraceText text;
        for (int step = 0; step < 12; ++step) {
            text.annotation(name, 1, step * 1'000, 900).launch(1, step * 1'000 + 5, step + 1);
            text.kernel(step + 1, step * 1'000 + 20, us, "gemm");
        }
        return comparedRun({runFromJson(text.json()).run, -1, {}, QStringLiteral("run")});
    };
    const auto a = steps("execute_context_0(0)_generation_40(40)", 400),
               b = steps("execute_context_0(0)_generation_42(42)", 420);
    const ComparedPair pair = compared(a, b);
    ASSERT_GT(pair.kernels.tokensA, 0U);
    EXPECT_EQ(pair.kernels.tokensA % 40, 0U);
    EXPECT_EQ(pair.kernels.tokensB % 42, 0U);
    const auto json = comparisonJson(pair.comparison, pair.kernels);
    EXPECT_DOUBLE_EQ(json["rows"][0]["a"]["tokenNs"].get<double>(), 10'000);
    EXPECT_DOUBLE_EQ(json["rows"][0]["b"]["tokenNs"].get<double>(), 10'000) << "longer steps of more tokens";
    const ReportTable report = differenceReport(pair.comparison, std::make_shared<const DiffTable>(pair.kernels));
    ASSERT_GE(report.columnOf("delta_token_ns"), 0);
    EXPECT_NEAR(std::get<double>(report.cell(0, size_t(report.columnOf("delta_token_ns")))), 0, 1e-6);
    const ComparedPair unknown = compared(steps("## run a step ##", 400), steps("## run a step ##", 420));
    EXPECT_EQ(unknown.kernels.tokensA, 0U);
    EXPECT_LT(
        differenceReport(unknown.comparison, std::make_shared<const DiffTable>(unknown.kernels)).columnOf("a_token_ns"),
        0);
}

TEST(CompareTrust, idleTimeThatWholeGraphsHideIsMarkedAndNoReason)
{
    // Repetitions with a pause; `graph`: the last work of each is a graph recorded as one block.
    const auto run = [](int64_t pause, bool graph) {
        std::string json;
        int64_t now = 0;
        const auto work = [&](const char *category, const char *name, int64_t us) {
            json += std::string(R"json({"ph":"X","cat":")json") + category + R"json(","name":")json" + name +
                    R"json(","pid":0,"tid":7,"ts":)json" + std::to_string(now) + R"json(,"dur":)json" +
                    std::to_string(us) + R"json(,"args":{"device":0,"stream":7}},)json";
            now += us + 1;
        };
        for (int unit = 0; unit < 30; ++unit) {
            work("kernel", "embed", 20 + unit % 3);
            for (int layer = 0; layer < 6; ++layer) {
                work("kernel", "attention", 50 + unit % 5);
                work("kernel", "mlp", 80);
            }
            work(graph ? "cuda_graph" : "kernel", "[CUDA graph 1]", 200);
            now += pause;
        }
        json.back() = ']';
        return comparedRun({runFromJson("[" + json).run, -1, {}, QStringLiteral("run")});
    };
    const ComparedPair known = compared(run(20, false), run(320, false));
    ASSERT_TRUE(known.comparison.explanation.known);
    EXPECT_TRUE(hasReading(known.comparison, "idle"));
    EXPECT_TRUE(withheldNotes(known.comparison).filter(QStringLiteral("B:")).isEmpty());
    const ComparedPair hidden = compared(run(20, false), run(320, true));
    ASSERT_TRUE(hidden.comparison.explanation.known);
    EXPECT_FALSE(hasReading(hidden.comparison, "idle"));
    EXPECT_FALSE(hidden.comparison.headline.contains(QStringLiteral("idle")))
        << hidden.comparison.headline.toStdString();
    const std::string text = comparisonText(hidden.comparison, std::make_shared<const DiffTable>(hidden.kernels), 0);
    EXPECT_NE(text.find('*'), text.npos) << text;
    const auto json = comparisonJson(hidden.comparison, hidden.kernels);
    EXPECT_FALSE(json["withheld"].contains("a")) << json["withheld"].dump();
    EXPECT_EQ(json["withheld"]["b"][0]["because"], "whole-graphs");
    const ReportTable parts = explanationReport(hidden.comparison);
    const auto marked = [&](const char *column) {
        return parts.isMarked(parts.rowCount - 2, parts.columns[size_t(parts.columnOf(column))]);
    };
    EXPECT_FALSE(marked("a_ns"));
    EXPECT_TRUE(marked("b_ns"));
    EXPECT_TRUE(marked("delta_ns"));
}

TEST(CompareModules, aRunWithoutModulesSaysSo)
{
    const auto none = Recording().kernel("gemm", 1'000).run();
    const ModuleDeltas deltas = deltasOf(none, model(30, 50).run());
    EXPECT_TRUE(deltas.rows.empty());
    EXPECT_FALSE(deltas.missing.isEmpty());
}

} // namespace ws::test
