#pragma once
// Real files for tests, used if they are next to the checkout; without them such a test is skipped, or fails where
// WARPSCOPE_REQUIRE_CORPUS is set: a skipped test proves nothing.

#include "core/readers/formats.h"
#include "paths.h"

#include <gtest/gtest.h>

#include <QFileInfo>

namespace ws::test {

inline QString corpusPath(const char *relative)
{
    const QString path = QStringLiteral(WARPSCOPE_SOURCE_DIR "/../shared/corpus/") + QString::fromUtf8(relative);
    return QFileInfo::exists(path) ? path : QString();
}

inline bool corpusIsRequired()
{
    return qEnvironmentVariableIntValue("WARPSCOPE_REQUIRE_CORPUS") != 0;
}

/// The first run of a real file; null (and a failed test) when it cannot be read.
inline std::shared_ptr<const Run> corpusRun(const QString &path)
{
    Progress progress;
    auto loaded = loadRun(path, progress);
    if (!loaded) {
        ADD_FAILURE() << loaded.error().text().toStdString();
        return nullptr;
    }
    return *loaded;
}

} // namespace ws::test

/// Ends the test when `condition` says that a part of the corpus is missing.
#define SKIP_WITHOUT_CORPUS(condition)                                                                                 \
    if (condition) {                                                                                                   \
        if (ws::test::corpusIsRequired())                                                                              \
            FAIL() << "the corpus is required and incomplete";                                                         \
        GTEST_SKIP() << "no corpus beside the checkout";                                                               \
    }                                                                                                                  \
    static_assert(true) // takes the semicolon

/// Declares `path`; skips the test when the file is missing.
#define CORPUS_FILE(path, relative)                                                                                    \
    const QString path = ws::test::corpusPath(relative);                                                               \
    SKIP_WITHOUT_CORPUS(path.isEmpty())
