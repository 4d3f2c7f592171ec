// Stages in the whole window: an edit of a rule shows everywhere at once.
#include "app/window/mainwindow.h"
#include "tests/support/dialogs.h"
#include "widgets/mapping/mappingmodel.h"
#include "widgets/mapping/mappingpanel.h"
#include "widgets/modules/moduletreemodel.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/stagechart.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/tablepane.h"

#include <QFile>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>

namespace ws {
namespace {

constexpr std::string_view trace = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":60,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":7,"ts":60,"dur":40,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"copy","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7}}
]})";

class MainWindowStages : public testing::Test
{
protected:
    MainWindowStages()
    {
        QSettings().clear();
        QFile file(folder.filePath(QStringLiteral("a.json")));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(trace.data(), static_cast<qsizetype>(trace.size()));
        file.close();
        window.resize(1200, 800);
        window.show();
        window.open({file.fileName()});
        EXPECT_TRUE(QTest::qWaitFor([this] { return !window.isLoading(); }, 10'000));
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{
            {"gemm", "linear", "cublas"}, {"flash", "attention", "flash"}, {".*", "other", "rest"}});
        window.stages()->document()->load(mapping);
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !window.stages()->isBusy(); }, 10'000));
        QTest::qWait(50); // views draw at most once per frame
    }
    /// True once chart and table hold this; they follow a job.
    bool shows(const char *segments)
    {
        return QTest::qWaitFor(
            [&] { return chartText() == QLatin1String(segments) && tableText() == QLatin1String(segments); }, 20'000);
    }
    /// Share of the timeline's pixels in a stage's colour.
    int pixelsOf(const char *stage) const
    {
        const QImage image = window.timeline()->canvas()->grab().toImage();
        const QRgb colour = Palette::current().stage(stage);
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == colour;
        return pixels;
    }
    /// "label ns label ns …" of all segments.
    static QString textOf(const ChartData &chart)
    {
        QStringList parts;
        for (const ChartSegment &segment : chart.segments)
            parts << segment.label << QString::number(segment.ns[0]);
        return parts.join(u' ');
    }
    /// The chip of a kernel's row in the module tree.
    QColor chip(const char *kernel) const
    {
        const auto *model = window.findChild<ModuleTreeModel *>();
        const QModelIndexList found =
            model->match(model->index(0, ModuleTreeModel::Name), Qt::DisplayRole, QString::fromLatin1(kernel), 1,
                         Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QColor() : found.front().data(Qt::DecorationRole).value<QColor>();
    }
    bool chipsAre(bool equal)
    {
        window.showPanel(QStringLiteral("modules"));
        return QTest::qWaitFor([&] { return chip("gemm").isValid() && (chip("gemm") == chip("flash_fwd")) == equal; },
                               20'000);
    }
    QString chartText() const { return textOf(window.findChild<StageChart *>()->data()); }
    QString tableText() const
    {
        const auto *pivot = static_cast<PivotModel *>(window.findChild<StagesPanel *>()->table()->model());
        return textOf(pivot->chart());
    }

    QTemporaryDir folder;
    MainWindow window;
};

TEST_F(MainWindowStages, editingARuleChangesTimelineTreeChartAndTableTogetherAndUndoRestoresThem)
{
    window.showPanel(QStringLiteral("stages"));
    settle();
    const int linear = pixelsOf("linear"), attention = pixelsOf("attention");
    EXPECT_GT(linear, 100);
    EXPECT_GT(attention, 100);
    EXPECT_TRUE(chipsAre(false));
    EXPECT_TRUE(shows("cublas 60000 flash 40000 rest 10000"))
        << chartText().toStdString() << " | " << tableText().toStdString();

    window.showPanel(QStringLiteral("mapping"));
    auto *panel = window.findChild<MappingPanel *>();
    QTableView *rules = panel->view();
    rules->setFocus();
    rules->setCurrentIndex(panel->model()->index(0, MappingModel::Regex));
    QTest::keyClick(rules, Qt::Key_F2);
    auto *editor = rules->viewport()->findChild<QLineEdit *>();
    ASSERT_TRUE(editor);
    QTest::keyClick(editor, Qt::Key_End);
    QTest::keyClicks(editor, QStringLiteral("|flash"));
    QTest::keyClick(editor, Qt::Key_Return);
    settle();
    EXPECT_EQ(panel->model()->rule(0).regex, "gemm|flash");
    EXPECT_TRUE(QTest::qWaitFor([&] { return pixelsOf("linear") > linear && pixelsOf("attention") == 0; }, 20'000));
    EXPECT_TRUE(chipsAre(true));
    EXPECT_TRUE(shows("cublas 100000 rest 10000")) << chartText().toStdString() << " | " << tableText().toStdString();
    EXPECT_TRUE(panel->model()->index(1, MappingModel::Notes).data().toString().contains(QLatin1String("row 1")));

    window.showPanel(QStringLiteral("mapping"));
    rules->setFocus();
    QTest::keySequence(rules, QKeySequence::Undo);
    settle();
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return pixelsOf("linear") == linear && pixelsOf("attention") == attention; }, 20'000));
    EXPECT_TRUE(chipsAre(false));
    EXPECT_TRUE(shows("cublas 60000 flash 40000 rest 10000"))
        << chartText().toStdString() << " | " << tableText().toStdString();
}

TEST_F(MainWindowStages, closingAsksAboutUnsavedChangesOfTheMapping)
{
    StageMapping changed = window.stages()->document()->draft();
    changed.stages[0].label = changed.substages[0].label = "matrix";
    window.stages()->document()->edit(changed, QStringLiteral("test"));
    {
        test::Dialogs dialogs;
        dialogs.press(QMessageBox::Cancel);
        EXPECT_FALSE(window.close());
        EXPECT_TRUE(dialogs.said.front().contains(QLatin1String("own/test")));
    }
    EXPECT_TRUE(window.isVisible());
    test::Dialogs dialogs;
    dialogs.press(QMessageBox::Discard);
    EXPECT_TRUE(window.close());
}

TEST_F(MainWindowStages, withoutChangesClosingAsksNothing)
{
    const test::Dialogs dialogs;
    EXPECT_TRUE(window.close());
}

TEST_F(MainWindowStages, aRangeChangesTheChartAndItsTableTogether)
{
    window.showPanel(QStringLiteral("stages"));
    window.session()->pane()->context().setRange(TimeRange{30'000, 80'000});
    QTest::qWait(50);
    settle();
    EXPECT_TRUE(shows("cublas 30000 flash 20000")) << chartText().toStdString() << " | " << tableText().toStdString();
}

TEST_F(MainWindowStages, betweenAStepsBarAndItsAnnotationBothWaysLead)
{
    QFile file(folder.filePath(QStringLiteral("steps.json")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents":[
{"ph":"X","cat":"gpu_user_annotation","name":"step[PREFILL bs=1]","pid":0,"tid":7,"ts":0,"dur":60,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":60,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"gpu_user_annotation","name":"step[DECODE bs=1]","pid":0,"tid":7,"ts":1000,"dur":40,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":7,"ts":1000,"dur":40,"args":{"device":0,"stream":7}}
]})");
    file.close();
    window.open({file.fileName()});
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window.isLoading(); }, 10'000));
    window.showPanel(QStringLiteral("stages"));
    window.stages()->setBars({BarsBy::Step, BarPick::Costliest, 60});
    settle();
    auto *chart = window.findChild<StageChart *>();
    ASSERT_EQ(chart->data().bars.size(), 2u) << "of this run";
    window.timeline()->setFocus(); // with it there, a selected slice brings its details to the front
    const QRectF column = chart->chartScene().layout().column(chart->data(), 1);
    const QPoint name(qRound(column.center().x()), qRound(chart->chartScene().layout().plot.bottom() + 8));
    QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, name);
    QTest::mouseDClick(chart->viewport(), Qt::LeftButton, {}, name);
    settle();
    EXPECT_EQ(window.session()->pane()->context().range(), (TimeRange{1'000'000, 1'040'000}));
    EXPECT_LT(window.timeline()->visibleRange().length(), 60'000) << "in view";
    EXPECT_FALSE(chart->viewport()->visibleRegion().isEmpty()) << "the Stages tab stays in front";

    window.session()->pane()->context().setRange({});
    window.showPanel(QStringLiteral("kernels"));
    settle();
    emit window.timeline()->stepRequested(window.session()->pane()->context().selection());
    settle();
    EXPECT_FALSE(chart->viewport()->visibleRegion().isEmpty());
    EXPECT_EQ(window.session()->pane()->context().range(), (TimeRange{1'000'000, 1'040'000}));
}

} // namespace
} // namespace ws
