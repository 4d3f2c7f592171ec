#include "core/analysis/collectives/collectives.h"

#include <algorithm>
#include <cctype>

namespace ws {
namespace {

struct Word
{
    std::string_view part, collective;
};

/// In lower case without underscores. The first that a name begins with after its prefix; longer ones come first.
constexpr Word words[] = {
    {"allreduce", "allreduce"}, {"allgather", "allgather"}, {"reducescatter", "reducescatter"},
    {"alltoall", "alltoall"},   {"broadcast", "broadcast"}, {"bcast", "broadcast"},
    {"reduce", "reduce"},       {"gather", "gather"},       {"scatter", "scatter"},
    {"send", "send"},           {"recv", "recv"},           {"receive", "recv"},
};

struct Type
{
    std::string_view name;
    int bytes;
};
constexpr Type types[] = {
    {"float", 4},
    {"double", 8},
    {"half", 2},
    {"bfloat16", 2},
    {"byte", 1},
    {"char", 1},
    {"short", 2},
    {"int", 4},
    {"long", 8},
    {"bool", 1},
    {"uint16", 2},
    {"uint32", 4},
    {"uint64", 8},
    {"complexfloat", 8},
    {"complexdouble", 16},
    {"complexhalf", 4},
    {"float8_e4m3fn", 1},
    {"float8_e5m2", 1},
    {"float8_e4m3fnuz", 1},
    {"float8_e5m2fnuz", 1},
    {"fp16", 2},
    {"bfp16", 2},
    {"bf16", 2},
    {"fp32", 4},
    {"fp64", 8},
    {"int8", 1},
    {"int16", 2},
    {"int32", 4},
    {"int64", 8},
    {"uint8", 1},
};

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

} // namespace

std::string collectiveWord(std::string_view name, bool strict)
{
    const std::string_view own = name.substr(0, name.find(','));
    std::string word = lower(own);
    std::erase(word, '_');
    bool isNccl = false;
    for (const std::string_view prefix : {"nccl:", "nccl", "rccl", "coalesced"})
        if (std::string_view(word).starts_with(prefix)) {
            word.erase(0, prefix.size());
            isNccl = true;
        }
    if (strict && !isNccl)
        return {};
    for (const Word &known : words)
        if (std::string_view(word).starts_with(known.part))
            return std::string(known.collective);
    return strict ? std::string() : std::string(name);
}

std::string collectiveOfKernel(std::string_view kernel)
{
    const std::string_view name = kernel.substr(0, kernel.find('('));
    if (name.find("cross_device_reduce") != name.npos)
        return "allreduce";
    const size_t nccl = name.find("ccl");
    for (const auto &[part, collective] : {std::pair("AllReduce", "allreduce"), std::pair("AllGather", "allgather"),
                                           std::pair("ReduceScatter", "reducescatter")})
        if (nccl != name.npos && name.find(part, nccl) != name.npos)
            return collective;
    return {};
}

bool synchronises(std::string_view collective)
{
    constexpr std::string_view all[] = {"allreduce", "allgather", "reducescatter", "alltoall", "barrier"};
    return std::ranges::find(all, collective) != std::end(all);
}

int elementBytes(std::string_view dtype)
{
    const std::string name = lower(dtype);
    const auto found = std::ranges::find(types, std::string_view(name), &Type::name);
    return found == std::end(types) ? 0 : found->bytes;
}

std::string ncclAlgorithm(std::string_view kernel)
{
    if (kernel.find("nccl") == kernel.npos)
        return {};
    const std::string_view name = kernel.substr(0, kernel.find('('));
    for (const std::string_view algorithm :
         {"COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS_TREE", "COLLNET", "NVLS", "TREE", "RING", "PAT"})
        for (const std::string_view protocol : {"LL128", "LL", "SIMPLE"}) {
            const std::string both = '_' + std::string(algorithm) + '_' + std::string(protocol);
            const size_t at = name.find(both);
            const bool ends = at != name.npos && (at + both.size() == name.size() || name[at + both.size()] == '_');
            if (ends)
                return both.substr(1);
        }
    return {};
}

} // namespace ws
