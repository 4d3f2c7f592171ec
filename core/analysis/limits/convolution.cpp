// Convolutions: every element of the result takes as many multiplications and additions as a filter has weights; Π
// w[1:] already holds the channels of one group. A transposed convolution does so for every element of its input.

#include "core/analysis/limits/work.h"

namespace ws {
namespace {

using Sizes = std::vector<int64_t>;

/// Weights of one filter.
WideCount filterSize(const Tensor &weights)
{
    WideCount size = 1;
    for (size_t i = 1; i < weights.dims.size(); ++i)
        size *= weights.dims[i];
    return size;
}

bool areImages(const Tensor &x, const Tensor &weights)
{
    return weights.dims.size() >= 3 && x.dims.size() == weights.dims.size();
}

/// A list of one number holds for all dimensions.
int64_t sizeAt(const Sizes &list, size_t i)
{
    return list.size() == 1 ? list[0] : list[i];
}

struct Geometry
{
    Sizes stride, padding, dilation, outputPadding;
    bool isTransposed;
    int64_t groups;
};

std::optional<Geometry> geometryOf(const OperatorCall &call, size_t dimensions)
{
    const auto stride = call.integers(3), padding = call.integers(4), dilation = call.integers(5),
               outputPadding = call.integers(7);
    const auto isTransposed = call.flag(6);
    const auto groups = call.integer(8);
    if (!stride || !padding || !dilation || !outputPadding || !isTransposed || !groups)
        return std::nullopt;
    constexpr int64_t largest = int64_t(1) << 20;
    for (const Sizes *list : {&*stride, &*padding, &*dilation, &*outputPadding}) {
        if (list->size() != 1 && list->size() != dimensions)
            return std::nullopt;
        for (const int64_t value : *list)
            if (value < 0 || value > largest)
                return std::nullopt;
    }
    return Geometry{*stride, *padding, *dilation, *outputPadding, *isTransposed, *groups};
}

/// 0: the shapes do not fit one another.
int64_t resultSize(const Geometry &g, size_t i, int64_t in, int64_t kernel)
{
    const WideCount reach = WideCount(sizeAt(g.dilation, i)) * (kernel - 1),
                    edges = 2 * WideCount(sizeAt(g.padding, i));
    const int64_t stride = sizeAt(g.stride, i);
    if (stride < 1)
        return 0;
    const WideCount size = g.isTransposed ? WideCount(in - 1) * stride - edges + reach + sizeAt(g.outputPadding, i) + 1
                                          : (in + edges - reach - 1 < 0 ? 0 : (in + edges - reach - 1) / stride + 1);
    return size < 0 || size > Tensor::maxElements ? 0 : static_cast<int64_t>(size);
}

std::optional<WideWork> convolved(const OperatorCall &call)
{
    const Tensor *x = call.tensor(0), *w = call.tensor(1), *bias = call.tensor(2);
    if (!x || !w || !areImages(*x, *w))
        return std::nullopt;
    const auto geometry = geometryOf(call, w->dims.size() - 2);
    if (!geometry || geometry->groups < 1 || geometry->groups > Tensor::maxElements)
        return std::nullopt;
    WideCount results =
        WideCount(x->dims[0]) * (geometry->isTransposed ? w->dims[1] * WideCount(geometry->groups) : w->dims[0]);
    for (size_t i = 2; i < w->dims.size(); ++i) {
        results *= resultSize(*geometry, i - 2, x->dims[i], w->dims[i]);
        if (results > Tensor::maxElements)
            return std::nullopt;
    }
    WideWork work{2 * (geometry->isTransposed ? WideCount(x->count()) : results) * filterSize(*w),
                  WideCount(x->readBytes()) + w->readBytes() + readBytes(bias) + results * x->elementBytes(), x->type};
    if (bias)
        work.flop += results;
    return work;
}

/// (g, x, w, …): the gradients of x, w and the bias, as the mask says.
std::optional<WideWork> convolvedBackward(const OperatorCall &call)
{
    const Tensor *g = call.tensor(0), *x = call.tensor(1), *w = call.tensor(2);
    const auto isTransposed = call.flag(7);
    const auto mask = call.flags(10);
    if (!g || !x || !w || !areImages(*x, *w) || g->dims.size() != x->dims.size() || !isTransposed || !mask ||
        mask->size() != 3)
        return std::nullopt;
    const WideCount once = 2 * WideCount(*isTransposed ? x->count() : g->count()) * filterSize(*w);
    WideWork work{0, g->readBytes(), x->type};
    if ((*mask)[0]) {
        work.flop += once;
        work.bytes += WideCount(w->readBytes()) + x->bytes();
    }
    if ((*mask)[1]) {
        work.flop += once;
        work.bytes += WideCount(x->readBytes()) + w->bytes();
    }
    if ((*mask)[2]) {
        work.flop += g->count();
        work.bytes += g->dims[1] * g->elementBytes();
    }
    return work;
}

} // namespace

std::optional<WideWork> convolutionWork(const OperatorCall &call)
{
    return call.form().form == WorkForm::Convolution ? convolved(call) : convolvedBackward(call);
}

} // namespace ws
