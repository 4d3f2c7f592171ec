#include "core/analysis/limits/steplengths.h"

#include <charconv>

namespace ws {
namespace {

constexpr int64_t mostOfSum = int64_t(1) << 53; ///< more is no sum of a step

/// Takes texts and numbers off the begin of a name.
class NameReader
{
public:
    explicit NameReader(std::string_view name) : m_rest(name) {}
    bool skip(std::string_view text)
    {
        if (!m_rest.starts_with(text))
            return false;
        m_rest.remove_prefix(text.size());
        return true;
    }
    std::optional<int64_t> number(std::string_view before)
    {
        int64_t value = 0;
        if (!skip(before) || m_rest.empty() || m_rest.front() == '-')
            return std::nullopt;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (error != std::errc() || value > mostOfSum)
            return std::nullopt;
        m_rest.remove_prefix(static_cast<size_t>(end - m_rest.data()));
        return value;
    }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
};

/// " c_sq=15360" → 15360; nothing: no such field.
std::optional<int64_t> fieldOf(std::string_view name, std::string_view field)
{
    const std::string key = ' ' + std::string(field) + '=';
    const size_t at = name.find(key);
    return at == name.npos ? std::nullopt : NameReader(name.substr(at)).number(key);
}

struct RequestSums
{
    std::optional<int64_t> requests, queries, keys, squares, products;

    bool isWhole() const { return requests && queries && keys && squares && products; }
    /// What such sums over requests of at least one query and as many keys as queries are.
    bool agree() const
    {
        if (!isWhole())
            return false;
        if (*requests == 0)
            return *queries == 0 && *keys == 0 && *squares == 0 && *products == 0;
        return *queries >= *requests && *keys >= *queries && *squares >= *queries && *products >= *squares &&
               (*squares - *queries) % 2 == 0 && WideCount(*squares) <= WideCount(*queries) * *queries &&
               WideCount(*products) <= WideCount(*queries) * *keys;
    }
};

bool addTo(StepLengths &lengths, const RequestSums &sums)
{
    if (!sums.agree())
        return false;
    lengths.queries += *sums.queries;
    lengths.keys += *sums.keys;
    lengths.pairs += WideCount(*sums.products) - (*sums.squares - *sums.queries) / 2;
    return true;
}

std::optional<StepLengths> ofExecute(std::string_view name)
{
    NameReader reader(name);
    const auto tokens = reader.number("execute_");
    StepLengths lengths;
    for (const std::string_view kind : {"_context_", "_generation_"}) {
        RequestSums sums;
        sums.requests = reader.number(kind);
        sums.queries = reader.number("(sq");
        sums.keys = reader.number("sk");
        sums.squares = reader.number("sqsq");
        sums.products = reader.number("sqsk");
        if (!reader.skip(")") || !addTo(lengths, sums))
            return std::nullopt;
    }
    if (!reader.isAtEnd() || tokens != lengths.queries || lengths.queries == 0)
        return std::nullopt;
    return lengths;
}

/// Names of the first releases leave out a sum that the batch or the tokens say.
std::optional<StepLengths> ofStep(std::string_view name)
{
    const std::string_view body = name.substr(0, name.size() - 1);
    const std::string_view mode = body.substr(5, body.find(' ') - 5);
    const bool isExtend = mode == "EXTEND", isDecode = mode == "DECODE", isMixed = mode == "MIXED";
    const auto batch = fieldOf(body, "bs"), tokens = fieldOf(body, "toks");
    StepLengths lengths;
    const auto add = [&](char kind, std::optional<int64_t> requests, std::optional<int64_t> queries) {
        const std::string prefix{kind, '_'};
        if (const auto said = fieldOf(body, prefix + "sq"))
            queries = said;
        return addTo(lengths, {requests, queries, fieldOf(body, prefix + "sk"), fieldOf(body, prefix + "sqsq"),
                               fieldOf(body, prefix + "sqsk")});
    };
    if (isExtend && !add('c', batch, tokens))
        return std::nullopt;
    if (isDecode && !add('g', batch, batch))
        return std::nullopt;
    if (isMixed && !(add('c', fieldOf(body, "c"), {}) && add('g', fieldOf(body, "g"), {})))
        return std::nullopt;
    if (lengths.queries == 0)
        return std::nullopt;
    lengths.isSpeculative = isDecode && lengths.queries != batch;
    return lengths;
}

std::optional<StepLengths> ofAtom(std::string_view name)
{
    const std::string_view body = name.substr(0, name.size() - 1);
    const std::string inside = ' ' + std::string(body.substr(body.find('[') + 1));
    StepLengths lengths;
    if (!addTo(lengths, {fieldOf(inside, "bs"), fieldOf(inside, "tok"), fieldOf(inside, "sk"), fieldOf(inside, "sqsq"),
                         fieldOf(inside, "sqsk")}) ||
        lengths.queries == 0)
        return std::nullopt;
    lengths.isSpeculative = fieldOf(inside, "spec").value_or(0) > 0;
    return lengths;
}

/// Tokens, heads, size of a head.
bool isByHead(const Tensor *tensor)
{
    return tensor && tensor->dims.size() == 3 && tensor->dims[1] > 0 && tensor->dims[2] > 0;
}

std::variant<AttentionHeads, NoAttention> unifiedHeads(const OperatorCall &call, const CacheTypes &stored)
{
    const Tensor *q = call.tensor(0), *k = call.tensor(1), *v = call.tensor(2);
    if (!isByHead(q) || !isByHead(k) || !isByHead(v) || q->dims[2] != k->dims[2] || k->dims[1] != v->dims[1] ||
        q->dims[1] % k->dims[1] != 0)
        return NoAttention::Heads;
    if (!stored)
        return NoAttention::CacheType;
    return AttentionHeads{q->dims[0], q->dims[1],    k->dims[1],     k->dims[2], v->dims[2],
                          q->type,    stored->first, stored->second, false};
}

/// The cache as [tokens, heads, size], or in pages of one token [tokens, 1, heads, size]: of longer pages the shape
/// does not tell which of two dims are the heads.
std::variant<AttentionHeads, NoAttention> pagedHeads(const Tensor *q, const Tensor *k, const Tensor *v,
                                                     bool isWindowKnown)
{
    const auto isCache = [](const Tensor *cache) {
        return cache && (cache->dims.size() == 3 || (cache->dims.size() == 4 && cache->dims[1] == 1)) &&
               cache->dims.back() > 0 && cache->dims[cache->dims.size() - 2] > 0;
    };
    if (!isByHead(q) || !isCache(k) || !isCache(v))
        return NoAttention::Heads;
    const int64_t keyHeads = k->dims[k->dims.size() - 2];
    if (k->dims.back() != q->dims[2] || v->dims[v->dims.size() - 2] != keyHeads || q->dims[1] % keyHeads != 0)
        return NoAttention::Heads;
    return AttentionHeads{q->dims[0], q->dims[1], keyHeads, q->dims[2],   v->dims.back(),
                          q->type,    k->type,    v->type,  isWindowKnown};
}

} // namespace

std::optional<StepLengths> stepLengths(std::string_view name)
{
    if (name.starts_with("execute_"))
        return ofExecute(name);
    if (!name.ends_with(']') || name.find("sqsk=") == name.npos)
        return std::nullopt;
    if (name.starts_with("step["))
        return ofStep(name);
    if (name.starts_with("prefill[") || name.starts_with("decode[") || name.starts_with("eager_decode["))
        return ofAtom(name);
    return std::nullopt;
}

bool needsLengths(WorkForm form)
{
    return form == WorkForm::UnifiedAttention || form == WorkForm::PagedAttention || form == WorkForm::BatchPrefill;
}

std::variant<AttentionHeads, NoAttention> attentionHeads(const OperatorCall &call, const CacheTypes &stored)
{
    if (call.form().form == WorkForm::UnifiedAttention)
        return unifiedHeads(call, stored);
    if (call.form().form == WorkForm::PagedAttention)
        return pagedHeads(call.tensor(2), call.tensor(3), call.tensor(4), false);
    if (call.flag(12) != true || call.integer(13) != -1 || call.integer(14) != -1)
        return NoAttention::Window;
    return pagedHeads(call.tensor(0), call.tensor(1), call.tensor(2), true);
}

CacheTypes cacheTypesOf(const OperatorCall &call)
{
    const Tensor *stored = call.tensor(0), *k = call.tensor(2), *v = call.tensor(3);
    if (call.form().form != WorkForm::CacheStore || !stored || !k || !v || stored->dims.empty() || k->dims.empty() ||
        k->dims.back() != stored->dims.back()) // else several values may be packed into an element
        return std::nullopt;
    return std::pair(k->type, v->type);
}

std::variant<CallWork, NoAttention> attentionOfStep(const AttentionHeads &h, const StepLengths &lengths)
{
    if (lengths.isSpeculative)
        return NoAttention::Speculative;
    if (h.tokens < lengths.queries || h.tokens >= 2 * lengths.queries) // a graph may be padded
        return NoAttention::OtherTokens;
    const WideCount flop = 2 * lengths.pairs * h.heads * (h.keySize + h.valueSize);
    const WideCount bytes =
        WideCount(lengths.queries) * h.heads * (h.keySize + h.valueSize) * sizeOf(h.queryType) +
        WideCount(lengths.keys) * h.keyHeads *
            (WideCount(h.keySize) * sizeOf(h.keyType) + WideCount(h.valueSize) * sizeOf(h.valueType));
    constexpr WideCount most = int64_t(1) << 62;
    if (flop > most || bytes > most)
        return NoAttention::Heads;
    return CallWork{WorkClass::Attention, static_cast<int64_t>(flop), static_cast<int64_t>(bytes), h.queryType};
}

} // namespace ws
