// Reductions: one FLOP for each element that is read, two for a norm.

#include "core/analysis/limits/work.h"

namespace ws {
namespace {

/// Elements that are left; no dimension means all of them. Nothing: not known, or the tensor has not these dimensions.
std::optional<int64_t> leftCount(const Tensor &x, const std::optional<std::vector<int64_t>> &dims)
{
    if (!dims)
        return std::nullopt;
    if (dims->empty())
        return 1;
    const auto size = static_cast<int64_t>(x.dims.size());
    std::vector<bool> isReduced(x.dims.size());
    for (const int64_t dim : *dims) {
        const int64_t at = dim < 0 ? dim + size : dim;
        if (size == 0 && (dim == 0 || dim == -1)) // a number counts as of one dimension
            continue;
        if (at < 0 || at >= size)
            return std::nullopt;
        isReduced[size_t(at)] = true;
    }
    int64_t count = 1;
    for (size_t i = 0; i < x.dims.size(); ++i)
        count *= isReduced[i] ? 1 : x.dims[i];
    return count;
}

std::optional<WideWork> reduced(const Tensor *x, std::optional<int64_t> results, std::optional<int64_t> resultBytes,
                                int perElement = 1)
{
    if (!x || !results || !resultBytes)
        return std::nullopt;
    return WideWork{WideCount(x->count()) * perElement, x->readBytes() + WideCount(*results) * *resultBytes, x->type};
}

std::optional<int64_t> bytesOf(std::optional<ElementType> type)
{
    return type ? std::optional(sizeOf(*type)) : std::nullopt;
}

ElementType sumType(ElementType type)
{
    return traitsOf(type).category <= TypeCategory::Integer ? ElementType::I64 : type;
}

/// (x, type) or (x, dims, keep, type)
std::optional<WideWork> sum(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    if (!x)
        return std::nullopt;
    const bool isMean = call.form().form == WorkForm::Mean;
    const ElementType usual = isMean ? x->type : sumType(x->type);
    if (call.size() <= 2)
        return reduced(x, 1, bytesOf(call.type(1, usual)));
    return reduced(x, leftCount(*x, call.integers(1)), bytesOf(call.type(3, usual)));
}

/// (x), (x, dim, keep) with the index beside the value, or two tensors.
std::optional<WideWork> maxMin(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    if (!x)
        return std::nullopt;
    if (call.tensor(1))
        return elementwiseWork(call);
    if (call.size() < 2)
        return reduced(x, 1, x->elementBytes());
    const auto dims = call.integers(1);
    if (!dims || dims->size() != 1)
        return std::nullopt;
    return reduced(x, leftCount(*x, dims), x->elementBytes() + sizeOf(ElementType::I64));
}

std::optional<WideWork> cumulativeSum(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    return x ? reduced(x, x->count(), bytesOf(call.type(2, sumType(x->type)))) : std::nullopt;
}

} // namespace

std::optional<WideWork> reductionWork(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    if (!x)
        return std::nullopt;
    switch (call.form().form) {
    case WorkForm::Sum:
    case WorkForm::Mean:
        return sum(call);
    case WorkForm::MaxMin:
        return maxMin(call);
    case WorkForm::Extremum:
        return reduced(x, leftCount(*x, call.integers(1)), x->elementBytes());
    case WorkForm::ArgMax:
        return reduced(x, leftCount(*x, call.integers(1)), sizeOf(ElementType::I64));
    case WorkForm::VectorNorm:
        return reduced(x, leftCount(*x, call.integers(2)), bytesOf(call.type(4, x->type)), 2);
    default:
        return cumulativeSum(call);
    }
}

} // namespace ws
