// What arguments are, before anything is opened: each kind, and what looks like another one.
#include "core/session/digestfile.h"
#include "core/session/openings.h"
#include "core/session/sessionfile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace ws;

namespace {

class OpeningsOf : public testing::Test
{
protected:
    QString write(const QString &name, const std::string &text = "[]")
    {
        const QString path = m_folder.filePath(name);
        EXPECT_TRUE(QDir().mkpath(QFileInfo(path).absolutePath()));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), qint64(text.size()));
        return path;
    }
    QString in(const char *name) { return m_folder.filePath(QLatin1String(name)); }

    static QStringList filesOf(const Openings &openings)
    {
        QStringList files;
        for (const PartName &name : openings.files)
            files << name.file + (name.part.isEmpty() ? QString() : u'#' + name.part);
        return files;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

TEST_F(OpeningsOf, filesAndTheirPartsAreRuns)
{
    const QString a = write(QStringLiteral("a.json")), b = write(QStringLiteral("b#2.txt"));
    const Openings openings = openingsOf({a, a + QStringLiteral("#decode"), b});
    EXPECT_EQ(filesOf(openings), (QStringList{a, a + QStringLiteral("#decode"), b}));
    EXPECT_FALSE(openings.isOneFile());
    EXPECT_TRUE(openingsOf({b}).isOneFile()) << "a '#' in a name is harmless";
    EXPECT_TRUE(openingsOf({in("missing.json")}).isOneFile()) << "opening it says that it is missing";
}

TEST_F(OpeningsOf, sessionsDigestsAndLinksAreKnownByTheirContent)
{
    const QString session = write(QStringLiteral("any.txt"), writeSession({})),
                  digest = write(QStringLiteral("any.bin"), writeDigests({std::make_shared<RankDigest>()})),
                  named = write(QStringLiteral("rank.wsd"), "damaged"),
                  trace = write(QStringLiteral("b.warpscope"), R"({"traceEvents":[]})"),
                  link = QStringLiteral("warpscope:view?file=a.json");
    const Openings openings = openingsOf({trace, digest, link, session, named});
    EXPECT_EQ(openings.sessions, QStringList{session});
    EXPECT_EQ(openings.job, (QStringList{digest, named}));
    EXPECT_EQ(openings.links, QStringList{link});
    EXPECT_EQ(filesOf(openings), QStringList{trace}) << "its ending alone makes no session";
    for (const QString &one : {session, digest, named, link})
        EXPECT_FALSE(openingsOf({one}).isOneFile()) << one.toStdString();
}

TEST_F(OpeningsOf, aFolderIsAJobWhereItHasSeveralTracesElseItsRecording)
{
    write(QStringLiteral("job/rank0.json"));
    write(QStringLiteral("job/rank1.json"));
    const QString trace = write(QStringLiteral("one/trace.json.gz")),
                  table = write(QStringLiteral("one/profiler_out_0.txt"));
    write(QStringLiteral("none/readme"));
    EXPECT_EQ(openingsOf({in("job")}).job, QStringList{in("job")});
    EXPECT_TRUE(openingsOf({in("job")}).files.empty());
    EXPECT_EQ(filesOf(openingsOf({in("one")})), (QStringList{trace, table}));
    EXPECT_EQ(filesOf(openingsOf({in("none")})), QStringList{in("none")}) << "opening it says what is wrong";
}

TEST_F(OpeningsOf, threeTracesWhoseNamesGiveThemRanksAreAJobTwoAreNot)
{
    QStringList ranks;
    for (int rank = 0; rank < 3; ++rank)
        ranks << write(QStringLiteral("trace-rank-%1.json").arg(rank));
    EXPECT_EQ(openingsOf(ranks).job, ranks);
    EXPECT_EQ(filesOf(openingsOf(ranks.mid(1))), ranks.mid(1));
    const QStringList twice{ranks[0], ranks[0], ranks[1]};
    EXPECT_EQ(filesOf(openingsOf(twice)), twice) << "the same rank twice is no job";
    const QStringList others{ranks[0], ranks[1], write(QStringLiteral("summary.json"))};
    EXPECT_EQ(filesOf(openingsOf(others)), others);
}
