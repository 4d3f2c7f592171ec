#include "widgets/timeline/labelcache.h"

#include "tests/widgets/timelineruns.h"

#include <QGuiApplication>

#include <gtest/gtest.h>

using namespace ws;

namespace {

QString fittedTo(const QString &text, int characters)
{
    const QFontMetrics metrics(QGuiApplication::font());
    return LabelCache::fitted(text, metrics.horizontalAdvance(QString(characters, QLatin1Char('m'))), metrics);
}

const QString longName = QStringLiteral("_matmul_ogs_bf16xbf16xmxfp4_128x256x128x1_swiglu_epilogue_u");

} // namespace

TEST(LabelCache, aNarrowBoxShowsTheStartOfTheName)
{
    const QString label = fittedTo(longName, 6);
    ASSERT_GE(label.size(), 5);
    EXPECT_TRUE(label.endsWith(QChar(0x2026)));
    EXPECT_TRUE(longName.mid(1).startsWith(label.chopped(1))) << "an underscore in front says nothing";
}

TEST(LabelCache, aNameThatIsCutAlreadyIsNotCutTwiceAtOnePlace)
{
    const QString ellipsis(QChar(0x2026));
    const QString form = QStringLiteral("ncclKernel") + ellipsis + QStringLiteral("SendRecv_int8_t");
    for (int characters = 4; characters < 30; ++characters)
        EXPECT_FALSE(fittedTo(form, characters).contains(ellipsis + ellipsis))
            << fittedTo(form, characters).toStdString();
}

TEST(LabelCache, aNarrowBoxKeepsTheBeginningOfANameThatIsCutAlready)
{
    const QString form = QStringLiteral("flash_fwd_splitkv") + QChar(0x2026) + QStringLiteral("kernel");
    for (int characters = 4; characters < 12; ++characters) {
        const QString label = fittedTo(form, characters);
        EXPECT_TRUE(label.size() == 0 || (label.endsWith(QChar(0x2026)) && form.startsWith(label.chopped(1))))
            << label.toStdString();
    }
}

TEST(LabelCache, aWideBoxShowsBothEnds)
{
    const QString label = fittedTo(longName, 30);
    ASSERT_LT(label.size(), longName.size());
    EXPECT_TRUE(label.contains(QChar(0x2026)));
    EXPECT_TRUE(longName.mid(1).startsWith(label.left(10)));
    EXPECT_TRUE(longName.endsWith(label.right(10)));
}

TEST(LabelCache, whatAllNamesOfAKindBeginWithIsLeftOutFirst)
{
    EXPECT_EQ(fittedTo(QStringLiteral("aten::linear"), 4), QStringLiteral("linear"));
    EXPECT_EQ(fittedTo(QStringLiteral("aten::linear"), 20), QStringLiteral("aten::linear"));
    EXPECT_TRUE(fittedTo(QStringLiteral("nn.Module: LlamaDecoderLayer_17"), 8).startsWith(QLatin1String("Llama")));
}

TEST(LabelCache, whereFewerThanFiveCharactersFitThereIsNoLabelUnlessTheNameIsThatShort)
{
    EXPECT_TRUE(fittedTo(longName, 2).isEmpty());
    EXPECT_EQ(fittedTo(QStringLiteral("mm"), 2), QStringLiteral("mm"));
}

TEST(LabelCache, modulesAndPythonFramesLoseTheirPrefixBeforeTheyAreCut)
{
    EXPECT_EQ(fittedTo(QStringLiteral("nn.Module: Linear_0"), 7), QStringLiteral("Linear_0"));
    EXPECT_EQ(fittedTo(QStringLiteral("torch/nn/modules/module.py(1779): _call_impl"), 20),
              QStringLiteral("module.py(1779): _call_impl"));
    EXPECT_EQ(fittedTo(QStringLiteral("nn.Module: Linear_0"), 40), QStringLiteral("nn.Module: Linear_0"));
    EXPECT_TRUE(fittedTo(QStringLiteral("vllm/attention/layer.py(12): forward"), 6).startsWith(QLatin1String("layer")));
}

namespace {

struct Labels
{
    explicit Labels(size_t count)
    {
        test::RunMaker maker;
        for (size_t i = 0; i < count; ++i)
            maker.kernel("7", int64_t(i) * 100, 50, "kernel_number_" + std::to_string(i));
        data = maker.data();
        cache.setUp(data, QGuiApplication::font(), 1);
    }
    /// How many of all names have a label in a frame with so many new ones.
    size_t shown(size_t newImages)
    {
        cache.beginFrame(newImages);
        size_t count = 0;
        const Lane &lane = data->run->timeline.lanes[0];
        for (size_t i = 0; i < lane.size(); ++i)
            count += cache.label(lane.name[i], 400, 0xff000000, LabelCache::Normal) != nullptr;
        return count;
    }

    TimelineDataPtr data;
    LabelCache cache;
};

} // namespace

TEST(LabelCache, aFrameMakesSoManyNewLabelsAndTellsWhetherSomeAreLeft)
{
    Labels labels(25);
    EXPECT_EQ(labels.shown(10), 10U);
    EXPECT_TRUE(labels.cache.leftSomeOut());
    EXPECT_EQ(labels.shown(10), 20U);
    EXPECT_EQ(labels.shown(10), 25U);
    EXPECT_FALSE(labels.cache.leftSomeOut());
    EXPECT_EQ(Labels(25).shown(SIZE_MAX), 25U);
}

TEST(LabelCache, aViewOfMoreLabelsThanAreKeptIsCompleteInTheEnd)
{
    Labels labels(9000);
    size_t frames = 0;
    do
        labels.shown(LabelCache::newAtRest);
    while (labels.cache.leftSomeOut() && ++frames < 100);
    EXPECT_FALSE(labels.cache.leftSomeOut());
    EXPECT_EQ(labels.shown(SIZE_MAX), 9000U);
}
