// Elementwise operators: each operand's distinct elements are read once, each element of the result is written, in the
// type that torch's promotion gives it.

#include "core/analysis/limits/work.h"

#include <algorithm>

namespace ws {
namespace {

using Operands = std::vector<const Tensor *>;

TypeCategory categoryOf(ElementType type)
{
    return traitsOf(type).category;
}

bool isIntegral(ElementType type)
{
    return categoryOf(type) <= TypeCategory::Integer;
}

ElementType promoted(ElementType a, ElementType b)
{
    if (categoryOf(a) != categoryOf(b))
        return categoryOf(a) > categoryOf(b) ? a : b;
    const bool areHalves =
        (a == ElementType::F16 && b == ElementType::Bf16) || (a == ElementType::Bf16 && b == ElementType::F16);
    return areHalves ? ElementType::F32 : sizeOf(b) > sizeOf(a) ? b : a;
}

/// Of tensors of which some have dimensions: one without matters only where its category is higher.
ElementType promoted(const Operands &operands)
{
    const bool areNumbers = std::ranges::all_of(operands, [](const Tensor *t) { return t->dims.empty(); });
    std::optional<ElementType> type;
    for (const Tensor *t : operands)
        if (areNumbers || !t->dims.empty())
            type = type ? promoted(*type, t->type) : t->type;
    for (const Tensor *t : operands)
        if (!areNumbers && t->dims.empty() && categoryOf(t->type) > categoryOf(*type))
            type = categoryOf(t->type) == TypeCategory::Float ? ElementType::F32 : t->type;
    return *type;
}

/// Elements of the result; nothing when the shapes do not go together.
std::optional<int64_t> broadcastCount(const Operands &operands)
{
    std::vector<int64_t> dims; // from the last one on
    for (const Tensor *t : operands)
        for (size_t i = 0; i < t->dims.size(); ++i) {
            const int64_t dim = t->dims[t->dims.size() - 1 - i];
            if (i == dims.size())
                dims.push_back(dim);
            else if (dims[i] == 1)
                dims[i] = dim;
            else if (dim != 1 && dim != dims[i])
                return std::nullopt;
        }
    WideCount count = 1;
    for (const int64_t dim : dims)
        if ((count *= dim) > Tensor::maxElements)
            return std::nullopt;
    return static_cast<int64_t>(count);
}

enum class NumberKind { Truth, Integer, Real };

NumberKind kindOfNumber(std::string_view text)
{
    if (text == "True" || text == "False" || text == "true" || text == "false")
        return NumberKind::Truth;
    const bool isReal =
        text.find_first_of(".eE") != text.npos || text.find("inf") != text.npos || text.find("nan") != text.npos;
    return isReal ? NumberKind::Real : NumberKind::Integer;
}

/// Of an operation that keeps its operands' type. Nothing: an integral result hangs on a number that is not in the
/// file.
std::optional<ElementType> resultType(const OperatorCall &call, const Operands &operands, size_t count)
{
    ElementType type = promoted(operands);
    for (size_t i = 0; i < count && isIntegral(type); ++i) {
        if (call.tensor(i))
            continue;
        const auto text = call.text(i);
        if (!text || text->empty())
            return std::nullopt;
        const NumberKind kind = kindOfNumber(*text);
        if (kind == NumberKind::Real)
            type = ElementType::F32;
        else if (kind == NumberKind::Integer && type == ElementType::Bool)
            type = ElementType::I64;
    }
    return type;
}

std::optional<WideWork> several(const OperatorCall &call, size_t count, int perElement)
{
    Operands operands;
    WideWork work;
    for (size_t i = 0; i < count; ++i) {
        const Tensor *t = call.tensor(i);
        if (!t && !call.isScalar(i))
            return std::nullopt;
        if (!t)
            continue;
        operands.push_back(t);
        work.bytes += t->readBytes();
    }
    const auto results = operands.empty() ? std::nullopt : broadcastCount(operands);
    if (!results)
        return std::nullopt;
    const WorkFormOf form = call.form();
    std::optional<ElementType> type;
    if (form.isInPlace)
        type = call.tensor(0) ? std::optional(call.tensor(0)->type) : std::nullopt;
    else if (form.form == WorkForm::Comparison)
        type = ElementType::Bool;
    else if (form.form == WorkForm::Division && isIntegral(promoted(operands)))
        type = ElementType::F32;
    else
        type = resultType(call, operands, count);
    if (!type)
        return std::nullopt;
    work.flop = WideCount(*results) * perElement;
    work.bytes += WideCount(*results) * sizeOf(*type);
    work.type = promoted(operands);
    return work;
}

std::optional<WideWork> one(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    if (!x)
        return std::nullopt;
    const bool becomesFloat =
        call.form().form == WorkForm::OneTranscendental && !call.form().isInPlace && isIntegral(x->type);
    return WideWork{x->count(), x->readBytes() + WideCount(x->count()) * (becomesFloat ? 4 : x->elementBytes()),
                    x->type};
}

/// (out, x): one half of x gates the other.
std::optional<WideWork> siluAndMul(const OperatorCall &call)
{
    const Tensor *out = call.tensor(0), *x = call.tensor(1);
    if (!out || !x || x->count() != 2 * out->count())
        return std::nullopt;
    return WideWork{2 * WideCount(out->count()), WideCount(x->readBytes()) + out->bytes(), x->type};
}

/// (positions, q, k, size of a head, cache[max, rotated]): in place; k may be absent.
std::optional<WideWork> rotary(const OperatorCall &call)
{
    const Tensor *positions = call.tensor(0), *q = call.tensor(1), *cache = call.tensor(4);
    const auto head = call.integer(3);
    if (!positions || !q || !cache || cache->dims.size() != 2 || !head || *head < 1)
        return std::nullopt;
    const int64_t rotated = cache->dims[1];
    WideWork work{0, positions->readBytes(), q->type};
    for (const Tensor *t : {q, call.tensor(2)}) {
        if (!t)
            continue;
        const WideCount elements = WideCount(t->count()) / *head * rotated;
        work.flop += 3 * elements;
        work.bytes += 2 * elements * t->elementBytes();
    }
    work.bytes += WideCount(std::min(positions->count(), cache->dims[0])) * rotated * cache->elementBytes();
    return work;
}

/// (out, x, scale)
std::optional<WideWork> quantisation(const OperatorCall &call)
{
    const Tensor *out = call.tensor(0), *x = call.tensor(1), *scale = call.tensor(2);
    if (!out || !x || !scale)
        return std::nullopt;
    return WideWork{x->count(), WideCount(x->readBytes()) + scale->readBytes() + out->bytes(), x->type};
}

} // namespace

std::optional<WideWork> elementwiseWork(const OperatorCall &call)
{
    switch (call.form().form) {
    case WorkForm::OneOperand:
    case WorkForm::OneTranscendental:
        return one(call);
    case WorkForm::ThreeOperands:
        return several(call, 3, 2);
    case WorkForm::SiluAndMul:
        return siluAndMul(call);
    case WorkForm::Rotary:
        return rotary(call);
    case WorkForm::Fp8Quantisation:
        return quantisation(call);
    default: // also max and min of two tensors
        return several(call, 2, 1);
    }
}

} // namespace ws
