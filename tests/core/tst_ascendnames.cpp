// The default mapping on the names of Ascend's kernels.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/nameset.h"
#include "core/analysis/stages/stageclassifier.h"

#include <gtest/gtest.h>

using namespace ws;

TEST(AscendNames, operatorTypesGoToTheirStages)
{
    const std::pair<const char *, const char *> expected[] = {
        {"MEMCPY_ASYNC", "memory"},
        {"hcom_allReduce__586_0_1", "communication"},
        {"hcom_batchSendRecv__131_3", "communication"},
        {"hcom_reduceScatter_AivKernel", "communication"},
        {"aclnnMoeDistributeDispatch_MoeDistributeDispatch_MoeDistributeDispatch", "communication"},
        {"aclnnMatmulAllReduce_MatmulAllReduce_MatmulAllReduce", "linear"},
        {"aclnnAddmm_MatMulCommon_MatMulV2", "linear"},
        {"aclnnQuantMatmulV4_QuantBatchMatmulV3_QuantBatchMatmulV3", "linear"},
        {"Default/network/MatMul-op12", "linear"},
        {"aclnnGroupedMatmulV5_GroupedMatmul_GroupedMatmul", "moe"},
        {"aclnnMoeGatingTopKSoftmax_MoeGatingTopKSoftmax_MoeGatingTopKSoftmax", "moe"},
        {"aclnnFlashAttentionScoreGrad_FlashAttentionScoreGrad_FlashAttentionScoreGrad", "attention"},
        {"aclnnFusedInferAttentionScoreV3_FusedInferAttentionScore_FusedInferAttentionScore", "attention"},
        {"aclnnApplyRotaryPosEmbV2_ApplyRotaryPosEmb_ApplyRotaryPosEmb", "attention"},
        {"ReshapeAndCacheNdKernel", "attention"},
        {"aclnnSoftmax_SoftmaxV2_SoftmaxV2", "attention"},
        {"aclnnAddRmsNorm_AddRmsNorm_AddRmsNorm", "norm"},
        {"BNTrainingUpdate3", "norm"},
        {"aclnnSwiGlu_SwiGlu_SwiGlu", "activation"},
        {"aclnnSilu_SwishAiCore_Swish", "activation"},
        {"aclnnDynamicQuant_DynamicQuant_DynamicQuant", "quantize"},
        {"aclnnTopk_TopkV2_TopKV2", "sampling"},
        {"aclnnArgMax_ArgMaxV2AiCore_ArgMaxV2", "sampling"},
        {"Conv2DBackpropFilter10", "conv"},
        {"Conv2DBackpropFilter6_MemSet", "memory"},
        {"trans_TransData_12", "memory"},
        {"aclnnInplaceCopy_TensorMoveAiCore_TensorMove", "memory"},
        {"aclnnCat_ConcatD_ConcatD", "memory"},
        {"aclnnApplyAdamWV2_ApplyAdamWV2_ApplyAdamWV2", "training"},
        {"aclnnNLLLoss_NLLLossAiCore_NLLLoss", "training"},
        {"aclnnForeachAddListV2_ForeachAddListV2_ForeachAddList", "elementwise"},
        {"aclnnDivs_RealDivAiCore_RealDiv", "elementwise"},
        {"aclnnDropoutGenMaskV2_DSAGenBitMask_DSAGenBitMask", "elementwise"},
        {"ReduceSum7", "elementwise"},
        {"Add_12", "elementwise"},
    };
    std::vector<std::string> texts;
    for (const auto &[name, stage] : expected)
        texts.emplace_back(name);
    const auto names = std::make_shared<const NameSet>(std::move(texts));
    const auto classes = StageClassifier(names).classify(defaultMapping());
    for (size_t i = 0; i < std::size(expected); ++i) {
        const uint32_t rule = classes->stage.rule[i];
        ASSERT_NE(rule, noRule) << expected[i].first;
        EXPECT_EQ(classes->mapping.stages[rule].label, expected[i].second) << expected[i].first;
    }
}

TEST(AscendNames, shortOperatorTypesTakeNoOtherToolsKernels)
{
    const auto names = std::make_shared<const NameSet>(
        std::vector<std::string>{"void at::native::Add_thing<float>(int)", "void my::Cast(int)",
                                 "Memcpy HtoD (Pinned -> Device)", "SubtleKernel<int>"});
    const auto classes = StageClassifier(names).classify(defaultMapping());
    EXPECT_EQ(classes->mapping.stages[classes->stage.rule[0]].label, "other");
    EXPECT_EQ(classes->mapping.stages[classes->stage.rule[1]].label, "other");
    EXPECT_EQ(classes->mapping.substages[classes->substage.rule[2]].label, "memcpy_h2d");
    EXPECT_EQ(classes->mapping.stages[classes->stage.rule[3]].label, "other");
}
