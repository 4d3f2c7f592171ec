#pragma once
// main() of the test programs with widgets: an application object before the first test, offscreen unless the user asks
// for another platform, and settings separate from those of the user who runs the tests.

#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

namespace ws::test {

inline int guiMain(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    testing::InitGoogleTest(&argc, argv);
    QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("warpscope-tests"));
    QApplication application(argc, argv);
    const int failed = RUN_ALL_TESTS();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // no event loop is left that would
    return failed;
}

} // namespace ws::test
