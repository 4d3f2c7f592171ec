#include "core/analysis/steps/steppatterns.h"

#include "core/base/texts.h"

#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <array>
#include <vector>

namespace ws {
namespace {

enum class Rule : uint8_t {
    Requests,
    NewCached,
    Mode,
    Atom,
    Draft,
    Diffusion,
    Capture,
    Unknown,
    Profiler,
    Section,
    Runner,
};

struct Pattern
{
    Rule rule;
    std::string_view prefix; ///< the start of every such name: most names skip the regex
    const char *regex;
};

constexpr const char *atomNames = R"(^(?:eager_)?(?P<mode>prefill|decode)\[bs=(?P<batch>\d+)(?:/\d+)?)"
                                  R"((?:\s+tok=(?P<tokens>\d+))?(?:.*?\sp=(?P<ctx_reqs>\d+))?)"
                                  R"((?:.*?\sd=(?P<gen_reqs>\d+))?.*\]$)";

constexpr Pattern patterns[] = {
    // vLLM with detailed annotations: requests, tokens and sums of squares of both kinds
    {Rule::Requests, "execute_",
     R"(^execute_(?P<tokens>\d+)_context_(?P<ctx_reqs>\d+)\(sq(?P<ctx_tokens>\d+)sk\d+sqsq\d+sqsk\d+\))"
     R"(_generation_(?P<gen_reqs>\d+)\(sq(?P<gen_tokens>\d+)sk\d+sqsq\d+sqsk\d+\)$)"},
    {Rule::Requests, "execute_context_",
     R"(^execute_context_(?P<ctx_reqs>\d+)\((?P<ctx_tokens>\d+)(?:_\d+)?\))"
     R"(_generation_(?P<gen_reqs>\d+)\((?P<gen_tokens>\d+)(?:_\d+)?\)$)"},
    {Rule::NewCached, "execute_new_", R"(^execute_new_(?P<new_reqs>\d+)_cached_(?P<cached_reqs>\d+)$)"},
    // TensorRT-LLM; the tokens of its prompts are not those of the step
    {Rule::Requests, "[Executor] _forward_step",
     R"(^\[Executor\] _forward_step(?: \d+)?: (?P<ctx_reqs>\d+) ctx reqs,.* (?P<gen_reqs>\d+) gen reqs$)"},
    {Rule::Mode, "step[",
     R"(^step\[(?P<mode>[A-Za-z]\w*)\s+bs=(?P<batch>\d+)(?:\s+toks=(?P<tokens>\d+))?)"
     R"((?:[^\]]*?\sc=(?P<ctx_reqs>\d+))?(?:[^\]]*?\sg=(?P<gen_reqs>\d+))?)"
     R"((?:[^\]]*?\sc_sq=(?P<ctx_tokens>\d+))?(?:[^\]]*?\sg_sq=(?P<gen_tokens>\d+))?[^\]]*\]$)"},
    // ATOM: running requests, before those up to which the graph is padded; tokens; of a graph's replay requests of
    // both kinds. More fields follow, of which lists of context lengths have brackets of their own.
    {Rule::Atom, "prefill[", atomNames},
    {Rule::Atom, "decode[", atomNames},
    {Rule::Atom, "eager_decode[", atomNames},
    {Rule::Draft, "draft[", R"(^draft\[\d+/\d+ bs=(?P<batch>\d+)[^\]]*\]$)"},
    {Rule::Diffusion, "execute_diffusion_", R"(^execute_diffusion_(?P<batch>\d+)_(?P<width>\d+)x(?P<height>\d+)$)"},
    // vLLM and SGLang: capture_128_DECODE, capture_256_mixed_prefill, capture_32_draft_FULL; ATOM: capture_graph_bs_64
    {Rule::Capture, "capture_", R"(^capture_(?:graph_bs_)?(?P<size>\d+)(?:_(?P<mode>[A-Za-z]\w*))?$)"},
    {Rule::Unknown, "execute_", R"(^execute_)"}, // an engine's step, but not one of the known forms
    {Rule::Unknown, "step[", R"(^step\[.*\]$)"},
    {Rule::Profiler, "ProfilerStep#", R"(^ProfilerStep#(?P<step>\d+)$)"},
    {Rule::Profiler, "ProfileStep#", R"(^ProfileStep#(?P<step>\d+)$)"}, // PaddlePaddle
    {Rule::Profiler, "XLA step ", R"(^XLA step (?P<step>\d+)(?: \(.*\))?$)"},
    {Rule::Profiler, "model_run", R"(^model_run$)"}, // ONNX Runtime
    {Rule::Section, "## ",
     R"(^## (?P<section>forward|backward|optimizer|zero_grad|load_batch|wait_for_batch|data_load)\b.*##$)"},
    // vLLM's parts of a step, with VLLM_CUSTOM_SCOPES_FOR_PROFILING; the model runs in two of them
    {Rule::Runner, "gpu_model_runner: ", R"(^gpu_model_runner: (?P<part>forward|draft)$)"},
    {Rule::Runner, "v2_gpu_model_runner: ", R"(^v2_gpu_model_runner: (?P<part>forward|draft)$)"},
};

const std::vector<QRegularExpression> &compiled()
{
    static const std::vector<QRegularExpression> regexes = [] {
        std::vector<QRegularExpression> all;
        for (const Pattern &pattern : patterns)
            all.emplace_back(QString::fromLatin1(pattern.regex));
        return all;
    }();
    return regexes;
}

/// Nothing when the group is not there or the number is too large.
std::optional<int64_t> numberIn(const QRegularExpressionMatch &match, const char *group)
{
    bool isNumber = false;
    const qlonglong value = match.captured(QString::fromLatin1(group)).toLongLong(&isNumber);
    return isNumber && value <= INT32_MAX ? std::optional<int64_t>(value) : std::nullopt;
}

std::optional<int64_t> sumOf(std::optional<int64_t> a, std::optional<int64_t> b)
{
    return a && b ? std::optional(*a + *b) : std::nullopt;
}

void readRequests(StepName &name, const QRegularExpressionMatch &match)
{
    const auto context = numberIn(match, "ctx_reqs"), generation = numberIn(match, "gen_reqs");
    name.batch = sumOf(context, generation);
    name.tokens = numberIn(match, "tokens");
    if (!name.tokens)
        name.tokens = sumOf(numberIn(match, "ctx_tokens"), numberIn(match, "gen_tokens"));
    if (!name.batch || *name.batch == 0)
        return; // a run without requests, to warm up or to keep ranks in step
    name.phase = *generation == 0 ? "prefill" : *context == 0 ? "decode" : "mixed";
}

/// Cached requests may be decoding or in the middle of a prefill: a step without new ones is ambiguous.
void readNewCached(StepName &name, const QRegularExpressionMatch &match)
{
    const auto fresh = numberIn(match, "new_reqs"), cached = numberIn(match, "cached_reqs");
    name.batch = sumOf(fresh, cached);
    if (name.batch && *fresh > 0)
        name.phase = *cached == 0 ? "prefill" : "mixed";
}

void readMode(StepName &name, const QRegularExpressionMatch &match)
{
    const QString mode = match.captured(QStringLiteral("mode")).toLower();
    name.batch = numberIn(match, "batch");
    name.tokens = numberIn(match, "tokens");
    const auto context = numberIn(match, "ctx_tokens"), generation = numberIn(match, "gen_tokens");
    if (!name.tokens && (context || generation))
        name.tokens = context.value_or(0) + generation.value_or(0);
    const bool isPrefill = mode == QLatin1String("extend") || mode == QLatin1String("split_prefill");
    const bool isMixed = mode == QLatin1String("mixed");
    name.phase = isPrefill || (isMixed && numberIn(match, "gen_reqs") == 0) ? "prefill"
                 : isMixed && numberIn(match, "ctx_reqs") == 0              ? "decode"
                                                                            : mode.toStdString();
}

/// ATOM calls the replay of a graph "decode" even where some of its requests are at their prompt.
void readAtom(StepName &name, const QRegularExpressionMatch &match)
{
    name.batch = numberIn(match, "batch");
    name.tokens = numberIn(match, "tokens");
    const auto context = numberIn(match, "ctx_reqs"), generation = numberIn(match, "gen_reqs");
    const bool areBoth = context.value_or(0) > 0 && (generation.value_or(0) > 0 || !generation);
    name.phase = areBoth && match.captured(QStringLiteral("mode")) == QLatin1String("decode")
                     ? "mixed"
                     : match.captured(QStringLiteral("mode")).toStdString();
}

void readCapture(StepName &name, const QRegularExpressionMatch &match)
{
    name.phase = "capture";
    const QString mode = match.captured(QStringLiteral("mode"));
    const bool isBatch = mode.isEmpty() || mode.contains(QLatin1String("decode"), Qt::CaseInsensitive);
    (isBatch ? name.batch : name.tokens) = numberIn(match, "size");
}

void read(Rule rule, StepName &name, const QRegularExpressionMatch &match)
{
    switch (rule) {
    case Rule::Requests:
        return readRequests(name, match);
    case Rule::NewCached:
        return readNewCached(name, match);
    case Rule::Mode:
        return readMode(name, match);
    case Rule::Atom:
        return readAtom(name, match);
    case Rule::Draft:
        name.phase = "draft";
        name.batch = numberIn(match, "batch");
        return;
    case Rule::Runner:
        if (match.captured(QStringLiteral("part")) == QLatin1String("draft"))
            name.phase = "draft";
        return;
    case Rule::Capture:
        return readCapture(name, match);
    case Rule::Diffusion:
        name.phase = "diffusion";
        name.batch = numberIn(match, "batch");
        return;
    case Rule::Profiler:
        name.phase = "profiler";
        return;
    case Rule::Section:
        name.phase = "section";
        return;
    case Rule::Unknown:
        return;
    }
}

} // namespace

std::optional<StepName> stepName(std::string_view text, bool annotation)
{
    constexpr size_t longest = 400; // no step's name is longer; some traces hold names of thousands of characters
    if (text.size() > longest)
        return {};
    QString name;
    for (size_t i = 0; i < std::size(patterns); ++i) {
        const Pattern &pattern = patterns[i];
        if (!text.starts_with(pattern.prefix) || (!annotation && pattern.rule == Rule::Unknown))
            continue;
        if (name.isNull())
            name = toText(text);
        const QRegularExpressionMatch match = compiled()[i].match(name);
        if (!match.hasMatch())
            continue;
        StepName found{static_cast<uint8_t>(i), "unknown", {}, {}};
        read(pattern.rule, found, match);
        return found;
    }
    return {};
}

bool isTellingPhase(std::string_view phase)
{
    return phase != "unknown" && phase != "profiler" && phase != "section" && phase != "draft";
}

int phaseOrder(std::string_view phase)
{
    constexpr std::array known{"prefill", "mixed",    "decode",  "draft",  "diffusion",
                               "capture", "profiler", "section", "unknown"};
    const auto found = std::find(known.begin(), known.end(), phase);
    return static_cast<int>(found - known.begin());
}

} // namespace ws
