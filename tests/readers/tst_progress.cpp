// How far loading is: every format knows the size of its file and never claims more.

#include "tests/support/corpus.h"
#include "tests/support/database.h"

#include <QFileInfo>

namespace tst_progress {

using namespace ws;
using namespace ws::test;

TEST(LoadProgress, aDatabaseCountsItsRowsOnTheWay)
{
    std::string sql = "CREATE TABLE rocpd_metadata (id INTEGER PRIMARY KEY, tag TEXT, value TEXT);"
                      "INSERT INTO rocpd_metadata VALUES (1,'schema_version','2');"
                      "CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT);"
                      "INSERT INTO rocpd_string VALUES (1,'gemm'),(2,'KernelExecution');"
                      "CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER,"
                      "end INTEGER, apiName_id INTEGER, args_id INTEGER);"
                      "CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER);"
                      "CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, start INTEGER,"
                      "end INTEGER, description_id INTEGER, opType_id INTEGER);";
    for (int i = 0; i < 5000; ++i)
        sql += "INSERT INTO rocpd_op VALUES (" + std::to_string(i + 1) + ",0,0," + std::to_string(i * 100) + ',' +
               std::to_string(i * 100 + 50) + ",1,2);";
    const Database db(sql, QStringLiteral("run.rpd"));
    Progress progress;
    const auto run = loadRun(db.path(), progress);
    ASSERT_TRUE(run) << run.error().text().toStdString();
    ASSERT_EQ((*run)->gpu.size(), 5000U);
    EXPECT_EQ(progress.bytesTotal, QFileInfo(db.path()).size());
    EXPECT_EQ(progress.events, 4096);
    EXPECT_GT(progress.bytesDone, progress.bytesTotal / 2);
    EXPECT_LE(progress.bytesDone, progress.bytesTotal);
}

TEST(LoadProgress, everyFormatKnowsTheSizeOfItsFile)
{
    for (const char *name :
         {"kineto/tl_sglang_Qwen3-8B_decode.json.gz", "rocm/matmul_result.rpd", "other/tl_rocprof_908_results.json.gz",
          "layerwise/vllm_layerwise_r1_distill_llama8b.json", "nsys/dsocr_decode_cuda_gpu_kern_sum.csv"}) {
        SCOPED_TRACE(name);
        CORPUS_FILE(path, name);
        Progress progress;
        ASSERT_TRUE(loadRun(path, progress));
        EXPECT_EQ(progress.bytesTotal, QFileInfo(path).size());
        EXPECT_LE(progress.bytesDone, progress.bytesTotal);
        EXPECT_EQ(progress.phase, Phase::Done);
    }
}

} // namespace tst_progress
