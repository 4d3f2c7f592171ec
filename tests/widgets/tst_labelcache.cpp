#include "widgets/timeline/labelcache.h"

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
