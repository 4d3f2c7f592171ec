// Writes an export as of Nsight Systems for an invented run: `cuda_gpu_trace` as CSV, or a sqlite database with
// kernels, copies, fills, API calls and NVTX ranges. The same options give the same bytes. For measuring the readers.

#include <sqlite3.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct Options
{
    uint64_t activities = 1'000'000;
    unsigned devices = 1, streams = 2;
    const char *csv = nullptr;
    const char *sqlite = nullptr;
};

/// xorshift64*: the same on every machine.
class Random
{
public:
    uint64_t below(uint64_t n)
    {
        m_state ^= m_state >> 12;
        m_state ^= m_state << 25;
        m_state ^= m_state >> 27;
        return (m_state * 0x2545F4914F6CDD1Dull >> 33) % n;
    }

private:
    uint64_t m_state = 88172645463325252ull;
};

struct Activity
{
    enum Kind { Kernel, Memcpy, Memset } kind;
    int64_t start, duration, apiStart;
    unsigned device, stream;
    uint64_t correlation;
    unsigned name; ///< index into kernelNames
    unsigned grid;
};

const std::vector<std::string> &kernelNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (int i = 0; i < 120; ++i) {
            const std::string n = std::to_string(i);
            switch (i % 5) {
            case 0:
                all.push_back("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x" + n +
                              "_32x6_tn_align8>(T1::Params)");
                break;
            case 1:
                all.push_back("void at::native::vectorized_elementwise_kernel<(int)4, at::native::bfloat" + n +
                              "_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda(float) (instance 1)], "
                              "std::array<char *, (unsigned long)2>>(int, T2, T3)");
                break;
            case 2:
                all.push_back("void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<(int)" + n +
                              ", (int)64, (int)256, (int)4, (bool)0, (bool)0, cutlass::bfloat16_t>, (bool)1, (bool)0, "
                              "(bool)0>(flash::Flash_fwd_params)");
                break;
            case 3:
                all.push_back("triton_red_fused_add_mul_" + n);
                break;
            default:
                all.push_back("std::enable_if<!T7, void>::type internal::gemvx::kernel<int, int, __nv_bfloat16, "
                              "__nv_bfloat16, __nv_bfloat16, float, (bool)0, (bool)1, (bool)1, (bool)0, (int)" +
                              n + ", (bool)0, cublasGemvParamsEx<int, __nv_bfloat16>>(T13)");
            }
        }
        return all;
    }();
    return names;
}

/// Activities in the order of their starts. A tenth overlaps the previous one; several devices work in parallel, as
/// under tensor parallelism.
template <class Take> void forEachActivity(const Options &options, Take take)
{
    Random random;
    int64_t now = 1'000'000'000;
    for (uint64_t i = 0; i < options.activities; ++i) {
        Activity a{};
        const uint64_t dice = random.below(100);
        a.kind = dice < 96 ? Activity::Kernel : dice < 99 ? Activity::Memcpy : Activity::Memset;
        a.duration = 1000 + static_cast<int64_t>(random.below(20'000));
        a.start = now;
        a.apiStart = now - 4000 - static_cast<int64_t>(random.below(2000));
        a.device = static_cast<unsigned>(i % options.devices);
        a.stream = 7 + static_cast<unsigned>(random.below(10) == 0 ? random.below(options.streams) : 0);
        a.correlation = i + 100;
        a.name = static_cast<unsigned>(random.below(kernelNames().size()));
        a.grid = 1 + static_cast<unsigned>(a.name * 7 % 200);
        take(a);
        if (a.device + 1 < options.devices)
            now += static_cast<int64_t>(random.below(200));
        else
            now += random.below(10) == 0 ? a.duration / 2 : a.duration + 300;
    }
}

void writeCsv(const Options &options)
{
    FILE *out = std::fopen(options.csv, "wb");
    if (!out) {
        std::perror(options.csv);
        std::exit(1);
    }
    std::fputs("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),"
               "Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n",
               out);
    forEachActivity(options, [&](const Activity &a) {
        std::fprintf(out, "%" PRId64 ",%" PRId64 ",%" PRIu64 ",", a.start, a.duration, a.correlation);
        if (a.kind == Activity::Kernel)
            std::fprintf(out, "%u,1,1,128,1,1,32,0.000,0.049,,,,,NVIDIA A100-SXM4-80GB (%u),1,,%u,\"%s\"\n", a.grid,
                         a.device, a.stream, kernelNames()[a.name].c_str());
        else if (a.kind == Activity::Memcpy)
            std::fprintf(out,
                         ",,,,,,,,,0.524,12345.678,Pageable,Device,NVIDIA A100-SXM4-80GB (%u),1,,%u,[CUDA memcpy "
                         "Host-to-Device]\n",
                         a.device, a.stream);
        else
            std::fprintf(out, ",,,,,,,,,0.001,1234.5,Device,,NVIDIA A100-SXM4-80GB (%u),1,,%u,[CUDA memset]\n",
                         a.device, a.stream);
    });
    std::fclose(out);
}

class Database
{
public:
    explicit Database(const char *path)
    {
        std::remove(path);
        if (sqlite3_open(path, &m_db) != SQLITE_OK)
            fail();
    }
    ~Database() { sqlite3_close(m_db); }
    void run(const char *sql)
    {
        if (sqlite3_exec(m_db, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            fail();
    }
    /// Inserts one row; the statement is kept per `slot`.
    void insert(int slot, const char *sql, std::initializer_list<int64_t> values)
    {
        sqlite3_stmt *&statement = m_statements[slot];
        if (!statement && sqlite3_prepare_v2(m_db, sql, -1, &statement, nullptr) != SQLITE_OK)
            fail();
        int at = 0;
        for (int64_t value : values)
            sqlite3_bind_int64(statement, ++at, value);
        if (sqlite3_step(statement) != SQLITE_DONE)
            fail();
        sqlite3_reset(statement);
    }
    void string(int64_t id, const std::string &value)
    {
        sqlite3_stmt *statement = nullptr;
        sqlite3_prepare_v2(m_db, "INSERT INTO StringIds VALUES (?,?)", -1, &statement, nullptr);
        sqlite3_bind_int64(statement, 1, id);
        sqlite3_bind_text(statement, 2, value.c_str(), -1, SQLITE_TRANSIENT);
        sqlite3_step(statement);
        sqlite3_finalize(statement);
    }
    void finish()
    {
        for (sqlite3_stmt *statement : m_statements)
            sqlite3_finalize(statement);
        run("COMMIT");
    }

private:
    [[noreturn]] void fail()
    {
        std::fprintf(stderr, "nsysgen: %s\n", sqlite3_errmsg(m_db));
        std::exit(1);
    }
    sqlite3 *m_db = nullptr;
    sqlite3_stmt *m_statements[5] = {};
};

constexpr const char *schema = R"(
PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_NAME','generated'),('EXPORT_PRODUCT_VERSION','0');
CREATE TABLE TARGET_INFO_GPU (id INTEGER NOT NULL, name TEXT, smCount INTEGER, totalMemory INTEGER);
CREATE TABLE ThreadNames (nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
 globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
 contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER,
 globalPid INTEGER, demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER,
 cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL,
 gridZ INTEGER NOT NULL, blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL,
 staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL,
 localMemoryTotal INTEGER NOT NULL, gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER,
 sharedMemoryLimitConfig INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
 contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
 bytes INTEGER NOT NULL, copyKind INTEGER NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
 contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
 value INTEGER NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER,
 text TEXT, globalTid INTEGER, textId INTEGER);
)";

void writeSqlite(const Options &options)
{
    constexpr int64_t pid = 4242, globalPid = pid << 24, globalTid = globalPid | 4243;
    constexpr int64_t launchName = 1, copyName = 2, setName = 3, stepName = 4, threadName = 5, firstKernel = 10;
    Database db(options.sqlite);
    db.run(schema);
    db.string(launchName, "cudaLaunchKernel_v7000");
    db.string(copyName, "cudaMemcpyAsync_v3020");
    db.string(setName, "cudaMemsetAsync_v3020");
    db.string(stepName, "step");
    db.string(threadName, "python3");
    for (size_t i = 0; i < kernelNames().size(); ++i)
        db.string(firstKernel + static_cast<int64_t>(i), kernelNames()[i]);
    db.insert(4, "INSERT INTO ThreadNames VALUES (?,0,?)", {threadName, globalTid});
    db.run("INSERT INTO TARGET_INFO_GPU VALUES (0,'NVIDIA A100-SXM4-80GB',108,84990623744)");
    uint64_t count = 0;
    int64_t stepStart = 0;
    forEachActivity(options, [&](const Activity &a) {
        const auto correlation = static_cast<int64_t>(a.correlation);
        const int64_t end = a.start + a.duration;
        db.insert(0, "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,0,?,?,?,0,NULL)",
                  {a.apiStart, a.apiStart + 1800, globalTid, correlation,
                   a.kind == Activity::Kernel   ? launchName
                   : a.kind == Activity::Memcpy ? copyName
                                                : setName});
        if (a.kind == Activity::Kernel)
            db.insert(1,
                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?,?,?,1,NULL,?,?,?,?,?,NULL,1,0,32,?,1,1,128,1,1,"
                      "0,49152,0,0,?,65536,NULL,0)",
                      {a.start, end, a.device, a.stream, correlation, globalPid, firstKernel + a.name,
                       firstKernel + a.name, a.grid, correlation});
        else if (a.kind == Activity::Memcpy)
            db.insert(2, "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (?,?,?,1,?,?,?,524288,1)",
                      {a.start, end, a.device, a.stream, correlation, globalPid});
        else
            db.insert(3, "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (?,?,?,1,?,?,?,0,1024)",
                      {a.start, end, a.device, a.stream, correlation, globalPid});
        if (count++ % 500 == 0) {
            char sql[200];
            if (stepStart) {
                std::snprintf(sql, sizeof sql,
                              "INSERT INTO NVTX_EVENTS VALUES (%" PRId64 ",%" PRId64 ",59,NULL,NULL,%" PRId64
                              ",%" PRId64 ")",
                              stepStart, a.apiStart - 200, globalTid, stepName);
                db.run(sql);
            }
            stepStart = a.apiStart - 100;
        }
    });
    db.finish();
}

[[noreturn]] void usage(int code)
{
    std::fputs("usage: nsysgen [--activities N] [--devices D] [--streams S] --csv FILE | --sqlite FILE\n",
               code ? stderr : stdout);
    std::exit(code);
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--help")
            usage(0);
        if (++i >= argc)
            usage(2);
        if (name == "--activities")
            options.activities = std::strtoull(argv[i], nullptr, 10);
        else if (name == "--devices")
            options.devices = std::max(1u, static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10)));
        else if (name == "--streams")
            options.streams = std::max(1u, static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10)));
        else if (name == "--csv")
            options.csv = argv[i];
        else if (name == "--sqlite")
            options.sqlite = argv[i];
        else
            usage(2);
    }
    if (!options.csv && !options.sqlite)
        usage(2);
    if (options.csv)
        writeCsv(options);
    if (options.sqlite)
        writeSqlite(options);
}
