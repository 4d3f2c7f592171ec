#include "core/analysis/compare/comparison.h"

#include <algorithm>

namespace ws {
namespace {

constexpr std::string_view verdicts[] = {"same",        "neutral",      "regression",
                                         "improvement", "inconclusive", "inconclusive"};
constexpr std::string_view states[] = {"same", "warns", "blocks", "unknown"};
constexpr std::string_view kinds[diffByCount] = {"stage",    "module", "layer", "family", "kernel",
                                                 "operator", "line",   "step",  "api",    "row"};
constexpr std::string_view statuses[] = {"same", "slower", "faster", "added", "removed", "renamed", "unclear"};
constexpr std::string_view countedTimes[] = {"kernels", "copies", "operators", "api", "os", "ranges", "other"};
constexpr std::string_view matches[] = {"exact", "order", "family", "module", "stage", "lone", "launches", "none"};

std::optional<double> perCall(const DiffSide &side)
{
    if (side.steps) // a mean number of calls may be no whole one
        return side.unitCount ? std::optional(double(side.unitNs) / double(side.unitCount)) : std::nullopt;
    return side.count && side.countsCalls ? std::optional(double(side.totalNs) / double(side.count)) : std::nullopt;
}

} // namespace

std::string_view verdictId(Verdict verdict)
{
    return verdicts[size_t(verdict)];
}

std::string_view fieldStateId(ComparedField::State state)
{
    return states[state];
}

std::string_view diffById(DiffBy by)
{
    return kinds[size_t(by)];
}

std::optional<DiffBy> diffByFromId(std::string_view id)
{
    if (id == "op")
        return DiffBy::Operator;
    for (size_t k = 0; k < diffByCount; ++k)
        if (kinds[k] == id)
            return DiffBy(k);
    return {};
}

std::string_view countedTimeId(CountedTime of)
{
    return countedTimes[size_t(of)];
}

std::string_view diffStatusId(DiffRow::Status status)
{
    return statuses[status];
}

std::string_view diffMatchId(DiffRow::Match match)
{
    return matches[match];
}

std::optional<double> DiffRow::perCallA() const
{
    return perCall(a);
}

std::optional<double> DiffRow::perCallB() const
{
    return perCall(b);
}

std::optional<double> DiffRow::ratio() const
{
    if (isOfSteps())
        return a.unitNs > 0 && b.unitNs > 0
                   ? std::optional(double(b.unitNs) / double(b.steps) / (double(a.unitNs) / double(a.steps)))
                   : std::nullopt;
    if (!a.countsCalls || !b.countsCalls)
        return {};
    const bool calls = a.count && b.count;
    const double from = calls ? *perCallA() : double(a.totalNs), to = calls ? *perCallB() : double(b.totalNs);
    return from > 0 && to > 0 ? std::optional(to / from) : std::nullopt;
}

const DiffTable::Sum *DiffTable::sumOf(const DiffRow &row) const
{
    const auto found = std::ranges::find_if(sums, [&](const Sum &sum) {
        return sum.of == row.of && (row.of != CountedTime::Other || sum.part == row.part);
    });
    return found == sums.end() ? nullptr : &*found;
}

std::optional<double> Comparison::change() const
{
    if (verdict != Verdict::Slower && verdict != Verdict::Faster && verdict != Verdict::Neutral)
        return {};
    if (unit.a.wall.medianNs <= 0)
        return {};
    return double(unit.b.wall.medianNs) / double(unit.a.wall.medianNs) - 1;
}

} // namespace ws
