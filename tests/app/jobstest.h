#pragma once
// A window that opens folders of ranks.

#include "tests/support/jobgen.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/panels/ranks/rankspanel.h"

#include <QDir>

namespace ws::test {

class Jobs : public MainWindowTest
{
protected:
    /// A folder of the traces.
    QString job(const JobOptions &options)
    {
        EXPECT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
        int rank = 0;
        for (const std::string &trace : JobGenerator(options).traces())
            write(trace, QStringLiteral("job/rank-%1.json").arg(rank++));
        return m_folder.filePath(QStringLiteral("job"));
    }
    static RanksPanel *visiblePanel(const MainWindow &window)
    {
        for (RanksPanel *panel : window.findChildren<RanksPanel *>())
            if (panel->isVisible())
                return panel;
        return nullptr;
    }
    static bool open(MainWindow &window, const QString &path)
    {
        window.show();
        window.open({path});
        return QTest::qWaitFor([&] { return !window.isLoading(); }, 20'000);
    }
};

} // namespace ws::test
