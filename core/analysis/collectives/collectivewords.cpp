#include "core/analysis/collectives/collectives.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

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

std::string ncclOperation(std::string_view kernel)
{
    std::string_view rest = kernel.substr(0, kernel.find('('));
    const size_t begin = rest.starts_with("nccl") || rest.starts_with("rccl") ? rest.find("Kernel_") : rest.npos;
    if (begin == rest.npos)
        return {};
    rest.remove_prefix(begin + std::string_view("Kernel_").size());
    std::vector<std::string> words; // without those of the algorithm and the protocol
    constexpr std::string_view ways[] = {"RING", "TREE", "COLLNET", "DIRECT", "CHAIN",
                                         "NVLS", "PAT",  "LL",      "LL128",  "SIMPLE"};
    for (size_t from = 0; from <= rest.size();) {
        const size_t to = std::min(rest.find('_', from), rest.size());
        if (const std::string_view word = rest.substr(from, to - from);
            !word.empty() && std::ranges::find(ways, word) == std::end(ways))
            words.push_back(lower(word));
        from = to + 1;
    }
    if (words.empty())
        return {};
    for (const std::string_view moves : {"AllGather", "Broadcast", "SendRecv", "AllToAll"})
        if (words.front() == lower(moves)) // as bytes, whatever type is written
            return std::string(moves);
    std::string type;
    for (size_t k = 2; k < words.size(); ++k)
        type += words[k];
    constexpr std::pair<std::string_view, std::string_view> types[] = {
        {"float", "f32"},        {"half", "f16"},      {"double", "f64"},      {"int8t", "i8"},
        {"uint8t", "u8"},        {"int32t", "i32"},    {"uint32t", "u32"},     {"int64t", "i64"},
        {"uint64t", "u64"},      {"bfloat16", "bf16"}, {"nvbfloat16", "bf16"}, {"hipbfloat16", "bf16"},
        {"rcclbfloat16", "bf16"}};
    for (const auto &[own, common] : types)
        if (type == own)
            type = common;
    const bool isKnown = type.size() >= 2 && type.size() <= 6 && type.back() >= '0' && type.back() <= '9';
    for (const std::string_view reduces : {"AllReduce", "ReduceScatter", "Reduce"})
        if (words.front() == lower(reduces) && isKnown)
            return std::string(reduces) + ' ' + words[1] + ' ' + type;
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
