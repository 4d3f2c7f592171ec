#include "tracegen_catalogue.h"

namespace ws::tracegen {
namespace {

constexpr std::string_view flashMany =
    "void "
    "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<128>, cute::C<128>, cute::C<128> >, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, false, false, true, true, false, false, true, true, "
    "false>, "
    "flash::CollectiveEpilogueFwd<cute::tuple<cute::C<128>, cute::C<128>, cute::C<128> > > > > "
    ">(flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<> >::Params)";
constexpr std::string_view flashFew =
    "void "
    "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
    "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, 128, "
    "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, false, false, true, true, true, true, true, true, true>, "
    "flash::CollectiveEpilogueFwd<cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> > > > > "
    ">(flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<> >::Params)";

const KernelName names[] = {
    {Krn::Embedding,
     "void at::native::vectorized_gather_kernel<16, long>(char*, char*, long*, int, long, long, long, long, bool)", ""},
    {Krn::SlotMapping, "_compute_slot_mapping_kernel", ""},
    {Krn::Elementwise,
     "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctorOnSelf_add<int>, std::array<char*, 2ul> "
     ">(int, at::native::CUDAFunctorOnSelf_add<int>, std::array<char*, 2ul>)",
     ""},
    {Krn::Fill,
     "void at::native::vectorized_elementwise_kernel<8, at::native::FillFunctor<c10::BFloat16>, std::array<char*, 1ul> "
     ">(int, at::native::FillFunctor<c10::BFloat16>, std::array<char*, 1ul>)",
     ""},
    {Krn::DirectCopy,
     "void "
     "at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#"
     "3}::operator()() const::{lambda()#7}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul>, 4, "
     "TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, unsigned int>, "
     "at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1> >(int, "
     "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() "
     "const::{lambda()#7}::operator()() const::{lambda(float)#1}, std::array<char*, 2ul>)",
     ""},
    {Krn::RmsNorm,
     "void vllm::rms_norm_kernel<c10::BFloat16>(c10::BFloat16*, c10::BFloat16 const*, long, c10::BFloat16 const*, "
     "float, int, int)",
     ""},
    {Krn::AddRmsNorm,
     "std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
     "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, long, c10::BFloat16*, c10::BFloat16 const*, "
     "float, int, int)",
     ""},
    {Krn::TritonNorm, "triton_red_fused_add_mean_mul_pow_rsqrt_2", "triton_per_fused_add_mean_mul_pow_rsqrt_2"},
    {Krn::QkvGemm, "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT", "nvjet_tst_64x8_64x16_4x1_v_bz_splitK_TNT"},
    {Krn::Rope,
     "void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, c10::BFloat16*, "
     "c10::BFloat16 const*, int, long, long, long, int, int, int)",
     ""},
    {Krn::CacheWrite,
     "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, "
     "(vllm::Fp8KVCacheDataType)0>(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*, __nv_bfloat16*, long "
     "const*, long, long, long, long, long, int, int, int, float const*, float const*)",
     ""},
    {Krn::FlashAttention, flashMany, flashFew},
    {Krn::FlashCombine,
     "void cutlass::device_kernel<flash::FlashAttnFwdCombine<cute::tuple<cute::C<8>, cute::C<128> >, 5, 256, 1, false, "
     "true, cutlass::bfloat16_t, float, cutlass::arch::Sm90> >(flash::FlashAttnFwdCombine<cute::tuple<cute::C<8>, "
     "cute::C<128> >, 5, 256, 1, false, true, cutlass::bfloat16_t, float, cutlass::arch::Sm90>::Params)",
     ""},
    {Krn::OutGemm, "nvjet_tst_128x256_64x4_1x2_h_bz_coopA_TNT", "nvjet_tst_64x8_64x16_1x4_h_bz_TNT"},
    {Krn::CustomAllReduce,
     "void vllm::cross_device_reduce_2stage<__nv_bfloat16, 2>(vllm::RankData*, vllm::RankSignals, vllm::Signal*, "
     "__nv_bfloat16*, int, int)",
     "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*, vllm::RankSignals, vllm::Signal*, "
     "__nv_bfloat16*, int, int)"},
    {Krn::NcclAllReduce, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", ""},
    {Krn::GateGemm,
     "void "
     "cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8>(cutlass_80_wmma_tensorop_"
     "bf16_s161616gemm_bf16_32x32_128x2_tn_align8::Params)",
     "void "
     "cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x2_tn_align8>(cutlass_80_wmma_tensorop_"
     "bf16_s161616gemm_bf16_16x16_128x2_tn_align8::Params)"},
    {Krn::SplitKReduce,
     "void cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16, float, __nv_bfloat16, true, false, "
     "false>(cublasLt::cublasSplitKParams<float>, float const*, __nv_bfloat16 const*, __nv_bfloat16*, float const*, "
     "float const*, __nv_bfloat16 const*)",
     ""},
    {Krn::TopK,
     "void vllm::moe::topkGatingSoftmax<8, 32, 4, 16, int, __nv_bfloat16>(__nv_bfloat16 const*, bool const*, float*, "
     "int, int*, int*, int, int, int)",
     ""},
    {Krn::MoeAlign,
     "void vllm::moe::moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, int, unsigned "
     "long, int*, int)",
     ""},
    {Krn::MoeSort,
     "void vllm::moe::count_and_sort_expert_tokens_kernel<int>(int const*, int*, int*, unsigned long, int, int)", ""},
    {Krn::MoeUp, "fused_moe_kernel", ""},
    {Krn::MoeAct, "triton_poi_fused_mul_silu_slice_1",
     "void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 "
     "const&)), true>(c10::BFloat16*, c10::BFloat16 const*, int)"},
    {Krn::MoeDown, "fused_moe_kernel", ""},
    {Krn::MoeSum, "void vllm::moe::moe_sum_kernel<c10::BFloat16, 4>(c10::BFloat16*, c10::BFloat16 const*, int)", ""},
    {Krn::SharedGemm, "nvjet_tst_128x128_64x6_2x1_v_bz_coopA_TNT", "nvjet_tst_64x8_64x16_2x1_v_bz_TNT"},
    {Krn::LogitsGemm, "nvjet_tst_256x128_64x4_2x1_v_bz_coopA_TNT", "nvjet_tst_256x32_64x4_2x1_v_bz_coopA_TNT"},
    {Krn::NcclAllGather, "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", ""},
    {Krn::Softmax,
     "void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, at::native::(anonymous "
     "namespace)::SoftMaxForwardEpilogue>(float*, float const*, int)",
     ""},
    {Krn::Sample,
     "void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024u, (cub::BlockScanAlgorithm)2, "
     "(cub::BlockReduceAlgorithm)1, 4u, true, float, int>(float*, int*, float*, int*, int*, int, float, unsigned int, "
     "unsigned long, unsigned long)",
     ""},
    {Krn::ArgMax,
     "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::ArgMaxOps<float>, unsigned int, "
     "long, 4, 4> >(at::native::ReduceOp<float, at::native::ArgMaxOps<float>, unsigned int, long, 4, 4>)",
     ""},
    {Krn::LossForward,
     "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<float, float, long>(float*, "
     "float*, float const*, long const*, float const*, bool, long, long, long, long)",
     ""},
    {Krn::LossBackward,
     "void at::native::(anonymous namespace)::nll_loss_backward_reduce_cuda_kernel_2d<float, long>(float*, float "
     "const*, long const*, float const*, float const*, bool, int, int, long, long)",
     ""},
    {Krn::GemmDgrad, "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_NNT", ""},
    {Krn::GemmWgrad, "nvjet_tst_256x128_64x4_2x1_v_bz_coopA_NTT", ""},
    {Krn::NormBackward, "triton_red_fused_add_div_mul_pow_rms_norm_backward_sum_4", ""},
    {Krn::FlashBackwardDot,
     "void cutlass::device_kernel<flash::FlashAttnBwdPreprocess<cute::tuple<cute::C<128>, cute::C<128> >, "
     "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true, false> "
     ">(flash::FlashAttnBwdPreprocess<cute::tuple<cute::C<128>, cute::C<128> > >::Params)",
     ""},
    {Krn::FlashBackward,
     "void cutlass::device_kernel<flash::enable_sm90<flash::FlashAttnBwdSm90<flash::CollectiveMainloopBwdSm90<2, 2, 2, "
     "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<80>, cute::C<128>, cute::C<128> >, "
     "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true> > > >(flash::enable_sm90<flash::FlashAttnBwdSm90<> "
     ">::Params)",
     ""},
    {Krn::MoeBackward, "_fused_moe_backward_kernel", ""},
    {Krn::EmbeddingBackward,
     "void at::native::(anonymous namespace)::embedding_backward_feature_kernel<c10::BFloat16, float, long>(long "
     "const*, c10::BFloat16 const*, c10::BFloat16*, int, long, int)",
     ""},
    {Krn::ReduceScatter, "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", ""},
    {Krn::AdamW,
     "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
     "namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous namespace)::FusedAdamMathFunctor<float, "
     "4, (at::native::ADAM_MODE)1, false>, float const*, double, double, double, double, double, bool, float*, "
     "float*>(at::native::(anonymous namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous "
     "namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float const*, double, double, "
     "double, double, double, bool, float*, float*)",
     ""},
};

} // namespace

std::span<const KernelName> kernelNames()
{
    return names;
}

} // namespace ws::tracegen
