// Recordings that have no unit of work in common, or few: what can be said of them as a whole, and of single kernels,
// copies and calls.

#include "tests/core/comparefixture.h"

#include "core/analysis/compare/comparability.h"
#include "core/model/eventtext.h"
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

TEST(CompareWhole, kernelsOfOtherNamesWithTheSameLaunchesArePairsWhereAllElseIsTheSame)
{
    const auto run = [](const char *product, int us, int fills, int blocks = 8) {
        WholeRun all;
        for (int k = 0; k < fills; ++k)
            all.work("kernel", "fill", 3, grid(4));
        return all.work("kernel", product, us, grid(1))
            .work("kernel", product, us, grid(blocks))
            .work("kernel", std::string(product) + "_end", 5, grid(16))
            .run();
    };
    const ComparedPair pair = compared(run("matmul_mnk", 100, 4), run("matmul_mkn", 400, 4));
    EXPECT_TRUE(has(headlineOf(pair),
                    "Inconclusive: all else is called as often in both, and a kernel of the same launches "
                    "takes 100.0 µs per call in A (matmul_mnk, 2 ×) and 400.0 µs in B (matmul_mkn, "
                    "2 ×)"))
        << headlineOf(pair);
    EXPECT_EQ(pair.kernels.rows.size(), 3U);
    for (const DiffRow &row : pair.kernels.rows)
        if (row.key == "matmul_mnk") {
            EXPECT_EQ(row.match, DiffRow::Launches);
            EXPECT_EQ(row.status, DiffRow::Unclear) << "whether it is the same work is not known";
        }
    const ComparedPair otherFills = compared(run("matmul_mnk", 100, 4), run("matmul_mkn", 400, 5));
    EXPECT_EQ(otherFills.comparison.verdict, Verdict::NotComparable);
    EXPECT_FALSE(has(headlineOf(otherFills), "same launches")) << headlineOf(otherFills);
    const ComparedPair otherGrid = compared(run("matmul_mnk", 100, 4), run("matmul_mkn", 400, 4, 9));
    EXPECT_FALSE(has(headlineOf(otherGrid), "same launches")) << headlineOf(otherGrid);
    const ComparedPair alike = compared(run("matmul_mnk", 100, 4, 16), run("matmul_mkn", 400, 4, 16));
    EXPECT_TRUE(has(headlineOf(alike), "same launches")) << "1 and 16 blocks against 16: still told apart";
    WholeRun twins, others;
    for (const char *name : {"a1", "a2", "fill"})
        twins.work("kernel", name, 40, grid(2));
    for (const char *name : {"b1", "b2", "fill"})
        others.work("kernel", name, 40, grid(2));
    EXPECT_FALSE(has(headlineOf(compared(twins.run(), others.run())), "same launches")) << "which is which?";
}

TEST(CompareWhole, aKernelThatRunsAsOftenInBothCountsTheRounds)
{
    const auto run = [](std::vector<int> roundsUs, const char *other) {
        WholeRun all;
        for (const int us : roundsUs)
            all.work("kernel", "update", 3).work("kernel", other, us).work("kernel", other, us);
        return all.work("kernel", "initialize", 4000).run();
    };
    const std::vector<int> ten(10, 100), tenShort(10, 30);
    const ComparedPair pair = compared(run(ten, "forward"), run(tenShort, "fused"));
    EXPECT_TRUE(has(
        headlineOf(pair),
        "update runs 10 times in both; the median time from one start to the next is 233.0 µs in A and 93.00 µs in B"))
        << headlineOf(pair);
    const ComparedPair fewer = compared(run(ten, "forward"), run(std::vector<int>(11, 30), "fused"));
    EXPECT_FALSE(has(headlineOf(fewer), "times in both"));
    EXPECT_TRUE(has(headlineOf(fewer), "Inconclusive. From its first work to its last the GPU takes"))
        << headlineOf(fewer);
    const ComparedPair uneven =
        compared(run({100, 100, 100, 100, 900, 100, 900, 100, 900, 100}, "forward"), run(tenShort, "fused"));
    EXPECT_FALSE(has(headlineOf(uneven), "times in both")) << headlineOf(uneven);
}

TEST(CompareWhole, namesThatTheCompilerGivesToManyKernelsHaveNoVerdict)
{
    const auto run = [](const char *name, int us) {
        WholeRun all;
        for (int k = 0; k < 10; ++k)
            all.work("kernel", "gemm", 100).work("kernel", name, us);
        return all.run();
    };
    const auto row = [](const ComparedPair &pair, const char *name) { return *rowOf(pair.kernels, name); };
    const DiffRow shared = row(compared(run("triton__0d1d2", 80), run("triton__0d1d2", 20)), "triton__0d1d2");
    EXPECT_EQ(shared.doubt, DiffRow::SharedName);
    EXPECT_EQ(shared.status, DiffRow::Unclear);
    const DiffRow own =
        row(compared(run("triton_poi_fused_add_0", 80), run("triton_poi_fused_add_0", 20)), "triton_poi_fused_add_0");
    EXPECT_EQ(own.status, DiffRow::Faster);
}

TEST(CompareWhole, theMemoryOfCopiesIsReadFromNsightSystemsColumns)
{
    ws::Run nsys, kineto;
    nsys.info.format = "nsys-sqlite";
    kineto.info.format = "chrome";
    const auto memory = [](const ws::Run &run, const char *event) {
        return hostMemoryOfCopy(run, nlohmann::ordered_json::parse(event));
    };
    EXPECT_EQ(memory(nsys, R"({"srcKind":0,"dstKind":2})"), "pageable");
    EXPECT_EQ(memory(nsys, R"({"srcKind":2,"dstKind":1})"), "pinned");
    EXPECT_EQ(memory(nsys, R"({"srcKind":"Device","dstKind":"Pageable"})"), "pageable");
    EXPECT_EQ(memory(nsys, R"({"srcKind":2,"dstKind":2})"), "");
    EXPECT_EQ(memory(nsys, R"({"bytes":0})"), "");
    EXPECT_EQ(memory(kineto, R"({"srcKind":0})"), "") << "there it is no number of Nsight Systems";
}

TEST(CompareWhole, collectivesOfTwoRanksAreNeitherSlowerNorFaster)
{
    const auto run = [](int rank, int us) {
        WholeRun all;
        for (int k = 0; k < 10; ++k)
            all.work("kernel", "gemm", 100).work("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", us);
        return comparedRun({runFromJson(R"({"distributedInfo":{"rank":)" + std::to_string(rank) +
                                        R"(,"world_size":2},"traceEvents":[)" + all.events + "]}")
                                .run,
                            -1,
                            {},
                            QString::number(rank)});
    };
    const auto collective = [](const ComparedPair &pair) {
        for (const DiffRow &row : pair.kernels.rows)
            if (row.work == DiffRow::Communication)
                return row;
        return DiffRow();
    };
    const DiffRow ranks = collective(compared(run(0, 80), run(1, 20)));
    EXPECT_EQ(ranks.doubt, DiffRow::OtherRank);
    EXPECT_EQ(ranks.status, DiffRow::Unclear);
    const DiffRow sameRank = collective(compared(run(0, 80), run(0, 20)));
    EXPECT_EQ(sameRank.doubt, DiffRow::NoDoubt);
    EXPECT_EQ(sameRank.status, DiffRow::Faster);
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
    EXPECT_FALSE(has(headlineOf(compared(run(700, 200), run(90, 2))), "run as often"))
        << "most of A's time has no partner";
}

TEST(CompareWhole, aKernelThatIsFasterBeyondItsNoiseIsNamedWithoutUnits)
{
    const auto headline = [](int usA, int usB, int spread) {
        const auto run = [spread](int us, int seed) {
            Recording recording;
            for (int k = 0; k < 60; ++k) { // no period
                const int other = (k * k * 7 + seed) % 40 - 20;
                recording.kernel("hash", (us + spread * other) * 1'000).pause((k * k * k % 900 + 1) * 20'000);
            }
            return recording.kernel("sort", 30'000).run();
        };
        return headlineOf(compared(run(usA, 3), run(usB, 5)));
    };
    const std::string faster = headline(700, 90, 0);
    EXPECT_TRUE(has(faster,
                    "Most of the difference is hash, 60 × in both: its median call takes 700.0 µs in A and 90.00 µs "
                    "in B"))
        << faster;
    EXPECT_FALSE(has(headline(700, 690, 30), "Most of the difference")) << "its calls differ by as much";
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
