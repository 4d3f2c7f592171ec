#pragma once
// Databases as rocprofv3 writes them, from plain lists: tables named with the process's id, the columns of schema 3.0.0
// (each row says where it happened) or 4.1.0 (each row names a track), views without the id on request.

#include <cstdint>
#include <string>
#include <vector>

namespace ws::test {

struct RocpdCall
{
    int64_t start, end, id; ///< ns; id: 0 none
    std::string name;
    std::string category = "HIP_RUNTIME_API";
    std::string message = {}; ///< of a marker
};

struct RocpdKernel
{
    int64_t start, end, call;
    std::string name;
    int gpu = 0, queue = 1, stream = 0;
    int64_t grid = 2048, block = 256; ///< work items in x; in y they are 8 and 2, in z 6 and 3
    double counter = -1;              ///< value of SQ_WAVES; negative: not measured
};

struct RocpdCopy
{
    int64_t start, end, call, bytes;
    bool toHost = false;
    int gpu = 0, stream = 0;
};

struct RocpdAllocation
{
    int64_t time;
    std::string type;       ///< "ALLOC", "FREE"
    int64_t address, bytes; ///< bytes: of a FREE they are 0
    int gpu = -1;           ///< -1: none is named, as of the host and of every FREE
    std::string level = "REAL";
};

struct RocpdProcess
{
    std::string uuid = "_0198c2aa_1111";
    int64_t pid = 4242, tid = 4243;
    std::vector<RocpdCall> calls;
    std::vector<RocpdKernel> kernels;
    std::vector<RocpdCopy> copies;
    std::vector<std::pair<int64_t, std::string>> marks; ///< roctxMark: time, message
    std::vector<RocpdAllocation> allocations;           ///< their table is there where one is
};

enum class RocpdSchema { V3, V4 };

/// SQL that makes the tables of one process and fills them.
std::string rocpdSql(const RocpdProcess &process, RocpdSchema schema, bool withViews = false);

} // namespace ws::test
