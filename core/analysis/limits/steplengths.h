#pragma once
// Attention of an inference engine: how long its sequences are stands in tensors, but the name of a step may carry sums
// over its requests, from which FLOP and bytes follow: Σ queries, Σ keys, Σ queries², Σ queries · keys.
//
// vLLM (detailed_trace_annotation) and SGLang before 0.5.13:
//   execute_8192_context_9(sq8155sk8430sqsq7475785sqsk7671310)_generation_37(sq37sk34489sqsq37sqsk34489)
// SGLang since (roofline_annotations), c_ for prompts and g_ for generation:
//   step[EXTEND bs=15 toks=15360 c_sq=15360 c_sqsq=… c_sqsk=… c_sk=…], step[DECODE bs=32 g_sq=32 …], step[MIXED …]
// ATOM, one sum of both kinds: prefill[bs=2 tok=14721 … sqsq=… sqsk=… sk=…], decode[…]
//
// Keys are the tokens computed before, those found in a cache of prefixes among them, and those of the step: all that
// the mask admits and that has to be read. With a causal mask query i of q sees k − q + i keys: of a request
// q·k − (q² − q)/2 pairs. A layer with a sliding window admits fewer, which no name says.

#include "core/analysis/limits/work.h"

#include <string_view>
#include <variant>

namespace ws {

/// Over the requests of a step.
struct StepLengths
{
    int64_t queries = 0, keys = 0;
    WideCount pairs = 0; ///< of query and key that a causal mask admits
    /// The step proposes tokens as a tree, or verifies them: its mask and its keys are others.
    bool isSpeculative = false;
};

/// Nothing: the name has no such sums, or they contradict one another.
std::optional<StepLengths> stepLengths(std::string_view name);

/// Why attention has no numbers.
enum class NoAttention : uint8_t {
    NoLengths,    ///< no step around it has a name with lengths
    Heads,        ///< its shapes do not tell the heads or their size
    CacheType,    ///< the element type of the cache is not known
    OtherTokens,  ///< it has fewer tokens than the step, or twice as many
    Speculative,  ///< proposed tokens
    Window,       ///< its arguments name a window, or a mask that is not causal
    LayersDiffer, ///< equal calls of one step take unlike times: a part of the layers may have a window
};

/// The heads of an attention, by its shapes and those of stores into the cache.
struct AttentionHeads
{
    int64_t tokens, heads, keyHeads, keySize, valueSize;
    ElementType queryType, keyType, valueType;
    bool isWindowKnown; ///< its arguments say that there is none
};

/// The types of elements of keys and values in the cache; nothing: not known, or several.
using CacheTypes = std::optional<std::pair<ElementType, ElementType>>;

/// Whether the operator is attention for which lengths are needed.
bool needsLengths(WorkForm form);

/// `stored`: by operators that store into the cache, for those without the cache among their arguments.
std::variant<AttentionHeads, NoAttention> attentionHeads(const OperatorCall &call, const CacheTypes &stored);

/// The types in which a call stores into the cache; nothing: another operator.
CacheTypes cacheTypesOf(const OperatorCall &call);

std::variant<CallWork, NoAttention> attentionOfStep(const AttentionHeads &heads, const StepLengths &lengths);

} // namespace ws
