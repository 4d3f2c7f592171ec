// Whose stages the Stages tab shows: this run, A and B, or all open runs.

#include "core/readers/torch/layerwise.h"
#include "tests/widgets/stagecharttest.h"
#include "widgets/session/comparepair.h"
#include "widgets/stages/runsdialog.h"
#include "widgets/toolkit/emptystate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QLabel>
#include <QTimer>

using namespace ws;
using namespace ws::test::chart;

namespace {

class ChartRuns : public StageChartTest
{
protected:
    ChartRuns() { controller.chooseRuns(StageRuns::Automatic); }

    /// Each is another one by its only kernel's name.
    RunContext *openNamed(const char *name)
    {
        RunMaker maker;
        maker.kernel("7", 0, 10'000, std::string("gemm_") + name);
        maker.run->info.stamp.path = QStringLiteral("/tmp/%1").arg(QLatin1String(name));
        open(maker.finish());
        return session.active();
    }
    /// "one | two"
    std::string bars() const
    {
        QStringList labels;
        for (const ChartBar &bar : data().bars)
            labels << bar.label;
        return labels.join(QStringLiteral(" | ")).toStdString();
    }
    static QComboBox *choiceOf(const StagesPanel &panel)
    {
        for (auto *box : panel.findChildren<QComboBox *>())
            if (box->accessibleName() == QLatin1String("Whose stages"))
                return box;
        return nullptr;
    }
    static QStringList itemsOf(const QComboBox &box)
    {
        QStringList items;
        for (int i = 0; i < box.count(); ++i)
            items << box.itemText(i);
        return items;
    }
    void choose(QComboBox &box, const char *text)
    {
        const int at = box.findText(QLatin1String(text));
        ASSERT_GE(at, 0) << text;
        box.setCurrentIndex(at);
        emit box.activated(at);
        settle();
    }
    static QString emptyText(const StagesPanel &panel)
    {
        return panel.findChild<EmptyState *>()->findChild<QLabel *>()->text();
    }
    static bool says(const QWidget &panel, const char *text)
    {
        return std::ranges::any_of(panel.findChildren<QLabel *>(), [text](const QLabel *label) {
            return label->toolTip().contains(QLatin1String(text));
        });
    }
};

} // namespace

TEST_F(ChartRuns, areThisRunUntilAComparisonIsInFront)
{
    RunContext *a = openNamed("a"), *b = openNamed("b"), *c = openNamed("c");
    EXPECT_EQ(bars(), "c");
    session.setActive(a);
    EXPECT_EQ(bars(), "a");
    session.pair()->set(b, a);
    EXPECT_EQ(bars(), "A: b | B: a") << "in the order of the sides, not of the files";
    EXPECT_TRUE(data().isPair());
    session.setActive(c);
    EXPECT_EQ(bars(), "c") << "the page of another run";
    session.setActive(a);
    EXPECT_EQ(bars(), "A: b | B: a");
}

TEST_F(ChartRuns, ofACompareFollowItsSides)
{
    RunContext *a = openNamed("a"), *b = openNamed("b"), *c = openNamed("c");
    session.pair()->set(a, b);
    session.pair()->swap();
    EXPECT_EQ(bars(), "A: b | B: a");
    session.pair()->replace(ComparePair::A, c);
    EXPECT_EQ(bars(), "A: c | B: a");
    RunMaker again;
    again.kernel("7", 0, 20'000, "gemm_c");
    again.run->info.stamp.path = c->run()->info.stamp.path;
    session.replace(c, again.finish());
    settle();
    EXPECT_EQ(bars(), "A: c | B: a");
    EXPECT_EQ(data().bars[0].wholeNs, 20'000) << "of the file as it is now";
    session.close(session.pair()->context(ComparePair::A));
    settle();
    EXPECT_EQ(controller.runsInForce(), StageRuns::Active) << "without a side there is no pair";
    EXPECT_EQ(bars(), "a");
}

TEST_F(ChartRuns, areOfferedWhereThereIsAChoice)
{
    StagesPanel panel(&controller);
    QComboBox *choice = choiceOf(panel);
    ASSERT_TRUE(choice);
    RunContext *a = openNamed("a");
    EXPECT_TRUE(choice->isHidden()) << "one run";
    RunContext *b = openNamed("b");
    openNamed("c");
    EXPECT_FALSE(choice->isHidden());
    EXPECT_EQ(itemsOf(*choice), (QStringList{QStringLiteral("This run"), QStringLiteral("All open runs (3)")}));
    EXPECT_EQ(choice->currentText(), QStringLiteral("This run"));
    EXPECT_FALSE(says(panel, "Whole runs"));
    choose(*choice, "All open runs (3)");
    EXPECT_EQ(bars(), "a | b | c");
    EXPECT_EQ(panel.chart()->data().bars.size(), 3U);
    EXPECT_EQ(static_cast<PivotModel *>(panel.table()->model())->chart().bars.size(), 3U);
    EXPECT_TRUE(says(panel, "Whole runs"));
    choose(*choice, "This run");
    session.pair()->set(a, b);
    settle();
    EXPECT_EQ(choice->currentText(), QStringLiteral("A and B"));
    EXPECT_EQ(choice->count(), 3);
    choose(*choice, "This run");
    EXPECT_EQ(bars(), "a");
    EXPECT_EQ(choice->currentText(), QStringLiteral("This run"));
    session.pair()->end();
    settle();
    EXPECT_EQ(choice->count(), 2);
}

TEST_F(ChartRuns, thatAreShownAnywayAreNoChoiceToKeep)
{
    RunContext *a = openNamed("a"), *b = openNamed("b"), *c = openNamed("c");
    session.pair()->set(a, b);
    controller.chooseRuns(StageRuns::Pair);
    EXPECT_EQ(controller.chosenRuns(), StageRuns::Automatic);
    session.setActive(c);
    EXPECT_EQ(bars(), "c");
    controller.chooseRuns(StageRuns::Pair);
    EXPECT_EQ(bars(), "A: a | B: b") << "asked for beside another run";
    session.pair()->end();
    EXPECT_EQ(bars(), "c");
    session.setActive(a);
    session.pair()->set(a, c);
    session.setActive(b);
    EXPECT_EQ(bars(), "b") << "the choice was of the pair before";
}

TEST_F(ChartRuns, ofAPairThatOneRunIsChosenFromAreBothInTheNextPair)
{
    RunContext *a = openNamed("a"), *b = openNamed("b");
    session.setActive(a);
    session.pair()->set(a, b);
    controller.chooseRuns(StageRuns::Active);
    EXPECT_EQ(bars(), "a");
    session.setActive(b);
    EXPECT_EQ(bars(), "b");
    session.pair()->end();
    session.pair()->set(b, a);
    EXPECT_EQ(bars(), "A: b | B: a");
}

TEST_F(ChartRuns, thatAreSwitchedOffAreOnlyOffAmongAll)
{
    RunContext *a = openNamed("a"), *b = openNamed("b");
    controller.chooseRuns(StageRuns::All);
    controller.setShown(b->run(), false);
    EXPECT_EQ(bars(), "a");
    session.close(a);
    settle();
    EXPECT_EQ(bars(), "b") << "the only run that is open cannot be left out";
    RunContext *c = openNamed("c");
    controller.setShown(c->run(), false);
    StagesPanel panel(&controller);
    EXPECT_TRUE(emptyText(panel).contains(QLatin1String("switched off"))) << emptyText(panel).toStdString();
    controller.chooseRuns(StageRuns::Active);
    settle();
    EXPECT_EQ(bars(), "c");
    EXPECT_FALSE(emptyText(panel).contains(QLatin1String("switched off")));
}

TEST_F(ChartRuns, areSwitchedOffOnlyWhereAllAreShown)
{
    openNamed("a");
    openNamed("b");
    QWidget parent;
    const auto boxes = [&] {
        showRunsDialog(&controller, &parent);
        return parent.findChildren<QDialog *>().back()->findChildren<QCheckBox *>();
    };
    for (const QCheckBox *box : boxes())
        EXPECT_TRUE(!box->isEnabled() && !box->toolTip().isEmpty());
    controller.chooseRuns(StageRuns::All);
    for (const QCheckBox *box : boxes())
        EXPECT_TRUE(box->isEnabled() && box->toolTip().isEmpty());
}

TEST_F(ChartRuns, withoutWorkAreNotTakenForTheRunInFront)
{
    const auto empty = [this] {
        RunMaker maker;
        maker.op("1", 0, 10'000, "aten::mm");
        open(maker.finish());
        return session.active();
    };
    RunContext *a = empty(), *b = empty();
    openNamed("c");
    StagesPanel panel(&controller);
    session.pair()->set(a, b);
    session.setActive(session.contexts()[2]);
    controller.chooseRuns(StageRuns::Pair);
    settle();
    EXPECT_TRUE(emptyText(panel).startsWith(QLatin1String("The runs that are chosen")))
        << emptyText(panel).toStdString();
}

TEST_F(ChartRuns, ofRanksAreAll)
{
    openNamed("a");
    openNamed("b");
    controller.setBars({BarsBy::Rank, BarPick::Costliest, 60});
    settle();
    EXPECT_EQ(controller.runsInForce(), StageRuns::All) << "a job's ranks stand in several files";
    controller.chooseRuns(StageRuns::Active);
    EXPECT_EQ(controller.runsInForce(), StageRuns::Active);
}

TEST_F(ChartRuns, saySoWhereEachHasARangeOfItsOwn)
{
    RunContext *a = openNamed("a"), *b = openNamed("b");
    StagesPanel panel(&controller);
    session.pair()->set(a, b);
    settle();
    EXPECT_TRUE(says(panel, "Whole runs"));
    b->setRange(TimeRange{0, 5'000});
    QTest::qWait(30);
    settle();
    EXPECT_TRUE(says(panel, "Each run in its own range"));
    EXPECT_EQ(data().bars[1].wholeNs, 5'000);
}

TEST_F(ChartRuns, areWhatIsExported)
{
    RunContext *a = openNamed("a"), *b = openNamed("b");
    openNamed("c");
    StagesPanel panel(&controller);
    const auto exported = [&](const char *kind = "result.csv") {
        const QString path = folder.filePath(QLatin1String(kind));
        QTimer answer;
        QObject::connect(&answer, &QTimer::timeout, &panel, [&] {
            if (auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget())) {
                answer.stop();
                dialog->selectFile(path);
                QMetaObject::invokeMethod(dialog, "accept");
            }
        });
        answer.start(10);
        QFile::remove(path);
        for (QAction *action : panel.actions())
            if (action->text().contains(QLatin1String(kind)))
                action->trigger();
        QFile file(path);
        EXPECT_TRUE(QTest::qWaitFor([&] { return file.exists(); }));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        QStringList names;
        for (const char *name : {"gemm_a", "gemm_b", "gemm_c"})
            if (file.seek(0) && file.readAll().contains(name))
                names << QLatin1String(name);
        return names.join(u' ').toStdString();
    };
    EXPECT_EQ(exported(), "gemm_c");
    controller.chooseRuns(StageRuns::All);
    EXPECT_EQ(exported(), "gemm_a gemm_b gemm_c");
    EXPECT_EQ(exported("result.html"), "gemm_a gemm_b gemm_c");
    controller.chooseRuns(StageRuns::Active);
    session.pair()->set(a, b);
    EXPECT_EQ(exported(), "gemm_a gemm_b");
}

TEST_F(ChartRuns, ofComparedPartsAreThesePartsAlone)
{
    std::string text = R"({"context":{})";
    for (const char *phase : {"prefill", "decode_1", "decode_2", "decode_3", "decode_4"})
        text += std::string(",\"") + phase +
                R"(":{"summary_stats":[{"entry":{"name":"gemm_k","cuda_time_us":3,"pct_cuda_time":100,"invocations":1},
"children":[]}],"model_stats":[]})";
    text += '}';
    const auto openProfile = [&] {
        Diagnostics diagnostics;
        auto content = parseLayerwise(text, diagnostics);
        EXPECT_TRUE(content);
        auto run = std::make_shared<ws::Run>();
        run->info.format = "layerwise";
        run->layerwise = std::move(content->trees);
        open(run);
        return session.active();
    };
    RunContext *a = openProfile(), *b = openProfile();
    const auto compare = [](RunContext *context, const char *phase) {
        auto &part = context->viewState<ShownPart>();
        const auto &trees = context->run()->layerwise;
        part.name = QString::fromLatin1(phase);
        part.phase = int(std::ranges::find(trees, std::string(phase), &ModuleTree::phase) - trees.begin());
    };
    compare(a, "prefill");
    compare(b, "decode_1");
    session.pair()->set(a, b);
    StagesPanel panel(&controller);
    settle();
    const std::vector<ChartBar> &shown = panel.chart()->data().bars;
    ASSERT_EQ(shown.size(), 2U) << "four decodes hide no prefill that is compared with one of them";
    EXPECT_EQ(shown[0].treePhase, "prefill");
    EXPECT_EQ(shown[1].treePhase, "decode_1");
    EXPECT_TRUE(shown[0].label.startsWith(QLatin1String("A: "))) << shown[0].label.toStdString();
}
