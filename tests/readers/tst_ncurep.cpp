// Reports of Nsight Compute (.ncu-rep): what of a report becomes a row, and what is damaged.

#include "core/analysis/ncu/ncurows.h"
#include "core/model/ncukernels.h"
#include "core/readers/ncu/ncureport.h"
#include "tests/support/support.h"
#include "tests/support/wire.h"

#include <gtest/gtest.h>

#include <limits>

namespace tst_ncurep {

using namespace ws;
using test::message;
using test::number;
using test::real;

namespace {

std::string sized(const std::string &bytes)
{
    const auto size = static_cast<uint32_t>(bytes.size());
    std::string all(reinterpret_cast<const char *>(&size), sizeof size);
    return all + bytes;
}

std::string header(uint32_t version = 7)
{
    return std::string("NVR\0", 4) + sized(number(1, version));
}

std::string triple(uint64_t x, uint64_t y, uint64_t z)
{
    return number(1, x) + number(2, y) + number(3, z);
}

/// Metrics by the number of their name in `strings`.
std::string metric(uint32_t name, double value)
{
    return message(13, number(1, name) + message(2, real(3, value)));
}

std::string shown(const char *name, const char *label, const std::string &more = {})
{
    return message(2, message(1, name) + message(2, label) + more);
}

const std::vector<std::string> strings{"gpu__time_duration.sum",
                                       "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                                       "dram__bytes.sum.per_second",
                                       "launch__registers_per_thread",
                                       "launch__func_cache_config",
                                       "device__attribute_compute_capability_major",
                                       "device__attribute_compute_capability_minor",
                                       "device__attribute_device_index",
                                       "lts__t_sector_hit_rate.pct",
                                       "other__metric.sum",
                                       "dram__cycles_elapsed.avg.per_second",
                                       "device__attribute_display_name"};

std::string stringTable(size_t from = 0, size_t to = strings.size())
{
    std::string table;
    for (size_t k = from; k < to; ++k)
        table += message(1, strings[k]);
    return message(4, table);
}

std::string rule(const char *id, const char *text, uint32_t type, const std::string &speedup = {})
{
    return message(19, message(1, id) + message(2, id) +
                           message(3, message(1, message(1, message(1, text) + number(2, type)) + speedup)) +
                           message(4, "SpeedOfLight"));
}

/// A kernel as the program records it, with two sections, of which the first is shown last.
std::string kernel(const std::string &rules = {}, double duration = 12'500)
{
    const std::string launch = message(1, "LaunchStats") + message(2, "Launch Statistics") + number(3, 70) +
                               message(4, shown("launch__registers_per_thread", "Registers Per Thread") +
                                              shown("launch__func_cache_config", "Function Cache Configuration") +
                                              shown("launch__cluster_size", "Cluster Size"));
    const std::string light =
        message(1, "SpeedOfLight") + message(2, "GPU Speed Of Light Throughput") + number(3, 10) +
        message(4, shown("gpu__time_duration.sum", "Duration") +
                       shown("sm__throughput.avg.pct_of_peak_sustained_elapsed", "Compute (SM) Throughput") +
                       shown("fbpa__rate", "Memory Throughput", message(7, message(1, "dram__bytes.sum.per_second"))) +
                       shown("lts__t_sector_hit_rate.pct", "L2 Hit Rate") +
                       shown("dram__cycles_elapsed.avg.per_second", "DRAM Frequency"));
    return number(1, 4711) + message(6, "gemm") + message(7, "void gemm<int>(float *)") + message(10, triple(8, 2, 1)) +
           message(11, triple(256, 1, 1)) + metric(0, duration) + metric(1, 61.5) + metric(2, 2.5e12) + metric(3, 40) +
           message(13, number(1, 4) + message(2, message(1, "CachePreferNone"))) + metric(5, 9) + metric(6, 0) +
           metric(7, 1) + metric(8, std::numeric_limits<double>::infinity()) + metric(9, 5) + metric(10, 2.6e9) +
           message(13, number(1, 11) + message(2, message(1, "NVIDIA H800"))) + message(17, launch) +
           message(17, light) + rules + number(22, 3) + number(23, 7);
}

std::string block(const std::vector<std::string> &results, const std::string &more = stringTable(),
                  const std::vector<std::string> &ranges = {}, const std::vector<std::string> &sources = {})
{
    std::string payload;
    for (const auto &list : {sources, results, ranges})
        for (const std::string &own : list)
            payload += sized(own);
    return sized(number(1, sources.size()) + number(2, results.size()) + more + number(5, payload.size()) +
                 number(7, ranges.size())) +
           payload;
}

const std::string process = message(6, number(1, 4242) + message(2, "127.0.0.1") + message(3, "python3"));

Result<RunPtr> loadReport(const std::string &bytes)
{
    const auto source = ByteSource::fromMemory(bytes, QStringLiteral("a.ncu-rep"));
    EXPECT_EQ(matchNcuReport(source->head()), Match::Certain);
    Progress progress;
    return readNcuReport(*source, progress);
}

RunPtr readReport(const std::string &bytes)
{
    const auto loaded = loadReport(bytes);
    EXPECT_TRUE(loaded) << loaded.error().text().toStdString();
    return loaded ? *loaded : RunPtr();
}

/// "Section | metric | unit | value"
std::vector<std::string> metricsOf(const Table &table)
{
    std::vector<std::string> all;
    const int value = table.columnIndex("Metric Value");
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const auto text = [&](const char *column) { return std::string(table.nameAt(row, table.columnIndex(column))); };
        const Cell &cell = table.rows[row][size_t(value)];
        const auto *amount = std::get_if<double>(&cell);
        if (!text("Metric Name").empty())
            all.push_back(text("Section Name") + " | " + text("Metric Name") + " | " + text("Metric Unit") + " | " +
                          (amount ? QString::number(*amount).toStdString() : text("Metric Value")));
    }
    return all;
}

} // namespace

TEST(NcuRep, isTheDetailsPageOfEachKernel)
{
    const RunPtr run = readReport(
        header() +
        block({}, message(3, message(6, number(1, 0) + message(2, "NVIDIA H800")) +
                                 message(8, message(1, "Nsight Compute Target") + message(2, "2023.3.0.0")))) +
        block({kernel(), kernel({}, 900)}, stringTable() + process, {}, {"a source"}));
    EXPECT_EQ(run->info.format, "ncu-rep");
    EXPECT_TRUE(run->info.complete);
    EXPECT_EQ(run->info.facts, (std::vector<std::pair<std::string, std::string>>{
                                   {"Device", "NVIDIA H800"}, {"Nsight Compute Target", "2023.3.0.0"}}));
    ASSERT_EQ(run->tables.size(), 2U) << "with a table of kernels";
    const Table &table = run->tables.front();
    EXPECT_EQ(metricsOf(table),
              (std::vector<std::string>{"GPU Speed Of Light Throughput | Duration | us | 12.5",
                                        "GPU Speed Of Light Throughput | Compute (SM) Throughput | % | 61.5",
                                        "GPU Speed Of Light Throughput | Memory Throughput | Tbyte/s | 2.5",
                                        "GPU Speed Of Light Throughput | L2 Hit Rate | % | ",
                                        "GPU Speed Of Light Throughput | DRAM Frequency | Ghz | 2.6",
                                        "Launch Statistics | Registers Per Thread | register/thread | 40",
                                        "Launch Statistics | Function Cache Configuration |  | CachePreferNone",
                                        "GPU Speed Of Light Throughput | Duration | ns | 900",
                                        "GPU Speed Of Light Throughput | Compute (SM) Throughput | % | 61.5",
                                        "GPU Speed Of Light Throughput | Memory Throughput | Tbyte/s | 2.5",
                                        "GPU Speed Of Light Throughput | L2 Hit Rate | % | ",
                                        "GPU Speed Of Light Throughput | DRAM Frequency | Ghz | 2.6",
                                        "Launch Statistics | Registers Per Thread | register/thread | 40",
                                        "Launch Statistics | Function Cache Configuration |  | CachePreferNone"}));
    const std::vector<NcuKernel> kernels = ncuKernelsOfDetails(table);
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].name, "void gemm<int>(float *)");
    EXPECT_EQ(kernels[0].grid, "(8, 2, 1)");
    EXPECT_EQ(kernels[0].block, "(256, 1, 1)");
    EXPECT_EQ(kernels[0].device, "1");
    EXPECT_EQ(kernels[0].stream, "7");
    EXPECT_DOUBLE_EQ(kernels[0].durationUs.value(), 12.5);
    EXPECT_DOUBLE_EQ(kernels[1].durationUs.value(), 0.9);
    EXPECT_DOUBLE_EQ(kernels[0].dramGBs.value(), 2500);
    EXPECT_FALSE(kernels[0].l2HitPercent) << "infinity is no value";
    EXPECT_EQ(table.nameAt(0, table.columnIndex("CC")), "9.0");
    EXPECT_EQ(ncuDevices(*run), std::vector<std::string>{"NVIDIA H800"});
    EXPECT_EQ(table.nameAt(0, table.columnIndex("Process ID")), "4242");
    EXPECT_EQ(table.nameAt(0, table.columnIndex("Process Name")), "python3");
    EXPECT_EQ(table.nameAt(0, table.columnIndex("Context")), "3");
}

TEST(NcuRep, namesOfMetricsAddUpFromBlockToBlock)
{
    const RunPtr run = readReport(header() + block({}, stringTable(0, 1)) + block({}, stringTable(1, 4)) +
                                  block({kernel()}, stringTable(4)));
    EXPECT_DOUBLE_EQ(ncuKernelsOfDetails(run->tables.front()).front().durationUs.value(), 12.5);
    EXPECT_DOUBLE_EQ(ncuKernelsOfDetails(run->tables.front()).front().smPercent.value(), 61.5);
}

TEST(NcuRep, theLaterValueOfAMetricCounts)
{
    const RunPtr run = readReport(header() + block({metric(0, 0) + kernel()}));
    EXPECT_DOUBLE_EQ(ncuKernelsOfDetails(run->tables.front()).front().durationUs.value(), 12.5);
}

TEST(NcuRep, rulesHaveTheirTypeAndWhatTheyPromise)
{
    const std::string local = message(10, number(1, 1) + real(2, 34.5)),
                      global = message(10, number(1, 2) + real(2, 50));
    const RunPtr run = readReport(
        header() +
        block({kernel(
            rule("SOLBottleneck", "Look at @section:LaunchStats:Launch Statistics@, @url:Guide:https://a.b@.", 1) +
            rule("CPIStall", "Stalled.", 4, local) + rule("LaunchConfiguration", "A tail.", 4, global) +
            rule("Old", "A warning @ home.", 2) + rule("Broken", "metric not found", 3))}));
    const Table &table = run->tables.front();
    std::vector<std::string> rules;
    for (size_t row = 0; row < table.rows.size(); ++row)
        if (const auto text = table.nameAt(row, table.columnIndex("Rule Description")); !text.empty())
            rules.push_back(std::string(table.nameAt(row, table.columnIndex("Rule Type"))) + " " + std::string(text) +
                            " " + std::string(table.nameAt(row, table.columnIndex("Estimated Speedup Type"))) + " " +
                            QString::number(table.numberAt(row, table.columnIndex("Estimated Speedup"))).toStdString());
    EXPECT_EQ(rules, (std::vector<std::string>{"INF Look at Launch Statistics, Guide (https://a.b).  0",
                                               "OPT Stalled. local 34.5", "OPT A tail. global 50",
                                               "WRN A warning @ home.  0"}));
    ASSERT_TRUE(run->diagnostics.find("ncu-rule"));
    EXPECT_TRUE(run->diagnostics.find("ncu-rule")->message.contains(QStringLiteral("metric not found")));
}

TEST(NcuRep, metricsThatWereAskedForAreASectionOfTheirOwn)
{
    const std::string asked = message(1, "Asked") + message(2, "Command line profiler metrics") +
                              message(6, message(1, message(1, "other__metric.sum")));
    const std::string own = message(6, "k") + message(7, "") + metric(9, 5) + message(17, asked); // a name of C
    EXPECT_EQ(metricsOf(readReport(header() + block({own}))->tables.front()),
              (std::vector<std::string>{"Command line profiler metrics | other__metric.sum |  | 5"}));
}

TEST(NcuRep, aRangeOfKernelsIsARowAndALaunchWithoutSizesHasNone)
{
    const std::string section = message(2, "S") + message(4, shown("gpu__time_duration.sum", "Duration"));
    const std::string range = number(1, 1) + message(4, number(1, 0) + message(2, real(3, 2000))) + message(7, section);
    const std::string unmeasured =
        message(7, "k") + message(10, triple(0, 0, 0)) + metric(0, 10) + message(17, section);
    const Table table = readReport(header() + block({unmeasured}, stringTable(), {range}))->tables.front();
    const std::vector<NcuKernel> kernels = ncuKernelsOfDetails(table);
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].grid, "");
    EXPECT_EQ(kernels[1].name, "range 1");
    EXPECT_DOUBLE_EQ(kernels[1].durationUs.value(), 2);
}

TEST(NcuRep, aCutReportKeepsWhatIsWhole)
{
    const std::string first = header() + block({kernel()}), whole = first + block({kernel()}, {});
    for (size_t size = first.size() + 1; size < whole.size(); size += 7) {
        const RunPtr run = readReport(whole.substr(0, size));
        EXPECT_FALSE(run->info.complete) << size;
        ASSERT_TRUE(run->diagnostics.find("truncated")) << size;
        EXPECT_EQ(run->diagnostics.find("truncated")->firstOffset, int64_t(first.size()));
        EXPECT_EQ(ncuKernelsOfDetails(run->tables.front()).size(), 1U);
    }
    EXPECT_TRUE(readReport(whole)->info.complete);
}

TEST(NcuRep, withoutAResultTheMessageSaysWhy)
{
    const auto error = [](const std::string &bytes) {
        const auto loaded = loadReport(bytes);
        EXPECT_FALSE(loaded);
        return loaded ? Error() : loaded.error();
    };
    EXPECT_TRUE(error(header() + block({})).message.contains(QStringLiteral("holds no kernel")));
    const Error damaged = error(header() + block({kernel()}).substr(0, 300));
    EXPECT_TRUE(damaged.message.contains(QStringLiteral("ncu --import"))) << damaged.message.toStdString();
    EXPECT_EQ(damaged.offset, int64_t(header().size()));
    EXPECT_EQ(error(std::string("NVR\0\xff\xff\xff\xff", 8)).kind, ErrorKind::Malformed);
    const Error unfinished = error(std::string(64, '\0'));
    EXPECT_TRUE(unfinished.message.contains(QStringLiteral("not written to its end")));
    EXPECT_EQ(unfinished.offset, 0);
}

TEST(NcuRep, anyDamageIsSurvived)
{
    const std::string whole = header() + block({kernel(rule("A", "text @url:", 4))}, stringTable() + process);
    for (size_t at = 4; at < whole.size(); ++at)
        for (const char byte : {'\0', '\x7f', '\xff'}) {
            std::string bytes = whole;
            bytes[at] = byte;
            const auto loaded = loadReport(bytes);
            EXPECT_TRUE(!loaded || !(*loaded)->tables.empty()) << at;
        }
}

} // namespace tst_ncurep
