// What is packed comes back in every column; what is damaged, cut or contradicts itself is refused in one sentence.

#include "core/model/eventtext.h"
#include "core/readers/packed/packcolumns.h"
#include "core/readers/packed/packedrun.h"
#include "core/readers/packed/packmeta.h"
#include "runcolumns.h"
#include "tests/bench/tracegen.h"
#include "tests/support/corpus.h"
#include "tests/support/repetitions.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <cstring>
#include <random>

namespace tst_packed {

using namespace ws;
using namespace ws::test;

namespace {

QByteArray packed(const Run &run, PackPurpose purpose)
{
    QByteArray bytes;
    QBuffer out(&bytes);
    out.open(QIODevice::WriteOnly);
    const auto written = writePacked(run, purpose, out);
    EXPECT_TRUE(written) << (written ? "" : written.error().text().toStdString());
    return bytes;
}

RunResult unpacked(const QByteArray &bytes)
{
    Progress progress;
    const auto source = ByteSource::fromMemory({bytes.constData(), size_t(bytes.size())}, QStringLiteral("a.wsp"));
    const auto run = loadRun(*source, progress);
    return run ? RunResult{*run, {}} : RunResult{nullptr, run.error()};
}

std::string generated(const tracegen::Options &options)
{
    std::string text;
    tracegen::generate(options, [&](std::string_view part) { text += part; });
    return text;
}

std::string tablesOf(const Run &run)
{
    return packedTables(run.tables).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           packedTrees(run.layerwise).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void expectSame(const Run &run, const std::string &what)
{
    for (const PackPurpose purpose : {PackPurpose::Send, PackPurpose::Reopen}) {
        const RunResult back = unpacked(packed(run, purpose));
        ASSERT_TRUE(back) << what << ": " << back.error.text().toStdString();
        EXPECT_EQ(difference(columnsOf(run), columnsOf(*back)), "") << what;
        EXPECT_EQ(tablesOf(run), tablesOf(*back)) << what;
        EXPECT_EQ(run.info.format, back->info.format) << what;
    }
}

/// The sections of a file, changed by `change`, with checksums that are true.
QByteArray rewritten(const QByteArray &file, const std::function<void(PackSection &, std::vector<std::byte> &)> &change)
{
    const auto source = ByteSource::fromMemory({file.constData(), size_t(file.size())});
    Progress progress;
    const auto sections = PackSections::read(*source, progress);
    EXPECT_TRUE(sections);
    QByteArray bytes;
    QBuffer out(&bytes);
    out.open(QIODevice::WriteOnly);
    PackWriter writer(out);
    for (const auto &[name, section] : sections->all()) {
        PackSection copy = section;
        std::vector<std::byte> own(section.bytes.begin(), section.bytes.end());
        change(copy, own);
        copy.bytes = own;
        writer.add(copy);
    }
    writer.end();
    return bytes;
}

std::string withEverything()
{
    tracegen::Options options;
    options.events = 3000;
    options.backward = true;
    return generated(options);
}

TEST(Packed, aRunComesBackInEveryColumn)
{
    const RunResult run = runFromJson(withEverything());
    ASSERT_TRUE(run);
    ASSERT_GT(run->gpu.size(), 0U);
    ASSERT_GT(run->timeline.counters.size(), 0U);
    ASSERT_GT(run->timeline.instants.size(), 0U);
    ASSERT_GT(run->timeline.flows.size(), 0U);
    expectSame(*run, "generated");
    EXPECT_LT(packed(*run, PackPurpose::Send).size() * 2, packed(*run, PackPurpose::Reopen).size());
}

TEST(Packed, durationsBeyond32BitsTimesBeforeZeroAndHugeIdsComeBack)
{
    expectSame(*runFromJson(R"({"traceEvents":[
        {"ph":"X","name":"long","cat":"cpu_op","pid":1,"tid":1,"ts":-5e9,"dur":9e9,"args":{"Sequence number":4}},
        {"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":1,"dur":8e9,"args":{"correlation":18446744073709551615}},
        {"ph":"X","name":"l","cat":"cuda_runtime","pid":1,"tid":1,"ts":0,"dur":1,"args":{"correlation":18446744073709551615}},
        {"ph":"s","id":18446744073709551615,"cat":"ac2g","name":"f","pid":1,"tid":1,"ts":0},
        {"ph":"i","name":"mark","pid":1,"tid":1,"ts":3,"s":"p"},
        {"ph":"C","name":"c","pid":1,"ts":1,"args":{"a":-0.0,"b":1e300}}]})"),
               "extremes");
    expectSame(*runFromJson(R"([{"ph":"X","name":"","pid":1,"tid":1,"ts":0,"dur":0}])"), "one slice without a name");
    expectSame(*runFromJson(R"({"traceEvents":[]})"), "nothing");
}

TEST(Packed, workWithoutATimeAndImpossibleDurationsComeBack)
{
    std::string events = R"({"ph":"X","name":"l","cat":"cuda_runtime","pid":1,"tid":1,"ts":1700000000000000,"dur":1,
                             "args":{"correlation":1}},
        {"ph":"X","name":"none","cat":"kernel","pid":0,"tid":7,"ts":0,"dur":0,"args":{"correlation":1}})";
    for (int i = 0; i < 60; ++i)
        events += R"(,{"ph":"X","name":"k","cat":"kernel","pid":0,"tid":7,"ts":17000000000)" +
                  std::to_string(10'000 + i * 100) + R"(,"dur":)" + std::to_string(i == 9 ? 9'000'000 : 50) + "}";
    const auto run = runFromJson("[" + events + "]");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.untimed.size(), 1U);
    ASSERT_EQ(run->gpu.untimed.launch[0], 0U);
    ASSERT_TRUE(run->diagnostics.find("impossible-duration"));
    ASSERT_LT(run->gpu.duration[9], run->timeline.duration(run->gpu.slice[9]));
    expectSame(*run, "work without a time");
    const auto back = unpacked(packed(*run, PackPurpose::Send));
    EXPECT_EQ(back->gpu.untimed.size(), 1U);
    EXPECT_EQ(back->gpu.duration[9], run->gpu.duration[9]);
}

TEST(Packed, everyFileOfTheCorpusComesBack)
{
    const QString corpus = corpusPath("");
    SKIP_WITHOUT_CORPUS(corpus.isEmpty());
    int files = 0;
    for (QDirIterator it(corpus, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        if (it.fileInfo().size() > (isSanitized ? 1 : 3) << 20)
            continue;
        Progress progress;
        const auto run = loadRun(path, progress);
        if (!run)
            continue;
        expectSame(**run, path.toStdString());
        ++files;
    }
    EXPECT_GT(files, 100);
}

TEST(Packed, aFileCutAnywhereIsRefused)
{
    const RunResult run = runFromJson(withEverything());
    for (const PackPurpose purpose : {PackPurpose::Send, PackPurpose::Reopen}) {
        const QByteArray whole = packed(*run, purpose);
        std::mt19937 chance(7);
        for (int i = 0; i < 200; ++i) {
            const QByteArray cut = whole.left(qsizetype(chance() % uint32_t(whole.size())));
            const RunResult back = unpacked(cut);
            ASSERT_FALSE(back) << cut.size();
            EXPECT_FALSE(back.error.message.isEmpty());
        }
    }
}

TEST(Packed, aChangedByteIsNoticed)
{
    const RunResult run = runFromJson(withEverything());
    const Columns expected = columnsOf(*run);
    for (const PackPurpose purpose : {PackPurpose::Send, PackPurpose::Reopen}) {
        const QByteArray whole = packed(*run, purpose);
        std::mt19937 chance(11);
        for (int i = 0; i < 300; ++i) {
            QByteArray changed = whole;
            changed[qsizetype(chance() % uint32_t(whole.size()))] ^= char(1 << chance() % 8);
            const RunResult back = unpacked(changed);
            if (back) { // one of the zeros between sections
                EXPECT_EQ(difference(expected, columnsOf(*back)), "");
            }
        }
    }
}

TEST(Packed, whatContradictsItselfIsRefusedHoweverTrueItsChecksumsAre)
{
    const RunResult run = runFromJson(withEverything());
    std::mt19937 chance(13);
    int refused = 0, tried = 0;
    for (const PackPurpose purpose : {PackPurpose::Send, PackPurpose::Reopen}) {
        const QByteArray whole = packed(*run, purpose);
        std::vector<std::string> names;
        (void)rewritten(whole, [&](PackSection &section, std::vector<std::byte> &) { names.push_back(section.name); });
        for (const std::string &name : names)
            for (int kind = 0; kind < 8; ++kind) {
                const QByteArray changed = rewritten(whole, [&](PackSection &section, std::vector<std::byte> &bytes) {
                    if (section.name != name || bytes.empty())
                        return;
                    if (kind < 4)
                        for (int times = 0; times < 1 + kind * 3; ++times)
                            bytes[chance() % bytes.size()] = std::byte(chance());
                    else if (kind == 4)
                        section.count = chance();
                    else if (kind == 5)
                        bytes.resize(bytes.size() / 2);
                    else if (kind == 6)
                        section.elementBytes = chance() % 16;
                    else
                        section.coding = chance() % 8;
                });
                const RunResult back = unpacked(changed);
                ++tried;
                refused += !back;
                if (back) { // other values, but possible ones: every view can ask for all of it
                    EXPECT_EQ(faultOfRun(*back), "") << name;
                    (void)columnsOf(*back);
                }
            }
    }
    EXPECT_GT(refused * 2, tried);
}

TEST(Packed, aColumnOfFlowsThatIsShorterThanTheOthersIsRefused)
{
    const RunResult run = runFromJson(withEverything());
    for (const PackPurpose purpose : {PackPurpose::Send, PackPurpose::Reopen})
        for (const char *name : {"flow.id", "flow.track", "flow.category", "gpu.grid"}) {
            const auto cut = [name](PackSection &section, std::vector<std::byte> &) {
                if (section.name == name)
                    --section.count;
            };
            EXPECT_FALSE(unpacked(rewritten(packed(*run, purpose), cut))) << name;
        }
}

TEST(Packed, aSectionCannotPromiseMoreThanItsBytesCanSay)
{
    const RunResult run = runFromJson(withEverything());
    const QByteArray file =
        rewritten(packed(*run, PackPurpose::Send), [](PackSection &section, std::vector<std::byte> &) {
            if (section.name == "lane.start")
                section.count = uint64_t(1) << 60;
        });
    const RunResult back = unpacked(file);
    ASSERT_FALSE(back);
    EXPECT_EQ(back.error.kind, ErrorKind::Malformed) << "not out of memory";
}

TEST(Packed, aLaterVersionIsRefusedWithBothNumbers)
{
    QByteArray file = packed(*runFromJson(withEverything()), PackPurpose::Send);
    file[8] = 9;
    const RunResult back = unpacked(file);
    ASSERT_FALSE(back);
    EXPECT_TRUE(back.error.message.contains(QStringLiteral("version 9"))) << back.error.message.toStdString();
}

TEST(Packed, theFolderOfTheTraceIsNotInWhatIsSent)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(withEverything()));
    file.close();
    Progress progress;
    const auto run = loadRun(path, progress);
    ASSERT_TRUE(run);
    const RunResult back = unpacked(packed(**run, PackPurpose::Send));
    ASSERT_TRUE(back);
    const auto &[name, value] = back->info.facts.back();
    EXPECT_EQ(name, "Packed from");
    EXPECT_EQ(value, "a.json");
}

TEST(Packed, theTextOfAnEventIsNotInIt)
{
    const RunResult back = unpacked(packed(*runFromJson(withEverything()), PackPurpose::Send));
    ASSERT_TRUE(back);
    const auto text = eventJson(*back, back->gpu.slice[0]);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, ErrorKind::Unsupported);
}

TEST(PackCoding, allNumbersComeBack)
{
    std::mt19937_64 chance(3);
    const auto check = [](PackCoding coding, const std::vector<uint64_t> &values) {
        const std::string bytes = codedBytes(coding, values.data(), values.size(), 8);
        const PackSection section{"x", uint32_t(coding), 8, values.size(),
                                  std::as_bytes(std::span(bytes.data(), bytes.size()))};
        const auto back = codedValues<uint64_t>(section);
        ASSERT_TRUE(back);
        EXPECT_TRUE(*back == ValueColumn<uint64_t>(values));
    };
    for (const PackCoding coding :
         {PackCoding::Raw, PackCoding::Bytes, PackCoding::Numbers, PackCoding::Differences, PackCoding::Pairs}) {
        check(coding, {});
        check(coding, {0});
        check(coding, {UINT64_MAX, 0, UINT64_MAX, 1, uint64_t(1) << 63});
        check(coding, {uint64_t(1) << 63, 0, uint64_t(1) << 63});
        check(coding, {1000, 5000, 2000, 2000, 0, 9000});
        for (int shift = 0; shift < 64; shift += 7) {
            std::vector<uint64_t> values(1000);
            for (uint64_t &value : values)
                value = chance() >> shift;
            check(coding, values);
        }
    }
}

TEST(Packed, aTraceOfMorePhasesThanThereAreComesBack)
{
    std::string text = "[";
    for (int i = 0; i < 30'000; ++i)
        text += (i ? ",{\"ph\":\"phase" : "{\"ph\":\"phase") + std::to_string(i) + R"(","ts":1,"name":"n"})";
    const auto run = runFromJson(text + "]");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.byPhase.size(), 1001u);
    EXPECT_EQ(run->info.byPhase.at("…"), 29'000u);
    const RunResult back = unpacked(packed(*run, PackPurpose::Send));
    ASSERT_TRUE(back) << back.error.text().toStdString();
    EXPECT_EQ(back->info.byPhase, run->info.byPhase);
}

} // namespace

} // namespace tst_packed
