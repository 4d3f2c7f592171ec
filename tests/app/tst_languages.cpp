// The language of the program, at the start and while it runs.
#include "app/window/appearance.h"
#include "app/window/gesturesdialog.h"
#include "app/window/runviews.h"
#include "app/window/settingsdialog.h"
#include "app/window/workspace.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/base/translation.h"
#include "core/model/table.h"
#include "core/report/verdictreport.h"
#include "paths.h"
#include "tests/support/mainwindowtest.h"
#include "tests/support/windowwalk.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/session/comparepair.h"
#include "widgets/timeline/timelineview.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QXmlStreamReader>

#include <map>
#include <set>

namespace ws {
namespace {

class Languages : public test::MainWindowTest
{
protected:
    ~Languages() override
    {
        test::backToEnglish();
    }

    static void choose(MainWindow &window, const QString &language)
    {
        QSettings().setValue(QStringLiteral("view/language"), language);
        window.changeLanguage();
        test::settleAll(window);
    }
    using Texts = std::map<std::string, std::vector<test::ShownText>>;
    /// By panel; a text counts once.
    static Texts textsOf(MainWindow &window)
    {
        Texts texts;
        std::set<QString> seen;
        test::forEachPanel(window, [&](const QString &id) {
            const test::TextsOfWindow of(window);
            for (const test::ShownText &shown : of.all())
                if (seen.insert(shown.text).second)
                    texts[id.toStdString()].push_back(shown);
        });
        return texts;
    }
    /// In an English window.
    static void expectNoChinese(MainWindow &window)
    {
        static const QRegularExpression chinese(QStringLiteral("[\u4e00-\u9fff]"));
        for (const auto &[panel, texts] : textsOf(window))
            for (const test::ShownText &shown : texts)
                EXPECT_TRUE(!shown.text.contains(chinese) || shown.text == QStringLiteral("简体中文"))
                    << panel << ": " << shown.place << ": " << shown.text.toStdString();
    }
    /// English texts that have a Chinese form, in a Chinese window.
    static void expectNoEnglish(MainWindow &window)
    {
        static const std::set<QString> english = englishTexts();
        ASSERT_GT(english.size(), 500u);
        for (const auto &[panel, texts] : textsOf(window))
            for (const test::ShownText &shown : texts)
                EXPECT_TRUE(shown.isData || !english.contains(shown.text))
                    << panel << ": " << shown.place << ": " << shown.text.toStdString();
    }
    void switchesThereAndBack(const QStringList &files)
    {
        QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("en"));
        MainWindow window;
        openIn(window, files);
        test::settleAll(window);
        expectNoChinese(window);
        choose(window, QStringLiteral("zh_CN"));
        expectNoEnglish(window);
        choose(window, QStringLiteral("en"));
        expectNoChinese(window);
    }

private:
    /// Those that the translation changes; not single small words, which names of a file may be ("model").
    static std::set<QString> englishTexts()
    {
        QFile file(QStringLiteral(WARPSCOPE_SOURCE_DIR) + QStringLiteral("/translations/warpscope_zh_CN.ts"));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        std::set<QString> texts;
        QString source;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (xml.name() == QLatin1String("source"))
                source = test::withoutMnemonic(xml.readElementText());
            else if (xml.name() == QLatin1String("translation") &&
                     test::withoutMnemonic(xml.readElementText(QXmlStreamReader::IncludeChildElements)) != source)
                texts.insert(test::plainOf(source).trimmed());
        }
        std::erase_if(texts, [](const QString &text) {
            return !text.contains(u' ') && !text.isUpper() && text == text.toLower();
        });
        return texts;
    }
};

TEST_F(Languages, ofATraceChangesAtOnceAndBack)
{
    switchesThereAndBack({StartPage::samplePath()});
}

TEST_F(Languages, ofTablesChangesAtOnceAndBack)
{
    switchesThereAndBack({write(test::twoTables, QStringLiteral("tables.txt"))});
}

TEST_F(Languages, ofALayerwiseProfileChangesAtOnceAndBack)
{
    switchesThereAndBack({write(test::layerwiseProfile)});
}

TEST_F(Languages, ofTwoComparedRunsChangesAtOnceAndBack)
{
    switchesThereAndBack({write(smallTrace), write(smallTrace, QStringLiteral("b.json"))});
}

TEST_F(Languages, ofTheStartPageChangesAtOnceAndBack)
{
    switchesThereAndBack({});
}

TEST_F(Languages, theOneInForceChangesNothing)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const Workspace *workspace = window.workspace();
    const ws::Run *run = window.session()->active()->run().get();
    choose(window, QStringLiteral("en"));
    EXPECT_EQ(window.workspace(), workspace);
    EXPECT_EQ(window.session()->active()->run().get(), run) << "it was not read again";
    choose(window, QStringLiteral("zh_CN"));
    EXPECT_NE(window.session()->active()->run().get(), run);
}

TEST_F(Languages, aChangeKeepsRunsRangeSelectionViewAndTab)
{
    MainWindow window;
    openIn(window, {write(smallTrace), StartPage::samplePath(), write(test::twoTables, QStringLiteral("tables.txt"))});
    window.session()->setActive(window.session()->contexts()[1]);
    test::settleAll(window);
    RunContext *context = window.session()->active();
    const EventRef slice = context->run()->gpu.slice[3];
    window.timeline()->showRange({1'000'000, 2'000'000});
    context->select(slice);
    window.showPanel(QStringLiteral("kernels"));
    context->setRange(TimeRange{1'200'000, 1'500'000});
    test::settleAll(window);
    const TimeRange visible = window.timeline()->visibleRange();
    for (const char *language : {"zh_CN", "en"}) {
        choose(window, QLatin1String(language));
        context = window.session()->active();
        ASSERT_EQ(window.session()->contexts().size(), 3u);
        EXPECT_EQ(context, window.session()->contexts()[1]);
        EXPECT_EQ(context->range(), (TimeRange{1'200'000, 1'500'000})) << language;
        EXPECT_EQ(context->selection(), slice) << language;
        EXPECT_EQ(window.timeline()->visibleRange(), visible) << language;
        EXPECT_EQ(window.workspace()->raisedPanel()->parentWidget()->objectName(), QStringLiteral("kernels"));
    }
}

TEST_F(Languages, aChangeKeepsWhereATableIsScrolledTo)
{
    MainWindow window;
    openIn(window, {StartPage::samplePath()});
    window.resize(800, 600);
    window.showPanel(QStringLiteral("kernels"));
    test::settleAll(window);
    const auto bar = [&] { return window.workspace()->raisedPanel()->findChild<QTableView *>()->verticalScrollBar(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return bar()->maximum() > 2; }));
    bar()->setValue(2);
    for (const char *language : {"zh_CN", "en"}) {
        choose(window, QLatin1String(language));
        EXPECT_TRUE(QTest::qWaitFor([&] { return bar()->value() == 2; }, 60'000)) << language << bar()->value();
    }
}

TEST_F(Languages, aChangeKeepsWhatIsSearchedFor)
{
    QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("en"));
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const auto field = [&] { return window.findChild<SearchBar *>()->findChild<QLineEdit *>(); };
    const auto regex = [&] { return window.findChild<SearchBar *>()->findChild<QToolButton *>(); };
    regex()->setChecked(true);
    field()->setText(QStringLiteral("k.rnel"));
    test::settleAll(window);
    choose(window, QStringLiteral("zh_CN"));
    EXPECT_EQ(field()->text(), QStringLiteral("k.rnel"));
    EXPECT_TRUE(regex()->isChecked());
}

TEST_F(Languages, englishCountsOneAndMany)
{
    applyLanguage(QStringLiteral("en"));
    EXPECT_EQ(QCoreApplication::translate("X", "%n file(s)", nullptr, 1), QStringLiteral("1 file"));
    EXPECT_EQ(QCoreApplication::translate("X", "%n file(s)", nullptr, 2), QStringLiteral("2 files"));
    EXPECT_EQ(QCoreApplication::translate("X", "the step(s)"), QStringLiteral("the step(s)"));
    EXPECT_EQ(textsLanguage(), "en");
}

TEST_F(Languages, aChangeKeepsTheComparedPair)
{
    MainWindow window;
    openIn(window, {write(smallTrace), write(smallTrace, QStringLiteral("b.json"))});
    test::settleAll(window);
    ASSERT_TRUE(window.session()->pair()->isShown());
    window.showPanel(QStringLiteral("kernels"));
    for (const char *language : {"zh_CN", "en"}) {
        choose(window, QLatin1String(language));
        EXPECT_TRUE(window.session()->pair()->isShown()) << language;
        EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("kernels")) << language;
        EXPECT_EQ(window.session()->contexts().size(), 2u);
    }
    window.closeRun();
    test::settleAll(window);
    window.closeRun();
    EXPECT_TRUE(window.session()->contexts().empty());
}

TEST_F(Languages, theOpenSettingsChangeTheirTexts)
{
    MainWindow window;
    window.show();
    showGestures(&window);
    window.showSettings();
    auto *dialog = window.findChild<SettingsDialog *>();
    ASSERT_TRUE(dialog);
    for (QComboBox *box : dialog->findChildren<QComboBox *>())
        if (const int chinese = box->findData(QStringLiteral("zh_CN")); chinese >= 0)
            box->setCurrentIndex(chinese);
    test::settleAll(window);
    dialog = window.findChild<SettingsDialog *>();
    ASSERT_TRUE(dialog);
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("设置"));
    EXPECT_FALSE(window.findChild<QDialog *>(QStringLiteral("gestures"))); // made anew when asked for
}

/// Its event loop runs inside a view that the change replaces.
TEST_F(Languages, aChangeAmidAMenuWaitsForItsEnd)
{
    QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("en"));
    MainWindow window;
    openIn(window, {write(smallTrace)});
    test::settleAll(window);
    const QPointer<TimelineView> before = window.timeline();
    bool wasThere = false;
    QTimer::singleShot(0, &window, [&] {
        QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("zh_CN"));
        window.changeLanguage();
        QTest::qWait(120);
        wasThere = before != nullptr;
        QApplication::activePopupWidget()->close();
    });
    QMenu menu(before);
    menu.addAction(QStringLiteral("x"));
    menu.exec(window.mapToGlobal(QPoint(100, 100)));
    menu.setParent(nullptr); // it stands on the stack
    EXPECT_TRUE(wasThere);
    EXPECT_TRUE(QTest::qWaitFor([&] { return before.isNull(); }, 60'000)) << "the window is in the new language then";
}

TEST_F(Languages, aChangeWaitsForADialogBelowTheSettings)
{
    MainWindow window;
    window.show();
    QTemporaryDir folder;
    QPointer<QFileDialog> dialog = new QFileDialog(&window, QString(), folder.path());
    dialog->open();
    window.showSettings();
    for (QComboBox *box : window.findChild<SettingsDialog *>()->findChildren<QComboBox *>())
        if (const int at = box->findData(QStringLiteral("zh_CN")); at >= 0)
            box->setCurrentIndex(at);
    QTest::qWait(150); // the change tries again until it may
    ASSERT_TRUE(dialog) << "its event loop would have run inside of what is gone";
    EXPECT_EQ(window.findChild<SettingsDialog *>()->windowTitle(), QStringLiteral("Settings"));
    dialog->reject();
    EXPECT_TRUE(QTest::qWaitFor([&] {
        const auto *settings = window.findChild<SettingsDialog *>();
        return settings && settings->windowTitle() == QStringLiteral("设置");
    }));
}

TEST_F(Languages, aChangeWaitsUntilTheLoopOfAClosedDialogHasEnded)
{
    MainWindow window;
    window.show();
    const QPointer<QWidget> before = window.centralWidget();
    QEventLoop application; // as in the program, where every dialog's loop is inside of another
    QTimer::singleShot(0, &window, [&] {
        QDialog dialog(&window);
        QTimer::singleShot(0, &dialog, [&] {
            QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("zh_CN"));
            window.changeLanguage();
            dialog.hide();
            QCoreApplication::processEvents(); // what else is due before the loop ends
            EXPECT_TRUE(before);
        });
        dialog.exec();
        application.quit();
    });
    application.exec();
    EXPECT_TRUE(before);
    EXPECT_TRUE(QTest::qWaitFor([&] { return before.isNull(); })) << "the window is in the new language then";
}

TEST_F(Languages, aChangeAmidLoadingAndTwiceInARowIsHarmless)
{
    MainWindow window;
    window.show();
    window.open({StartPage::samplePath()});
    choose(window, QStringLiteral("zh_CN"));
    window.changeLanguage();
    window.changeLanguage();
    window.reload();
    choose(window, QStringLiteral("en"));
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    window.closeRun();
    window.changeLanguage();
    test::settleAll(window);
    EXPECT_TRUE(window.session()->contexts().empty());
}

TEST_F(Languages, countsOfThingsHaveSeparators)
{
    for (const QString &language : {QStringLiteral("zh_CN"), QStringLiteral("en")}) {
        applyLanguage(language);
        EXPECT_TRUE(MainWindow::tr("There are %n table(s) of the same recording next to %1.", nullptr, 2'259)
                        .contains(QStringLiteral("2\u202f259")));
    }
    EXPECT_TRUE(MainWindow::tr("There are %n table(s) of the same recording next to %1.", nullptr, 1)
                    .startsWith(QStringLiteral("There are 1 table of")));
}

TEST_F(Languages, whatTheProgramsWordsAreInAFilesTextIsTranslated)
{
    const auto of = [](const char *language) {
        applyLanguage(QString::fromLatin1(language));
        return QStringList{withSeverities("SM效率过低 (23.5%) (medium); x (high) y; z (low)"),
                           withSeverities("[high] a; [low] b"),
                           shownTitle("a.log, line 34"),
                           shownTitle("line 7"),
                           shownTitle("baseline 34"),
                           toolTitle("ncu-kernels"),
                           toolTitle("report")};
    };
    EXPECT_EQ(of("en"), (QStringList{QStringLiteral("SM效率过低 (23.5%) (medium); x (high) y; z (low)"),
                                     QStringLiteral("[high] a; [low] b"), QStringLiteral("a.log, line 34"),
                                     QStringLiteral("line 7"), QStringLiteral("baseline 34"),
                                     QStringLiteral("Nsight Compute"), QStringLiteral("report")}));
    EXPECT_EQ(of("zh_CN"), (QStringList{QStringLiteral("SM效率过低 (23.5%) (中); x (high) y; z (低)"),
                                        QStringLiteral("[高] a; [低] b"), QStringLiteral("a.log，第 34 行"),
                                        QStringLiteral("第 7 行"), QStringLiteral("baseline 34"),
                                        QStringLiteral("Nsight Compute"), QStringLiteral("报告")}));
}

TEST_F(Languages, phasesAndClausesAreOfTheLanguage)
{
    const auto of = [](const char *language) {
        applyLanguage(QString::fromLatin1(language));
        QStringList texts{clauses({QStringLiteral("a"), QStringLiteral("b")}),
                          withDetail(QStringLiteral("a"), QStringLiteral("b"))};
        for (const char *phase : {"prefill", "decode", "mixed", "diffusion", "capture", "profiler", "section",
                                  "repetition", "unknown", "warm-up"})
            texts << phaseText(phase);
        return texts.join(u' ');
    };
    EXPECT_EQ(of("en"),
              QStringLiteral("a; b a (b) prefill decode mixed diffusion capture iteration section repetition unknown "
                             "warm-up"));
    EXPECT_EQ(of("zh_CN"), QStringLiteral("a；b a（b） prefill decode 混合 扩散 捕获 迭代 区段 重复 未知 warm-up"));
}

TEST_F(Languages, textsWithoutATranslationStayEnglish)
{
    applyLanguage(QStringLiteral("zh_CN"));
    EXPECT_EQ(Core::tr("no such text"), QStringLiteral("no such text"));
}

TEST_F(Languages, englishNeedsNoTranslation)
{
    applyLanguage(QStringLiteral("en"));
    EXPECT_EQ(RunViews::tr("Selection"), QStringLiteral("Selection"));
}

TEST_F(Languages, anUnknownThemeIsRefused)
{
    EXPECT_FALSE(applyTheme(QStringLiteral("purple")));
    EXPECT_TRUE(applyTheme(QStringLiteral("system")));
}

} // namespace
} // namespace ws
