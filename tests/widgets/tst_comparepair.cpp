// The pair of runs A and B in the session: what ends it, what keeps it, and that it changes nothing in its runs.
#include "tests/widgets/timelinewindow.h"
#include "widgets/session/comparepair.h"

#include <QSignalSpy>

namespace ws::test {
namespace {

using Side = ComparePair::Side;
constexpr Side A = ComparePair::A, B = ComparePair::B;

class Pair : public testing::Test
{
protected:
    Pair() : first(session.add(smallRun())), second(session.add(runOfFile())), pair(*session.pair()) {}

    Session session;
    RunContext *first, *second;
    ComparePair &pair;
};

TEST_F(Pair, isShownWhileOneOfItsRunsIsActive)
{
    EXPECT_FALSE(pair.isSet());
    EXPECT_FALSE(pair.isShown());
    RunContext *third = session.add(smallRun());
    pair.set(first, second);
    EXPECT_EQ(session.active(), first) << "the active run did not belong to it";
    EXPECT_TRUE(pair.isShown());
    EXPECT_EQ(pair.activeSide(), A);
    session.setActive(second);
    EXPECT_EQ(pair.activeSide(), B);
    session.setActive(third);
    EXPECT_FALSE(pair.isShown());
    EXPECT_TRUE(pair.isSet());
    session.setActive(second);
    EXPECT_TRUE(pair.isShown());
}

TEST_F(Pair, keepsTheActiveRunWhenItIsOneOfTheTwo)
{
    session.setActive(second);
    pair.set(first, second);
    EXPECT_EQ(session.active(), second);
}

TEST_F(Pair, swappedTwiceIsAsBefore)
{
    pair.set(first, second);
    first->select(first->run()->gpu.slice[1]);
    second->select(second->run()->gpu.slice[0]);
    ASSERT_TRUE(pair.alignAtSelections());
    const int64_t a = pair.alignedTime(A), b = pair.alignedTime(B);
    ASSERT_NE(a, b);
    QSignalSpy changed(&pair, &ComparePair::changed);
    pair.swap();
    EXPECT_EQ(pair.context(A), second);
    EXPECT_EQ(pair.alignedTime(A), b);
    pair.swap();
    EXPECT_EQ(pair.context(A), first);
    EXPECT_EQ(pair.context(B), second);
    EXPECT_EQ(pair.alignedTime(A), a);
    EXPECT_EQ(pair.alignedTime(B), b);
    EXPECT_EQ(changed.count(), 2);
}

TEST_F(Pair, leavesTheOtherRunWhenASideIsClosed)
{
    for (const Side closed : ComparePair::sides) {
        RunContext *extra = session.add(smallRun());
        RunContext *stays = closed == A ? second : first, *goes = extra;
        closed == A ? pair.set(goes, stays) : pair.set(stays, goes);
        session.setActive(goes);
        session.close(goes);
        EXPECT_FALSE(pair.isSet());
        EXPECT_EQ(session.active(), stays) << "the other side, not the run opened last";
        EXPECT_EQ(session.contexts().size(), 2u);
    }
}

TEST_F(Pair, closingAnotherRunChangesNothing)
{
    RunContext *third = session.add(smallRun());
    pair.set(first, second);
    QSignalSpy changed(&pair, &ComparePair::changed);
    session.close(third);
    EXPECT_TRUE(pair.isShown());
    EXPECT_EQ(changed.count(), 0);
}

TEST_F(Pair, aReloadedFileKeepsItsSide)
{
    pair.set(first, second);
    first->select(first->run()->gpu.slice[1]);
    second->select(second->run()->gpu.slice[0]);
    ASSERT_TRUE(pair.alignAtSelections());
    for (RunContext **side : {&first, &second}) {
        QSignalSpy changed(&pair, &ComparePair::changed);
        *side = session.replace(*side, smallRun());
        EXPECT_EQ(changed.count(), 1);
        EXPECT_EQ(pair.context(A), first);
        EXPECT_EQ(pair.context(B), second);
        EXPECT_TRUE(pair.isShown());
        EXPECT_EQ(pair.alignedAt(), ComparePair::AlignAt::FirstWork) << "that slice may be gone";
    }
    EXPECT_EQ(pair.alignedTime(B), 100 * us) << "of the new content";
}

TEST_F(Pair, isAlignedAtTheFirstGpuWorkUnlessAskedOtherwise)
{
    pair.set(first, second);
    EXPECT_EQ(pair.alignedTime(A), 100 * us);
    EXPECT_EQ(pair.alignedTime(B), 0);
    QSignalSpy aligned(&pair, &ComparePair::alignmentChanged);
    EXPECT_FALSE(pair.alignAtSelections()) << "nothing is selected";
    first->select(first->run()->gpu.slice[1]);
    EXPECT_FALSE(pair.alignAtSelections()) << "in one run only";
    EXPECT_EQ(aligned.count(), 0);
    second->select(second->run()->gpu.slice[0]);
    EXPECT_TRUE(pair.alignAtSelections());
    EXPECT_EQ(pair.alignedTime(A), first->run()->timeline.start(first->selection()));
    pair.alignAtSteps({7, 9});
    EXPECT_EQ(pair.alignedTime(B), 9);
    EXPECT_EQ(pair.alignedAt(), ComparePair::AlignAt::Step);
    pair.alignAtFirstWork();
    EXPECT_EQ(pair.alignedTime(A), 100 * us);
}

TEST_F(Pair, aSideIsReplacedAndTheOtherStays)
{
    RunContext *third = session.add(smallRun());
    pair.set(first, second);
    pair.setLinked(false);
    session.setActive(second);
    pair.replace(B, third);
    EXPECT_EQ(pair.context(A), first);
    EXPECT_EQ(pair.context(B), third);
    EXPECT_EQ(session.active(), third) << "the replaced side was the active one";
    EXPECT_FALSE(pair.isLinked());
    EXPECT_EQ(session.contexts().size(), 3u);
    pair.replace(A, third);
    EXPECT_EQ(pair.context(A), first) << "a run is on one side only";
}

TEST_F(Pair, aReplacedSideOfAnUnlinkedPairIsNeverToldAsLinked)
{
    RunContext *third = session.add(smallRun());
    pair.set(first, second);
    pair.setLinked(false);
    int told = 0;
    QObject::connect(&pair, &ComparePair::changed, &pair, [&] {
        ++told;
        EXPECT_FALSE(pair.isLinked());
        EXPECT_EQ(pair.context(A), third);
    });
    QObject::connect(&session, &Session::activeChanged, &pair, [&] { EXPECT_EQ(pair.context(A), third); });
    pair.replace(A, third);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(session.active(), third);
}

TEST_F(Pair, aRunIsNeverComparedWithItsOwnContext)
{
    pair.set(first, second);
    pair.end();
    EXPECT_FALSE(pair.isSet());
    pair.swap();
    pair.setLinked(false);
    pair.alignAtSteps({1, 2});
    EXPECT_FALSE(pair.isSet()) << "without a pair nothing happens";
}

} // namespace
} // namespace ws::test
