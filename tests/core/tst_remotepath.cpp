#include "core/base/shellquoted.h"
#include "core/io/remote/remotefolder.h"
#include "core/io/remote/remotepath.h"
#include "core/io/remote/remotescript.h"
#include "core/io/remote/sshrun.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace ws;

namespace {

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

} // namespace

TEST(RemotePath, hostAndPathAreToldApart)
{
    struct Case
    {
        const char *argument, *host, *path, *name;
    };
    const Case cases[] = {
        {"gpu01:/data/a.json.gz", "gpu01", "/data/a.json.gz", "a.json.gz"},
        {"me@gpu01.example.org:/a", "me@gpu01.example.org", "/a", "a"},
        {"gpu01:~/traces/", "gpu01", "~/traces/", "traces"},
        {"gpu01:~", "gpu01", "~", "~"},
        {"[fe80::1%eth0]:/a b", "[fe80::1%eth0]", "/a b", "a b"},
        {"me@[::1]:/a", "me@[::1]", "/a", "a"},
        {"gpu01:/with:colon", "gpu01", "/with:colon", "with:colon"},
    };
    for (const Case &one : cases) {
        const auto remote = remotePath(text(one.argument));
        ASSERT_TRUE(remote) << one.argument;
        EXPECT_EQ(remote->host, text(one.host));
        EXPECT_EQ(remote->path, text(one.path));
        EXPECT_EQ(remote->name(), text(one.name));
        EXPECT_EQ(remote->text(), text(one.argument));
    }
}

TEST(RemotePath, whatIsNoHostIsLocal)
{
    for (const char *argument : {"a.json",
                                 "/a/b:c",
                                 "./a:/b",
                                 "C:/a.json",
                                 "C:\\a.json",
                                 "http://host/a",
                                 "file:///a",
                                 "https://h:80/a",
                                 ":/sample/a.json",
                                 "host:relative",
                                 "host:/a\nb",
                                 "host:/a\rb",
                                 "-oProxyCommand=touch x:/a",
                                 "me@-oProxyCommand=x:/a",
                                 "a b:/c",
                                 "a;b:/c",
                                 "$(a):/c",
                                 "`a`:/c",
                                 "a|b:/c",
                                 "a&b:/c",
                                 "a\nb:/c",
                                 "a'b:/c",
                                 "a\"b:/c",
                                 "a>b:/c",
                                 "-a:/c",
                                 "@host:/c",
                                 "me@:/c",
                                 "a@b@c:/d",
                                 "[::1:/a",
                                 "[gpu01]:/a",
                                 "[]:/a",
                                 "a*:/b",
                                 "a\\b:/c",
                                 "~a:/b",
                                 "host:",
                                 ""})
        EXPECT_FALSE(remotePath(text(argument))) << argument;
}

TEST(RemotePath, aLocalFileOfThatNameComesFirst)
{
    const QTemporaryDir folder;
    const QString before = QDir::currentPath();
    ASSERT_TRUE(QDir::setCurrent(folder.path()));
    QDir().mkdir(QStringLiteral("gpu01:"));
    QFile file(QStringLiteral("gpu01:/a.json"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    EXPECT_FALSE(remotePath(QStringLiteral("gpu01:/a.json")));
    EXPECT_TRUE(remotePath(QStringLiteral("gpu01:/b.json")));
    QDir::setCurrent(before);
}

TEST(RemotePath, theHostStandsBehindTheOptionsAndThePathIsOneWordOfTheShell)
{
    const QStringList arguments = sshArguments(QStringLiteral("me@[::1]"), QStringLiteral("echo \"$1\""),
                                               {QStringLiteral("/a'; rm -rf $HOME; '")});
    ASSERT_GE(arguments.size(), 3);
    EXPECT_EQ(arguments[arguments.size() - 3], QStringLiteral("--"));
    EXPECT_EQ(arguments[arguments.size() - 2], QStringLiteral("me@::1"));
    EXPECT_EQ(arguments.last(), QStringLiteral("exec sh -c 'echo \"$1\"' sh '/a'\\''; rm -rf $HOME; '\\'''"));
}

TEST(RemotePath, hostilePathsReachTheScriptAsTheyAre)
{
    for (const char *path : {"/a b", "/'; touch /tmp/x; '", "/$(touch x)", "/`touch x`", "/\"", "/a\nb", "/\\", "/*",
                             "/-rf", "/!x", "/%s\\n", "/\xc3\xa9", "/a\tb", "/$HOME", "/~", "//", "/a'\\''b"}) {
        QProcess shell;
        shell.start(QStringLiteral("sh"),
                    {QStringLiteral("-c"),
                     sshArguments(QStringLiteral("host"), QStringLiteral("printf %s \"$1\""), {text(path)}).last()});
        ASSERT_TRUE(shell.waitForFinished());
        EXPECT_EQ(shell.readAllStandardOutput(), QByteArray(path));
        EXPECT_TRUE(shell.readAllStandardError().isEmpty());
    }
}

/// Within single quotes fish knows `\\'` and `\\\\`, and csh `!`.
TEST(RemotePath, nothingStandsWithinQuotesThatFishOrCshWouldChange)
{
    const QString words = sshArguments(QStringLiteral("host"), remoteScript(),
                                       {QStringLiteral("/x\\'(touch y)\\'"), QStringLiteral("/we!rd"),
                                        QStringLiteral("\\"), QStringLiteral("'")})
                              .last();
    bool isQuoted = false;
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (words[i] == u'\'')
            isQuoted = !isQuoted;
        else if (isQuoted)
            EXPECT_FALSE(words[i] == u'\\' || words[i] == u'!') << words.mid(0, i).toStdString();
        else
            i += words[i] == u'\\';
    }
    EXPECT_FALSE(isQuoted);
}

TEST(RemotePath, theScriptHoldsNothingThatAnotherLoginShellWouldChange)
{
    for (const char *sign : {"'", "!", "\n"})
        EXPECT_FALSE((remoteScript() + eventScript()).contains(text(sign)));
}

TEST(RemoteScript, theHeaderIsFoundBehindWhatLoginScriptsPrint)
{
    QByteArray bytes = "Welcome!\nwarpscope-file is not here\nwarpscope-file 10 20 3\nrest\n";
    const auto header = takeHeader(bytes);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->file.size, 10);
    EXPECT_EQ(header->file.modified, 20);
    EXPECT_EQ(header->file.have, 3);
    EXPECT_EQ(bytes, "rest\n");

    for (const char *wrong :
         {"warpscope-file 10 20 3", "warpscope-file 10 20 11\n", "warpscope-file -1 20 0\n", "warpscope-file 1 -20 0\n",
          "warpscope-file 1 20 -1\n", "warpscope-file a b c\n", "warpscope-file 99999999999999999999 1 0\n", ""}) {
        QByteArray other = wrong;
        EXPECT_FALSE(takeHeader(other)) << wrong;
        EXPECT_EQ(other, wrong);
    }
}

TEST(RemoteScript, entriesOfAFolderKeepTheirNamesAndBrokenLinesAreLeftOut)
{
    const auto entries =
        folderEntries("f 12 34 a b.json\nd 0 5 <b>x</b>\nf x 1 no\nf 1\n\nf 1 2 \nzz 1 2 no\nf 7 8  two\n");
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_EQ(entries[0].name, QStringLiteral("a b.json"));
    EXPECT_EQ(entries[0].size, 12);
    EXPECT_EQ(entries[0].modified, 34);
    EXPECT_FALSE(entries[0].isFolder);
    EXPECT_TRUE(entries[1].isFolder);
    EXPECT_EQ(entries[2].name, QStringLiteral(" two"));
}

TEST(RemoteScript, wordsOfTheHostCannotMoveTheCursor)
{
    EXPECT_EQ(plainWords(QStringLiteral("a\x1b[2Jb\r\nc\u202e d")), QStringLiteral("a [2Jb c d"));
}
