// Where the search goes first, and which run it belongs to.

#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "widgets/panels/search/searchbar.h"
#include "widgets/session/session.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace ws {
namespace {

/// A Python frame and an operator named like the kernel that they launch.
test::RunResult attention()
{
    return test::runFromJson(R"({"traceEvents":[
{"ph":"X","cat":"python_function","name":"attention.py(1): run","pid":1,"tid":1,"ts":0,"dur":100,"args":{}},
{"ph":"X","cat":"cpu_op","name":"vllm::attention","pid":1,"tid":1,"ts":10,"dur":30,"args":{}},
{"ph":"X","cat":"kernel","name":"other","pid":0,"tid":7,"ts":50,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"attention_2d","pid":0,"tid":7,"ts":60,"dur":20,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"attention_2d","pid":0,"tid":7,"ts":90,"dur":20,"args":{"device":0,"stream":7}}]})");
}

class SearchPlaces : public testing::Test
{
protected:
    SearchPlaces() : search(session.pane())
    {
        session.add(attention().run);
        search.show();
    }
    void find(const char *text, Qt::KeyboardModifiers modifiers = Qt::ControlModifier)
    {
        field()->clear();
        QTest::keyClicks(field(), QString::fromLatin1(text));
        QTest::keyClick(field(), Qt::Key_Return, modifiers);
    }
    bool goesTo(std::string_view name, int64_t startUs)
    {
        return QTest::qWaitFor([&] {
            const EventRef slice = context().selection();
            const RunPtr run = session.pane()->run();
            return slice.valid() && run->text(run->timeline.name(slice)) == name &&
                   run->timeline.start(slice) == startUs * 1'000;
        });
    }
    QLineEdit *field() { return search.findChild<QLineEdit *>(); }
    RunContext &context() { return session.pane()->context(); }

    Session session;
    SearchBar search;
};

TEST_F(SearchPlaces, controlEnterGoesToAKernelBeforeAPythonFrameOfThatName)
{
    find("attention");
    EXPECT_TRUE(goesTo("attention_2d", 60));
    EXPECT_TRUE(QTest::qWaitFor([&] { return search.findChild<QLabel *>()->text() == QStringLiteral("3 of 4"); }))
        << search.findChild<QLabel *>()->text().toStdString();
    QTest::keyClick(field(), Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(goesTo("attention_2d", 90)) << "then from hit to hit";
}

TEST_F(SearchPlaces, itPrefersTheRangeAndWhatIsShownWithoutPythonFrames)
{
    context().setRange(TimeRange{85'000, 100'000});
    find("attention");
    EXPECT_TRUE(goesTo("attention_2d", 90));
    find("vllm");
    EXPECT_TRUE(goesTo("vllm::attention", 10));
    find("attention.py");
    EXPECT_TRUE(goesTo("attention.py(1): run", 0)) << "there is no other hit";
}

TEST_F(SearchPlaces, aSearchWhoseHighlightWasRemovedIsNotAppliedToTheNextRun)
{
    find("attention");
    ASSERT_TRUE(goesTo("attention_2d", 60));
    context().clearHighlight(); // Esc in the timeline
    session.add(attention().run);
    test::untilNothingWorks();
    EXPECT_FALSE(context().highlight());
    EXPECT_TRUE(field()->text().isEmpty());
}

TEST_F(SearchPlaces, aSearchInForceGoesOnInTheNextRun)
{
    find("attention");
    ASSERT_TRUE(goesTo("attention_2d", 60));
    session.add(attention().run);
    EXPECT_TRUE(QTest::qWaitFor([&] { return bool(context().highlight()); }));
    EXPECT_EQ(field()->text(), QStringLiteral("attention"));
}

} // namespace
} // namespace ws
