#include "core/analysis/compare/moduledeltas.h"
#include "core/model/parts.h"
#include "tests/core/comparefixture.h"
#include "tests/core/modulefixture.h"
#include "tests/support/corpus.h"

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
    ASSERT_TRUE(attention && flash && find(deltas, "another"));
    EXPECT_EQ(nameAt(*a, attention->placeA), "nn.Module: Attention_0");
    EXPECT_EQ(nameAt(*b, attention->placeB), "nn.Module: Attention_0");
    EXPECT_EQ(nameAt(*b, flash->placeB), "flash");
    EXPECT_FALSE(find(deltas, "another")->placeA.valid());
    EXPECT_EQ(nameAt(*b, find(deltas, "another")->placeB), "another");
}

TEST(CompareModules, aRunWithoutModulesSaysSo)
{
    const auto none = Recording().kernel("gemm", 1'000).run();
    const ModuleDeltas deltas = deltasOf(none, model(30, 50).run());
    EXPECT_TRUE(deltas.rows.empty());
    EXPECT_FALSE(deltas.missing.isEmpty());
}

} // namespace ws::test
