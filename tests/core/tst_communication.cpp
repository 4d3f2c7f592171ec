#include "core/analysis/stages/communication.h"

#include "core/analysis/busy/busy.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stagebreakdown.h"
#include "stagefixture.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

/// By name, under a mapping, and under the default one for names it leaves open.
std::vector<uint8_t> communication(const StageMapping &mapping, const std::vector<std::string> &names)
{
    const StageFixture run = StageFixture::ofNames(names);
    StageClassifier classifier(run.names);
    const auto inForce = classifier.classify(mapping);
    const auto byDefault = classifier.classify(defaultMapping());
    return communicationNames(*inForce, needsDefaultMapping(*inForce) ? byDefault.get() : nullptr);
}

StageMapping withStages(std::vector<StageRule> rules)
{
    StageMapping mapping{"test", "model", MappingForm::Nested, {}, {}};
    mapping.setJoined(rules);
    return mapping;
}

/// Kernels of 10 µs, one after the other.
std::string traceOf(const std::vector<std::pair<std::string, std::string>> &kernels)
{
    QStringList events;
    for (const auto &[name, collective] : kernels)
        events << QStringLiteral(R"({"ph":"X","cat":"kernel","name":"%1","pid":0,"tid":7,"ts":%2,"dur":10,)"
                                 R"("args":{"device":0,"stream":7%3}})")
                      .arg(QString::fromStdString(name))
                      .arg(10 * events.size())
                      .arg(collective.empty()
                               ? QString()
                               : QStringLiteral(R"(,"Collective name":"%1")").arg(QString::fromStdString(collective)));
    return (u'[' + events.join(u',') + u']').toStdString();
}

std::vector<StageRow> defaultRows(const Run &run)
{
    const auto names = std::make_shared<const NameSet>(run.gpu, run.strings, nullptr);
    const auto classes = StageClassifier(names).classify(defaultMapping());
    return stageRows(*classes, *sumNames(run.gpu, *names, Sweep::Whole));
}

} // namespace

TEST(Communication, theDefaultMappingKnowsTheLibraries)
{
    const std::vector<std::string> names{"ncclDevKernel_AllGather_RING_LL",
                                         "void vllm::cross_device_reduce_1stage",
                                         "multimem_all_reduce_kernel",
                                         "quickreduce::allreduce",
                                         "deep_ep::dispatch",
                                         "void dpsk::ep::internode::dispatch<false>(int4*)",
                                         "nvshmem_put"};
    EXPECT_EQ(communication(defaultMapping(), names), std::vector<uint8_t>(names.size(), 1));
    EXPECT_EQ(communication(defaultMapping(), {"triton_red_fused_all_reduce_0", "void gemm<float>", ""}),
              std::vector<uint8_t>(3, 0));
}

TEST(Communication, theMappingInForceDecides)
{
    const StageMapping mapping = withStages({{"nccl", "linear", "a"}, {"gemm", "communication", "b"}});
    EXPECT_EQ(communication(mapping, {"ncclDevKernel_AllReduce", "gemm"}), (std::vector<uint8_t>{0, 1}));
}

TEST(Communication, whatOnlyTheCatchAllTakesIsTheDefaultMappingsToDecide)
{
    const StageMapping mapping = withStages({{"my_send", "communication", "a"}, {".*", "rest", "b"}});
    EXPECT_EQ(communication(mapping, {"my_send", "ncclDevKernel_AllReduce", "gemm"}), (std::vector<uint8_t>{1, 1, 0}));
}

TEST(Communication, whatNoRuleTakesIsTheDefaultMappingsToDecide)
{
    const StageMapping mapping = withStages({{"my_send", "communication", "a"}});
    EXPECT_EQ(communication(mapping, {"ncclDevKernel_AllReduce", "gemm"}), (std::vector<uint8_t>{1, 0}));
}

TEST(Communication, aMappingWithoutThatStageAsksTheDefaultMappingForAllNames)
{
    const StageMapping flat = flatMapping({{"nccl", "nccl_and_custom_ar"}, {"gemm", "gemm"}});
    EXPECT_EQ(communication(flat, {"ncclDevKernel_AllReduce", "gemm"}), (std::vector<uint8_t>{1, 0}));
}

TEST(Communication, aRuleThatIsSwitchedOffMakesNoStage)
{
    StageMapping mapping = withStages({{"gemm", "communication", "a"}, {"nccl", "linear", "b"}});
    mapping.stages[0].enabled = mapping.substages[0].enabled = false;
    EXPECT_EQ(communication(mapping, {"ncclDevKernel_AllReduce", "gemm"}), (std::vector<uint8_t>{1, 0}));
}

TEST(Communication, deepEpIsCommunicationInSplitAndStagesAlike)
{
    const auto run = runFromJson(traceOf({{"void dpsk::ep::internode::dispatch<false>(int4*)", ""}, {"gemm", ""}}));
    ASSERT_TRUE(run);
    const Busy busy = *busySplit(run->gpu, defaultCommunication(run->gpu, run->strings));
    EXPECT_EQ(busy.whole.exposedCommNs, 10'000);
    EXPECT_EQ(busy.whole.computeNs, 10'000);
    const std::vector<StageRow> rows = defaultRows(*run);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].stage, "communication");
    EXPECT_EQ(rows[0].substage, "expert_all_to_all");
    EXPECT_EQ(rows[0].sum.elapsedNs, 10'000);
}

TEST(Communication, theCollectiveInTheArgumentsTellsKernelsOfOneNameApart)
{
    const std::string generic = "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)";
    const auto run = runFromJson(traceOf(
        {{generic, ""}, {generic, "allreduce"}, {"gemm", ""}, {generic, "_allgather_base"}, {generic, "allreduce"}}));
    ASSERT_TRUE(run);
    std::map<std::string, uint64_t> count;
    for (const StageRow &row : defaultRows(*run))
        count[row.stage + '/' + row.substage] = row.sum.count;
    EXPECT_EQ(count, (std::map<std::string, uint64_t>{{"communication/all_reduce", 2},
                                                      {"communication/all_gather", 1},
                                                      {"communication/send_recv_all_to_all", 1},
                                                      {"linear/cutlass_ck_other", 1}}));
    EXPECT_EQ(busySplit(run->gpu, defaultCommunication(run->gpu, run->strings))->whole.exposedCommNs, 40'000);
    EXPECT_EQ(run->text(run->gpu.name[1]), generic) << "the name itself stays";
}

TEST(Communication, aKernelOfAnyNameThatNamesACollectiveIsCommunication)
{
    const auto run =
        runFromJson(traceOf({{"my_kernel", "reduce_scatter_tensor_coalesced"}, {"other_kernel", "barrier"}}));
    ASSERT_TRUE(run);
    const std::vector<StageRow> rows = defaultRows(*run);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].substage, "reduce_scatter");
    EXPECT_EQ(rows[1].substage, "other_comm");
}

TEST(Communication, onlyRulesThatAskForACollectiveSeeIt)
{
    const auto run = runFromJson(traceOf({{"ncclKernel_AllReduce_RING", "allreduce"}}));
    ASSERT_TRUE(run);
    const auto names = std::make_shared<const NameSet>(run->gpu, run->strings, nullptr);
    const auto labelUnder = [&](const StageMapping &mapping) {
        return StageClassifier(names).classify(mapping)->groups[0].substage;
    };
    EXPECT_EQ(labelUnder(flatMapping({{"reduce", "reduce"}, {".*", "misc"}})), "misc");
    EXPECT_EQ(labelUnder(flatMapping({{"RING$", "ring"}, {".*", "misc"}})), "ring");
    EXPECT_EQ(labelUnder(flatMapping({{"collective=all_?reduce", "sum"}, {".*", "misc"}})), "sum");
}

TEST(Communication, withoutCollectivesNothingIsKeptForThem)
{
    const auto run = runFromJson(traceOf({{"gemm", ""}, {"gemm", ""}}));
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->gpu.matchName.empty());
    EXPECT_EQ(run->gpu.nameForRules(1), run->gpu.name[1]);
}

TEST(Communication, copiesAndSetsAreNoneWhateverTheirRulesSay)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "Memcpy nccl"}, {"0", "7", 10, 10, "Memset nccl"}});
    const std::vector<uint8_t> all(run->strings.size(), 1);
    const Busy busy = *busySplit(run->gpu, all);
    EXPECT_EQ(busy.whole.exposedCopyNs, 10);
    EXPECT_EQ(busy.whole.computeNs, 10);
    EXPECT_EQ(busy.whole.exposedCommNs, 0);
}

TEST(DefaultMapping, namesThatLookAlikeAreToldApart)
{
    const std::vector<std::pair<std::string, std::string>> expected{
        {"fuse_add_norm_prefill_kernel", "rms_norm"},
        {"batch_decode_paged_kv_kernel", "paged_unified"},
        {"batch_prefill_ragged_kv_kernel", "paged_unified"},
        {"single_prefill_with_kv_cache", "paged_unified"},
        {"tir_kv_cache_transpose_append_kernel", "kv_cache"},
        {"fused_fused_dequantize_take1_kernel", "table_lookup"},
        {"fused_reshape_multiply2_add_kernel", "pointwise"},
        {"fused_force_kernel(float const*, float*)", "other"},
        {"fused_address_kernel", "other"},
        {"softmax_kernel", "sampler_softmax"},
        {"void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, "
         "at::native::(anonymous namespace)::SoftMaxForwardEpilogue>(float*)",
         "sampler_softmax"},
        {"void at::native::(anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, float, c10::BFloat16, "
         "at::native::(anonymous namespace)::SoftMaxForwardEpilogue>(c10::BFloat16*)",
         "softmax"},
        {"chunk_gla_fwd_A_kernel_intra_sub_inter", "linear_attn_ssm"},
        {"chunk_simple_gla_fwd_kernel_o", "linear_attn_ssm"},
        {"chunk_glance_kernel", "other"},
        {"void (anonymous namespace)::softmax_warp_forward<float, float, float, 5, true, false>(float*)",
         "log_softmax"},
        {"void (anonymous namespace)::softmax_warp_backward<float, float, float, 5, true, false>(float*)", "loss"},
        {"void (anonymous namespace)::softmax_warp_backward<float, float, float, 5, false, false>(float*)", "softmax"},
        {"void at::native::(anonymous namespace)::cunn_SoftMaxBackward<4, float, float, float, "
         "at::native::(anonymous namespace)::LogSoftMaxBackwardEpilogue>(float*)",
         "loss"},
        {"void at::native::vectorized_elementwise_kernel<4, at::native::fill_kernel>", "fill"},
        {"per_token_group_quant_fp8", "quantize"},
        {"loop_convert_fusion.kd", "pointwise"}, // converts numbers, where _conv is a convolution
        {"wrapped_convert_1", "pointwise"},
        {"my_conv_fwd", "conv"}};
    std::vector<std::string> names;
    for (const auto &[name, substage] : expected)
        names.push_back(name);
    const StageFixture run = StageFixture::ofNames(names);
    const auto classes = StageClassifier(run.names).classify(defaultMapping());
    for (const auto &[name, substage] : expected)
        EXPECT_EQ(substageOf(*classes, name), substage) << name;
}

TEST(DefaultMapping, wordsOfOtherMeaningAndTypesOfArgumentsDoNotDecide)
{
    const std::vector<std::string> names{"render(vec3 *, int, int, curandStateXORWOW *)",
                                         "void generate_seed_pseudo<rng_config<curandStateXORWOW>>(unsigned long long)",
                                         "set_precomputed_quantities_kernel(float *)", "quantize_fp8(float *)"};
    const StageFixture run = StageFixture::ofNames(names);
    const auto classes = StageClassifier(run.names).classify(defaultMapping());
    EXPECT_NE(substageOf(*classes, names[0]), "random_dropout");
    EXPECT_EQ(substageOf(*classes, names[1]), "random_dropout");
    EXPECT_NE(substageOf(*classes, names[2]), "quantize");
    EXPECT_EQ(substageOf(*classes, names[3]), "quantize");
}
