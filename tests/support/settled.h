#pragma once
// Waiting for the absence of something: not for a time, but until no background work is left that could bring it.

#include "widgets/toolkit/backgroundjob.h"

#include <QCoreApplication>
#include <QTest>

#include <gtest/gtest.h>

namespace ws::test {

/// Until no background work runs or waits and its answers were delivered; each answer may ask for further work.
inline void untilNothingWorks()
{
    constexpr int longestChain = 5;
    for (int round = 0; round < longestChain; ++round) {
        ASSERT_TRUE(QTest::qWaitFor([] { return !anyOwnThreadWorks(); }, 10'000));
        waitForPool();
        QCoreApplication::processEvents();
    }
}

} // namespace ws::test
