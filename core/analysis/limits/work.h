#pragma once
// What a call of an operator needs, by the definition of the operation and its shapes and not by what a kernel does:
// the arithmetic of the textbook's formula, and the min traffic of memory with a cold cache: every element that is
// read and every element of the result once. One multiplication, addition, comparison or transcendental function is one
// FLOP; conversions, moves and fills are none. docs/limits.md has the formulas. Where a type, a shape or an argument
// that a formula needs is missing there is no number: nothing is guessed. Rejected: the formulas of torch's own
// profiler (they leave out biases, groups and all but matrix products).

#include "core/analysis/limits/operatorcall.h"

namespace ws {

enum class WorkClass : uint8_t { Gemm, Conv, Attention, Softmax, Norm, Elementwise, Copy, Reduce };

/// "gemm": in tables and files.
std::string_view nameOf(WorkClass kind);
/// Products of matrices, which the matrix units compute.
inline bool isMatrixWork(WorkClass kind)
{
    return kind == WorkClass::Gemm || kind == WorkClass::Conv || kind == WorkClass::Attention;
}

struct CallWork
{
    WorkClass kind = WorkClass::Copy;
    int64_t flop = 0, bytes = 0;         ///< of one call
    ElementType type = ElementType::F32; ///< of the operands
};

/// Nothing: no number without a guess.
std::optional<CallWork> workOf(const OperatorCall &call);

/// FLOP and bytes before they are known to fit 64 bits.
struct WideWork
{
    WideCount flop = 0, bytes = 0;
    ElementType type = ElementType::F32;
};

// One function a class, each for the forms of its own; nothing as above.
std::optional<WideWork> gemmWork(const OperatorCall &call);
std::optional<WideWork> convolutionWork(const OperatorCall &call);
std::optional<WideWork> attentionWork(const OperatorCall &call);
std::optional<WideWork> softmaxWork(const OperatorCall &call);
std::optional<WideWork> normWork(const OperatorCall &call);
std::optional<WideWork> elementwiseWork(const OperatorCall &call);
std::optional<WideWork> copyWork(const OperatorCall &call);
std::optional<WideWork> reductionWork(const OperatorCall &call);

/// 0 for an argument that is absent.
inline int64_t readBytes(const Tensor *tensor)
{
    return tensor ? tensor->readBytes() : 0;
}

} // namespace ws
