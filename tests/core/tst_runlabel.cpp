#include "core/model/runlabel.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

QStringList labels(const std::vector<Labelled> &things)
{
    return distinctLabels(things);
}

QStringList ofPaths(const QStringList &paths)
{
    std::vector<Labelled> things;
    for (const QString &path : paths)
        things.push_back({path.section(u'/', -1), {}, path});
    return distinctLabels(things);
}

} // namespace

TEST(RunLabel, aNameOfItsOwnIsEnough)
{
    EXPECT_EQ(ofPaths({QStringLiteral("/a/x.json"), QStringLiteral("/b/y.json")}),
              (QStringList{QStringLiteral("x.json"), QStringLiteral("y.json")}));
}

TEST(RunLabel, filesOfOneNameAreToldApartByTheirFolders)
{
    EXPECT_EQ(ofPaths({QStringLiteral("/d/run1/report1"), QStringLiteral("/d/run2/report1"), QStringLiteral("/d/y")}),
              (QStringList{QStringLiteral("run1/report1"), QStringLiteral("run2/report1"), QStringLiteral("y")}));
}

TEST(RunLabel, foldersThatTellNothingAreLeftOut)
{
    EXPECT_EQ(ofPaths({QStringLiteral("/h100/out/traces/t.json"), QStringLiteral("/mi300/out/traces/t.json")}),
              (QStringList{QStringLiteral("h100/…/t.json"), QStringLiteral("mi300/…/t.json")}));
}

TEST(RunLabel, asManyFoldersAsItTakesAreNamed)
{
    EXPECT_EQ(ofPaths({QStringLiteral("/a/p/t"), QStringLiteral("/b/p/t"), QStringLiteral("/b/q/t")}),
              (QStringList{QStringLiteral("a/p/t"), QStringLiteral("b/p/t"), QStringLiteral("b/q/t")}));
}

TEST(RunLabel, partsOfOneNameAreToldApartByTheWordsInWhichTheirTitlesDiffer)
{
    const QString name = QStringLiteral("cuda_gpu_kern_sum");
    EXPECT_EQ(labels({{name, QStringLiteral("cuda_gpu_kern_sum, run on jetson with nsys"), {}},
                      {name, QStringLiteral("cuda_gpu_kern_sum, run on 3090 with nsys"), {}}}),
              (QStringList{name + QStringLiteral(" · jetson"), name + QStringLiteral(" · 3090")}));
}

TEST(RunLabel, whatNothingTellsApartIsNumbered)
{
    const QString name = QStringLiteral("t.json");
    EXPECT_EQ(
        labels({{name, {}, QStringLiteral("/a/t.json")},
                {name, {}, QStringLiteral("/a/t.json")},
                {QStringLiteral("t.json (2)"), {}, {}},
                {name, {}, QStringLiteral("/a/t.json")}}),
        (QStringList{name, QStringLiteral("t.json (3)"), QStringLiteral("t.json (2)"), QStringLiteral("t.json (4)")}));
}

TEST(RunLabel, aTitleOfAnyLengthGivesAShortLabel)
{
    const QString longTitle = QStringLiteral("word ").repeated(20'000);
    const QStringList made = labels({{QStringLiteral("a"), longTitle, {}}, {QStringLiteral("a"), {}, {}}});
    EXPECT_NE(made[0], made[1]);
    EXPECT_LT(made[0].size(), 60);
}
