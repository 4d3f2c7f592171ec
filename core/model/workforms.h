#pragma once
// The operators for which the program knows what they compute, by the names that torch and the engines give them: the
// form of each says how FLOP and bytes follow from its inputs (core/analysis/limits). Readers keep the inputs of these
// operators alone (CpuOps::inputs): those of all, positions and slices in particular, would be new texts for every
// call.

#include <cstdint>
#include <string_view>

namespace ws {

enum class WorkForm : uint8_t {
    None, ///< no model
    // gemm
    Mm,
    Bmm,
    Addmm,
    Baddbmm,
    ScaledMm,
    IntMm,
    // conv
    Convolution,
    ConvolutionBackward,
    // attention
    FlashAttention,
    BiasedAttention, ///< memory-efficient and cuDNN's: a bias is their fourth argument
    FlashForward,
    FlashBackward,
    UnifiedAttention, ///< how long its sequences are stands in tensors, as with the next two
    PagedAttention,
    BatchPrefill,
    // softmax
    Softmax,
    SoftmaxBackward,
    // norm
    LayerNorm,
    GroupNorm,
    GroupNormAfterGroups, ///< the number of groups comes before the weights
    BatchNorm,
    LayerNormBackward,
    GroupNormBackward,
    BatchNormBackward,
    BatchNormBackwardOfAll, ///< cuDNN's and MIOpen's, which compute all three gradients
    FusedRmsNorm,
    RmsNormInto,
    AddRmsNormInto,
    AddRmsNormInPlace,
    // elementwise
    OneOperand,
    OneTranscendental, ///< integers become float
    TwoOperands,
    Division, ///< integers become float
    Comparison,
    ThreeOperands,
    SiluAndMul,
    Rotary,
    Fp8Quantisation,
    // copy
    Copy,
    Fill,
    Embedding,
    IndexSelect,
    Gather,
    UpsampleNearest,
    CacheStore,
    // reduce
    Sum,
    Mean,
    Extremum, ///< amax, amin
    MaxMin,   ///< of all, along a dimension with the index, or of two tensors
    ArgMax,
    VectorNorm,
    CumulativeSum,
};

struct WorkFormOf
{
    WorkForm form = WorkForm::None;
    bool isInPlace = false; ///< the result has the type of the first argument
};

/// `name`: as in the file, "aten::add_".
WorkFormOf workFormOf(std::string_view name);

} // namespace ws
