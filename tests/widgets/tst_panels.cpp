#include "core/readers/formats.h"
#include "tests/support/support.h"
#include "widgets/panels/diagnostics/fillpanel.h"
#include "widgets/panels/file/filefacts.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/panels/selection/selectionpanel.h"
#include "widgets/session/argumentstext.h"
#include "widgets/session/session.h"
#include "widgets/session/slicetext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QUrl>

#include <nlohmann/json.hpp>

namespace ws {
namespace {

std::shared_ptr<const ws::Run> alternating()
{
    return test::runOfWork(
        {{"0", "7", 0, 10, "a"}, {"0", "7", 10, 10, "b"}, {"0", "7", 20, 10, "a"}, {"0", "7", 30, 10, "a"}});
}

EventRef find(const ws::Run &run, std::string_view name)
{
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l)
        for (uint32_t i = 0; i < run.timeline.lanes[l].size(); ++i)
            if (run.text(run.timeline.lanes[l].name[i]) == name)
                return {l, i};
    return {};
}

constexpr std::string_view linkedTrace = R"({"deviceProperties":[{"id":0,"name":"GPU <X>"}],"traceEvents":[
{"ph":"X","cat":"python_function","name":"main.py(1): run","pid":1,"tid":1,"ts":0,"dur":100,"args":{}},
{"ph":"X","cat":"cpu_op","name":"aten::linear<int>","pid":1,"tid":1,"ts":10,"dur":30,"args":{"External id":7}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":4,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":9,"args":{"correlation":3,"device":0,"stream":7}}
]})";

TEST(KernelsPanel, listsTheRangeAndThenTheWholeRun)
{
    Session session;
    KernelsPanel panel(session.pane());
    session.add(alternating());
    const auto *model = panel.findChild<ReportModel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
    session.pane()->context().setRange(TimeRange{10, 20});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
    session.pane()->context().setRange({});
    EXPECT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
}

TEST(EventSizePanel, listsTheEventsWithTheirBytesWhereTheFileHasThem)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(linkedTrace.data(), qint64(linkedTrace.size()));
    file.close();
    Progress progress;
    const auto run = loadRun(path, progress);
    ASSERT_TRUE(run);
    Session session;
    EventSizePanel panel(session.pane());
    const ReportModel *model = panel.table()->model();
    const auto isHidden = [&](const char *column) {
        return panel.table()->view()->isColumnHidden(model->columnOf(column));
    };
    session.add(alternating());
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() > 0; }, 60'000));
    EXPECT_TRUE(isHidden("bytes")) << "there is no file";
    session.add(*run);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 4; }, 60'000));
    EXPECT_FALSE(isHidden("bytes"));
    const qlonglong bytes = model->index(0, model->columnOf("bytes")).data().toLongLong();
    EXPECT_GT(bytes, 70);
    EXPECT_LT(bytes, qlonglong(linkedTrace.size()));
}

TEST(KernelsPanel, countsOnlyTheFocusUntilEverythingIsShownAgain)
{
    Session session;
    KernelsPanel panel(session.pane());
    const auto run = alternating();
    session.add(run);
    const auto *model = panel.findChild<ReportModel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
    const std::vector<uint32_t> rows(run->gpu.name.begin(), run->gpu.name.end());
    std::vector<uint8_t> wanted(run->strings.size());
    wanted[run->gpu.name[1]] = 1;
    session.pane()->context().setFocus(
        {QStringLiteral("Layer"), std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*run, rows, wanted))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
    EXPECT_EQ(model->index(0, 0).data().toString(), QLatin1String("b"));
    session.pane()->context().showEverything();
    EXPECT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
}

TEST(KernelsPanel, doubleClickHighlightsTheNameAndRevealsTheFirstInstanceAndNGoesOn)
{
    Session session;
    KernelsPanel panel(session.pane());
    panel.show();
    const auto run = alternating();
    session.add(run);
    const auto *model = panel.findChild<ReportModel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
    std::vector<EventRef> revealed;
    QObject::connect(session.pane(), &Pane::revealRequested, &session,
                     [&](EventRef slice) { revealed.push_back(slice); });
    QTableView *view = panel.table()->view();
    view->setCurrentIndex(panel.table()->proxy()->index(0, 0));
    emit view->activated(view->currentIndex());
    ASSERT_EQ(revealed.size(), 1U);
    EXPECT_EQ(revealed[0], run->gpu.slice[0]);
    EXPECT_EQ(session.pane()->context().highlight().names[run->gpu.name[0]], 1);
    EXPECT_EQ(session.pane()->context().highlight().names[run->gpu.name[1]], 0);
    panel.activateWindow();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_N);
    QTest::keyClick(view, Qt::Key_N);
    QTest::keyClick(view, Qt::Key_N);
    QTest::keyClick(view, Qt::Key_N, Qt::ShiftModifier);
    ASSERT_EQ(revealed.size(), 5U);
    EXPECT_EQ(revealed[1], run->gpu.slice[2]);
    EXPECT_EQ(revealed[2], run->gpu.slice[3]);
    EXPECT_EQ(revealed[3], run->gpu.slice[0]) << "around the end";
    EXPECT_EQ(revealed[4], run->gpu.slice[3]) << "and back";
}

TEST(KernelsPanel, aClickLetsTheSelectedKernelsStandOut)
{
    Session session;
    KernelsPanel panel(session.pane());
    panel.resize(900, 400);
    panel.show();
    const auto run = alternating();
    session.add(run);
    const auto *model = panel.findChild<ReportModel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
    QTableView *view = panel.table()->view();
    const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
        const QModelIndex cell = view->model()->index(row, 0);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers, view->visualRect(cell).center());
    };
    click(0, {});
    const auto lit = [&] {
        return std::count(session.pane()->context().highlight().names.begin(),
                          session.pane()->context().highlight().names.end(), 1);
    };
    EXPECT_EQ(lit(), 1);
    EXPECT_EQ(session.pane()->context().highlight().names[run->gpu.name[panel.table()->currentRow() == 0 ? 0 : 1]], 1)
        << "a is the first row";
    click(1, Qt::ControlModifier);
    EXPECT_EQ(lit(), 2);
    EXPECT_FALSE(session.pane()->context().selection().valid()) << "the timeline stays where it is";
}

/// A table that was filled from `before`, while the session shows `after`; a panel refreshes later.
struct SwitchedRun
{
    std::shared_ptr<const ws::Run> before = test::runOfWork({{"0", "7", 0, 10, "only"}, {"0", "7", 10, 10, "here"}});
    std::shared_ptr<const ws::Run> after = test::runOfWork({{"0", "7", 0, 10, "x"}});
};

TEST(KernelsPanel, aClickBetweenARunSwitchAndItsTableDoesNothing)
{
    for (const bool isReload : {false, true}) {
        const SwitchedRun runs;
        Session session;
        KernelsPanel panel(session.pane());
        panel.show();
        session.add(runs.before);
        auto *model = panel.findChild<ReportModel *>();
        ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
        QTableView *view = panel.table()->view();
        QObject::connect(session.pane(), &Pane::runChanged, &panel, [&] { // a slot called after the panel's
            view->selectAll();
            emit view->clicked(view->model()->index(1, 0));
            emit panel.table()->activated(1);
            for (QAction *action : panel.table()->actions())
                action->trigger();
        });
        isReload ? session.replace(session.find(runs.before), runs.after) : session.add(runs.after);
        view->selectAll();
        emit view->clicked(view->model()->index(1, 0));
        emit panel.table()->activated(1);
        EXPECT_FALSE(session.pane()->context().selection().valid());
        EXPECT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
        emit panel.table()->activated(0);
        EXPECT_TRUE(session.pane()->context().selection().valid()) << "the new run's rows answer again";
        EXPECT_EQ(session.pane()->context().highlight().names.size(), runs.after->strings.size());
    }
}

TEST(SelectionPanel, aClickBetweenARunSwitchAndItsTableDoesNothing)
{
    for (const bool isReload : {false, true}) {
        const SwitchedRun runs;
        Session session;
        SelectionPanel panel(session.pane());
        panel.show();
        session.add(runs.before);
        session.pane()->context().setRange(TimeRange{0, 20});
        auto *model = panel.findChild<ReportModel *>();
        auto *table = panel.findChild<TablePane *>();
        ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
        isReload ? session.replace(session.find(runs.before), runs.after) : session.add(runs.after);
        emit table->activated(1);
        EXPECT_TRUE(session.pane()->context().highlight().names.empty());
        EXPECT_EQ(model->rowCount(), 0) << "rows of the old run are gone";
    }
}

TEST(SearchBar, typingCountsHitsAndEnterGoesThroughThem)
{
    Session session;
    SearchBar search(session.pane());
    search.show();
    const auto run = alternating();
    session.add(run);
    auto *edit = search.findChild<QLineEdit *>();
    QTest::keyClicks(edit, QStringLiteral("A"));
    QTest::keyClick(edit, Qt::Key_Return); // before the hits are known
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.pane()->context().selection() == run->gpu.slice[0]; }, 60'000));
    QTest::keyClick(edit, Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.pane()->context().selection() == run->gpu.slice[2]; }, 60'000));
    EXPECT_EQ(search.findChild<QLabel *>()->text(), QStringLiteral("2 of 3"));
    QTest::keyClick(edit, Qt::Key_Return, Qt::ShiftModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.pane()->context().selection() == run->gpu.slice[0]; }, 60'000));
    QTest::keyClick(edit, Qt::Key_Escape);
    EXPECT_TRUE(session.pane()->context().highlight().names.empty());
}

TEST(SearchBar, ctrlEnterAlsoZoomsToTheHitAndLeavesTheField)
{
    Session session;
    SearchBar search(session.pane());
    session.add(test::runFromJson(R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":50,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"norm","pid":0,"tid":7,"ts":160,"dur":10,"args":{"device":0,"stream":7}}]})")
                    .run);
    search.show();
    std::vector<TimeRange> spans;
    int left = 0;
    QObject::connect(session.pane(), &Pane::spanRequested, session.pane(),
                     [&](TimeRange span) { spans.push_back(span); });
    QObject::connect(&search, &SearchBar::left, session.pane(), [&] { ++left; });
    auto *field = search.findChild<QLineEdit *>();
    QTest::keyClicks(field, QStringLiteral("norm"));
    QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !spans.empty(); }));
    EXPECT_EQ(spans[0].length(), 10'000);
    EXPECT_EQ(left, 1);
    EXPECT_FALSE(field->text().isEmpty()) << "the hits stay lit";
    QTest::keyClick(field, Qt::Key_Return);
    QTest::qWait(50);
    EXPECT_EQ(spans.size(), 1U) << "Enter alone only goes from hit to hit";
}

TEST(SelectionPanel, aRangeCountsOnlyTheFocusAndSaysSo)
{
    Session session;
    SelectionPanel panel(session.pane());
    const auto run = alternating();
    session.add(run);
    session.pane()->context().setRange(TimeRange{0, run->timeline.spanNs});
    const auto says = [&](const QString &text) {
        return QTest::qWaitFor(
            [&] {
                const auto labels = panel.findChildren<QLabel *>();
                return std::any_of(labels.begin(), labels.end(),
                                   [&](const QLabel *label) { return label->text().contains(text); });
            },
            60'000);
    };
    ASSERT_TRUE(says(QStringLiteral("%1 slices").arg(run->gpu.size())));
    std::vector<uint32_t> rows(run->gpu.size());
    rows[1] = 1;
    session.pane()->context().setFocus(
        {QStringLiteral("Layer"), std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*run, rows, {0, 1}))});
    EXPECT_TRUE(says(QStringLiteral("Only Layer (Shift+Esc shows all)")));
    EXPECT_TRUE(says(QStringLiteral("1 slices")));
    session.pane()->context().setFocus({});
    EXPECT_TRUE(says(QStringLiteral("%1 slices").arg(run->gpu.size())));
}

TEST(SelectionPanel, kernelsOfARangeHaveShortNamesThatDiffer)
{
    Session session;
    SelectionPanel panel(session.pane());
    session.add(test::runFromJson(R"j({"traceEvents":[
{"ph":"X","cat":"kernel","name":"void f<c10::Half, 4>(int)","pid":0,"tid":7,"ts":0,"dur":50,"args":{"stream":7}},
{"ph":"X","cat":"kernel","name":"void f<float, 4>(int)","pid":0,"tid":7,"ts":60,"dur":10,"args":{"stream":7}}]})j")
                    .run);
    panel.show();
    session.pane()->context().setRange(TimeRange{0, 70'000});
    auto *table = panel.findChild<TablePane *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 2; }, 60'000));
    EXPECT_EQ(table->model()->index(0, 0).data(ReportModel::ShortRole).toString(), QStringLiteral("f[Half]"));
    EXPECT_EQ(table->model()->index(1, 0).data(ReportModel::ShortRole).toString(), QStringLiteral("f[float]"));
}

TEST(SelectionPanel, aLongNameTakesThreeLinesUntilItIsAskedFor)
{
    Session session;
    SelectionPanel panel(session.pane());
    panel.resize(760, 260);
    panel.show();
    const std::string name = "kernel<" + std::string(3'000, 'x') + ">";
    session.add(test::runOfWork({{"0", "7", 0, 3'000, name.c_str()}}));
    session.pane()->context().select(session.pane()->run()->gpu.slice[0]);
    const auto browsers = panel.findChildren<QTextBrowser *>();
    const auto facts = std::ranges::find_if(browsers, [](const QTextBrowser *browser) {
        return browser->accessibleName() == QStringLiteral("Selected slice");
    });
    ASSERT_NE(facts, browsers.end());
    const auto shown = [&] { return (*facts)->toPlainText(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return (*facts)->toHtml().contains(QStringLiteral("whole-name")); }, 60'000));
    EXPECT_LT(shown().count(u'x'), 500);
    EXPECT_LT((*facts)->document()->size().height(), 14 * (*facts)->fontMetrics().lineSpacing());
    emit(*facts)->anchorClicked(QUrl(QStringLiteral("whole-name")));
    EXPECT_GT(shown().count(u'x'), 2'500);
    EXPECT_EQ((*facts)->toHtml().count(QStringLiteral("<table")), 1) << "all values begin at one place";
}

TEST(SelectionPanel, showsRangeOrSliceOrASentence)
{
    Session session;
    SelectionPanel panel(session.pane());
    panel.resize(800, 300);
    panel.show();
    session.add(alternating());
    const auto shows = [&](const QString &text) {
        for (const QLabel *label : panel.findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    };
    EXPECT_TRUE(shows(QStringLiteral("Drag over the timeline")));
    session.pane()->context().setRange(TimeRange{0, 20});
    EXPECT_TRUE(QTest::qWaitFor([&] { return shows(QStringLiteral("2 slices")); }, 60'000));
    EXPECT_TRUE(shows(QStringLiteral("busy 20 ns")) || shows(QStringLiteral("busy 20\u202fns")));
}

TEST(SliceText, linksLeadToSlicesAndOthersAreRefused)
{
    EXPECT_EQ(sliceOfLink(sliceLink({3, 17})), (EventRef{3, 17}));
    EXPECT_FALSE(sliceOfLink(QStringLiteral("slice:3")).valid());
    EXPECT_FALSE(sliceOfLink(QStringLiteral("file:///etc/passwd")).valid());
    EXPECT_FALSE(sliceOfLink(QStringLiteral("slice:a:b")).valid());
}

TEST(SliceText, factsOfAKernelNameItsLaunchOperatorAndStack)
{
    const auto run = test::runFromJson(linkedTrace);
    ASSERT_TRUE(run);
    const EventRef kernel = find(*run, "gemm");
    const QString html = sliceFactsHtml(*run, kernel, sliceContext(*run, kernel), QStringLiteral("#888888"));
    EXPECT_TRUE(html.contains(sliceLink(find(*run, "cudaLaunchKernel"))));
    EXPECT_TRUE(html.contains(QStringLiteral("aten::linear&lt;int&gt;"))) << "names are escaped";
    EXPECT_TRUE(html.contains(QStringLiteral("main.py(1): run")));
    EXPECT_TRUE(html.contains(QStringLiteral("GPU 0, stream 7")));
    EXPECT_TRUE(html.contains(QStringLiteral("4.000"))) << "queue delay in µs";
}

TEST(SliceText, aKernelThatBeganBeforeItsLaunchReturnedHasNoNegativeQueueDelay)
{
    const auto textOf = [](int call) {
        const auto run = test::runFromJson(QStringLiteral(R"([
{"ph":"X","cat":"cuda_runtime","name":"hipGraphLaunch","pid":1,"tid":1,"ts":%1,"dur":100,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":50,"dur":9,"args":{"correlation":3,"device":0,"stream":7}}
])")
                                               .arg(call)
                                               .toStdString());
        const EventRef kernel = find(*run, "gemm");
        return sliceFactsHtml(*run, kernel, sliceContext(*run, kernel), QStringLiteral("#888888"));
    };
    const QString during = textOf(10);
    EXPECT_TRUE(during.contains(QStringLiteral("none: it began before the call returned"))) << qPrintable(during);
    EXPECT_TRUE(during.contains(QStringLiteral("40.000")));
    EXPECT_FALSE(during.contains(QChar(0x2212))) << "a minus";
    const QString before = textOf(70);
    EXPECT_TRUE(before.contains(QStringLiteral("clocks of CPU and GPU do not agree"))) << qPrintable(before);
    EXPECT_TRUE(before.contains(QStringLiteral("20.000")));
    EXPECT_FALSE(before.contains(QChar(0x2212)));
}

TEST(SliceText, argumentsAreListedAndEscaped)
{
    const auto event = nlohmann::ordered_json::parse(R"({"args":{"grid":[1,2,3],"note":"<b>"}})");
    const QString html = argumentsHtml(event, QStringLiteral("#888888"));
    EXPECT_TRUE(html.contains(QStringLiteral("[1,2,3]")));
    EXPECT_TRUE(html.contains(QStringLiteral("&lt;b&gt;")));
    EXPECT_TRUE(argumentsHtml({{"name", "x"}}, QStringLiteral("#888888")).contains(QStringLiteral("no arguments")));
}

TEST(SliceText, measuredNumbersAreRoundedWithTheirUnitAndExactInTheToolTip)
{
    const auto event = nlohmann::ordered_json::parse(
        R"j({"args":{"memory bandwidth (GB/s)":2.6214400000000001,"bytes":1048576,"correlation":1234567,)j"
        R"j("est. achieved occupancy %":31,"Input Dims":[[8,12,3137,3137],[],[1],[1],[1],[1],[1],[1],[2,2]]}})j");
    const QString html = argumentsHtml(event, QStringLiteral("#888888"));
    EXPECT_TRUE(html.contains(QStringLiteral("<span title='2.62144'>2.62\u00a0GB/s</span>"))) << html.toStdString();
    EXPECT_TRUE(html.contains(QStringLiteral("<span title='1048576'>1.05\u00a0MB</span>"))) << html.toStdString();
    EXPECT_TRUE(html.contains(QStringLiteral(">1234567<"))) << "an id is not rounded";
    EXPECT_TRUE(html.contains(QStringLiteral(">31\u00a0%<")));
    EXPECT_TRUE(html.contains(QStringLiteral("[8,12,3137,3137]"))) << "a shape is one line";
    QTextDocument shown;
    shown.setHtml(html);
    QTextCursor number = shown.find(QStringLiteral("2.62"));
    EXPECT_EQ(number.charFormat().toolTip(), QStringLiteral("2.62144"));
}

TEST(SliceText, argumentsWithoutEndAreCutAndItIsSaid)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array(), many = nlohmann::ordered_json::array();
    for (int i = 0; i < 50'000; ++i)
        list.push_back({{"row", i}});
    nlohmann::ordered_json event = {{"args", {{"list", list}, {"stack", std::string(100'000, 'x')}, {"small", 1}}}};
    const QString html = argumentsHtml(event, QStringLiteral("#888888"));
    EXPECT_LT(html.size(), 150'000);
    EXPECT_TRUE(html.contains(QStringLiteral("small")));
    EXPECT_TRUE(html.contains(QStringLiteral("Long values are cut")));
    EXPECT_GT(wholeEventText(event).size(), 700'000) << "copied whole";
    for (int i = 0; i < 2'000; ++i)
        event["args"]["key" + std::to_string(i)] = i;
    EXPECT_TRUE(argumentsHtml(event, QStringLiteral("#888888"))
                    .contains(formatCount(1'003) + QStringLiteral(" more arguments")));
}

TEST(FileFacts, nameDevicesEventsAndHeaderKeys)
{
    const auto run = test::runFromJson(linkedTrace);
    QStringList groups;
    for (const Fact &fact : fileFacts(*run))
        groups << fact.name;
    EXPECT_TRUE(groups.contains(QStringLiteral("File")));
    EXPECT_TRUE(groups.contains(QStringLiteral("Events")));
    EXPECT_TRUE(groups.contains(QStringLiteral("Device properties")));
    const auto facts = fileFacts(*run);
    const auto properties = std::find_if(facts.begin(), facts.end(),
                                         [](const Fact &f) { return f.name == QStringLiteral("Device properties"); });
    ASSERT_EQ(properties->children.size(), 1U);
    EXPECT_EQ(properties->children[0].children[1].value, QStringLiteral("GPU <X>"));
}

} // namespace
} // namespace ws
