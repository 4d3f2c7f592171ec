#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageconflicts.h"
#include "stagefixture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace ws;
using namespace ws::test;

namespace {

constexpr std::string_view nestedText = R"({"vllm": {"llama": {"layer_anno": {
    "Stage": {".*": "layer"},
    "Substage": {"gemm": "gemm", "zz": "last", "attn": "attn", ".*": "misc"}}}}})";

MappingFile read(std::string_view json)
{
    Result<MappingFile> file = readMappings(json);
    EXPECT_TRUE(file.ok()) << file.error().text().toStdString();
    return std::move(file.value());
}

nlohmann::ordered_json parsed(std::string_view json)
{
    return nlohmann::ordered_json::parse(json);
}

} // namespace

TEST(StageMapping, nestedFormKeepsBothListsAndTheirOrder)
{
    const MappingFile file = read(nestedText);
    ASSERT_EQ(file.mappings.size(), 1u);
    const StageMapping &mapping = file.mappings[0];
    EXPECT_EQ(mapping.name(), "vllm/llama");
    EXPECT_FALSE(mapping.isJoined());
    ASSERT_EQ(mapping.substages.size(), 4u);
    EXPECT_EQ(mapping.substages[1], (LabelRule{"zz", "last"}));
    EXPECT_EQ(mapping.stages, (std::vector<LabelRule>{{".*", "layer"}}));
    EXPECT_TRUE(file.diagnostics.empty());
    EXPECT_EQ(parsed(writeMappings(file.mappings)), parsed(nestedText));
}

TEST(StageMapping, flatFormImpliesTheStage)
{
    constexpr std::string_view text =
        R"({"vllm": {"ds": {"gemm": "gemm", "CUDA mem": "non-gpu-H_D_memops"}}, "trt": {"m": {"b": "c", "a": "d"}}})";
    const MappingFile file = read(text);
    ASSERT_EQ(file.mappings.size(), 2u);
    EXPECT_EQ(file.mappings[0].form, MappingForm::Flat);
    EXPECT_EQ(file.mappings[0].joined(),
              (std::vector<StageRule>{{"gemm", "gpu", "gemm"}, {"CUDA mem", "memory", "non-gpu-H_D_memops"}}));
    EXPECT_TRUE(file.mappings[1].canBeFlat());
    EXPECT_EQ(parsed(writeMappings(file.mappings)), parsed(text));
}

TEST(StageMapping, aFlatMappingWithAStageOfItsOwnIsWrittenNested)
{
    StageMapping mapping = flatMapping({{"gemm", "gemm"}});
    mapping.stages[0].label = "linear";
    const MappingFile back = read(writeMappings({&mapping, 1}));
    EXPECT_EQ(back.mappings[0].form, MappingForm::Nested);
    EXPECT_EQ(back.mappings[0].joined(), mapping.joined());
}

TEST(StageMapping, switchedOffRulesColoursAndDuplicatesSurviveInBothForms)
{
    for (MappingForm form : {MappingForm::Nested, MappingForm::Flat}) {
        StageMapping mapping = flatMapping({{"a", "one"}, {"b", "two"}, {"a", "three"}, {"c", "four"}, {".*", "misc"}});
        mapping.form = form;
        for (std::vector<LabelRule> *list : {&mapping.stages, &mapping.substages}) {
            (*list)[0].enabled = false;
            (*list)[0].colour = 0x4477AA;
            (*list)[1].colour = 0x00000F;
            (*list)[3].enabled = false;
        }
        const std::string text = writeMappings({&mapping, 1});
        const MappingFile back = read(text);
        EXPECT_EQ(back.mappings[0], mapping) << text;
        EXPECT_TRUE(back.diagnostics.empty());
    }
}

TEST(StageMapping, whatTheScriptReadsHoldsOnlyRulesInForce)
{
    StageMapping mapping = flatMapping({{"off", "x"}, {"b", "first"}, {"b", "never"}});
    mapping.stages[0].enabled = mapping.substages[0].enabled = false;
    const auto flat = parsed(writeMappings({&mapping, 1}));
    EXPECT_EQ(flat["test"]["model"], parsed(R"({"b": "first"})"));
    mapping.form = MappingForm::Nested;
    const auto nested = parsed(writeMappings({&mapping, 1}));
    EXPECT_EQ(nested["test"]["model"]["layer_anno"]["Substage"], parsed(R"({"b": "first"})"));
}

TEST(StageMapping, joinedRulesCanBeEditedAndGoBackToBothLists)
{
    StageMapping mapping = flatMapping({{"a", "x"}, {"b", "y"}});
    std::vector<StageRule> rules = mapping.joined();
    std::swap(rules[0], rules[1]);
    rules[0].stage = "norm";
    mapping.setJoined(rules);
    EXPECT_TRUE(mapping.isJoined());
    EXPECT_EQ(mapping.stages[0], (LabelRule{"b", "norm"}));
    EXPECT_EQ(mapping.substages[1], (LabelRule{"a", "x"}));
}

TEST(StageMappingHostile, aKeyThatStandsTwiceKeepsTheFirstPlaceAndTheLastLabel)
{
    const MappingFile file = read(R"({"e": {"m": {"a": "1", "b": "2", "a": "3", "c": "4", "a": "5"}}})");
    EXPECT_EQ(file.mappings[0].substages, (std::vector<LabelRule>{{"a", "5"}, {"b", "2"}, {"c", "4"}}));
    const Diagnostic *d = file.diagnostics.find("mapping-duplicate-key");
    ASSERT_TRUE(d);
    EXPECT_EQ(d->count, 2u);
    EXPECT_EQ(d->example, "a");
}

TEST(StageMappingHostile, ofAHundredThousandRulesTheFirstTwoThousandAreKept)
{
    std::string json = R"({"e": {"m": {)";
    for (int i = 0; i < 100'000; ++i)
        json += (i ? ",\"kernel_" : "\"kernel_") + std::to_string(i) + "\": \"label\"";
    const MappingFile file = read(json + "}}}");
    EXPECT_EQ(file.mappings[0].substages.size(), maxMappingRules);
    EXPECT_EQ(file.mappings[0].substages.back().regex, "kernel_1999");
    const Diagnostic *d = file.diagnostics.find("mapping-too-many-rules");
    ASSERT_TRUE(d);
    EXPECT_EQ(d->count, 98'000u);
    EXPECT_EQ(d->example, "kernel_2000");
}

TEST(StageMappingHostile, invalidRegexesStayAndAreNamed)
{
    const MappingFile file = read(R"({"e": {"m": {"gemm(": "a", "[z-a]": "b", "ok": "c"}}})");
    EXPECT_EQ(file.mappings[0].substages.size(), 3u);
    const Diagnostic *d = file.diagnostics.find("mapping-invalid-regex");
    ASSERT_TRUE(d);
    EXPECT_EQ(d->count, 2u);
}

TEST(StageMappingHostile, wrongTypesAreIgnoredAndNamed)
{
    const MappingFile file =
        read(R"({"e": {"m": {"a": 1, "b": null, "c": ["x"], "d": "good", "e": {"f": "g"}}, "n": 7}, "f": []})");
    ASSERT_EQ(file.mappings.size(), 1u);
    EXPECT_EQ(file.mappings[0].substages, (std::vector<LabelRule>{{"d", "good"}}));
    const Diagnostic *d = file.diagnostics.find("mapping-wrong-type");
    ASSERT_TRUE(d);
    EXPECT_EQ(d->count, 6u);
}

TEST(StageMappingHostile, unknownAndMissingKeysOfTheNestedFormAreNamed)
{
    const MappingFile file =
        read(R"({"e": {"m": {"layer_anno": {"Substage": {"a": "b"}, "Extra": {}}, "note": "x"}}})");
    EXPECT_EQ(file.diagnostics.find("mapping-unknown-key")->count, 2u);
    EXPECT_TRUE(file.diagnostics.find("mapping-missing-list"));
    EXPECT_TRUE(file.mappings[0].stages.empty());
}

TEST(StageMappingHostile, hugePatternsDeepNestingAndBrokenTextEndQuickly)
{
    const MappingFile huge = read(R"({"e": {"m": {")" + std::string(5'000'000, 'x') + R"(": "a", "b": "c"}}})");
    EXPECT_EQ(huge.mappings[0].substages.size(), 1u);
    EXPECT_EQ(huge.diagnostics.find("mapping-pattern-too-long")->example.size(), 200u);

    const std::string deep(2'000'000, '[');
    EXPECT_FALSE(readMappings(deep).ok());
    const MappingFile nested =
        read(R"({"e": {"m": {"a": "b", "c": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}}}");
    EXPECT_EQ(nested.mappings[0].substages.size(), 1u);
    EXPECT_TRUE(nested.diagnostics.find("mapping-too-deep"));

    for (std::string_view bad :
         {"", "{", "nonsense", "[1,2", "{\"e\": {\"m\": {\"a\": \"\xff\"}}}", "{\"e\":{\"m\":{\"a\":\"b\"}}} x"}) {
        const Result<MappingFile> file = readMappings(bad, QStringLiteral("bad.json"));
        ASSERT_FALSE(file.ok()) << bad;
        EXPECT_EQ(file.error().kind, ErrorKind::Malformed);
    }
    EXPECT_FALSE(readMappings("[1, 2]").ok());
    EXPECT_FALSE(readMappings("\"text\"").ok());
    EXPECT_FALSE(readMappings("{}").ok());
}

TEST(StageMappingHostile, aMillionValuesAreBounded)
{
    std::string json = R"({"e": {"m": {"a": "b", "c": [)";
    for (int i = 0; i < 1'200'000; ++i)
        json += "1,";
    const MappingFile file = read(json + "1]}}}");
    EXPECT_TRUE(file.diagnostics.find("mapping-too-large"));
}

// A file with all errors at once is read, classified and written again; without the limits on rules it would exceed the
// test's time limit.
TEST(StageMappingHostile, aHostileFileIsUsable)
{
    std::string json = R"({"e": {"m": {"(a+)+$": "slow", "gemm(": "bad", "n": 7, "dup": "1", "dup": "2", )";
    json += '"' + std::string(5'000'000, 'z') + "\": \"long\", ";
    for (int i = 0; i < 100'000; ++i)
        json += "\"(k|x" + std::to_string(i) + ")+_\": \"many\", ";
    const MappingFile file = read(json + R"(".*": "misc"}}})");
    ASSERT_EQ(file.mappings.size(), 1u);
    EXPECT_EQ(file.mappings[0].substages.size(), maxMappingRules);
    EXPECT_EQ(file.mappings[0].substages[2], (LabelRule{"dup", "2"}));
    for (const char *kind : {"mapping-too-many-rules", "mapping-invalid-regex", "mapping-wrong-type",
                             "mapping-duplicate-key", "mapping-pattern-too-long"})
        EXPECT_TRUE(file.diagnostics.find(kind)) << kind;
    const StageFixture run = StageFixture::ofNames({std::string(4000, 'a') + "!", "gemm", "dup"});
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(file.mappings[0]);
    EXPECT_EQ(substageOf(*classes, "dup"), "2");
    EXPECT_FALSE(ruleStats(*classes, MappingLevel::Substage, run.sums())[0].problem.isEmpty());
    EXPECT_EQ(read(writeMappings(file.mappings)).mappings, file.mappings);
}

TEST(StageMappingHostile, ownKeysWithNonsenseDoNoHarm)
{
    const MappingFile file = read(R"({"e": {"m": {"a": "b"}}, "layer_anno_warpscope": {"e": {"m": {
        "colours": {"a": "blue"}, "more": [1, {"regex": 5, "label": "x"}, {"regex": "r", "label": "l", "at": -99999999999}]}}}})");
    EXPECT_EQ(file.mappings.size(), 1u);
    ASSERT_EQ(file.mappings[0].substages.size(), 2u);
    EXPECT_EQ(file.mappings[0].substages[0], (LabelRule{"r", "l", false, noColour}));
    EXPECT_EQ(file.mappings[0].substages[1].colour, noColour);
    EXPECT_TRUE(file.mappings[0].isJoined());
}

TEST(MappingLibrary, builtInMappingsAreCompiledIn)
{
    QTemporaryDir folder;
    const MappingLibrary library(folder.path());
    ASSERT_EQ(library.all().size(), 5u);
    for (const char *name : {"default/any", "vllm/llama", "vllm/ds", "vllm/gpt-oss", "vllm/operations"})
        EXPECT_TRUE(library.find(name)) << name;
    const StageMapping &standard = library.find(defaultMappingName)->mapping;
    EXPECT_TRUE(standard.isJoined());
    EXPECT_EQ(standard.joined().size(), 92u);
    EXPECT_FALSE(library.find("vllm/ds")->mapping.isJoined());
}

/// The program trusts them.
TEST(MappingLibrary, regexesOfTheBuiltInMappingsAreValid)
{
    for (const char *name : {"default", "vllm", "operations"}) {
        QFile file(QStringLiteral(":/mappings/%1.json").arg(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << name;
        const Result<MappingFile> mappings = readMappings(file.readAll().toStdString());
        ASSERT_TRUE(mappings) << name;
        EXPECT_TRUE(mappings->diagnostics.empty()) << name;
    }
    const char *invalid = R"({"a": {"b": {"(": "x"}}})";
    EXPECT_FALSE(readMappings(invalid)->diagnostics.empty());
    EXPECT_TRUE(readMappings(invalid, {}, RegexCheck::None)->diagnostics.empty());
}

TEST(MappingLibrary, theDefaultMappingTellsCopiesWithinTheDeviceFromOthers)
{
    const std::pair<const char *, std::vector<std::string>> kinds[] = {
        {"memcpy_h2d",
         {"Memcpy HtoD (Pinned -> Device)", "Memcpy HtoA (Pageable -> Array)", "[CUDA memcpy Host-to-Array]",
          "[CUDA memcpy Unified Host-to-Device]", "[CUDA memcpy Unified HtoD]", "[CUDA Unified Memory memcpy HtoD]",
          "Memcpy M2D(Memory -> Device)", "MemcpyH2D", "MemcpyHostToDevice", "zeCommandListAppendMemoryCopy(M2D)",
          "CopyHostToDevice", "MEMORY_COPY_HOST_TO_DEVICE"}},
        {"memcpy_d2h",
         {"Memcpy DtoH (Device -> Pinned)", "Memcpy AtoH (Array -> Pageable)", "[CUDA memcpy Array-to-Host]",
          "[CUDA memcpy Unified Device-to-Host]", "[CUDA Unified Memory memcpy DtoH]", "Memcpy D2M(Device -> Memory)",
          "MemcpyD2H", "MemcpyDeviceToHost", "zeCommandListAppendMemoryCopy(D2M)[1048576]", "CopyDeviceToHost",
          "MEMORY_COPY_DEVICE_TO_HOST"}},
        {"memcpy_d2d",
         {"Memcpy DtoD (Device -> Device)", "Memcpy AtoD (Array -> Device)", "[CUDA memcpy Device-to-Device]",
          "[CUDA memcpy Array-to-Device]", "[CUDA memcpy Unified DtoD]", "[CUDA memcpy Peer-to-Peer]",
          "Memcpy PtoP (Device -> Device)", "Memcpy D2D(Device -> Device)", "MemcpyD2D",
          "zeCommandListAppendMemoryCopy(D2D)", "CopyDeviceToDevice", "MEMORY_COPY_DEVICE_TO_DEVICE"}},
        {"memcpy",
         {"Memcpy HtoH (Pinned -> Pageable)", "[CUDA memcpy Host-to-Host]", "[CUDA memcpy Unknown]", "[CUDA memcpy 99]",
          "Memcpy", "Memcpy (Unknown -> Unknown)", "MemcpyOther", "zeCommandListAppendMemoryCopy(S2S)",
          "MEMORY_COPY_HOST_TO_HOST", "MEMORY_COPY"}},
        {"memset", {"Memset (Device)", "[CUDA memset]", "zeCommandListAppendMemoryFill"}}};
    for (const auto &[kind, names] : kinds) {
        const auto classes = StageClassifier(std::make_shared<const NameSet>(names)).classify(defaultMapping());
        for (size_t i = 0; i < names.size(); ++i) {
            EXPECT_EQ(classes->mapping.substages[classes->substage.rule[i]].label, kind) << names[i];
            EXPECT_EQ(classes->mapping.stages[classes->stage.rule[i]].label, "memory") << names[i];
        }
    }
}

TEST(MappingLibrary, kernelsOfXpuAndOfLlamaCppHaveTheirStages)
{
    const std::vector<std::pair<const char *, std::vector<std::string>>> kinds{
        {"pointwise",
         {"at::native::xpu::VectorizedElementwiseKernel<4, at::native::xpu::AddFunctor<float>>",
          "at::AtenIpexTypeXPU::UnrolledElementwiseKernelForMultiOutputs<1>",
          "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)"}},
        {"reduce", {"at::native::xpu::ReduceKernel<4, at::native::xpu::ReduceOp<float>>"}},
        {"layer_norm", {"at::native::xpu::FusedNormKernelFunctor<float, float>"}},
        {"softmax", {"at::native::xpu::impl::DispatchSoftmaxForwardKernelFunctor<8>"}},
        {"quant_weight_gemm", {"void mul_mat_q<(ggml_type)12, 64, false>(char const*)", "mul_mat_vec_q4_K_q8_1_cuda"}},
        {"gemv_skinny",
         {"void mul_mat_vec_f<__nv_bfloat16, float, 1, 256>(int)", "mul_mat_f<__nv_bfloat162, 16, 8, 2>"}}};
    for (const auto &[kind, names] : kinds) {
        const auto classes = StageClassifier(std::make_shared<const NameSet>(names)).classify(defaultMapping());
        for (size_t i = 0; i < names.size(); ++i)
            EXPECT_EQ(classes->mapping.substages[classes->substage.rule[i]].label, kind) << names[i];
    }
}

TEST(MappingLibrary, everyBuiltInMappingTakesCopiesOfBothProfilersAsMemory)
{
    const StageFixture run = StageFixture::ofNames(
        {"Memcpy HtoD (Pageable -> Device)", "Memset (Device)", "[CUDA memcpy Host-to-Device]", "[CUDA memset]"});
    StageClassifier classifier(run.names);
    const MappingLibrary library{QString()};
    for (const KnownMapping &known : library.all()) {
        const auto classes = classifier.classify(known.mapping);
        for (const StageGroup &group : classes->groups)
            EXPECT_TRUE(group.stage == "memory" || group.substage == "non-gpu-H_D_memops")
                << known.mapping.name() << ": " << group.stage << "/" << group.substage;
    }
}

TEST(MappingLibrary, savingNeverReplacesSilently)
{
    QTemporaryDir folder;
    MappingLibrary library(folder.path());
    StageMapping mine = flatMapping({{"gemm", "gemm"}});
    ASSERT_TRUE(library.save(mine, false).ok());
    mine.substages[0].label = "changed";
    EXPECT_FALSE(library.save(mine, false).ok());
    EXPECT_EQ(library.find("test/model")->mapping.substages[0].label, "gemm");
    ASSERT_TRUE(library.save(mine, true).ok());
    EXPECT_EQ(MappingLibrary(folder.path()).find("test/model")->mapping, mine);

    mine.engine = "vllm";
    mine.model = "llama";
    EXPECT_FALSE(library.save(mine, false).ok()) << "a built-in name";
    ASSERT_TRUE(library.save(mine, true).ok());
    EXPECT_EQ(library.find("vllm/llama")->mapping, mine);
}

TEST(MappingLibrary, savingKeepsTheOtherMappingsOfAFile)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("two.json")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"e": {"a": {"x": "1"}, "b": {"y": "2"}}})");
    file.close();
    MappingLibrary library(folder.path());
    StageMapping a = library.find("e/a")->mapping;
    a.substages[0].label = "new";
    ASSERT_TRUE(library.save(a, true).ok());
    const MappingLibrary again(folder.path());
    EXPECT_EQ(again.find("e/a")->mapping.substages[0].label, "new");
    EXPECT_EQ(again.find("e/b")->mapping.substages[0].label, "2");
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

TEST(MappingLibrary, strangeNamesMakeHarmlessFileNames)
{
    QTemporaryDir folder;
    MappingLibrary library(folder.path());
    StageMapping mapping = flatMapping({{"a", "b"}});
    mapping.engine = "../../up";
    mapping.model = "中文 \\ : *";
    const Result<QString> path = library.save(mapping, false);
    ASSERT_TRUE(path.ok()) << path.error().text().toStdString();
    EXPECT_EQ(QFileInfo(*path).absolutePath(), QFileInfo(folder.path()).absoluteFilePath());
    EXPECT_EQ(MappingLibrary(folder.path()).find(mapping.name())->mapping, mapping);
}

TEST(MappingLibrary, aMappingIsFoundByNameOrFile)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("m#1.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(nestedText.data());
    file.close();
    const MappingLibrary library{QString()};
    EXPECT_TRUE(library.resolve(QStringLiteral("vllm/gpt-oss")).ok());
    EXPECT_EQ(library.resolve(path)->mapping.name(), "vllm/llama");
    EXPECT_EQ(library.resolve(path + QStringLiteral("#vllm/llama"))->mapping.substages.size(), 4u);
    EXPECT_EQ(library.resolve(path + QStringLiteral("#vllm/none")).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(library.resolve(QStringLiteral("no/such")).error().kind, ErrorKind::NotFound);
}
