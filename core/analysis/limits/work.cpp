#include "core/analysis/limits/work.h"

namespace ws {
namespace {

using enum WorkForm;

struct Model
{
    WorkForm last; ///< of the forms of the class, which follow one another
    WorkClass kind;
    std::optional<WideWork> (*work)(const OperatorCall &call);
};

/// In the order of the forms.
constexpr Model models[] = {
    {IntMm, WorkClass::Gemm, gemmWork},
    {ConvolutionBackward, WorkClass::Conv, convolutionWork},
    {BatchPrefill, WorkClass::Attention, attentionWork},
    {SoftmaxBackward, WorkClass::Softmax, softmaxWork},
    {AddRmsNormInPlace, WorkClass::Norm, normWork},
    {Fp8Quantisation, WorkClass::Elementwise, elementwiseWork},
    {CacheStore, WorkClass::Copy, copyWork},
    {CumulativeSum, WorkClass::Reduce, reductionWork},
};

} // namespace

std::string_view nameOf(WorkClass kind)
{
    constexpr std::string_view names[] = {"gemm", "conv",        "attention", "softmax",
                                          "norm", "elementwise", "copy",      "reduce"};
    return names[size_t(kind)];
}

std::optional<CallWork> workOf(const OperatorCall &call)
{
    const WorkForm form = call.form().form;
    if (form == None)
        return std::nullopt;
    const Model *model = models;
    while (form > model->last)
        ++model;
    const auto wide = model->work(call);
    constexpr WideCount most = int64_t(1) << 62;
    if (!wide || wide->flop < 0 || wide->flop > most || wide->bytes < 0 || wide->bytes > most)
        return std::nullopt;
    return CallWork{model->kind, static_cast<int64_t>(wide->flop), static_cast<int64_t>(wide->bytes), wide->type};
}

} // namespace ws
