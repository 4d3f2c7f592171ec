#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stageconflicts.h"
#include "core/base/texts.h"
#include "stagefixture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

using namespace ws;
using namespace ws::test;

namespace {

bool matches(std::string_view pattern, const QString &name)
{
    const CompiledRegex regex = compilePythonRegex(pattern);
    EXPECT_TRUE(regex.ok()) << pattern << ": " << regex.error.toStdString();
    return regex.regex.match(name).hasMatch();
}

qsizetype noteCount(std::string_view pattern)
{
    return static_cast<qsizetype>(translatePythonRegex(pattern).notes.size());
}

} // namespace

TEST(StageClassifier, theFirstMatchingRuleWinsAnywhereInTheName)
{
    const StageFixture run = StageFixture::ofNames({"ampere_sgemm_64", "gemm_moe", "MOE", "x"});
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"moe", "moe"}, {"gemm", "gemm"}, {".*", "misc"}}));
    EXPECT_EQ(substageOf(*classes, "ampere_sgemm_64"), "gemm");
    EXPECT_EQ(substageOf(*classes, "gemm_moe"), "moe");
    EXPECT_EQ(substageOf(*classes, "MOE"), "misc") << "case-sensitive";
    EXPECT_EQ(classes->groups.front().substage, "moe") << "groups stand in the order of the rules";
}

TEST(StageClassifier, rulesMatchMangledNamesAsTheyStandAndAsPeopleReadThem)
{
    const StageFixture run = StageFixture::ofNames({"_ZN2ns4gemmIfEEvPT_", "_ZN2ns4normIfEEvPT_", "ns::gemm<float>"});
    StageClassifier classifier(run.names);
    const auto classes =
        classifier.classify(flatMapping({{"^void ns::gemm<float>", "read"}, {"4normI", "raw"}, {".*", "misc"}}));
    EXPECT_EQ(substageOf(*classes, "_ZN2ns4gemmIfEEvPT_"), "read");
    EXPECT_EQ(substageOf(*classes, "_ZN2ns4normIfEEvPT_"), "raw");
    EXPECT_EQ(substageOf(*classes, "ns::gemm<float>"), "misc");
}

TEST(StageClassifier, namesWithoutARuleAreUnmatchedAndLast)
{
    const StageFixture run = StageFixture::ofNames({"none", "gemm"});
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"gemm", "gemm"}}));
    EXPECT_EQ(substageOf(*classes, "none"), unmatchedLabel);
    EXPECT_EQ(classes->groups.back().stage, unmatchedLabel);
    EXPECT_EQ(classes->substage.rule, (std::vector<uint32_t>{noRule, 0}));
}

TEST(StageClassifier, stageAndSubstageAreIndependentLists)
{
    const StageFixture run = StageFixture::ofNames({"flash_gemm"});
    StageClassifier classifier(run.names);
    StageMapping mapping{"e", "m", MappingForm::Nested, {{"gemm", "linear"}}, {{"flash", "attn"}, {"gemm", "gemm"}}};
    const auto classes = classifier.classify(mapping);
    EXPECT_EQ(classes->groups[0].stage, "linear");
    EXPECT_EQ(classes->groups[0].substage, "attn");
}

TEST(StageClassifier, switchedOffRulesTakeNothing)
{
    const StageFixture run = StageFixture::ofNames({"gemm"});
    StageClassifier classifier(run.names);
    StageMapping mapping = flatMapping({{"gemm", "off"}, {"gem", "on"}});
    mapping.stages[0].enabled = mapping.substages[0].enabled = false;
    EXPECT_EQ(substageOf(*classifier.classify(mapping), "gemm"), "on");
}

TEST(StageClassifier, anInvalidRegexIsSkippedAndReported)
{
    const StageFixture run = StageFixture::ofNames({"gemm"});
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"gemm(", "bad"}, {"gemm", "good"}}));
    EXPECT_EQ(substageOf(*classes, "gemm"), "good");
    const auto stats = ruleStats(*classes, MappingLevel::Substage, run.sums());
    EXPECT_FALSE(stats[0].problem.isEmpty());
    EXPECT_TRUE(stats[1].problem.isEmpty());
}

TEST(StageClassifier, aCatastrophicPatternIsAnErrorOfTheRuleAndNeverHangs)
{
    const StageFixture run = StageFixture::ofNames({std::string(5000, 'a') + "!", "short"});
    StageClassifier classifier(run.names);
    for (const char *pattern : {"(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*a){20}$", "([a-z]+)*!!"}) {
        const auto classes = classifier.classify(flatMapping({{pattern, "bad"}, {".*", "misc"}}));
        const auto stats = ruleStats(*classes, MappingLevel::Substage, run.sums());
        EXPECT_TRUE(stats[0].won == 1 || !stats[0].problem.isEmpty()) << pattern;
    }
    const auto classes = classifier.classify(flatMapping({{"(a+)+$", "bad"}, {".*", "misc"}}));
    EXPECT_EQ(classes->substage.hits[0]->undecided, 1u);
    EXPECT_EQ(classes->substage.hits[0]->firstUndecided, 0u);
    EXPECT_EQ(explain(*classes, MappingLevel::Substage, std::string(5000, 'a') + "!").inError,
              (std::vector<uint32_t>{0}));
}

TEST(StageClassifier, aSlowPatternOverManyLongNamesEndsInTime)
{
    std::vector<std::string> names;
    for (int i = 0; i < 500; ++i)
        names.push_back(std::string(5000 + static_cast<size_t>(i), 'a'));
    const StageFixture run = StageFixture::ofNames(names);
    StageClassifier classifier(run.names, std::chrono::milliseconds(50));
    const auto classes =
        classifier.classify(flatMapping({{"[ab]{0,9}[ac]{0,9}[ad]*Y?Z?[0-9]", "slow"}, {".*", "misc"}}));
    EXPECT_TRUE(classes->substage.hits[0]->outOfTime);
    EXPECT_FALSE(classes->substage.hits[0]->problem().isEmpty());
}

TEST(StageClassifier, aNameThatAnotherAlternativeMatchesIsNotUndecided)
{
    const StageFixture run = StageFixture::ofNames({std::string(5000, 'a') + "!", std::string(5000, 'a') + "?"});
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"(a+)+$|(a|aa)+$|!", "bad"}, {".*", "misc"}}));
    const RegexHits &hits = *classes->substage.hits[0];
    EXPECT_TRUE(hits.test(0));
    EXPECT_EQ(hits.undecided, 1u) << "not once for each alternative";
    EXPECT_EQ(hits.firstUndecided, 1u);
}

TEST(StageClassifier, withoutItsSlowAlternativeARuleIsFineAgain)
{
    std::vector<std::string> names;
    for (int i = 0; i < 500; ++i)
        names.push_back(std::string(5000 + static_cast<size_t>(i), 'a') + (i % 2 ? "b7" : ""));
    const StageFixture run = StageFixture::ofNames(names);
    StageClassifier classifier(run.names, std::chrono::milliseconds(50));
    const auto problem = [&](const char *regex) {
        return classifier.classify(flatMapping({{regex, "x"}}))->substage.hits[0]->problem();
    };
    EXPECT_FALSE(problem("[ab]{0,9}[ac]{0,9}[ad]*Y?Z?[0-9]|b\\d").isEmpty());
    EXPECT_TRUE(problem("b\\d").isEmpty());
}

TEST(StageClassifier, cancellingGivesNothing)
{
    const StageFixture run = StageFixture::ofNames({"gemm", "x"});
    StageClassifier classifier(run.names);
    Progress progress;
    progress.cancel();
    EXPECT_EQ(classifier.classify(flatMapping({{"gemm|yy", "a"}}), &progress), nullptr);
    EXPECT_NE(classifier.classify(flatMapping({{"gemm|yy", "a"}})), nullptr);
}

TEST(StageClassifier, withoutNamesThereIsNothingToDo)
{
    const StageFixture run{{}};
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{".*", "misc"}}));
    EXPECT_TRUE(classes->groups.empty());
    EXPECT_TRUE(stageRows(*classes, run.sums()).empty());
}

TEST(PythonRegex, meansWhatPythonMeans)
{
    const QString lineEnd = QStringLiteral("gemm\n");
    EXPECT_TRUE(matches("gemm$", lineEnd)) << "$ also stands before a last line end";
    EXPECT_FALSE(matches("gemm\\Z", lineEnd)) << "\\Z is the very end in Python";
    EXPECT_TRUE(matches("gemm\\s\\Z", lineEnd));
    EXPECT_FALSE(matches("a.b", QStringLiteral("a\nb")));
    EXPECT_TRUE(matches("a.b", QStringLiteral("a\rb"))) << "only \\n ends a line";
    EXPECT_TRUE(matches("a{,2}b", QStringLiteral("b"))) << "{,n} is {0,n}";
    EXPECT_FALSE(matches("^a{,2}b", QStringLiteral("aaab")));
    EXPECT_TRUE(matches("^a{,2x$", QStringLiteral("a{,2x"))) << "without its end it is text";
    EXPECT_TRUE(matches("\\u0041B", QStringLiteral("AB")));
    EXPECT_TRUE(matches("^\\w+$", QStringLiteral("核函数")));
    EXPECT_TRUE(matches("(?P<n>a)(?P=n)", QStringLiteral("aa")));
    EXPECT_FALSE(matches("a\\vb", QStringLiteral("a\nb"))) << "\\v is one character";
    EXPECT_TRUE(matches("(?i)GEMM", QStringLiteral("gemm")));
    EXPECT_TRUE(matches("[]x]y", QStringLiteral("]y")));
}

TEST(PythonRegex, constructsThatDifferAreNoted)
{
    for (const char *pattern : {"(?<n>a)", "a\\z", "[[:alpha:]]", "\\Qa.b\\E", "(*NO_JIT)a", "(?R)?", "\\Ka", "\\x{41}",
                                "a(?i)b", "(?a)b", "\\R", "(?>a)", "(?|a)", "\\p{L}", "(?P>n)(?P<n>a)"})
        EXPECT_GE(noteCount(pattern), 1) << pattern;
    for (const char *pattern : {"gemm|matmul", "(?:a)", "(?P<n>a)", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?i)a",
                                "(?i:a)", "\\bx\\d+\\.", "[\\w:]+", "a{,3}", "\\Z", "[a-z[]", "a*?b+?"})
        EXPECT_EQ(noteCount(pattern), 0) << pattern;
}

TEST(PythonRegex, anErrorNamesThePlaceInThePattern)
{
    const CompiledRegex regex = compilePythonRegex("gemm(");
    EXPECT_FALSE(regex.ok());
    EXPECT_TRUE(regex.error.contains(QStringLiteral("6"))) << regex.error.toStdString();
    EXPECT_FALSE(compilePythonRegex(std::string(maxPatternBytes + 1, 'a')).ok());
}

TEST(RegexNeedles, literalsThatEveryMatchHolds)
{
    using Texts = std::vector<std::string>;
    const auto texts = [](std::string_view pattern) {
        Texts all;
        for (const Needle &needle : needlesOf(pattern))
            all.push_back(needle.text);
        return all;
    };
    EXPECT_EQ(texts("gemm"), (Texts{"gemm"}));
    EXPECT_EQ(texts("gemm|matmul"), (Texts{"gemm", "matmul"}));
    EXPECT_EQ(texts("[rR]otary"), (Texts{"rotary", "Rotary"}));
    EXPECT_EQ(texts("^a\\.b?cd"), (Texts{"a.bcd", "a.cd"}));
    EXPECT_EQ(texts("(max|avg)\\w*_?pool"), (Texts{"_pool", "pool"}));
    EXPECT_EQ(texts("abc(?!xyz)"), (Texts{"abc"}));
    EXPECT_EQ(texts("abc+"), (Texts{}));
    EXPECT_EQ(texts("abcd*ef"), (Texts{"abc"}));
    EXPECT_EQ(texts("abcd*+efg"), (Texts{"abc"}));
    EXPECT_EQ(texts("(abc)+"), (Texts{"abc"}));
    EXPECT_EQ(texts("(abc)*"), (Texts{}));
    EXPECT_EQ(texts("(abc){2}"), (Texts{}));
    EXPECT_EQ(texts("gemm|a"), (Texts{}));
    EXPECT_EQ(texts("(?i)gemm"), (Texts{}));
    EXPECT_EQ(texts("gemm(?i:x)"), (Texts{}));
    EXPECT_EQ(texts("gemm{2,|b}ccc"), (Texts{}));
    EXPECT_EQ(texts("\\Qgemm\\E"), (Texts{}));
    EXPECT_EQ(texts("a核+bcd"), (Texts{"bcd"}));
}

TEST(RegexNeedles, aBareLiteralIsEnoughAndOneWithConditionsIsNot)
{
    EXPECT_EQ(needlesOf("gemm|mat_?mul"), (std::vector<Needle>{{"gemm", true}, {"mat_mul", true}, {"matmul", true}}));
    EXPECT_EQ(needlesOf("gemm|^attn|mla\\b|(?<!fb)conv|dot.*1|abcd?+e"), (std::vector<Needle>{{"gemm", true},
                                                                                              {"attn", false},
                                                                                              {"mla", false},
                                                                                              {"conv", false},
                                                                                              {"dot", false},
                                                                                              {"abcde", false},
                                                                                              {"abce", false}}));
}

TEST(RegexNeedles, aPatternFallsApartAtItsTopLevelOnly)
{
    using Texts = std::vector<std::string>;
    const auto apart = [](const std::string &pattern) { return alternativesOf(pattern, 4); };
    EXPECT_EQ(apart("gemm"), (Texts{"gemm"}));
    EXPECT_EQ(apart("gemm|^mat_?mul|"), (Texts{"gemm", "^mat_?mul", ""}));
    EXPECT_EQ(apart("a(b|c)d|[|x]\\||(?!e|f)g"), (Texts{"a(b|c)d", "[|x]\\|", "(?!e|f)g"}));
    EXPECT_EQ(apart("a|b|c|d"), (Texts{"a", "b", "c", "d"}));
    for (const char *whole : {"a|b|c|d|e", "(a)|b\\1", "(?i)a|b", "(?P<n>a)|b", "a|(b", "a|*", "a|b)", "(*NO_JIT)a|b"})
        EXPECT_EQ(apart(whole), (Texts{whole})) << whole;
}

// Random patterns and names: the filter may leave the answer to the regex; its own answer is never wrong.
TEST(RegexNeedles, whatTheFilterSaysIsWhatTheRegexSays)
{
    std::mt19937 random(7);
    const std::vector<std::string> atoms{"a",      "b", "ab", "abc",       "[ab]",   "[^a]", "\\w",          ".",
                                         "(a|bc)", "^", "$",  "(?:b)",     "(ab|c)", "\\.",  "(?=a)",        "(?!b)",
                                         "\\b",    "c", "|",  "(a(b|c)|)", "[b-c]",  "_",    "(abc|bca|cab)"};
    const std::vector<std::string> suffixes{"", "", "", "", "?", "*", "+", "{2}", "{0,1}", "+?", "??", "?+"};
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) {
        std::string name;
        for (size_t k = random() % 14; k > 0; --k)
            name += "abcabc._"[random() % 8];
        names.push_back(name);
    }
    const std::vector<std::string_view> texts(names.begin(), names.end());
    const TextSignatures signatures(texts);
    int active = 0, sure = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string pattern;
        for (size_t k = 1 + random() % 6; k > 0; --k)
            pattern += atoms[random() % atoms.size()] + suffixes[random() % suffixes.size()];
        const CompiledRegex regex = compilePythonRegex(pattern, false);
        if (!regex.ok())
            continue;
        const Prefilter filter(pattern);
        active += filter.isActive();
        for (size_t i = 0; i < names.size(); ++i) {
            const Prefilter::Answer answer = filter.look(signatures, texts, i / 64);
            const bool yes = answer.yes >> (i % 64) & 1, ask = answer.ask >> (i % 64) & 1;
            sure += yes;
            if (!ask) {
                ASSERT_EQ(regex.regex.match(QString::fromStdString(names[i])).hasMatch(), yes)
                    << pattern << " on " << names[i];
            }
        }
    }
    EXPECT_GT(active, 200);
    EXPECT_GT(sure, 100);
}

TEST(RegexNeedles, onePartThatMatchesIsAMatchOfTheWhole)
{
    std::mt19937 random(8);
    const std::vector<std::string> atoms{"a",   "bc", "[a|]", "(a|b)",  "(?=b|c)", "^",   "$",      "\\b",
                                         "\\|", "|",  "|",    "(?!a|)", "\\w",     "\\1", "(?:a|b)"};
    int divided = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string pattern;
        for (size_t k = 1 + random() % 8; k > 0; --k)
            pattern += atoms[random() % atoms.size()] + (random() % 4 ? "" : "?");
        const CompiledRegex regex = compilePythonRegex(pattern, false);
        const std::vector<std::string> parts = alternativesOf(pattern, 100);
        if (!regex.ok() || parts.size() == 1)
            continue;
        ++divided;
        std::vector<CompiledRegex> compiled;
        for (const std::string &part : parts)
            compiled.push_back(compilePythonRegex(part, false));
        for (int i = 0; i < 30; ++i) {
            QString name;
            for (size_t k = random() % 7; k > 0; --k)
                name += QLatin1Char("abc|_"[random() % 5]);
            const bool any = std::any_of(compiled.begin(), compiled.end(), [&](const CompiledRegex &part) {
                return part.ok() && part.regex.match(name).hasMatch();
            });
            ASSERT_EQ(regex.regex.match(name).hasMatch(), any) << pattern << " on " << name.toStdString();
        }
    }
    EXPECT_GT(divided, 300);
}

// The built-in rules on names made of their own words: the bits equal the answer of each regex alone.
TEST(StageClassifier, needlesAndThreadsChangeNoAnswer)
{
    std::mt19937 random(5);
    const StageMapping mapping = MappingLibrary(QString()).find(defaultMappingName)->mapping;
    std::vector<std::string> names;
    for (int i = 0; i < 700; ++i) {
        std::string name = i % 3 ? "void at::native::" : "";
        for (size_t k = random() % 6; k > 0; --k) {
            const std::string &regex = mapping.stages[random() % mapping.stages.size()].regex;
            name += regex.substr(random() % regex.size(), 4 + random() % 24) + (k % 2 ? "_" : "::");
        }
        names.push_back(name + std::to_string(i));
    }
    const StageFixture run = StageFixture::ofNames(names);
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(mapping);
    size_t hits = 0;
    for (size_t row = 0; row < mapping.stages.size(); ++row) {
        const CompiledRegex regex = compilePythonRegex(mapping.stages[row].regex);
        for (size_t name = 0; name < run.names->size(); ++name) {
            const std::string_view text = run.names->text(name);
            const bool expected = regex.regex.match(toText(text)).hasMatch();
            hits += expected;
            ASSERT_EQ(classes->stage.hits[row]->test(name), expected) << mapping.stages[row].regex << " on " << text;
        }
    }
    EXPECT_GT(hits, 1000u);
}

TEST(StageConflicts, countsWinsAndNamesTheRulesInTheWay)
{
    const StageFixture run{{{0, 10, "moe_gemm"}, {10, 20, "moe_gemm"}, {30, 5, "gemm"}, {40, 65, "other"}}};
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(
        flatMapping({{"gemm", "gemm"}, {"moe", "moe"}, {"never", "never"}, {"_gemm", "late"}, {".*", "misc"}}));
    const auto stats = ruleStats(*classes, MappingLevel::Substage, run.sums());
    EXPECT_EQ(stats[0].won, 2u);
    EXPECT_EQ(stats[0].sum.count, 3u);
    EXPECT_EQ(stats[0].sum.totalNs, 35);
    EXPECT_DOUBLE_EQ(stats[0].share, 0.35);
    EXPECT_EQ(stats[0].alsoMatches, (std::vector<RowCount>{{1, 1}, {3, 1}}));
    EXPECT_TRUE(stats[1].isShadowed());
    EXPECT_EQ(stats[1].shadowedBy, (std::vector<RowCount>{{0, 1}}));
    EXPECT_FALSE(stats[2].isShadowed());
    EXPECT_EQ(stats[2].matched, 0u);
    const auto unclaimed = unclaimedNames(*classes, MappingLevel::Substage, run.sums());
    ASSERT_EQ(unclaimed.size(), 1u);
    EXPECT_EQ(run.names->text(unclaimed[0]), "other");
}

TEST(StageConflicts, explainsAnyPastedName)
{
    const StageFixture run = StageFixture::ofNames({"x"});
    StageClassifier classifier(run.names);
    const auto classes =
        classifier.classify(flatMapping({{"bad(", "bad"}, {"gemm", "gemm"}, {"moe", "moe"}, {".*", "misc"}}));
    const RuleExplanation e = explain(*classes, MappingLevel::Substage, "moe_gemm");
    EXPECT_EQ(e.winner, 1u);
    EXPECT_EQ(e.others, (std::vector<uint32_t>{2, 3}));
    EXPECT_EQ(e.inError, (std::vector<uint32_t>{0}));
}

TEST(StageConflicts, theFirstRuleOfANameIsThatOfAnyOfItsCollectives)
{
    const StageFixture run = StageFixture::ofNames(
        {"nccl_kernel|collective=allgather", "nccl_kernel|collective=allreduce", "nccl_kernel_2|collective=allreduce"});
    GpuWork gpu = run.gpu; // the names of slices hold no collective
    gpu.matchName = gpu.name;
    const StringId plain = run.pool->intern("nccl_kernel");
    gpu.name = {plain, plain, run.pool->intern("nccl_kernel_2")};
    const auto names = std::make_shared<const NameSet>(gpu, *run.pool, run.pool);
    const auto ofGpu = StageClassifier(names).classify(
        flatMapping({{"_2", "second"}, {"collective=allreduce", "sum"}, {"nccl", "other"}, {".*", "misc"}}));
    EXPECT_EQ(firstRuleOf(*ofGpu, MappingLevel::Substage, *names, "nccl_kernel"), 1u);
    EXPECT_EQ(firstRuleOf(*ofGpu, MappingLevel::Substage, *names, "nccl_kernel|collective=allgather"), 1u);
    EXPECT_EQ(firstRuleOf(*ofGpu, MappingLevel::Substage, *names, "nccl_kernel_3"), noRule);
    EXPECT_EQ(firstRuleOf(*ofGpu, MappingLevel::Substage, *names, "nccl_kernel_2"), 0u);
}

TEST(StageConflicts, theRuleThatLosesTheManyNamesStandsFirst)
{
    const StageFixture run{{{0, 10, "a_gemm"}, {10, 20, "b_gemm"}, {30, 5, "c_moe_gemm"}}};
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"gemm", "gemm"}, {"moe", "moe"}, {"_gemm", "late"}}));
    const auto stats = ruleStats(*classes, MappingLevel::Substage, run.sums());
    EXPECT_EQ(stats[0].alsoMatches, (std::vector<RowCount>{{2, 3}, {1, 1}}));
}
