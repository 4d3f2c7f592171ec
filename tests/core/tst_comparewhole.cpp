// Recordings that have no unit of work in common, or few: what can be said of them as a whole, and of single kernels,
// copies and calls.

#include "tests/core/comparefixture.h"

#include "core/analysis/compare/comparability.h"
#include "core/readers/formats.h"
#include "core/report/comparereport.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace ws::test {
namespace {

/// A Chrome trace of work on one stream: (kind, name, µs, further arguments).
struct WholeRun
{
    std::string events;
    int at = 0, correlation = 0;

    WholeRun &event(const std::string &category, const std::string &name, int pid, int start, int length,
                    const std::string &args = {})
    {
        events += (events.empty() ? "" : ",\n") + std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" +
                  name + R"(","pid":)" + std::to_string(pid) + R"(,"tid":)" + (pid ? "1" : "7") + R"(,"ts":)" +
                  std::to_string(start) + R"(,"dur":)" + std::to_string(length) + R"(,"args":{)" + args + "}}";
        return *this;
    }
    WholeRun &work(const std::string &category, const std::string &name, int us, const std::string &args = {},
                   const std::string &op = {})
    {
        const std::string link = R"("correlation":)" + std::to_string(++correlation);
        if (!op.empty())
            event("cpu_op", op, 9, at, 3);
        event("cuda_runtime", "cudaLaunchKernel", 9, at + 1, 1, link);
        event(category, name, 0, at + 5, us, R"("device":0,"stream":7,)" + link + (args.empty() ? "" : "," + args));
        at += us + 10;
        return *this;
    }
    std::shared_ptr<const ComparedRun> run(const char *label = "run") const
    {
        return comparedRun({runFromJson(R"({"traceEvents":[)" + events + "]}").run, -1, {}, QString::fromUtf8(label)});
    }
    /// So that texts of events can be read again.
    std::shared_ptr<const ComparedRun> runOfFile(const QString &path) const
    {
        const std::string text = R"({"traceEvents":[)" + events + "]}";
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) > 0);
        file.close();
        Progress progress;
        return comparedRun({*loadRun(path, progress), -1, {}, path});
    }
};

std::string headlineOf(const ComparedPair &pair)
{
    QString text = pair.comparison.headline;
    return text.replace(QChar(0x202f), u' ').toStdString();
}

bool has(const std::string &text, std::string_view part)
{
    return text.find(part) != text.npos;
}

std::string grid(int blocks)
{
    return R"("grid":[)" + std::to_string(blocks) + R"(,1,1],"block":[256,1,1])";
}

DiffTable rowsOf(const ComparedPair &pair, DiffBy by)
{
    return *differences(*pair.a, *pair.b, pair.comparison, by);
}

} // namespace

TEST(CompareWhole, theOnlyKernelOfEachIsAPairWhateverItIsCalled)
{
    const ComparedPair pair = compared(Recording().kernel("matmul_mnk", 40'000).run(),
                                       Recording().kernel("matmul_mkn", 10'000).kernel("matmul_mkn", 12'000).run());
    EXPECT_TRUE(has(headlineOf(pair), "the only kernel takes 40.00 µs per call in A (matmul_mnk, 1 ×) and 11.00 µs in "
                                      "B (matmul_mkn, 2 ×)"))
        << headlineOf(pair);
    ASSERT_EQ(pair.kernels.rows.size(), 1U);
    EXPECT_EQ(pair.kernels.rows[0].match, DiffRow::Lone);
    EXPECT_EQ(pair.kernels.rows[0].status, DiffRow::Unclear) << "whether it is the same work is not known";
    const ComparedPair two = compared(Recording().kernel("matmul_mnk", 40'000).kernel("scale", 900).run(),
                                      Recording().kernel("matmul_mkn", 10'000).run());
    EXPECT_FALSE(has(headlineOf(two), "only kernel"));
    EXPECT_EQ(two.comparison.verdict, Verdict::NotComparable);
    const ComparedPair other = compared(Recording().kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 900).run(),
                                        Recording().kernel("ncclDevKernel_Broadcast_RING_LL", 900).run());
    EXPECT_FALSE(has(headlineOf(other), "only kernel")) << "these are known to be different";
}

TEST(CompareWhole, otherKernelsAreOtherWorkOnlyWhereOperatorsSaySo)
{
    const auto run = [](const char *first, const char *second, const std::string &op) {
        return WholeRun().work("kernel", first, 40, {}, op).work("kernel", second, 30, {}, op).run();
    };
    const ComparedPair byName = compared(run("a1", "a2", ""), run("b1", "b2", ""));
    EXPECT_EQ(byName.comparison.verdict, Verdict::NotComparable);
    EXPECT_TRUE(has(headlineOf(byName), "they run other kernels. From its first work to its last the GPU takes"))
        << headlineOf(byName);
    EXPECT_FALSE(has(byName.comparison.reasons.join(u' ').toStdString(), "different work"));
    const ComparedPair byOperator = compared(run("a1", "a2", "aten::mm"), run("b1", "b2", "aten::sort"));
    EXPECT_TRUE(has(headlineOf(byOperator), "they do different work")) << headlineOf(byOperator);
    const ComparedPair same = compared(run("a1", "a2", "aten::mm"), run("b1", "b2", "aten::mm"));
    EXPECT_FALSE(has(headlineOf(same), "other kernels") || has(headlineOf(same), "different work")) << headlineOf(same);
}

TEST(CompareWhole, kernelDescriptorsAreTheSameKernels)
{
    const auto run = [](const std::string &suffix) {
        Recording recording;
        for (const char *name : {"input_transpose_fusion", "Im3d2Col", "loop_add"})
            recording.kernel(name + suffix, 900);
        return recording.run();
    };
    const ComparedPair pair = compared(run(""), run(".kd"));
    for (const ComparedField &field : pair.comparison.fields)
        if (field.id == "kernels") {
            EXPECT_EQ(field.state, ComparedField::Same) << field.b.toStdString();
        }
}

TEST(CompareWhole, aStepThatLastsLongerThanItsGpuWorkIsTold)
{
    const auto run = [](int stepUs, int kernelUs) {
        WholeRun steps;
        steps.event("user_annotation", "ProfilerStep#3", 9, 0, stepUs);
        steps.at = stepUs - kernelUs - 30;
        return steps.work("kernel", "gemm", kernelUs).run();
    };
    const ComparedPair late = compared(run(400'000, 160'000), run(410'000, 120'000));
    EXPECT_TRUE(has(headlineOf(late), "the median step takes 400.0 ms in A and 410.0 ms in B, of these 160.0 ms and "
                                      "120.0 ms from the GPU's first work to its last"))
        << headlineOf(late);
    const ComparedPair busy = compared(run(161'000, 160'000), run(121'000, 120'000));
    EXPECT_TRUE(has(headlineOf(busy), "the median step takes 160.0 ms in A and 120.0 ms in B, but"))
        << headlineOf(busy);
}

TEST(CompareWhole, moreThreadsThatTakeLongerAreNoSlowerKernel)
{
    const auto run = [](int blocks, int us) {
        WholeRun work;
        for (int k = 0; k < 12; ++k)
            work.work("kernel", k % 3 ? "wave" : "fill", k % 3 ? us + k % 2 : 50, grid(k % 3 ? blocks : 8));
        return work.run();
    };
    const auto wave = [](const ComparedPair &pair) { return *rowOf(pair.kernels, "wave"); };
    const DiffRow more = wave(compared(run(4, 10), run(4096, 100)));
    EXPECT_EQ(more.status, DiffRow::Unclear);
    EXPECT_EQ(more.doubt, DiffRow::OtherGrids);
    EXPECT_EQ(wave(compared(run(4096, 100), run(4, 10))).status, DiffRow::Unclear);
    EXPECT_EQ(wave(compared(run(4, 100), run(4096, 10))).status, DiffRow::Faster) << "more threads that win time";
    EXPECT_EQ(wave(compared(run(64, 10), run(64, 100))).status, DiffRow::Slower);
}

TEST(CompareWhole, copiesOfOtherSizesAreNoSlowerCopies)
{
    QTemporaryDir folder;
    int files = 0;
    const auto run = [&](int bytes, int us) {
        WholeRun work;
        for (int k = 0; k < 10; ++k)
            work.work("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", us + k % 2,
                      R"("bytes":)" + std::to_string(bytes))
                .work("kernel", "gemm", 50);
        return work.runOfFile(folder.filePath(QStringLiteral("%1.json").arg(++files)));
    };
    const auto copy = [](const ComparedPair &pair) { return *rowOf(pair.kernels, "Memcpy HtoD (Pageable -> Device)"); };
    const DiffRow larger = copy(compared(run(4'096, 10), run(4'194'304, 300)));
    EXPECT_EQ(larger.doubt, DiffRow::OtherCopies);
    EXPECT_EQ(larger.status, DiffRow::Unclear);
    EXPECT_EQ(copy(compared(run(4'096, 10), run(4'096, 300))).status, DiffRow::Slower);
}

TEST(CompareWhole, recordingsWithoutGpuWorkAreComparedByTheirCalls)
{
    const auto run = [](int copyUs, int copies) {
        WholeRun calls;
        for (int k = 0; k < copies; ++k)
            calls.event("cuda_runtime", "cudaMemcpy", 9, 1'000 * k, copyUs);
        return calls.event("cuda_runtime", "cudaFree", 9, 900'000, 40).run();
    };
    const ComparedPair pair = compared(run(600, 20), run(200, 20));
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive);
    for (const DiffBy by : {DiffBy::Row, DiffBy::Api}) {
        const DiffTable table = rowsOf(pair, by);
        const DiffRow *copy = rowOf(table, "cudaMemcpy");
        ASSERT_TRUE(copy) << table.missing.toStdString();
        EXPECT_EQ(copy->a.totalNs, 12'000'000);
        EXPECT_EQ(copy->b.totalNs, 4'000'000);
        EXPECT_EQ(copy->status, DiffRow::Faster);
        EXPECT_EQ(rowOf(table, "cudaFree")->status, DiffRow::Same);
    }
    EXPECT_EQ(rowOf(rowsOf(compared(run(600, 3), run(200, 3)), DiffBy::Row), "cudaMemcpy")->status, DiffRow::Unclear)
        << "three calls of a CPU say little";
}

TEST(CompareWhole, kernelsThatRunAsOftenInBothAreAddedUp)
{
    const auto run = [](int us, int sorts) {
        Recording recording;
        for (const int pause : {100, 90'000, 4'000, 700'000, 1'000}) // no period
            recording.kernel("hash", us * 1'000).pause(pause * 1'000);
        for (int k = 0; k < sorts; ++k)
            recording.kernel("sort", 30'000);
        return recording.run();
    };
    const std::string text = headlineOf(compared(run(700, 2), run(90, 2)));
    EXPECT_TRUE(has(text, "kernels that run as often in both take 3.560 ms in A and 0.510 ms in B")) << text;
    EXPECT_EQ(headlineOf(compared(run(700, 200), run(90, 2))), "Inconclusive.") << "most of A's time has no partner";
}

TEST(CompareWhole, aRowIsNotFasterAgainstItsOwnMean)
{
    const auto run = [](int usual, int rare) {
        WholeRun work;
        for (int k = 0; k < 40; ++k)
            work.work("kernel", "copy_kernel", k % 4 ? usual : rare).at += k * k % 700;
        return work.run();
    };
    EXPECT_NE(rowOf(compared(run(100, 100), run(97, 140)).kernels, "copy_kernel")->status, DiffRow::Faster);
    EXPECT_EQ(rowOf(compared(run(100, 100), run(80, 82)).kernels, "copy_kernel")->status, DiffRow::Faster);
}

TEST(CompareWhole, oneCallEachDecidesOnlyByAHalf)
{
    const auto status = [](int us) {
        return rowOf(compared(Recording().kernel("first", 50'000).kernel("gemm", 40'000).run(),
                              Recording().kernel("first", us * 1'000).kernel("gemm", 40'000).run())
                         .kernels,
                     "first")
            ->status;
    };
    EXPECT_EQ(status(70), DiffRow::Unclear) << "a first launch";
    EXPECT_EQ(status(80), DiffRow::Slower);
}

TEST(CompareWhole, kernelsThatReorderDataArePairsOfTheirOwnKind)
{
    const auto run = [](const std::vector<const char *> &kernels) {
        WholeRun steps;
        for (int step = 0; step < 3; ++step) {
            steps.event("user_annotation", "ProfilerStep#" + std::to_string(step), 9, steps.at, 200);
            for (const char *kernel : kernels)
                steps.work("kernel", kernel, 10, {}, "aten::conv2d");
        }
        return steps.run();
    };
    const ComparedPair pair =
        compared(run({"nchwToNhwcKernel", "nchwToNhwcKernel2", "cutlass_fprop_implicit", "nhwcToNchwKernel"}),
                 run({"batched_transpose_1", "batched_transpose_2", "igemm_fwd_nhwc", "batched_transpose_3"}));
    const DiffRow *conv = rowOf(pair.kernels, "cutlass_fprop_implicit");
    ASSERT_TRUE(conv);
    EXPECT_EQ(conv->keyB, "igemm_fwd_nhwc");
    const ComparedPair without = compared(run({"nchwToNhwcKernel", "cutlass_fprop_implicit", "nhwcToNchwKernel"}),
                                          run({"batched_transpose_1", "batched_transpose_2", "igemm_fwd_nhwc"}));
    const DiffRow *alone = rowOf(without.kernels, "cutlass_fprop_implicit");
    ASSERT_TRUE(alone);
    EXPECT_FALSE(alone->keyB.starts_with("batched_transpose")) << alone->keyB;
}

TEST(CompareWhole, ranksThatAscendsProfilerWroteBesideTheirFilesAreRanksOfOneJob)
{
    QTemporaryDir folder;
    const auto run = [&](const QString &name, bool hasInfo, int rank) {
        const QDir place(folder.filePath(name));
        EXPECT_TRUE(place.mkpath(QStringLiteral(".")));
        QFile info(place.filePath(QStringLiteral("profiler_info_%1.json").arg(rank)));
        EXPECT_TRUE(!hasInfo || info.open(QIODevice::WriteOnly));
        WholeRun steps;
        for (int k = 0; k < 10; ++k)
            steps.work("kernel", "MatMul", 10).work("kernel", "hcom_allReduce__868_0", 40 + rank);
        return steps.runOfFile(place.filePath(QStringLiteral("trace_view.json")));
    };
    const auto consequence = [](const ComparedPair &pair) {
        for (const ComparedField &field : pair.comparison.fields)
            if (field.id == "rank")
                return field.consequence.toStdString();
        return std::string("no such field");
    };
    EXPECT_TRUE(has(consequence(compared(run(QStringLiteral("a"), true, 0), run(QStringLiteral("b"), true, 1))),
                    "Two ranks of one job wait for each other"));
    EXPECT_EQ(consequence(compared(run(QStringLiteral("rank0"), false, 0), run(QStringLiteral("rank1"), false, 1))), "")
        << "a name of a folder says nothing";
}

TEST(CompareWhole, loopsOverElementsAreTheSameOnlyByWhatTheyCompute)
{
    const auto run = [](const char *functor) {
        return Recording()
            .kernel(std::string("void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl<") + functor +
                        " > >(int, float)",
                    900)
            .kernel("gemm", 5'000)
            .run();
    };
    const ComparedPair pair = compared(run("at::native::CUDAFunctor_add<float>"), run("at::native::sin_kernel<float>"));
    EXPECT_EQ(pair.kernels.rows.size(), 3U) << "one is gone, one is new";
    EXPECT_EQ(compared(run("at::native::sin_kernel<float>"), run("at::native::sin_kernel<float>")).kernels.rows.size(),
              2U);
}

} // namespace ws::test
