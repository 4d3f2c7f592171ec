// The tasks of docs/guide.md, done as it says on the bundled sample, with their gestures counted; and its pictures.

#include "app/window/appearance.h"
#include "tests/app/guidehand.h"
#include "tests/bench/tracegen.h"
#include "tests/support/mainwindowtest.h"

#include "paths.h"

#include "widgets/toolkit/theme.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>

namespace ws {
namespace {

class Guide : public test::MainWindowTest
{
protected:
    void SetUp() override
    {
        Theme::instance().install();
        Theme::instance().setChoice(Theme::Choice::Light);
        applyLanguage(QStringLiteral("en")); // with its plurals
        window = std::make_unique<MainWindow>();
        hand = std::make_unique<test::GuideHand>(window.get());
        window->resize(1280, 800);
        window->show();
        window->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
    }
    void TearDown() override
    {
        test::backToEnglish();
    }
    void open(const QStringList &files)
    {
        window->open(files);
        hand->settle();
    }
    void openSample()
    {
        open({QStringLiteral(WARPSCOPE_SOURCE_DIR "/resources/sample/sample-decode.pt.trace.json.gz")});
    }
    /// The same model without and with CUDA graphs.
    QString generated(const QString &name, bool graphs)
    {
        tracegen::Options options;
        options.steps = 24;
        options.layers = 6;
        options.streams = 3;
        options.seed = 7;
        options.pythonShare = 0.5;
        options.graphs = graphs;
        return write(tracegen::generateText(options), name);
    }
    int64_t durationOf(EventRef slice) const { return hand->context().run()->timeline.duration(slice); }
    QString statusText() const
    {
        QStringList texts;
        for (const QLabel *label : window->statusBar()->findChildren<QLabel *>())
            texts << label->text();
        return window->statusBar()->currentMessage() + texts.join(u' ');
    }
    /// Any text of the panel that contains it.
    static bool says(const QWidget *panel, const QString &text)
    {
        for (const auto *label : panel->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        for (const auto *view : panel->findChildren<QAbstractItemView *>())
            if (view->isVisible() && view->model() &&
                !view->model()
                     ->match(view->model()->index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchContains | Qt::MatchWrap)
                     .isEmpty())
                return true;
        return false;
    }

    static bool hasColumn(const QWidget *panel, const QString &text)
    {
        for (const auto *table : panel->findChildren<QTableView *>())
            for (int column = 0; table->isVisible() && column < table->model()->columnCount(); ++column)
                if (table->model()->headerData(column, Qt::Horizontal).toString().contains(text))
                    return true;
        return false;
    }

    std::unique_ptr<MainWindow> window;
    std::unique_ptr<test::GuideHand> hand;
};

} // namespace

TEST_F(Guide, theStartPageOffersTheSample)
{
    hand->picture(QStringLiteral("start"));
    const auto buttons = window->findChildren<QPushButton *>();
    EXPECT_TRUE(std::any_of(buttons.begin(), buttons.end(), [](const QPushButton *button) {
        return button->isVisible() && button->text().remove(u'&').contains(QStringLiteral("sample"));
    }));
}

TEST_F(Guide, anOpenedTraceSaysWhatDominates)
{
    openSample();
    EXPECT_TRUE(hand->isShown(QStringLiteral("overview")));
    EXPECT_EQ(hand->gestures, 0);
    hand->picture(QStringLiteral("overview"));
}

TEST_F(Guide, aDoubleClickZoomsToAKernel)
{
    openSample();
    const EventRef kernel = hand->shownSlice("fused_moe_kernel");
    hand->doubleClick(kernel);
    EXPECT_EQ(hand->gestures, 1);
    EXPECT_EQ(hand->context().selection(), kernel);
    EXPECT_LT(window->timeline()->visibleRange().length(), 10 * durationOf(kernel));
    hand->picture(QStringLiteral("zoom"));
}

TEST_F(Guide, keysZoomToAKernel)
{
    openSample();
    hand->key(Qt::Key_Slash);
    hand->enter(QStringLiteral("fused_moe_kernel"), Qt::ControlModifier);
    EXPECT_EQ(hand->gestures, 2);
    const EventRef kernel = hand->context().selection();
    ASSERT_TRUE(kernel.valid());
    EXPECT_LT(window->timeline()->visibleRange().length(), 10 * durationOf(kernel));
}

TEST_F(Guide, oneKeyGoesToTheLargestGapAndSaysWhy)
{
    openSample();
    hand->key(Qt::Key_G);
    EXPECT_EQ(hand->gestures, 1);
    EXPECT_TRUE(statusText().contains(QStringLiteral("Gap 1 of"))) << statusText().toStdString();
    EXPECT_TRUE(statusText().contains(QStringLiteral("launched late"))) << statusText().toStdString();
    hand->openPanel(QStringLiteral("gaps"));
    hand->picture(QStringLiteral("gap"));
    openIn(*window, {generated(QStringLiteral("other.pt.trace.json"), false)});
    EXPECT_FALSE(statusText().contains(QStringLiteral("Gap 1 of"))) << "of the run before";
}

TEST_F(Guide, theMenuOfAStepLeadsToItsStages)
{
    openSample();
    hand->chooseInMenu(hand->shownSlice("execute_context_0(0)_generation_27"), QStringLiteral("Show step in Stages"));
    EXPECT_EQ(hand->gestures, 2);
    EXPECT_TRUE(hand->isShown(QStringLiteral("stages")));
    ASSERT_TRUE(hand->context().range());
    EXPECT_LT(hand->context().range()->length(), hand->context().run()->timeline.spanNs / 10);
    hand->picture(QStringLiteral("step"));
}

TEST_F(Guide, theInstancesOfAKernelStandSlowestFirst)
{
    openSample();
    hand->chooseInMenu(hand->shownSlice("fused_moe_kernel"), QStringLiteral("All instances"));
    EXPECT_TRUE(hand->isShown(QStringLiteral("instances")));
    QAbstractButton *slowest = nullptr;
    for (auto *button : hand->panel(QStringLiteral("instances"))->findChildren<QAbstractButton *>())
        if (button->text() == QLatin1String("Slowest"))
            slowest = button;
    ASSERT_TRUE(slowest);
    hand->click(slowest);
    EXPECT_EQ(hand->gestures, 3);
    const EventRef shown = hand->context().selection();
    const RunPtr run = hand->context().run();
    int64_t longest = 0;
    for (const EventRef slice : run->gpu.slice)
        if (run->text(run->timeline.lanes[slice.lane].name[slice.index]) == "fused_moe_kernel")
            longest = std::max(longest, durationOf(slice));
    EXPECT_EQ(durationOf(shown), longest);
    hand->picture(QStringLiteral("instances"));
}

TEST_F(Guide, prefillStandsBesideDecode)
{
    openSample();
    hand->clickLink(QStringLiteral("each phase side by side"));
    EXPECT_EQ(hand->gestures, 1);
    EXPECT_TRUE(hand->isShown(QStringLiteral("stages")));
    const QDockWidget *stages = hand->panel(QStringLiteral("stages"));
    EXPECT_TRUE(hasColumn(stages, QStringLiteral("prefill")));
    EXPECT_TRUE(hasColumn(stages, QStringLiteral("decode")));
    hand->picture(QStringLiteral("phases"));
}

TEST_F(Guide, thePaletteLeadsToThePhases)
{
    openSample();
    hand->key(Qt::Key_K, Qt::ControlModifier);
    hand->enter(QStringLiteral("prefill beside"));
    EXPECT_EQ(hand->gestures, 2);
    EXPECT_TRUE(hand->isShown(QStringLiteral("stages")));
    EXPECT_TRUE(hasColumn(hand->panel(QStringLiteral("stages")), QStringLiteral("prefill")));
}

TEST_F(Guide, aRuleIsMadeFromAKernel)
{
    openSample();
    hand->chooseInMenu(hand->shownSlice("fused_moe_kernel"), QStringLiteral("Make a stage rule"));
    EXPECT_TRUE(hand->isShown(QStringLiteral("mapping")));
    hand->enter(QStringLiteral("experts"));
    EXPECT_EQ(hand->gestures, 3);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        for (const auto *table : hand->panel(QStringLiteral("mapping"))->findChildren<QTableView *>())
            for (int column = 0; column < table->model()->columnCount(); ++column)
                if (!table->model()
                         ->match(table->model()->index(0, column), Qt::DisplayRole, QStringLiteral("experts"))
                         .isEmpty())
                    return true;
        return false;
    }));
    hand->picture(QStringLiteral("rule"));
}

TEST_F(Guide, twoFilesStandSideBySideWithWhatChanged)
{
    open({generated(QStringLiteral("eager.pt.trace.json"), false),
          generated(QStringLiteral("graphs.pt.trace.json"), true)});
    hand->openPanel(QStringLiteral("compare"));
    EXPECT_EQ(hand->gestures, 1);
    EXPECT_TRUE(says(hand->panel(QStringLiteral("compare")), QStringLiteral("less time in B")));
    hand->picture(QStringLiteral("compare"));
}

TEST_F(Guide, everyOtherPictureOfTheDocumentsIsOfAPanel)
{
    openSample();
    for (const char *id : {"stages", "modules"}) {
        hand->openPanel(QLatin1String(id));
        EXPECT_TRUE(hand->isShown(QLatin1String(id))) << id;
        hand->picture(QLatin1String(id));
    }
    Theme::instance().setChoice(Theme::Choice::Dark);
    hand->openPanel(QStringLiteral("mapping"));
    hand->picture(QStringLiteral("mapping-dark"));
}

} // namespace ws
