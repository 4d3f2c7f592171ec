#include "core/model/workforms.h"

#include <unordered_map>

namespace ws {
namespace {

using enum WorkForm;

struct Named
{
    std::string_view name; ///< without "aten::" for torch's own
    WorkForm form;
    bool hasInPlace = false; ///< name_ is the same in place
};

constexpr Named ofTorch[] = {
    {"mm", Mm},
    {"bmm", Bmm},
    {"addmm", Addmm, true},
    {"baddbmm", Baddbmm, true},
    {"_scaled_mm", ScaledMm},
    {"_int_mm", IntMm},
    {"convolution", Convolution},
    {"convolution_backward", ConvolutionBackward},
    {"_scaled_dot_product_flash_attention", FlashAttention},
    {"_scaled_dot_product_efficient_attention", BiasedAttention},
    {"_scaled_dot_product_cudnn_attention", BiasedAttention},
    {"_flash_attention_forward", FlashForward},
    {"_scaled_dot_product_flash_attention_backward", FlashBackward},
    {"_softmax", Softmax},
    {"_log_softmax", Softmax},
    {"_softmax_backward_data", SoftmaxBackward},
    {"_log_softmax_backward_data", SoftmaxBackward},
    {"native_layer_norm", LayerNorm},
    {"native_group_norm", GroupNorm},
    {"native_batch_norm", BatchNorm},
    {"cudnn_batch_norm", BatchNorm},
    {"miopen_batch_norm", BatchNorm},
    {"native_layer_norm_backward", LayerNormBackward},
    {"native_group_norm_backward", GroupNormBackward},
    {"native_batch_norm_backward", BatchNormBackward},
    {"cudnn_batch_norm_backward", BatchNormBackwardOfAll},
    {"miopen_batch_norm_backward", BatchNormBackwardOfAll},
    {"_fused_rms_norm", FusedRmsNorm},
    {"relu", OneOperand, true},
    {"silu", OneOperand, true},
    {"gelu", OneOperand, true},
    {"floor", OneOperand, true},
    {"ceil", OneOperand, true},
    {"round", OneOperand, true},
    {"trunc", OneOperand, true},
    {"neg", OneOperand, true},
    {"abs", OneOperand, true},
    {"clamp", OneOperand, true},
    {"clamp_min", OneOperand, true},
    {"clamp_max", OneOperand, true},
    {"threshold", OneOperand, true},
    {"hardtanh", OneOperand, true},
    {"leaky_relu", OneOperand, true},
    {"elu", OneOperand, true},
    {"nan_to_num", OneOperand, true},
    {"sign", OneOperand, true},
    {"square", OneOperand, true},
    {"sigmoid", OneTranscendental, true},
    {"tanh", OneTranscendental, true},
    {"exp", OneTranscendental, true},
    {"exp2", OneTranscendental, true},
    {"expm1", OneTranscendental, true},
    {"log", OneTranscendental, true},
    {"log2", OneTranscendental, true},
    {"log10", OneTranscendental, true},
    {"log1p", OneTranscendental, true},
    {"sqrt", OneTranscendental, true},
    {"rsqrt", OneTranscendental, true},
    {"reciprocal", OneTranscendental, true},
    {"sin", OneTranscendental, true},
    {"cos", OneTranscendental, true},
    {"tan", OneTranscendental, true},
    {"erf", OneTranscendental, true},
    {"add", TwoOperands, true},
    {"sub", TwoOperands, true},
    {"mul", TwoOperands, true},
    {"div", Division, true},
    {"rsub", TwoOperands, true},
    {"maximum", TwoOperands, true},
    {"minimum", TwoOperands, true},
    {"pow", TwoOperands, true},
    {"remainder", TwoOperands, true},
    {"fmod", TwoOperands, true},
    {"threshold_backward", TwoOperands},
    {"sigmoid_backward", TwoOperands},
    {"tanh_backward", TwoOperands},
    {"gelu_backward", TwoOperands},
    {"silu_backward", TwoOperands},
    {"eq", Comparison},
    {"ne", Comparison},
    {"lt", Comparison},
    {"le", Comparison},
    {"gt", Comparison},
    {"ge", Comparison},
    {"addcmul", ThreeOperands, true},
    {"addcdiv", ThreeOperands, true},
    {"copy_", Copy},
    {"fill_", Fill},
    {"zero_", Fill},
    {"embedding", Embedding},
    {"index_select", IndexSelect},
    {"gather", Gather},
    {"upsample_nearest2d", UpsampleNearest},
    {"upsample_nearest3d", UpsampleNearest},
    {"sum", Sum},
    {"mean", Mean},
    {"amax", Extremum},
    {"amin", Extremum},
    {"max", MaxMin},
    {"min", MaxMin},
    {"argmax", ArgMax},
    {"argmin", ArgMax},
    {"linalg_vector_norm", VectorNorm},
    {"cumsum", CumulativeSum},
};

constexpr Named ofEngines[] = {
    {"aiter::mha_batch_prefill", BatchPrefill},
    {"aiter::paged_attention_ragged", PagedAttention},
    {"vllm::unified_attention", UnifiedAttention},
    {"vllm::unified_attention_with_output", UnifiedAttention},
    {"aiter::_groupnorm_run", GroupNormAfterGroups},
    {"aiter::rmsnorm", RmsNormInto},
    {"_C::rms_norm", RmsNormInto},
    {"aiter::add_rmsnorm", AddRmsNormInto},
    {"_C::fused_add_rms_norm", AddRmsNormInPlace},
    {"_C::silu_and_mul", SiluAndMul},
    {"sgl_kernel::silu_and_mul", SiluAndMul},
    {"aiter::silu_and_mul", SiluAndMul},
    {"_C::rotary_embedding", Rotary},
    {"sgl_kernel::rotary_embedding", Rotary},
    {"_C::static_scaled_fp8_quant", Fp8Quantisation},
    {"_C_cache_ops::reshape_and_cache_flash", CacheStore},
    {"sglang::store_cache", CacheStore},
};

using Forms = std::unordered_map<std::string_view, Named>;

Forms formsOf(const auto &list)
{
    Forms forms;
    for (const Named &one : list)
        forms.emplace(one.name, one);
    return forms;
}

} // namespace

WorkFormOf workFormOf(std::string_view name)
{
    static const Forms torchs = formsOf(ofTorch), engines = formsOf(ofEngines);
    constexpr std::string_view prefix = "aten::";
    if (!name.starts_with(prefix)) {
        // SGLang's wrapper for shapes in profiles numbers the functions that it wraps
        constexpr std::string_view wrapped = "sglang_profiler::attention_paged_attention_ragged_";
        if (name.starts_with(wrapped))
            return {PagedAttention, false};
        const auto found = engines.find(name);
        return found == engines.end() ? WorkFormOf() : WorkFormOf{found->second.form, false};
    }
    name.remove_prefix(prefix.size());
    if (const auto found = torchs.find(name); found != torchs.end())
        return {found->second.form, false};
    if (!name.ends_with('_'))
        return {};
    name.remove_suffix(1);
    const auto found = torchs.find(name);
    return found != torchs.end() && found->second.hasInPlace ? WorkFormOf{found->second.form, true} : WorkFormOf();
}

} // namespace ws
