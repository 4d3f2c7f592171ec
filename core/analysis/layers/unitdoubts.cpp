#include "core/analysis/layers/unitdoubts.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/layers/repetition.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ws {
namespace {

constexpr double constantPeriods = 0.9, constantWork = 0.8;
constexpr size_t maxInner = 20'000; ///< kernels of a period in which layers are looked for
constexpr double networkWork = 0.1; ///< of a period, in kernels of a network

/// In lower case: what the kernels of networks, of their libraries and compilers are called, and those of solvers and
/// simulations are not. The mapping of stages does not tell: its stages of reductions and copies hold kernels of both.
constexpr std::string_view networkWords[] = {
    "attention",  "attn",      "gemm",       "gemv",      "matmul",   "mat_mul",   "mul_mat",    "conv2d",
    "conv3d",     "fprop",     "dgrad",      "wgrad",     "winograd", "softmax",   "gelu",       "swiglu",
    "_mlp",       "mlp_",      "qkv",        "embedding", "rotary",   "_rope",     "expert",     "_moe",
    "moe_",       "layernorm", "layer_norm", "rmsnorm",   "rms_norm", "batchnorm", "batch_norm", "groupnorm",
    "group_norm", "dropout",   "at::native", "triton",    "cutlass",  "cublas",    "cudnn",      "cijk_",
    "miopen",     "fusion",    "aclnn",      "fmha",      "flash_",   "nvjet",     "xmma",       "ggml",
    "tensorrt",   "__myl",     "_fwd",       "_bwd",      "fwd_",     "bwd_",      "backward",   "multi_tensor"};

bool isOfNetwork(std::string_view name)
{
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return std::ranges::any_of(networkWords, [&](std::string_view word) { return lower.find(word) != lower.npos; });
}

} // namespace

UnitDoubt UnitDoubts::first(const Anchor &anchor, const UnitStretch &stretch)
{
    if (isMultiple(anchor, stretch))
        return UnitDoubt::Multiple;
    if (isPartOfACall(anchor, stretch))
        return UnitDoubt::PartOfACall;
    if (looksLikeLayers(anchor, stretch))
        return UnitDoubt::Layers;
    return hasConstantCounts(anchor, stretch) ? UnitDoubt::None : UnitDoubt::Uneven;
}

/// Kernels with most of the work run equally often in every period; where two models run at paces of their own,
/// those of the other one do not.
bool UnitDoubts::hasConstantCounts(const Anchor &anchor, const UnitStretch &stretch) const
{
    struct Counts
    {
        uint32_t now = 0, equal = 0;
        int64_t workNs = 0;
    };
    const auto typical = namesIn(m_gpu, m_kernels, anchor.places[stretch.typical], anchor.places[stretch.typical + 1]);
    std::unordered_map<StringId, Counts> counts;
    std::vector<StringId> present; // in one period
    for (size_t k = stretch.first; k < stretch.last; ++k) {
        present.clear();
        for (size_t i = anchor.places[k]; i < anchor.places[k + 1]; ++i) {
            Counts &name = counts[m_kernels.name(m_gpu, i)];
            if (name.now++ == 0)
                present.push_back(m_kernels.name(m_gpu, i));
            name.workNs += m_kernels.work(i, i + 1);
        }
        for (const StringId name : present) {
            const auto expected = typical.find(name);
            Counts &count = counts[name];
            count.equal += expected != typical.end() && expected->second == count.now;
            count.now = 0;
        }
    }
    int64_t constant = 0, all = 0;
    for (const auto &[name, count] : counts) {
        all += count.workNs;
        if (double(count.equal) >= constantPeriods * double(stretch.last - stretch.first))
            constant += count.workNs;
    }
    return double(constant) >= constantWork * double(all);
}

/// All but the anchor occurs twice, three times … in a period.
bool UnitDoubts::isMultiple(const Anchor &anchor, const UnitStretch &stretch) const
{
    uint64_t divisor = 0;
    for (const auto &[name, n] :
         namesIn(m_gpu, m_kernels, anchor.places[stretch.typical], anchor.places[stretch.typical + 1]))
        if (name != anchor.name)
            divisor = std::gcd(divisor, n);
    return divisor > 1 && double(anchor.totalNs) < 0.01 * double(m_kernels.workNs.back());
}

/// Several periods in one launch of a graph, or all in one call of a module.
bool UnitDoubts::isPartOfACall(const Anchor &anchor, const UnitStretch &stretch)
{
    if (m_gpu.launch.empty())
        return false;
    if (!m_modules)
        m_modules.emplace(m_run.timeline, std::initializer_list<CategoryKind>{CategoryKind::Module});
    const NestedSlices &modules = *m_modules;
    std::unordered_set<uint32_t> outermost;
    size_t shared = 0;
    uint32_t before = noLaunch;
    for (size_t k = stretch.first; k <= stretch.last; ++k) {
        const uint32_t launch = m_gpu.launch[m_kernels.activity[anchor.places[k]]];
        shared += launch != noLaunch && launch == before;
        before = launch;
        uint32_t module = launch == noLaunch ? noSlice : modules.find(m_run.launches.module[launch]);
        while (module != noSlice && modules.parent(module) != noSlice)
            module = modules.parent(module);
        outermost.insert(module);
    }
    return 2 * shared > stretch.last - stretch.first || (outermost.size() == 1 && !outermost.contains(noSlice));
}

bool UnitDoubts::hasForeign(size_t from, size_t to, const std::map<StringId, uint64_t> &own) const
{
    for (size_t i = from; i < to; ++i)
        if (!own.contains(m_kernels.name(m_gpu, i)))
            return true;
    return false;
}

/// Whether the kernels are those of a network, as far as names tell: a file with operators is of a framework.
bool UnitDoubts::mayHaveLayers(size_t from, size_t to) const
{
    if (m_run.ops.size() > 0)
        return true;
    std::map<StringId, int64_t> workNs;
    for (size_t i = from; i < to; ++i)
        workNs[m_kernels.name(m_gpu, i)] += m_kernels.work(i, i + 1);
    int64_t ofNetwork = 0;
    for (const auto &[name, ns] : workNs)
        if (isOfNetwork(m_run.text(name)))
            ofNetwork = saturatingAdd(ofNetwork, ns);
    return double(ofNetwork) >= networkWork * double(m_kernels.work(from, to));
}

/// A prologue and an epilogue of other kernels, and nothing repeats within a period of a network's kernels.
bool UnitDoubts::looksLikeLayers(const Anchor &anchor, const UnitStretch &stretch) const
{
    const size_t from = anchor.places[stretch.typical], to = anchor.places[stretch.typical + 1];
    const auto own = namesIn(m_gpu, m_kernels, from, to);
    if (!hasForeign(0, anchor.places[stretch.first], own) || !hasForeign(stretch.end, m_kernels.size(), own) ||
        !mayHaveLayers(from, to))
        return false;
    std::vector<uint32_t> names;
    for (size_t i = from; i < std::min(to, from + maxInner); ++i)
        names.push_back(m_kernels.name(m_gpu, i));
    const Periods inner = longestRepetition(names);
    return inner.empty() || 2 * (inner.back() - inner.front()) < names.size();
}

} // namespace ws
