#include "core/model/torchbalance.h"

#include "core/analysis/stages/tablework.h"
#include "core/model/torchtable.h"
#include "core/report/balancereport.h"
#include "core/report/overviewreport.h"
#include "core/report/tablewriters.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

struct Row
{
    const char *name;
    double selfCpu = 0, cpuTotal = 0, selfDevice = 0;
};

Table torchTable(const char *title, std::vector<Row> rows, double cpuUs, double deviceUs)
{
    Table table;
    table.kind = "torch";
    table.title = title;
    table.columns = {{"Name", Unit::Text},
                     {"Self CPU", Unit::Microseconds},
                     {"CPU total", Unit::Microseconds},
                     {"Self CUDA", Unit::Microseconds},
                     {"# of Calls", Unit::Count}};
    for (const Row &row : rows)
        table.rows.push_back({std::string(row.name), row.selfCpu, row.cpuTotal, row.selfDevice, 1.0});
    if (cpuUs > 0)
        table.totals["selfCpuUs"] = cpuUs;
    if (deviceUs > 0)
        table.totals["selfDeviceUs"] = deviceUs;
    analyseTorchTable(table);
    return table;
}

Table looseTotals(std::vector<std::pair<const char *, std::pair<double, double>>> rows)
{
    Table table;
    table.kind = looseTotalsKind;
    table.columns = {
        {"Name", Unit::Text}, {"CPU", Unit::Microseconds}, {"Device", Unit::Microseconds}, {"Line", Unit::Number}};
    double line = 10;
    for (const auto &[name, totals] : rows)
        table.rows.push_back({std::string(name), totals.first, totals.second, line++});
    return table;
}

Overview overviewOfTables(std::vector<Table> tables)
{
    auto run = std::make_shared<ws::Run>();
    run->tables = std::move(tables);
    return *makeOverview({run});
}

std::string plain(QString text)
{
    return text.replace(QChar(0x202f), u' ').toStdString();
}

} // namespace

TEST(TorchBalance, theDevicesShareOfTheCpuTimeAndTheLargestWaitAreFound)
{
    const auto balance = torchBalance(torchTable("t",
                                                 {{"aten::sort", 1, 900, 2},
                                                  {"aten::mm", 50, 60, 20},
                                                  {"Lazy Function Loading", 5, 5, 0},
                                                  {"Runtime Triggered Module Loading", 17, 17, 0},
                                                  {"Buffer Flush", 3, 3, 0}},
                                                 1000, 24));
    ASSERT_TRUE(balance);
    EXPECT_DOUBLE_EQ(balance->execution(), 0.024);
    EXPECT_EQ(balance->call, "aten::sort");
    EXPECT_FALSE(balance->callWaits) << "what it calls was cut off";
    EXPECT_DOUBLE_EQ(balance->listedCpuUs, 76);
    EXPECT_TRUE(balance->isCut());
    EXPECT_DOUBLE_EQ(balance->onceUs(), 22);
    EXPECT_DOUBLE_EQ(balance->profilerUs, 3);
}

TEST(TorchBalance, aFullQueueIsNoCostOfTheProfiler)
{
    const auto said = [](const char *name) {
        const Table table = torchTable("t", {{"aten::mm", 300, 400, 900}, {name, 600, 600, 0}}, 1000, 950);
        std::string notes;
        for (const std::string &note : table.notes)
            notes += note + '\n';
        return std::pair(torchBalance(table)->profilerUs, notes);
    };
    const auto [ofQueue, queue] = said("Command Buffer Full");
    EXPECT_DOUBLE_EQ(ofQueue, 0);
    EXPECT_NE(queue.find("60.0 %) launching calls wait for room in the launch queue"), std::string::npos) << queue;
    EXPECT_EQ(queue.find("the profiler itself"), std::string::npos) << queue;
    const auto [ofProfiler, profiler] = said("Buffer Flush");
    EXPECT_DOUBLE_EQ(ofProfiler, 600);
    EXPECT_EQ(profiler.find("launch queue"), std::string::npos) << profiler;
    EXPECT_NE(profiler.find("the profiler itself"), std::string::npos) << profiler;
}

TEST(TorchBalance, aCallThatKeepsTheDeviceBusyIsNoWait)
{
    const auto balance = torchBalance(torchTable("t", {{"aten::mm", 1, 900, 500}}, 1000, 500));
    ASSERT_TRUE(balance);
    EXPECT_FALSE(balance->callWaits);
}

TEST(TorchBalance, aCallThatComputesOnTheCpuIsNoWait)
{
    const auto waits = [](std::vector<Row> rows) {
        return torchBalance(torchTable("t", std::move(rows), 1000, 24))->callWaits;
    };
    EXPECT_FALSE(waits({{"aten::sort", 1, 900, 2}})) << "nothing tells where its time went";
    EXPECT_TRUE(waits({{"cudaDeviceSynchronize", 900, 900, 0}}));
    EXPECT_FALSE(waits({{"aten::sort", 1, 900, 0}})) << "no work on the device at all";
    EXPECT_FALSE(waits({{"aten::sort", 899, 900, 2}})) << "its own code";
    EXPECT_FALSE(waits({{"aten::conv2d", 1, 900, 2}, {"aten::_convolution", 899, 899, 2}})) << "a call of it";
    EXPECT_FALSE(waits({{"aten::first", 1, 900, 2}, {"Runtime Triggered Module Loading", 850, 850, 0}}));
}

TEST(TorchBalance, asynchronousCallsAreNotSaidToWait)
{
    const auto balance = [](const char *name) {
        return *torchBalance(torchTable("t", {{name, 400, 400, 1}}, 1000, 24));
    };
    EXPECT_TRUE(balance("cudaStreamSynchronize").callWaits);
    EXPECT_TRUE(balance("cudaMemcpy").callWaits);
    EXPECT_FALSE(balance("cudaMemcpyAsync").callWaits);
    EXPECT_FALSE(balance("cudaEventQuery").callWaits) << "it asks and returns";
}

TEST(TorchBalance, aTableWithoutOneOfItsTotalsHasNone)
{
    EXPECT_FALSE(torchBalance(torchTable("t", {{"aten::mm", 1, 900, 2}}, 1000, 0)));
    EXPECT_FALSE(torchBalance(torchTable("t", {{"aten::mm", 1, 900, 2}}, 0, 10)));
}

TEST(TorchBalance, onlyTablesWithTheSameRowsAndTotalsAreIdentical)
{
    const Table first = torchTable("first", {{"aten::mm", 1, 900, 2}}, 1000, 10);
    const Table other = torchTable("other", {{"aten::mm", 1, 901, 2}}, 1000, 10);
    const Table otherTotal = torchTable("total", {{"aten::mm", 1, 900, 2}}, 1000, 11);
    const Table again = torchTable("again", {{"aten::mm", 1, 900, 2}}, 1000, 10);
    EXPECT_EQ(identicalTables({first, other, otherTotal, again, again}), (std::vector<int>{-1, -1, -1, 0, 0}));
    const Table empty = torchTable("empty", {}, 0, 0);
    EXPECT_EQ(identicalTables({empty, empty}), (std::vector<int>{-1, -1})) << "nothing is not a copy of nothing";
}

TEST(TorchBalance, aProfileThatIsPrintedAgainIsOneProfile)
{
    const Table byTime =
        torchTable("a", {{"aten::mm", 50, 60, 200}, {"aten::add", 20, 20, 0}, {"x", 5, 5, 0}}, 1000, 200);
    const Table byMemory = torchTable("b", {{"x", 5, 5, 0}, {"aten::add", 20, 20, 0}}, 1000, 200); // cut at two rows
    const Table otherRun = torchTable("c", {{"aten::mm", 51, 61, 200}, {"aten::add", 21, 21, 0}}, 1000, 200);
    const Table otherTotal = torchTable("d", {{"aten::mm", 50, 60, 200}, {"aten::add", 20, 20, 0}}, 1001, 200);
    EXPECT_EQ(repeatedTables({byTime, byMemory, otherRun, otherTotal}), (std::vector<int>{-1, 0, -1, -1}));
    EXPECT_EQ(repeatedTables({byMemory, byTime}), (std::vector<int>{1, -1})) << "the one with all rows stands for it";
    Table byShape =
        torchTable("e", {{"aten::mm", 30, 40, 200}, {"aten::mm", 20, 20, 0}, {"aten::add", 20, 20, 0}}, 1000, 200);
    byShape.columns.push_back({"Input Shapes", Unit::Text});
    for (auto &row : byShape.rows)
        row.emplace_back();
    EXPECT_EQ(repeatedTables({byShape, byTime, byTime}), (std::vector<int>{1, -1, 1}));
    EXPECT_EQ(identicalTables({byTime, byMemory}), (std::vector<int>{-1, -1}));
}

TEST(TorchBalance, equalSizesOfTwoRunsAreNoQuotation)
{
    const auto sums = [](const char *report, Unit unit, double total) {
        Table table;
        table.kind = "nsys";
        table.report = report;
        table.columns = {{"Total", unit}, {"Operation", Unit::Text}};
        table.rows = {{total, std::string("[CUDA memcpy Host-to-Device]")}};
        return table;
    };
    const Table times1 = sums("cuda_gpu_mem_time_sum", Unit::Nanoseconds, 1000),
                times2 = sums("cuda_gpu_mem_time_sum", Unit::Nanoseconds, 1001),
                sizes = sums("cuda_gpu_mem_size_sum", Unit::Megabytes, 64);
    EXPECT_EQ(identicalTables({times1, sizes, times2, sizes}), (std::vector<int>{-1, -1, -1, -1}));
    EXPECT_EQ(identicalTables({times1, sizes, times1, sizes}), (std::vector<int>{-1, -1, 0, 1})) << "quoted as a whole";
}

TEST(TorchBalance, totalsWithoutATableAreRunsOfTheirOwnAndEachPairCountsOnce)
{
    const Table table = torchTable("log", {{"aten::mm", 1, 900, 2}}, 400, 10);
    const std::vector<Table> tables{
        table, looseTotals({{"before", {200, 180}}, {"after", {400, 10}}, {"before", {200, 180}}})};
    const std::vector<NamedBalance> runs = balancesOf(tables);
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].name, "log · after") << "the totals of the table";
    EXPECT_EQ(runs[1].name, "before");
    EXPECT_DOUBLE_EQ(runs[1].balance.execution(), 0.9);
    EXPECT_EQ(balancesOf(tables, {0}).size(), 1u);
}

TEST(TorchBalance, totalsOfTheCpuAloneAreNoRun)
{
    EXPECT_TRUE(balancesOf({looseTotals({{"cpu only", {200, 0}}})}).empty());
}

TEST(TorchBalance, sumsOfCpuAndDeviceStandBesideEachOther)
{
    NamedBalance busy{"busy", {}};
    busy.balance.cpuUs = 10;
    busy.balance.deviceUs = 20;
    NamedBalance idle{"idle", {}};
    idle.balance.cpuUs = 100;
    idle.balance.deviceUs = 2.5;
    const ReportTable table = balanceReport({busy, idle});
    EXPECT_EQ(tableCsv(wholeTable(table)), "name,cpu_ns,device_ns,execution_share\n"
                                           "busy,10000,20000,2\n"
                                           "idle,100000,2500,0.025\n");
}

TEST(TorchTable, waitsOfTheCpuAreNoWorkOfTheDevice)
{
    const auto table = [](const char *wait) {
        Table made = torchTable("t", {{"aten::item", 900, 900, 0}, {wait, 0, 0, 60}, {"gemm", 0, 0, 140}}, 1000, 200);
        analyseTorchTable(made);
        return made;
    };
    const Table waits = table("Stream Sync"), works = table("StreamSyncKernel");
    EXPECT_DOUBLE_EQ(*deviceTotalUs(waits), 140);
    EXPECT_DOUBLE_EQ(reconcile(waits).rowsUs, 140);
    EXPECT_NE(waits.notes.front().find("counts waits of the CPU"), std::string::npos) << waits.notes.front();
    EXPECT_DOUBLE_EQ(*deviceTotalUs(works), 200) << "a kernel";
    EXPECT_DOUBLE_EQ(reconcile(works).rowsUs, 200);
}

TEST(TorchTable, rowsArePartOfATotalHoweverSmallItIs)
{
    const auto noteOf = [](double deviceUs) {
        Table table = torchTable("t", {{"gemm", 0, 0, 0.5}}, 0, 1);
        table.totals["selfDeviceUs"] = deviceUs;
        analyseTorchTable(table);
        return table.notes.at(0);
    };
    const std::string cutOff = "; the rest are rows that the row limit cut off.";
    EXPECT_EQ(noteOf(0.8), "The rows of device work add up to 0.5 µs of the file's total of 0.8 µs (62.5 %)" + cutOff);
    EXPECT_EQ(noteOf(1), "The rows of device work add up to 0.5 µs of the file's total of 1 µs (50.0 %)" + cutOff);
    EXPECT_EQ(
        noteOf(0.5),
        "The rows of device work add up to 0.5 µs of the file's total of 0.5 µs (100.0 %); the rest is rounding.");
    EXPECT_NE(noteOf(0.25).find("(200.0 %); the excess means"), std::string::npos) << noteOf(0.25);
    EXPECT_NE(noteOf(0).find("total of 0 µs (0.0 %)"), std::string::npos) << noteOf(0);
}

TEST(TorchTable, aLongTotalIsInTheUnitOfTheOtherNotes)
{
    Table table = torchTable("t", {{"gemm", 0, 0, 5'241.4}}, 0, 1);
    table.totals["selfDeviceUs"] = 5'283;
    analyseTorchTable(table);
    EXPECT_TRUE(table.notes.at(0).starts_with(
        "The rows of device work add up to 5.241 ms of the file's total of 5.283 ms (99.2 %)"))
        << table.notes.at(0);
}

TEST(TorchTable, theSumsAreSaidAndNotThatOneIsAPartOfTheOther)
{
    const auto notesOf = [](std::vector<Row> rows, double cpuUs, double deviceUs) {
        std::string all;
        for (const std::string &note : torchTable("t", std::move(rows), cpuUs, deviceUs).notes)
            if (!note.starts_with("The rows hold"))
                all += (all.empty() ? "" : " ") + note;
        return all;
    };
    EXPECT_EQ(
        notesOf({{"aten::mm", 1, 200, 2}}, 1000, 300),
        "Self times add up to 1.000 ms on the CPU and to 300 µs on CUDA, 30.0 % of that; how the two overlap is not "
        "in the table. The largest call in the rows is aten::mm, with what it calls: 200 µs, 20.0 % of the CPU "
        "time.");
    const std::string waits = notesOf({{"cudaStreamSynchronize", 900, 900, 0}, {"aten::mm", 100, 100, 800}}, 1000, 800);
    EXPECT_NE(waits.find("The largest waiting call is cudaStreamSynchronize: 900 µs, 90.0 % of the CPU time."),
              std::string::npos)
        << waits;
    EXPECT_NE(notesOf({{"aten::mm", 1, 200, 2}}, 1000, 2000).find("to 2.000 ms on CUDA, 200.0 % of that"),
              std::string::npos);
}

TEST(TorchTable, whatTheRowsHoldOfTheCpuIsSaidAndNothingOfTheOthers)
{
    const auto notesOf = [](double selfUs) {
        std::string all;
        for (const std::string &note : torchTable("t", {{"aten::mm", selfUs, 900, 2}}, 1000, 300).notes)
            all += note + '\n';
        return all;
    };
    EXPECT_NE(notesOf(75).find("The rows hold 7.5 % of the self CPU time (75 µs of 1.000 ms)"), std::string::npos)
        << notesOf(75);
    EXPECT_EQ(notesOf(1000).find("The rows hold"), std::string::npos);
    EXPECT_NE(notesOf(1000).find("The largest call is aten::mm"), std::string::npos);
}

TEST(TorchTable, theOwnTimeOfLabelsIsInTheRowsAndSaid)
{
    const auto notesOf = [](double stepUs, double operatorUs) {
        std::string all;
        for (const std::string &note :
             torchTable("t", {{"ProfilerStep*", stepUs, 1000, 0}, {"aten::mm", operatorUs, 800, 300}}, 1000, 300).notes)
            all += note + '\n';
        return all;
    };
    const std::string whole = notesOf(200, 800);
    EXPECT_EQ(whole.find("The rows hold"), std::string::npos) << whole;
    EXPECT_NE(whole.find("20.0 % of the self CPU time (200 µs of 1.000 ms) is within labels, the largest part of it in "
                         "ProfilerStep*, and there in no call that was recorded."),
              std::string::npos)
        << whole;
    EXPECT_NE(whole.find("The largest call is aten::mm"), std::string::npos) << "no row is missing";
    const std::string cut = notesOf(50, 100);
    EXPECT_NE(cut.find("The rows hold 15.0 % of the self CPU time"), std::string::npos) << cut;
    EXPECT_EQ(cut.find("within labels"), std::string::npos) << cut;
}

TEST(TorchTable, aLabelOfTheCpuAndOfTheDeviceAreNoTwoKernels)
{
    const Table labels = torchTable("t",
                                    {{"## Call CompiledFxGraph f3c...", 0, 0, 390},
                                     {"## Call CompiledFxGraph f3c...", 250, 500, 0},
                                     {"triton_poi_fused_add_mul...", 100, 200, 290},
                                     {"triton_poi_fused_add_mul...", 0, 0, 290}},
                                    1000, 290);
    EXPECT_EQ(labels.ambiguousName, (std::vector<uint8_t>{0, 0, 0, 0})) << "an operator and its kernel";
    for (const std::string &note : labels.notes)
        EXPECT_EQ(note.find("torch cut short"), std::string::npos) << note;
    const Table kernels = torchTable("t", {{"void elementwi...", 0, 0, 3}, {"void elementwi...", 0, 0, 2}}, 0, 5);
    EXPECT_EQ(kernels.notes.back(),
              "2 rows share 1 names that torch cut short: they are different kernels and are never merged.");
}

TEST(TorchTable, timesBelowZeroAreSaidAndNothingIsConcludedFromTheirColumn)
{
    ws::Run run;
    run.tables = {
        torchTable("t", {{"aten::mm", 10, 10, 0}, {"aten::select", 10, 10, -700}, {"gemm", 0, 0, 2000}}, 20, 1300)};
    const Table &table = run.tables.front();
    ASSERT_EQ(table.notes.size(), 1u);
    EXPECT_TRUE(table.notes[0].starts_with("Times of “Self CUDA” are negative in 1 of 3 rows, the most so that of "
                                           "aten::select (-700 µs): no work takes such a time"))
        << table.notes[0];
    EXPECT_FALSE(torchBalance(table));
    EXPECT_TRUE(workWithoutTimeline(run).empty());
    run.tables = {torchTable("t", {{"aten::mm", 10, 10, -1}, {"gemm", 0, 0, 2000}}, 20, 2000)};
    EXPECT_TRUE(torchBalance(run.tables.front())) << "less than clocks differ by";
    EXPECT_EQ(workWithoutTimeline(run).size(), 1u);
}

TEST(TorchTable, aRowThatTakesTimeOfTheCpuIsAnOperatorHoweverShort)
{
    const Table table = torchTable("t", {{"a", 0, 0.5, 9}, {"b", 0.5, 0, 9}, {"c", 0, 0, 9}}, 0, 0);
    EXPECT_EQ(table.rowKinds, (std::vector<RowKind>{RowKind::Operator, RowKind::Operator, RowKind::DeviceWork}));
}

TEST(TorchTable, notesOfTotalsAreMadeAnew)
{
    Table table = looseTotals({{"before", {200, 180}}, {"after", {400, 10}}});
    for (int times = 0; times < 2; ++times) {
        analyseLooseTotals(table);
        EXPECT_EQ(table.notes,
                  (std::vector<std::string>{
                      "before: self times add up to 0.200 ms on the CPU and to 0.180 ms on the device, 90.0 % "
                      "of that.",
                      "after: self times add up to 0.400 ms on the CPU and to 0.010 ms on the device, 2.5 % "
                      "of that.",
                      "before → after: CPU time 0.200 ms → 0.400 ms, device time 0.180 ms → 0.010 ms."}));
    }
}

TEST(TorchTable, loadingAndTheProfilersOwnTimeAreSaidFromOnePercentOn)
{
    const auto notes = [](double overheadUs) {
        return torchTable("t", {{"aten::mm", 50, 60, 0}, {"Lazy Function Loading", overheadUs, overheadUs, 0}}, 1000, 0)
            .notes;
    };
    ASSERT_EQ(notes(10).size(), 1u) << "what the rows hold";
    ASSERT_EQ(notes(200).size(), 2u);
    EXPECT_EQ(notes(200)[1], "One-time loading and the profiler itself take 200 µs of the CPU time (20.0 %): Lazy "
                             "Function Loading 200 µs.");
}

TEST(TorchTable, onlyMoreThanAllOfTheDevicesTimeMakesALabel)
{
    const auto kind = [](const char *name, double percent) {
        Table table;
        table.kind = "torch";
        table.columns = {{"Name", Unit::Text},
                         {"Self CPU", Unit::Microseconds},
                         {"Self CUDA", Unit::Microseconds},
                         {"Self CUDA %", Unit::Percent}};
        table.rows.push_back({std::string(name), 0.0, 5.0, percent});
        analyseTorchTable(table);
        return table.rowKinds.at(0);
    };
    EXPECT_EQ(kind("fused_moe_kernel", 100), RowKind::DeviceWork) << "it is all that ran";
    EXPECT_EQ(kind("fused_moe_kernel", 100.5), RowKind::Annotation);
    for (const char *label :
         {"execute_context_1", "ProfilerStep*", "step[EXTEND bs=1]", "## Call CompiledFxGraph",
          "Optimizer.step#Adam.step", "nn.Module: Linear_0", "gpu_model_runner: forward", "model_inference"})
        EXPECT_EQ(kind(label, 50), RowKind::Annotation) << label;
    EXPECT_EQ(kind("model_inference_kernel", 50), RowKind::DeviceWork);
    for (const char *cost : {"CUPTI Overhead", "Buffer Flush", "Resource"})
        EXPECT_EQ(kind(cost, 50), RowKind::Overhead) << cost;
}

TEST(TorchTable, throughputFollowsFromTheUnitOfTheColumn)
{
    const auto throughput = [](const char *column, double flops, double deviceTotal) {
        Table table;
        table.columns = {{"Name", Unit::Text},
                         {"CPU total", Unit::Microseconds},
                         {"CUDA total", Unit::Microseconds},
                         {column, Unit::Number}};
        table.rows.push_back({std::string("aten::mm"), 50.0, deviceTotal, flops});
        return tflopPerS(table, 0, torchColumns(table));
    };
    for (const auto &[column, scale] : {std::pair("Total FLOPs", 1.0),
                                        {"Total KFLOPs", 1e3},
                                        {"Total MFLOPs", 1e6},
                                        {"Total GFLOPs", 1e9},
                                        {"Total TFLOPs", 1e12},
                                        {"Total PFLOPs", 1e15}}) {
        const auto found = throughput(column, 2e15 / scale, 1000);
        ASSERT_TRUE(found) << column;
        EXPECT_DOUBLE_EQ(*found, 2e6) << column;
    }
    EXPECT_FALSE(throughput("Total XFLOPs", 5, 1000));
    EXPECT_FALSE(throughput("Total GFLOPs", 0, 1000));
    EXPECT_FALSE(throughput("Total GFLOPs", 5, 0)) << "no time on the device";
}

/// Tables of the device alone say nothing of the CPU: there a name of C++ with time of its own is a kernel.
TEST(TorchTable, withoutTimesOfTheCpuTheNameAndTheDevicesTimeTellOperatorsFromKernels)
{
    Table table;
    table.kind = "torch";
    table.columns = {{"Name", Unit::Text}, {"Self CUDA", Unit::Microseconds}, {"# of Calls", Unit::Count}};
    for (const auto &[name, us] : {std::pair("_C::rms_norm", 5.0),
                                   {"void gemm<float>(float*)", 5.0},
                                   {"fused_moe_kernel", 5.0},
                                   {"void at::native::add(int)", 5.0},
                                   {"autograd::engine::evaluate_function: AddmmBackward<0>", 5.0},
                                   {"some_range", 0.0}})
        table.rows.push_back({std::string(name), us, 1.0});
    analyseTorchTable(table);
    EXPECT_EQ(table.rowKinds, (std::vector<RowKind>{RowKind::Operator, RowKind::DeviceWork, RowKind::DeviceWork,
                                                    RowKind::DeviceWork, RowKind::Operator, RowKind::Operator}));
}

TEST(TorchTable, sharesAreOfTheFilesTotalWhereRowsAreCutOff)
{
    const Overview cut = overviewOfTables({torchTable(
        "t", {{"aten::mm", 50, 60, 0}, {"void lstm()", 0, 0, 300}, {"void gemm()", 0, 0, 100}}, 1000, 2000)});
    ASSERT_FALSE(cut.lists.empty());
    EXPECT_EQ(plain(cut.headline.section(QStringLiteral(". "), 0, 0)),
              "The largest part in the rows is lstm: 15.0 % of the 2.000 ms of GPU time by the file's total");
    EXPECT_EQ(plain(cut.lists[0].title),
              "t, of 2.000 ms of GPU time by the file's total, of which 20.0 % are in its rows");
    EXPECT_DOUBLE_EQ(cut.lists[0].rows[0].share, 0.15);

    const Overview whole = overviewOfTables({torchTable(
        "t", {{"aten::mm", 50, 60, 0}, {"void lstm()", 0, 0, 300}, {"void gemm()", 0, 0, 100}}, 1000, 400)});
    EXPECT_TRUE(plain(whole.headline)
                    .starts_with("The largest part of the 400.0 µs of GPU time in its rows is lstm: "
                                 "75.0 %"))
        << plain(whole.headline);
    EXPECT_EQ(plain(whole.lists[0].title), "t, of 400.0 µs of GPU time");
}

TEST(TorchTable, operatorsStandForWorkThatTheRowLimitCutOff)
{
    const std::vector<Row> rows{{"aten::lstm_backward", 50, 60, 900},
                                {"aten::bmm", 50, 60, 300},
                                {"aten::bmm", 40, 50, 100},
                                {"void lstm()", 0, 0, 300}};
    const Overview cut = overviewOfTables({torchTable("t", rows, 1000, 2000)});
    EXPECT_EQ(plain(cut.headline.section(QStringLiteral(". "), 0, 0)),
              "The largest part in the rows is aten::lstm_backward, with what it launches itself: 45.0 % of the "
              "2.000 ms of GPU time by the file's total");
    const auto list = std::ranges::find(cut.lists, "operators", &OverviewList::id);
    ASSERT_NE(list, cut.lists.end());
    EXPECT_EQ(plain(list->title), "Operators by self time, of 2.000 ms on CUDA by the file's total, of "
                                  "which 65.0 % are in these rows");
    ASSERT_EQ(list->rows.size(), 2u);
    EXPECT_EQ(list->rows[1].ns, 400'000) << "one row a name";

    const auto hasOperators = [](std::vector<Table> tables) {
        const Overview overview = overviewOfTables(std::move(tables));
        return std::ranges::count(overview.lists, "operators", &OverviewList::id);
    };
    EXPECT_EQ(hasOperators({torchTable("t", {{"aten::mm", 50, 60, 200}, {"void gemm()", 0, 0, 300}}, 1000, 2000)}), 0)
        << "the rows of work hold more";
    EXPECT_EQ(hasOperators({torchTable("t", {{"aten::mm", 50, 60, 200}}, 1000, 0)}), 0) << "no total";
    EXPECT_EQ(hasOperators({torchTable("t", {{"aten::mm", 50, 60, 200}}, 1000, 100)}), 0) << "more than the total";
    EXPECT_EQ(hasOperators({torchTable("a", rows, 1000, 2000),
                            torchTable("b", {{"aten::mm", 50, 60, 100}, {"aten::bmm", 50, 60, 300}}, 1000, 2000)}),
              1)
        << "two tables of one run";
    const Overview ofTwo = overviewOfTables(
        {torchTable("a", rows, 1000, 2000), torchTable("b", {{"cudaDeviceSynchronize", 900, 900, 0}}, 3000, 5000)});
    EXPECT_EQ(plain(ofTwo.headline).find("The largest part"), std::string::npos) << "two runs";
}

namespace {

/// With the shares that torch prints beside own times, of a whole of 2 ms on the device and of 1 ms on the CPU.
Table withShares(std::vector<Row> rows, double cpuUs = 0, double deviceUs = 0)
{
    Table table = torchTable("t", std::move(rows), cpuUs, deviceUs);
    table.columns.push_back({"Self CPU %", Unit::Percent});
    table.columns.push_back({"Self CUDA %", Unit::Percent});
    for (std::vector<Cell> &row : table.rows) {
        row.push_back(std::get<double>(row[1]) / 10);
        row.push_back(std::get<double>(row[3]) / 20);
    }
    analyseTorchTable(table);
    return table;
}

} // namespace

TEST(TorchTable, withoutTotalsSharesAreThoseThatTheRowsPrint)
{
    const std::vector<Row> rows{{"aten::mm", 50, 60, 0}, {"void lstm()", 0, 0, 300}, {"void gemm()", 0, 0, 100}};
    const Overview cut = overviewOfTables({withShares(rows)});
    ASSERT_FALSE(cut.lists.empty());
    EXPECT_TRUE(plain(cut.headline)
                    .starts_with("The largest part in the rows is lstm: 15.0 % of about 2.000 ms of GPU "
                                 "time, by the file's own shares."))
        << plain(cut.headline);
    EXPECT_EQ(plain(cut.lists[0].title), "t, of about 2.000 ms of GPU time, of which 20.0 % are in its rows");

    const Overview whole = overviewOfTables({withShares({{"void lstm()", 0, 0, 1500}, {"void gemm()", 0, 0, 500}})});
    EXPECT_EQ(plain(whole.lists[0].title), "t, of 2.000 ms of GPU time") << "all rows are there";

    Table cpu = withShares({{"aten::mm", 300, 300, 0}, {"aten::add", 100, 100, 0}});
    for (const size_t column : {3u, 6u}) { // no device
        cpu.columns[column] = {"Note", Unit::Text};
        for (std::vector<Cell> &row : cpu.rows)
            row[column] = {};
    }
    analyseTorchTable(cpu);
    const Overview ofCpu = overviewOfTables({cpu});
    ASSERT_EQ(ofCpu.lists.size(), 1u);
    EXPECT_EQ(plain(ofCpu.lists[0].title), "Operators by self time, of about 1.000 ms on the CPU by the file's own "
                                           "shares, of which 40.0 % are in these rows");
    EXPECT_DOUBLE_EQ(ofCpu.lists[0].rows[0].share, 0.3);
    cpu.totals["selfCpuUs"] = 800; // the file's total goes before its shares
    EXPECT_EQ(plain(overviewOfTables({cpu}).lists[0].title), "Operators by self time, of 800.0 µs on the CPU");
}

TEST(TorchTable, theLargestRowIsNamedWhetherItIsAKernelOrAnOperator)
{
    const Overview kernel = overviewOfTables({torchTable(
        "t", {{"aten::add", 50, 60, 300}, {"aten::mm", 50, 60, 250}, {"void gemm()", 0, 0, 400}, {"void b()", 0, 0, 1}},
        1000, 2000)});
    EXPECT_TRUE(plain(kernel.headline).starts_with("The largest part in the rows is gemm: 20.0 % of the 2.000 ms"))
        << plain(kernel.headline);
}

TEST(TorchTable, theLargestCallIsTheOneOfMostTimeWhateverTheDeviceDoes)
{
    const auto balance =
        torchBalance(torchTable("t", {{"attention", 150, 400, 1800}, {"aten::zeros_like", 30, 130, 8}}, 2570, 1872));
    ASSERT_TRUE(balance);
    EXPECT_EQ(balance->call, "attention");
    EXPECT_EQ(balance->callUs, 400);
}
