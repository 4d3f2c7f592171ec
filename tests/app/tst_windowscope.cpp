// Every panel follows the range, the step box and the focus, or says above its numbers that it does not and why. The
// test asks the window for its panels, so a new one is asked, too.

#include "app/window/busystatus.h"
#include "core/analysis/steps/steps.h"
#include "tests/support/windowwalk.h"
#include "widgets/panels/overview/overviewpage.h"
#include "widgets/session/scopeline.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/reportmodel.h"

#include <QSignalSpy>
#include <QTabWidget>

#include <functional>

namespace ws {
namespace {

/// Three steps of two phases, each with calls, modules, own lines, operators, collectives and gaps; none is like
/// another one.
std::string threeSteps()
{
    std::string events;
    const auto slice = [&](const char *category, const std::string &name, int tid, int ts, int dur,
                           const std::string &args = {}) {
        events += std::string(events.empty() ? "" : ",\n") + R"({"ph":"X","cat":")" + category + R"(","name":")" +
                  name + R"(","pid":)" + (tid == 7 ? "0" : "1") + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" +
                  std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + R"(,"args":{)" + args + "}}";
    };
    const char *steps[] = {"execute_context_1(100)_generation_0(0)", "execute_context_0(0)_generation_4(4)",
                           "execute_context_0(0)_generation_4(4)"};
    for (int k = 0; k < 3; ++k) {
        const int at = k * 1000;
        const auto launch = [&](const std::string &kernel, int from, int start, int dur, int id) {
            const std::string correlation = R"("correlation":)" + std::to_string(10 * k + id);
            slice("cuda_runtime", "cudaLaunchKernel", 1, at + from, 5, correlation);
            slice("kernel", kernel, 7, at + start, dur, R"("device":0,"stream":7,)" + correlation);
        };
        slice("user_annotation", steps[k], 1, at, 900);
        slice("python_function", "/home/me/train.py(10): step", 1, at + 5, 800, R"("Python id":)" + std::to_string(k));
        slice("python_function", "nn.Module: Net_0", 1, at + 10, 700);
        slice("cpu_op", "aten::mm", 1, at + 100, 50,
              R"("Input Dims":[[8,8],[8,8]],"Input type":["float","float"],"External id":)" + std::to_string(k + 1));
        launch("gemm", 110, 200, 100 + 10 * k, 1);
        launch("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 170, 400, 50 + 20 * k, 2);
        slice("cuda_runtime", "cudaStreamSynchronize", 1, at + 300, 200 + 30 * k);
        launch("gemm", 600, 700, 30, 3);
    }
    return R"({"traceEvents":[)" + events + "]}";
}

enum class Choice { Range, Step, Phase, Module };

class WindowScope : public test::MainWindowTest, public testing::WithParamInterface<Choice>
{
protected:
    static void choose(RunContext &context, Choice choice)
    {
        const RunPtr run = context.run();
        if (choice == Choice::Range)
            return changeRange(context, [&] { context.setRange(TimeRange{1'250'000, 2'300'000}); });
        const Steps steps = *findSteps(*run);
        std::vector<uint8_t> wanted(steps.steps.size());
        std::vector<uint32_t> row = steps.ofActivity;
        Focus focus{QStringLiteral("the chosen"), nullptr, run.get()};
        if (choice == Choice::Step) {
            focus.step = 1;
            wanted[1] = 1;
        } else if (choice == Choice::Phase) {
            focus.phase = "prefill";
            wanted[0] = 1;
        } else { // the first kernel
            row.assign(run->gpu.size(), 0);
            row[0] = 1;
            wanted = {0, 1};
        }
        const EventRef call = choice == Choice::Step ? steps.steps[1].slice : steps.steps[0].slice;
        focus.activities = std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*run, row, wanted, {&call, 1}));
        context.setFocus(focus);
    }

    /// A range is told a little later, so that a drag tells few.
    static void changeRange(RunContext &context, const std::function<void()> &change)
    {
        const bool wasRange = context.range().has_value();
        QSignalSpy told(&context, &RunContext::rangeChanged);
        change();
        const bool isNew = context.range().has_value() != wasRange;
        EXPECT_TRUE(!isNew || !told.isEmpty() || told.wait(5'000));
    }

    static QWidget *panelOf(MainWindow &window, const QString &id)
    {
        const auto *dock = window.findChild<QDockWidget *>(id);
        return dock ? dock->widget() : nullptr;
    }

    /// The numbers: cells of tables and trees, and what the overview says.
    static QStringList numbersOf(const QWidget &panel)
    {
        QStringList texts;
        for (const auto *view : panel.findChildren<QAbstractItemView *>())
            if (view->isVisibleTo(&panel) && view->model() && !qobject_cast<const QHeaderView *>(view))
                add(*view->model(), {}, texts);
        for (const auto *page : panel.findChildren<OverviewPage *>())
            if (page->shown())
                texts << page->shown()->headline << page->shown()->unitText;
        return texts;
    }
    static void add(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &texts)
    {
        texts << QString::number(model.rowCount(parent));
        for (int row = 0; row < model.rowCount(parent); ++row) {
            for (int column = 0; column < model.columnCount(parent); ++column)
                texts << model.index(row, column, parent).data().toString();
            add(model, model.index(row, 0, parent), texts);
        }
    }

    static QString saidBy(const QWidget &panel)
    {
        QStringList said;
        for (const auto *line : panel.findChildren<ScopeLine *>())
            if (line->isVisibleTo(&panel))
                said << line->text();
        for (const auto *text : panel.findChildren<LinkText *>())
            if (text->isVisibleTo(&panel) && text->text().startsWith(QLatin1String("This page is of")))
                said << text->text();
        return said.join(u'\n');
    }

    struct Shown
    {
        QStringList numbers;
        QString said;
    };
    /// Of every panel and each of its tabs.
    static std::map<QString, Shown> everything(MainWindow &window)
    {
        std::map<QString, Shown> all;
        test::forEachPanel(window, [&](const QString &id) {
            QWidget *panel = panelOf(window, id);
            ASSERT_TRUE(panel) << id.toStdString();
            auto *tabs = qobject_cast<QTabWidget *>(panel);
            if (!tabs) {
                all[id] = {numbersOf(*panel), saidBy(*panel)};
                return;
            }
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                test::settleAll(window);
                all[id + u'/' + tabs->tabText(tab)] = {numbersOf(*tabs->widget(tab)), saidBy(*tabs->widget(tab))};
            }
        });
        return all;
    }
};

TEST_P(WindowScope, everyPanelFollowsOrSaysWhyNot)
{
    MainWindow window;
    window.resize(1'280, 900);
    openIn(window, {write(threeSteps())});
    RunContext &context = window.session()->pane()->context();
    context.select(sliceNamed(*context.run(), "gemm")); // instances and details have something to show
    test::settleAll(window);
    const auto before = everything(window);
    for (const auto &[panel, shown] : before)
        EXPECT_EQ(shown.said, QString()) << panel.toStdString() << " speaks of a choice that is not made";
    choose(context, GetParam());
    test::settleAll(window);
    const auto after = everything(window);
    ASSERT_EQ(after.size(), before.size());
    for (const auto &[panel, shown] : after) {
        if (panel == QLatin1String("folder")) // a list of files, not of a run
            continue;
        const bool follows = shown.numbers != before.at(panel).numbers;
        EXPECT_TRUE(follows || !shown.said.isEmpty()) << panel.toStdString();
    }
    const auto *status = window.findChild<BusyStatus *>();
    if (GetParam() == Choice::Range)
        EXPECT_TRUE(status->text().contains(QStringLiteral("of the range"))) << status->text().toStdString();
    else
        EXPECT_TRUE(status->toolTip().contains(QStringLiteral("Not limited to"))) << status->toolTip().toStdString();
    changeRange(context, [&] { context.showEverything(); });
    test::settleAll(window);
    for (const auto &[panel, shown] : everything(window))
        EXPECT_EQ(shown.said, QString()) << panel.toStdString();
}

TEST_P(WindowScope, panelsOfGpuWorkFollow)
{
    MainWindow window;
    window.resize(1'280, 900);
    openIn(window, {write(threeSteps())});
    RunContext &context = window.session()->pane()->context();
    context.select(sliceNamed(*context.run(), "gemm"));
    test::settleAll(window);
    const auto before = everything(window);
    choose(context, GetParam());
    test::settleAll(window);
    const auto after = everything(window);
    QStringList follow = QStringLiteral("kernels operators code stages gaps collectives instances").split(u' ');
    if (GetParam() != Choice::Module)
        follow << QStringLiteral("modules") << QStringLiteral("waits");
    if (GetParam() == Choice::Step)
        follow << QStringLiteral("replay");
    if (GetParam() == Choice::Range || GetParam() == Choice::Phase)
        follow << QStringLiteral("steps");
    if (GetParam() == Choice::Step || GetParam() == Choice::Phase)
        follow << QStringLiteral("overview");
    for (const QString &panel : follow) {
        EXPECT_NE(after.at(panel).numbers, before.at(panel).numbers) << panel.toStdString();
        EXPECT_EQ(after.at(panel).said, QString()) << panel.toStdString();
    }
}

std::string nameOf(const testing::TestParamInfo<Choice> &choice)
{
    constexpr const char *names[] = {"range", "step", "phase", "module"};
    return names[size_t(choice.param)];
}

INSTANTIATE_TEST_SUITE_P(Choices, WindowScope,
                         testing::Values(Choice::Range, Choice::Step, Choice::Phase, Choice::Module), nameOf);

} // namespace
} // namespace ws
