#include "core/base/namecut.h"
#include "core/base/shortname.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

using namespace ws;
using namespace std::string_literals;

TEST(ShortName, plainNamesStayAsTheyAre)
{
    EXPECT_EQ(shortName("kernel_unified_attention_2d"), "kernel_unified_attention_2d");
    EXPECT_EQ(shortName("Memcpy HtoD (Pinned -> Device)"), "Memcpy HtoD (Pinned -> Device)");
    EXPECT_EQ(shortName(""), "");
}

TEST(ShortName, returnTypeTemplateAndArgumentListAreLeftOut)
{
    EXPECT_EQ(shortName("void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, int)"),
              "vllm::rotary_embedding_kernel");
    EXPECT_EQ(shortName("std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
                        "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, long)"),
              "vllm::fused_add_rms_norm_kernel");
    EXPECT_EQ(shortName("void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(unsigned long)"),
              "multimem_all_reduce_kernel");
    EXPECT_EQ(shortName("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
              "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
}

TEST(ShortName, signsThatCompareAreNoBrackets)
{
    for (const char *full : {
             "std::enable_if<((int)1)>((int)0), void>::type ns::scale<float>(float *)",
             "std::enable_if<((int)1)<((int)2), void>::type ns::scale<float>(float *)",
             "std::enable_if<((int)8)>=((int)4), void>::type ns::scale<(int)8>(float *)",
             "std::enable_if<(T1)>(T2), void>::type ns::scale<(int)4, (int)2>(float *)",
             "std::enable_if<((int)1)>((int)0)&&((int)2)>((int)1), void>::type ns::scale<float>(T1 *)",
             "std::enable_if<((int)1) > ((int)0) && (T1::size) > (4), void>::type ns::scale<float>(T1 *)",
             "std::enable_if<(((int)8)>>((int)1))>((int)0), void>::type ns::scale<float>(T1 *)",
             "std::conditional<((int)1)>((int)0)?(1):(2), A<int>>::type ns::scale<float>(T1 *)",
             "void ns::scale<((int)1)>((int)0), (int)4>(float *, a::B<int>)",
             "void ns::scale<((int)8)<<((int)1), ((int)8)>>((int)1)>(float *)",
             "void ns::scale<void (*)(int)>(int)",
             "void ns::scale<a::f<void (*)(int)>>(a::f<void (*)(int)>)",
             "void ns::scale<a::g()::{lambda(int)#1}::operator()<(int)4>(int) const::{lambda()#2}>(int)",
             "void ns::scale<(a::B)1, &a::operator< >(int)",
             "void ns::scale<&a::operator->, &a::operator>>>(int)",
             "decltype(auto) ns::scale<int>(int)",
             "decltype((a)+(b)) ns::scale<int>(int) [clone .kd]",
         })
        EXPECT_EQ(shortName(full), "ns::scale") << full;
    EXPECT_EQ(kernelBaseName(kernelSignature("a::b<((int)1)>((int)0), void>::type ns::g<((int)1)>((int)0)>(int)")),
              "g");
    for (const char *endless : {")>((", "<", "> "}) { // in time
        std::string damaged = "f<b)";
        while (damaged.size() < 70'000)
            damaged += endless;
        EXPECT_LE(shortName(damaged).size(), 70u) << endless;
    }
}

TEST(ShortName, aNameThatEndsInTheWordOperatorIsNone)
{
    EXPECT_EQ(shortName("void apply_operator<float, int>(float*, int)"), "apply_operator");
    EXPECT_EQ(shortName("void lin::stencil_operator<(int)4, ns::Tile<int, 8>>(float*)"), "lin::stencil_operator");
    EXPECT_EQ(kernelSignature("void apply_operator<float, int>(float*, int)"), "apply_operator<float,int>");
}

TEST(ShortName, elementwiseKernelsShowTheirFunctor)
{
    EXPECT_EQ(shortName("void at::native::vectorized_elementwise_kernel<8, at::native::FillFunctor<c10::BFloat16>, "
                        "std::array<char*, 1ul> >(int, at::native::FillFunctor<c10::BFloat16>)"),
              "at::vectorized_elementwise_kernel<FillFunctor>");
    EXPECT_EQ(shortName("void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::"
                        "direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const>>(int)"),
              "at::elementwise_kernel<direct_copy_kernel_cuda>");
}

TEST(ShortName, tensileNamesKeepTheirTile)
{
    EXPECT_EQ(shortName("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x192x64_MI16x16x1_SN_LDSB1_AFC1"),
              "Cijk_Alik_Bljk_BBS_BH…MT256x192x64");
    EXPECT_EQ(shortName("Cijk_Ailk_MT64x64x8_SE"), "Cijk_Ailk_MT64x64x8");
}

TEST(ShortName, aNameWhoseTemplateArgumentsWereCutOutKeepsItsFunction)
{
    EXPECT_EQ(
        shortName("void at::native::unrolled_kernel, Offset<1, int>, Store<1> >(int, at::f(at::I&)::{lambda()#3})"),
        "at::native::unrolled_kernel");
}

TEST(ShortName, mangledNamesAreDemangled)
{
    EXPECT_EQ(shortName("_ZN7ck_tile6kentryILi1EEEvi"), "ck_tile::kentry");
    EXPECT_EQ(shortName("_Znonsense"), "_Znonsense");
}

TEST(KernelSignature, leavesOutWhatToolsWriteDifferently)
{
    EXPECT_EQ(kernelSignature("void ns::(anonymous namespace)::f<4, float>(int, float *)"), "ns::f<4,float>");
    EXPECT_EQ(kernelSignature("ns::<unnamed>::f<4,float>(T1)"), "ns::f<4,float>");
    EXPECT_EQ(kernelSignature("_ZN7ck_tile6kentryILi1EEEvi.kd"), kernelSignature("void ck_tile::kentry<1>(int)"));
    EXPECT_EQ(kernelSignature("Cijk_Ailk_MT64 [clone .kd]"), "Cijk_Ailk_MT64");
    EXPECT_EQ(kernelSignature("plain"), "plain");
    EXPECT_EQ(kernelSignature(""), "");
}

TEST(KernelSignature, theBaseNameHasNeitherNamespaceNorTemplateArguments)
{
    EXPECT_EQ(kernelBaseName("ns::f<4,a::b>"), "f");
    EXPECT_EQ(kernelBaseName("f"), "f");
    EXPECT_EQ(kernelBaseName(kernelSignature("void a::b<c::d<(8)>(0)>>::g<1>(int)")), "g");
    EXPECT_EQ(kernelBaseName(""), "");
}

TEST(ShortName, cutsInTheMiddleByCharacters)
{
    EXPECT_EQ(cutInMiddle("abcdefghij", 5), "ab…ij");
    EXPECT_EQ(cutInMiddle("abcdefghij", 10), "abcdefghij");
    EXPECT_EQ(cutInMiddle("äöüäöüäöü", 4), "äö…ü");
    EXPECT_EQ(cutInMiddle("abcd…efghij", 10), "abcd…fghij") << "one cut is enough";
    EXPECT_EQ(cutInMiddle("abcdef…hijk", 10), "abcde…hijk");
    EXPECT_EQ(cutInMiddle("abcdefghijklm…xy", 8), "abcde…xy") << "it grows";
    EXPECT_EQ(cutInMiddle("ab…efghijklmnopq", 8), "ab…mnopq");
    EXPECT_EQ(cutInMiddle("…efghijklmnopq", 8), "…klmnopq");
    EXPECT_EQ(cutInMiddle("abcdefghij…", 8), "abcdefg…");
    EXPECT_EQ(cutInMiddle("ab…cdefgh…ij", 8), "ab…cd…ij") << "of several the last one";
    EXPECT_EQ(cutAtEnd("abcd…efghij", 6), "abc…ij");
    EXPECT_EQ(cutAtEnd("…efghijklmnop", 6), "…efgh…") << "what begins with a cut begins where it tells";
    EXPECT_EQ(cutInMiddle("abc", 1), "…");
    EXPECT_EQ(cutInMiddle("abc", 0), "");
}

TEST(ShortName, differentNamesNeverShareAShortName)
{
    std::vector<std::string> full;
    for (int tile : {64, 128, 256})
        for (int pad = 0; pad < 40; ++pad)
            full.push_back("void lib::kernel<" + std::to_string(tile) + ", Config<" + std::string(90, 'x') +
                           std::to_string(pad) + std::string(90, 'y') + ">, 7>(int)");
    full.push_back("lib::kernel");
    full.push_back("lib::kernel #2");
    const std::vector<std::string_view> views(full.begin(), full.end());
    const auto names = shortNames(views);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), full.size());
    for (const std::string &name : names)
        EXPECT_LE(name.size(), 70u) << name;
}

TEST(ShortName, thePartThatDiffersIsShown)
{
    const std::vector<std::string_view> views{"void f<c10::Half, 128>(int)", "void f<c10::BFloat16, 128>(int)"};
    const auto names = shortNames(views);
    EXPECT_EQ(names[0], "f[Half]");
    EXPECT_EQ(names[1], "f[BFloat16]");
}

TEST(ShortName, lambdasOfOneFunctionAreToldApartByTypesBeforeNumbers)
{
    const auto name = [](const std::string &lambda, const std::string &type) {
        return "void "
               "at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)"
               "::{lambda()#3}::operator()() const::{lambda()#" +
               lambda + "}::operator()() const::{lambda(" + type + ")#1}, std::array<char*, 2ul> >(int)";
    };
    const std::vector<std::string> full{name("7", "float"), name("12", "c10::BFloat16"), name("4", "long"),
                                        name("5", "long")};
    const std::vector<std::string_view> views(full.begin(), full.end());
    const std::string common = "at::unrolled_elementwise_kernel<direct_copy_kernel_cuda>";
    EXPECT_EQ(shortNames(views, 90),
              (std::vector{common + "[float]", common + "[BFloat16]", common + "[long 4]", common + "[long 5]"}));
}

TEST(ShortName, whatDiffersStaysAndWhatIsCommonIsCut)
{
    const std::vector<std::string_view> views{
        "void clover::par_ranged2d_kernel<PdV_kernel(bool, int)::[lambda(int, int) (instance 1)]>(clover::Range2d, T1)",
        "void clover::par_ranged2d_kernel<PdV_kernel(bool, int)::[lambda(int, int) (instance 2)]>(clover::Range2d, T1)",
        "void clover::par_ranged2d_kernel<update_halo_kernel(int)::[lambda(int) (instance 7)]>(clover::Range2d, T1)"};
    EXPECT_EQ(shortNames(views), (std::vector<std::string>{"clover::par_ranged2d_kernel[PdV_kernel 1]",
                                                           "clover::par_ranged2d_kernel[PdV_kernel 2]",
                                                           "clover::par_ranged2d_kernel[update_halo_kernel]"}));
    EXPECT_EQ(shortNames(views, 20),
              (std::vector<std::string>{"clover…kernel[PdV 1]", "clover…kernel[PdV 2]", "clover…ernel[update]"}));
}

TEST(ShortName, namesThatDifferOnlyBetweenTheirEndsAreToldApartInANarrowColumn)
{
    const std::vector<std::string_view> views{"volta_scudnn_128x64_stridedB_splitK_medium_nn_v1",
                                              "volta_scudnn_128x64_stridedB_splitK_small_nn_v1",
                                              "volta_scudnn_128x128_stridedB_splitK_medium_nn_v1"};
    EXPECT_EQ(shortNames(views, 20),
              (std::vector<std::string>{"volta_…nn_v1[128x64]", "volta_scud…all_nn_v1", "volta…nn_v1[128x128]"}));
}

TEST(ShortName, namesThatNobodyCanReadInFullAreToldApartByTheirNumbers)
{
    const std::vector<std::string_view> views{"_ZN7ck_tile6kentryILi1ENS_3FwdIDF16bQQLi3072EEEEEvi",
                                              "_ZN7ck_tile6kentryILi1ENS_3FwdIDF16bQQLi4096EEEEEvi"};
    EXPECT_EQ(shortNames(views), (std::vector<std::string>{"ck_tile::kentry[3072]", "ck_tile::kentry[4096]"}));
}

TEST(ShortName, tensileNamesOfOneTileShowWhereTheyDiffer)
{
    const std::vector<std::string_view> views{"Cijk_Alik_Bljk_BBS_BH_Bias_MT64x64x64_SN_WS64_WG32_8_1",
                                              "Cijk_Alik_Bljk_BBS_BH_Bias_MT64x64x64_SN_WS32_WG32_8_1"};
    EXPECT_EQ(shortNames(views)[1], "Cijk_Alik_Bljk_BBS_BH…MT64x64x64[WS32]");
}

TEST(ShortName, aWrapperWithoutMeaningGivesWayToItsArgument)
{
    EXPECT_EQ(shortName("void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_64x128_32x3_nt_align4>(T1::Params)"),
              "cutlass_80_tensorop_s1688gemm_64x128_32x3_nt_align4");
    EXPECT_EQ(shortName("void cutlass__5x_cudnn::Kernel<cutlass_tensorop_256x64>(cutlass_tensorop_256x64::Params)"),
              "cutlass_tensorop_256x64");
    EXPECT_EQ(shortName("void cutlass::Kernel<a::Gemm<float> >(int)"), "cutlass::Kernel");
    EXPECT_EQ(
        shortName("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MaxOps<float>>>"),
        "at::reduce_kernel<MaxOps>");
}

TEST(ShortName, everySpellingOfTheAnonymousNamespaceIsLeftOut)
{
    for (const char *unnamed : {"(anonymous namespace)", "<unnamed>", "{anonymous}"})
        EXPECT_EQ(shortName("void at::native::"s + unnamed + "::CatArrayBatchedCopy<float, (int)2>(char *)"),
                  "at::CatArrayBatchedCopy");
}

TEST(ShortName, cuttingKeepsBracketsInPairs)
{
    EXPECT_EQ(cutName("at::vectorized_elementwise_kernel<FillFunctor>", 30), "at::vectorized_e…<FillFunctor>");
    EXPECT_EQ(cutName("at::elementwise_kernel<direct_copy_kernel_cuda>", 20), "direct_copy_kernel_…");
    EXPECT_EQ(cutName("Cijk_Alik_Bljk_BBS_BH…MT256x192x64", 20), "Cijk_Al…MT256x192x64");
    EXPECT_EQ(cutName("Cijk_Alik_Bljk_BBS_BH…MT128x96x128", 14), "C…MT128x96x128");
    EXPECT_EQ(cutName("Memcpy DtoD (Device -> Device)", 20), "Memcpy DtoD…");
    EXPECT_EQ(cutName("f(abcdefghijklmnop, q)", 12), "f(abcd…p, q)");
    EXPECT_EQ(cutName("a[bcdefghijkl](mnopqrstuv)", 12), "a…");
    EXPECT_EQ(cutName("abcdef", 4), "abc…");
    EXPECT_EQ(cutName("abcdef", 0), "");
}

TEST(ShortName, brokenSignaturesDoNoHarm)
{
    for (const char *text : {"f<<<", ">>>(", "((((", "a<b(c>d)", "void ", "void  (", "<", "Cijk_", "_Z", "f)>)"})
        EXPECT_FALSE(shortName(text).size() > 60) << text;
}

TEST(ShortName, equalNamesHaveOneShortName)
{
    const std::vector<std::string_view> views{"nvjet_hsh_64x64_TNT", "other", "nvjet_hsh_64x64_TNT"};
    EXPECT_EQ(shortNames(views), (std::vector<std::string>{"nvjet_hsh_64x64_TNT", "other", "nvjet_hsh_64x64_TNT"}));
}

TEST(ShortName, pythonsBuiltInsKeepMethodAndTypeWithoutTheAddress)
{
    EXPECT_EQ(shortName("<built-in method items of dict object at 0x7f21a8c0b3c0>"), "dict.items");
    EXPECT_EQ(shortName("<built-in method data_ptr of torch.storage.UntypedStorage object at 0x7F21>"),
              "UntypedStorage.data_ptr");
    EXPECT_EQ(shortName("<built-in function linear>"), "<built-in function linear>");
    EXPECT_EQ(withoutAddress("<bound method A.f of <a.A object at 0x7f21>>"), "<bound method A.f of <a.A object>>");
    EXPECT_EQ(withoutAddress("look at 0xylophone"), "look at 0xylophone");
    EXPECT_EQ(withoutAddress("<built-in method of object at 0x7f>"), "<built-in method of object>") << "no type";
}

TEST(ShortName, methodsOfTwoObjectsOfAListHaveOneShortName)
{
    const std::vector<std::string_view> names{"<built-in method get of dict object at 0x7f01>", "gemm",
                                              "<built-in method get of dict object at 0x7f02>"};
    EXPECT_EQ(shortNames(names), (std::vector<std::string>{"dict.get", "gemm", "dict.get"}));
}

TEST(ShortName, directionsOfCopiesStayInNarrowColumns)
{
    const std::vector<std::string_view> names{"[CUDA memcpy Host-to-Device]", "[CUDA memcpy Device-to-Host]",
                                              "[CUDA memcpy Device-to-Device]", "[CUDA memset]"};
    EXPECT_EQ(shortNames(names, 18),
              (std::vector<std::string>{"CUDA memcpy HtoD", "CUDA memcpy DtoH", "CUDA memcpy DtoD", "[CUDA memset]"}));
    EXPECT_EQ(shortNames(names, 40)[0], names[0]) << "there is room";
    EXPECT_EQ(cutName("[x] and [y] of a name", 12).find("…") == std::string::npos, false) << "no name in brackets";
}
