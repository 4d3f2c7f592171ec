// What calls of operators need: every formula with numbers done by hand.

#include "core/analysis/limits/work.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

/// The text of CpuOps::inputs from arguments as "float[2,3]", "float[2,3]/[0,1]" (with strides), "Scalar=0.5",
/// "ScalarList=[1, 1]" and "" (none).
std::string inputsText(const std::vector<std::string> &arguments, bool hasTexts = true)
{
    std::string dims, types, texts, strides;
    for (const std::string &argument : arguments) {
        const size_t equals = argument.find('='), bracket = argument.find('['), slash = argument.find("/[");
        const bool isTensor = bracket != argument.npos && (equals == argument.npos || bracket < equals);
        const std::string comma = dims.empty() ? "" : ",";
        dims += comma + (isTensor ? argument.substr(bracket, slash - bracket) : "[]");
        types += comma + '"' + argument.substr(0, isTensor ? bracket : equals) + '"';
        texts += comma + '"' + (isTensor || equals == argument.npos ? "" : argument.substr(equals + 1)) + '"';
        strides += comma + (slash != argument.npos ? argument.substr(slash + 1) : "[]");
    }
    const std::string separator(1, inputsSeparator);
    return "[" + dims + "]" + separator + "[" + types + "]" + separator + (hasTexts ? "[" + texts + "]" : "") +
           separator + "[" + strides + "]";
}

/// "gemm 48 104": class, FLOP, bytes.
std::string need(const std::string &name, const std::vector<std::string> &arguments, bool hasTexts = true)
{
    const std::string inputs = inputsText(arguments, hasTexts);
    const auto work = workOf(OperatorCall(name, inputs));
    return work ? std::string(nameOf(work->kind)) + ' ' + std::to_string(work->flop) + ' ' + std::to_string(work->bytes)
                : "nothing";
}

const std::string noNumbers = "nothing";

} // namespace

TEST(LimitsWork, productsOfMatrices)
{
    EXPECT_EQ(need("aten::mm", {"float[2,3]", "float[3,4]"}), "gemm 48 104"); // 2·2·4·3, (6 + 12 + 8)·4
    EXPECT_EQ(need("aten::mm", {"c10::BFloat16[2,3]", "c10::BFloat16[3,4]"}), "gemm 48 52");
    EXPECT_EQ(need("aten::bmm", {"c10::Half[5,2,3]", "c10::Half[5,3,4]"}), "gemm 240 260");    // (30 + 60 + 40)·2
    EXPECT_EQ(need("aten::_int_mm", {"signed char[4,8]", "signed char[8,2]"}), "gemm 128 80"); // 32 + 16 + 4·8
}

TEST(LimitsWork, anExpandedOperandIsReadOnce)
{
    EXPECT_EQ(need("aten::mm", {"float[2,3]", "float[3,4]/[0,1]"}), "gemm 48 72"); // (6 + 4 + 8)·4
    EXPECT_EQ(need("aten::mm", {"float[2,3]", "float[3,4]/[1,3]"}), "gemm 48 104");
}

TEST(LimitsWork, anAddendCountsByItsOwnDimsAndNotWithBetaZero)
{
    const auto addmm = [](const char *c, const char *beta) {
        return need("aten::addmm", {c, "float[2,3]", "float[3,4]", beta, "Scalar=1"});
    };
    EXPECT_EQ(addmm("float[4]", "Scalar=1"), "gemm 56 120");
    EXPECT_EQ(addmm("float[2,4]", "Scalar="), "gemm 56 136");
    EXPECT_EQ(addmm("float[2,4]", "Scalar=0"), "gemm 48 104");
    EXPECT_EQ(addmm("float[2,4]", "Scalar=0."), "gemm 48 104");
    EXPECT_EQ(need("aten::addmm_", {"float[2,4]", "float[2,3]", "float[3,4]", "Scalar", "Scalar"}, false),
              "gemm 56 136"); // without texts beta is 1
    EXPECT_EQ(need("aten::baddbmm", {"float[5,2,4]", "float[5,2,3]", "float[5,3,4]", "Scalar=1", "Scalar=1"}),
              "gemm 280 680"); // 240 + 40; (30 + 60 + 40 + 40)·4
}

TEST(LimitsWork, scaledProductsNeedTheTypeOfTheResult)
{
    const auto scaled = [](const char *bias, const char *type, const std::string &element = "c10::Float8_e4m3fn") {
        return need("aten::_scaled_mm",
                    {element + "[16,32]", element + "[32,48]", "float[]", "float[]", bias, "", type});
    };
    EXPECT_EQ(scaled("", "Scalar=15"), "gemm 49152 3592"); // 512 + 1536 + 8 + 768·2
    EXPECT_EQ(scaled("c10::BFloat16[48]", "Scalar=15"), "gemm 49920 3688");
    EXPECT_EQ(scaled("", "Scalar="), noNumbers);
    EXPECT_EQ(scaled("", "Scalar=99"), noNumbers);
    EXPECT_EQ(scaled("", "Scalar=6", "c10::Float4_e2m1fn_x2"), "gemm 98304 5128"); // K is 64; 768·4
}

TEST(LimitsWork, shapesThatDoNotFitGiveNothing)
{
    EXPECT_EQ(need("aten::mm", {"float[2,3]", "float[4,4]"}), noNumbers);
    EXPECT_EQ(need("aten::mm", {"float[2,3,4]", "float[4,4]"}), noNumbers);
    EXPECT_EQ(need("aten::mm", {"float[2,3]", "TensorList"}), noNumbers);
    EXPECT_EQ(need("aten::mm", {"float[2,3]", "c10::qint8[3,4]"}), noNumbers);
    EXPECT_EQ(need("aten::mm", {"float[2,-3]", "float[-3,4]"}), noNumbers);
    EXPECT_EQ(need("aten::mm", {"float[9999999999,9999999999]", "float[9999999999,4]"}), noNumbers);
    EXPECT_EQ(need("aten::unknown", {"float[2,3]", "float[3,4]"}), noNumbers);
    EXPECT_FALSE(workOf(OperatorCall("aten::mm", "")));
    EXPECT_FALSE(workOf(OperatorCall("aten::mm", "[[2,3],[3,4]]\x1f[]\x1f\x1f"))); // old Kineto without types
    EXPECT_FALSE(workOf(OperatorCall("aten::mm", "[[2,3],[3")));
}

TEST(LimitsWork, convolutions)
{
    const auto conv = [](const std::vector<std::string> &tensors, const char *stride, const char *groups,
                         const char *transposed = "Scalar=False", const char *padding = "ScalarList=[1, 1]") {
        std::vector<std::string> all = tensors;
        all.insert(all.end(), {stride, padding, "ScalarList=[1, 1]", transposed, "ScalarList=[0, 0]", groups});
        return need("aten::convolution", all);
    };
    // 768 results of 36 weights: 2·768·36 + 768; (512 + 216 + 6 + 768)·4
    EXPECT_EQ(conv({"float[2,4,8,8]", "float[6,4,3,3]", "float[6]"}, "ScalarList=[1, 1]", "Scalar=1"),
              "conv 56064 6008");
    EXPECT_EQ(conv({"float[2,4,8,8]", "float[6,2,3,3]", "float[6]"}, "ScalarList=[1, 1]", "Scalar=2"),
              "conv 28416 5576");
    EXPECT_EQ(conv({"float[2,4,8,8]", "float[6,4,3,3]", ""}, "ScalarList=[2]", "Scalar=1"), "conv 13824 3680");
    // transposed: 2·36·8; (36 + 32 + 72)·4
    EXPECT_EQ(conv({"float[1,4,3,3]", "float[4,2,2,2]", ""}, "ScalarList=[2, 2]", "Scalar=1", "Scalar=True",
                   "ScalarList=[0, 0]"),
              "conv 576 560");
    EXPECT_EQ(conv({"float[2,4,8,8]", "float[6,4,3,3]", ""}, "ScalarList=", "Scalar=1"), noNumbers);
    EXPECT_EQ(conv({"float[2,4,8,8]", "float[6,4,3,3]", ""}, "ScalarList=[0, 0]", "Scalar=1"), "conv 0 2912");
    EXPECT_EQ(need("aten::convolution", {"float[2,4,8,8]", "float[6,4,3,3]", "", "", "", "", "", "", ""}, false),
              noNumbers);
}

TEST(LimitsWork, gradientsOfConvolutionsAsTheMaskSays)
{
    const auto backward = [](const char *mask) {
        return need("aten::convolution_backward",
                    {"float[2,6,8,8]", "float[2,4,8,8]", "float[6,4,3,3]", "ScalarList=[6]", "ScalarList=[1, 1]",
                     "ScalarList=[1, 1]", "ScalarList=[1, 1]", "Scalar=False", "ScalarList=[0, 0]", "Scalar=1", mask});
    };
    EXPECT_EQ(backward("ScalarList=[True, True, True]"), "conv 111360 8920"); // 2·55296 + 768; 3072 + 2·2912 + 24
    EXPECT_EQ(backward("ScalarList=[False, True, False]"), "conv 55296 5984");
    EXPECT_EQ(backward("ScalarList="), noNumbers);
}

TEST(LimitsWork, attentionCountsThePairsThatTheMaskAdmits)
{
    const auto flash = [](const std::vector<std::string> &tensors, const char *causal) {
        std::vector<std::string> all = tensors;
        all.insert(all.end(), {"Scalar=0.", causal, "Scalar=False", "Scalar="});
        return need("aten::_scaled_dot_product_flash_attention", all);
    };
    const std::string q = "c10::BFloat16[1,2,4,8]", two = "c10::BFloat16[1,2,2,8]", one = "c10::BFloat16[1,1,4,8]";
    EXPECT_EQ(flash({q, q, q}, "Scalar=False"), "attention 1024 512");     // 2·2·16·16; 4·128
    EXPECT_EQ(flash({q, q, q}, "Scalar=True"), "attention 640 512");       // 10 pairs of 16
    EXPECT_EQ(flash({two, q, q}, "Scalar=True"), "attention 192 384");     // 1 + 2 pairs
    EXPECT_EQ(flash({q, two, two}, "Scalar=True"), "attention 448 384");   // 1 + 2 + 2 + 2 pairs
    EXPECT_EQ(flash({q, one, one}, "Scalar=False"), "attention 1024 384"); // grouped queries read half the keys
    EXPECT_EQ(flash({q, q, "c10::BFloat16[1,2,4,4]"}, "Scalar="), "attention 768 384"); // smaller values
    EXPECT_EQ(need("aten::_scaled_dot_product_flash_attention", {q, q, q, "", "", "", ""}, false), noNumbers);
}

TEST(LimitsWork, attentionInItsOtherSpellings)
{
    const std::string q = "c10::BFloat16[1,2,4,8]", rows = "c10::BFloat16[1,4,2,8]";
    EXPECT_EQ(need("aten::_scaled_dot_product_efficient_attention",
                   {q, q, q, "c10::BFloat16[1,2,4,4]/[0,0,4,1]", "Scalar=True", "Scalar=0.", "Scalar=False"}),
              "attention 1024 544"); // the bias is one of 4 × 4
    EXPECT_EQ(
        need("aten::_scaled_dot_product_cudnn_attention", {q, q, q, "", "Scalar=True", "Scalar=0.", "Scalar=True"}),
        "attention 640 512");
    const auto forward = [&](const char *begins) {
        return need("aten::_flash_attention_forward", {rows, rows, rows, begins, begins, "Scalar=4", "Scalar=4",
                                                       "Scalar=0.", "Scalar=True", "Scalar=False"});
    };
    EXPECT_EQ(forward(""), "attention 640 512");
    EXPECT_EQ(forward("int[3]"), noNumbers); // lengths in tensors
    EXPECT_EQ(need("aten::_scaled_dot_product_flash_attention_backward",
                   {q, q, q, q, q, "float[1,2,4]", "", "", "Scalar=4", "Scalar=4", "Scalar=0.", "Scalar=False"}),
              "attention 2560 1056"); // 2·2·16·(24 + 16); 5·128 + 32 + 3·128
}

TEST(LimitsWork, prefillOnlyWhereEverySequenceIsAsLongAsTheLongest)
{
    const auto prefill = [](const char *longest, const char *window) {
        const std::string cache = "c10::BFloat16[100,2,16]";
        return need("aiter::mha_batch_prefill",
                    {"c10::BFloat16[8,4,16]", cache, cache, "int[3]", "int[3]", "int[8]", longest, longest, "Scalar=0.",
                     "Scalar=0.25", "Scalar=0.", "Scalar=False", "Scalar=True", window, window});
    };
    EXPECT_EQ(prefill("Scalar=4", "Scalar=-1"), "attention 5120 3072"); // 2·2·4·10·32; three times 1024
    EXPECT_EQ(prefill("Scalar=5", "Scalar=-1"), noNumbers);
    EXPECT_EQ(prefill("Scalar=4", "Scalar=128"), noNumbers);
}

TEST(LimitsWork, softmaxes)
{
    EXPECT_EQ(need("aten::_softmax", {"float[2,3]", "Scalar=-1", "Scalar=False"}), "softmax 30 48");
    EXPECT_EQ(need("aten::_log_softmax", {"c10::Half[2,3]", "Scalar=-1", "Scalar=True"}), "softmax 30 36");
    EXPECT_EQ(need("aten::_softmax", {"float[2,3]", "Scalar", "Scalar"}, false), noNumbers);
    EXPECT_EQ(need("aten::_softmax_backward_data", {"float[2,3]", "float[2,3]", "Scalar=-1", "Scalar=6"}),
              "softmax 24 72");
    EXPECT_EQ(need("aten::_log_softmax_backward_data", {"float[2,3]", "float[2,3]", "Scalar=-1", "Scalar=5"}),
              "softmax 24 60");
}

TEST(LimitsWork, normsWithAndWithoutWeights)
{
    const std::string x = "c10::BFloat16[4,8]", w = "c10::BFloat16[8]";
    EXPECT_EQ(need("aten::native_layer_norm", {x, "ScalarList=[8]", w, w, "Scalar=1e-05"}), "norm 224 160");
    EXPECT_EQ(need("aten::native_layer_norm", {x, "ScalarList=[8]", "", "", "Scalar=1e-05"}), "norm 160 128");
    EXPECT_EQ(need("aten::native_group_norm", {x, w, w, "Scalar=4"}), "norm 224 160");
    EXPECT_EQ(need("aiter::_groupnorm_run", {x, "Scalar=2", w, w}), "norm 224 160");
    EXPECT_EQ(need("aten::_fused_rms_norm", {x, "ScalarList=[8]", w, "Scalar="}), "norm 128 144");
    EXPECT_EQ(need("_C::rms_norm", {x, x, w, "Scalar=1e-05"}), "norm 128 144");
    EXPECT_EQ(need("aiter::rmsnorm", {x, x, w, "Scalar=1e-05"}), "norm 128 144");
    EXPECT_EQ(need("aiter::add_rmsnorm", {x, x, x, x, w}), "norm 160 272");
    EXPECT_EQ(need("_C::fused_add_rms_norm", {x, x, w, "Scalar=1e-05"}), "norm 160 272");
    EXPECT_EQ(need("_C::rms_norm", {x, "", w}), noNumbers);
}

TEST(LimitsWork, batchNormsInTrainingReadAndWriteTheirStatistics)
{
    const auto norm = [](const char *name, const char *training) {
        return need(name, {"float[2,3,4]", "float[3]", "float[3]", "float[3]", "float[3]", training});
    };
    EXPECT_EQ(norm("aten::native_batch_norm", "Scalar=True"), "norm 168 264"); // 24·7; 96 + 24 + 96 + 48
    EXPECT_EQ(norm("aten::cudnn_batch_norm", "Scalar=False"), "norm 96 240");
    EXPECT_EQ(need("aten::miopen_batch_norm", {"float[2,3,4]", "", "", "", "", "Scalar=True"}), "norm 120 192");
    EXPECT_EQ(need("aten::native_batch_norm", {"float[2,3,4]", "", "", "", "", "Bool"}, false), noNumbers);
}

TEST(LimitsWork, gradientsOfNorms)
{
    const std::string x = "c10::BFloat16[4,8]", w = "c10::BFloat16[8]", row = "float[4,1]";
    const std::string all = "ScalarList=[True, True, True]", first = "ScalarList=[True, False, False]";
    // 32·9 + 64 + 32; 64 + 64 + 16 + 16 + 16 read, 64 + 32 written
    EXPECT_EQ(need("aten::native_layer_norm_backward", {x, x, "ScalarList=[8]", row, row, w, w, all}), "norm 384 272");
    EXPECT_EQ(need("aten::native_layer_norm_backward", {x, x, "ScalarList=[8]", row, row, "", "", first}),
              "norm 256 224");
    EXPECT_EQ(need("aten::native_layer_norm_backward", {x, x, "ScalarList", row, row, w, w, "ScalarList"}, false),
              noNumbers);
    EXPECT_EQ(need("aten::native_group_norm_backward",
                   {x, x, row, row, w, "Scalar=4", "Scalar=8", "Scalar=1", "Scalar=2", all}),
              "norm 384 272");
    const std::string image = "float[2,3,4]", three = "float[3]";
    // 24·12; 96 + 96 + 12 + 24 read, 96 + 24 written
    EXPECT_EQ(need("aten::native_batch_norm_backward",
                   {image, image, three, three, three, three, three, "Scalar=True", "Scalar=1e-05", all}),
              "norm 288 348");
    EXPECT_EQ(need("aten::cudnn_batch_norm_backward", {image, image, three, three, three, three, three}, false),
              "norm 288 348");
    EXPECT_EQ(need("aten::miopen_batch_norm_backward", {image, image, three, three, three, three, three}),
              "norm 288 348");
}

TEST(LimitsWork, oneOperand)
{
    EXPECT_EQ(need("aten::relu", {"float[6]"}), "elementwise 6 48");
    EXPECT_EQ(need("aten::relu_", {"c10::Half[6]"}), "elementwise 6 24");
    EXPECT_EQ(need("aten::exp", {"long int[6]"}), "elementwise 6 72"); // the result is float
    EXPECT_EQ(need("aten::abs", {"long int[6]"}), "elementwise 6 96");
    EXPECT_EQ(need("aten::gelu", {"float[2,3]/[0,1]", ""}), "elementwise 6 36");
    EXPECT_EQ(need("aten::relu", {"TensorList"}), noNumbers);
    EXPECT_EQ(need("aten::eq_", {"float[6]", "float[6]"}), noNumbers);
}

TEST(LimitsWork, twoOperandsBroadcastAndPromote)
{
    EXPECT_EQ(need("aten::add", {"c10::BFloat16[2,3]", "c10::BFloat16[3]", "Scalar=1"}), "elementwise 6 30");
    EXPECT_EQ(need("aten::add", {"float[2,1]", "float[3]", "Scalar=1"}), "elementwise 6 44");
    EXPECT_EQ(need("aten::mul", {"float[6]", "Scalar=2"}), "elementwise 6 48");
    EXPECT_EQ(need("aten::mul", {"float[6]", "Scalar"}, false), "elementwise 6 48");
    EXPECT_EQ(need("aten::mul", {"c10::BFloat16[6]", "double[]"}), "elementwise 6 32"); // a number of the same category
    EXPECT_EQ(need("aten::mul", {"long int[4]", "double[]"}), "elementwise 4 56");      // … of a higher one: float
    EXPECT_EQ(need("aten::mul", {"bool[4]", "long int[]"}), "elementwise 4 44");        // … or its own type
    EXPECT_EQ(need("aten::add", {"c10::Half[4]", "c10::BFloat16[4]", ""}), "elementwise 4 32");
    EXPECT_EQ(need("aten::add", {"int[4]", "long int[4]", ""}), "elementwise 4 80");
    EXPECT_EQ(need("aten::mul_", {"c10::Half[4]", "float[4]"}), "elementwise 4 32"); // in place: half
    EXPECT_EQ(need("aten::add", {"float[2]", "float[3]", ""}), noNumbers);
    EXPECT_EQ(need("aten::add", {"Scalar=1", "Scalar=2"}), noNumbers);
    EXPECT_EQ(need("aten::add", {"float[2]", "TensorList"}), noNumbers);
    EXPECT_EQ(need("aten::add", {"float[2]", "c10::complex<c10::Half>[2]"}), noNumbers);
}

TEST(LimitsWork, anIntegralResultHangsOnTheNumber)
{
    EXPECT_EQ(need("aten::mul", {"long int[4]", "Scalar=2"}), "elementwise 4 64");
    EXPECT_EQ(need("aten::mul", {"long int[4]", "Scalar=0.5"}), "elementwise 4 48");
    EXPECT_EQ(need("aten::pow", {"Scalar=1e3", "long int[4]"}), "elementwise 4 48");
    EXPECT_EQ(need("aten::mul", {"bool[4]", "Scalar=2"}), "elementwise 4 36");
    EXPECT_EQ(need("aten::mul", {"bool[4]", "Scalar=True"}), "elementwise 4 8");
    EXPECT_EQ(need("aten::mul", {"long int[4]", "Scalar"}, false), noNumbers);
    EXPECT_EQ(need("aten::div", {"long int[4]", "long int[4]"}), "elementwise 4 80");
    EXPECT_EQ(need("aten::div", {"long int[4]", "Scalar"}, false), "elementwise 4 48");
    EXPECT_EQ(need("aten::eq", {"float[4]", "Scalar"}, false), "elementwise 4 20"); // the result is a truth value
}

TEST(LimitsWork, otherElementwiseOperators)
{
    EXPECT_EQ(need("aten::addcmul", {"float[4]", "float[4]", "float[4]", "Scalar=1"}), "elementwise 8 64");
    EXPECT_EQ(need("aten::addcdiv_", {"float[4]", "float[4]", "float[1]", "Scalar=1"}), "elementwise 8 52");
    EXPECT_EQ(need("aten::silu_backward", {"c10::Half[4]", "c10::Half[4]"}), "elementwise 4 24");
    EXPECT_EQ(need("_C::silu_and_mul", {"c10::BFloat16[2,4]", "c10::BFloat16[2,8]"}), "elementwise 16 48");
    EXPECT_EQ(need("sgl_kernel::silu_and_mul", {"c10::BFloat16[2,4]", "c10::BFloat16[2,4]"}), noNumbers);
    // 24 + 12 rotated elements: 3·36; 2·36·2 + 3·8 + 3·4·2
    EXPECT_EQ(need("_C::rotary_embedding", {"long int[3]", "c10::BFloat16[3,16]", "c10::BFloat16[3,8]", "Scalar=8",
                                            "c10::BFloat16[100,4]", "Scalar=True"}),
              "elementwise 108 192");
    EXPECT_EQ(need("sgl_kernel::rotary_embedding",
                   {"long int[3]", "c10::BFloat16[3,16]", "", "Scalar=8", "c10::BFloat16[2,4]", "Scalar=True"}),
              "elementwise 72 136"); // no key; the cache has two rows
    EXPECT_EQ(need("_C::static_scaled_fp8_quant", {"c10::Float8_e4m3fn[4]", "c10::BFloat16[4]", "float[]"}),
              "elementwise 4 16");
}

TEST(LimitsWork, copiesAndLookUps)
{
    EXPECT_EQ(need("aten::copy_", {"c10::BFloat16[4]", "float[4]", "Scalar=False"}), "copy 0 24");
    EXPECT_EQ(need("aten::copy_", {"c10::BFloat16[4]", "float[4]/[0]", "Scalar=False"}), "copy 0 12");
    EXPECT_EQ(need("aten::zero_", {"float[4]"}), "copy 0 16");
    EXPECT_EQ(need("aten::fill_", {"c10::Half[4]", "Scalar=0"}), "copy 0 8");
    EXPECT_EQ(need("aten::embedding", {"c10::BFloat16[100,8]", "long int[3]", "Scalar=-1"}), "copy 0 120");
    EXPECT_EQ(need("aten::embedding", {"c10::BFloat16[2,8]", "long int[3]", "Scalar=-1"}), "copy 0 104");
    EXPECT_EQ(need("aten::index_select", {"float[5,4]", "Scalar=1", "long int[2]"}), "copy 0 96");
    EXPECT_EQ(need("aten::index_select", {"float[5,4]", "Scalar=-2", "long int[2]"}), "copy 0 80");
    EXPECT_EQ(need("aten::index_select", {"float[5,4]", "Scalar=2", "long int[2]"}), noNumbers);
    EXPECT_EQ(need("aten::gather", {"float[5,4]", "Scalar=1", "long int[5,1]", "Scalar=False"}), "copy 0 80");
    EXPECT_EQ(need("aten::upsample_nearest2d", {"c10::BFloat16[1,2,4,4]", "ScalarList=[8, 8]", ""}), "copy 0 320");
    EXPECT_EQ(need("aten::upsample_nearest2d", {"c10::BFloat16[1,2,4,4]", "", "ScalarList=[2., 2.]"}), noNumbers);
    EXPECT_EQ(need("_C_cache_ops::reshape_and_cache_flash",
                   {"c10::BFloat16[3,2,4]", "c10::BFloat16[3,2,4]", "unsigned char[9,2,4]", "unsigned char[9,2,4]",
                    "long int[3]", "", "float[]"}),
              "copy 0 168");
}

TEST(LimitsWork, reductions)
{
    EXPECT_EQ(need("aten::sum", {"float[2,3]", "", "Scalar=False", ""}), "reduce 6 28");
    EXPECT_EQ(need("aten::sum", {"float[2,3]", "ScalarList=[]", "Scalar=False", ""}), "reduce 6 28");
    EXPECT_EQ(need("aten::sum", {"float[2,3]", "ScalarList=[-1]", "Scalar=True", ""}), "reduce 6 32");
    EXPECT_EQ(need("aten::sum", {"int[4]", ""}), "reduce 4 24");
    EXPECT_EQ(need("aten::sum", {"c10::BFloat16[4]", "Scalar=6"}), "reduce 4 12");
    EXPECT_EQ(need("aten::sum", {"int[4]", ""}, false), "reduce 4 24"); // no type is given, text or not
    EXPECT_EQ(need("aten::sum", {"int[4]", "Scalar"}, false), noNumbers);
    EXPECT_EQ(need("aten::sum", {"float[2,3]", "", "Scalar", ""}, false), noNumbers);
    EXPECT_EQ(need("aten::mean", {"c10::BFloat16[2,3]", "ScalarList=[0, 1]", "Scalar=False", "", "c10::BFloat16[]"}),
              "reduce 6 14");
    EXPECT_EQ(need("aten::amax", {"float[2,3]", "ScalarList=[1]", "Scalar=False"}), "reduce 6 32");
    EXPECT_EQ(need("aten::max", {"float[2,3]"}), "reduce 6 28");
    EXPECT_EQ(need("aten::max", {"float[2,3]", "Scalar=0", "Scalar=False"}), "reduce 6 60"); // values and indices
    EXPECT_EQ(need("aten::min", {"float[4]", "float[4]"}), "reduce 4 48"); // of two tensors, element by element
    EXPECT_EQ(need("aten::argmax", {"float[2,3]", "Scalar=1", "Scalar=False"}), "reduce 6 40");
    EXPECT_EQ(need("aten::argmin", {"float[2,3]", "", "Scalar=False"}), "reduce 6 32");
    EXPECT_EQ(need("aten::argmax", {"float[2,3]", "Scalar=2", "Scalar=False"}), noNumbers);
    EXPECT_EQ(need("aten::linalg_vector_norm", {"float[4]", "Scalar=2.", "", "Scalar=False", ""}), "reduce 8 20");
    EXPECT_EQ(need("aten::cumsum", {"int[4]", "Scalar=0", ""}), "reduce 4 48");
    EXPECT_EQ(need("aten::cumsum", {"int[4]", "Scalar=0", "Scalar=3"}), "reduce 4 32");
}

TEST(LimitsWork, shapesAreThoseOfTheTensors)
{
    const std::string inputs = inputsText({"c10::Float8_e5m2fnuz[2,3]", "Scalar=1", "", "double[]", "TensorList",
                                           "c10::complex<float>[0]", "unsigned short int[1]"});
    EXPECT_EQ(OperatorCall("aten::add", inputs).shapeText(), "f8e5m2fnuz[2,3] f64[] c64[0] u16[1]");
}

TEST(LimitsWork, blanksBetweenTheInputsChangeNothing)
{
    const OperatorCall call("aten::addmm",
                            "[\n [\n 4 ],\n [ 2 , 3 ], [3, 4], [], [] ]\x1f[ \"float\",\n\"float\", "
                            "\"float\", \"Scalar\", \"Scalar\"]\x1f[\"\", \"\", \"\", \"0\", \"1\" ]\x1f");
    EXPECT_EQ(call.shapeText(), "f32[4] f32[2,3] f32[3,4]");
    EXPECT_EQ(workOf(call)->flop, 48);
}
