#pragma once
// main() of the test programs with widgets: an application object before the first test, offscreen unless the user asks
// for another platform, and settings, caches and data separate from those of the user and of tests that run beside
// this.

#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace ws::test {

/// Lets go of what a test has left pressed: QTest sends no release of a double click's button, and Qt remembers the
/// modifiers of the last key. The tests after it in the process would be in the middle of a drag, or extend selections.
class HandsOff : public testing::EmptyTestEventListener
{
    void OnTestEnd(const testing::TestInfo &) override
    {
        QWidget nowhere;
        for (const Qt::MouseButton button : {Qt::LeftButton, Qt::RightButton, Qt::MiddleButton})
            QTest::mouseRelease(&nowhere, button);
        QTest::keyRelease(&nowhere, Qt::Key_Shift);
    }
};

inline int guiMain(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir home;
    for (const char *place : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(place, home.filePath(QString::fromLatin1(place)).toLocal8Bit());
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, home.path());
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("warpscope-tests"));
    QApplication application(argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new HandsOff); // which owns it
    const int failed = RUN_ALL_TESTS();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // no event loop is left that would
    return failed;
}

} // namespace ws::test
