// Every row that shows a kernel offers the same: its instances, where it is, only it, a rule.

#include "tests/support/support.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/when/gapspanel.h"
#include "widgets/session/kernelactions.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTest>

namespace ws {
namespace {

RunPtr twoNames()
{
    return test::runOfWork(
        {{"0", "7", 0, 10, "a"}, {"0", "7", 10, 10, "b"}, {"0", "7", 20, 10, "a"}, {"0", "7", 300, 10, "b"}});
}

QAction *actionOf(const QWidget &table, const QString &title)
{
    for (QAction *action : table.actions())
        if (action->text().remove(u'&').startsWith(title))
            return action;
    return nullptr;
}

} // namespace

TEST(KernelActions, onlyThisKernelLimitsAllViewsToIt)
{
    Session session;
    const RunPtr run = twoNames();
    session.add(run);
    RunContext &context = session.pane()->context();
    showOnly(context, run->gpu.name[1]);
    ASSERT_TRUE(QTest::qWaitFor([&] { return bool(context.focus()); }, 60'000));
    EXPECT_EQ(context.focus().activities->count(), 2U);
    EXPECT_TRUE(context.focus().activities->contains(1));
    EXPECT_FALSE(context.focus().activities->contains(0));
    EXPECT_EQ(context.focus().title, QLatin1String("b"));
}

TEST(KernelActions, theInstancesComeOneAfterAnotherAroundTheEnds)
{
    Session session;
    const RunPtr run = twoNames();
    session.add(run);
    RunContext &context = session.pane()->context();
    const auto revealed = [&](int direction) {
        revealInstance(context, run->gpu.name[0], direction);
        return context.selection();
    };
    EXPECT_EQ(revealed(1), run->gpu.slice[0]);
    EXPECT_EQ(revealed(1), run->gpu.slice[2]);
    EXPECT_EQ(revealed(1), run->gpu.slice[0]);
    EXPECT_EQ(revealed(-1), run->gpu.slice[2]);
}

TEST(KernelActions, copiesAreOfferedNoCommandOfAKernel)
{
    Session session;
    const RunPtr run = test::runFromJson(R"json({"deviceProperties":[{"id":0,"name":"NVIDIA A100"}],"traceEvents":[
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7}}]})json")
                           .run;
    session.add(run);
    const auto offered = [&](std::string_view name) {
        QMenu menu;
        addKernelActions(menu, kernelNamed(&session.pane()->context(), name));
        QStringList texts;
        for (const QAction *action : menu.actions())
            texts << action->text().remove(u'&');
        return texts.join(u'|');
    };
    EXPECT_TRUE(offered("gemm").contains(QStringLiteral("Only this kernel")));
    EXPECT_TRUE(offered("gemm").contains(QStringLiteral("Nsight Compute")));
    EXPECT_FALSE(offered("Memcpy HtoD").contains(QStringLiteral("kernel"))) << offered("Memcpy HtoD").toStdString();
    EXPECT_FALSE(offered("Memcpy HtoD").contains(QStringLiteral("Nsight Compute")));
    EXPECT_TRUE(offered("Memcpy HtoD").contains(QStringLiteral("Next instance in timeline")));
}

TEST(KernelActions, aRowWithoutAKernelDisablesThem)
{
    Session session;
    GapsPanel panel(session.pane());
    panel.show();
    session.add(twoNames());
    TablePane *table = panel.table();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->proxy()->rowCount() == 1; }, 60'000));
    QAction *instances = actionOf(*table, QStringLiteral("All instances"));
    ASSERT_TRUE(instances);
    emit table->menuRequested();
    EXPECT_FALSE(instances->isEnabled());
    table->view()->selectRow(0);
    EXPECT_TRUE(instances->isEnabled());
    QSignalSpy wanted(session.pane(), &Pane::instancesRequested);
    instances->trigger();
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].value<StringId>(), session.pane()->run()->gpu.name[3]); // it ends the gap
}

TEST(KernelActions, aMenuDoesNothingOnceItsRunIsClosed)
{
    Session session;
    RunContext *context = session.add(twoNames());
    QMenu menu;
    addKernelActions(menu, {context, context->run()->gpu.name[0]});
    session.close(context);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (QAction *action : menu.actions())
        action->trigger();
    EXPECT_FALSE(session.active());
}

TEST(KernelActions, aNameIsFoundInFullAndAsRulesSeeIt)
{
    Session session;
    RunContext *context = session.add(twoNames());
    EXPECT_EQ(kernelNamed(context, "b").name, context->run()->gpu.name[1]);
    EXPECT_FALSE(kernelNamed(context, "c"));
    EXPECT_FALSE(kernelNamed(context, ""));
    EXPECT_FALSE(kernelNamed(nullptr, "b"));
}

} // namespace ws
