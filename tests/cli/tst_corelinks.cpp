// The command line program runs on servers: the core links neither QtGui nor QtWidgets.

#include "paths.h"

#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>

#include <gtest/gtest.h>

namespace tst_corelinks {

namespace {

/// Qt headers that the sources of a folder include, as "QString", with the file that does.
QMap<QString, QString> qtIncludes(const QString &folder)
{
    static const QRegularExpression include(QStringLiteral("^#include <(Q[A-Za-z0-9/]+)>"),
                                            QRegularExpression::MultilineOption);
    QMap<QString, QString> headers;
    QDirIterator files(folder, {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            ADD_FAILURE() << "cannot read " << file.fileName().toStdString();
        auto matches = include.globalMatch(QString::fromUtf8(file.readAll()));
        while (matches.hasNext())
            headers.insert(matches.next().captured(1), file.fileName());
    }
    return headers;
}

} // namespace

TEST(CoreLinks, coreIncludesOnlyHeadersOfQtCoreAndQtSql)
{
    const QString headers = QLibraryInfo::path(QLibraryInfo::HeadersPath);
    if (!QFile::exists(headers + QStringLiteral("/QtCore/QString")))
        GTEST_SKIP() << "Qt's headers are elsewhere: " << headers.toStdString();
    const auto includes = qtIncludes(QStringLiteral(WARPSCOPE_SOURCE_DIR "/core"));
    EXPECT_TRUE(includes.contains(QStringLiteral("QString")));
    for (auto it = includes.begin(); it != includes.end(); ++it)
        EXPECT_TRUE(QFile::exists(headers + QStringLiteral("/QtCore/") + it.key()) ||
                    QFile::exists(headers + QStringLiteral("/QtSql/") + it.key()))
            << it.value().toStdString() << " includes " << it.key().toStdString();
}

TEST(CoreLinks, theCommandLineProgramNeedsNoGuiLibrary)
{
    QProcess process;
    process.start(QStringLiteral("readelf"),
                  {QStringLiteral("-d"), QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope-cli")});
    if (!process.waitForFinished())
        GTEST_SKIP() << "readelf is not installed";
    const QByteArray dynamic = process.readAllStandardOutput();
    EXPECT_TRUE(dynamic.contains("libQt6Core"));
    for (const char *library : {"libQt6Gui", "libQt6Widgets", "libQt6Charts", "libQt6Svg", "libX11", "libxcb", "libGL"})
        EXPECT_FALSE(dynamic.contains(library)) << library;
}

} // namespace tst_corelinks
