#include "core/analysis/compare/steppairs.h"

#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ws {
namespace {

constexpr double sameSize = 0.1;

bool isAlike(const std::optional<int64_t> &a, const std::optional<int64_t> &b)
{
    return !a || !b || double(std::abs(*a - *b)) <= sameSize * double(std::max(*a, *b));
}

using Size = std::pair<int64_t, int64_t>; // batch, tokens; -1: not known

Size sizeOf(const Step &step)
{
    return {step.batch.value_or(-1), step.tokens.value_or(-1)};
}

/// The steps of one kind on one side, not paired yet.
struct Waiting
{
    std::map<Size, std::vector<uint32_t>> bySize; ///< in order of time
};

class StepPairing
{
public:
    StepPairing(const ComparedRun &a, const ComparedRun &b) : m_a(a), m_b(b) {}

    std::vector<UnitPair> all()
    {
        std::map<std::string, std::pair<Waiting, Waiting>> kinds;
        collect(m_a, [&](const std::string &kind) -> Waiting & { return kinds[kind].first; });
        collect(m_b, [&](const std::string &kind) -> Waiting & { return kinds[kind].second; });
        for (auto &[kind, sides] : kinds) {
            pairEqual(sides.first, sides.second);
            pairAlike(rest(sides.first), rest(sides.second));
        }
        addUnpaired(m_a, true);
        addUnpaired(m_b, false);
        std::stable_sort(m_pairs.begin(), m_pairs.end(),
                         [](const UnitPair &x, const UnitPair &y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
        return std::move(m_pairs);
    }

private:
    template <class Side> void collect(const ComparedRun &of, Side side)
    {
        for (uint32_t i = 0; i < of.named->steps.size(); ++i)
            if (const Step &step = of.named->steps[i]; step.activities && !(i < of.cut.size() && of.cut[i]))
                side(stepKind(of.run(), step)).bySize[sizeOf(step)].push_back(i);
    }

    void pairEqual(Waiting &a, Waiting &b)
    {
        for (auto &[size, own] : a.bySize) {
            const auto other = b.bySize.find(size);
            if (other == b.bySize.end())
                continue;
            const size_t count = std::min(own.size(), other->second.size());
            for (size_t k = 0; k < count; ++k)
                m_pairs.push_back({own[k], other->second[k]});
            own.erase(own.begin(), own.begin() + ptrdiff_t(count));
            other->second.erase(other->second.begin(), other->second.begin() + ptrdiff_t(count));
        }
    }

    static std::vector<uint32_t> rest(const Waiting &waiting)
    {
        std::vector<uint32_t> steps;
        for (const auto &[size, left] : waiting.bySize)
            steps.insert(steps.end(), left.begin(), left.end());
        return steps;
    }

    /// Both by batch and tokens: the smaller of two that do not fit has no partner.
    void pairAlike(const std::vector<uint32_t> &a, const std::vector<uint32_t> &b)
    {
        for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
            const Step &x = m_a.named->steps[a[i]], &y = m_b.named->steps[b[j]];
            if (isAlike(x.batch, y.batch) && isAlike(x.tokens, y.tokens))
                m_pairs.push_back({a[i++], b[j++]});
            else
                ++(sizeOf(x) < sizeOf(y) ? i : j);
        }
    }

    void addUnpaired(const ComparedRun &of, bool isA)
    {
        std::vector<bool> paired(of.named->steps.size());
        for (const UnitPair &pair : m_pairs)
            if (const uint32_t step = isA ? pair.a : pair.b; step != noStep)
                paired[step] = true;
        for (uint32_t i = 0; i < paired.size(); ++i)
            if (!paired[i])
                m_pairs.push_back({isA ? i : noStep, isA ? noStep : i, why(of, i)});
    }

    static QString why(const ComparedRun &of, uint32_t step)
    {
        if (step < of.cut.size() && of.cut[step])
            return Core::tr("the recording cuts it");
        if (of.named->steps[step].activities == 0)
            return Core::tr("it has no GPU work");
        return Core::tr("no step of its phase and size is left in the other run");
    }

    const ComparedRun &m_a, &m_b;
    std::vector<UnitPair> m_pairs;
};

} // namespace

std::string stepKind(const Run &run, const Step &step)
{
    return step.phase == "section" ? std::string(run.text(step.name)) : step.phase;
}

std::vector<UnitPair> pairSteps(const ComparedRun &a, const ComparedRun &b)
{
    return StepPairing(a, b).all();
}

} // namespace ws
