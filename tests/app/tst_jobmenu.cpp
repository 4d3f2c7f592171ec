// The menu of a job, and where else its commands are found.

#include "app/window/commandlist.h"
#include "app/window/workspace.h"
#include "core/model/job.h"
#include "tests/app/jobstest.h"
#include "widgets/session/jobdocument.h"

#include <QMenu>
#include <QToolButton>

namespace ws {
namespace {

using test::Jobs;

TEST_F(Jobs, thePaletteFindsTheMenuOfAJobThatIsThere)
{
    MainWindow window;
    const auto jobCommands = [&] {
        QStringList titles;
        for (const Command &command : commandsOf(&window))
            if (command.title.startsWith(QStringLiteral("Job › ")))
                titles << command.title;
        return titles;
    };
    EXPECT_TRUE(jobCommands().isEmpty());
    ASSERT_TRUE(open(window, job({})));
    ASSERT_TRUE(window.job()->job());
    EXPECT_TRUE(jobCommands().contains(QStringLiteral("Job › Close job"))) << jobCommands().join(u'|').toStdString();
}

TEST_F(Jobs, menuOfAJobThatIsNotThere)
{
    MainWindow window;
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    const auto panels = window.findChildren<RanksPanel *>();
    ASSERT_FALSE(panels.isEmpty());
    const auto expectNone = [&] {
        for (const RanksPanel *panel : panels)
            for (const QAction *action : panel->findChild<QToolButton *>(QStringLiteral("jobMenu"))->menu()->actions())
                EXPECT_FALSE(action->isEnabled()) << action->text().toStdString();
    };
    expectNone();
    ASSERT_TRUE(open(window, job({})));
    ASSERT_TRUE(window.job()->job());
    window.job()->close();
    expectNone();
    EXPECT_TRUE(window.session()->contexts().empty());
}

} // namespace
} // namespace ws
