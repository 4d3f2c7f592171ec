// limitOf(): the time of one call at the limit of a device.

#include "core/analysis/limits/limits.h"

#include <algorithm>

namespace ws {
namespace {

struct ChosenPeak
{
    PeakType type = PeakType::Fp32;
    bool isAtMost = false;
};

/// fp32 in matrix products: the names of the kernels say whether TF32 computes it. Where they say both or neither it is
/// the faster one.
ChosenPeak floatPeak(uint8_t arithmetic, const DevicePeaks &peaks)
{
    const bool hasTensor = arithmetic & TensorFloat, hasPlain = arithmetic & (PlainFloat | MatrixFloat);
    const PeakType plain =
        (arithmetic & MatrixFloat) && peaks.of(PeakType::Fp32Matrix) > 0 ? PeakType::Fp32Matrix : PeakType::Fp32;
    if (hasTensor != hasPlain) {
        if (!hasTensor)
            return {plain, false};
        if (peaks.of(PeakType::Tf32) > 0)
            return {PeakType::Tf32, false};
    }
    ChosenPeak best{PeakType::Fp32, false};
    for (const PeakType type : {PeakType::Fp32Matrix, PeakType::Tf32})
        if (peaks.of(type) > peaks.of(best.type))
            best = {type, true};
    return best;
}

std::optional<ChosenPeak> matrixPeak(ElementType type, uint8_t arithmetic, const DevicePeaks &peaks)
{
    switch (type) {
    case ElementType::Bf16:
        return ChosenPeak{PeakType::Bf16};
    case ElementType::F16:
        return ChosenPeak{PeakType::Fp16};
    case ElementType::F32:
        return floatPeak(arithmetic, peaks);
    case ElementType::F64: // a device without units for it computes it in those for vectors
        return ChosenPeak{peaks.of(PeakType::Fp64Matrix) > 0 ? PeakType::Fp64Matrix : PeakType::Fp64};
    case ElementType::F8e4m3fn:
    case ElementType::F8e5m2:
    case ElementType::F8e4m3fnuz:
    case ElementType::F8e5m2fnuz:
        return ChosenPeak{PeakType::Fp8};
    case ElementType::I8:
    case ElementType::U8:
        return ChosenPeak{PeakType::Int8};
    default:
        return std::nullopt;
    }
}

} // namespace

uint8_t floatArithmeticOf(std::string_view kernel)
{
    const auto has = [&](std::string_view word) { return kernel.find(word) != kernel.npos; };
    uint8_t arithmetic = NoFloatWord;
    if (has("tf32") || has("xf32") || has("s1688") || has("_S_MX_B_")) // the last one is Tensile's XF32
        arithmetic |= TensorFloat;
    if (has("sgemm") || has("ffma") || has("simt") || has("gemv") || has("gemmk1") || has("scudnn"))
        arithmetic |= PlainFloat;
    if (has("_SB_") || has("_S_B_")) // Tensile, before and since 2024
        arithmetic |= MatrixFloat;
    return arithmetic;
}

std::optional<CallLimit> limitOf(const CallWork &work, uint8_t arithmetic, const DevicePeaks &peaks)
{
    const bool isDouble = work.type == ElementType::F64 || work.type == ElementType::C128;
    const auto chosen = isMatrixWork(work.kind) ? matrixPeak(work.type, arithmetic, peaks)
                                                : std::optional(ChosenPeak{isDouble ? PeakType::Fp64 : PeakType::Fp32});
    const double peak = chosen ? peaks.of(chosen->type) : 0;
    if (peaks.bandwidth <= 0 || (work.flop && peak <= 0))
        return std::nullopt;
    CallLimit limit;
    limit.computeNs = work.flop ? double(work.flop) / (peak * 1e3) : 0; // TFLOP/s are 10³ FLOP a ns
    limit.memoryNs = double(work.bytes) / peaks.bandwidth;              // GB/s are bytes a ns
    limit.ns = std::max(limit.computeNs, limit.memoryNs);
    limit.by = limit.computeNs > limit.memoryNs ? BoundBy::Compute : BoundBy::Memory;
    limit.peak = chosen ? chosen->type : PeakType::Fp32;
    limit.isPeakAtMost = chosen && chosen->isAtMost;
    return limit;
}

} // namespace ws
