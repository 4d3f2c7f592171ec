// `warpscope chart --by`: bars of steps, phases and ranks, and the parts of layerwise profiles.

#include "paths.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace {

constexpr const char *steps = R"json({"distributedInfo":{"rank":5},"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_1(8)_generation_0(0)","pid":9,"tid":1,"ts":0,"dur":20},
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_2(2)","pid":9,"tid":1,"ts":30,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":35,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":100,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"flash","pid":0,"tid":7,"ts":110,"dur":20,"args":{"device":0,"stream":7,"correlation":2}}
]})json";

constexpr const char *layerwise = R"json({"context":{},"prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[
{"entry":{"name":"Llama","cuda_time_us":30,"pct_cuda_time":75,"invocations":1},"children":[
 {"entry":{"name":"Linear","cuda_time_us":30,"pct_cuda_time":75,"invocations":1},"children":[
  {"entry":{"name":"gemm_a","cuda_time_us":20,"pct_cuda_time":50,"invocations":1},"children":[]},
  {"entry":{"name":"gemm_b","cuda_time_us":10,"pct_cuda_time":25,"invocations":1},"children":[]}]}]},
{"entry":{"name":"Sampler","cuda_time_us":10,"pct_cuda_time":25,"invocations":1},"children":[
 {"entry":{"name":"Softmax","cuda_time_us":10,"pct_cuda_time":25,"invocations":1},"children":[
  {"entry":{"name":"softmax_kernel","cuda_time_us":10,"pct_cuda_time":25,"invocations":1},"children":[]}]}]}
],"model_stats":[]}})json";

constexpr const char *phases = R"json({"context":{},
"prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[
 {"entry":{"name":"gemm_a","cuda_time_us":20,"pct_cuda_time":100,"invocations":1},"children":[]}],"model_stats":[]},
"decode_1":{"metadata":{"num_running_seqs":1},"summary_stats":[
 {"entry":{"name":"gemm_a","cuda_time_us":5,"pct_cuda_time":100,"invocations":1},"children":[]}],"model_stats":[]}
})json";

class ChartByTest : public testing::Test
{
protected:
    /// The picture's text; empty when the program failed.
    QByteArray chart(const char *text, const QStringList &arguments, const QString &part = {})
    {
        QFile file(folder.filePath(QStringLiteral("run.json")));
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(text);
        file.close();
        const QString picture = folder.filePath(QStringLiteral("out.svg"));
        QProcess process;
        process.start(QStringLiteral(WARPSCOPE_BIN_DIR "/warpscope"),
                      QStringList{QStringLiteral("chart"), file.fileName() + part, QStringLiteral("-o"), picture,
                                  QStringLiteral("--force")} +
                          arguments);
        process.waitForFinished(60'000);
        exitCode = process.exitCode();
        QFile out(picture);
        return exitCode == 0 && out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
    }

    QTemporaryDir folder;
    int exitCode = -1;
};

} // namespace

TEST_F(ChartByTest, barsAreStepsPhasesOrRanks)
{
    const QByteArray byStep = chart(steps, {QStringLiteral("--by"), QStringLiteral("step")});
    EXPECT_TRUE(byStep.contains("1 prefill 1") && byStep.contains("2 decode 2"));
    const QByteArray byPhase = chart(steps, {QStringLiteral("--by=phase"), QStringLiteral("--percent")});
    EXPECT_TRUE(byPhase.contains(">prefill<") && byPhase.contains(">decode<"));
    EXPECT_TRUE(chart(steps, {QStringLiteral("--by=rank")}).contains(">rank 5<"));
}

TEST_F(ChartByTest, someStepsOfManyAreNamedBelowTheTitle)
{
    const QByteArray one = chart(steps, {QStringLiteral("--by=step"), QStringLiteral("--bars=1")});
    EXPECT_TRUE(one.contains("1 costliest of 2 steps, 66.7"));
    EXPECT_TRUE(chart(steps, {QStringLiteral("--by=step"), QStringLiteral("--bars=1"), QStringLiteral("--pick=first")})
                    .contains("first 1 of 2 steps"));
}

TEST_F(ChartByTest, phasesOfAProfileAreChosenAmongLikeSteps)
{
    const QByteArray all = chart(phases, {});
    EXPECT_TRUE(all.contains(">prefill<") && all.contains(">decode_1<"));
    const QByteArray one = chart(phases, {QStringLiteral("--bars=1")});
    EXPECT_TRUE(one.contains("prefill")) << one.left(400).toStdString();
    EXPECT_FALSE(one.contains("decode_1"));
    EXPECT_TRUE(one.contains("1 of 2 parts"));
    const QByteArray named = chart(phases, {QStringLiteral("--label=a")}, QStringLiteral("#decode_1"));
    EXPECT_TRUE(named.contains("decode_1"));
    EXPECT_FALSE(named.contains("prefill"));
}

TEST_F(ChartByTest, aLayerwiseProfileIsDrawnByModule)
{
    const QByteArray modules = chart(layerwise, {QStringLiteral("--parts"), QStringLiteral("modules")});
    EXPECT_TRUE(modules.contains(">Linear<") && modules.contains(">Sampler<"));
    EXPECT_FALSE(modules.contains("gemm_a") || modules.contains("Softmax"));
}

TEST_F(ChartByTest, prefillAndDecodesAreChartsOfTheirOwn)
{
    const auto written = [&](const char *name) {
        QFile picture(folder.filePath(QString::fromLatin1(name)));
        return picture.open(QIODevice::ReadOnly) ? picture.readAll() : QByteArray();
    };
    chart(phases, {QStringLiteral("--apart")});
    ASSERT_EQ(exitCode, 0);
    const QByteArray prefill = written("out-prefill.svg"), decode = written("out-decode.svg");
    EXPECT_TRUE(prefill.contains("prefill") && !prefill.contains("decode_1"));
    EXPECT_TRUE(decode.contains("decode_1") && !decode.contains("prefill"));
    chart(steps, {QStringLiteral("--apart")});
    EXPECT_EQ(exitCode, 1) << "a trace has no such phases";
    const QByteArray kind = chart(phases, {QStringLiteral("--phase=decode")});
    EXPECT_TRUE(kind.contains("decode_1") && !kind.contains("prefill"));
}

TEST_F(ChartByTest, aProfilesTitleSaysWhatWasRun)
{
    const QByteArray text = QByteArray(layerwise).replace(
        "\"context\":{}",
        R"json("context":{"engine_args":{"model":"my/Llama"},"batch_size":4,"prompt_len":512,"num_steps":2})json");
    const QByteArray picture = chart(text.constData(), {});
    EXPECT_TRUE(picture.contains("my/Llama, batch 4, prompt of 512 tokens"));
    EXPECT_TRUE(picture.contains("2 steps"));
    const QByteArray titled = chart(text.constData(), {QStringLiteral("--title=Mine")});
    EXPECT_TRUE(titled.contains(">Mine<") && titled.contains("my/Llama, batch 4"));
}

TEST_F(ChartByTest, kernelsOfAProfileThatNoRuleTakesHaveTheirNames)
{
    const QStringList operations{QStringLiteral("--mapping=vllm/operations")};
    const QByteArray plain = chart(layerwise, operations);
    EXPECT_TRUE(plain.contains(">softmax_kernel<") && plain.contains(">gemm_a<"));
    EXPECT_FALSE(plain.contains("unmatched"));
    const QByteArray folded = chart(layerwise, operations + QStringList{QStringLiteral("--fold=Sampler")});
    EXPECT_TRUE(folded.contains(">Sampler<") && folded.contains("folded: Sampler"));
    EXPECT_FALSE(folded.contains("softmax_kernel"));
    const QByteArray top = chart(layerwise, operations + QStringList{QStringLiteral("--top=1")});
    EXPECT_TRUE(top.contains(">gemm_a<") && top.contains("2 smaller")) << top.left(3000).toStdString();
}

TEST_F(ChartByTest, wrongChoicesAreRefused)
{
    for (const char *wrong : {"--by=layer", "--bars=0", "--top=0", "--pick=last", "--parts=layers"}) {
        chart(steps, {QString::fromLatin1(wrong)});
        EXPECT_EQ(exitCode, 2) << wrong;
    }
    chart(steps, {QStringLiteral("--by=step"), QStringLiteral("--total-sec=1")});
    EXPECT_EQ(exitCode, 2);
    for (const char *unused : {"--bars=1", "--pick=first"}) {
        chart(steps, {QString::fromLatin1(unused)});
        EXPECT_EQ(exitCode, 2) << unused << " chooses nothing where a run is one bar";
    }
    chart(phases, {QStringLiteral("--total-sec=1")});
    EXPECT_EQ(exitCode, 2) << "phases have no total";
}
