#pragma once
// Real files for tests, used where they lie beside the checkout; without them such a test is skipped.

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

/// The first run of a real file; null (and a failed test) when it cannot be read.
inline std::shared_ptr<const Run> corpusRun(const QString &path)
{
    Progress progress;
    auto document = loadDocument(path, progress);
    if (!document) {
        ADD_FAILURE() << document.error().text().toStdString();
        return nullptr;
    }
    return document->runs.front();
}

} // namespace ws::test

/// Declares `path`; skips the test when the file is not there.
#define CORPUS_FILE(path, relative)                                                                                    \
    const QString path = ws::test::corpusPath(relative);                                                               \
    if (path.isEmpty())                                                                                                \
    GTEST_SKIP() << "no corpus"
