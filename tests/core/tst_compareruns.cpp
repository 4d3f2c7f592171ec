#include "tests/core/comparefixture.h"

#include "core/analysis/compare/comparability.h"
#include "core/analysis/compare/explain.h"
#include "core/analysis/compare/runfacts.h"
#include "core/analysis/compare/units.h"
#include "core/analysis/compare/workkeys.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/report/comparereport.h"
#include "tests/core/findingfixture.h"

namespace ws::test {
namespace {

/// Steps of an engine: (phase, batch, µs of GPU work); 10 kernels each.
struct StepRun
{
    std::string events;
    int at = 0, correlation = 0;

    void slice(const std::string &category, const std::string &name, const std::string &place, int start, int length,
               const std::string &args = {})
    {
        events += (events.empty() ? "" : ",\n") + std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" +
                  name + R"(",)" + place + R"(,"ts":)" + std::to_string(start) + R"(,"dur":)" + std::to_string(length) +
                  R"(,"args":{)" + args + "}}";
    }
    void step(const std::string &name, int kernelUs, const std::string &kernel = "gemm", int kernels = 10)
    {
        slice("user_annotation", name, R"("pid":9,"tid":1)", at, kernels * kernelUs + 5);
        for (int k = 0; k < kernels; ++k) {
            const std::string link = R"("correlation":)" + std::to_string(++correlation);
            slice("cuda_runtime", "cudaLaunchKernel", R"("pid":9,"tid":1)", at + 1 + k, 1, link);
            slice("kernel", kernel, R"("pid":0,"tid":7)", at + 5 + k * kernelUs, kernelUs - 1,
                  R"("device":0,"stream":7,)" + link);
        }
        at += kernels * kernelUs + 20;
    }
    void decode(int batch, int kernelUs)
    {
        step("execute_context_0(0)_generation_" + std::to_string(batch) + "(" + std::to_string(batch) + ")", kernelUs);
    }
    void prefill(int tokens, int kernelUs)
    {
        step("execute_context_1(" + std::to_string(tokens) + ")_generation_0(0)", kernelUs);
    }
    std::shared_ptr<const ComparedRun> run(const std::string &header = {}) const
    {
        const RunResult result = runFromJson("{" + header + "\"traceEvents\":[" + events + "]}");
        return comparedRun({result.run, -1, {}, QStringLiteral("steps")});
    }
};

const ComparedField &fieldOf(const Comparison &comparison, std::string_view id)
{
    static const ComparedField none;
    for (const ComparedField &field : comparison.fields)
        if (field.id == id)
            return field;
    ADD_FAILURE() << "no field " << id;
    return none;
}

StepRun decodes(int count, int batch, int us)
{
    StepRun run;
    for (int k = 0; k < count; ++k)
        run.decode(batch, us + k % 3);
    return run;
}

uint64_t pairedOf(const ComparedUnit &unit)
{
    return uint64_t(std::count_if(unit.pairs.begin(), unit.pairs.end(),
                                  [](const UnitPair &pair) { return pair.a != noStep && pair.b != noStep; }));
}

} // namespace

TEST(CompareUnits, stepsPairByPhaseAndSizeWithinTenPercent)
{
    StepRun a, b;
    for (int k = 0; k < 9; ++k) {
        a.decode(100, 10);
        b.decode(k % 2 ? 100 : 109, 10);
    }
    a.prefill(512, 50);
    b.prefill(900, 50); // too many
    const ComparedPair pair = compared(a.run(), b.run());
    EXPECT_EQ(pair.comparison.unit.kind, ComparedUnit::Step);
    EXPECT_TRUE(pair.comparison.unit.name.startsWith(QLatin1String("decode")));
    EXPECT_EQ(pairedOf(pair.comparison.unit), 9u);
    EXPECT_EQ(pair.comparison.unit.pairs.size(), 11u);
    const auto unpaired = std::find_if(pair.comparison.unit.pairs.begin(), pair.comparison.unit.pairs.end(),
                                       [](const UnitPair &p) { return p.b == noStep; });
    ASSERT_NE(unpaired, pair.comparison.unit.pairs.end());
    EXPECT_FALSE(unpaired->why.isEmpty());
}

TEST(CompareUnits, stepsOfAnotherSizeBlock)
{
    const ComparedPair pair = compared(decodes(10, 32, 10).run(), decodes(10, 64, 10).run());
    EXPECT_EQ(pairedOf(pair.comparison.unit), 0u);
    EXPECT_EQ(fieldOf(pair.comparison, "batch").state, ComparedField::Blocks);
    EXPECT_EQ(pair.comparison.verdict, Verdict::NotComparable);
    EXPECT_EQ(verdictId(pair.comparison.verdict), "inconclusive");
    EXPECT_FALSE(pair.comparison.change());
}

TEST(CompareUnits, aRepetitionDoesNotReplaceStepsThatDoNotPair)
{
    const auto steps = [](int batch, int us) {
        StepRun run;
        for (int k = 0; k < 40; ++k) {
            const std::string name =
                "execute_context_0(0)_generation_" + std::to_string(batch) + "(" + std::to_string(batch) + ")";
            run.step(name, us, k % 2 ? "even" : "odd", 5);
        }
        return run.run();
    };
    const ComparedPair pair = compared(steps(32, 10), steps(64, 20));
    EXPECT_EQ(pair.comparison.unit.kind, ComparedUnit::None);
    EXPECT_EQ(pair.comparison.verdict, Verdict::NotComparable);
    EXPECT_EQ(fieldOf(pair.comparison, "batch").state, ComparedField::Blocks);
}

TEST(CompareUnits, theRepetitionIsTheUnitWhereOnlyOneFileNamesSteps)
{
    StepRun named, unnamed;
    for (int k = 0; k < 40; ++k)
        for (StepRun *run : {&named, &unnamed}) {
            const std::string step = run == &named ? "ProfilerStep#" + std::to_string(k) : "nothing";
            run->step(step, 10, "qkv", 1);
            run->step("nothing", 20, "attention", 1);
            run->step("nothing", 30, "mlp", 1);
            run->at += k % 3;
        }
    const ComparedPair pair = compared(named.run(), unnamed.run());
    EXPECT_EQ(pair.comparison.unit.kind, ComparedUnit::Repetition);
    const DiffTable table = *differences(*pair.a, *pair.b, pair.comparison, DiffBy::Step);
    EXPECT_EQ(table.rows.size(), pair.comparison.unit.stepsA->steps.size() + 1);
    EXPECT_EQ(sumOfDeltas(table), table.deltaNs());
}

TEST(CompareUnits, theWindowOfAStepEndsWhereTheNextBegins)
{
    const auto a = decodes(10, 32, 10).run();
    const ComparedPair pair = compared(a, decodes(10, 32, 10).run());
    const UnitSamples &unit = pair.comparison.unit.a;
    ASSERT_EQ(unit.count, 8u); // the last one has no end, and the first one has what happens once
    EXPECT_TRUE(unit.isWithoutFirst);
    for (size_t k = 0; k + 1 < unit.places.size(); ++k)
        EXPECT_EQ(unit.places[k].range.end, unit.places[k + 1].range.begin);
    const std::vector<uint32_t> windows = windowsOfWork(a->run().gpu, unit.places);
    EXPECT_EQ(std::count(windows.begin(), windows.end(), noStep), 20);
    const ComparedPair few = compared(decodes(3, 32, 10).run(), decodes(3, 32, 10).run());
    EXPECT_FALSE(few.comparison.unit.a.isWithoutFirst) << "of three every one counts";
    const Comparison saying = compared(a, decodes(11, 32, 10).run()).comparison;
    const std::string text = comparisonText(saying, std::make_shared<const DiffTable>(), 200);
    EXPECT_NE(text.find("The first step of a recording is left out"), std::string::npos);
    EXPECT_EQ(comparisonText(few.comparison, std::make_shared<const DiffTable>(), 200).find("The first step"),
              std::string::npos);
}

TEST(CompareUnits, slowerStepsAreSlower)
{
    const ComparedPair pair = compared(decodes(12, 32, 10).run(), decodes(12, 32, 13).run());
    EXPECT_EQ(pair.comparison.verdict, Verdict::Slower);
    EXPECT_GT(*pair.comparison.change(), 0.2);
}

TEST(CompareUnits, theHeadlineSpeaksOfTheMedianAsTheChangeDoes)
{
    const auto fast = decodes(12, 32, 10).run(), slow = decodes(12, 32, 13).run();
    const auto expect = [](const ComparedPair &pair, const char *how) {
        const ComparedUnit &unit = pair.comparison.unit;
        const QString text = QStringLiteral("The median step takes %1 %2 in B: %3 instead of %4.")
                                 .arg(formatPercent(std::abs(*pair.comparison.change())), QLatin1String(how),
                                      formatBeside(unit.b.wall.medianNs, unit.a.wall.medianNs),
                                      formatBeside(unit.a.wall.medianNs, unit.b.wall.medianNs));
        EXPECT_TRUE(pair.comparison.headline.startsWith(text)) << pair.comparison.headline.toStdString();
    };
    expect(compared(fast, slow), "longer");
    expect(compared(slow, fast), "less time");
    const QString same = compared(fast, decodes(13, 32, 10).run()).comparison.headline;
    EXPECT_TRUE(same.startsWith(QLatin1String("No difference beyond the noise: the median step takes ")))
        << same.toStdString();
}

TEST(CompareUnits, sevenStepsAreTooFewWhateverTheyTake)
{
    const ComparedPair pair = compared(decodes(9, 32, 10).run(), decodes(9, 32, 30).run()); // 7 windows each
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive);
    EXPECT_TRUE(pair.comparison.unit.wall.tooFew);
    ASSERT_FALSE(pair.comparison.reasons.isEmpty());
    EXPECT_EQ(pair.comparison.reasons.front(),
              QStringLiteral("Too few steps (%1): 7 in A and 7 in B, but a verdict needs at least 8 of each.")
                  .arg(pair.comparison.unit.name));
    EXPECT_FALSE(pair.kernels.rows.empty()); // the tables stand
}

TEST(CompareUnits, sevenPeriodsAreTooFewAndEightAreNot)
{
    const auto periods = [](int count, int64_t us) {
        Recording recording;
        for (int k = 0; k < count; ++k)
            recording.kernel("qkv", 1000 * us).kernel("attention", 2000 * us).kernel("mlp", 3000 * us + k % 3);
        return recording.run();
    };
    const Comparison few = compared(periods(7, 1), periods(20, 2)).comparison;
    ASSERT_EQ(few.unit.kind, ComparedUnit::Repetition);
    EXPECT_EQ(few.verdict, Verdict::Inconclusive);
    ASSERT_FALSE(few.reasons.isEmpty());
    EXPECT_EQ(few.reasons.front(), QStringLiteral("Too few periods (%1): %2 in A and %3 in B, but a verdict needs at "
                                                  "least 8 of each.")
                                       .arg(few.unit.name)
                                       .arg(few.unit.a.count)
                                       .arg(few.unit.b.count));
    EXPECT_LT(few.unit.a.count, 8u);
    const Comparison enough = compared(periods(20, 1), periods(20, 2)).comparison;
    ASSERT_EQ(enough.unit.kind, ComparedUnit::Repetition);
    EXPECT_FALSE(enough.reasons.join(u' ').contains(QLatin1String("Too few")))
        << enough.reasons.join(u' ').toStdString();
    EXPECT_EQ(enough.verdict, Verdict::Slower);
}

TEST(CompareUnits, periodsThatBeginWithOneKernelPairWhateverItsGrid)
{
    const auto periods = [](const char *grid, const char *anchor) {
        FindingTrace trace;
        for (int k = 0; k < 20; ++k) {
            trace.work(anchor, k * 1000, 300, k * 1000 - 50, {{"grid", {std::stoi(grid), 1, 1}}});
            trace.work("attention", k * 1000 + 300, 300 + k % 3, k * 1000 - 40);
            trace.work("mlp", k * 1000 + 700, 200, k * 1000 - 30);
        }
        return comparedRun({test::runFromJson(trace.text()).run, -1, {}, QStringLiteral("run")});
    };
    EXPECT_EQ(compared(periods("32", "sigmoid"), periods("256", "sigmoid")).comparison.unit.kind,
              ComparedUnit::Repetition);
}

TEST(CompareUnits, layersOfALongerPeriodAreCalledItsParts)
{
    // Passes of eight layers; only the other one ends a pass with a kernel of its own.
    const auto passes = [](int count, bool isOther) {
        Recording recording;
        for (int pass = 0; pass < count; ++pass) {
            for (int layer = 0; layer < 8; ++layer)
                for (int k = 0; k < 40; ++k)
                    recording.kernel("part" + std::to_string(k) + "of", 10'000 + 100 * k + layer % 3);
            if (isOther)
                recording.kernel("sample", 200'000);
        }
        return recording.run();
    };
    const Comparison same = compared(passes(12, false), passes(13, false)).comparison;
    ASSERT_EQ(same.unit.kind, ComparedUnit::Repetition);
    EXPECT_EQ(same.unit.a.partsOfPeriod + same.unit.b.partsOfPeriod, 0u);
    const Comparison parts = compared(passes(12, false), passes(12, true)).comparison;
    ASSERT_EQ(parts.unit.kind, ComparedUnit::Repetition) << parts.unit.whyNone.toStdString();
    EXPECT_EQ(parts.unit.a.partsOfPeriod, 0u);
    EXPECT_GE(parts.unit.b.partsOfPeriod, 8u) << parts.unit.name.toStdString();
    EXPECT_NE(
        comparisonText(parts, std::make_shared<const DiffTable>(), 200).find("of these periods make a longer one"),
        std::string::npos);
}

TEST(CompareUnits, whatTheOverviewCallsNoPeriodIsNoneInAComparison)
{
    // Two kernels alternate; in the one as regularly as can be, in the other they take ever less time.
    const auto run = [](bool isShrinking) {
        Recording recording;
        for (int k = 0; k < 60; ++k) {
            const int64_t ns = isShrinking ? 400 * (60 - k) * (60 - k) : 20'000 + k % 3;
            recording.kernel("Fan1", ns / 4).kernel("Fan2", ns);
        }
        return recording.run();
    };
    const auto regular = run(false), shrinking = run(true);
    ASSERT_TRUE(regular->unit->found());
    ASSERT_FALSE(shrinking->unit->found());
    EXPECT_EQ(compared(regular, shrinking).comparison.unit.kind, ComparedUnit::None);
    EXPECT_EQ(compared(regular, run(false)).comparison.verdict, Verdict::SameFile);
}

TEST(CompareUnits, withoutStepsOrRepetitionThereIsNoUnit)
{
    Recording a, b;
    for (int k = 0; k < 40; ++k) {
        a.kernel("x" + std::to_string(k * k % 7), 1000 * (k % 11 + 1)).pause(k * k * 100);
        b.kernel("x" + std::to_string(k * k % 5), 1000 * (k % 13 + 1)).pause(k * 300);
    }
    const ComparedPair pair = compared(a.run(), b.run());
    EXPECT_EQ(pair.comparison.unit.kind, ComparedUnit::None);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive);
    EXPECT_FALSE(pair.comparison.reasons.isEmpty());
}

TEST(CompareUnits, iterationsOfTheProfilerAreTheUnitWhereOnlyOneFileHasAnotherKindOfStepsInThem)
{
    const auto iterations = [](int count, int us, const std::string &inner, bool isOuter = true) {
        StepRun run;
        for (int k = 0; k < count; ++k) {
            if (isOuter)
                run.slice("user_annotation", "ProfilerStep#" + std::to_string(k), R"("pid":9,"tid":1)", run.at,
                          20 * us + 35);
            run.at += 1;
            run.step(inner, us);
            run.step(inner, us);
        }
        return run.run();
    };
    const ComparedPair pair =
        compared(iterations(10, 20, "execute_diffusion_1_0x0"), iterations(10, 25, "model_inference"));
    ASSERT_EQ(pair.comparison.unit.kind, ComparedUnit::Step);
    EXPECT_EQ(pair.comparison.unit.name, phaseText("profiler"));
    EXPECT_EQ(pair.comparison.verdict, Verdict::Slower) << pair.comparison.headline.toStdString();
    EXPECT_NEAR(double(pair.comparison.unit.a.wall.medianNs), 441'000, 20'000) << "both calls are of an iteration";
    EXPECT_EQ(fieldOf(pair.comparison, "phase").state, ComparedField::Warns);
    EXPECT_TRUE(fieldOf(pair.comparison, "phase").consequence.contains(QStringLiteral("left aside")));

    const ComparedPair few =
        compared(iterations(1, 20, "execute_diffusion_1_0x0"), iterations(1, 25, "model_inference"));
    EXPECT_TRUE(few.comparison.headline.startsWith(QStringLiteral("Inconclusive: the median step takes ")))
        << few.comparison.headline.toStdString();

    // Steps that both engines name are the unit as before, and without a common annotation nothing is.
    const ComparedPair same =
        compared(iterations(10, 20, "execute_diffusion_1_0x0"), iterations(10, 25, "execute_diffusion_1_0x0"));
    EXPECT_TRUE(same.comparison.unit.name.startsWith(phaseText("diffusion")));
    EXPECT_FALSE(fieldOf(same.comparison, "phase").consequence.contains(QStringLiteral("left aside")));
    const ComparedPair none =
        compared(iterations(10, 20, "execute_diffusion_1_0x0", false), iterations(10, 25, "model_inference"));
    EXPECT_EQ(none.comparison.unit.kind, ComparedUnit::None);
    EXPECT_EQ(fieldOf(none.comparison, "phase").state, ComparedField::Blocks);
}

TEST(CompareUnits, theLengthOfTheRecordingsDoesNotMatter)
{
    const ComparedPair pair = compared(decodes(10, 32, 10).run(), decodes(40, 32, 10).run());
    EXPECT_EQ(pair.comparison.verdict, Verdict::Neutral) << pair.comparison.headline.toStdString();
}

TEST(CompareUnits, aLongerRecordingOfTheSameStepsCountsWithAllOfThem)
{
    const ComparedPair pair = compared(decodes(2, 32, 10).run(), decodes(20, 32, 10).run());
    EXPECT_EQ(pair.comparison.unit.a.count, 2u);
    EXPECT_GE(pair.comparison.unit.b.count, 18u) << "all but the first and the last one";
    EXPECT_TRUE(pair.comparison.reasons.join(u' ').contains(QStringLiteral("2 in A and")));
    const auto table = std::make_shared<const DiffTable>(pair.kernels);
    const ReportTable report = differenceReport(pair.comparison, table);
    EXPECT_LT(report.columnOf("delta_unit_ns"), report.columnOf("delta_ns")) << "what can be compared comes first";
    EXPECT_TRUE(report.columns[size_t(report.columnOf("delta_ns"))].optional);
    EXPECT_TRUE(report.notes.front().contains(QStringLiteral("their sums are no comparison")));

    const ComparedPair equal = compared(decodes(12, 32, 10).run(), decodes(12, 32, 11).run());
    const ReportTable same = differenceReport(equal.comparison, std::make_shared<const DiffTable>(equal.kernels));
    EXPECT_FALSE(same.columns[size_t(same.columnOf("delta_ns"))].optional);
    EXPECT_FALSE(same.notes.front().contains(QStringLiteral("no comparison")));
}

TEST(CompareUnits, stepsWithoutAPartnerDoNotCountWhereSizesAreMixed)
{
    StepRun a, b;
    for (int k = 0; k < 10; ++k) {
        a.decode(k < 5 ? 8 : 16, 10);
        b.decode(k < 2 ? 8 : 16, 10);
    }
    const ComparedPair pair = compared(a.run(), b.run());
    EXPECT_LE(pair.comparison.unit.a.count, 7u) << "two of batch 8, five of batch 16";
    EXPECT_LE(pair.comparison.unit.b.count, 7u);
}

TEST(CompareUnits, aFileComparedWithItselfIsTheSame)
{
    const auto run = decodes(10, 32, 10).run();
    const ComparedPair pair = compared(run, run);
    EXPECT_EQ(pair.comparison.verdict, Verdict::SameFile);
    for (const DiffBy by : pair.comparison.tables) {
        const DiffTable table = *differences(*run, *run, pair.comparison, by);
        for (const DiffRow &row : table.rows) {
            EXPECT_EQ(row.deltaNs(), 0) << row.key;
            EXPECT_EQ(row.unitDeltaNs, 0) << row.key;
            EXPECT_EQ(row.status, DiffRow::Same) << row.key;
        }
    }
    const auto copy = decodes(10, 32, 10).run(); // another file with the same content
    EXPECT_EQ(compared(run, copy).comparison.verdict, Verdict::SameFile);
    EXPECT_NE(compared(run, decodes(10, 32, 11).run()).comparison.verdict, Verdict::SameFile);
    // The same work at another moment, or in another process, is another recording.
    StepRun later = decodes(10, 32, 10);
    const auto replaced = [](StepRun of, const std::string &from, const std::string &to) {
        for (size_t at = of.events.find(from); at != std::string::npos; at = of.events.find(from, at + to.size()))
            of.events.replace(at, from.size(), to);
        return of.run();
    };
    EXPECT_NE(compared(run, replaced(later, R"("pid":9)", R"("pid":8)")).comparison.verdict, Verdict::SameFile);
    EXPECT_NE(compared(run, later.run(R"("baseTimeNanoseconds":5,)")).comparison.verdict, Verdict::SameFile);
}

TEST(Comparability, worldSizeBlocksAndRankWarns)
{
    const auto header = [](int world, int rank) {
        return R"("distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":)" + std::to_string(world) +
               "},";
    };
    const ComparedPair ranks = compared(decodes(10, 32, 10).run(header(8, 0)), decodes(11, 32, 10).run(header(8, 1)));
    EXPECT_EQ(fieldOf(ranks.comparison, "world").state, ComparedField::Same);
    EXPECT_EQ(fieldOf(ranks.comparison, "rank").state, ComparedField::Warns);
    EXPECT_EQ(ranks.comparison.verdict, Verdict::Neutral);
    const ComparedPair worlds = compared(decodes(10, 32, 10).run(header(8, 0)), decodes(11, 32, 10).run(header(4, 0)));
    EXPECT_EQ(fieldOf(worlds.comparison, "world").state, ComparedField::Blocks);
    EXPECT_TRUE(fieldOf(ranks.comparison, "rank").consequence.contains(QStringLiteral("wait for each other")));
    const ComparedPair jobs = compared(decodes(10, 32, 10).run(header(8, 0)), decodes(11, 32, 10).run(header(4, 1)));
    EXPECT_TRUE(fieldOf(jobs.comparison, "rank").consequence.contains(QStringLiteral("different numbers of ranks")));
    EXPECT_EQ(worlds.comparison.verdict, Verdict::NotComparable);
    const ComparedPair silent = compared(decodes(10, 32, 10).run(), decodes(11, 32, 10).run(header(4, 0)));
    EXPECT_EQ(fieldOf(silent.comparison, "world").state, ComparedField::Unknown);
}

TEST(Comparability, anotherKindOfContentBlocks)
{
    auto tables = std::make_shared<ws::Run>();
    tables->tables.push_back({});
    tables->tables.back().kind = "nsys";
    const ComparedPair pair =
        compared(decodes(10, 32, 10).run(), comparedRun({tables, -1, {}, QStringLiteral("tables")}));
    EXPECT_EQ(fieldOf(pair.comparison, "content").state, ComparedField::Blocks);
    EXPECT_EQ(pair.comparison.verdict, Verdict::NotComparable);
    EXPECT_TRUE(pair.comparison.headline.contains(QLatin1String("kinds of data")));
    EXPECT_TRUE(pair.comparison.tables.empty());
}

TEST(Comparability, aTableAndATraceCompareTheirKernelsAndWhatTheyCannotIsSaidOnce)
{
    const std::string table =
        "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
        "90.0,9000,10,900.0,900.0,900,900,0.0,gemm\n"
        "9.0,900,3,300.0,300.0,300,300,0.0,flash_fwd_...\n"
        "1.0,100,1,100.0,100.0,100,100,0.0,alone\n";
    Recording trace;
    for (int k = 0; k < 20; ++k)
        trace.kernel("gemm", 1000).kernel("flash_fwd_kernel<64>", 250);
    const RunResult printed = runFromJson(table);
    ASSERT_FALSE(printed->tables.empty());
    const auto sums = comparedRun({printed.run, -1, {}, QStringLiteral("table")});
    const ComparedPair pair = compared(sums, trace.run());
    EXPECT_EQ(fieldOf(pair.comparison, "content").state, ComparedField::Warns);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Inconclusive) << pair.comparison.reasons.join(u'\n').toStdString();
    EXPECT_EQ(pair.comparison.reasons.filter(QStringLiteral("different kinds of data")).size(), 1);
    EXPECT_TRUE(pair.comparison.reasons.filter(QStringLiteral("unit of work to compare")).isEmpty());
    EXPECT_EQ(pair.comparison.tables, (std::vector{DiffBy::Kernel, DiffBy::Stage, DiffBy::Family}));
    const DiffRow *gemm = rowOf(pair.kernels, "gemm"), *flash = rowOf(pair.kernels, "flash_fwd_...");
    ASSERT_TRUE(gemm && flash);
    EXPECT_EQ(gemm->a.totalNs, 9000);
    EXPECT_EQ(gemm->b.totalNs, 20'000);
    EXPECT_EQ(gemm->b.count, 20u);
    EXPECT_EQ(flash->b.totalNs, 5000) << "a cut name is the kernel that begins like it";
    EXPECT_FALSE(differences(*pair.a, *pair.b, pair.comparison, DiffBy::Module)->missing.isEmpty());
    const ComparedPair exchanged = compared(trace.run(), sums);
    EXPECT_EQ(exchanged.kernels.deltaNs(), -pair.kernels.deltaNs());
    EXPECT_EQ(fieldOf(compared(trace.run(), trace.run()).comparison, "content").state, ComparedField::Same);
}

TEST(Comparability, ranksOfJobsWithOtherKernelsAreNoRanksOfOneJob)
{
    const auto steps = [](const char *kernel, int rank) {
        StepRun run;
        for (int k = 0; k < 10; ++k)
            run.step("ProfilerStep#" + std::to_string(k), 10, kernel);
        return run.run(R"("distributedInfo":{"rank":)" + std::to_string(rank) + "},");
    };
    const auto rank = [](const ComparedPair &pair) { return fieldOf(pair.comparison, "rank").consequence; };
    EXPECT_TRUE(rank(compared(steps("gemm", 0), steps("gemm", 1))).contains(QStringLiteral("wait for each other")));
    EXPECT_TRUE(rank(compared(steps("gemm", 0), steps("convolution", 1))).isEmpty());
}

TEST(Comparability, anotherNumberOfGpusWarns)
{
    Recording one, two;
    for (int unit = 0; unit < 12; ++unit)
        for (Recording *recording : {&one, &two})
            for (const char *device : {"0", "1"})
                if (recording == &two || device[0] == '0')
                    recording->kernel("qkv", 1000, device)
                        .kernel("mlp", 2000 + unit, device)
                        .kernel("head", 500, device);
    const ComparedPair pair = compared(one.run(), two.run());
    EXPECT_EQ(fieldOf(pair.comparison, "devices").state, ComparedField::Warns);
    EXPECT_EQ(fieldOf(pair.comparison, "world").state, ComparedField::Unknown);
    EXPECT_EQ(fieldOf(compared(two.run(), two.run()).comparison, "devices").state, ComparedField::Same);
}

TEST(Comparability, anotherModelOfTheGpuWarns)
{
    const auto header = [](const char *name) {
        return std::string(R"("deviceProperties":[{"id":0,"name":")") + name + "\"}],";
    };
    const ComparedPair pair =
        compared(decodes(10, 32, 10).run(header("NVIDIA H100")), decodes(11, 32, 10).run(header("NVIDIA A100")));
    EXPECT_EQ(fieldOf(pair.comparison, "gpu").state, ComparedField::Warns);
    EXPECT_EQ(fieldOf(pair.comparison, "gpu").a, QStringLiteral("NVIDIA H100"));
    EXPECT_TRUE(pair.comparison.isComparable());
    const ComparedPair same =
        compared(decodes(10, 32, 10).run(header("NVIDIA H100")), decodes(11, 32, 10).run(header("NVIDIA H100")));
    EXPECT_EQ(fieldOf(same.comparison, "gpu").state, ComparedField::Same);
}

TEST(Comparability, theListOfDevicesMayCountOthersThanTheWork)
{
    const auto gpuOf = [](const char *properties) { // work on device 2
        const auto run = runFromJson(R"({"deviceProperties":)" + std::string(properties) + R"(,"traceEvents":[
            {"ph":"X","cat":"kernel","name":"k","pid":2,"tid":7,"ts":1,"dur":2,"args":{"device":2,"stream":7}}]})");
        return gpuModels(*run).toStdString();
    };
    EXPECT_EQ(gpuOf(R"([{"id":0,"name":"MI300X"}])"), "MI300X") << "the only one that the process sees";
    EXPECT_EQ(gpuOf(R"([{"id":0,"name":"H100"},{"id":1,"name":"H100"}])"), "H100") << "whichever it is";
    EXPECT_EQ(gpuOf(R"([{"id":0,"name":"H100"},{"id":1,"name":"L4"}])"), "") << "one of them";
    EXPECT_EQ(gpuOf(R"([{"id":0,"name":"H100"},{"id":2,"name":"L4"}])"), "L4");
    EXPECT_EQ(gpuOf(R"([{"id":"2","name":"A100"},{"id":"0","name":"L4"}])"), "A100");
    for (const char *nothing : {"[]", "{}", "[1]", R"([{"id":0}])"})
        EXPECT_EQ(gpuOf(nothing), "") << nothing;
}

TEST(Comparability, otherKernelsAndOperatorsBlockTheVerdict)
{
    StepRun a, b;
    for (int k = 0; k < 10; ++k) {
        a.step("ProfilerStep#" + std::to_string(k), 10, "gemm");
        b.step("ProfilerStep#" + std::to_string(k), 20, "convolution");
    }
    const ComparedPair pair = compared(a.run(), b.run());
    EXPECT_EQ(fieldOf(pair.comparison, "kernels").state, ComparedField::Blocks);
    EXPECT_EQ(pair.comparison.verdict, Verdict::NotComparable);
    EXPECT_EQ(sumOfDeltas(pair.kernels), pair.kernels.deltaNs());
}

TEST(Comparability, recordingsOfTheCpuAloneAreComparedByOperator)
{
    const auto recording = [](int mm) {
        const auto op = [](const char *name, int ts, int us) {
            return R"({"ph":"X","cat":"cpu_op","name":")" + std::string(name) + R"(","pid":1,"tid":1,"ts":)" +
                   std::to_string(ts) + R"(,"dur":)" + std::to_string(us) + "}";
        };
        return comparedRun({runFromJson(R"({"traceEvents":[)" + op("aten::linear", 0, mm + 10) + "," +
                                        op("aten::mm", 5, mm) + "," + op("aten::add", 900, 20) + "]}")
                                .run,
                            -1,
                            {},
                            QStringLiteral("run")});
    };
    const ComparedPair pair = compared(recording(400), recording(100));
    EXPECT_TRUE(pair.comparison.unit.whyNone.contains(QStringLiteral("no GPU work with times")))
        << pair.comparison.unit.whyNone.toStdString();
    const auto rows = differences(*pair.a, *pair.b, pair.comparison, DiffBy::Row);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->rows.size(), 3U) << rows->missing.toStdString();
    const auto mm = std::ranges::find(rows->rows, "aten::mm", &DiffRow::key);
    ASSERT_NE(mm, rows->rows.end());
    EXPECT_EQ(mm->a.totalNs, 400'000);
    EXPECT_EQ(mm->b.totalNs, 100'000);
    const auto linear = std::ranges::find(rows->rows, "aten::linear", &DiffRow::key);
    EXPECT_EQ(linear->a.totalNs, 10'000) << "without what is inside it";
}

TEST(Comparability, collectivesOfAscendAreTheSameInAnotherGroup)
{
    const auto stateWith = [](const std::string &first, const std::string &second) {
        StepRun a, b;
        for (int k = 0; k < 10; ++k) {
            a.step("ProfilerStep#" + std::to_string(k), 10, first + std::to_string(k));
            b.step("ProfilerStep#" + std::to_string(k), 10, second + std::to_string(k));
        }
        const ComparedPair pair = compared(a.run(), b.run());
        return fieldOf(pair.comparison, "kernels").state;
    };
    EXPECT_EQ(stateWith("hcom_allReduce__868_", "hcom_allReduce__271_1_"), ComparedField::Same);
    EXPECT_EQ(stateWith("hcom_allReduce__868_", "hcom_broadcast__868_"), ComparedField::Blocks);
}

TEST(Comparability, collectivesAreTheSameWithAnotherAlgorithmOrVersionOfNccl)
{
    const auto run = [](const std::string &collective) {
        Recording recording;
        for (int k = 0; k < 12; ++k)
            recording.kernel(collective, 50'000 + k).kernel("small", 500);
        return recording.run();
    };
    const auto ring = run("ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long, ncclWork*)");
    const ComparedPair tree = compared(ring, run("ncclKernel_AllReduce_TREE_LL_Sum_float(ncclDevComm*, unsigned long, "
                                                 "ncclWork*)"));
    EXPECT_EQ(fieldOf(tree.comparison, "kernels").state, ComparedField::Same);
    EXPECT_NE(tree.comparison.verdict, Verdict::NotComparable);
    EXPECT_EQ(tree.kernels.unmatchedA.count + tree.kernels.unmatchedB.count, 0u);
    const ComparedPair newer = compared(ring, run("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage)"));
    EXPECT_EQ(fieldOf(newer.comparison, "kernels").state, ComparedField::Same);
    const ComparedPair other = compared(ring, run("ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(x)"));
    EXPECT_EQ(fieldOf(other.comparison, "kernels").state, ComparedField::Blocks) << "another operation is other work";
    EXPECT_EQ(other.kernels.unmatchedA.count, 12u);
}

TEST(Comparability, graphsWithoutTheirKernelsAreNoOtherWork)
{
    const auto run = [](const std::string &kernel, const std::string &category) {
        std::string events;
        for (int k = 0; k < 20; ++k)
            events += std::string(k ? "," : "") + R"({"ph":"X","cat":")" + category + R"(","name":")" + kernel +
                      R"(","pid":0,"tid":7,"ts":)" + std::to_string(k * 1000 + k % 3) +
                      R"(,"dur":900,"args":{"device":0,"stream":7}},{"ph":"X","cat":"kernel","name":"flush","pid":0,)" +
                      R"("tid":7,"ts":)" + std::to_string(k * 1000 + 950) +
                      R"(,"dur":5,"args":{"device":0,"stream":7}})";
        return comparedRun({runFromJson("[" + events + "]").run, -1, {}, QStringLiteral("run")});
    };
    const auto eager = run("gemm", "kernel");
    const ComparedPair graphs = compared(eager, run("[CUDA graph 4]", "cuda_graph"));
    const ComparedField &field = fieldOf(graphs.comparison, "kernels");
    EXPECT_EQ(field.state, ComparedField::Warns);
    EXPECT_TRUE(field.b.contains(QStringLiteral("graphs without their kernels"))) << field.b.toStdString();
    EXPECT_TRUE(field.consequence.startsWith(QStringLiteral("Which kernels graphs hold")))
        << field.consequence.toStdString();
    EXPECT_EQ(fieldOf(compared(eager, run("other", "kernel")).comparison, "kernels").state, ComparedField::Blocks);
}

TEST(Comparability, recordedStacksWarnWhereOnlyOneHasThem)
{
    StepRun with = decodes(10, 32, 10);
    with.slice("python_function", "a.py(1): f", R"("pid":9,"tid":1)", 0, 2);
    const ComparedPair pair = compared(with.run(), decodes(11, 32, 10).run());
    EXPECT_EQ(fieldOf(pair.comparison, "stacks").state, ComparedField::Warns);
    const ComparedPair same = compared(decodes(10, 32, 10).run(), decodes(11, 32, 10).run());
    EXPECT_EQ(fieldOf(same.comparison, "stacks").state, ComparedField::Same);
}

TEST(WorkKeys, operatorsLoseTheirBackend)
{
    EXPECT_EQ(plainOperator("aten::cudnn_convolution"), "convolution");
    EXPECT_EQ(plainOperator("aten::miopen_convolution"), "convolution");
    EXPECT_EQ(plainOperator("aten::add_"), "add_");
    EXPECT_EQ(plainOperator("aten::_softmax"), "_softmax");
    EXPECT_EQ(plainOperator("aten::_cudnn_rnn"), "rnn");
}

TEST(CompareRuns, whereRanksDecideTheSentenceSaysThatTheMediansDoNot)
{
    const auto runOfPeriods = [](const std::vector<int64_t> &us) {
        Recording recording;
        for (const int64_t period : us) {
            recording.kernel("gemm", 20'000).kernel("norm", 5'000);
            recording.kernel("attention", period * 1'000 - 25'300);
        }
        return recording.run();
    };
    const auto reasonsOf = [&](const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
        const ComparedPair pair = compared(runOfPeriods(a), runOfPeriods(b));
        return std::pair(pair.comparison.unit.wall.byRanks,
                         pair.comparison.reasons.join(u'\n').replace(QChar(0x202f), u' ').toStdString());
    };
    const std::vector<int64_t> a{165, 166, 166, 167, 165, 166, 168, 167, 166, 165, 179, 180, 166, 167, 165, 166, 166};
    const std::vector<int64_t> b{179, 181, 182, 181, 180, 186, 189, 191, 199, 200, 211, 216, 219, 276, 180};
    const auto [byRanks, text] = reasonsOf(a, b);
    ASSERT_TRUE(byRanks) << text;
    EXPECT_NE(text.find("that of B takes longer: more often than by chance, which decides. The medians alone do not"),
              text.npos)
        << text;
    EXPECT_EQ(text.find("a difference counts beyond"), text.npos) << text;
    const auto [byRanksToo, alike] = reasonsOf(a, a);
    EXPECT_FALSE(byRanksToo);
    EXPECT_EQ(alike.find("more often than by chance"), alike.npos) << alike;
}

TEST(WorkKeys, aFamilyLeavesOutThePartsWithDigits)
{
    EXPECT_EQ(kernelFamily("copy_cache__FILE_Atmos_jl_src_cache_jl_L12"), "copy_cache");
    EXPECT_EQ(kernelFamily("nvjet_192x192_64x4_2x1_v_bz_coopB_bias_TNT"), "nvjet_v_bz_coopB_bias_TNT");
    EXPECT_EQ(kernelFamily("void flash::flash_fwd_kernel<Traits<128>, true>(Params)"), "flash_fwd_kernel");
    EXPECT_EQ(kernelFamily("Cijk_Ailk_Bljk_HHS_BH_MT128x128x32"), "Cijk");
    EXPECT_EQ(kernelFamily("fused_NT_matmul14_cast1_kernel"), kernelFamily("fused_NT_matmul14_cast_kernel"));
    EXPECT_EQ(kernelFamily("1234"), "1234");
}

} // namespace ws::test
