#include "core/analysis/compare/alignment.h"

#include "core/analysis/compare/units.h"
#include "core/analysis/compare/workkeys.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/base/commonsubsequence.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t maxAlignedUnits = 4;
constexpr size_t maxAlignedWork = 20'000; ///< kernels of one unit
constexpr size_t maxTable = 10'000'000;   ///< pairs; so common lengths fit 16 bits

/// Numbers for equal texts of two runs.
class Dictionary
{
public:
    uint32_t operator()(const std::string &text)
    {
        return m_numbers.try_emplace(text, uint32_t(m_numbers.size())).first->second;
    }

private:
    std::unordered_map<std::string, uint32_t> m_numbers;
};

/// "[[32,128],[]]" → sizes as powers of two.
std::string bucketedShape(std::string_view shape)
{
    std::string text;
    for (size_t i = 0; i < shape.size();) {
        uint64_t number = 0;
        const size_t from = i;
        for (; i < shape.size() && shape[i] >= '0' && shape[i] <= '9'; ++i)
            number = std::min<uint64_t>(number * 10 + uint64_t(shape[i] - '0'), uint64_t(1) << 50);
        if (i > from)
            text += std::to_string(std::bit_width(number));
        else
            text += shape[i++];
    }
    return text;
}

/// It brings data into another layout for the kernel of its operator: other libraries do without, or do it elsewhere.
bool isReordering(std::string_view kernel)
{
    for (const std::string_view word : {"transpose", "Transpose", "ToNhwc", "ToNchw", "SubTensorOp", "im2col", "Im2Col",
                                        "im2Col", "Im2d2Col", "Im3d2Col"})
        if (kernel.find(word) != kernel.npos)
            return true;
    return false;
}

/// What the kernels of one side are for, from precise to vague.
struct Tokens
{
    static constexpr size_t levels = 3;
    std::vector<uint32_t> of[levels];
};

class Tokenizer
{
public:
    Tokenizer(const ComparedRun &run, Dictionary &dictionary) : m_compared(run), m_run(run.run()), m_numbers(dictionary)
    {
    }

    Tokens tokens(std::span<const uint32_t> work)
    {
        Tokens tokens;
        for (const uint32_t i : work) {
            const std::string purpose = purposeOf(i), kind = std::to_string(int(m_run.gpu.kind[i])) + '|';
            tokens.of[0].push_back(m_numbers(kind + purpose + '|' + shapeOf(i) + '|' + moduleOf(i)));
            tokens.of[1].push_back(m_numbers(kind + purpose));
            tokens.of[2].push_back(m_numbers(kind + (isCommunication(i) ? "communication"
                                                     : isReordering(i)  ? "reordering"
                                                                        : "work")));
        }
        return tokens;
    }

private:
    EventRef op(uint32_t i) const { return m_run.gpu.op.empty() ? EventRef{} : m_run.gpu.op[i]; }
    bool isCommunication(uint32_t i) const { return m_compared.communication[m_run.gpu.nameForRules(i)]; }

    bool isReordering(uint32_t i)
    {
        const StringId name = m_run.gpu.nameForRules(i);
        const auto [known, isNew] = m_reordering.try_emplace(name, false);
        if (isNew)
            known->second = ws::isReordering(m_run.text(name));
        return known->second;
    }

    std::string purposeOf(uint32_t i)
    {
        const EventRef own = op(i);
        const uint64_t key = own.valid() ? uint64_t(m_run.timeline.name(own)) << 2 | (isReordering(i) ? 2 : 0) | 1
                                         : uint64_t(m_run.gpu.nameForRules(i)) << 2;
        std::string &text = m_purposes[key];
        if (text.empty()) {
            if (own.valid())
                text = plainOperator(m_run.text(m_run.timeline.name(own))) + (isReordering(i) ? "|reordering" : "");
            else
                text = kernelFamily(m_run.text(m_run.gpu.nameForRules(i)));
        }
        return text;
    }

    std::string moduleOf(uint32_t i) const
    {
        const uint32_t launch = m_run.gpu.launch.empty() ? noLaunch : m_run.gpu.launch[i];
        if (launch == noLaunch || m_run.launches.module.empty() || !m_run.launches.module[launch].valid())
            return {};
        return std::string(moduleClass(m_run.text(m_run.timeline.name(m_run.launches.module[launch]))));
    }

    std::string shapeOf(uint32_t i) const
    {
        const EventRef own = op(i);
        if (!own.valid() || m_run.ops.shape.empty())
            return {};
        const auto place = [&](EventRef slice) {
            return std::pair(m_run.timeline.lane(slice).track, m_run.timeline.start(slice));
        };
        const auto &slices = m_run.ops.slice; // by track and start
        const auto from = std::lower_bound(slices.begin(), slices.end(), place(own),
                                           [&](EventRef slice, const auto &wanted) { return place(slice) < wanted; });
        for (auto at = from; at != slices.end() && place(*at) == place(own); ++at)
            if (*at == own)
                return bucketedShape(m_run.text(m_run.ops.shape[size_t(at - slices.begin())]));
        return {};
    }

    const ComparedRun &m_compared;
    const Run &m_run;
    Dictionary &m_numbers;
    std::unordered_map<uint64_t, std::string> m_purposes;
    std::unordered_map<StringId, bool> m_reordering;
};

class Aligner
{
public:
    Aligner(const Tokens &a, const Tokens &b) : m_a(a), m_b(b) {}

    using Pairs = std::vector<std::pair<uint32_t, uint32_t>>; ///< places

    Pairs align() { return between(0, m_a.of[0].size(), 0, m_b.of[0].size(), 0); }

private:
    /// Pairs of [fromA, toA) and [fromB, toB), by tokens of that level and vaguer ones in the gaps.
    Pairs between(size_t fromA, size_t toA, size_t fromB, size_t toB, size_t level)
    {
        Pairs pairs;
        if (fromA == toA || fromB == toB)
            return pairs;
        if (level == Tokens::levels)
            return pairs;
        const std::span<const uint32_t> a(m_a.of[level].data() + fromA, toA - fromA);
        const std::span<const uint32_t> b(m_b.of[level].data() + fromB, toB - fromB);
        if (level + 1 == Tokens::levels && a.size() != b.size())
            return pairs; // nothing but the place is left: only where both have as many
        auto partners = commonSubsequence(a, b);
        if (!partners && a.size() * b.size() <= maxTable)
            partners = byTable(a, b);
        if (!partners)
            return between(fromA, toA, fromB, toB, level + 1);
        size_t doneA = fromA, doneB = fromB;
        const auto fill = [&](size_t endA, size_t endB) {
            const Pairs inside = between(doneA, endA, doneB, endB, level + 1);
            pairs.insert(pairs.end(), inside.begin(), inside.end());
        };
        for (size_t i = 0; i < partners->size(); ++i) {
            if ((*partners)[i] == noPartner)
                continue;
            const size_t placeA = fromA + i, placeB = fromB + (*partners)[i];
            fill(placeA, placeB);
            pairs.emplace_back(uint32_t(placeA), uint32_t(placeB));
            doneA = placeA + 1;
            doneB = placeB + 1;
        }
        fill(toA, toB);
        return pairs;
    }

    /// The same for sequences that have little in common: a table of all pairs, a bit each.
    static std::vector<uint32_t> byTable(std::span<const uint32_t> a, std::span<const uint32_t> b)
    {
        const size_t width = b.size() + 1;
        std::vector<uint16_t> above(width), row(width); // lengths
        std::vector<bool> fromAbove((a.size() + 1) * width);
        for (size_t i = 1; i <= a.size(); ++i) {
            for (size_t j = 1; j < width; ++j) {
                const bool isUp = above[j] >= row[j - 1];
                fromAbove[i * width + j] = isUp;
                row[j] = a[i - 1] == b[j - 1] ? uint16_t(above[j - 1] + 1) : std::max(above[j], row[j - 1]);
            }
            std::swap(above, row);
        }
        std::vector<uint32_t> partners(a.size(), noPartner);
        for (size_t i = a.size(), j = b.size(); i && j;) {
            if (a[i - 1] == b[j - 1]) {
                partners[--i] = uint32_t(--j);
            } else if (fromAbove[i * width + j]) {
                --i;
            } else {
                --j;
            }
        }
        return partners;
    }

    const Tokens &m_a, &m_b;
};

/// Decides which side comes first where several alignments are as good.
auto orderOf(const GpuWork &gpu, std::span<const uint32_t> work)
{
    int64_t ns = 0;
    for (const uint32_t i : work)
        ns += gpu.duration[i];
    return std::tuple(work.size(), ns, work.empty() ? 0 : gpu.start[work.front()]);
}

/// The activities of each window, in order of start.
std::vector<std::vector<uint32_t>> workOf(const Run &run, const UnitSamples &samples, size_t windows)
{
    std::vector<std::vector<uint32_t>> work(windows);
    const std::vector<uint32_t> window = windowsOfWork(run.gpu, samples.places);
    for (uint32_t i = 0; i < window.size(); ++i)
        if (window[i] < windows)
            work[window[i]].push_back(i);
    return work;
}

/// One side of an alignment.
struct Side
{
    const GpuWork &gpu;
    Tokenizer &tokenizer;
    std::span<const uint32_t> work;
};

AlignedPairs alignSides(const Side &a, const Side &b)
{
    AlignedPairs result;
    if (a.work.size() > maxAlignedWork || b.work.size() > maxAlignedWork)
        return result;
    if (orderOf(b.gpu, b.work) < orderOf(a.gpu, a.work)) { // the same pairs whichever is A
        for (const auto &[x, y] : alignSides(b, a))
            result.emplace_back(y, x);
        return result;
    }
    const Tokens inA = a.tokenizer.tokens(a.work), inB = b.tokenizer.tokens(b.work);
    for (const auto &[placeA, placeB] : Aligner(inA, inB).align())
        result.emplace_back(a.work[placeA], b.work[placeB]);
    return result;
}

} // namespace

AlignedPairs alignWork(const ComparedRun &a, std::span<const uint32_t> workA, const ComparedRun &b,
                       std::span<const uint32_t> workB)
{
    Dictionary dictionary;
    Tokenizer inA(a, dictionary), inB(b, dictionary);
    return alignSides({a.run().gpu, inA, workA}, {b.run().gpu, inB, workB});
}

AlignedUnits alignUnits(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit)
{
    AlignedUnits aligned;
    const size_t windows = std::min({unit.a.places.size(), unit.b.places.size(), maxAlignedUnits});
    if (unit.kind == ComparedUnit::None || windows == 0)
        return aligned;
    const auto workA = workOf(a.run(), unit.a, windows), workB = workOf(b.run(), unit.b, windows);
    Dictionary dictionary;
    Tokenizer inA(a, dictionary), inB(b, dictionary);
    for (size_t w = 0; w < windows; ++w) {
        const AlignedPairs pairs = alignSides({a.run().gpu, inA, workA[w]}, {b.run().gpu, inB, workB[w]});
        aligned.result.a += workA[w].size();
        aligned.result.b += workB[w].size();
        aligned.result.byOrder += pairs.size();
        for (const auto &[x, y] : pairs)
            aligned.result.byName +=
                a.run().text(a.run().gpu.nameForRules(x)) == b.run().text(b.run().gpu.nameForRules(y));
        aligned.pairs.insert(aligned.pairs.end(), pairs.begin(), pairs.end());
    }
    return aligned;
}

} // namespace ws
