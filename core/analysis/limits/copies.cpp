// Copies, fills and look-ups: no arithmetic. Of a table at most as many elements are read as come out, and at most all.

#include "core/analysis/limits/work.h"

#include <algorithm>

namespace ws {
namespace {

std::optional<WideWork> lookUp(const Tensor *table, const Tensor *index, WideCount results)
{
    if (results > Tensor::maxElements)
        return std::nullopt;
    return WideWork{0,
                    index->readBytes() + std::min<WideCount>(results, table->count()) * table->elementBytes() +
                        results * table->elementBytes(),
                    table->type};
}

std::optional<WideWork> embedding(const OperatorCall &call)
{
    const Tensor *table = call.tensor(0), *index = call.tensor(1);
    if (!table || !index || table->dims.empty())
        return std::nullopt;
    WideCount row = 1;
    for (size_t i = 1; i < table->dims.size(); ++i)
        row *= table->dims[i];
    return lookUp(table, index, index->count() * row);
}

std::optional<WideWork> indexSelect(const OperatorCall &call)
{
    const Tensor *source = call.tensor(0), *index = call.tensor(2);
    const auto dim = call.integer(1);
    if (!source || !index || !dim)
        return std::nullopt;
    const auto dims = static_cast<int64_t>(source->dims.size());
    const int64_t at = *dim < 0 ? *dim + dims : *dim;
    if (at < 0 || at >= std::max<int64_t>(dims, 1))
        return std::nullopt;
    WideCount results = index->count();
    for (int64_t i = 0; i < dims; ++i)
        results *= i == at ? 1 : source->dims[size_t(i)];
    return lookUp(source, index, results);
}

std::optional<WideWork> upsample(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    const auto size = call.integers(1);
    if (!x || !size || size->empty() || x->dims.size() != size->size() + 2)
        return std::nullopt;
    WideCount results = WideCount(x->dims[0]) * x->dims[1];
    for (const int64_t one : *size)
        if (one < 0 || (results *= one) > Tensor::maxElements)
            return std::nullopt;
    return WideWork{0, (std::min<WideCount>(x->count(), results) + results) * x->elementBytes(), x->type};
}

/// (keys, values, cache of keys, cache of values, slots)
std::optional<WideWork> cacheStore(const OperatorCall &call)
{
    for (size_t i = 0; i < 5; ++i)
        if (!call.tensor(i))
            return std::nullopt;
    const Tensor &keys = *call.tensor(0), &values = *call.tensor(1);
    return WideWork{0,
                    WideCount(keys.readBytes()) + values.readBytes() + call.tensor(4)->readBytes() +
                        WideCount(keys.count()) * call.tensor(2)->elementBytes() +
                        WideCount(values.count()) * call.tensor(3)->elementBytes(),
                    keys.type};
}

} // namespace

std::optional<WideWork> copyWork(const OperatorCall &call)
{
    const Tensor *first = call.tensor(0), *second = call.tensor(1), *third = call.tensor(2);
    switch (call.form().form) {
    case WorkForm::Copy:
        return first && second
                   ? std::optional(WideWork{0, WideCount(second->readBytes()) + first->bytes(), first->type})
                   : std::nullopt;
    case WorkForm::Fill:
        return first ? std::optional(WideWork{0, first->bytes(), first->type}) : std::nullopt;
    case WorkForm::Embedding:
        return embedding(call);
    case WorkForm::IndexSelect:
        return indexSelect(call);
    case WorkForm::Gather:
        return first && third ? lookUp(first, third, third->count()) : std::nullopt;
    case WorkForm::UpsampleNearest:
        return upsample(call);
    default:
        return cacheStore(call);
    }
}

} // namespace ws
