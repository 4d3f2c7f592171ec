// File ▸ Report.
#include "app/window/messagebar.h"
#include "app/window/reportdialog.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>

namespace ws {
namespace {

constexpr std::string_view reportTrace = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":60,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"flash_fwd","pid":0,"tid":7,"ts":60,"dur":40,"args":{"device":0,"stream":7}}
]})";

class ReportOfWindow : public test::MainWindowTest
{
protected:
    static QRadioButton *choice(const ReportDialog &dialog, ReportDialog::Of of)
    {
        return dialog.findChildren<QRadioButton *>()[of];
    }
    /// The files among the arguments.
    static QStringList filesIn(const QStringList &arguments)
    {
        return arguments.mid(2, arguments.indexOf(QStringLiteral("--mapping")) - 2);
    }
    static QString waitForMessage(const MainWindow &window)
    {
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return !window.messages()->text().isEmpty() && !window.messages()->text().endsWith(u'…'); }, 30'000));
        return window.messages()->text();
    }
};

TEST_F(ReportOfWindow, isWrittenAndCanBeOpened)
{
    MainWindow window;
    openIn(window, {write(reportTrace)});
    const ReportDialog dialog(window.session(), &window);
    const QString out = m_folder.filePath(QStringLiteral("out.html"));
    runReport(dialog.arguments(QStringLiteral("default/any")), out, window.messages());
    EXPECT_EQ(waitForMessage(window), QStringLiteral("The report out.html is written."));
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Notice);
    EXPECT_GT(QFileInfo(out).size(), 1000);
}

TEST_F(ReportOfWindow, whatFailsIsSaid)
{
    MainWindow window;
    openIn(window, {write(reportTrace)});
    const ReportDialog dialog(window.session(), &window);
    runReport(dialog.arguments(QStringLiteral("no/such")), m_folder.filePath(QStringLiteral("out.html")),
              window.messages());
    EXPECT_TRUE(waitForMessage(window).contains(QStringLiteral("no/such")));
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
}

TEST_F(ReportOfWindow, aProgramThatDoesNotStartIsSaid)
{
    MainWindow window;
    openIn(window, {write(reportTrace)});
    runReport({}, m_folder.filePath(QStringLiteral("out.html")), window.messages(), {},
              m_folder.filePath(QStringLiteral("missing-program")));
    EXPECT_TRUE(waitForMessage(window).startsWith(QStringLiteral("out.html could not be written: ")));
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.messages()->findChildren<QProcess *>().isEmpty(); }));
}

TEST_F(ReportOfWindow, canBeCancelled)
{
    MainWindow window;
    openIn(window, {write(reportTrace)});
    runReport({QStringLiteral("-c"), QStringLiteral("sleep 60")}, m_folder.filePath(QStringLiteral("out.html")),
              window.messages(), {}, QStringLiteral("/bin/sh"));
    auto *process = window.messages()->findChild<QProcess *>();
    ASSERT_TRUE(process && process->waitForStarted());
    const auto buttons = window.messages()->findChildren<QPushButton *>();
    ASSERT_EQ(buttons.size(), 1);
    EXPECT_EQ(buttons[0]->text(), QStringLiteral("Cancel"));
    buttons[0]->click();
    EXPECT_EQ(waitForMessage(window), QStringLiteral("The report out.html was cancelled."));
}

TEST_F(ReportOfWindow, aSuffixLeadsToNoFileThatNobodyWasAskedAbout)
{
    const QString known = write(reportTrace, QStringLiteral("a.html")), chosen = m_folder.filePath(QStringLiteral("a"));
    const QString suffix = QStringLiteral(".html");
    EXPECT_EQ(withSuffix(known, suffix), known) << "the file dialog asked";
    EXPECT_FALSE(withSuffix(chosen, suffix));
    EXPECT_EQ(withSuffix(chosen + u'2', suffix), chosen + QStringLiteral("2.html"));
}

TEST_F(ReportOfWindow, thePartsOfThePairAreTheReports)
{
    MainWindow window;
    const QString profile = write(R"({"context":{},
"prefill":{"summary_stats":[],"model_stats":[{"entry":{"name":"M","cuda_time_us":3,"pct_cuda_time":100,"cpu_time_us":1,
"trace":""},"children":[]}]},
"decode_1":{"summary_stats":[],"model_stats":[{"entry":{"name":"M","cuda_time_us":2,"pct_cuda_time":100,"cpu_time_us":1,
"trace":""},"children":[]}]}})",
                                  QStringLiteral("phases.json"));
    const QStringList parts{profile + QStringLiteral("#prefill"), profile + QStringLiteral("#decode_1")};
    openIn(window, parts);
    ASSERT_TRUE(window.session()->pair()->isShown());
    ReportDialog named(window.session(), &window);
    EXPECT_EQ(named.arguments({}).mid(2, 2), parts);
    auto &part = window.session()->pair()->context(ComparePair::B)->viewState<ShownPart>();
    part.name = QStringLiteral("no such part");
    ReportDialog unnamed(window.session(), &window);
    const auto *both = choice(unnamed, ReportDialog::Pair);
    EXPECT_TRUE(!both->isEnabled() && !both->isChecked());
    EXPECT_TRUE(both->toolTip().contains(QStringLiteral("has no name of its own")));
    EXPECT_EQ(unnamed.arguments({})[2], parts[0]);
    bool isSaid = false;
    for (const QLabel *label : unnamed.findChildren<QLabel *>())
        isSaid |= label->text().contains(QStringLiteral("has no name of its own"));
    EXPECT_TRUE(isSaid);
}

TEST_F(ReportOfWindow, aRangeIsNotOfBoth)
{
    MainWindow window;
    openIn(window, {write(reportTrace, QStringLiteral("a.json")), write(reportTrace, QStringLiteral("b.json"))});
    window.session()->active()->setRange(TimeRange{10'000, 70'000});
    ReportDialog dialog(window.session(), &window);
    const auto *range = dialog.findChildren<QCheckBox *>()[0];
    EXPECT_FALSE(range->isEnabled());
    choice(dialog, ReportDialog::Run)->setChecked(true);
    EXPECT_TRUE(range->isEnabled());
    choice(dialog, ReportDialog::All)->setChecked(true);
    EXPECT_FALSE(range->isEnabled());
}

TEST_F(ReportOfWindow, theDialogsChoicesAreTheCommandsOptions)
{
    MainWindow window;
    const QString a = write(reportTrace, QStringLiteral("a.json")), b = write(reportTrace, QStringLiteral("b.json"));
    openIn(window, {a, b});
    ASSERT_TRUE(window.session()->pair()->isShown());
    ReportDialog dialog(window.session(), &window);
    const auto boxes = dialog.findChildren<QCheckBox *>();
    ASSERT_EQ(boxes.size(), 2);
    QStringList arguments = dialog.arguments(QStringLiteral("m"));
    EXPECT_EQ(arguments.mid(1, 3), (QStringList{QStringLiteral("report"), a, b}));
    EXPECT_FALSE(arguments.contains(QStringLiteral("--redact")));
    choice(dialog, ReportDialog::Run)->setChecked(true);
    boxes[1]->setChecked(true);
    dialog.findChildren<QComboBox *>()[1]->setCurrentIndex(2);
    arguments = dialog.arguments(QStringLiteral("m"));
    EXPECT_TRUE(arguments.contains(QStringLiteral("--redact")));
    EXPECT_TRUE(arguments.join(u' ').contains(QStringLiteral("--lang both")));
    EXPECT_EQ(arguments.count(a) + arguments.count(b), 1);
}

TEST_F(ReportOfWindow, aSelectedRangeCanBeAllOfIt)
{
    MainWindow window;
    openIn(window, {write(reportTrace)});
    window.session()->active()->setRange(TimeRange{10'000, 70'000});
    ReportDialog dialog(window.session(), &window);
    EXPECT_FALSE(dialog.arguments({}).contains(QStringLiteral("--range")));
    dialog.findChildren<QCheckBox *>()[0]->setChecked(true);
    EXPECT_TRUE(dialog.arguments({}).join(u' ').contains(QStringLiteral("--range 10000..70000")));
}

TEST_F(ReportOfWindow, whatIsNotPossibleIsDimmedAndSaysWhy)
{
    MainWindow window;
    const QString a = write(reportTrace, QStringLiteral("a.json")), b = write(reportTrace, QStringLiteral("b.json")),
                  c = write(reportTrace, QStringLiteral("c.json"));
    openIn(window, {a});
    const auto why = [&](ReportDialog::Of of) {
        const ReportDialog dialog(window.session(), &window);
        EXPECT_EQ(choice(dialog, of)->isEnabled(), choice(dialog, of)->toolTip().isEmpty());
        return choice(dialog, of)->toolTip().toStdString();
    };
    EXPECT_EQ(why(ReportDialog::Run), "");
    EXPECT_EQ(why(ReportDialog::Pair), "No two runs are compared.");
    EXPECT_EQ(why(ReportDialog::All), "Nothing else is open.");
    openIn(window, {b});
    openIn(window, {c});
    EXPECT_EQ(why(ReportDialog::Pair), "No two runs are compared.");
    EXPECT_EQ(why(ReportDialog::All), "");
    const auto &contexts = window.session()->contexts();
    window.session()->pair()->set(contexts[1], contexts[0]);
    window.session()->setActive(contexts[2]);
    ReportDialog dialog(window.session(), &window);
    EXPECT_EQ(dialog.of(), ReportDialog::Run) << "the comparison is not in front";
    choice(dialog, ReportDialog::Pair)->setChecked(true);
    EXPECT_EQ(filesIn(dialog.arguments({})), (QStringList{b, a}));
    EXPECT_FALSE(dialog.arguments({}).contains(QStringLiteral("--side-by-side")));
}

TEST_F(ReportOfWindow, ofAllOpenRunsIsWhatTheCommandWritesOfTheirFiles)
{
    MainWindow window;
    QStringList files;
    for (const char *name : {"a.json", "b.json", "c.json"}) {
        files << write(reportTrace, QString::fromLatin1(name));
        openIn(window, {files.back()});
    }
    ReportDialog dialog(window.session(), &window);
    auto *all = choice(dialog, ReportDialog::All);
    EXPECT_TRUE(all->text().contains(QStringLiteral("(3)"))) << all->text().toStdString();
    all->setChecked(true);
    EXPECT_EQ(filesIn(dialog.arguments({})), files);
    const QString out = m_folder.filePath(QStringLiteral("out.html"));
    runReport(dialog.arguments(QStringLiteral("default/any")), out, window.messages());
    EXPECT_EQ(waitForMessage(window), QStringLiteral("The report out.html is written."));
    QFile page(out);
    ASSERT_TRUE(page.open(QIODevice::ReadOnly));
    const QByteArray text = page.readAll();
    EXPECT_TRUE(text.contains("Stages of all runs"));
    for (const char *name : {"a.json", "b.json", "c.json"})
        EXPECT_TRUE(text.contains(QByteArray("<h2>") + name) || text.contains(QByteArray(">") + name + "</h2>"));
}

TEST_F(ReportOfWindow, ofAllNamesPartsAndRecordingsAsTheCommandDoesAndEachFileOnce)
{
    MainWindow window;
    const QString two = write(std::string(reportTrace) + '\n' + std::string(reportTrace), QStringLiteral("two.json")),
                  a = write(reportTrace, QStringLiteral("a.json"));
    openIn(window, {two});
    ASSERT_EQ(window.session()->contexts().size(), 2U) << "two recordings in one file";
    const QStringList recordings{two + QStringLiteral("#1"), two + QStringLiteral("#2")};
    ReportDialog ofOne(window.session(), &window);
    EXPECT_EQ(filesIn(ofOne.arguments({})), recordings.mid(0, 1)) << "the command asks which";
    openIn(window, {a, a});
    ReportDialog dialog(window.session(), &window);
    EXPECT_EQ(dialog.of(), ReportDialog::Pair);
    EXPECT_EQ(filesIn(dialog.arguments({})), (QStringList{a, a}));
    choice(dialog, ReportDialog::All)->setChecked(true);
    EXPECT_EQ(filesIn(dialog.arguments({})), recordings + QStringList{a});
}

} // namespace
} // namespace ws
