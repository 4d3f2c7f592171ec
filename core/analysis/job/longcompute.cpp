#include "core/analysis/job/longcompute.h"

#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace ws {
namespace {

constexpr std::string_view divider = " · ";
constexpr double longerBy = 1.1, leastLongShare = 0.02, inSteps = 0.8, longComputeChance = 0.001;

std::vector<std::string> partsOf(std::string_view label)
{
    std::vector<std::string> parts;
    for (size_t from = 0; from <= label.size();) {
        const size_t to = std::min(label.find(divider, from), label.size());
        parts.emplace_back(label.substr(from, to - from));
        from = to + divider.size();
    }
    return parts;
}

class LongComputeFinder
{
public:
    LongComputeFinder(std::span<const std::string> labels, std::span<const double> computeNs, size_t steps,
                      double stepNs)
        : m_labels(labels), m_computeNs(computeNs), m_steps(steps), m_stepNs(stepNs), m_isTold(labels.size())
    {
    }

    std::vector<LongCompute> find()
    {
        std::map<std::string, std::vector<uint32_t>> places;
        for (uint32_t rank = 0; rank < m_labels.size(); ++rank)
            for (const std::string &part : partsOf(m_labels[rank]))
                places[part].push_back(rank);
        for (const auto &[place, ranks] : places)
            if (ranks.size() > 1 && ranks.size() < m_labels.size())
                tell(place, ranks);
        for (uint32_t rank = 0; rank < m_labels.size(); ++rank)
            if (!m_isTold[rank])
                tell(m_labels[rank], {rank});
        std::ranges::stable_sort(m_found, [](const LongCompute &a, const LongCompute &b) {
            return a.ownNs - a.othersNs > b.ownNs - b.othersNs;
        });
        return std::move(m_found);
    }

private:
    /// Nothing: none of them has the step.
    std::optional<double> mean(const std::vector<uint32_t> &ranks, size_t step) const
    {
        double sum = 0;
        size_t count = 0;
        for (const uint32_t rank : ranks)
            if (const double ns = m_computeNs[rank * m_steps + step]; ns >= 0) {
                sum += ns;
                ++count;
            }
        return count ? std::optional(sum / double(count)) : std::nullopt;
    }

    /// Whether the rank computes longer than that in the step.
    bool isLonger(uint32_t rank, size_t step, double usual) const
    {
        const double ns = m_computeNs[rank * m_steps + step];
        return ns >= longerBy * usual && ns - usual >= leastLongShare * m_stepNs;
    }

    /// That this happens in so many of the steps by chance, to any of the places, where it happens to others that
    /// often.
    double chanceOf(size_t hits, size_t steps, double often) const
    {
        double tail = 0;
        for (size_t k = hits; k <= steps; ++k)
            tail += std::exp(std::lgamma(double(steps) + 1) - std::lgamma(double(k) + 1) -
                             std::lgamma(double(steps - k) + 1) + double(k) * std::log(often) +
                             double(steps - k) * std::log1p(-often));
        return tail * double(m_labels.size());
    }

    /// Every one of the ranks computes longer than the median of the others.
    void tell(const std::string &place, const std::vector<uint32_t> &ranks)
    {
        std::vector<uint32_t> others;
        for (uint32_t rank = 0; rank < m_labels.size(); ++rank)
            if (std::ranges::find(ranks, rank) == ranks.end())
                others.push_back(rank);
        LongCompute found{place, ranks};
        size_t known = 0, othersLonger = 0, othersKnown = 0;
        std::vector<double> medians;
        for (size_t step = 0; step < m_steps; ++step) {
            std::vector<double> usual;
            for (const uint32_t other : others)
                if (const double ns = m_computeNs[other * m_steps + step]; ns >= 0)
                    usual.push_back(ns);
            const auto own = mean(ranks, step);
            if (!own || usual.empty())
                continue;
            ++known;
            medians.push_back(medianOf(usual));
            found.ownNs += *own;
            found.steps += std::ranges::all_of(ranks, [&](uint32_t rank) {
                return m_computeNs[rank * m_steps + step] < 0 || isLonger(rank, step, medians.back());
            });
            othersKnown += usual.size();
            othersLonger += size_t(
                std::ranges::count_if(others, [&](uint32_t rank) { return isLonger(rank, step, medians.back()); }));
        }
        if (known == 0 || double(found.steps) < inSteps * double(known) ||
            chanceOf(found.steps, known, double(othersLonger + 1) / double(othersKnown + 2)) > longComputeChance)
            return;
        found.ownNs /= double(known);
        found.othersNs = medianOf(medians);
        if (found.othersNs <= 0)
            return;
        for (const uint32_t rank : ranks)
            m_isTold[rank] = true;
        m_found.push_back(std::move(found));
    }

    std::span<const std::string> m_labels;
    std::span<const double> m_computeNs;
    size_t m_steps;
    double m_stepNs;
    std::vector<bool> m_isTold;
    std::vector<LongCompute> m_found;
};

} // namespace

std::vector<LongCompute> longComputations(std::span<const std::string> labels, std::span<const double> computeNs,
                                          size_t steps, double stepNs)
{
    if (labels.size() < 2 || steps == 0)
        return {};
    return LongComputeFinder(labels, computeNs, steps, stepNs).find();
}

} // namespace ws
