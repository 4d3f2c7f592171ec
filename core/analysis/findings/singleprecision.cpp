// single-precision: matrix products in FP32 in a model of 16 bit.
// Threshold: kernels whose names say a product in FP32 (f32f32_f32f32_f32, sgemm), at least 2 % of the unit, while
// kernels of BF16 or FP16 take at least as long.
// Silent: where the model computes in FP32 (no such kernels beside them), and for TF32, which uses tensor cores.
//
// plain-fp32: matrix products in FP32 on a device that computes at least twice as much in TF32.
// Threshold: such kernels take 15 % of the busy time and 2 % of the unit, and longer than those of 16 bit. The win is
// what the faster type leaves at most: whether the results may be less exact, only the user knows. Silent: where the
// device is not known, or has no TF32.

#include "core/analysis/findings/rules.h"
#include "core/analysis/limits/devicepeaks.h"

#include <algorithm>
#include <array>
#include <map>

namespace ws {
namespace {

enum class Precision : uint8_t { Other, Single, Half };

template <size_t N> bool hasAny(std::string_view name, const std::array<std::string_view, N> &words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

Precision precisionOf(std::string_view name)
{
    constexpr std::array<std::string_view, 3> single{"gemm_f32f32_f32f32_f32", "_sgemm_", "simt_sgemm"};
    constexpr std::array<std::string_view, 7> half{"bf16",  "bfloat16", "BFloat16", "f16f16",
                                                   "_fp16", "__half",   "c10::Half"};
    if (hasAny(name, single))
        return Precision::Single;
    return hasAny(name, half) ? Precision::Half : Precision::Other;
}

constexpr double minPlainShare = 0.15; ///< of the busy time

} // namespace

bool isPlainSingle(std::string_view kernel)
{
    return precisionOf(kernel) == Precision::Single;
}

bool isHalfPrecision(std::string_view kernel)
{
    return precisionOf(kernel) == Precision::Half;
}

bool isForTf32Devices(std::string_view kernel)
{
    constexpr std::array<std::string_view, 11> words{"cutlass_80_", "cutlass_90_", "sm80_",     "sm86_",
                                                     "sm89_",       "sm90_",       "sm100_",    "sm120_",
                                                     "ampere_",     "hopper_",     "blackwell_"};
    return hasAny(kernel, words);
}

void findSinglePrecision(const UnitWork &unit, Findings &findings)
{
    std::map<StringId, Precision> precision;
    for (const uint32_t i : unit.work())
        if (unit.isComputation(i))
            if (const auto [known, isNew] = precision.try_emplace(unit.gpu.name[i]); isNew)
                known->second = precisionOf(unit.run.text(unit.gpu.name[i]));
    const auto timeOf = [&](Precision wanted) {
        return unit.sum([&](uint32_t i) { return unit.isComputation(i) && precision.at(unit.gpu.name[i]) == wanted; });
    };
    const WorkSum single = timeOf(Precision::Single);
    if (!unit.isLarge(single.ns))
        return;
    if (timeOf(Precision::Half).ns < single.ns) {
        const auto peaks = peaksOf(unit.run).peaks;
        const double plain = peaks ? peaks->of(PeakType::Fp32) : 0, fast = peaks ? peaks->of(PeakType::Tf32) : 0;
        if (plain <= 0 || fast < 2 * plain || double(single.ns) < minPlainShare * double(unit.budget.busyNs()))
            return;
        Finding finding = unit.finding("plain-fp32", single);
        finding.left = 1 - plain / fast;
        finding.winNs = int64_t(double(single.winNs) * finding.left);
        finding.rate = fast / plain;
        finding.name = unit.nameOf(single.places.front().slice);
        findings.push_back(std::move(finding));
        return;
    }
    Finding finding = unit.finding("single-precision", single);
    finding.name = unit.nameOf(single.places.front().slice);
    findings.push_back(std::move(finding));
}

} // namespace ws
