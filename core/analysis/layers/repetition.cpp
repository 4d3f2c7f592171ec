#include "core/analysis/layers/repetition.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

using Sequence = std::span<const uint32_t>;
constexpr size_t minPeriod = 3, minPeriods = 3;

uint64_t hashOf(Sequence piece)
{
    uint64_t hash = piece.size();
    for (const uint32_t value : piece)
        hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash;
}

/// The most frequent piece between the positions; the first of equally frequent ones.
Sequence typicalPiece(Sequence sequence, std::span<const uint32_t> cuts)
{
    std::unordered_map<uint64_t, std::pair<size_t, size_t>> counts; // hash → (count, first piece)
    size_t best = 0, bestCount = 0;
    for (size_t k = 0; k + 1 < cuts.size(); ++k) {
        auto &[count, first] =
            counts.try_emplace(hashOf(sequence.subspan(cuts[k], cuts[k + 1] - cuts[k])), 0, k).first->second;
        ++count;
        if (count > bestCount || (count == bestCount && first < best)) {
            best = first;
            bestCount = count;
        }
    }
    return sequence.subspan(cuts[best], cuts[best + 1] - cuts[best]);
}

/// The number of elements at the begin of `rest` that are one more period; more may follow. 0: none.
size_t lastPeriod(Sequence rest, Sequence typical)
{
    for (const size_t length : {typical.size(), typical.size() + 1, typical.size() - 1})
        if (length <= rest.size() && differByAtMostOne(rest.first(length), typical))
            return length;
    return 0;
}

struct Stretch
{
    Periods periods;
    size_t exact = 0; ///< number of them that equal the typical one

    uint64_t covered() const { return periods.empty() ? 0 : periods.back() - periods.front(); }
};

size_t countExact(Sequence sequence, const Periods &periods, Sequence typical)
{
    size_t count = 0;
    for (size_t k = 0; k + 1 < periods.size(); ++k)
        count += std::ranges::equal(sequence.subspan(periods[k], periods[k + 1] - periods[k]), typical);
    return count;
}

/// The longest run of pieces that are like the typical one.
Stretch stretchFrom(Sequence sequence, std::span<const uint32_t> anchors)
{
    const Sequence typical = typicalPiece(sequence, anchors);
    if (typical.size() < minPeriod)
        return {};
    Periods best, run;
    const auto finish = [&](size_t tail) {
        if (run.empty())
            return;
        run.push_back(run.back() + static_cast<uint32_t>(tail));
        if (best.empty() || run.back() - run.front() > best.back() - best.front())
            best = run;
        run.clear();
    };
    for (size_t k = 0; k < anchors.size(); ++k) {
        const Sequence rest = sequence.subspan(anchors[k]);
        const bool hasNext = k + 1 < anchors.size();
        const size_t length = hasNext ? anchors[k + 1] - anchors[k] : rest.size();
        if (hasNext && differByAtMostOne(rest.first(length), typical)) {
            run.push_back(anchors[k]);
            continue;
        }
        const size_t tail = lastPeriod(rest, typical);
        if (tail)
            run.push_back(anchors[k]);
        finish(tail ? tail : run.empty() ? 0 : anchors[k] - run.back());
    }
    if (best.size() <= minPeriods)
        return {};
    const size_t exact = countExact(sequence, best, typical);
    return {std::move(best), exact};
}

/// More coverage is better; with nearly equal coverage more periods, then cleaner ones.
bool isBetter(const Stretch &a, const Stretch &b)
{
    const uint64_t now = a.covered(), before = b.covered();
    const bool nearly = now * 50 >= before * 49 && before * 50 >= now * 49;
    return nearly ? std::tuple(a.periods.size(), a.exact, now) > std::tuple(b.periods.size(), b.exact, before)
                  : now > before;
}

/// The anchor need not be what a layer begins with: the last period may then end with what follows the layers. All
/// periods begin as much earlier as the elements before the first one are those before the second; where more are equal
/// then, it stays so.
Periods aligned(Sequence sequence, const Stretch &stretch)
{
    if (stretch.exact + 1 >= stretch.periods.size())
        return stretch.periods;
    const uint32_t first = stretch.periods[0], second = stretch.periods[1];
    uint32_t back = 0;
    while (back < first && back < second - first && sequence[first - back - 1] == sequence[second - back - 1])
        ++back;
    Periods moved;
    for (const uint32_t at : stretch.periods)
        moved.push_back(at - back);
    const size_t exact = countExact(sequence, moved, typicalPiece(sequence, moved));
    return exact > stretch.exact ? moved : stretch.periods;
}

} // namespace

bool differByAtMostOne(Sequence a, Sequence b)
{
    if (a.size() > b.size())
        std::swap(a, b);
    if (b.size() - a.size() > 1)
        return false;
    const auto at = std::mismatch(a.begin(), a.end(), b.begin());
    if (at.first == a.end())
        return true;
    const auto restOfA = at.first + (a.size() == b.size() ? 1 : 0);
    return std::equal(restOfA, a.end(), at.second + 1, b.end());
}

Periods longestRepetition(Sequence sequence, const Progress *progress)
{
    std::map<uint32_t, std::vector<uint32_t>> places; // by value, so that the order of equal candidates is fixed
    for (size_t i = 0; i < sequence.size(); ++i)
        places[sequence[i]].push_back(static_cast<uint32_t>(i));
    Stretch best;
    for (const auto &[value, anchors] : places) {
        if (progress && progress->isCancelled())
            return {};
        const size_t length = anchors.back() - anchors.front();
        if (anchors.size() < minPeriods || length < (anchors.size() - 1) * (minPeriod - 1))
            continue;
        if (Stretch stretch = stretchFrom(sequence, anchors); isBetter(stretch, best))
            best = std::move(stretch);
    }
    return aligned(sequence, best);
}

} // namespace ws
