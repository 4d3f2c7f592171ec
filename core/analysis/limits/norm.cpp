// Softmaxes and normalisations: some FLOP for each element, by the definition; mean and standard deviation, which are
// one or two numbers a row, are not counted as results.

#include "core/analysis/limits/work.h"

namespace ws {
namespace {

std::optional<WideWork> softmax(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0);
    const auto becomesFloat = call.flag(2);
    if (!x || !becomesFloat)
        return std::nullopt;
    return WideWork{5 * WideCount(x->count()),
                    x->readBytes() + WideCount(x->count()) * (*becomesFloat ? 4 : x->elementBytes()), x->type};
}

/// (g, y, dim, type)
std::optional<WideWork> softmaxBackward(const OperatorCall &call)
{
    const Tensor *g = call.tensor(0), *y = call.tensor(1);
    const auto type = g ? call.type(3, g->type) : std::nullopt;
    if (!g || !y || !type)
        return std::nullopt;
    return WideWork{4 * WideCount(g->count()),
                    WideCount(g->readBytes()) + y->readBytes() + WideCount(g->count()) * sizeOf(*type), g->type};
}

/// `perElement` FLOP, and one more for each of weight and bias.
std::optional<WideWork> normalised(const Tensor *x, int perElement, const Tensor *weight, const Tensor *bias)
{
    if (!x)
        return std::nullopt;
    return WideWork{WideCount(x->count()) * (perElement + (weight ? 1 : 0) + (bias ? 1 : 0)),
                    WideCount(x->readBytes()) + readBytes(weight) + readBytes(bias) + x->bytes(), x->type};
}

/// (x, weight, bias, running mean, running variance, training)
std::optional<WideWork> batchNorm(const OperatorCall &call)
{
    const auto isTraining = call.flag(5);
    if (!isTraining)
        return std::nullopt;
    auto work = normalised(call.tensor(0), *isTraining ? 5 : 2, call.tensor(1), call.tensor(2));
    if (work) // in training the running statistics are written too
        work->bytes += (WideCount(readBytes(call.tensor(3))) + readBytes(call.tensor(4))) * (*isTraining ? 2 : 1);
    return work;
}

struct NormGradients
{
    const Tensor *g, *x, *weight, *mean, *deviation;
    std::optional<std::vector<bool>> mask; ///< the gradients of x, weight and bias
};

std::optional<WideWork> normalisedBackward(const NormGradients &b)
{
    if (!b.g || !b.x || !b.mask || b.mask->size() != 3)
        return std::nullopt;
    const WideCount n = b.x->count(), hasWeight = b.weight ? 1 : 0;
    const int dx = (*b.mask)[0], dWeight = (*b.mask)[1], dBias = (*b.mask)[2];
    WideWork work{n * dx * (8 + hasWeight) + 2 * n * dWeight * hasWeight + n * dBias * hasWeight, 0, b.x->type};
    for (const Tensor *read : {b.g, b.x, b.weight, b.mean, b.deviation})
        work.bytes += readBytes(read);
    work.bytes += WideCount(b.x->bytes()) * dx + WideCount(b.weight ? b.weight->bytes() : 0) * (dWeight + dBias);
    return work;
}

/// (result, x, …, weight): written into an argument.
std::optional<WideWork> rmsNorm(const Tensor *result, const Tensor *x, const Tensor *weight, bool addsResidual)
{
    if (!result || !x)
        return std::nullopt;
    const WideCount n = x->count();
    WideWork work{n * ((addsResidual ? 4 : 3) + (weight ? 1 : 0)),
                  WideCount(x->readBytes()) + readBytes(weight) + result->bytes(), x->type};
    if (addsResidual) // the residual is read, and the sum written
        work.bytes += 2 * WideCount(x->bytes());
    return work;
}

} // namespace

std::optional<WideWork> softmaxWork(const OperatorCall &call)
{
    return call.form().form == WorkForm::Softmax ? softmax(call) : softmaxBackward(call);
}

std::optional<WideWork> normWork(const OperatorCall &call)
{
    const auto t = [&](size_t i) { return call.tensor(i); };
    switch (call.form().form) {
    case WorkForm::LayerNorm:
    case WorkForm::GroupNormAfterGroups:
        return normalised(t(0), 5, t(2), t(3));
    case WorkForm::GroupNorm:
        return normalised(t(0), 5, t(1), t(2));
    case WorkForm::BatchNorm:
        return batchNorm(call);
    case WorkForm::LayerNormBackward:
        return normalisedBackward({t(0), t(1), t(5), t(3), t(4), call.flags(7)});
    case WorkForm::GroupNormBackward:
        return normalisedBackward({t(0), t(1), t(4), t(2), t(3), call.flags(9)});
    case WorkForm::BatchNormBackward:
        return normalisedBackward({t(0), t(1), t(2), t(5), t(6), call.flags(9)});
    case WorkForm::BatchNormBackwardOfAll:
        return normalisedBackward({t(1), t(0), t(2), t(5), t(6), std::vector<bool>{true, true, true}});
    case WorkForm::FusedRmsNorm:
        return normalised(t(0), 3, t(2), nullptr);
    case WorkForm::RmsNormInto:
        return rmsNorm(t(0), t(1), t(2), false);
    case WorkForm::AddRmsNormInto:
        return t(2) && t(3) ? rmsNorm(t(0), t(1), t(4), true) : std::nullopt;
    default:
        return t(1) ? rmsNorm(t(0), t(0), t(2), true) : std::nullopt;
    }
}

} // namespace ws
