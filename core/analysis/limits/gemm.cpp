// Products of matrices in all spellings: 2·Z·M·N·K, and one addition for each element of the result where a matrix or a
// bias is added. Scaling by alpha and beta is not counted.

#include "core/analysis/limits/work.h"

#include <charconv>

namespace ws {
namespace {

struct Product
{
    const Tensor *a, *b;
    WideCount flop;    ///< 2·Z·M·N·K
    WideCount results; ///< Z·M·N
};

/// A[Z,M,K] and B[Z,K,N], without Z where `isBatch` is false.
std::optional<Product> productOf(const OperatorCall &call, size_t first, bool isBatch)
{
    const Tensor *a = call.tensor(first), *b = call.tensor(first + 1);
    const size_t at = isBatch ? 1 : 0;
    if (!a || !b || a->dims.size() != at + 2 || b->dims.size() != at + 2 || a->dims[at + 1] != b->dims[at] ||
        (isBatch && a->dims[0] != b->dims[0]))
        return std::nullopt;
    const WideCount batch = isBatch ? a->dims[0] : 1;
    const WideCount inner = a->dims[at + 1] * (a->type == ElementType::F4x2 ? 2 : 1); // two values an element
    const WideCount results = batch * a->dims[at] * b->dims[at + 1];
    if (results > Tensor::maxElements)
        return std::nullopt;
    return Product{a, b, 2 * results * inner, results};
}

std::optional<WideWork> plain(const OperatorCall &call, bool isBatch, int64_t resultBytes = 0)
{
    const auto product = productOf(call, 0, isBatch);
    if (!product)
        return std::nullopt;
    const int64_t element = resultBytes ? resultBytes : product->a->elementBytes();
    return WideWork{product->flop,
                    WideCount(product->a->readBytes()) + product->b->readBytes() + product->results * element,
                    product->a->type};
}

bool isZero(std::string_view number)
{
    double value = 1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() && value == 0;
}

/// (C, A, B, beta, alpha): C counts by its own dims, a row or a full matrix.
std::optional<WideWork> withAddend(const OperatorCall &call, bool isBatch)
{
    const auto product = productOf(call, 1, isBatch);
    const Tensor *c = call.tensor(0);
    if (!product || !c)
        return std::nullopt;
    WideWork work{product->flop,
                  WideCount(product->a->readBytes()) + product->b->readBytes() +
                      product->results * product->a->elementBytes(),
                  product->a->type};
    if (!isZero(call.text(3).value_or(std::string_view()))) { // without a text beta is 1
        work.flop += product->results;
        work.bytes += c->readBytes();
    }
    return work;
}

/// (A, B, scale of A, scale of B, bias, scale of the result, type of the result).
std::optional<WideWork> scaled(const OperatorCall &call)
{
    const auto product = productOf(call, 0, false);
    const auto type = call.type(6, std::nullopt);
    if (!product || !type)
        return std::nullopt;
    WideWork work{product->flop, product->results * sizeOf(*type), product->a->type};
    for (size_t i = 0; i < 5; ++i)
        work.bytes += readBytes(call.tensor(i));
    if (call.tensor(4))
        work.flop += product->results;
    return work;
}

} // namespace

std::optional<WideWork> gemmWork(const OperatorCall &call)
{
    switch (call.form().form) {
    case WorkForm::Mm:
        return plain(call, false);
    case WorkForm::Bmm:
        return plain(call, true);
    case WorkForm::IntMm:
        return plain(call, false, 4);
    case WorkForm::Addmm:
        return withAddend(call, false);
    case WorkForm::Baddbmm:
        return withAddend(call, true);
    default:
        return scaled(call);
    }
}

} // namespace ws
