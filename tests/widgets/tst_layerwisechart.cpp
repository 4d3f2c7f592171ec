// Layerwise profiles in the Stages tab: phases, folded modules, the largest parts.

#include "core/readers/torch/layerwise.h"
#include "tests/support/layerwisescript.h"
#include "tests/widgets/stagecharttest.h"

#include <QMenu>
#include <QSpinBox>
#include <QToolButton>

using namespace ws;
using namespace ws::test::chart;
using Script = ws::test::LayerwiseScript;
using Json = Script::Json;
using Names = std::vector<std::string>;

namespace {

Json node(const std::string &name, double us, Json children = Json::array())
{
    for (const Json &child : children)
        us += child["entry"]["cuda_time_us"].get<double>();
    return {{"entry", {{"name", name}, {"cuda_time_us", us}, {"pct_cuda_time", us}, {"invocations", 1}}},
            {"children", std::move(children)}};
}

/// A prefill of 1,000 times the work and `decodes` steps, of eight modules with one kernel each and a sampler.
Json profile(int decodes)
{
    const auto phase = [](double scale) {
        Json modules = Json::array();
        for (int i = 1; i <= 8; ++i)
            modules.push_back(node("Module" + std::to_string(i), 0, {node("kernel" + std::to_string(i), scale * i)}));
        return Json{
            {"metadata", Json::object()},
            {"summary_stats", {node("Model", 0, modules), node("Sampler", 0, {node("softmax_kernel", scale * 3.5)})}},
            {"model_stats", Json::array()}};
    };
    Json all = {{"context", {{"engine_args", {{"model", "my/Llama"}}}, {"batch_size", 4}, {"prompt_len", 512}}}};
    all["prefill"] = phase(1000);
    for (int i = 1; i <= decodes; ++i) {
        all["decode_" + std::to_string(i)] = phase(1);
        all["decode_" + std::to_string(i)]["metadata"]["num_running_seqs"] = 16;
    }
    return all;
}

class LayerwiseChartTest : public StageChartTest
{
protected:
    StagesPanel &panelOf(const Json &profile)
    {
        Diagnostics diagnostics;
        auto content = parseLayerwise(profile.dump(), diagnostics);
        EXPECT_TRUE(content);
        auto run = std::make_shared<ws::Run>();
        run->info.format = "layerwise";
        run->layerwise = std::move(content->trees);
        *run->info.header = std::move(content->context);
        panel = std::make_unique<StagesPanel>(&controller);
        panel->resize(1400, 600);
        panel->show();
        open(run);
        return *panel;
    }
    std::vector<std::string> bars() const
    {
        std::vector<std::string> labels;
        for (const ChartBar &bar : panel->chart()->data().bars)
            labels.push_back(bar.label.toStdString());
        return labels;
    }
    QToolButton *button(const char *begin) const
    {
        for (QToolButton *button : panel->findChildren<QToolButton *>())
            if (button->text().startsWith(QLatin1String(begin)) && button->isVisibleTo(panel.get()))
                return button;
        return nullptr;
    }
    /// Chooses an entry of a button's menu.
    void choose(QToolButton *button, const char *text)
    {
        ASSERT_TRUE(button);
        emit button->menu()->aboutToShow();
        for (QAction *action : button->menu()->findChildren<QAction *>())
            if (action->text() == QLatin1String(text)) {
                action->trigger();
                return settle();
            }
        FAIL() << "no entry " << text;
    }
    size_t segments(const char *label) const
    {
        const auto &all = panel->chart()->data().segments;
        return size_t(std::ranges::count(all, QString::fromLatin1(label), &ChartSegment::label));
    }

    std::unique_ptr<StagesPanel> panel;
};

} // namespace

TEST_F(LayerwiseChartTest, aLongPrefillDoesNotFlattenManySteps)
{
    panelOf(profile(4));
    EXPECT_EQ(bars(), (Names{"decode_1", "decode_2", "decode_3", "decode_4"}));
    EXPECT_TRUE(button("Phases: decode"));
    choose(button("Phases"), "All phases");
    EXPECT_EQ(bars().size(), 5u);
    choose(button("Phases: all"), "Only prefill");
    EXPECT_EQ(bars(), Names{"prefill"});
}

TEST_F(LayerwiseChartTest, fewPhasesAreShownTogether)
{
    panelOf(profile(3));
    EXPECT_EQ(bars().size(), 4u);
    EXPECT_TRUE(button("Phases: all"));
    EXPECT_EQ(panel->chart()->data().bars[1].note.toStdString(), "16 sequences");
    EXPECT_TRUE(panel->chart()->data().title.contains(QLatin1String("my/Llama, batch 4, prompt of 512 tokens")));
}

TEST_F(LayerwiseChartTest, oneStepOfSoManyAndTheLastAreShown)
{
    panelOf(profile(6));
    choose(button("Phases"), "1 of 4, and the last");
    EXPECT_EQ(bars(), (Names{"decode_1", "decode_5", "decode_6"}));
    EXPECT_TRUE(button("Phases: decode, 1 of 4"));
    EXPECT_TRUE(panel->chart()->data().subtitle.contains(QLatin1String("1 of 4 phases, and the last")));
}

TEST_F(LayerwiseChartTest, aHiddenPhaseLeavesTheChartUntilAllAreShown)
{
    panelOf(profile(3));
    QMenu menu;
    panel->fillMenu(menu, std::nullopt, 0);
    const auto actions = menu.actions();
    const auto hide = std::ranges::find(actions, QStringLiteral("Hide prefill"), &QAction::text);
    ASSERT_NE(hide, actions.end());
    (*hide)->trigger();
    settle();
    EXPECT_EQ(bars(), (Names{"decode_1", "decode_2", "decode_3"}));
    EXPECT_TRUE(button("Phases: all, 1 hidden"));
    choose(button("Phases"), "decode_2");
    EXPECT_EQ(bars().size(), 2u);
    button("Show all")->click();
    EXPECT_EQ(bars().size(), 4u);
}

TEST_F(LayerwiseChartTest, aModuleIsFoldedAndUnfoldedInTheMenu)
{
    panelOf(profile(1));
    ChartOptions kernels = panel->options();
    kernels.level = ChartLevel::Kernels;
    panel->setOptions(kernels);
    EXPECT_EQ(segments("softmax_kernel"), 1u);
    choose(button("Fold"), "Sampler");
    EXPECT_EQ(segments("softmax_kernel"), 0u);
    EXPECT_EQ(segments("Sampler"), 1u);
    EXPECT_TRUE(button("Folded: 1"));
    choose(button("Folded"), "Sampler");
    EXPECT_EQ(segments("softmax_kernel"), 1u);
}

TEST_F(LayerwiseChartTest, theLargestPartsAreTheScripts)
{
    panelOf(profile(0));
    ChartOptions options = panel->options();
    options.threshold = 0;
    options.level = ChartLevel::Kernels;
    controller.setTrees({TreeParts::Modules});
    settle();
    panel->setOptions(options);
    const auto spins = panel->findChildren<QSpinBox *>();
    const auto top = std::ranges::find(spins, QStringLiteral("Maximum number of parts"), &QWidget::accessibleName);
    ASSERT_NE(top, spins.end());
    ASSERT_TRUE((*top)->isVisibleTo(panel.get()));
    for (const size_t k : {2u, 4u, 7u, 9u}) {
        (*top)->setValue(int(k) - 1);
        auto entries = Script(profile(0), {"Sampler", "LogitsProcessor"}).entries("prefill", Script::Modules);
        Script::keepTop(entries, k);
        std::map<std::string, double> expected, shown;
        for (const auto &entry : entries)
            expected[entry.name] += entry.us;
        for (const ChartSegment &segment : panel->chart()->data().segments)
            shown[segment.kind == ChartSegment::Other ? "others" : segment.key.name] += double(segment.ns[0]) / 1e3;
        EXPECT_EQ(shown, expected) << k;
    }
}

TEST_F(LayerwiseChartTest, aFileWithoutPhasesHasNoMenusForThem)
{
    panel = std::make_unique<StagesPanel>(&controller);
    panel->show();
    open(chartRun());
    EXPECT_FALSE(button("Phases") || button("Fold"));
}
