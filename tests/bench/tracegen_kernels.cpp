#include "tracegen_catalogue.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace ws::tracegen {
namespace {

constexpr int smCount = 132;
using Dim = std::array<int, 3>;

struct Row
{
    Krn id;
    int32_t ns[LoadCount];
    int registers, sharedMemory;
    Dim grid[LoadCount];
    Dim block;
    bool overlaps;
};

constexpr Row rows[] = {
    {Krn::Embedding, {9800, 2300}, 32, 0, {{2048, 1, 1}, {32, 1, 1}}, {256, 1, 1}, false},
    {Krn::SlotMapping, {3100, 2400}, 28, 0, {{17, 1, 1}, {33, 1, 1}}, {128, 1, 1}, false},
    {Krn::Elementwise, {2200, 1700}, 20, 0, {{8, 1, 1}, {1, 1, 1}}, {128, 1, 1}, false},
    {Krn::Fill, {7400, 1500}, 16, 0, {{4096, 1, 1}, {64, 1, 1}}, {128, 1, 1}, false},
    {Krn::DirectCopy, {6100, 1900}, 32, 0, {{512, 1, 1}, {8, 1, 1}}, {128, 1, 1}, false},
    {Krn::RmsNorm, {12900, 2600}, 32, 168, {{2048, 1, 1}, {32, 1, 1}}, {256, 1, 1}, true},
    {Krn::AddRmsNorm, {17300, 3100}, 32, 168, {{2048, 1, 1}, {32, 1, 1}}, {256, 1, 1}, true},
    {Krn::TritonNorm, {15800, 2900}, 40, 128, {{2048, 1, 1}, {32, 1, 1}}, {512, 1, 1}, true},
    {Krn::QkvGemm, {88700, 12800}, 168, 213656, {{132, 1, 1}, {96, 1, 4}}, {384, 1, 1}, true},
    {Krn::Rope, {10400, 2200}, 32, 0, {{2048, 1, 1}, {32, 1, 1}}, {512, 1, 1}, false},
    {Krn::CacheWrite, {8300, 2400}, 42, 0, {{2048, 1, 1}, {32, 1, 1}}, {256, 1, 1}, false},
    {Krn::FlashAttention, {141500, 21900}, 168, 213504, {{132, 1, 1}, {132, 1, 1}}, {384, 1, 1}, false},
    {Krn::FlashCombine, {6900, 3300}, 40, 20736, {{512, 1, 1}, {64, 1, 1}}, {256, 1, 1}, true},
    {Krn::OutGemm, {61200, 9400}, 168, 213656, {{132, 1, 1}, {64, 1, 1}}, {384, 1, 1}, true},
    {Krn::CustomAllReduce, {44000, 7700}, 48, 0, {{36, 1, 1}, {16, 1, 1}}, {512, 1, 1}, false},
    {Krn::NcclAllReduce, {63500, 14100}, 96, 103808, {{24, 1, 1}, {4, 1, 1}}, {544, 1, 1}, false},
    {Krn::GateGemm, {14600, 6100}, 80, 34816, {{64, 2, 3}, {2, 4, 8}}, {128, 1, 1}, false},
    {Krn::SplitKReduce, {4800, 2500}, 32, 0, {{128, 1, 1}, {8, 1, 1}}, {32, 16, 1}, false},
    {Krn::TopK, {6700, 2900}, 40, 0, {{128, 1, 1}, {2, 1, 1}}, {32, 4, 1}, false},
    {Krn::MoeAlign, {9100, 5200}, 38, 264, {{1, 1, 1}, {1, 1, 1}}, {1024, 1, 1}, false},
    {Krn::MoeSort, {5300, 2700}, 18, 0, {{32, 1, 1}, {1, 1, 1}}, {256, 1, 1}, false},
    {Krn::MoeUp, {212000, 31400}, 128, 73728, {{4224, 1, 1}, {768, 1, 1}}, {256, 1, 1}, false},
    {Krn::MoeAct, {21700, 3600}, 26, 0, {{8192, 1, 1}, {256, 1, 1}}, {256, 1, 1}, true},
    {Krn::MoeDown, {128000, 24600}, 128, 73728, {{2112, 1, 1}, {512, 1, 1}}, {256, 1, 1}, false},
    {Krn::MoeSum, {16200, 3000}, 30, 0, {{2048, 1, 1}, {32, 1, 1}}, {1024, 1, 1}, false},
    {Krn::SharedGemm, {57400, 9900}, 168, 213656, {{132, 1, 1}, {64, 1, 1}}, {384, 1, 1}, false},
    {Krn::LogitsGemm, {58800, 52300}, 168, 213656, {{132, 1, 1}, {132, 1, 1}}, {384, 1, 1}, true},
    {Krn::NcclAllGather, {15400, 21300}, 96, 103808, {{11, 1, 1}, {11, 1, 1}}, {544, 1, 1}, false},
    {Krn::Softmax, {11200, 14800}, 40, 64, {{1, 1, 1}, {32, 1, 1}}, {1024, 1, 1}, false},
    {Krn::Sample, {19600, 27400}, 40, 8232, {{1, 1, 1}, {32, 1, 1}}, {1024, 1, 1}, false},
    {Krn::ArgMax, {10100, 12600}, 32, 16, {{1, 1, 1}, {32, 1, 1}}, {512, 1, 1}, false},
    {Krn::LossForward, {9200, 9200}, 20, 0, {{1, 1, 1}, {1, 1, 1}}, {32, 1, 1}, false},
    {Krn::LossBackward, {8700, 8700}, 20, 0, {{1, 1, 1}, {1, 1, 1}}, {32, 1, 1}, false},
    {Krn::GemmDgrad, {92400, 92400}, 168, 213656, {{132, 1, 1}, {132, 1, 1}}, {384, 1, 1}, true},
    {Krn::GemmWgrad, {97800, 97800}, 168, 213656, {{132, 1, 1}, {132, 1, 1}}, {384, 1, 1}, true},
    {Krn::NormBackward, {33600, 33600}, 48, 512, {{2048, 1, 1}, {2048, 1, 1}}, {512, 1, 1}, false},
    {Krn::FlashBackwardDot, {18400, 18400}, 64, 32768, {{16, 16, 1}, {16, 16, 1}}, {256, 1, 1}, false},
    {Krn::FlashBackward, {287000, 287000}, 168, 227328, {{132, 1, 1}, {132, 1, 1}}, {384, 1, 1}, false},
    {Krn::MoeBackward, {341000, 341000}, 200, 98304, {{4224, 1, 1}, {4224, 1, 1}}, {256, 1, 1}, false},
    {Krn::EmbeddingBackward, {28600, 28600}, 40, 8192, {{64, 1, 1}, {64, 1, 1}}, {32, 32, 1}, false},
    {Krn::ReduceScatter, {118000, 118000}, 96, 103808, {{24, 1, 1}, {24, 1, 1}}, {544, 1, 1}, false},
    {Krn::AdamW, {156000, 156000}, 64, 0, {{320, 1, 1}, {320, 1, 1}}, {512, 1, 1}, false},
};

/// With six decimals and a point, whatever the locale.
std::string decimal(double value)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6).ptr};
}

std::string launchText(const Row &row, const Dim &grid)
{
    const double blocks = double(grid[0]) * grid[1] * grid[2] / smCount;
    const int threads = row.block[0] * row.block[1] * row.block[2];
    const double warps = blocks * threads / 32;
    const double byRegisters = 65536.0 / (double(row.registers) * threads);
    const double resident = std::min({blocks, std::max(byRegisters, 1.0), 2048.0 / threads});
    char text[400];
    std::snprintf(text, sizeof text,
                  "\"registers per thread\": %d,      \"shared memory\": %d,      \"blocks per SM\": %s,      "
                  "\"warps per SM\": %s,      \"grid\": [%d, %d, %d],      \"block\": [%d, %d, %d],      "
                  "\"est. achieved occupancy %%\": %d",
                  row.registers, row.sharedMemory, decimal(blocks).c_str(), decimal(warps).c_str(), grid[0], grid[1],
                  grid[2], row.block[0], row.block[1], row.block[2], int(resident * threads / 2048 * 100));
    return text;
}

std::string collectiveText(std::string_view kernel)
{
    std::string_view name;
    if (kernel.find("AllReduce") != kernel.npos)
        name = "allreduce";
    else if (kernel.find("AllGather") != kernel.npos)
        name = "_allgather_base";
    else if (kernel.find("ReduceScatter") != kernel.npos)
        name = "_reduce_scatter_base";
    if (name.empty() || !kernel.starts_with("nccl"))
        return {};
    return ", \"Collective name\": \"" + std::string(name) +
           "\", \"In msg nelems\": 4194304, \"Out msg nelems\": 4194304, \"Group size\": 2, \"dtype\": \"BFloat16\", "
           "\"In split size\": \"[]\", \"Out split size\": \"[]\", \"Process Group Name\": \"3\", "
           "\"Process Group Description\": \"tp\", \"Process Group Ranks\": \"[0, 1]\"";
}

} // namespace

std::vector<KernelSpec> makeKernels()
{
    std::vector<KernelSpec> kernels(size_t(Krn::Count));
    for (const Row &row : rows) {
        KernelSpec &kernel = kernels[size_t(row.id)];
        for (const Load load : {Many, Few}) {
            kernel.ns[load] = row.ns[load];
            kernel.launch[load] = launchText(row, row.grid[load]);
        }
        kernel.overlaps = row.overlaps;
    }
    for (const KernelName &name : kernelNames()) {
        KernelSpec &kernel = kernels[size_t(name.id)];
        kernel.name[Many] = name.many;
        kernel.name[Few] = name.few.empty() ? name.many : name.few;
        kernel.collective = collectiveText(name.many);
    }
    return kernels;
}

} // namespace ws::tracegen
