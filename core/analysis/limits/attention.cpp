// Attention: the pairs of query and key that the mask admits, each with the products of QKᵀ and PV. Keys and values
// count by their own heads, so grouped queries read fewer. The softmax between the products is not counted, as
// everywhere.

#include "core/analysis/limits/work.h"

#include <algorithm>

namespace ws {
namespace {

/// Pairs of query and key. A causal mask lets query i see the keys up to i, as torch aligns it.
WideCount admittedPairs(int64_t queries, int64_t keys, bool isCausal)
{
    if (!isCausal)
        return WideCount(queries) * keys;
    const WideCount square = std::min(queries, keys);
    return square * (square + 1) / 2 + WideCount(std::max<int64_t>(queries - keys, 0)) * keys;
}

struct Heads
{
    const Tensor *q, *k, *v;
    int64_t batch, heads, queries, keys, keySize, valueSize;
};

/// Tensors of four dimensions; `headsAt`: whether heads are the second of them, or tokens are.
std::optional<Heads> headsOf(const OperatorCall &call, size_t first, size_t headsAt)
{
    const Tensor *q = call.tensor(first), *k = call.tensor(first + 1), *v = call.tensor(first + 2);
    if (!q || !k || !v || q->dims.size() != 4 || k->dims.size() != 4 || v->dims.size() != 4 || q->dims[3] != k->dims[3])
        return std::nullopt;
    const size_t tokensAt = 3 - headsAt;
    return Heads{q, k, v, q->dims[0], q->dims[headsAt], q->dims[tokensAt], k->dims[tokensAt], q->dims[3], v->dims[3]};
}

std::optional<WideWork> attended(const Heads &h, std::optional<bool> isCausal, const Tensor *bias = nullptr)
{
    if (!isCausal)
        return std::nullopt;
    const WideCount rows = WideCount(h.batch) * h.heads;
    return WideWork{2 * rows * admittedPairs(h.queries, h.keys, *isCausal) * (h.keySize + h.valueSize),
                    WideCount(h.q->readBytes()) + h.k->readBytes() + h.v->readBytes() + readBytes(bias) +
                        rows * h.queries * h.valueSize * h.q->elementBytes(),
                    h.q->type};
}

/// Five products: QKᵀ is computed again.
std::optional<WideWork> attendedBackward(const OperatorCall &call)
{
    const auto h = headsOf(call, 1, 1);
    const auto isCausal = call.flag(11);
    const Tensor *g = call.tensor(0), *out = call.tensor(4), *sums = call.tensor(5);
    if (!h || !isCausal || !g || !out || !sums)
        return std::nullopt;
    WideWork work{2 * WideCount(h->batch) * h->heads * admittedPairs(h->queries, h->keys, *isCausal) *
                      (3 * WideCount(h->keySize) + 2 * WideCount(h->valueSize)),
                  0, h->q->type};
    for (const Tensor *read : {g, h->q, h->k, h->v, out, sums})
        work.bytes += read->readBytes();
    for (const Tensor *written : {h->q, h->k, h->v})
        work.bytes += written->bytes();
    return work;
}

/// Sequences of different lengths one after the other: how long each is stands in a tensor, so only where the longest
/// times their number is all of them every one is known to be that long. The cache is a pool, of which only as many
/// keys as queries are read.
std::optional<WideWork> prefill(const OperatorCall &call)
{
    const Tensor *q = call.tensor(0), *k = call.tensor(1), *v = call.tensor(2), *begins = call.tensor(3);
    const auto longest = call.integer(6), longestKeys = call.integer(7), left = call.integer(13),
               right = call.integer(14);
    const auto isCausal = call.flag(12);
    if (!q || !k || !v || !begins || !longest || !longestKeys || !left || !right || !isCausal)
        return std::nullopt;
    if (q->dims.size() != 3 || k->dims.size() < 3 || v->dims.size() < 3 || k->dims.back() != q->dims[2] ||
        begins->dims.size() != 1)
        return std::nullopt;
    const int64_t tokens = q->dims[0], heads = q->dims[1], keySize = q->dims[2], valueSize = v->dims.back();
    const int64_t sequences = begins->dims[0] - 1, keyHeads = k->dims[k->dims.size() - 2];
    if (sequences < 1 || *longest < 0 || WideCount(sequences) * *longest != tokens || *longestKeys != *longest ||
        *left != -1 || *right != -1)
        return std::nullopt;
    return WideWork{2 * WideCount(sequences) * heads * admittedPairs(*longest, *longest, *isCausal) *
                        (keySize + valueSize),
                    q->readBytes() +
                        WideCount(tokens) * keyHeads *
                            (WideCount(keySize) * k->elementBytes() + WideCount(valueSize) * v->elementBytes()) +
                        WideCount(tokens) * heads * valueSize * q->elementBytes(),
                    q->type};
}

} // namespace

std::optional<WideWork> attentionWork(const OperatorCall &call)
{
    const WorkForm form = call.form().form;
    if (form == WorkForm::UnifiedAttention || form == WorkForm::PagedAttention)
        return std::nullopt; // steplengths.h
    if (form == WorkForm::BatchPrefill)
        return prefill(call);
    if (form == WorkForm::FlashBackward)
        return attendedBackward(call);
    const auto heads = headsOf(call, 0, form == WorkForm::FlashForward ? 2 : 1);
    if (!heads)
        return std::nullopt;
    if (form == WorkForm::FlashAttention)
        return attended(*heads, call.flag(4));
    if (form == WorkForm::BiasedAttention)
        return attended(*heads, call.flag(6), call.tensor(3));
    const bool isRagged = call.tensor(3) || call.tensor(4); // lengths of the sequences, in tensors
    return isRagged ? std::nullopt : attended(*heads, call.flag(8));
}

} // namespace ws
