// The trace generator is the source of truth for other tests, so it is compared with a plain JSON parser's result.
#include "tests/bench/tracegen.h"

#include "core/base/progress.h"
#include "core/io/bytesource.h"

#include <QFile>
#include <QTemporaryDir>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

namespace tst_tracegen {

using nlohmann::json;
using namespace ws::tracegen;

namespace {

Options small()
{
    Options options;
    options.steps = 3;
    options.layers = 2;
    options.pythonShare = 0.5;
    return options;
}

json events(const Options &options, Truth *truth = nullptr)
{
    return json::parse(generateText(options, truth)).at("traceEvents");
}

int64_t nanoseconds(const json &microseconds)
{
    return std::llround(microseconds.get<double>() * 1000);
}

std::string category(const json &event)
{
    return event.value("cat", "");
}

bool isGpuWork(const json &event)
{
    return category(event) == "kernel" || category(event) == "gpu_memcpy" || category(event) == "gpu_memset";
}

std::map<char, int64_t> phases(const json &list)
{
    std::map<char, int64_t> counts;
    for (const json &event : list)
        ++counts[event.at("ph").get<std::string>()[0]];
    return counts;
}

} // namespace

TEST(Tracegen, everyLayoutHoldsTheSameJson)
{
    Options options = small();
    const json native = json::parse(generateText(options));
    options.layout = Layout::OneLine;
    const std::string oneLine = generateText(options);
    EXPECT_EQ(oneLine.find('\n'), std::string::npos);
    EXPECT_TRUE(json::parse(oneLine) == native);
    options.layout = Layout::Indented;
    const std::string indented = generateText(options);
    EXPECT_TRUE(indented.starts_with("{\n    \"schemaVersion\": 1,\n    \"deviceProperties\": [\n        {\n"));
    EXPECT_TRUE(json::parse(indented) == native);
}

TEST(Tracegen, sameOptionsGiveTheSameBytes)
{
    Options options = small();
    const std::string text = generateText(options);
    EXPECT_TRUE(generateText(options) == text);
    options.seed = 2;
    EXPECT_FALSE(generateText(options) == text);
}

TEST(Tracegen, truthCountsWhatTheTextHolds)
{
    for (const bool backward : {false, true}) {
        Options options = small();
        options.backward = backward;
        Truth truth;
        const json list = events(options, &truth);
        EXPECT_EQ(truth.events, int64_t(list.size()));
        EXPECT_EQ(truth.byPhase, phases(list));
        std::map<std::string, NameTotal> names;
        int64_t total = 0;
        for (const json &event : list) {
            if (!isGpuWork(event))
                continue;
            NameTotal &name = names[event.at("name")];
            ++name.count;
            name.totalNs += nanoseconds(event.at("dur"));
            total += nanoseconds(event.at("dur"));
        }
        ASSERT_EQ(names.size(), truth.gpuNames.size());
        for (const auto &[name, expected] : truth.gpuNames) {
            EXPECT_EQ(names[name].count, expected.count) << name;
            EXPECT_EQ(names[name].totalNs, expected.totalNs) << name;
        }
        EXPECT_EQ(total, truth.gpuTotalNs);
        EXPECT_EQ(truth.gpuActivities, int64_t(truth.activities.size()));
        EXPECT_LT(truth.busyNs.at(0), truth.gpuTotalNs) << "overlapping kernels are wanted";
    }
}

TEST(Tracegen, slicesOfOneThreadNest)
{
    Options options = small();
    options.backward = true;
    options.threads = 2;
    std::map<int, std::set<std::pair<int64_t, int64_t>>> threads; // (start, -end)
    for (const json &event : events(options))
        if (event.at("ph") == "X" && event.contains("args") && event.at("pid") == 4242)
            threads[event.at("tid")].insert(
                {nanoseconds(event.at("ts")), -nanoseconds(event.at("ts")) - nanoseconds(event.at("dur"))});
    EXPECT_EQ(threads.size(), 4u);
    for (const auto &[tid, slices] : threads) {
        std::vector<int64_t> ends;
        for (const auto &[start, negativeEnd] : slices) {
            while (!ends.empty() && ends.back() <= start)
                ends.pop_back();
            EXPECT_TRUE(ends.empty() || -negativeEnd <= ends.back()) << "thread " << tid;
            ends.push_back(-negativeEnd);
        }
    }
}

TEST(Tracegen, graphLaunchOwnsItsKernels)
{
    Truth truth;
    const json list = events(small(), &truth);
    std::map<int64_t, int> kernels;
    std::set<int64_t> nodes;
    for (const json &event : list) {
        if (isGpuWork(event) && event.at("args").at("graph id") != 0) {
            ++kernels[event.at("args").at("correlation")];
            nodes.insert(event.at("args").at("graph node id").get<int64_t>());
        }
    }
    ASSERT_EQ(kernels.size(), 2u) << "two of three steps run as a graph";
    EXPECT_EQ(kernels.begin()->second, int(nodes.size())) << "the second replay has the same nodes";
    for (const Activity &activity : truth.activities) {
        if (!kernels.contains(activity.correlation))
            continue;
        EXPECT_EQ(activity.modules, std::vector<std::string>{"TinyFoxForCausalLM_0"});
        EXPECT_GE(activity.captured.size(), 3u);
        EXPECT_EQ(activity.op, "");
    }
}

TEST(Tracegen, backwardWorkBelongsToTheForwardModule)
{
    Options options = small();
    options.steps = 1;
    options.backward = true;
    Truth truth;
    const json list = events(options, &truth);
    int linked = 0;
    for (const Activity &activity : truth.activities) {
        if (activity.name.find("FlashAttnBwdSm90") == std::string::npos)
            continue;
        ++linked;
        EXPECT_TRUE(activity.modules.empty());
        EXPECT_EQ(activity.modulesAll.back(), linked == 1 ? "Attention_1" : "Attention_0");
        EXPECT_EQ(activity.op, "_vllm_fa3_C::bwd");
    }
    EXPECT_EQ(linked, 2);
    std::map<int64_t, std::string> flows;
    for (const json &event : list)
        if (category(event) == "fwdbwd")
            flows[event.at("id")] += event.at("ph").get<std::string>();
    EXPECT_FALSE(flows.empty());
    for (const auto &[id, ends] : flows)
        EXPECT_EQ(ends, "sf") << id;
}

TEST(Tracegen, kernelsOnlyHasNoHostSide)
{
    Options options = small();
    options.kernelsOnly = true;
    for (const json &event : events(options))
        EXPECT_TRUE(isGpuWork(event) || event.at("ph") == "M" || event.at("ph") == "i" || category(event) == "Trace")
            << event;
}

TEST(Tracegen, manyDevicesStreamsAndThreadsGiveManyRows)
{
    Options options = small();
    options.steps = 64;
    options.layers = 6;
    options.devices = 8;
    options.streams = 6;
    options.threads = 16;
    std::set<std::pair<int, int>> rows;
    for (const json &event : events(options))
        if (event.at("ph") == "X" && event.at("pid").is_number())
            rows.insert({event.at("pid").get<int>(), event.at("tid").get<int>()});
    EXPECT_GE(rows.size(), 64u);
}

TEST(Tracegen, pythonShareIsMet)
{
    for (const double share : {0.6, 0.9}) {
        Options options;
        options.pythonShare = share;
        const json list = events(options);
        int64_t python = 0;
        for (const json &event : list)
            python += category(event) == "python_function";
        EXPECT_NEAR(double(python) / double(list.size()), share, 0.02);
    }
}

TEST(Tracegen, damagedTextsAreNoJson)
{
    for (const Damage damage : {Damage::TruncateJson, Damage::TrailingComma, Damage::NoBracket, Damage::ControlChar,
                                Damage::LoneBackslash, Damage::BadUtf8}) {
        Options options = small();
        options.damage = damage;
        Truth truth;
        EXPECT_FALSE(json::accept(generateText(options, &truth))) << int(damage);
    }
}

TEST(Tracegen, damagedEventsAreStillJson)
{
    Options options = small();
    const json whole = events(options);
    for (const Damage damage : {Damage::LongName, Damage::StringTs, Damage::NegativeDur, Damage::MissingDur,
                                Damage::Unsorted, Damage::FlowWithoutStart}) {
        options.damage = damage;
        options.damageAt = 0.3;
        Truth truth;
        const json list = events(options, &truth);
        EXPECT_TRUE(list != whole);
        EXPECT_EQ(truth.events, int64_t(list.size()));
        EXPECT_EQ(truth.byPhase, phases(list));
        EXPECT_EQ(truth.damaged.empty(), damage == Damage::Unsorted);
    }
}

TEST(Tracegen, severalGzipMembersUnpackToTheText)
{
    const std::string text = generateText(small());
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json.gz"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    const std::string packed = gzip(text, 1, 4);
    file.write(packed.data(), qint64(packed.size()));
    file.close();
    const auto source = ws::ByteSource::open(path);
    ASSERT_TRUE(source.ok());
    ws::Progress progress;
    const auto unpacked = source.value()->readAll(progress);
    ASSERT_TRUE(unpacked.ok());
    EXPECT_TRUE(unpacked.value() == text) << unpacked.value().size() << " bytes of " << text.size();
    EXPECT_TRUE(source.value()->damage().isEmpty());
}

} // namespace tst_tracegen
