#include "core/model/parts.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace ws;

namespace {

RunPtr layerwise()
{
    auto run = std::make_shared<ws::Run>();
    for (const char *phase : {"prefill", "decode_1"})
        for (const char *view : {"summary", "model"}) {
            ModuleTree tree;
            tree.phase = phase;
            tree.view = view;
            run->layerwise.push_back(tree);
        }
    return run;
}

RunPtr tables()
{
    auto run = std::make_shared<ws::Run>();
    run->tables.resize(3);
    run->tables[0].report = "osrt_sum";
    run->tables[1].report = "cuda_gpu_kern_sum";
    run->tables[2].title = "Jetson";
    return run;
}

Result<Selected> select(const RunPtr &run, const char *part)
{
    return selectPart(run, {QStringLiteral("f"), QString::fromUtf8(part)});
}

} // namespace

TEST(Parts, theLastHashSeparatesTheFileFromThePart)
{
    EXPECT_EQ(splitPart(QStringLiteral("/no/x.json#decode_1")).file, QStringLiteral("/no/x.json"));
    EXPECT_EQ(splitPart(QStringLiteral("/no/x.json#decode_1")).part, QStringLiteral("decode_1"));
    EXPECT_EQ(splitPart(QStringLiteral("/no/a#b#2")).file, QStringLiteral("/no/a#b"));
    EXPECT_EQ(splitPart(QStringLiteral("/no/x.json")).part, QString());
    EXPECT_EQ(splitPart(QStringLiteral("#1")).file, QStringLiteral("#1"));
}

TEST(Parts, aFileThatExistsAsTypedIsTakenWhole)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a#1"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    EXPECT_EQ(splitPart(path).file, path);
    EXPECT_EQ(splitPart(path + QStringLiteral("#2")).file, path);
    EXPECT_EQ(splitPart(path + QStringLiteral("#2")).part, QStringLiteral("2"));
}

TEST(Parts, aHashInTheNameOfARemoteFileSeparatesNothing)
{
    for (const char *name : {"gpu01:/runs/run#2.json.gz", "gpu01:~/run#2/trace", "gpu01:/a#b.pt.trace.json",
                             "gpu01:/a#b.rpd", "gpu01:/a#b.log"}) {
        EXPECT_EQ(splitPart(QString::fromUtf8(name)).file, QString::fromUtf8(name));
        EXPECT_EQ(splitPart(QString::fromUtf8(name)).part, QString());
    }
    const PartName part = splitPart(QStringLiteral("gpu01:/runs/run#2.json#decode_1"));
    EXPECT_EQ(part.file, QStringLiteral("gpu01:/runs/run#2.json"));
    EXPECT_EQ(part.part, QStringLiteral("decode_1"));
    EXPECT_EQ(splitPart(QStringLiteral("/no/x.json#a.csv")).part, QStringLiteral("a.csv")) << "it is not there";
}

TEST(Parts, withoutAPartTheWholeRunIsMeant)
{
    const RunPtr run = tables();
    const auto whole = select(run, "");
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->run, run);
    EXPECT_EQ(whole->phase, -1);
    EXPECT_EQ(whole->table, -1);
}

TEST(Parts, aPhaseIsNamedByNameOrNumberOverItsViews)
{
    EXPECT_EQ(select(layerwise(), "decode_1")->phase, 2);
    EXPECT_EQ(select(layerwise(), "2")->phase, 2) << "the second phase, not the second tree";
    EXPECT_EQ(select(layerwise(), "1")->table, -1);
}

TEST(Parts, aTableIsNamedByReportTitleOrNumber)
{
    EXPECT_EQ(select(tables(), "cuda_gpu_kern_sum")->table, 1);
    EXPECT_EQ(select(tables(), "Jetson")->table, 2);
    EXPECT_EQ(select(tables(), "1")->table, 0);
}

TEST(Parts, aPartThatIsNotThereIsAnErrorThatNamesThoseThereAre)
{
    const auto result = select(tables(), "nonsense");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::NotFound);
    EXPECT_TRUE(result.error().message.contains(QStringLiteral("cuda_gpu_kern_sum")));
}

TEST(Parts, aFileOfOnePartHasNoOtherButTheFirst)
{
    EXPECT_TRUE(select(std::make_shared<const ws::Run>(), "1"));
    EXPECT_FALSE(select(std::make_shared<const ws::Run>(), "2"));
}

TEST(Parts, recordingsAreNumberedAndOneHasToBeNamed)
{
    auto first = std::make_shared<ws::Run>(), second = std::make_shared<ws::Run>();
    first->info.recording = 1;
    second->info.recording = 2;
    first->others.push_back(second);
    const RunPtr run = first;
    EXPECT_EQ(select(run, "1")->run, run);
    EXPECT_EQ(select(run, "2")->run, RunPtr(second));
    for (const char *none : {"", "0", "3", "x"}) {
        const Result<Selected> wrong = select(run, none);
        ASSERT_FALSE(wrong) << none;
        EXPECT_TRUE(wrong.error().message.contains(QStringLiteral("f#1, f#2"))) << wrong.error().message.toStdString();
    }
    EXPECT_EQ(recordingsOf(run).size(), 2U);
    EXPECT_EQ(recordingsOf(second).size(), 1U);
}
