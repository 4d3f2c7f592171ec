// Digests as files: what was written is read again, and no damage is taken for a digest.

#include "core/analysis/job/rankjob.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/session/digestfields.h"
#include "core/session/digestfile.h"
#include "tests/support/corpus.h"
#include "tests/support/jobgen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

using namespace ws;
using namespace ws::test;

namespace {

RankDigestPtr smallDigest()
{
    static const RankDigestPtr digest =
        digestsOf(*runFromJson(JobGenerator({.steps = 2, .layers = 2}).traces()[3]), defaultMapping())->front();
    return digest;
}

void expectEqual(const RankDigest &a, const RankDigest &b)
{
    EXPECT_EQ(a.file, b.file);
    EXPECT_EQ(a.rank, b.rank);
    EXPECT_EQ(a.worldSize, b.worldSize);
    EXPECT_EQ(a.stage, b.stage);
    EXPECT_EQ(a.mapping, b.mapping);
    EXPECT_EQ(a.originNs, b.originNs);
    EXPECT_EQ(a.hasClock, b.hasClock);
    EXPECT_EQ(a.isComplete, b.isComplete);
    EXPECT_EQ(a.busy, b.busy);
    EXPECT_EQ(a.stages, b.stages);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.stepStageNs, b.stepStageNs);
    EXPECT_EQ(a.collectives, b.collectives);
    EXPECT_EQ(a.hasOverlaps, b.hasOverlaps);
    EXPECT_EQ(a.overlaps, b.overlaps);
    EXPECT_EQ(a.kernels, b.kernels);
    EXPECT_EQ(a.layerNs, b.layerNs);
    ASSERT_EQ(a.kinds.size(), b.kinds.size());
    for (size_t k = 0; k < a.kinds.size(); ++k) {
        EXPECT_EQ(a.kinds[k].collective, b.kinds[k].collective);
        EXPECT_EQ(a.kinds[k].args, b.kinds[k].args);
        EXPECT_EQ(a.kinds[k].bytes, b.kinds[k].bytes);
        EXPECT_EQ(a.kinds[k].groupSize, b.kinds[k].groupSize);
    }
}

} // namespace

TEST(DigestFile, isReadAsItWasWritten)
{
    auto odd = std::make_shared<RankDigest>(*smallDigest());
    odd->rank = std::nullopt;
    odd->originNs = INT64_MIN;
    odd->file = std::string("a\0b\n", 4) + "\xff";
    odd->collectives.push_back({INT64_MAX, INT64_MAX, INT64_MAX, 0, UINT32_MAX, INT64_MAX});
    odd->collectives.push_back({INT64_MIN, 0, -1, 0, 1, DigestCollective::unrecordedPlanes});
    odd->overlaps = {{INT64_MIN, 5, 0}, {0, 10, 10}, {10, 1, 1}, {INT64_MAX - 7, 7, 3}};
    const auto read = readDigests(writeDigests({smallDigest(), odd}));
    ASSERT_TRUE(read) << read.error().text().toStdString();
    ASSERT_EQ(read->size(), 2u);
    EXPECT_EQ(smallDigest()->collectives.size(), 2u * (2 + 2));
    expectEqual(*smallDigest(), *read->at(0));
    expectEqual(*odd, *read->at(1));
}

TEST(DigestFile, everyDamageIsRefused)
{
    const std::string whole = writeDigests({smallDigest()});
    for (size_t cut = 0; cut < whole.size(); ++cut)
        EXPECT_FALSE(readDigests(whole.substr(0, cut))) << cut;
    for (size_t at = 0; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        EXPECT_FALSE(readDigests(damaged)) << at;
    }
    EXPECT_FALSE(readDigests(whole + 'x'));
}

TEST(DigestFile, anotherVersionSaysSo)
{
    std::string other = writeDigests({smallDigest()});
    for (const char *version : {" 1\n", " 2\n", " 6\n", " 05\n"}) {
        std::string one = other;
        one.replace(one.find(" 5\n"), 3, version);
        const auto read = readDigests(one);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().kind, ErrorKind::Unsupported);
    }
    other.replace(other.find(" 5\n"), 3, " 1\n");
    EXPECT_TRUE(readDigests(other).error().message.contains(QLatin1String("version 1, this program reads version 5")));
}

TEST(DigestFile, ofVersionsBeforeIsReadWithoutWhatTheyLack)
{
    for (const int version : {3, 4}) { // the same fields without planes, and in 3 without overlaps
        RankDigest digest = *smallDigest();
        digest.collectives[0].planesNs = 7;
        digestfields::Writer writer;
        writer.number(1);
        digestfields::digest(writer, digest, version);
        const QByteArray packed =
            qCompress(reinterpret_cast<const uchar *>(writer.bytes.data()), qsizetype(writer.bytes.size()), 9);
        const QByteArray file = "warpscope-digest " + QByteArray::number(version) + '\n' +
                                QByteArray::number(packed.size()) + ' ' + QByteArray::number(qChecksum(packed)) + '\n' +
                                packed;
        const auto read = readDigests(file.toStdString());
        ASSERT_TRUE(read) << read.error().text().toStdString();
        EXPECT_EQ(read->front()->hasOverlaps, version == 4);
        if (version == 3) {
            digest.hasOverlaps = false;
            digest.overlaps.clear();
        }
        digest.collectives[0].planesNs = DigestCollective::noPlanes;
        expectEqual(digest, *read->front());
    }
}

TEST(DigestFile, listsThatContradictEachOtherAreRefused)
{
    for (const auto change :
         {+[](RankDigest &d) { d.stepStageNs.pop_back(); }, +[](RankDigest &d) { d.collectives[0].kind = 99; },
          +[](RankDigest &d) { d.collectives[0].step = 99; }, +[](RankDigest &d) { d.collectives[0].durationNs = -1; },
          +[](RankDigest &d) { d.steps[0].work.end = d.steps[0].work.begin - 1; },
          +[](RankDigest &d) {
              d.overlaps = {{0, 5, 6}};
          },
          +[](RankDigest &d) {
              d.overlaps = {{0, 0, 0}};
          },
          +[](RankDigest &d) {
              d.overlaps = {{0, 5, -1}};
          },
          +[](RankDigest &d) {
              d.overlaps = {{0, 5, 1}, {4, 5, 1}};
          },
          +[](RankDigest &d) {
              d.overlaps = {{INT64_MAX, 5, 1}};
          }}) {
        auto bad = std::make_shared<RankDigest>(*smallDigest());
        change(*bad);
        const auto read = readDigests(writeDigests({bad}));
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().kind, ErrorKind::Malformed);
    }
}

TEST(DigestFile, isSmall)
{
    const std::string trace = JobGenerator({.steps = 20}).traces()[0];
    const auto digests = *digestsOf(*runFromJson(trace), defaultMapping());
    EXPECT_LE(writeDigests(digests).size(), std::max<size_t>(64 << 10, trace.size() / 100));
}

TEST(DigestFile, aFileThatIsNoneIsRefusedByName)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.wsd"));
    EXPECT_EQ(loadDigests(path).error().kind, ErrorKind::NotFound);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\":[]}");
    file.close();
    EXPECT_FALSE(isDigestFile(path));
    const auto read = loadDigests(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, ErrorKind::UnknownFormat);
    EXPECT_EQ(read.error().file, path);
}

TEST(DigestFile, ofEveryTraceOfTheCorpusIsSmallAndWhole)
{
    const QString root = corpusPath("kineto");
    if (root.isEmpty())
        GTEST_SKIP() << "no corpus";
    for (const char *name : {"kineto/hta_nccl_data.json.gz", "kineto/tl_b200_eager_trace.json.gz",
                             "kineto/multirank_sampled/sampled_rank-0.json.gz"}) {
        const auto digests = *digestsOf(*corpusRun(corpusPath(name)), defaultMapping());
        const std::string bytes = writeDigests(digests);
        EXPECT_LE(bytes.size(), 64u << 10) << name;
        const auto read = readDigests(bytes);
        ASSERT_TRUE(read) << name;
        expectEqual(*digests[0], *read->at(0));
    }
}
