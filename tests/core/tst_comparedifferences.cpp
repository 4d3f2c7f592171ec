#include "tests/core/comparefixture.h"

#include "core/analysis/compare/alignment.h"
#include "core/analysis/compare/explain.h"
#include "core/analysis/compare/rowcalls.h"
#include "core/report/comparereport.h"
#include "tests/core/modulefixture.h"

#include <nlohmann/json.hpp>

#include <numeric>

namespace ws::test {
namespace {

/// Steps of one device: an embedding, layers, a head.
struct Model
{
    int units = 12;
    int64_t attention = 50'000, mlp = 80'000, copy = 0, pause = 10'000;
    std::string attentionName = "attention";
    int layers = 6;
    std::string extra = {}; ///< one more kernel in each layer

    std::shared_ptr<const ComparedRun> run(const std::string &label = "run") const
    {
        Recording recording;
        for (int unit = 0; unit < units; ++unit) {
            const int64_t jitter = unit % 5 * 20;
            recording.kernel("embed", 20'000 + jitter);
            for (int layer = 0; layer < layers; ++layer) {
                recording.kernel(attentionName, attention + jitter).kernel("mlp", mlp + jitter);
                if (!extra.empty())
                    recording.kernel(extra, 7000);
            }
            if (copy)
                recording.kernel("Memcpy DtoH (Device -> Pageable)", copy);
            recording.kernel("head", 30'000).kernel("sample", 4000).pause(pause + jitter);
        }
        return recording.run(label);
    }
};

void expectAddsUp(const ComparedPair &pair)
{
    const Explanation &why = pair.comparison.explanation;
    EXPECT_EQ(sumOfDeltas(pair.kernels), pair.kernels.deltaNs());
    EXPECT_EQ(partsOf(why.a), why.a.wallNs);
    EXPECT_EQ(partsOf(why.b), why.b.wallNs);
    EXPECT_EQ(partsOf(why.delta), why.delta.wallNs);
    EXPECT_EQ(why.b.wallNs - why.a.wallNs, why.delta.wallNs);
    int64_t compute = 0;
    for (const Explanation::Part &part : why.compute)
        compute += part.ns;
    EXPECT_EQ(compute, why.delta.computeNs);
    EXPECT_EQ(partsOf(why.wholeB) - partsOf(why.wholeA), why.wholeB.wallNs - why.wholeA.wallNs);
}

int64_t computePart(const ComparedPair &pair, Explanation::Part::Kind kind)
{
    for (const Explanation::Part &part : pair.comparison.explanation.compute)
        if (part.kind == kind)
            return part.ns;
    return 0;
}

} // namespace

TEST(CompareDifferences, aSlowerKernelIsItsRowAndItsMean)
{
    const ComparedPair pair = compared(Model{}.run(), Model{.attention = 60'000}.run());
    expectAddsUp(pair);
    const DiffRow &row = pair.kernels.rows.front();
    EXPECT_EQ(row.key, "attention");
    EXPECT_EQ(row.status, DiffRow::Slower);
    EXPECT_EQ(row.match, DiffRow::Exact);
    EXPECT_NEAR(row.unitDeltaNs, 60'000, 1);
    EXPECT_NEAR(double(computePart(pair, Explanation::Part::Mean)), 60'000, 10);
    EXPECT_EQ(computePart(pair, Explanation::Part::Added), 0);
    EXPECT_EQ(rowOf(pair.kernels, "mlp")->status, DiffRow::Same);
    EXPECT_TRUE(hasReading(pair.comparison, "kernel"));
    EXPECT_FALSE(hasReading(pair.comparison, "idle"));
}

TEST(CompareDifferences, exchangingTheSidesNegatesEverything)
{
    const auto a = Model{}.run("a"), b = Model{.units = 15,
                                               .attention = 60'000,
                                               .copy = 9000,
                                               .pause = 30'000,
                                               .attentionName = "flash",
                                               .extra = "bias"}
                                             .run("b");
    const ComparedPair forward = compared(a, b), back = compared(b, a);
    expectAddsUp(forward);
    EXPECT_EQ(forward.kernels.deltaNs(), -back.kernels.deltaNs());
    ASSERT_EQ(forward.kernels.rows.size(), back.kernels.rows.size());
    for (const DiffRow &row : forward.kernels.rows) {
        const auto same = std::find_if(back.kernels.rows.begin(), back.kernels.rows.end(), [&](const DiffRow &other) {
            return other.a.names == row.b.names && other.b.names == row.a.names && other.a.totalNs == row.b.totalNs;
        });
        ASSERT_NE(same, back.kernels.rows.end()) << row.key;
        EXPECT_EQ(row.deltaNs(), -same->deltaNs());
        EXPECT_DOUBLE_EQ(row.unitDeltaNs, -same->unitDeltaNs);
        EXPECT_EQ(row.call.deltaNs, -same->call.deltaNs);
        EXPECT_EQ(row.call.outsideNoise, same->call.outsideNoise);
        EXPECT_EQ(row.match, same->match);
    }
    const WallBudget &x = forward.comparison.explanation.delta, &y = back.comparison.explanation.delta;
    EXPECT_EQ(x.wallNs, -y.wallNs);
    EXPECT_EQ(x.computeNs, -y.computeNs);
    EXPECT_EQ(x.idleNs(), -y.idleNs());
    EXPECT_EQ(forward.comparison.unit.wall.deltaNs, -back.comparison.unit.wall.deltaNs);
    EXPECT_EQ(forward.comparison.verdict, Verdict::Slower);
    EXPECT_EQ(back.comparison.verdict, Verdict::Faster);
}

TEST(CompareDifferences, whatRunsInTheSamePlaceIsRenamed)
{
    const ComparedPair pair = compared(Model{}.run(), Model{.attentionName = "flash_attention"}.run());
    const DiffRow *row = rowOf(pair.kernels, "attention");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->keyB, "flash_attention");
    EXPECT_EQ(row->match, DiffRow::Order);
    EXPECT_EQ(row->status, DiffRow::Renamed);
    EXPECT_EQ(pair.kernels.unmatchedA.totalNs, 0);
    EXPECT_EQ(pair.comparison.alignment.byOrder, pair.comparison.alignment.a);
    EXPECT_LT(pair.comparison.alignment.byName, pair.comparison.alignment.byOrder);
}

TEST(CompareDifferences, whatOnlyOneHasIsARow)
{
    const ComparedPair pair = compared(Model{}.run(), Model{.extra = "bias"}.run());
    expectAddsUp(pair);
    const DiffRow *row = rowOf(pair.kernels, "bias");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->status, DiffRow::Added);
    EXPECT_EQ(row->match, DiffRow::None);
    EXPECT_EQ(pair.kernels.unmatchedB.totalNs, row->b.totalNs);
    EXPECT_NEAR(double(computePart(pair, Explanation::Part::Added)), 42'000, 2);
    EXPECT_EQ(compared(pair.b, pair.a).kernels.unmatchedA.totalNs, row->b.totalNs);
}

TEST(CompareDifferences, moreCallsOfAKernelAreNoSlowerKernel)
{
    const ComparedPair pair = compared(Model{}.run(), Model{.layers = 8}.run());
    expectAddsUp(pair);
    const DiffRow *row = rowOf(pair.kernels, "attention");
    EXPECT_FALSE(row->call.outsideNoise);
    EXPECT_EQ(row->status, DiffRow::Slower); // its time in a unit
    EXPECT_GT(computePart(pair, Explanation::Part::Count), 200'000);
    EXPECT_NEAR(double(computePart(pair, Explanation::Part::Mean)), 0, 100);
    EXPECT_TRUE(hasReading(pair.comparison, "more-calls"));
    EXPECT_FALSE(hasReading(pair.comparison, "kernel"));
}

TEST(CompareDifferences, twiceTheCallsOfHalfTheWorkAreNoFasterKernel)
{
    const auto flash = [](int calls, int64_t ns) {
        Recording recording;
        recording.kernel("first", 700).pause(1234);
        for (int i = 0; i < calls; ++i)
            recording.kernel("flash", ns).kernel("between" + std::to_string(i), 100);
        return recording.run();
    };
    const auto statusOf = [](const ComparedPair &pair) {
        const auto row = std::ranges::find(pair.kernels.rows, "flash", &DiffRow::key);
        return row == pair.kernels.rows.end() ? std::string_view() : diffStatusId(row->status);
    };
    EXPECT_EQ(statusOf(compared(flash(5, 5518), flash(10, 2765))), "unclear") << "the total has even grown";
    EXPECT_EQ(statusOf(compared(flash(5, 5518), flash(5, 2765))), "faster");
    EXPECT_EQ(statusOf(compared(flash(5, 5518), flash(6, 2765))), "faster") << "and all together they take less";
}

namespace {

/// Twelve calls each of `kinds` operators and their kernels, whose inputs have a batch, or whose grids have blocks.
struct Sized
{
    int batch = 64, blocks = 0, us = 40, kinds = 6;
    int fixed = 0; ///< so many of them work on what does not depend on the batch

    std::shared_ptr<const ComparedRun> run() const
    {
        TraceText t;
        int64_t now = 10;
        for (int call = 0, correlation = 0; call < 12; ++call)
            for (int kind = 0; kind < kinds; ++kind) {
                const std::string size = std::to_string(kind < fixed ? 64 : batch);
                t.op("aten::op" + std::to_string(kind), 1, now, 5,
                     batch ? R"("Input Dims":[[128,)" + size + R"(,32],[32]])" : std::string());
                ++correlation;
                t.launch(1, now + 1, correlation)
                    .kernel(correlation, now + 4, kind < fixed ? 40 : us + call % 3, "kernel" + std::to_string(kind),
                            blocks ? R"("grid":[)" + std::to_string(blocks) + R"(,1,1],"block":[128,1,1])" : "");
                now += us + 10 + call * call % 7 * 10;
            }
        return comparedRun({runFromJson(t.json()).run, -1, {}, QStringLiteral("run")});
    }
};

} // namespace

TEST(CompareDifferences, eightTimesTheDataMakesNoKernelSlower)
{
    const ComparedPair pair = compared(Sized{.batch = 64}.run(), Sized{.batch = 512, .us = 280}.run());
    ASSERT_TRUE(pair.comparison.scale);
    EXPECT_NEAR(pair.comparison.scale->factor, 8, 0.01);
    EXPECT_NEAR(pair.comparison.scale->timePerWork, 281.0 / 41 / 8, 0.01);
    EXPECT_TRUE(pair.comparison.scale->isOfInputs);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive);
    EXPECT_TRUE(
        pair.comparison.headline.startsWith(QStringLiteral("No verdict: the same calls do other amounts of work")))
        << pair.comparison.headline.toStdString();
    EXPECT_TRUE(pair.comparison.reasons.front().startsWith(
        QStringLiteral("The same calls do about 8 × the work in B that they do in A: the inputs of 6 kernels")))
        << pair.comparison.reasons.front().toStdString();
    EXPECT_FALSE(hasReading(pair.comparison, "all-slower"));
    for (const DiffBy by : {DiffBy::Kernel, DiffBy::Operator, DiffBy::Family}) {
        const auto found = differences(*pair.a, *pair.b, pair.comparison, by);
        for (const DiffRow &row : found->rows)
            EXPECT_EQ(row.status, DiffRow::Unclear) << row.key;
    }

    // With the sides exchanged it is said of the other one; by launch grids as of threads.
    const ComparedPair back = compared(Sized{.batch = 512, .us = 280}.run(), Sized{.batch = 64}.run());
    EXPECT_TRUE(back.comparison.reasons.front().contains(QStringLiteral("8 × the work in A that they do in B")));
    const ComparedPair grids =
        compared(Sized{.batch = 0, .blocks = 100}.run(), Sized{.batch = 0, .blocks = 800, .us = 280}.run());
    ASSERT_TRUE(grids.comparison.scale);
    EXPECT_FALSE(grids.comparison.scale->isOfInputs);
    EXPECT_TRUE(grids.comparison.reasons.front().contains(QStringLiteral("8 × the threads in B")));
}

TEST(CompareDifferences, sameOrMixedSizesAreNoScaleAndAKernelOfOtherShapesHasNoSpeed)
{
    const auto statusOf = [](const ComparedPair &pair, const char *name) { return rowOf(pair.kernels, name)->status; };
    const ComparedPair same = compared(Sized{}.run(), Sized{.us = 280}.run());
    EXPECT_FALSE(same.comparison.scale);
    EXPECT_EQ(statusOf(same, "kernel0"), DiffRow::Slower) << "the same shapes";
    const ComparedPair grids = compared(Sized{.blocks = 100}.run(), Sized{.blocks = 800, .us = 280}.run());
    EXPECT_FALSE(grids.comparison.scale) << "what operators get is the work, not how it is launched";
    const ComparedPair mixed =
        compared(Sized{.batch = 64, .fixed = 4}.run(), Sized{.batch = 512, .us = 60, .fixed = 4}.run());
    EXPECT_FALSE(mixed.comparison.scale);
    EXPECT_EQ(rowOf(mixed.kernels, "kernel5")->doubt, DiffRow::OtherShapes);
    EXPECT_EQ(statusOf(mixed, "kernel5"), DiffRow::Unclear);
    EXPECT_EQ(rowOf(mixed.kernels, "kernel0")->doubt, DiffRow::NoDoubt);
    const ComparedPair few = compared(Sized{.kinds = 3}.run(), Sized{.batch = 512, .us = 280, .kinds = 3}.run());
    EXPECT_FALSE(few.comparison.scale) << "three kernels are too few to say it of the run";
}

TEST(CompareDifferences, aKernelThatRunsBesideOthersIsNotCalledSlower)
{
    // 60 kernels one after another, or of three streams at a time that take twice as long each.
    const auto run = [](bool areTogether, int64_t ns) {
        static const char *const streams[] = {"14", "15", "16"}, *const names[] = {"conv", "norm", "pool"};
        std::vector<Work> work;
        for (int k = 0; k < 60; ++k)
            work.push_back({"0", areTogether ? streams[k % 3] : "14", int64_t(areTogether ? k / 3 * 3 : k) * 1'000'000,
                            ns + k % 2, names[k % 3]});
        return comparedRun({runOfWork(work), -1, {}, QStringLiteral("run")});
    };
    const auto isSaid = [](const ComparedPair &pair) {
        return pair.comparison.reasons.join(u' ').contains(QStringLiteral("run beside other kernels"));
    };
    const auto alone = run(false, 100'000);
    const ComparedPair together = compared(alone, run(true, 200'000));
    EXPECT_TRUE(isSaid(together)) << together.comparison.reasons.join(u' ').toStdString();
    EXPECT_EQ(rowOf(together.kernels, "conv")->b.besideNs, rowOf(together.kernels, "conv")->b.totalNs);
    EXPECT_EQ(rowOf(together.kernels, "conv")->status, DiffRow::Unclear);
    EXPECT_EQ(rowOf(compared(run(true, 200'000), alone).kernels, "conv")->status, DiffRow::Unclear);
    EXPECT_EQ(rowOf(compared(alone, run(true, 50'000)).kernels, "conv")->status, DiffRow::Faster)
        << "what is faster beside others is";

    const ComparedPair slower = compared(alone, run(false, 200'000));
    EXPECT_FALSE(isSaid(slower));
    EXPECT_EQ(rowOf(slower.kernels, "conv")->status, DiffRow::Slower);
    const ComparedPair both = compared(run(true, 200'000), run(true, 300'000));
    EXPECT_FALSE(isSaid(both)) << "in both they run beside others";
    EXPECT_EQ(rowOf(both.kernels, "conv")->status, DiffRow::Slower);
}

TEST(CompareDifferences, otherNumbersOfCopiesMayBeOfOtherSizes)
{
    const auto run = [](int small, int large, int64_t ns) {
        Recording recording;
        recording.kernel("first", 700).pause(1234);
        for (int k = 0; k < small; ++k)
            recording.kernel("Memcpy HtoD (Pinned -> Device)", 440).kernel("x" + std::to_string(k), 100);
        for (int k = 0; k < large; ++k)
            recording.kernel("Memcpy HtoD (Pinned -> Device)", ns).kernel("y" + std::to_string(k), 100);
        return recording.run();
    };
    const auto statusOf = [](const ComparedPair &pair) {
        return rowOf(pair.kernels, "Memcpy HtoD (Pinned -> Device)")->status;
    };
    EXPECT_EQ(statusOf(compared(run(20, 19, 5500), run(0, 20, 2740))), DiffRow::Unclear);
    EXPECT_EQ(statusOf(compared(run(0, 20, 5500), run(0, 20, 2740))), DiffRow::Faster);
}

TEST(CompareDifferences, idleTimeIsNamedOnlyWhereItGrew)
{
    const ComparedPair pair = compared(Model{}.run(), Model{.pause = 300'000}.run());
    expectAddsUp(pair);
    EXPECT_TRUE(hasReading(pair.comparison, "idle"));
    EXPECT_FALSE(hasReading(pair.comparison, "all-slower"));
    EXPECT_FALSE(hasReading(pair.comparison, "kernel"));
    EXPECT_TRUE(pair.comparison.headline.startsWith(QLatin1String("The median period takes ")));
    EXPECT_TRUE(pair.comparison.headline.contains(QLatin1String(". On average: ")));
    EXPECT_TRUE(pair.comparison.headline.contains(QLatin1String("more idle")));
}

TEST(CompareDifferences, allSlowerIsSaidOnlyWhereNearlyAllAre)
{
    const auto slower = [](double by, double embed) {
        Recording recording;
        for (int unit = 0; unit < 12; ++unit) {
            const auto ns = [&](double base) { return std::llround(by * base) + unit % 5 * 20; };
            recording.kernel("embed", std::llround(embed * 20'000));
            for (int layer = 0; layer < 6; ++layer)
                recording.kernel("qkv", ns(40'000)).kernel("attention", ns(50'000)).kernel("mlp", ns(80'000));
            recording.kernel("head", ns(30'000)).kernel("sample", ns(8000)).pause(9000);
        }
        return recording.run();
    };
    const auto a = slower(1, 1);
    EXPECT_TRUE(hasReading(compared(a, slower(1.08, 1.08)).comparison, "all-slower"));
    EXPECT_FALSE(hasReading(compared(a, slower(1, 9)).comparison, "all-slower"));
    EXPECT_FALSE(hasReading(compared(a, slower(1, 1)).comparison, "all-slower"));
    EXPECT_FALSE(hasReading(compared(Model{}.run(), Model{.mlp = 95'000}.run()).comparison, "all-slower"));
}

namespace {

/// A kernel with two grids, of 20 and 100 µs; `large` of 8 calls in a unit have the large one.
std::shared_ptr<const ComparedRun> gridRun(int large, int64_t us)
{
    std::string events;
    int64_t at = 0; // µs
    const auto kernel = [&](const char *name, int64_t length, int grid) {
        events += (events.empty() ? "" : ",\n") + std::string(R"json({"ph":"X","cat":"kernel","name":")json") + name +
                  R"json(","pid":0,"tid":7,"ts":)json" + std::to_string(at) + R"json(,"dur":)json" +
                  std::to_string(length) + R"json(,"args":{"device":0,"stream":7,"grid":[)json" + std::to_string(grid) +
                  R"json(,1,1],"block":[128,1,1]}})json";
        at += length + 1;
    };
    for (int unit = 0; unit < 14; ++unit) {
        kernel("embed", 30, 1);
        for (int call = 0; call < 8; ++call) {
            kernel("gemm", call < large ? 100 : us, call < large ? 512 : 8);
            kernel("norm", 5, 4);
        }
        kernel("head", 40 + unit % 3, 2);
    }
    return comparedRun({runFromJson("{\"traceEvents\":[" + events + "]}").run, -1, {}, QStringLiteral("grids")});
}

} // namespace

TEST(CompareDifferences, anotherMixOfGridsIsNotASlowerKernel)
{
    const ComparedPair pair = compared(gridRun(2, 20), gridRun(4, 20));
    expectAddsUp(pair);
    EXPECT_NEAR(double(computePart(pair, Explanation::Part::Shape)), 160'000, 10);
    EXPECT_NEAR(double(computePart(pair, Explanation::Part::Mean)), 0, 1000);
    const ComparedPair slower = compared(gridRun(2, 20), gridRun(2, 30));
    expectAddsUp(slower);
    EXPECT_EQ(computePart(slower, Explanation::Part::Shape), 0);
    EXPECT_NEAR(double(computePart(slower, Explanation::Part::Mean)), 60'000, 1000);
}

namespace {

/// Two devices that reduce once per step; in four steps of five device 0 comes later by `late`, or the call of device 1
/// takes longer.
std::shared_ptr<const ComparedRun> ranks(int64_t late, bool waits, int devices = 2)
{
    Recording recording;
    for (int unit = 0; unit < 15; ++unit) {
        const int64_t delay = unit % 5 ? late : 0;
        for (int d = 0; d < devices; ++d) {
            const char *device = d ? "1" : "0";
            const int64_t jitter = unit % 5 * 20;
            recording.kernel("embed", 20'000 + jitter, device);
            for (int layer = 0; layer < 4; ++layer)
                recording.kernel("attention", 50'000 + jitter, device).kernel("mlp", 80'000 + jitter, device);
            if (d == 0 && waits)
                recording.pause(delay, device);
            const bool isLong = d == 1 || devices == 1;
            recording.kernel("ncclDevKernel_AllReduce_Sum", 100'000 + (isLong ? delay : 0), device);
            recording.kernel("head", 30'000, device).kernel("sample", 4000, device).pause(5000, device);
        }
        // both leave the step together
        const int64_t next = std::max(recording.now("0"), devices > 1 ? recording.now("1") : 0);
        recording.pause(next - recording.now("0"), "0");
        if (devices > 1)
            recording.pause(next - recording.now("1"), "1");
    }
    return recording.run();
}

} // namespace

TEST(CompareDifferences, aReductionThatWaitsIsTheMessenger)
{
    const ComparedPair pair = compared(ranks(0, true), ranks(250'000, true));
    expectAddsUp(pair);
    EXPECT_GT(pair.comparison.explanation.delta.exposedCommNs, 0);
    const DiffRow *row = rowOf(pair.kernels, "ncclDevKernel_AllReduce_Sum");
    ASSERT_NE(row, nullptr);
    EXPECT_FALSE(row->call.outsideNoise);
    EXPECT_TRUE(row->notable);
    EXPECT_TRUE(hasReading(pair.comparison, "outliers"));
    EXPECT_TRUE(hasReading(pair.comparison, "waits"));
}

TEST(CompareDifferences, aReductionThatIsSlowByItselfDoesNotWait)
{
    const ComparedPair pair = compared(ranks(0, false), ranks(250'000, false));
    EXPECT_TRUE(hasReading(pair.comparison, "outliers"));
    EXPECT_FALSE(hasReading(pair.comparison, "waits"));
}

TEST(CompareDifferences, waitingIsNeverSaidFromOneDevice)
{
    const ComparedPair pair = compared(ranks(0, true, 1), ranks(250'000, true, 1));
    EXPECT_FALSE(hasReading(pair.comparison, "waits"));
}

namespace {

/// One kernel in eight modules; in one of them it takes longer.
std::shared_ptr<const ComparedRun> moduleRun(uint64_t seed, int slowModule)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> jitter(1, 0.05);
    std::string events;
    int64_t at = 0; // ns
    int correlation = 0;
    const auto us = [](int64_t ns) {
        return std::to_string(ns / 1000) + '.' + std::to_string(1000 + ns % 1000).substr(1);
    };
    const auto slice = [&](const char *category, const std::string &name, const char *place, int64_t start, int64_t ns,
                           const std::string &args) {
        events += (events.empty() ? "" : ",\n") + std::string(R"json({"ph":"X","cat":")json") + category +
                  R"json(","name":")json" + name + R"json(",)json" + place + R"json(,"ts":)json" + us(start) +
                  R"json(,"dur":)json" + us(ns) + R"json(,"args":{)json" + args + "}}";
    };
    for (int unit = 0; unit < 40; ++unit)
        for (int module = 0; module < 8; ++module) {
            const double factor = jitter(random) * (module == slowModule ? 1.2 : 1);
            const int64_t ns = std::llround(50'000 * factor);
            const std::string link = R"json("correlation":)json" + std::to_string(++correlation);
            slice("python_function", "nn.Module: Linear_" + std::to_string(module), R"json("pid":9,"tid":1)json", at,
                  20'000, R"json("Python id":)json" + std::to_string(correlation));
            slice("cuda_runtime", "cudaLaunchKernel", R"json("pid":9,"tid":1)json", at + 5000, 1000, link);
            slice("kernel", "gemm", R"json("pid":0,"tid":7)json", at + 8000, ns,
                  R"json("device":0,"stream":7,)json" + link);
            at += 80'000;
        }
    return comparedRun({runFromJson("{\"traceEvents\":[" + events + "]}").run, -1, {}, QStringLiteral("modules")});
}

} // namespace

TEST(CompareDifferences, aKernelThatIsSlowerInOneModuleIsFound)
{
    const auto a = moduleRun(1, -1);
    const ComparedPair pair = compared(a, moduleRun(2, 5));
    const DiffRow *row = rowOf(pair.kernels, "gemm");
    ASSERT_NE(row, nullptr);
    EXPECT_FALSE(row->call.outsideNoise);
    EXPECT_EQ(row->inside, "nn.Module: Linear_5");
    EXPECT_TRUE(row->insideCall.outsideNoise);
    EXPECT_EQ(row->status, DiffRow::Slower);
    EXPECT_TRUE(row->notable);
}

TEST(CompareDifferences, ofNoiseNoModuleIsNamed)
{
    const auto a = moduleRun(1, -1);
    for (uint64_t seed = 3; seed < 8; ++seed) {
        const ComparedPair pair = compared(a, moduleRun(seed, -1));
        EXPECT_EQ(rowOf(pair.kernels, "gemm")->inside, "") << seed;
        EXPECT_EQ(rowOf(pair.kernels, "gemm")->status, DiffRow::Unclear) << "the kernel alone is no unit; " << seed;
    }
}

TEST(CompareDifferences, theJsonAddsUp)
{
    const ComparedPair pair = compared(Model{}.run("a"), Model{.attention = 60'000}.run("b"));
    const auto json = comparisonJson(pair.comparison, pair.kernels);
    int64_t sum = 0;
    for (const auto &row : json["rows"])
        sum += row["deltaNs"].get<int64_t>();
    EXPECT_EQ(sum, json["totalDeltaNs"].get<int64_t>());
    EXPECT_EQ(json["verdict"], "regression");
    EXPECT_EQ(json["unit"]["kind"], "repetition");
    EXPECT_FALSE(json["unit"]["name"].get<std::string>().empty());
    EXPECT_EQ(json["comparability"]["ok"], true);
    const auto &parts = json["unit"]["parts"];
    EXPECT_EQ(parts["wallNs"].get<int64_t>(),
              parts["computeNs"].get<int64_t>() + parts["exposedCommNs"].get<int64_t>() +
                  parts["exposedMemcpyNs"].get<int64_t>() + parts["idleNs"].get<int64_t>());
}

TEST(CompareDifferences, theMarkdownNamesVerdictAndFirstRow)
{
    const ComparedPair pair = compared(Model{}.run("a"), Model{.attention = 60'000}.run("b"));
    const QString text = comparisonMarkdown(pair.comparison, std::make_shared<const DiffTable>(pair.kernels), 1);
    EXPECT_TRUE(text.startsWith(
        QLatin1String("A and B: The recording can be relied on, with limits: The launch of GPU work is not in ")))
        << text.left(300).toStdString();
    EXPECT_TRUE(text.contains(QLatin1String("\n\n### The median period takes ")));
    EXPECT_TRUE(text.contains(QLatin1String("| attention |")));
    EXPECT_FALSE(text.contains(QLatin1String("| mlp |")));
    EXPECT_TRUE(text.contains(QLatin1String("4 more rows")));
}

TEST(CompareDifferences, bothDistributionsOfARowHaveOneScale)
{
    const ComparedPair pair = compared(Model{}.run(), Model{.units = 20, .attention = 100'000}.run());
    const DiffRow *row = rowOf(pair.kernels, "attention");
    ASSERT_NE(row, nullptr);
    const RowDistribution both = *rowDistribution(*pair.a, *pair.b, DiffBy::Kernel, *row);
    EXPECT_EQ(both.a.ns.size(), row->a.count);
    EXPECT_EQ(both.b.ns.size(), row->b.count);
    EXPECT_EQ(both.binsA.edges, both.binsB.edges);
    EXPECT_EQ(std::accumulate(both.binsA.counts.begin(), both.binsA.counts.end(), uint64_t(0)), row->a.count);
    EXPECT_EQ(std::accumulate(both.binsB.counts.begin(), both.binsB.counts.end(), uint64_t(0)), row->b.count);
    EXPECT_GT(both.binsA.counts.front(), 0U);
    EXPECT_EQ(both.binsB.counts.front(), 0U) << "all calls of B are longer";
    EXPECT_GT(both.binsB.counts.back(), 0U);
    for (const uint32_t work : both.a.work)
        EXPECT_EQ(pair.a->run().text(pair.a->run().gpu.name[work]), "attention");
    EXPECT_TRUE(rowDistribution(*pair.a, *pair.b, DiffBy::Module, *row)->a.ns.empty());
}

/// Units of six shapes of one kernel, the longest 32 times as long as the shortest.
std::shared_ptr<const ComparedRun> shapes(int units, double factor, int64_t jitter = 0)
{
    Recording recording;
    for (int unit = 0; unit < units; ++unit) {
        recording.kernel("begin", 5000);
        for (const int64_t us : {1, 2, 4, 8, 16, 32})
            recording.kernel("gemm", std::llround(double(us) * 10'000 * factor) + unit % 5 * jitter);
        recording.kernel("end", 3000).pause(2000);
    }
    return recording.run();
}

TEST(CompareNoise, theSpreadOfShapesWithinAUnitHidesNoSlowerRow)
{
    const ComparedPair pair = compared(shapes(20, 1), shapes(20, 1.32));
    for (const DiffBy by : {DiffBy::Kernel, DiffBy::Stage, DiffBy::Family}) {
        const DiffTable table = *differences(*pair.a, *pair.b, pair.comparison, by);
        const auto row = std::ranges::max_element(table.rows, {}, [](const DiffRow &r) { return r.a.totalNs; });
        EXPECT_EQ(row->status, DiffRow::Slower) << row->key;
        EXPECT_TRUE(row->notable);
    }
    EXPECT_EQ(rowOf(pair.kernels, "end")->status, DiffRow::Same);
}

TEST(CompareNoise, whatDiffersFromUnitToUnitIsNoise)
{
    const ComparedPair pair = compared(shapes(20, 1, 8000), shapes(20, 1.02, 8000));
    EXPECT_EQ(rowOf(pair.kernels, "gemm")->status, DiffRow::Same) << "2 %, where units differ by 30 %";
    const ComparedPair large = compared(shapes(20, 1, 40'000), shapes(20, 1.2, 40'000));
    EXPECT_NE(rowOf(large.kernels, "gemm")->status, DiffRow::Same) << "20 % are not the same, noise or not";
}

TEST(CompareNoise, fewUnitsTellNoNoise)
{
    const ComparedPair clear = compared(shapes(4, 1), shapes(4, 1.32));
    EXPECT_EQ(rowOf(clear.kernels, "gemm")->status, DiffRow::Slower) << "every unit is slower";
    const ComparedPair open = compared(shapes(4, 1, 20'000), shapes(4, 1.3, 20'000));
    EXPECT_EQ(rowOf(open.kernels, "gemm")->status, DiffRow::Unclear);
    EXPECT_EQ(rowOf(open.kernels, "end")->status, DiffRow::Same);
}

} // namespace ws::test
