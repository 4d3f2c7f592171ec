// C++ names as the compiler writes them become what people read; everything else stays as it is.

#include "core/base/demangle.h"

#include <gtest/gtest.h>

using namespace ws;

TEST(Demangle, namesOfTheCompilerBecomeReadable)
{
    EXPECT_EQ(demangled("_Z4gemmPfi"), "gemm(float*, int)");
    EXPECT_EQ(demangled("_ZN2ns4gemmIfEEvPT_"), "void ns::gemm<float>(float*)");
}

TEST(Demangle, theKernelDescriptorOfAmdIsNoPartOfTheName)
{
    EXPECT_EQ(demangled("_Z4gemmPf.kd"), "gemm(float*)");
    EXPECT_EQ(demangled("__amd_rocclr_copyBuffer.kd"), "__amd_rocclr_copyBuffer.kd") << "no mangled name";
}

TEST(Demangle, bfloat16IsReadByLibrariesOlderThanTheType)
{
    EXPECT_EQ(demangled("_ZN5aiter4normIDF16bLi256EEEvPT_Pf"), "void aiter::norm<__bf16, 256>(__bf16*, float*)");
}

TEST(Demangle, whatTheLibraryCannotReadIsCalledByItsQualifiedName)
{
    EXPECT_EQ(demangled("_ZN7sgl_hip10activation18act_and_mul_kernelI14__hip_bfloat16TnPFT_RKS3_EXadL_Z4siluIS2_ES3_S5_"
                        "EEEEvPS3_PS4_i"),
              "sgl_hip::activation::act_and_mul_kernel<…>");
    EXPECT_EQ(demangled("_ZN2ck12_GLOBAL__N_13runI??"), "ck::(anonymous namespace)::run<…>");
}

TEST(Demangle, othersStayAsTheyAre)
{
    for (const char *name : {"", "_", "_Z", "_Z9", "_Z99999999999999999999a", "_ZN3a", "gemm", "Cijk_Ailk_Bljk_SB",
                             "_ZN99999foo", "triton_poi_fused_0"})
        EXPECT_EQ(demangled(name), name);
}

TEST(Demangle, veryLongNamesStayAsTheyAre)
{
    const std::string name = "_Z" + std::string(70'000, 'a');
    EXPECT_EQ(demangled(name), name);
}

TEST(Demangle, aShownNameIsMadeOnceAndOtherNamesGiveTheirOwnCharacters)
{
    const std::string_view name = "_Z4gemmPfi", plain = "gemm";
    EXPECT_EQ(shownName(name), "gemm(float*, int)");
    EXPECT_EQ(shownName(name).data(), shownName(std::string(name)).data());
    EXPECT_EQ(shownName(plain).data(), plain.data());
}
