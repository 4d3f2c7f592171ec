#pragma once
// The invented model's vocabulary: kernels with their launch shapes, operators with their argument shapes, modules and
// Python frames. Text that repeats in every event of a kind is rendered once, because a trace of ten million events
// is mostly such text.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws::tracegen {

/// The number of tokens per step: kernels, shapes and durations have one variant for each.
enum Load : uint8_t { Many, Few, LoadCount };

enum class Krn : uint8_t {
    Embedding,
    SlotMapping,
    Elementwise,
    Fill,
    DirectCopy,
    RmsNorm,
    AddRmsNorm,
    TritonNorm,
    QkvGemm,
    Rope,
    CacheWrite,
    FlashAttention,
    FlashCombine,
    OutGemm,
    CustomAllReduce,
    NcclAllReduce,
    GateGemm,
    SplitKReduce,
    TopK,
    MoeAlign,
    MoeSort,
    MoeUp,
    MoeAct,
    MoeDown,
    MoeSum,
    SharedGemm,
    LogitsGemm,
    NcclAllGather,
    Softmax,
    Sample,
    ArgMax,
    LossForward,
    LossBackward,
    GemmDgrad,
    GemmWgrad,
    NormBackward,
    FlashBackwardDot,
    FlashBackward,
    MoeBackward,
    EmbeddingBackward,
    ReduceScatter,
    AdamW,
    Count
};

enum class Opr : uint8_t {
    To,
    Copy,
    Slice,
    Add,
    Empty,
    Embedding,
    SlotMapping,
    RmsNorm,
    AddRmsNorm,
    TritonNorm,
    Transpose,
    Linear,
    MatMul,
    Rope,
    Attention,
    CacheWrite,
    Flash,
    AllReduce,
    RecordComms,
    GateLinear,
    MoeForward,
    TopK,
    MoeAlign,
    FusedExperts,
    Act,
    MoeSum,
    LogitsLinear,
    AllGather,
    Softmax,
    Sample,
    ArgMax,
    CrossEntropy,
    NllLoss,
    EvaluateMm,
    Mm0,
    EvaluateNorm,
    Norm0,
    EvaluateFlash,
    Flash0,
    EvaluateMoe,
    Moe0,
    EvaluateEmbedding,
    Embedding0,
    EvaluateLoss,
    Loss0,
    AccumulateGrad,
    AccumulateGrad0,
    FlashBackward,
    NormBackward,
    MoeBackward,
    EmbeddingBackward,
    ReduceScatter,
    Count
};

enum class Cls : uint8_t {
    CausalLM,
    Model,
    VocabEmbedding,
    DecoderLayer,
    RmsNorm,
    SelfAttention,
    QkvLinear,
    Rotary,
    AttentionCore,
    RowLinear,
    Moe,
    GateLinear,
    FusedMoe,
    LogitsProcessor,
    Sampler,
    Loss,
    Count
};

struct KernelSpec
{
    std::string_view name[LoadCount];
    int32_t ns[LoadCount];
    bool overlaps = false;         ///< programmatic dependent launch: starts before its predecessor has ended
    std::string launch[LoadCount]; ///< args from "registers per thread" to the occupancy, as Kineto writes them
    std::string collective;        ///< further args of NCCL kernels
};

struct KernelName
{
    Krn id;
    std::string_view many;
    std::string_view few; ///< empty: the same kernel
};

struct OpSpec
{
    std::string_view name;
    std::string shapes[LoadCount]; ///< "Concrete Inputs" to "Input Dims", or empty
};

struct ModuleName
{
    std::string event;         ///< "nn.Module: RMSNorm_3"
    std::string_view instance; ///< "RMSNorm_3"
    std::string_view forward;  ///< its forward() frame
    int id = 0;
};

class Catalogue
{
public:
    explicit Catalogue(int layers);
    Catalogue(const Catalogue &) = delete;
    Catalogue &operator=(const Catalogue &) = delete;

    const KernelSpec &kernel(Krn k) const { return m_kernels[size_t(k)]; }
    const OpSpec &op(Opr o) const { return m_ops[size_t(o)]; }
    const ModuleName &module(Cls c, int instance) const { return m_modules[size_t(c)][size_t(instance)]; }

private:
    std::vector<KernelSpec> m_kernels;
    std::vector<OpSpec> m_ops;
    std::vector<std::vector<ModuleName>> m_modules;
};

std::span<const KernelName> kernelNames();
std::vector<KernelSpec> makeKernels();
std::vector<OpSpec> makeOps();

/// Small Python frames that fill a trace: builtins, library and engine functions.
std::span<const std::string_view> leafFrames();
std::span<const std::string_view> outerFrames();

} // namespace ws::tracegen
